import type { ProjectId } from '../../shared/ipc/views.ts'
import { cutPeaks } from '../../shared/story/peaks.ts'
import { parseCutAudio } from '../../shared/story/takeCuts.ts'
import type { Bridge } from '../bridge/bridge.ts'

export interface PeaksCache {
  /** The peaks of an audio, or undefined while they are loading: `onChange` listeners are called when they arrive. */
  get(projectId: ProjectId, audioId: string): Int8Array | undefined
  /** Calls the listener whenever peaks arrive. Returns a function that stops the calls. */
  onChange(listener: () => void): () => void
}

/** Waveforms of stored audio, fetched once each. A failed fetch is not repeated: the block has no waveform. */
export function createPeaksCache(bridge: Bridge): PeaksCache {
  const known = new Map<string, Int8Array>()
  const asked = new Set<string>()
  const listeners = new Set<() => void>()
  const cache: PeaksCache = {
    get(projectId, audioId) {
      const peaks = known.get(audioId)
      const cut = peaks === undefined ? parseCutAudio(audioId) : null
      if (cut !== null) {
        const whole = cache.get(projectId, cut.audioId)
        if (whole === undefined) return undefined
        const left = cutPeaks(whole, cut.kept)
        known.set(audioId, left)
        return left
      }
      if (peaks !== undefined || asked.has(audioId)) return peaks
      asked.add(audioId)
      bridge.call('audio:peaks', { projectId, audioId }).then(
        (answer) => {
          known.set(audioId, fromBase64(answer.peaks))
          for (const listener of listeners) listener()
        },
        () => undefined, // the block is drawn without a waveform; an error of its audio is reported when it is played
      )
      return undefined
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return cache
}

/** The bytes of base64. An hour of audio has 720,000, which `Int8Array.from` takes a hundred times as long for. */
function fromBase64(text: string): Int8Array {
  const decoded = atob(text)
  const bytes = new Int8Array(decoded.length)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = decoded.charCodeAt(index)
  return bytes
}
