import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { findHeardBlock } from '../../shared/story/heardBlocks.ts'
import { BUILT_IN_CONNECTION, type BlockId } from '../../shared/story/records.ts'
import { blockKeys } from '../../shared/story/takes.ts'
import type { AudioStore } from '../stores/audioStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import type { Segment } from './segments.ts'

/** The number of blocks after the current block whose audio is rendered in advance. */
const BLOCKS_AHEAD = 2

type Outcome = { readonly kind: 'making' | 'made' } | { readonly kind: 'failed'; readonly error: unknown }

/** The playback position, of the story or of a single block, at a segment of a list. */
export interface Reached {
  readonly scope: 'story' | 'block'
  readonly segments: readonly Segment[]
  /** Jobs whose words may be bought again although they already requested them; undefined for none. */
  readonly despite: readonly string[] | undefined
  readonly segment: Segment
  readonly index: number
}

export interface LookAhead {
  /**
   * Requests the audio that playback needs at a segment and shortly after it. Returns whether playback continues, or why it cannot: an error,
   * or that the words of the block are no longer those for which the writer requested audio.
   */
  reach(reached: Reached): 'goes-on' | 'has-other-words' | { readonly error: unknown }
  /** Forgets outcomes, so that failed audio is requested again. */
  forget(): void
}

/** Makes audio ahead of the playhead, once per take key; `onSettled` is called after each block, rendered or failed. */
export function createLookAhead(options: {
  story: StoryStore
  audio: AudioStore
  makeTake: (blockId: BlockId, despite: readonly string[] | undefined) => Promise<void>
  onSettled: () => void
}): LookAhead {
  let outcomes = new Map<string, Outcome>()

  function keyOf(blockId: BlockId | null): string | undefined {
    const { story } = options.story.getState()
    const block = findHeardBlock(story, blockId)
    return block === undefined ? undefined : blockKeys(story, block).own
  }

  /** The blocks to request: only the one that playback waits for, so that it arrives sooner; otherwise the next few. */
  function missingFrom(segments: readonly Segment[], fromIndex: number): readonly BlockId[] {
    const waitedFor = segments[fromIndex]
    if (waitedFor?.kind === 'missing') return waitedFor.blockId === null ? [] : [waitedFor.blockId]
    return segments
      .slice(fromIndex, fromIndex + 2 * (BLOCKS_AHEAD + 1)) // a block has at most one silence besides its speech
      .filter((segment) => segment.part === 'speech')
      .slice(0, BLOCKS_AHEAD + 1)
      .flatMap((segment) => (segment.kind === 'missing' && segment.blockId !== null ? [segment.blockId] : []))
  }

  function makeOne(blockId: BlockId, key: string, despite: readonly string[] | undefined): void {
    const remembered = outcomes
    const settle = (outcome: Outcome) => {
      remembered.set(key, outcome)
      if (remembered === outcomes) options.onSettled()
    }
    options.makeTake(blockId, despite).then(
      () => settle({ kind: 'made' }),
      (error: unknown) => settle({ kind: 'failed', error }),
    )
  }

  /** Requests the audio that is missing at a segment and shortly after it. */
  function make(
    segments: readonly Segment[],
    fromIndex: number,
    despite: readonly string[] | undefined,
  ): void {
    const { making } = options.audio.getState()
    const wanted = missingFrom(segments, fromIndex).flatMap((blockId) => {
      const key = keyOf(blockId)
      // If an older text of the block is still being made, the new one is requested once that has ended.
      return key === undefined || outcomes.has(key) || making.has(blockId) ? [] : [{ blockId, key }]
    })
    // All blocks are marked before the first request: a request changes the stores, which calls `make` again.
    for (const { key } of wanted) outcomes.set(key, { kind: 'making' })
    for (const { blockId, key } of wanted) makeOne(blockId, key, despite)
  }

  return {
    reach({ scope, segments, despite, segment, index }) {
      const isMissing = segment.kind === 'missing'
      if (scope === 'story' && options.story.getState().story.info.connectionId !== BUILT_IN_CONNECTION)
        // A block costs credits at this connection, and listening to a story must not spend credits.
        return isMissing ? { error: new UserFacingError('play-needs-render') } : 'goes-on'
      const key = isMissing ? keyOf(segment.blockId) : undefined
      const outcome = key === undefined ? undefined : outcomes.get(key)
      if (outcome?.kind === 'failed') return { error: outcome.error }
      if (outcome?.kind === 'made') return { error: new UserFacingError('audio-unplayable') }
      if (isMissing && outcome === undefined && scope === 'block' && outcomes.size > 0)
        return 'has-other-words'
      // A block that changes while it plays is played to its end unchanged; its new text is requested when it is due again.
      make(segments[index] === segment ? segments : segments.with(index, segment), index, despite)
      return 'goes-on'
    },
    forget() {
      outcomes = new Map()
    },
  }
}
