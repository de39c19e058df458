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
import { fileTypeOf, listExtensions } from '../../../shared/files/fileTypes.ts'
import { isTextEncoding, type TextEncoding } from '../../../shared/files/textEncodings.ts'
import { parseExportChoices } from './exportChoices.ts'
import { parseImportChoices } from './importChoices.ts'
import {
  COMMAND_NAMES,
  type CommandName,
  givenOptions,
  NAMED_OPTIONS,
  type NamedOption,
  OPTIONS,
  type Values,
} from './options.ts'
import { parseRenderChoice, type Reading, type RenderOrder } from './renderChoice.ts'
import { type ConnectionsCommand, parseConnectionsCommand } from './servers.ts'
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
  /** The arguments are invalid; `problem` is one sentence. */
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
    return optionProblem(error)
  }
}

/** What is wrong with an option, from the error of `parseArgs`, which explains more to programmers than to writers. */
function optionProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, option] = /^(?:Unknown option|Option) '(?:-\w, )?(--?[\w-]+)/.exec(message) ?? []
  if (option === undefined) return message
  if (message.startsWith('Unknown')) return `There is no option ${option}.`
  return message.includes('does not take') ? `${option} takes no value.` : `${option} needs a value after it.`
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

/** The reading options, or a sentence that states the problem. */
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

/** The text that `--help` prints, for Fabula and for each command. */
interface Usage {
  /** A phrase that follows the command's name. */
  readonly does: string
  /** The arguments of each form of the command. */
  readonly forms: readonly string[]
  /** Further paragraphs. */
  readonly more: readonly string[]
}

/** The inputs that every command reads. */
const INPUT = [
  `Input: a Fabula story, plain text, Markdown, a document, a screenplay, the script of a game, a table of lines (in a workbook with the columns id, speaker, line, emotion, start, end), translations, captions, a portable story or the body of a story-maker request, in a file whose name ends in one of these: ${listExtensions('open')}; or - for standard input. Input files are never changed.`,
  'Paragraphs become blocks and headings become chapters. Characters are found by names in front of their lines, and by who is said to speak in quotation marks, if that is more than 80 % certain. Set FABULA_DOCUMENT_PASSWORD to open a document that has a password.',
]

const USAGES: Readonly<Record<CommandName, Usage>> = {
  render: {
    does: 'speaks a story and writes it to an audio file',
    forms: [
      '<in> --out <file|folder>',
      '<in>… --out-dir <folder>',
      '--project <file.fabula> [--out <file|folder>]',
      '<in> --plan',
    ],
    more: [
      'The name in --out chooses the format: .mp3, .m4b, .m4a, .wav, .flac or .opus. Files for each chapter or block, and stems, go into a folder. Progress is printed to standard error.',
      'Which service speaks: the connection that --connection names; otherwise the service in FABULA_BASE_URL (https) and FABULA_API_KEY, whose key is never stored; otherwise the connection chosen in the story, which is the local voice by default. The local voice includes the voices of engines that were set up in the app under “Use a voice server…”.',
      'Hosted services: each request appears in the app’s list of conversions and counts against its credit limits. A request that would exceed a limit is not sent, unless you pass --over-cap. If a command is interrupted in any way, repeat it: it continues where it stopped, and nothing is paid for twice. Requests that got no answer, or whose audio cannot be fetched, may have been charged. They are repeated only with --send-again.',
      '--json prints {path, files: [{path, title, durationMs, sound, acx}], findings, captions, durationMs, credits, leftOut, blocks: [{block, id, name, did, why, startMs, endMs}]} at the end. did is keep, make, locked or null; why lists the reasons to render the block; times count from the start of the file. For several stories, it prints one line for each, with its input, or {input, error: {code, message}} if it failed. With --plan, it prints {keep, make: [{block, id, why, credits}], locked, cannot, way, characters, credits}.',
      ...INPUT,
    ],
  },
  import: {
    does: 'makes a story with chapters, blocks and a cast from any file that Fabula reads',
    forms: ['<in> --out <file.fabula>'],
    more: [
      'Prints how many of the words are in the script, and what was left out and why. To read more, pass these reasons to --read.',
      '--json prints {path, chapters, blocks, characters, words, scriptWords, leftOut: [{reason, words, texts}]}.',
      ...INPUT,
    ],
  },
  update: {
    does: 'updates a story to match a new version of its source file, and prints the changes',
    forms: ['<file.fabula> <in>'],
    more: [
      'Lines are matched by id, scenes by number, and everything else by its words. Unchanged text keeps its voice, settings, silences, locks and takes. A block whose words changed keeps everything except its take. Locked blocks, text that was also changed in the story, and text that did not come from this file stay as they are. The story is kept as a version before the update.',
      'The file is read with the options of the first import, unless you pass others. --dry-run changes nothing.',
      '--json prints {path, input, dryRun, found, added, changed, removed, moved: [{type, ids, chapter, before, after, fields}], left: [{kind, why}], repeatedIds: [{name, count}], blocksToRender, credits}.',
      ...INPUT,
    ],
  },
  export: {
    does: 'writes a story as text, a screenplay, a table or a request',
    forms: ['<in> --as <format> --out <file|->', '<in> --as spoken [--out <file>]', '<in> --request'],
    more: [
      'The formats are Markdown, HTML, screenplays (Fountain, Final Draft), a table of lines, the body of a story-maker request, and a portable story. With --out -, the text is printed to standard output. What the format cannot hold is printed to standard error.',
      '--as spoken prints one line for each block, with the words as its voice gets them: the lexicon is applied, and for voices on this computer, numbers, abbreviations and signs are written out.',
      ...INPUT,
    ],
  },
  connections: {
    does: 'lists, adds, tests or removes connections to speech services',
    forms: ['', 'add <name> <base-url>', 'test [<name>]', 'remove <name>'],
    more: [
      'The app and the terminal share their connections. add reads the key from standard input and stores it in a file that only your account can read. The file is not encrypted. test without a name tests the service in FABULA_BASE_URL.',
    ],
  },
  voices: {
    does: 'lists voices, and downloads, adds, renames or removes natural voices',
    forms: [
      '[list]',
      'get <voice>…',
      'add <file|archive|folder>…',
      'rename <voice> <name>',
      'remove <voice>',
    ],
    more: [
      'list prints the natural voices that are installed or can be downloaded, with languages, size and licence, and then the ids of all voices.',
      'get downloads natural voices from their publisher, one after another. Repeat it to resume an interrupted download. No other command downloads anything.',
      'add installs a natural voice that you have: a Piper voice, by its .onnx file with the .onnx.json file beside it or named as well; a .tar.bz2, .tar.gz, .tar or .zip archive; or a folder that contains one of these or a model for sherpa-onnx.',
      'remove deletes a natural voice and prints which stories use it.',
      '--json prints {folder, usedBytes, freeBytes, packs: [{id, name, author, languages, licence, size, isHere, voices}]}. With list, it also prints voices: [{id, name, language, gender, from}].',
    ],
  },
  sample: {
    does: 'writes a new story with chapters and a cast, to try Fabula with',
    forms: ['[--blocks <number>] --out <file.fabula>'],
    more: ['The story has 5,000 blocks, or as many as --blocks says.'],
  },
  diagnostics: {
    does: 'prints information for finding the cause of a problem',
    forms: [''],
    more: [
      'Prints versions, the system, settings and the last lines of the log that the app, the browser host and the terminal share. It contains no keys and no words of your stories.',
    ],
  },
}

const EXIT_CODES =
  'Exit codes: 0 if everything succeeded, 1 for an error, 2 for a command that Fabula does not understand, 130 if interrupted.'

/** Returns the help for a command, or for Fabula if `command` is null. */
export function usageOf(command: CommandName | null): string {
  if (command === null) {
    const width = Math.max(...COMMAND_NAMES.map(({ length }) => length))
    const commands = COMMAND_NAMES.map((name) => `  ${name.padEnd(width)}  ${USAGES[name].does}\n`)
    return `Fabula turns a text into a spoken story.\n\n${commands.join('')}\n${wrapped('For help on a command, run “fabula <command> --help”. “fabula --version” prints the version.', '')}${wrapped(EXIT_CODES, '')}`
  }
  const { does, forms, more } = USAGES[command]
  return [
    `fabula ${command} ${does}.\n`,
    forms.map((form) => `${`  fabula ${command} ${form}`.trimEnd()}\n`).join(''),
    ...[...more, EXIT_CODES].map((paragraph) => wrapped(paragraph, '')),
    `Options:\n${NAMED_OPTIONS.filter(({ of }) => of.includes(command))
      .map(optionHelp)
      .join('')}`,
  ].join('\n')
}

function optionHelp({ name, short, value = '', does }: NamedOption): string {
  const names = `  --${name}${short === undefined ? '' : `, -${short}`} ${value}`
  return `${names.trimEnd()}\n${wrapped(does, '      ')}`
}

/** Wide enough for most sentences, and narrower than most terminals. */
const COLUMNS = 100

/** Wraps a paragraph into indented lines. */
function wrapped(paragraph: string, indent: string): string {
  const lines = ['']
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && indent.length + line.length + 1 + word.length > COLUMNS) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.map((line) => `${indent}${line}\n`).join('')
}
