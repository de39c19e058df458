/** Stored audio that is decoded before it is due. A few are kept at a time, because decoded audio is large. */
export interface DecodedAudio {
  /** The decoded audio, where it is ready. */
  ready(audioId: string): AudioBuffer | undefined
  /** Reads and decodes audio once. Rejects where it cannot be read or decoded; the next call tries again. */
  load(audioId: string): Promise<AudioBuffer>
  /** Forgets all audio but these. */
  keepOnly(audioIds: ReadonlySet<string>): void
}

/** Keeps decoded audio that `read` and `decode` give. */
export function createDecodedAudio(options: {
  read: (audioId: string) => Promise<ArrayBuffer>
  decode: (bytes: ArrayBuffer) => Promise<AudioBuffer>
}): DecodedAudio {
  const loads = new Map<string, { promise: Promise<AudioBuffer>; buffer?: AudioBuffer }>()

  return {
    ready: (audioId) => loads.get(audioId)?.buffer,
    load(audioId) {
      const known = loads.get(audioId)
      if (known !== undefined) return known.promise
      const load: { promise: Promise<AudioBuffer>; buffer?: AudioBuffer } = {
        promise: options
          .read(audioId)
          .then(options.decode)
          .then(
            (buffer) => {
              load.buffer = buffer
              return buffer
            },
            (error: unknown) => {
              if (loads.get(audioId) === load) loads.delete(audioId)
              throw error
            },
          ),
      }
      loads.set(audioId, load)
      return load.promise
    },
    keepOnly(audioIds) {
      for (const audioId of loads.keys()) if (!audioIds.has(audioId)) loads.delete(audioId)
    },
  }
}
