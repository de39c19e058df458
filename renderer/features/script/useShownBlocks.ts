import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { BlockId } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useAudioState, useJobsState, useOpenProjectId, useViewState } from '../../hooks/world.ts'
import { blockStatesOf } from '../../stores/blockState.ts'
import { shownBlocks } from '../../stores/blockFilter.ts'

/** The blocks that the filter shows, or null for all; among them the one that has the focus, and the one that was revealed last. */
export function useShownBlocks(story: Story, focusedId: BlockId | null): ReadonlySet<BlockId> | null {
  const filter = useViewState((state) => state.filter)
  const revealedId = useViewState((state) => state.reveal?.blockId ?? null)
  const projectId = useOpenProjectId()
  const audio = useAudioState(
    useShallow(({ takes, allTakes, render, making }) => ({ takes, allTakes, render, making })),
  )
  const jobs = useJobsState((state) => state.jobs)
  return useMemo(() => {
    if (filter === null) return null
    const states = blockStatesOf({ story, projectId, audio, jobs })
    const kept = new Set([focusedId, revealedId].filter((id) => id !== null))
    return shownBlocks(filter, blocksOf(story), states, kept)
  }, [filter, story, projectId, audio, jobs, focusedId, revealedId])
}
