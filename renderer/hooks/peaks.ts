import { useSyncExternalStore } from 'react'
import { useWorld } from './world.ts'

/** The peaks of a stored audio of the open story, once the host has answered; undefined until then. */
export function usePeaks(audioId: string): Int8Array | undefined {
  const { peaks, story } = useWorld()
  return useSyncExternalStore(peaks.onChange, () => {
    const projectId = story.getState().open?.project.projectId
    return projectId === undefined ? undefined : peaks.get(projectId, audioId)
  })
}
