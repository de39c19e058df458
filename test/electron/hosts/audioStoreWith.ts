import type { ProjectAudioStore } from '../../../electron/project/project.ts'

/** An audio store that holds one audio. It counts nothing and checks nothing: projects have their own tests. */
export function audioStoreWith(audioId: string, bytes: Uint8Array): ProjectAudioStore {
  const refuse = () => {
    throw new Error('This store is only read')
  }
  return {
    begin: refuse,
    remove: refuse,
    unnamed: () => [],
    shrink: refuse,
    find: (id) =>
      id === audioId
        ? { audioId, type: 'audio/mpeg', byteLength: bytes.length, durationMs: 1000 }
        : undefined,
    read: (_id, offset, length) => bytes.subarray(offset, offset + length),
  }
}
