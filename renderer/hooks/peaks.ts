import { useCallback, useEffect, useReducer, useSyncExternalStore } from 'react'
import { useStoryState, useWorld } from './world.ts'

/** The peaks of a stored audio of the open story, once the host has answered; undefined until then. */
export function usePeaks(audioId: string): Int8Array | undefined {
  const { peaks, story } = useWorld()
  return useSyncExternalStore(peaks.onChange, () => {
    const projectId = story.getState().open?.project.projectId
    return projectId === undefined ? undefined : peaks.get(projectId, audioId)
  })
}

/** Gives the peaks of any stored audio of the open story, undefined until the host has answered; another function as peaks arrive. */
export function usePeaksOf(): (audioId: string) => Int8Array | undefined {
  const { peaks } = useWorld()
  const projectId = useStoryState((state) => state.open?.project.projectId)
  const [arrived, arrive] = useReducer((count: number) => count + 1, 0)
  useEffect(() => peaks.onChange(arrive), [peaks])
  return useCallback(
    (audioId: string) => (projectId === undefined ? undefined : peaks.get(projectId, audioId)),
    // Peaks are kept outside React; their arrival is counted.
    // oxlint-disable-next-line react/exhaustive-deps
    [peaks, projectId, arrived],
  )
}
