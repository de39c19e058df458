/**
 * Browsers send media keys to a page while one of its media elements plays, but not for audio scheduled on an audio context
 * (https://github.com/w3c/mediasession/issues/213). A silent element plays along, so that the keys work for every story.
 */
import type { PlaybackStore } from '../stores/playbackStore.ts'

/** Chromium sends no keys for audio of less than five seconds (https://developer.chrome.com/blog/media-session). */
const SECONDS = 10
/** A sample of 8 bits in the middle is silence. */
const RATE = 8000
const SILENT_SAMPLE = 128

/** Plays a silent element from `openElement` while anything plays. Returns a function that stops that. */
export function holdMediaKeys(
  playback: PlaybackStore,
  openElement = () => document.createElement('audio'),
): () => void {
  let element: HTMLAudioElement | null = null
  const stop = playback.subscribe(({ status }, before) => {
    if ((status === 'stopped') === (before.status === 'stopped')) return
    if (status === 'stopped') {
      element?.pause()
      return
    }
    if (element === null) {
      element = openElement()
      element.src = URL.createObjectURL(new Blob([silentWav()], { type: 'audio/wav' }))
      element.loop = true
    }
    // Without the keys, the story still plays.
    element.play().catch(() => undefined)
  })
  return () => {
    stop()
    if (element === null) return
    element.pause()
    URL.revokeObjectURL(element.src)
  }
}

/** A WAV file of silence (http://soundfile.sapp.org/doc/WaveFormat/), with 8 bits and one channel. */
function silentWav(): Uint8Array<ArrayBuffer> {
  const dataBytes = SECONDS * RATE
  const file = new Uint8Array(44 + dataBytes).fill(SILENT_SAMPLE, 44)
  const view = new DataView(file.buffer)
  const putText = (at: number, text: string) => file.set(new TextEncoder().encode(text), at)
  putText(0, 'RIFF')
  view.setUint32(4, 36 + dataBytes, true)
  putText(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, 1, true) // channels
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE, true) // bytes per second
  view.setUint16(32, 1, true) // bytes per sample
  view.setUint16(34, 8, true) // bits per sample
  putText(36, 'data')
  view.setUint32(40, dataBytes, true)
  return file
}
