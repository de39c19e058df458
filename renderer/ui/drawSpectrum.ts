/** The frequencies of sound below its wave, in which breaths and clicks are seen: a plugin of wavesurfer.js, in a chunk of the page of its own. */
import SpectrogramPlugin from 'wavesurfer.js/plugins/spectrogram'

/** Made on the main thread: the policy of the page allows no workers that a script makes. */
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
