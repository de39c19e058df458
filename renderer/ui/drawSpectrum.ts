/** The frequencies of sound below its wave, which show breaths and clicks: a plugin of wavesurfer.js, in a separate chunk of the page. */
import SpectrogramPlugin from 'wavesurfer.js/plugins/spectrogram'

/** Computed on the main thread: the page's security policy does not allow workers created by scripts. */
export function createSpectrum(heightPx: number) {
  return SpectrogramPlugin.create({
    height: heightPx,
    rendering: 'windowed',
    scale: 'mel',
    fftSamples: 512,
    labels: false,
    gainDB: 25,
    rangeDB: 70,
    useWebWorker: false,
  })
}
