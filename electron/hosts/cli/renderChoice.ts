/** A render as the command line defines it: which story and part, how, and at what cost; and its plan for `--plan` and `--json`. */
import {
  creditsOfPart,
  type ExportPart,
  storyOfPart,
  WHOLE_STORY,
} from '../../../shared/export/exportPart.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { heardBlocksOf } from '../../../shared/story/heardBlocks.ts'
import {
  type BlockId,
  type ChapterId,
  type RenderWay,
  renderWaySchema,
} from '../../../shared/story/records.ts'
import {
  type BlockPlan,
  type BlockPlanOf,
  planCredits,
  type PlanOptions,
  planRender,
  type RenderPlan,
} from '../../../shared/story/renderPlan.ts'
import { blockNumber, blocksOf, sectionsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { indexTakes } from '../../../shared/story/takes.ts'
import type { Project } from '../../project/project.ts'
import type { Values } from './options.ts'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import type { ImportChoices } from './importChoices.ts'

/** A story to read and render, as the command line defines it. */
export interface RenderOrder {
  readonly kind: 'render'
  readonly input: string
  /** Whether `input` is a `.fabula` file that keeps the audio. */
  readonly isInPlace: boolean
  /** Whether only a plan is wanted: nothing is made or written. */
  readonly isPlan: boolean
  readonly choice: RenderChoice
  /** Null if no audio file is wanted: only with `isInPlace` or `isPlan`. */
  readonly outPath: string | null
  readonly settings: ExportSettings
  /** The block with which the retail sample begins, by its number or id as typed; null for the default start. */
  readonly sampleFrom: string | null
  /** A cover picture. */
  readonly coverPath: string | null
  readonly isJson: boolean
  /** Confirms in advance that caps on credits may be exceeded. */
  readonly mayPassCaps: boolean
  /** Confirms that requests of an earlier command without an answer are sent again. */
  readonly maySendAgain: boolean
  /** The name of a connection; undefined to use the environment or the story. */
  readonly connection: string | undefined
  readonly data: string | undefined
  readonly reading: Reading
}

/** How a file is read that is not a `.fabula` file. */
export interface Reading {
  /** The encoding of a text; undefined for the most likely one. */
  readonly encoding: TextEncoding | undefined
  readonly choices: ImportChoices
}

export interface RenderChoice {
  /** Numbers and ranges of numbers from 1, as typed; null for all chapters. */
  readonly chapters: readonly string[] | null
  /** Ids, numbers and ranges of numbers, as typed; null for all blocks. */
  readonly blocks: readonly string[] | null
  /** Whether the chapters or blocks are written to a file, so that each block needs its own audio. */
  readonly isForFile: boolean
  /** Whether blocks that were never rendered are left out. */
  readonly isOnlyChanged: boolean
  /** Whether blocks without audio are left out of the file; then only those of `isOnlyChanged` are rendered. */
  readonly leavesOutMissing: boolean
  readonly maxCredits: number | null
  readonly way: RenderWay | null
}

/** The choice of the command line, or a sentence that says what is wrong. */
export function parseRenderChoice(values: Values): RenderChoice | string {
  const { project, plan = false, out, blocks, chapter } = values
  const { 'only-changed': isOnlyChanged = false, 'leave-out-missing': leavesOutMissing = false } = values
  if (isOnlyChanged && project === undefined && !plan) return '--only-changed belongs to --project.'
  const way = values.way === undefined ? null : renderWaySchema.safeParse(values.way).data
  if (way === undefined) return `--way takes ${renderWaySchema.options.join(' or ')}.`
  if (blocks !== undefined && chapter !== undefined) return '--chapter goes without --blocks.'
  const isPart = blocks !== undefined || chapter !== undefined || isOnlyChanged || leavesOutMissing
  if (way === 'story' && isPart)
    return '--way story makes all blocks: it goes without --blocks, --chapter, --only-changed and --leave-out-missing.'
  const maxCredits = values['max-credits'] === undefined ? null : Number(values['max-credits'] || NaN)
  if (maxCredits !== null && !(Number.isSafeInteger(maxCredits) && maxCredits >= 0))
    return '--max-credits must be a whole number.'
  const chapters = wordsOf(chapter)
  if (chapters?.every((word) => parseRange(word) !== null) === false)
    return `--chapter takes numbers of chapters, from 1, as 2 or 1,3-5, not “${chapter ?? ''}”.`
  return {
    chapters,
    blocks: wordsOf(blocks),
    isForFile: out !== undefined,
    isOnlyChanged,
    leavesOutMissing,
    maxCredits,
    way,
  }
}

const wordsOf = (typed: string | undefined) => typed?.split(',').map((word) => word.trim()) ?? null

export interface ChosenPlan {
  readonly plan: RenderPlan
  /** The options that start a render of this plan. */
  readonly options: PlanOptions
}

/** The chosen part of a story. Throws `chapter-unknown` and `block-unknown`. */
export function partOfChoice(
  story: Story,
  { chapters, blocks }: Pick<RenderChoice, 'chapters' | 'blocks'>,
): ExportPart {
  if (blocks !== null) return { kind: 'blocks', ids: [...findBlocks(story, blocks)] }
  if (chapters === null) return WHOLE_STORY
  const parts = findChapters(story, chapters).map((id) => ({ kind: 'chapter' as const, id }))
  const [part] = parts
  return parts.length === 1 && part !== undefined
    ? part
    : { kind: 'blocks', ids: parts.flatMap((each) => heardIdsOf(story, each)) }
}

const heardIdsOf = (story: Story, part: ExportPart) =>
  heardBlocksOf(storyOfPart(story, part)).map(({ id }) => id)

function findChapters(story: Story, words: readonly string[]): ChapterId[] {
  const ids = sectionsOf(story).flatMap(({ chapter }) => chapter?.id ?? [])
  const isWanted = new Set(
    words.flatMap((word) => {
      const found = sliceOf(ids, word)
      if (found === null) throw new UserFacingError('chapter-unknown', { chapter: word, last: ids.length })
      return found
    }),
  )
  return ids.filter((id) => isWanted.has(id))
}

/** The export settings with a retail sample that begins with the typed block; null for the default start. Throws `block-unknown`. */
export function withSampleFrom(settings: ExportSettings, story: Story, typed: string | null): ExportSettings {
  const { sample } = settings
  if (sample === null || typed === null) return settings
  const [blockId = null] = findBlocks(story, [typed])
  return { ...settings, sample: { ...sample, blockId } }
}

/**
 * Plans a render, including the credits of an export; `isKept` if the story keeps the audio. Throws `block-unknown`, `chapter-unknown`, and
 * `render-over-limit` if the render costs more than the choice allows.
 */
export function planChoice(
  project: Project,
  choice: RenderChoice,
  isKept: boolean,
  settings: ExportSettings,
): ChosenPlan {
  const story = project.story()
  const part = partOfChoice(story, choice)
  const spokenCredits = creditsOfPart(story, part, settings)
  const takes = project.takes()
  const audio = {
    takes: indexTakes(takes),
    allTakes: takes,
    render: part.kind === 'story' || !choice.isForFile ? project.render() : null,
  }
  const named = part.kind === 'story' ? null : new Set(heardIdsOf(story, part))
  const connectionIds = [...new Set(project.jobs.list().map(({ connectionId }) => connectionId))]
  const planned = planRender(story, audio, {
    only: named,
    way: choice.way,
    isKept,
    spokenCredits,
    connectionIds,
  })
  const { isOnlyChanged, leavesOutMissing } = choice
  const isChosen = (block: BlockPlan) => {
    if (block.kind === 'make') return isOnlyChanged ? !isNew(block) : !leavesOutMissing
    return block.kind !== 'barred' || !leavesOutMissing
  }
  const only =
    isOnlyChanged || leavesOutMissing
      ? new Set(planned.blocks.filter(isChosen).map(({ block }) => block.id))
      : named
  const options = { only, way: planned.way, isKept, spokenCredits, connectionIds }
  const plan = only === named ? planned : planRender(story, audio, options)
  const credits = planCredits(plan)
  if (choice.maxCredits !== null && credits > choice.maxCredits)
    throw new UserFacingError('render-over-limit', { credits, limit: choice.maxCredits })
  return { plan, options }
}

/** Whether all audio of a choice exists, made by the story's own service. Throws `block-unknown` and `chapter-unknown`. */
export function isMade(project: Project, choice: RenderChoice, settings: ExportSettings): boolean {
  const all = { ...choice, leavesOutMissing: false, maxCredits: null }
  const { plan } = planChoice(project, all, true, settings)
  return plan.way === null && plan.barred.length === 0
}

const isNew = ({ why }: BlockPlanOf<'make'>) => why.includes('new')

function findBlocks(story: Story, words: readonly string[]): ReadonlySet<BlockId> {
  const ids = blocksOf(story).map(({ id }) => id)
  return new Set(
    words.flatMap((word) => {
      const known = ids.find((id) => id === word)
      const found = known === undefined ? sliceOf(ids, word) : [known]
      if (found === null) throw new UserFacingError('block-unknown', { block: word, last: ids.length })
      return found
    }),
  )
}

/** The items at a number or a range of numbers from 1; null if some do not exist. */
function sliceOf<Item>(items: readonly Item[], word: string): readonly Item[] | null {
  const range = parseRange(word)
  return range === null || range.to > items.length ? null : items.slice(range.from - 1, range.to)
}

function parseRange(word: string): { readonly from: number; readonly to: number } | null {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(word) ?? []
  const [from, to] = [Number(first), Number(last)]
  return from >= 1 && to >= from ? { from, to } : null
}

/** What a render does with each block, as `--plan --json` prints it. Blocks are identified by number and id. */
export function planJson(story: Story, plan: RenderPlan): object {
  const nameOf = ({ block }: BlockPlan) => ({ block: blockNumber(story, block.id), id: block.id })
  return {
    keep: plan.keep.map((each) => ({ ...nameOf(each), take: each.take?.id ?? null })),
    make: plan.make.map((each) => ({ ...nameOf(each), why: each.why, credits: each.credits })),
    locked: plan.locked.map((each) => ({ ...nameOf(each), isOutOfDate: each.isOutOfDate })),
    cannot: plan.barred.map((each) => ({ ...nameOf(each), why: each.why })),
    way: plan.way,
    characters: plan.way === 'story' ? (plan.whole?.characters ?? 0) : plan.characters,
    credits: planCredits(plan),
  }
}

/** The same as text. */
export function describePlan(story: Story, plan: RenderPlan): string {
  const { keep, make, locked, barred, way } = plan
  const lines = [
    ...make.map(
      ({ block, why, credits }) =>
        `render  ${blockNumber(story, block.id)} · ${why.join(', ')} · ${credits.toLocaleString('en')}`,
    ),
    ...barred.map(({ block, why }) => `cannot be rendered  ${blockNumber(story, block.id)} · ${why}`),
    `${make.length} to render, ${keep.length} kept, ${locked.length} locked, ${barred.length} cannot be rendered`,
    `${planCredits(plan).toLocaleString('en')} credits${way === 'story' ? ', by one request for the whole story' : ''}`,
  ]
  return `${lines.join('\n')}\n`
}
