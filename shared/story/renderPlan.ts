/**
 * Plans a render before any credits are spent: what it sends and costs, why, and which blocks are too long. The reasons why a block needs
 * rendering are found by comparing it with its newest take. A take stores the voice, the model and the speed of its request, and a hash of the
 * whole request: other reasons are found by reverting one thing at a time until the hash matches.
 */
import { MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { isLocked } from './locks.ts'
import { badPauseOf, partsOf, pausedBlockOf } from './pauses.ts'
import {
  type Block,
  type BlockId,
  BUILT_IN_CONNECTION,
  type LexiconEntry,
  type RenderWay,
} from './records.ts'
import { blockNumber, blocksOf, settingsOf } from './selectors.ts'
import { hasExpression, isEmotional } from './speechSettings.ts'
import { lexiconHitsOf, spokenTextOf, spokenWordsOf } from './spokenText.ts'
import { type Credits, type Story, withCredits, withoutLexicon } from './story.ts'
import { spokenBlocksOf } from './storyRequest.ts'
import {
  blockKeys,
  findTake,
  isCurrentRender,
  lastTakes,
  type StoryRender,
  type Take,
  type TakeIndex,
  takeKey,
  type TakeRequest,
  takeRequestOf,
} from './takes.ts'
import { UserFacingError } from '../lib/userFacingError.ts'
import { derive } from '../lib/derive.ts'

/** The number of characters sent for a block, which a service counts, limits and charges. */
export function blockCharacters(story: Story, block: Block): number {
  return spokenWordsOf(story, block).characters
}

/** Whether the words that are sent for a block, or for one of its parts between pauses, are longer than a service accepts. */
export function isTooLong(story: Story, block: Block): boolean {
  const paused = pausedBlockOf(block)
  if (paused !== null) return paused.parts.some((part) => isTooLong(story, part.block))
  return blockCharacters(story, block) > MAX_INPUT_CHARACTERS
}

/** The reason why no service accepts a block as it is. */
type Bar = 'too-long' | 'pause-unreadable'

function barredBy(story: Story, block: Block): Bar | null {
  if (badPauseOf(block) !== null) return 'pause-unreadable'
  return isTooLong(story, block) ? 'too-long' : null
}

/** Audio to request from a service. Blocks with the same words in the same settings share it. */
export interface MissingAudio {
  /** The key of its take. */
  readonly key: string
  /** The number of characters sent for it, and paid if the service charges. */
  readonly characters: number
}

/**
 * The audio that is missing for a block without a take: of its words, or of each part between its pauses. Empty for audio that only
 * has to be joined, or fitted to a length, and for blocks that are not rendered: locked ones, and those that no service accepts.
 */
export function missingAudioOf(story: Story, block: Block, takes: TakeIndex): readonly MissingAudio[] {
  if (isLocked(block) || barredBy(story, block) !== null) return []
  return partsOf(block).flatMap((part) => {
    const { unfitted: key } = blockKeys(story, part)
    return takes.byKey.has(key) ? [] : [{ key, characters: blockCharacters(story, part) }]
  })
}

/** How a render treats a block that speaks. */
export type BlockPlan =
  /** Its take fits; null if the block is heard in the audio of the whole story. */
  | { readonly kind: 'keep'; readonly block: Block; readonly take: Take | null }
  | {
      readonly kind: 'make'
      readonly block: Block
      /** At least one. */
      readonly why: readonly MakeReason[]
      /** The number of characters sent to a service: 0 if the audio exists and only has to be joined, or fitted to a length. */
      readonly characters: number
      readonly credits: number
      readonly requests: number
    }
  | {
      readonly kind: 'locked'
      readonly block: Block
      /** Null if its audio is lost. */
      readonly take: Take | null
      /** Whether it would be rendered again if it were not locked. */
      readonly isOutOfDate: boolean
    }
  /** No service accepts it as it is: its words are too long, or a pause in them cannot be read. */
  | { readonly kind: 'barred'; readonly block: Block; readonly why: Bar }
export type BlockPlanOf<K extends BlockPlan['kind']> = Extract<BlockPlan, { kind: K }>

/** One request for the whole story. */
export interface WholePlan {
  readonly characters: number
  readonly credits: number
  /** Why the story cannot be rendered by one request; null if it can. */
  readonly obstacle: 'locked' | 'barred' | 'expression' | 'pauses' | null
}

export interface RenderPlan {
  /** Every block that speaks, in story order. */
  readonly blocks: readonly BlockPlan[]
  readonly keep: readonly BlockPlanOf<'keep'>[]
  readonly make: readonly BlockPlanOf<'make'>[]
  readonly locked: readonly BlockPlanOf<'locked'>[]
  readonly barred: readonly BlockPlanOf<'barred'>[]
  /** For rendering the blocks one by one. */
  readonly characters: number
  readonly credits: number
  readonly requests: number
  /** Null if only a part of the story is rendered. */
  readonly whole: WholePlan | null
  /** How it is rendered: all of it by one request, or each block of `make` by itself. Null if there is nothing to render. */
  readonly way: RenderWay | null
}

/** The audio that a project holds. */
export interface MadeAudio {
  readonly takes: TakeIndex
  /** Oldest first. */
  readonly allTakes: readonly Take[]
  readonly render: StoryRender | null
}

export interface PlanOptions {
  /** The blocks to render, unless it is the whole story. */
  readonly only?: ReadonlySet<BlockId> | null | undefined
  /** How to render the story; `usualWay` by default. */
  readonly way?: RenderWay | null | undefined
  /** False if the story will not be edited: only the result is kept. */
  readonly isKept?: boolean
  /** The credits that are rendered with the whole story; none by default. */
  readonly spokenCredits?: Credits | null | undefined
  /** The services besides the built-in one that may have made the takes, so that the plan can state that a block's audio is from another service. */
  readonly connectionIds?: readonly string[]
}

/** Plans a render of a story or of some of its blocks, with its cost: one credit per character, by Fabula's own estimate. */
export function planRender(
  written: Story,
  audio: MadeAudio,
  { only = null, way, isKept = true, spokenCredits = null, connectionIds = [] }: PlanOptions = {},
): RenderPlan {
  const story = withCredits(written, spokenCredits)
  const isWanted = only === null ? () => true : ({ id }: Block) => only.has(id)
  const planBlock = blockPlanner(story, audio, connectionIds)
  const spoken = spokenBlocksOf(story)
  const blocks = spoken.filter(isWanted).map(planBlock)
  const ofKind = <K extends BlockPlan['kind']>(kind: K) =>
    blocks.filter((plan): plan is BlockPlanOf<K> => plan.kind === kind)
  const make = ofKind('make')
  const sum = (name: 'characters' | 'credits' | 'requests') =>
    make.reduce((total, plan) => total + plan[name], 0)
  const parts = { keep: ofKind('keep'), make, locked: ofKind('locked'), barred: ofKind('barred') }
  const whole = only === null ? planWhole(story, spoken, parts) : null
  return {
    blocks,
    ...parts,
    whole,
    characters: sum('characters'),
    credits: sum('credits'),
    requests: sum('requests'),
    way: make.length === 0 ? null : chooseWay(story, audio, { blocks, make, whole, way, isKept }),
  }
}

/** The credits of a plan by the way it is rendered. */
export function planCredits({ way, whole, credits }: RenderPlan): number {
  return way === 'story' ? (whole?.credits ?? credits) : credits
}

/** Plans the blocks of a story one after the other: audio that several blocks share is paid for once. */
function blockPlanner(
  story: Story,
  audio: MadeAudio,
  connectionIds: readonly string[],
): (block: Block) => BlockPlan {
  const { takes, allTakes, render } = audio
  // The words of a recording are not known.
  const last = lastTakes(allTakes.filter(({ kind }) => kind === 'speech'))
  const isCurrent = isCurrentRender(story, render, takes)
  const isInRender = render !== null && !takes.audioIds.has(render.audioId)
  const unmade: MakeReason = isInRender ? 'whole' : 'new'
  const paid = new Set<string>()
  return (block) => {
    const take = findTake(story, block, takes) ?? null
    if (isLocked(block)) {
      const isOutOfDate = blockKeys(story, { ...block, lockedKey: null }).own !== block.lockedKey
      return { kind: 'locked', block, take, isOutOfDate }
    }
    if (take !== null || isCurrent) return { kind: 'keep', block, take }
    const bar = barredBy(story, block)
    if (bar !== null) return { kind: 'barred', block, why: bar }
    let [characters, requests] = [0, 0]
    for (const missing of missingAudioOf(story, block, takes)) {
      if (paid.has(missing.key)) continue
      paid.add(missing.key)
      characters += missing.characters
      requests += 1
    }
    const lastTake = last.get(block.id)
    const never: MakeReason = requests === 0 ? 'same' : unmade
    const why = lastTake === undefined ? [never] : makeReasons(story, block, lastTake, connectionIds)
    return { kind: 'make', block, why, characters, credits: isFree(story) ? 0 : characters, requests }
  }
}

function planWhole(
  story: Story,
  spoken: readonly Block[],
  { locked, barred }: Pick<RenderPlan, 'locked' | 'barred'>,
): WholePlan {
  const characters = spoken.reduce((sum, block) => sum + blockCharacters(story, block), 0)
  const isPaid = !isFree(story)
  const obstacle =
    locked.length > 0
      ? 'locked' // a request for the whole story would render the locked blocks again
      : barred.length > 0
        ? 'barred'
        : isPaid && spoken.some((block) => hasExpression(settingsOf(story, block)))
          ? 'expression' // such a request does not carry emotions
          : isPaid && blocksOf(story).some((block) => pausedBlockOf(block) !== null)
            ? 'pauses' // a paid service accepts no fractions of a second as silence, and none after the last word
            : null
  return { characters, credits: isPaid ? characters : 0, obstacle }
}

/**
 * How a service that charges renders a story by default: as the writer chose for the story, otherwise block by block, so that a changed
 * line costs only its own credits at every service. If a story is not kept, its first render is one request.
 */
export function usualWay({ info }: Story, { isKept = true, isFirst = true } = {}): RenderWay {
  return info.renderWay ?? (isKept || !isFirst ? 'blocks' : 'story')
}

/**
 * The built-in voice costs nothing, so no choice is needed: its first render is one request, which is faster; blocks with an emotion are
 * then rendered individually.
 */
function chooseWay(
  story: Story,
  { render }: MadeAudio,
  { blocks, make, whole, way, isKept = true }: Pick<RenderPlan, 'blocks' | 'make' | 'whole'> & PlanOptions,
): RenderWay {
  if (whole?.obstacle !== null) return 'blocks'
  const isFirst = make.length === blocks.length
  if (!isFree(story)) return way ?? usualWay(story, { isKept, isFirst })
  const isPlain = ({ block }: BlockPlanOf<'make'>) => !hasExpression(settingsOf(story, block))
  return (isFirst || render === null) && make.some(isPlain) ? 'story' : 'blocks'
}

/** Whether the voice that speaks a story costs no credits. */
export function isFree({ info }: Story): boolean {
  return info.connectionId === BUILT_IN_CONNECTION
}

/**
 * Throws `block-pause-unreadable` if a pause marker of a block cannot be read, so that it is never spoken or silently left out;
 * throws `block-too-long`, or `named-block-too-long`, naming the block, if its text is longer than a service accepts.
 */
export function assertCanBeSent(story: Story, block: Block): void {
  const marker = badPauseOf(block)
  if (marker !== null)
    throw new UserFacingError('block-pause-unreadable', { number: blockNumber(story, block.id), marker })
  if (!isTooLong(story, block)) return
  const facts = {
    number: blockNumber(story, block.id),
    characters: blockCharacters(story, block),
    limit: MAX_INPUT_CHARACTERS,
  }
  throw block.name === ''
    ? new UserFacingError('block-too-long', facts)
    : new UserFacingError('named-block-too-long', { ...facts, name: block.name })
}

/**
 * `new`: never made. `same`: never made, and another block has, or will have, the same audio. `whole`: so far only part of the audio of the whole story, which no longer fits. `reading`: the words, or
 * how they are spoken (lexicon, pauses, emotion); it is unknown which.
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
function makeReasons(
  story: Story,
  block: Block,
  last: Take,
  connectionIds: readonly string[] = [],
): readonly MakeReason[] {
  const now = takeRequestOf(story, block)
  const { voiceId, model, speed } = last
  const known: MakeReason[] = [
    ...(now.settings.voiceId === voiceId ? [] : (['voice'] as const)),
    ...(now.settings.model === model ? [] : (['model'] as const)),
    ...(now.settings.speed === speed ? [] : (['speed'] as const)),
  ]
  const before = { ...now, settings: { ...now.settings, voiceId, model, speed } }
  if (takeKey(before) === last.key) return known.length > 0 ? known : ['new'] // the audio itself is gone
  const one = takenBack(story, block, before, last, connectionIds).find(
    ({ request }) => takeKey(request) === last.key,
  )
  return [...known, one?.reason ?? (saysAsWritten(story, block, before) ? 'text' : 'reading')]
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
