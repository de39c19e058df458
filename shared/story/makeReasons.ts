/**
 * Why a block needs rendering, found by comparing the block with its newest take. A take keeps the voice of its request,
 * the model, the speed and a hash of the whole: any other reason is found by reverting one thing at a time until
 * the hash of the request matches.
 */
import { lexiconHitsOf, spokenTextOf } from './spokenText.ts'
import { pausedBlockOf } from './pauses.ts'
import { BUILT_IN_CONNECTION, type Block, type LexiconEntry } from './records.ts'
import { hasExpression, isEmotional } from './speechSettings.ts'
import type { Story } from './story.ts'
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

/** The request of a block with one thing reverted to what it may have been. */
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
  if (entries.size === 0) return []
  const all = [...story.lexicon, ...story.commonLexicon]
  return [withoutEntries(story, all), ...[...entries].map((entry) => withoutEntries(story, [entry]))]
}

/** The search of a lexicon is made once, so many blocks with the same entry share their story. */
const storiesWithout = new WeakMap<Story, Map<string, Story>>()

function withoutEntries(story: Story, entries: readonly LexiconEntry[]): Story {
  const known = storiesWithout.get(story) ?? new Map<string, Story>()
  storiesWithout.set(story, known)
  const name = entries.map(({ id }) => id).join(' ')
  const isKept = (entry: LexiconEntry) => !entries.includes(entry)
  const without = known.get(name) ?? {
    ...story,
    lexicon: story.lexicon.filter(isKept),
    commonLexicon: story.commonLexicon.filter(isKept),
  }
  known.set(name, without)
  return without
}

/** Whether the letters of a block alone decide how it is read. */
function saysAsWritten(story: Story, block: Block, { settings }: TakeRequest): boolean {
  return lexiconHitsOf(story, block).length === 0 && pausedBlockOf(block) === null && !isEmotional(settings)
}
