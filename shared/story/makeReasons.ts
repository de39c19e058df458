/**
 * The reasons why a block needs rendering, found by comparing the block with its newest take. A take stores the voice, the model and the
 * speed of its request, and a hash of the whole request: other reasons are found by reverting one thing at a time until the hash matches.
 */
import { derive } from '../lib/derive.ts'
import { lexiconHitsOf, spokenTextOf } from './spokenText.ts'
import { pausedBlockOf } from './pauses.ts'
import { BUILT_IN_CONNECTION, type Block, type LexiconEntry } from './records.ts'
import { hasExpression, isEmotional } from './speechSettings.ts'
import { withoutLexicon, type Story } from './story.ts'
import { takeKey, takeRequestOf, type Take, type TakeRequest } from './takes.ts'

/**
 * `new`: never made. `same`: never made, and another block has, or will have, the same audio. `whole`: so far only part of the audio of the whole story, which no longer fits. `reading`: the words, or
 * how they are said (lexicon, pauses, emotion), and nothing shows which.
 */
export const MAKE_REASONS = [
  'new',
  'same',
  'whole',
  'text',
  'voice',
  'model',
  'speed',
  'emotion',
  'lexicon',
  'duration',
  'pause',
  'connection',
  'reading',
] as const
export type MakeReason = (typeof MAKE_REASONS)[number]

/**
 * Why a block whose newest take does not fit needs rendering again: at least one reason. `connectionIds` are the services besides the
 * built-in one that may have made the take.
 */
export function makeReasons(
  story: Story,
  block: Block,
  last: Take,
  connectionIds: readonly string[] = [],
): readonly MakeReason[] {
  const now = takeRequestOf(story, block)
  const { voiceId, model, speed } = last
  const told: MakeReason[] = [
    ...(now.settings.voiceId === voiceId ? [] : (['voice'] as const)),
    ...(now.settings.model === model ? [] : (['model'] as const)),
    ...(now.settings.speed === speed ? [] : (['speed'] as const)),
  ]
  const before = { ...now, settings: { ...now.settings, voiceId, model, speed } }
  if (takeKey(before) === last.key) return told.length > 0 ? told : ['new'] // the audio itself is gone
  const one = takenBack(story, block, before, last, connectionIds).find(
    ({ request }) => takeKey(request) === last.key,
  )
  return [...told, one?.reason ?? (saysAsWritten(story, block, before) ? 'text' : 'reading')]
}

interface TakenBack {
  readonly reason: MakeReason
  readonly request: TakeRequest
}

/** The request of a block with one thing reverted to its possible earlier value. */
function takenBack(
  story: Story,
  block: Block,
  now: TakeRequest,
  last: Take,
  connectionIds: readonly string[],
): readonly TakenBack[] {
  const requests: TakenBack[] = []
  const lengthMs = last.endMs - last.startMs
  for (const durationMs of [null, lengthMs])
    if (durationMs !== now.durationMs) requests.push({ reason: 'duration', request: { ...now, durationMs } })
  for (const connectionId of [BUILT_IN_CONNECTION, ...connectionIds])
    if (connectionId !== now.connectionId)
      requests.push({ reason: 'connection', request: { ...now, connectionId } })
  if (hasExpression(now.settings))
    requests.push({ reason: 'emotion', request: { ...now, withEmotion: false } })
  if (pausedBlockOf(block) !== null)
    requests.push({ reason: 'pause', request: { ...now, text: spokenTextOf(story, block) } })
  for (const without of lexiconsBefore(story, block))
    requests.push({ reason: 'lexicon', request: { ...now, text: takeRequestOf(without, block).text } })
  return requests
}

/** The story without all of its lexicon, and without each entry that occurs in the block's words. */
function lexiconsBefore(story: Story, block: Block): readonly Story[] {
  const entries = new Set(lexiconHitsOf(story, block).map(({ entry }) => entry))
  return entries.size === 0
    ? []
    : [withoutLexicon(story), ...[...entries].map((entry) => withoutEntry(entry, story))]
}

/** Blocks with the same entry share a story, so that the search of its lexicon is created once. */
const withoutEntry = derive((entry: LexiconEntry, story: Story): Story => {
  const isKept = (each: LexiconEntry) => each !== entry
  return {
    ...story,
    lexicon: story.lexicon.filter(isKept),
    commonLexicon: story.commonLexicon.filter(isKept),
  }
})

/** Whether only the letters of a block determine how it is read. */
function saysAsWritten(story: Story, block: Block, { settings }: TakeRequest): boolean {
  return lexiconHitsOf(story, block).length === 0 && pausedBlockOf(block) === null && !isEmotional(settings)
}
