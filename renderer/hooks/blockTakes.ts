import { useMemo } from 'react'
import { takesOfBlock, type BlockTake } from '../../shared/story/blockTakes.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { useAudioState, useDeferredStory } from './session.ts'

/** The takes of a block, newest first, with whether they fit its words; empty for a block that is gone. */
export function useBlockTakes(blockId: BlockId): readonly BlockTake[] {
  const story = useDeferredStory()
  const allTakes = useAudioState((state) => state.allTakes)
  const takes = useAudioState((state) => state.takes)
  const block = findBlock(story, blockId)
  return useMemo(
    () => (block === undefined ? [] : takesOfBlock(story, block, allTakes, takes)),
    [story, block, allTakes, takes],
  )
}
