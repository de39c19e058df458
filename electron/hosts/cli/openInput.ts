import { basename, join } from 'node:path'
import { fileTypeOf, MAX_STORY_FILE_BYTES } from '../../../shared/files/fileTypes.ts'
import { TEXT_ENCODINGS, type TextEncoding } from '../../../shared/files/textEncodings.ts'
import { planDirectly } from '../../../shared/import/importStory.ts'
import type { ImportProblem, ImportSource } from '../../../shared/import/source.ts'
import { guessColumns, type ImportTable, sourceFromTable, unreadCells } from '../../../shared/import/table.ts'
import type { ImportReading } from '../../../shared/ipc/importContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { storyRecordsOf } from '../../../shared/import/storyFromPlan.ts'
import type { Planned } from '../../../shared/import/planned.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import type { LexiconEntry } from '../../../shared/story/records.ts'
import { type CastingVoice, castingVoicesOf, countOtherGenderIn } from '../../../shared/voices/casting.ts'
import { findVoicesFolder } from '../../app/appFolder.ts'
import { readInstalledPacks } from '../../lib/voices/installedPacks.ts'
import { createDocumentReader } from '../../lib/documents/documentReader.ts'
import { copyProjectFile, createProject } from '../../project/createProject.ts'
import { openProject } from '../../project/openProject.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import { castChange } from './castChoice.ts'
import type { ImportChoices } from './importChoices.ts'

/** A plan, and the reading that it was made from. */
export interface PlannedInput extends Planned {
  /** The name of the selected sheet. */
  readonly sheet: string | undefined
  readonly reading: ImportReading
}

export interface InputOptions {
  /** A folder that is deleted when the program ends. */
  readonly workFolder: string
  readonly newId: () => string
  readonly now: () => number
  /** Called only if the input is `-`. */
  readonly stdin: () => AsyncIterable<Uint8Array>
  /** The encoding of a text; undefined for the most likely one. */
  readonly encoding: TextEncoding | undefined
  /** The password of a protected document. */
  readonly password: string | null
  /** The reading options given on the command line. */
  readonly choices: ImportChoices
  /** The app's folder, which contains its natural voices. */
  readonly dataDir: string
  /** Called with a sentence if the encoding of a text is a guess, or if part of the file could not be read. */
  readonly warn: (sentence: string) => void
  /** Called with each conversion of the project as it changes. */
  readonly onJob?: (record: JobRecord) => void
  /** The entries of the lexicon for all stories. */
  readonly commonLexicon: () => readonly LexiconEntry[]
}

const WORKER = new URL('../../lib/documents/documentWorker.ts', import.meta.url)

/**
 * Opens the input as a project in the work folder: a copy of a `.fabula` file, or a new project made from any other file. Never writes to
 * the input. Throws a UserFacingError if the file cannot be read.
 */
export async function openInput(input: string, options: InputOptions): Promise<Project> {
  const { workFolder, newId, now, onJob, commonLexicon } = options
  const projectOptions = {
    projectId: projectIdSchema.parse(newId()),
    isDraft: true,
    isTemporary: true,
    now,
    createId: newId,
    onJob,
    commonLexicon,
  }
  if (fileTypeOf(input)?.story === 'project') {
    const copyPath = join(workFolder, basename(input))
    copyProjectFile(input, copyPath)
    return withCast(openProject(copyPath, projectOptions), options)
  }
  const planned = await planInput(input, options)
  const path = join(workFolder, 'story.fabula')
  return withNewCast(createProject(path, storyRecordsOf(planned, newId), projectOptions), options)
}

/** Assigns the voices of the command line to a new story, and warns of characters with voices of the other gender. Throws like `withCast`. */
export async function withNewCast(
  project: Project,
  options: Pick<InputOptions, 'choices' | 'dataDir' | 'warn'>,
): Promise<Project> {
  const cast = await withCast(project, options)
  const { voice, castPath } = options.choices.cast
  if (voice !== undefined || castPath !== undefined) return cast
  const counts = countOtherGenderIn(cast.story(), castingVoicesIn(options.dataDir))
  const told = [
    ...(counts.woman === 0
      ? []
      : [`${counts.woman} of the women ${counts.woman === 1 ? 'has' : 'have'} a voice of a man`]),
    ...(counts.man === 0
      ? []
      : [`${counts.man} of the men ${counts.man === 1 ? 'has' : 'have'} a voice of a woman`]),
  ]
  if (told.length > 0)
    options.warn(
      `${told.join(', and ')}, because this language has no other natural voice here. Add one with “fabula voices add”, or choose voices with --cast.`,
    )
  return cast
}

/** Assigns the voices of the command line to the story. If that fails, closes the story and throws like `castChange`. */
export async function withCast(
  project: Project,
  { choices, dataDir, warn }: Pick<InputOptions, 'choices' | 'dataDir' | 'warn'>,
): Promise<Project> {
  try {
    const change = await castChange(project.story(), choices.cast, { dataDir, warn })
    if (change !== null) project.commit(change)
    return project
  } catch (error) {
    project.close()
    throw error
  }
}

/** The voices of this computer that can be assigned to characters. */
export function castingVoicesIn(dataDir: string): readonly CastingVoice[] {
  return castingVoicesOf(readInstalledPacks(findVoicesFolder(dataDir)).map(({ manifest }) => manifest))
}

/** The beginning of a text, on one line. */
export function shorten(text: string): string {
  const line = text.slice(0, 200).replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** Reads an input other than a `.fabula` file. Warns about parts that cannot be read, and about a guessed encoding. Throws like `openInput`. */
export async function readInput(
  input: string,
  options: Pick<InputOptions, 'encoding' | 'password' | 'warn' | 'choices' | 'stdin'>,
): Promise<ImportReading> {
  const { encoding, password, warn, choices } = options
  const file = input === '-' ? { name: 'Story', bytes: await readAll(options.stdin()) } : input
  const reader = createDocumentReader({ workerUrl: WORKER })
  const reading = await reader.readImport({ file, encoding, password })
  const read = reading.encoding
  const { source } = sheetOf(reading, choices.sheet)
  if (read?.isSure === false) {
    warn(
      `${basename(input)} was read as ${TEXT_ENCODINGS[read.name]}. Where letters are wrong, name its encoding with --encoding.`,
    )
  }
  for (const { line, name, problem } of source.problems)
    warn(`${name === undefined ? `Line ${line}` : `“${name}”`} ${PROBLEM_WORDS[problem]}.`)
  return reading
}

/** Reads an input other than a `.fabula` file, and plans the story to make from it. Throws like `openInput`. */
export async function planInput(input: string, options: InputOptions): Promise<PlannedInput> {
  const reading = await readInput(input, options)
  const { choices } = options
  const { source, unread } = sheetOf(reading, choices.sheet)
  const voices = castingVoicesIn(options.dataDir)
  const { pieces, kinds, blockSize, hasOneVoice, language } = choices
  const decided = {
    ...(blockSize !== undefined && { blockSize }),
    ...(pieces !== undefined && { pieces: new Set(pieces) }),
  }
  return {
    ...planDirectly(source, { readsQuotations: !hasOneVoice, decided, kinds, language, voices }),
    unread,
    reading,
    sheet: choices.sheet,
  }
}

const PROBLEM_WORDS: Readonly<Record<ImportProblem['problem'], string>> = {
  'no-words': 'is left out: it has no words',
  'bad-times': 'has times that are not valid: the line is read without them',
  'bad-cue': 'has no times that can be read',
  'bad-row': 'is left out: its quotation marks are not closed',
  'no-page': 'is left out: it is not in the file, or damaged',
  'picture-page': 'is left out: it is a picture without text',
  variable: 'contains a variable, which only the game can fill in',
  'unsure-translation': 'has a translation that is marked as unsure',
  'no-translation': 'has no translation: the original text is used',
}

/** The source of a reading, or of one of its sheets, and the table cells that are not read. */
function sheetOf(
  { name, source, table, sheets = [] }: ImportReading,
  sheet: string | undefined,
): { readonly source: ImportSource; readonly unread: readonly string[] } {
  const unreadIn = (each: ImportTable) => unreadCells(each, guessColumns(each)).map(({ text }) => text)
  if (sheet === undefined) return { source, unread: table === null ? [] : unreadIn(table) }
  const all = table === null || sheets.length > 0 ? sheets : [table]
  const named = all.find((each) => each.sheet === sheet)
  if (named === undefined) {
    const known = all.flatMap((each) => each.sheet ?? []).join(', ')
    throw new UserFacingError('sheet-unknown', { name, sheet, known })
  }
  return { source: sourceFromTable(named, guessColumns(named)), unread: unreadIn(named) }
}

/** Reads at most one byte more than a story file may have, so that the reader refuses a longer input. */
async function readAll(stdin: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stdin) {
    pieces.push(piece)
    length += piece.length
    if (length > MAX_STORY_FILE_BYTES) break
  }
  return Buffer.concat(pieces)
}
