import { useCallback, useEffect, useReducer, useSyncExternalStore } from 'react'
import { useProjectId, useSession } from './session.ts'

/** The peaks of stored audio of the open story, once the host has answered; undefined until then. */
export function usePeaks(audioId: string): Int8Array | undefined {
  const { peaks, story } = useSession()
  return useSyncExternalStore(peaks.onChange, () => {
    return peaks.get(story.getState().project.projectId, audioId)
  })
}

/** Returns a function for the peaks of any stored audio of the open story, undefined until the host has answered. The function changes as peaks arrive. */
export function usePeaksOf(): (audioId: string) => Int8Array | undefined {
  const { peaks } = useSession()
  const projectId = useProjectId()
  const [arrived, arrive] = useReducer((count: number) => count + 1, 0)
  useEffect(() => peaks.onChange(arrive), [peaks])
  return useCallback(
    (audioId: string) => peaks.get(projectId, audioId),
    // Peaks are kept outside React; a counter tracks their arrival.
    // oxlint-disable-next-line react/exhaustive-deps
    [peaks, projectId, arrived],
  )
}
