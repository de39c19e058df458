/** `fabula update`: updates a story from the current version of its file, and reports the changes. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import { kindOf } from '../../../shared/import/coverage.ts'
import { importedFrom, markedEntries } from '../../../shared/import/incoming.ts'
import { defaultOptions } from '../../../shared/import/options.ts'
import { wayOf, type Origin } from '../../../shared/import/origin.ts'
import { createReview, type ImportReview } from '../../../shared/import/review.ts'
import { packOptions, type ReviewChoices } from '../../../shared/import/reviewView.ts'
import { sourceFromStory } from '../../../shared/import/sourceFromStory.ts'
import { updateChange } from '../../../shared/import/updateChange.ts'
import { costsOfUpdate } from '../../../shared/import/updateCost.ts'
import {
  DIFFERENCE_KINDS,
  usuallyTaken,
  type DifferenceKind,
  type StoryUpdate,
  type UpdateDifference,
} from '../../../shared/import/updateStory.ts'
import type { ImportReading } from '../../../shared/ipc/importContract.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { NARRATOR } from '../../../shared/import/storyFromPlan.ts'
import { isEmptyChange } from '../../../shared/story/changes.ts'
import { BUILT_IN_CONNECTION, type StoryRecord } from '../../../shared/story/records.ts'
import { indexTakes } from '../../../shared/story/takes.ts'
import { knownOf, originOf } from '../../app/origins.ts'
import { openProject } from '../../project/openProject.ts'
import type { Project } from '../../project/project.ts'
import { readStoryFile } from '../../project/readProject.ts'
import { castingVoicesIn, readInput, shorten, type InputOptions, type PlannedInput } from './openInput.ts'

export interface UpdateOrder {
  /** The path of the story to change. */
  readonly storyPath: string
  readonly input: string
  readonly isJson: boolean
  /** Whether the changes are only reported. */
  readonly isDryRun: boolean
}

/** Saves a version of a story, then updates it from a file. Rejects with the errors of `openProject` and `readInput`, and with `document-empty`. */
export async function updateFromFile(order: UpdateOrder, options: InputOptions): Promise<string> {
  const { newId, now, commonLexicon } = options
  const projectId = projectIdSchema.parse(newId())
  const file = fileOf(order.input)
  const reading =
    fileTypeOf(order.input)?.story === 'project'
      ? readStory(order.input)
      : await readInput(order.input, options)
  const project = openProject(order.storyPath, {
    projectId,
    isDraft: false,
    now,
    createId: newId,
    commonLexicon,
  })
  try {
    return await update(project, reading, file, order, options)
  } finally {
    project.close()
  }
}

type OpenedFile = Pick<Origin, 'name' | 'path' | 'sha256' | 'modifiedMs'>

/** The file at a path, before it is read; null for standard input. */
export function fileOf(input: string): OpenedFile | null {
  const path = resolve(input)
  const stats = input === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
  if (stats?.isFile() !== true) return null
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  return { name: basename(path), path, sha256, modifiedMs: stats.mtimeMs }
}

/** The decisions stored with a new story, so that an update reads the file in the same way. */
export function rememberedOf(
  planned: PlannedInput,
  records: readonly StoryRecord[],
): Omit<Origin, keyof OpenedFile> {
  const { reading, options, source } = planned
  const place = (reading.sheets ?? []).findIndex(
    ({ sheet }) => sheet !== undefined && sheet === planned.sheet,
  )
  const table = place < 0 ? reading.table : reading.sheets?.[place]
  const choices = { mapping: { sheet: place < 0 ? null : place }, options: packOptions(options) }
  return {
    readAs: reading.readAs,
    way: wayOf(choices, packOptions(defaultOptions(source)), table?.header ?? null),
    imported: importedFrom(planned, markedEntries(records)),
  }
}

function readStory(path: string): ImportReading {
  const source = sourceFromStory(readStoryFile(path))
  return { name: basename(path), sizeBytes: 0, source, table: null, encoding: null, readAs: null }
}

async function update(
  project: Project,
  reading: ImportReading,
  file: OpenedFile | null,
  { isJson, isDryRun, storyPath }: UpdateOrder,
  options: InputOptions,
): Promise<string> {
  const story = project.story()
  const origins = project.origins()
  const origin = originOf(origins, file)
  const review = createReview(reading)
  const choices = decided(review, origin, reading, options)
  const by = { narrator: NARRATOR, voices: castingVoicesIn(options.dataDir), newId: options.newId }
  const compared = review.compare(choices, story, { ...by, ...knownOf(origins, origin) })
  const taken = usuallyTaken(compared.update)
  const change = updateChange(story, compared.update, taken)
  const allTakes = project.takes()
  const costs = costsOfUpdate(story, compared.update, {
    ...{ takes: indexTakes(allTakes), allTakes, render: project.render() },
  })
  if (!isDryRun) {
    if (!isEmptyChange(change)) {
      await project.keepVersionBefore('update', reading.name)
      project.commit(change)
    }
    const { way, imported } = compared
    if (file !== null)
      project.keepOrigin({ ...file, readAs: reading.readAs, way, imported }, origin?.path ?? file.path)
  }
  const toRender = [...costs].filter(([key]) => taken.has(key))
  const summary = {
    ...{ path: storyPath, input: reading.name, isDryRun, update: compared.update, taken },
    blocksToRender: toRender.length,
    credits:
      story.info.connectionId === BUILT_IN_CONNECTION
        ? 0
        : toRender.reduce((sum, [, credits]) => sum + credits, 0),
  }
  return isJson ? `${JSON.stringify(jsonOf(summary))}\n` : describe(summary)
}

/** The stored decisions about the file, overridden by those of the command line. */
function decided(
  review: ImportReview,
  origin: Origin | null,
  { source, sheets = [], name }: ImportReading,
  { choices }: InputOptions,
): ReviewChoices {
  const { blockSize, pieces, kinds, sheet } = choices
  const place = sheets.findIndex((each) => each.sheet === sheet)
  if (sheet !== undefined && place < 0)
    throw new UserFacingError('sheet-unknown', {
      ...{ name, sheet, known: sheets.flatMap((each) => each.sheet ?? []).join(', ') },
    })
  const mapping = { sheet: place }
  const usual =
    sheet === undefined
      ? review.usual(origin?.way ?? null)
      : { mapping, options: review.map(mapping).source.usual }
  return {
    mapping: usual.mapping,
    options: {
      ...usual.options,
      ...(blockSize !== undefined && { blockSize }),
      ...(pieces !== undefined && { pieces: [...pieces] }),
      chapters: usual.options.chapters.map((chapter) => ({
        ...chapter,
        isIncluded: chapter.isIncluded || (kinds.length > 0 && kinds.includes(kindOf(source, chapter))),
      })),
    },
  }
}

interface Summary {
  readonly path: string
  readonly input: string
  readonly isDryRun: boolean
  readonly update: StoryUpdate
  readonly taken: ReadonlySet<string>
  readonly blocksToRender: number
  readonly credits: number
}

function jsonOf({
  path,
  input,
  isDryRun,
  update: { differences, found, repeated },
  taken,
  ...costs
}: Summary) {
  const of = (each: UpdateDifference) => ({
    ...{ type: each.type, ids: each.ids, chapter: each.chapter },
    ...(each.kind !== 'added' && { before: each.before }),
    ...(each.kind === 'added' || each.kind === 'changed' ? { after: each.after } : {}),
    ...(each.patch !== undefined && { fields: Object.keys(each.patch) }),
  })
  const taking = differences.filter(({ key }) => taken.has(key))
  const ofKind = (kind: DifferenceKind) => taking.filter((each) => each.kind === kind).map(of)
  const left = differences.filter(({ key }) => !taken.has(key))
  return {
    ...{ path, input, dryRun: isDryRun, found },
    ...{ added: ofKind('added'), changed: ofKind('changed') },
    ...{ removed: ofKind('removed'), moved: ofKind('moved') },
    left: left.map((each) => ({ kind: each.kind, why: each.kept, ...of(each) })),
    repeatedIds: repeated,
    ...costs,
  }
}

const SIGNS = { added: '+', changed: '~', removed: '-', moved: '>' } as const
const KEPT = {
  locked: 'the block is locked',
  edited: 'its words were changed in the story, too',
  own: 'it is not from this file',
} as const
/** The most differences that are listed; --json lists all. */
const MOST_LISTED = 40

function describe({
  path,
  isDryRun,
  update: { differences, repeated },
  taken,
  blocksToRender,
  credits,
}: Summary): string {
  const taking = differences.filter(({ key }) => taken.has(key))
  const counts = DIFFERENCE_KINDS.map(
    (kind) => `${taking.filter((each) => each.kind === kind).length} ${kind}`,
  )
  const left = differences.filter(({ key }) => !taken.has(key))
  const price = credits === 0 ? '' : ` for ≈ ${credits.toLocaleString('en')} credits`
  const lines = [
    path,
    differences.length === 0
      ? 'The story already matches the file.'
      : `${counts.join(' · ')}${isDryRun ? ' (nothing was changed)' : ''}`,
    ...(blocksToRender === 0 ? [] : [`${blocksToRender} to render${price}.`]),
    ...repeated.map(({ name, count }) => `The file has the id “${name}” ${count} times.`),
    ...taking.slice(0, MOST_LISTED).map((each) => `${SIGNS[each.kind]} ${wordsOf(each)}`),
    ...(taking.length > MOST_LISTED ? [`… and ${taking.length - MOST_LISTED} more.`] : []),
    ...left
      .slice(0, MOST_LISTED)
      .map((each) => `Left as it is, since ${KEPT[each.kept ?? 'own']}: ${wordsOf(each)}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function wordsOf({ kind, before, after, ids }: UpdateDifference): string {
  if (kind === 'changed' && before !== after) return `${shorten(before)} → ${shorten(after)}`
  return `${shorten(kind === 'added' ? after : before)}${ids.length > 1 ? ` (${ids.length})` : ''}`
}
