import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EXPORT_PRESETS } from '../../../shared/export/exportSettings.ts'
import {
  CAST_FORMAT,
  NOTES_FORMAT,
  SPOKEN_FORMAT,
  TEXT_FORMATS,
  type TextFormat,
} from '../../../shared/export/exportFormats.ts'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import { isTextEncoding, type TextEncoding } from '../../../shared/files/textEncodings.ts'
import { parseExportChoices } from './exportChoices.ts'
import { parseImportChoices } from './importChoices.ts'
import { COMMAND_NAMES, givenOptions, OPTIONS, type CommandName, type Values } from './options.ts'
import { parseRenderChoice } from './renderChoice.ts'
import type { Reading, RenderOrder } from './renderOrder.ts'
import { parseConnectionsCommand, type ConnectionsCommand } from './servers.ts'
import { parseSeveralRenders, type SeveralRenders } from './severalRenders.ts'
import type { UpdateOrder } from './updateFromFile.ts'
import { parseVoicesCommand, type VoicesCommand } from './voices.ts'

/** The parsed command line. Paths are as typed, except for `outPath`, which is absolute. */
export type Command =
  | RenderOrder
  | SeveralRenders
  | {
      readonly kind: 'import'
      readonly input: string
      readonly outPath: string
      readonly isJson: boolean
      readonly data: string | undefined
      readonly reading: Reading
    }
  | (UpdateOrder & {
      readonly kind: 'update'
      readonly data: string | undefined
      readonly reading: Reading
    })
  | { readonly kind: 'export-request'; readonly input: string; readonly reading: Reading }
  | (ExportPlace & {
      readonly kind: 'export-cast' | 'export-notes' | 'export-spoken'
      readonly input: string
      readonly reading: Reading
    })
  | (ExportPlace & {
      readonly kind: 'export-text'
      readonly input: string
      readonly format: TextFormat
      readonly reading: Reading
    })
  | { readonly kind: 'sample'; readonly outPath: string; readonly blockCount: number }
  | (ConnectionsCommand & { readonly data: string | undefined })
  | (VoicesCommand & { readonly data: string | undefined })
  | { readonly kind: 'diagnostics'; readonly data: string | undefined }
  /** Help for a command, or for Fabula if null. */
  | { readonly kind: 'help'; readonly command: CommandName | null }
  | { readonly kind: 'version' }
  /** The arguments make no sense; `problem` is one sentence. */
  | { readonly kind: 'wrong'; readonly problem: string; readonly command: CommandName | null }

/** Where an exported text goes. */
export interface ExportPlace {
  /** Null for standard output. */
  readonly outPath: string | null
  /** Whether an existing file is replaced. */
  readonly isForced: boolean
}

/** Twenty times the size that the editor is measured with. */
const MAX_SAMPLE_BLOCKS = 100_000

/** Reads the arguments after the program's name. */
export function parseCommandLine(args: readonly string[]): Command {
  const [first] = args
  const command = COMMAND_NAMES.find((each) => each === first) ?? null
  const parsed = parseArguments(args)
  return typeof parsed === 'string' ? { kind: 'wrong', problem: parsed, command } : parsed
}

/** Returns the command, or a sentence that says what is wrong. */
function parseArguments(args: readonly string[]): Command | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [name, ...words] = positionals
    const command = COMMAND_NAMES.find((each) => each === name)
    if (values.help === true) return { kind: 'help', command: command ?? null }
    if (values.version === true) return { kind: 'version' }
    if (name === 'help')
      return { kind: 'help', command: COMMAND_NAMES.find((each) => each === words[0]) ?? null }
    if (name === undefined) return { kind: 'help', command: null }
    if (command === undefined) return `There is no command “${name}”.`
    const other = givenOptions(values).find(({ of }) => !of.includes(command))
    if (other !== undefined) return `--${other.name} belongs to ${other.of.join(', ')}.`
    return COMMANDS[command](words, values)
  } catch (error) {
    // Node explains an unknown or incomplete option in its first sentence; the rest is about escaping.
    return error instanceof Error ? (error.message.split(/(?<=\.) /)[0] ?? '') : ''
  }
}

type ParseCommand = (words: readonly string[], values: Values) => Command | string

const COMMANDS: Readonly<Record<CommandName, ParseCommand>> = {
  render: renderCommand,
  import: withOneFile(importCommand),
  update: updateCommand,
  export: withOneFile(exportCommand),
  connections: (words, { data }) => withData(parseConnectionsCommand(words), data),
  voices: (words, { data, json = false }) => withData(parseVoicesCommand(words, json), data),
  sample: sampleCommand,
  diagnostics: ([word], { data }) =>
    word === undefined ? { kind: 'diagnostics', data } : `“${word}” is too much: diagnostics reads no file.`,
}

function withData<Parsed extends object>(command: Parsed | string, data: string | undefined) {
  return typeof command === 'string' ? command : { ...command, data }
}

function withOneFile(parse: (input: string, values: Values) => Command | string): ParseCommand {
  return ([input, ...others], values) => {
    if (input === undefined) return 'Name the file to read.'
    return others.length > 0 ? `“${others.join(' ')}” is too much: one file at a time.` : parse(input, values)
  }
}

function renderCommand(words: readonly string[], values: Values): Command | string {
  const { project: projects, 'out-dir': outDir } = values
  if (projects !== undefined && words.length > 0) return '--project names the file to read.'
  const inputs = projects ?? words
  const [input, ...others] = inputs
  if (input === undefined) return 'Name the file to read.'
  return others.length > 0 || outDir !== undefined
    ? parseSeveralRenders(inputs, values, renderOrder)
    : renderOrder(input, values)
}

function renderOrder(input: string, values: Values): RenderOrder | string {
  const { out, json: isJson = false, plan: isPlan = false, connection, data } = values
  const isInPlace = values.project !== undefined
  if (isInPlace && fileTypeOf(input)?.story !== 'project')
    return '--project names a story of Fabula’s, with a name that ends in .fabula.'
  if (isInPlace && (values.voice !== undefined || values.cast !== undefined))
    return '--voice and --cast do not go with --project, whose story keeps its own voices.'
  const choice = parseRenderChoice(values)
  if (typeof choice === 'string') return choice
  if (out === undefined && !isInPlace && !isPlan) return 'Say where the audio is to go, with --out.'
  const ofFile = givenOptions(values).find(({ goesWith }) => goesWith === 'out')
  if (out === undefined && ofFile !== undefined) return `--${ofFile.name} goes with --out.`
  const settings = out === undefined ? EXPORT_PRESETS.none : parseExportChoices(out, values)
  if (typeof settings === 'string') return settings
  const reading = parseReading(values)
  if (typeof reading === 'string') return reading
  const { 'over-cap': mayPassCaps = false, 'send-again': maySendAgain = false } = values
  const outPath = out === undefined || isPlan ? null : resolve(out)
  const coverPath = values.cover === undefined ? null : resolve(values.cover)
  const sampleFrom = values['sample-from'] ?? null
  const order = { input, isInPlace, isPlan, choice, outPath, settings, sampleFrom, coverPath, isJson }
  return { kind: 'render', ...order, mayPassCaps, maySendAgain, connection, data, reading }
}

function importCommand(input: string, values: Values): Command | string {
  const outPath = storyPathIn(values)
  const reading = parseReading(values)
  if (outPath === null) return NO_STORY_PATH
  if (typeof reading === 'string') return reading
  return { kind: 'import', input, outPath, isJson: values.json ?? false, data: values.data, reading }
}

function updateCommand([story, input, ...others]: readonly string[], values: Values): Command | string {
  if (story === undefined || fileTypeOf(story)?.story !== 'project')
    return 'Name the story to update, which ends in .fabula, and then the file.'
  if (input === undefined) return 'Name the file to read, after the story.'
  if (others.length > 0) return `“${others.join(' ')}” is too much: one file at a time.`
  const reading = parseReading(values)
  if (typeof reading === 'string') return reading
  const { json: isJson = false, 'dry-run': isDryRun = false, data } = values
  return { kind: 'update', storyPath: story, input, isJson, isDryRun, data, reading }
}

function exportCommand(input: string, values: Values): Command | string {
  const { as, out, force: isForced = false, request = false } = values
  const format = TEXT_FORMATS.find((each) => each === as)
  const formats: readonly string[] = [...TEXT_FORMATS, CAST_FORMAT, NOTES_FORMAT, SPOKEN_FORMAT]
  if (as !== undefined && !formats.includes(as))
    return `“${as}” is no format: --as takes ${formats.join(', ')}.`
  if (request === (as !== undefined)) return 'Say what to export: --request, or --as with a format.'
  if (request && (out !== undefined || isForced)) return '--request prints: --out and --force go with --as.'
  const reading = parseReading(values)
  if (typeof reading === 'string') return reading
  if (as === undefined) return { kind: 'export-request', input, reading }
  if (out === undefined && as !== SPOKEN_FORMAT) return 'Say where the file is to go, with --out.'
  const outPath = out === undefined || out === '-' ? null : resolve(out)
  const order = { input, outPath, isForced, reading }
  if (format !== undefined) return { kind: 'export-text', format, ...order }
  return {
    kind: as === SPOKEN_FORMAT ? 'export-spoken' : as === NOTES_FORMAT ? 'export-notes' : 'export-cast',
    ...order,
  }
}

function sampleCommand([input]: readonly string[], values: Values): Command | string {
  if (input !== undefined) return `“${input}” is too much: sample reads no file.`
  const outPath = storyPathIn(values)
  if (outPath === null) return NO_STORY_PATH
  const blockCount = Number(values.blocks ?? 5_000)
  if (!Number.isInteger(blockCount) || blockCount < 1 || blockCount > MAX_SAMPLE_BLOCKS)
    return `--blocks must be a whole number from 1 to ${MAX_SAMPLE_BLOCKS}.`
  return { kind: 'sample', outPath, blockCount }
}

const NO_STORY_PATH = 'Say where the story is to go, with --out and a name that ends in .fabula.'

/** The path of the story to write; null if the name is not that of a story. */
function storyPathIn({ out }: Values): string | null {
  return out !== undefined && fileTypeOf(out)?.story === 'project' ? resolve(out) : null
}

/** The reading options, or a sentence that says what is wrong. */
function parseReading(values: Values): Reading | string {
  const encoding = parseEncoding(values.encoding)
  if (encoding === null) return `There is no encoding “${values.encoding ?? ''}”.`
  const choices = parseImportChoices(values)
  return typeof choices === 'string' ? choices : { encoding, choices }
}

/** The encoding with this name, in any case; null if Fabula does not know it. */
function parseEncoding(name: string | undefined): TextEncoding | undefined | null {
  const known = name?.toLowerCase()
  if (known === undefined) return undefined
  return isTextEncoding(known) ? known : null
}
