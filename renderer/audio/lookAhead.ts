import { findBlock } from '../../shared/story/selectors.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { blockKeys } from '../../shared/story/takes.ts'
import type { AudioStore } from '../stores/audioStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import type { Segment } from './segments.ts'

/** The number of blocks after the current block whose audio is made in advance. */
const BLOCKS_AHEAD = 2

export type Outcome =
  { readonly kind: 'making' | 'made' } | { readonly kind: 'failed'; readonly error: unknown }

export interface LookAhead {
  /** Makes the audio that is missing at a segment and shortly after it. */
  make(segments: readonly Segment[], fromIndex: number): void
  /** The outcome of making the current audio of a block; undefined where it was not requested. */
  outcomeOf(blockId: BlockId | null): Outcome | undefined
  /** Whether audio was requested since the last `forget`. */
  hasAsked(): boolean
  /** Forgets outcomes, so that failed audio is requested again. */
  forget(): void
}

/** Makes audio ahead of the playhead, once per take key; `onSettled` is called after each block, made or failed. */
export function createLookAhead(options: {
  story: StoryStore
  audio: AudioStore
  makeTake: (blockId: BlockId) => Promise<void>
  onSettled: () => void
}): LookAhead {
  let outcomes = new Map<string, Outcome>()

  function keyOf(blockId: BlockId | null): string | undefined {
    const story = options.story.getState().open?.story
    const block = story === undefined ? undefined : findBlock(story, blockId)
    return story === undefined || block === undefined ? undefined : blockKeys(story, block).own
  }

  /** The blocks to make: the block that playback waits for, alone so that it comes sooner; otherwise the next few. */
  function missingFrom(segments: readonly Segment[], fromIndex: number): readonly BlockId[] {
    const waitedFor = segments[fromIndex]
    if (waitedFor?.kind === 'missing') return waitedFor.blockId === null ? [] : [waitedFor.blockId]
    return segments
      .slice(fromIndex, fromIndex + 2 * (BLOCKS_AHEAD + 1)) // a block has at most one silence besides its speech
      .filter((segment) => segment.part === 'speech')
      .slice(0, BLOCKS_AHEAD + 1)
      .flatMap((segment) => (segment.kind === 'missing' && segment.blockId !== null ? [segment.blockId] : []))
  }

  function makeOne(blockId: BlockId, key: string): void {
    const remembered = outcomes
    const settle = (outcome: Outcome) => {
      remembered.set(key, outcome)
      if (remembered === outcomes) options.onSettled()
    }
    options.makeTake(blockId).then(
      () => settle({ kind: 'made' }),
      (error: unknown) => settle({ kind: 'failed', error }),
    )
  }

  return {
    make(segments, fromIndex) {
      const { making } = options.audio.getState()
      const wanted = missingFrom(segments, fromIndex).flatMap((blockId) => {
        const key = keyOf(blockId)
        // Where an older text of the block is still being made, the new one is requested when that has ended.
        return key === undefined || outcomes.has(key) || making.has(blockId) ? [] : [{ blockId, key }]
      })
      // All blocks are marked before the first request: a request changes the stores, which calls `make` again.
      for (const { key } of wanted) outcomes.set(key, { kind: 'making' })
      for (const { blockId, key } of wanted) makeOne(blockId, key)
    },
    outcomeOf(blockId) {
      const key = keyOf(blockId)
      return key === undefined ? undefined : outcomes.get(key)
    },
    hasAsked: () => outcomes.size > 0,
    forget() {
      outcomes = new Map()
    },
  }
}
