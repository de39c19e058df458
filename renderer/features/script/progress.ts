/** The playback progress of a block. */
import { useEffect, useState } from 'react'
import type { Block } from '../../../shared/story/records.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import { usePlayback, useSession } from '../../hooks/session.ts'
import { layoutOf } from '../../stores/timing.ts'
import { storyOf, type Session } from '../../stores/app.ts'

/** Where a block's speech starts in the story, in ms. */
export function startOf(session: Session, block: Block): number {
  const story = storyOf(session)
  const { spans } = layoutOf(story, session.audio.getState().takes)
  return spans[blockNumber(story, block.id) - 1]?.startMs ?? 0
}

/** How much of a block has been played, in ms, while it plays; otherwise null. */
export function useProgress(block: Block): number | null {
  const session = useSession()
  const isHeard = usePlayback((state) => state.status === 'playing' && state.blockId === block.id)
  const [progressMs, setProgressMs] = useState<number | null>(null)
  useEffect(() => {
    if (!isHeard) return undefined
    const stop = session.player.onPosition((positionMs) => {
      setProgressMs(Math.max(0, positionMs - startOf(session, block)))
    })
    return () => {
      stop()
      setProgressMs(null)
    }
  }, [session, block, isHeard])
  return progressMs
}
