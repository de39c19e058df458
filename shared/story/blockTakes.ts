/**
 * The takes of one block: those of its list, those that fit its words, the picked one, and why a take does not play. Only known reasons are
 * stated: the request that made the take contains its words and its service; without the request, the key of the take shows whether the
 * block's words could have made it.
 */
import type { Block } from './records.ts'
import type { Story } from './story.ts'
import { takeAsHeard, uncutMs } from './takeCuts.ts'
import { blockKeys, findTake, recordedWords, recordingKey, type Take, type TakeIndex } from './takes.ts'
import { partsOf } from './pauses.ts'
import { spokenTextOf } from './spokenText.ts'

export interface BlockTake {
  /** As recorded or rendered. */
  readonly take: Take
  /** With its cuts applied. */
  readonly heard: Take
  /** Counts from 1, the oldest first. */
  readonly number: number
  /** Whether this is the take that plays for the block. */
  readonly isUsed: boolean
}

/** The takes of a block, newest first. `allTakes` is oldest first. */
export function takesOfBlock(
  story: Story,
  block: Block,
  allTakes: readonly Take[],
  takes: TakeIndex,
): readonly BlockTake[] {
  const { own } = blockKeys(story, block)
  const recorded = recordingKey(story, block)
  const used = findTake(story, block, takes)
  return allTakes
    .filter(
      ({ id, key, blockId }) =>
        blockId === block.id || key === own || key === recorded || id === block.pick?.takeId,
    )
    .map((take, index) => ({
      take,
      heard: takeAsHeard(block, take),
      number: index + 1,
      isUsed: take === used,
    }))
    .reverse()
}

/**
 * Whether a request for the block's words could have made a take, with the take's voice, model and speed, and any length: a request
 * to the story's service, or to another one.
 */
export function isOfTheseWords(
  story: Story,
  block: Block,
  take: Take,
  connectionId = story.info.connectionId,
): boolean {
  const { key, kind, voiceId, model, speed } = take
  if (kind === 'recording') return false
  const asked =
    connectionId === story.info.connectionId ? story : { ...story, info: { ...story.info, connectionId } }
  const spoken = { ...block, lockedKey: null, voiceId, model, speed }
  const plain = { ...spoken, emotion: '', vibe: 'none' as const, customPrompt: '' }
  const fitted = [spoken, plain].map((each) => ({ ...each, durationMs: uncutMs(take) }))
  return [spoken, plain, ...fitted].some((each) => {
    const { own, inStory, unfitted } = blockKeys(asked, each)
    return key === own || key === inStory || key === unfitted
  })
}

/**
 * `service`: the same words, by another service than the story's. `settings`: the same words with another voice or other settings.
 * `words`: other words were sent, or recorded. `unknown`: not known.
 */
export const TAKE_REASONS = ['service', 'settings', 'words', 'unknown'] as const
type TakeReason = (typeof TAKE_REASONS)[number]

/** Facts from the request of a take; null for unknown ones. */
interface TakeRequestFacts {
  /** The service that received the request. */
  readonly connectionId: string | null
  /** The words in the request. */
  readonly words: string | null
}

/** Why a take does not fit its block, and the service that made it; null if that is not known. */
interface Misfit {
  readonly reason: TakeReason
  readonly connectionId: string | null
}

/** Why a take does not fit a block; null if it does. `connectionIds` are the services that may have made it. */
export function misfitOf(
  story: Story,
  block: Block,
  take: Take,
  { connectionId, words }: TakeRequestFacts,
  connectionIds: readonly string[],
): Misfit | null {
  if (keysThatFit(story, block).has(take.key)) return null
  if (take.kind === 'recording') return recordingMisfit(story, block, take, connectionIds)
  const wholeAndParts = [block, ...partsOf(block)]
  // Words that the lexicon now says differently are still the same words.
  const isOfBlock = (sent: string) =>
    wholeAndParts.some((each) => each.text === sent || spokenTextOf(story, each) === sent)
  if (words !== null && !isOfBlock(words)) return { reason: 'words', connectionId }
  const current = story.info.connectionId
  const maker =
    words !== null
      ? connectionId
      : [current, ...connectionIds].find((id) =>
          wholeAndParts.some((each) => isOfTheseWords(story, each, take, id)),
        )
  if (maker === undefined || maker === null) return { reason: 'unknown', connectionId }
  return { reason: maker === current ? 'settings' : 'service', connectionId: maker }
}

/** A recording fits the words that were recorded, regardless of the block's voice. */
function recordingMisfit(
  story: Story,
  block: Block,
  { key }: Take,
  connectionIds: readonly string[],
): Misfit | null {
  const isOfService = (connectionId: string) =>
    recordedWords({ ...story, info: { ...story.info, connectionId } }, block, key) === 'same'
  const words = recordedWords(story, block, key)
  if (words === 'same' || (words === 'unknown' && connectionIds.some(isOfService))) return null
  return { reason: words === 'other' ? 'words' : 'unknown', connectionId: null }
}

/** The keys of takes that play for the block, or from which such takes are made, whether it is locked or not. */
function keysThatFit(story: Story, block: Block): ReadonlySet<string> {
  return new Set(
    [block, { ...block, lockedKey: null }].flatMap((each) => {
      const { own, inStory, unfitted } = blockKeys(story, each)
      return [own, inStory, unfitted]
    }),
  )
}
