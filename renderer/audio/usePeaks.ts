import { useSyncExternalStore } from 'react'
import { useWorld } from '../stores/world.ts'

/** The peaks of a stored audio of the open story, once they are here; null asks for none. */
export function usePeaks(audioId: string | null): Int8Array | undefined {
  const { peaks, story } = useWorld()
  return useSyncExternalStore(peaks.onChange, () => {
    const projectId = story.getState().open?.project.projectId
    return audioId === null || projectId === undefined ? undefined : peaks.get(projectId, audioId)
  })
}
