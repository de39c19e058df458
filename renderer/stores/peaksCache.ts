import type { ProjectId } from '../../shared/ipc/views.ts'
import type { Bridge } from '../bridge/bridge.ts'

export interface PeaksCache {
  /** Peaks that are already here; undefined asks the host for them, and `onChange` tells when they have come. */
  get(projectId: ProjectId, audioId: string): Int8Array | undefined
  /** Calls back whenever peaks arrive; returns a function that stops it. */
  onChange(listener: () => void): () => void
  reset(): void
}

/** Waveforms of stored audio, fetched once each. What cannot be had is drawn as no waveform, and asked for no more. */
export function createPeaksCache(bridge: Bridge): PeaksCache {
  const known = new Map<string, Int8Array>()
  const asked = new Set<string>()
  const listeners = new Set<() => void>()
  return {
    get(projectId, audioId) {
      const peaks = known.get(audioId)
      if (peaks !== undefined || asked.has(audioId)) return peaks
      asked.add(audioId)
      bridge.call('audio:peaks', { projectId, audioId }).then(
        (answer) => {
          known.set(
            audioId,
            Int8Array.from(atob(answer.peaks), (byte) => byte.charCodeAt(0)),
          )
          for (const listener of listeners) listener()
        },
        () => undefined, // the block is drawn without a waveform; playing it will say what is wrong
      )
      return undefined
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reset() {
      known.clear()
      asked.clear()
    },
  }
}
