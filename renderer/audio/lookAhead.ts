import { findBlock } from '../../shared/story/selectors.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { blockKeys } from '../../shared/story/takes.ts'
import type { AudioStore } from '../stores/audioStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import type { Cue } from './cues.ts'

/** So many blocks after the one that is heard have their audio made. */
const BLOCKS_AHEAD = 2

export type Outcome =
  { readonly kind: 'making' | 'made' } | { readonly kind: 'failed'; readonly error: unknown }

export interface LookAhead {
  /** Has audio made that is missing at a cue or shortly after. */
  make(cues: readonly Cue[], fromIndex: number): void
  /** What became of the audio of a block as it is now, if it was asked for. */
  outcomeOf(blockId: BlockId | null): Outcome | undefined
  /** Whether audio was asked for since the last `forget`. */
  hasAsked(): boolean
  /** Forgets outcomes, so that what failed is tried again. */
  forget(): void
}

/** Makes audio ahead of the playhead, once per wording; `onSettled` is called whenever one was made or failed. */
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

  /** The blocks to make from a cue on: the one that is waited for alone, to be heard the sooner, else the next few. */
  function missingFrom(cues: readonly Cue[], fromIndex: number): readonly BlockId[] {
    const waitedFor = cues[fromIndex]
    if (waitedFor?.kind === 'missing') return waitedFor.blockId === null ? [] : [waitedFor.blockId]
    return cues
      .slice(fromIndex, fromIndex + 2 * (BLOCKS_AHEAD + 1)) // a block has a silence at most besides
      .filter((cue) => cue.part === 'speech')
      .slice(0, BLOCKS_AHEAD + 1)
      .flatMap((cue) => (cue.kind === 'missing' && cue.blockId !== null ? [cue.blockId] : []))
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
    make(cues, fromIndex) {
      const { making } = options.audio.getState()
      const wanted = missingFrom(cues, fromIndex).flatMap((blockId) => {
        const key = keyOf(blockId)
        // A block that is being made in an older wording is asked for again when that is done.
        return key === undefined || outcomes.has(key) || making.has(blockId) ? [] : [{ blockId, key }]
      })
      // All are marked before the first is asked for, which tells the stores and so comes back here.
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
