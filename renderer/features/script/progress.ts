/** How far a block has been heard. */
import { useEffect, useState } from 'react'
import type { Block } from '../../../shared/story/records.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import { usePlayback, useWorld } from '../../hooks/world.ts'
import { layoutOf } from '../../stores/timing.ts'
import type { World } from '../../stores/world.ts'

/** Where a block's speech starts in the story, in ms. */
export function startOf(world: World, block: Block): number {
  const story = world.story.getState().open?.story
  if (story === undefined) return 0
  const { spans } = layoutOf(story, world.audio.getState().takes)
  return spans[blockNumber(story, block.id) - 1]?.startMs ?? 0
}

/** How much of a block has been heard, in ms, while it is heard; else null. */
export function useProgress(block: Block): number | null {
  const world = useWorld()
  const isHeard = usePlayback((state) => state.status === 'playing' && state.blockId === block.id)
  const [progressMs, setProgressMs] = useState<number | null>(null)
  useEffect(() => {
    if (!isHeard) return undefined
    const stop = world.player.onPosition((positionMs) => {
      setProgressMs(Math.max(0, positionMs - startOf(world, block)))
    })
    return () => {
      stop()
      setProgressMs(null)
    }
  }, [world, block, isHeard])
  return progressMs
}
