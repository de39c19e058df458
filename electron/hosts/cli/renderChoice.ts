/** What of a story the terminal renders, how, and for how much; and what a render would do, for `--plan` and `--json`. */
import { creditsOfPart } from '../../../shared/export/exportCredits.ts'
import { storyOfPart, WHOLE_STORY, type ExportPart } from '../../../shared/export/exportPart.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { heardBlocksOf } from '../../../shared/story/heardBlocks.ts'
import { renderWaySchema, type BlockId, type RenderWay } from '../../../shared/story/records.ts'
import {
  planCredits,
  planRender,
  type BlockPlan,
  type PlanOptions,
  type RenderPlan,
} from '../../../shared/story/renderPlan.ts'
import { blockNumber, blocksOf, sectionsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { indexTakes } from '../../../shared/story/takes.ts'
import type { Project } from '../../project/project.ts'
import type { Values } from './options.ts'

export interface RenderChoice {
  /** The chapter, by its place in the story from 1; null for the whole story. */
  readonly chapter: number | null
  /** Ids, numbers and ranges of numbers, as they were typed; null for all blocks. */
  readonly blocks: readonly string[] | null
  /** Whether blocks are left out that were never made. */
  readonly isOnlyChanged: boolean
  readonly maxCredits: number | null
  readonly way: RenderWay | null
}

/** The choice of a command, or a sentence that says what is wrong. */
export function parseRenderChoice(values: Values): RenderChoice | string {
  const { project, plan = false, blocks, 'only-changed': isOnlyChanged = false } = values
  if ((blocks !== undefined || isOnlyChanged) && project === undefined && !plan)
    return '--blocks and --only-changed belong to --project.'
  const way = values.way === undefined ? null : renderWaySchema.safeParse(values.way).data
  if (way === undefined) return `--way takes ${renderWaySchema.options.join(' or ')}.`
  if (way === 'story' && (blocks !== undefined || isOnlyChanged))
    return '--way story makes all blocks: it goes without --blocks and --only-changed.'
  const maxCredits = values['max-credits'] === undefined ? null : Number(values['max-credits'] || NaN)
  if (maxCredits !== null && !(Number.isSafeInteger(maxCredits) && maxCredits >= 0))
    return '--max-credits must be a whole number.'
  const { chapter: typed } = values
  const chapter = typed === undefined ? null : Number(typed || NaN)
  if (chapter !== null && !(Number.isSafeInteger(chapter) && chapter >= 1))
    return `--chapter takes the number of a chapter, from 1, not “${typed ?? ''}”.`
  if (chapter !== null && (blocks !== undefined || isOnlyChanged || way === 'story'))
    return '--chapter goes without --blocks, --only-changed and --way story.'
  const words = blocks?.split(',').map((word) => word.trim()) ?? null
  return { chapter, blocks: words, isOnlyChanged, maxCredits, way }
}

export interface ChosenPlan {
  readonly plan: RenderPlan
  /** What a render is started with to make this plan. */
  readonly options: PlanOptions
}

/** The part of a story that a choice is of. Throws `chapter-unknown`. */
export function partOfChoice(story: Story, { chapter }: Pick<RenderChoice, 'chapter'>): ExportPart {
  if (chapter === null) return WHOLE_STORY
  const chapters = sectionsOf(story).flatMap((section) => section.chapter ?? [])
  const id = chapters[chapter - 1]?.id
  if (id === undefined) throw new UserFacingError('chapter-unknown', { chapter, last: chapters.length })
  return { kind: 'chapter', id }
}

/** How a story is exported if its retail sample begins with the block that was typed; null for the usual place. Throws `block-unknown`. */
export function withSampleFrom(settings: ExportSettings, story: Story, typed: string | null): ExportSettings {
  const { sample } = settings
  if (sample === null || typed === null) return settings
  const [blockId = null] = findBlocks(story, [typed])
  return { ...settings, sample: { ...sample, blockId } }
}

/**
 * Plans a render of a story that is kept with its audio, or of which only a file is, with the credits of an export. Throws
 * `block-unknown`, `chapter-unknown`, and `render-over-limit` if it costs more than the choice allows.
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
    render: part.kind === 'story' ? project.render() : null,
  }
  const ofPart =
    part.kind === 'story' ? null : new Set(heardBlocksOf(storyOfPart(story, part)).map(({ id }) => id))
  const named = choice.blocks === null ? ofPart : findBlocks(story, choice.blocks)
  const connectionIds = [...new Set(project.jobs.list().map(({ connectionId }) => connectionId))]
  const planned = planRender(story, audio, {
    only: named,
    way: choice.way,
    isKept,
    spokenCredits,
    connectionIds,
  })
  const only = choice.isOnlyChanged
    ? new Set(planned.blocks.filter((block) => !isNew(block)).map(({ block }) => block.id))
    : named
  const options = { only, way: planned.way, isKept, spokenCredits, connectionIds }
  const plan = only === named ? planned : planRender(story, audio, options)
  const credits = planCredits(plan)
  if (choice.maxCredits !== null && credits > choice.maxCredits)
    throw new UserFacingError('render-over-limit', { credits, limit: choice.maxCredits })
  return { plan, options }
}

/** Whether everything that a choice asks for has its audio, by the story's own service. Throws `block-unknown` and `chapter-unknown`. */
export function isMade(project: Project, choice: RenderChoice, settings: ExportSettings): boolean {
  const { plan } = planChoice(project, { ...choice, maxCredits: null }, true, settings)
  return plan.way === null && plan.barred.length === 0
}

const isNew = (plan: BlockPlan) => plan.kind === 'make' && plan.why.includes('new')

function findBlocks(story: Story, words: readonly string[]): ReadonlySet<BlockId> {
  const ids = blocksOf(story).map(({ id }) => id)
  return new Set(
    words.flatMap((word) => {
      const known = ids.find((id) => id === word)
      if (known !== undefined) return [known]
      const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(word) ?? []
      const range = ids.slice(Number(from) - 1, Number(to))
      if (from === undefined || Number(from) < 1 || Number(to) > ids.length || range.length === 0)
        throw new UserFacingError('block-unknown', { block: word, last: ids.length })
      return range
    }),
  )
}

/** What a render does with each block, as `--plan --json` prints it. Blocks are told by their number and id. */
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

/** The same for people to read. */
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
