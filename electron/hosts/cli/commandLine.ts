import { TEXT_FORMATS } from '../../../shared/export/textFormats.ts'
import type { TextFormat } from '../../../shared/export/textFormats.ts'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import { isTextEncoding, TEXT_ENCODING_NAMES } from '../../../shared/files/textEncodings.ts'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EXPORT_OPTIONS, exportOptionIn, parseExportChoices } from './exportChoices.ts'
import type { ExportValues } from './exportChoices.ts'
import { IMPORT_OPTIONS, parseImportChoices, PIECE_NAMES } from './importChoices.ts'
import type { ImportChoices, ImportValues } from './importChoices.ts'
import { parseConnectionsCommand } from './servers.ts'
import type { ConnectionsCommand } from './servers.ts'

/** What the terminal was asked for. Paths are as they were typed, but for `outPath`, which is absolute. */
export type Command =
  | {
      readonly kind: 'render'
      readonly input: string
      readonly outPath: string
      readonly settings: ExportSettings
      /** A picture for the front of the story. */
      readonly coverPath: string | null
      readonly isJson: boolean
      /** A yes beforehand to what goes over a cap on credits. */
      readonly mayPassCaps: boolean
      /** A yes to sending again what an earlier command sent without an answer. */
      readonly maySendAgain: boolean
      /** By name; undefined leaves it to the environment and to the story. */
      readonly connection: string | undefined
      readonly data: string | undefined
      readonly reading: Reading
    }
  | { readonly kind: 'import'; readonly input: string; readonly outPath: string; readonly reading: Reading }
  | { readonly kind: 'export-request'; readonly input: string; readonly reading: Reading }
  | {
      readonly kind: 'export-text'
      readonly input: string
      readonly outPath: string
      readonly format: TextFormat
      /** Whether a file that is there is replaced. */
      readonly isForced: boolean
      readonly reading: Reading
    }
  | { readonly kind: 'sample'; readonly outPath: string; readonly blockCount: number }
  | (ConnectionsCommand & { readonly data: string | undefined })
  | { readonly kind: 'help' }
  /** What was typed makes no sense; `problem` is one sentence. */
  | { readonly kind: 'wrong'; readonly problem: string }

/** How a file is read that is no story of Fabula's. */
export interface Reading {
  /** Of a text; undefined for the most likely one. */
  readonly encoding: TextEncoding | undefined
  readonly choices: ImportChoices
}

/** Twenty times what the editor is measured on. */
const MAX_SAMPLE_BLOCKS = 100_000

export const USAGE = `Fabula turns a text into a spoken story.

  fabula render <in> --out <file|folder> [--format mp3|m4b|wav|flac|opus] [--preset audiobook|podcast|broadcast|game|none]
                [--split story|chapter|block] [--stems] [--quality <quality>] [--names <pattern>] [--author <name>]
                [--cover <picture>] [--captions <formats>] [--chapters] [--json] [--connection <name>] [--over-cap] [--send-again]
      Speaks a story and writes it to an audio file: .mp3, .m4b, .m4a, .wav, .flac or .opus. A file for each chapter or block, and
      stems (a file for each character, as long as the story), go into a folder. A preset sets loudness, format and files:
      audiobook (ACX: a file for each chapter), podcast (-16 LUFS), broadcast (-23 LUFS), game (a file for each line, and a list of
      them); none leaves the sound as it is. --names takes {n}, {n:04}, {title}, {chapter}, {character} and {name}. Progress goes to
      standard error; --json prints {path, files: [{path, title, durationMs, loudness, acx}], captions, durationMs, credits, blocks:
      [{name, startMs, endMs}]} to standard output when it is done. Times of blocks are from the beginning of their file.
      --captions writes files beside the audio: srt, vtt (with speakers), json (all times) or audacity (labels), or several
      with commas. --chapters writes lists of the chapters, for a video’s description (.chapters.txt) and for podcasts
      (.chapters.json).
      What a hosted service is asked for stands in the app’s list of conversions and counts against its caps on credits:
      nothing that goes over one is sent, unless --over-cap says yes to it. A command that was interrupted, in whatever way,
      goes on where it was when it is repeated, and pays nothing twice. What was sent without an answer may have been charged:
      it is sent again only with --send-again.

  fabula import <in> --out <file.fabula>
      Makes a story of any file that Fabula reads, with chapters, blocks and a cast, and says what it left out.

  fabula export <in> --as md|fountain|fdx|csv|request|json --out <file> [--force]
      Writes a story as Markdown, as a screenplay (Fountain, Final Draft), as a table of lines, as the body of a story-maker
      request or as a portable story, and says what of the story is not in the file. --force replaces a file that is there.

  fabula export <in> --request
      Prints the body of the story-maker request that would be sent, and sends nothing.

  fabula connections [add <name> <base-url> | test [<name>] | remove <name>]
      Lists the connections to speech services that the app and the terminal share, or changes them. The key of a new
      one is read from standard input. It is kept in a file that only your account may read; it is not encrypted.
      Without a name, test asks the service that the environment names.

  fabula sample [--blocks <number>] --out <file.fabula>
      Writes a new story, with chapters and a cast, to try Fabula on: of 5,000 blocks, or of as many as --blocks says.

<in> is a .fabula story (it is not changed), plain text (.txt), Markdown (.md), a document (.docx .odt .pdf .epub .mobi .azw .azw3
.html .pptx .odp .xlsx .ods), a screenplay (.fountain .fdx), a table of lines (.csv .tsv: speaker, line, emotion, start, end),
captions (.srt .vtt), a portable story or the body of a story-maker request (.json), or - for standard input. Paragraphs become
blocks, headings chapters; the cast are those whose name stands before their words, and those who are said to speak in quotation
marks, where it is more than 80 % sure. These options go with every <in> but a .fabula story:
  --block-size sentence|paragraph|<characters>   how large blocks are: a paragraph
  --read <pieces>      what is read beside the text, of ${PIECE_NAMES.join(', ')}:
                       citations,links
  --one-voice          looks for no speakers in quotation marks
  --encoding <name>    see below
The password of a document is taken from FABULA_DOCUMENT_PASSWORD. The encoding of a text is told from its letters. --encoding names it where that went wrong: ${TEXT_ENCODING_NAMES.slice(0, 8).join(', ')},
${TEXT_ENCODING_NAMES.slice(8, 19).join(', ')},
${TEXT_ENCODING_NAMES.slice(19).join(', ')}.

The connection that --connection names speaks (built-in is the local voice); else the service that FABULA_BASE_URL and
FABULA_API_KEY name, by https; else the connection that the story has chosen, which is the local voice unless the app
was told otherwise. The key from the environment is never stored. The local voice also has the voices of the engines that
were set up in the app under “Use a voice server…”.
--data <folder> uses another folder than Fabula’s own for connections, engines, caps and the list of conversions.
The exit code is 0 only when all is done; 1 for an error, 2 for a command that is not understood, 130 when interrupted.
`

/** Reads the arguments after the program's name. */
export function parseCommandLine(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    if (values.help === true) return { kind: 'help' }
    const [name, input, ...rest] = positionals
    if (name === undefined) return wrong('Say what to do.')
    if (name === 'connections')
      return connectionsCommand(
        [input, ...rest].filter((word) => word !== undefined),
        values,
      )
    if (name === 'sample') return sampleCommand(input, values)
    if (name !== 'render' && name !== 'export' && name !== 'import')
      return wrong(`There is no command “${name}”.`)
    if (input === undefined) return wrong('Name the file to read.')
    if (rest.length > 0) return wrong(`“${rest.join(' ')}” is too much: one file at a time.`)
    return COMMANDS[name](input, values)
  } catch (error) {
    // Node explains an unknown or incomplete option in its first sentence; the rest is about escaping.
    return wrong(error instanceof Error ? (error.message.split(/(?<=\.) /)[0] ?? '') : '')
  }
}

const OPTIONS = {
  out: { type: 'string' },
  json: { type: 'boolean' },
  request: { type: 'boolean' },
  connection: { type: 'string' },
  data: { type: 'string' },
  encoding: { type: 'string' },
  blocks: { type: 'string' },
  ...IMPORT_OPTIONS,
  ...EXPORT_OPTIONS,
  'over-cap': { type: 'boolean' },
  'send-again': { type: 'boolean' },
  as: { type: 'string' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

interface Values extends ImportValues, ExportValues {
  readonly out?: string | undefined
  readonly json?: boolean | undefined
  readonly request?: boolean | undefined
  readonly connection?: string | undefined
  readonly data?: string | undefined
  readonly encoding?: string | undefined
  readonly blocks?: string | undefined
  readonly as?: string | undefined
  readonly force?: boolean | undefined
  readonly 'over-cap'?: boolean | undefined
  readonly 'send-again'?: boolean | undefined
}

function renderCommand(input: string, { out, json = false, request = false, ...rest }: Values): Command {
  if (request) return wrong('--request belongs to export.')
  if (rest.as !== undefined || rest.force !== undefined) return wrong('--as and --force belong to export.')
  if (out === undefined) return wrong('Say where the audio is to go, with --out.')
  if (rest.blocks !== undefined) return wrong('--blocks belongs to sample.')
  const settings = parseExportChoices(out, rest)
  if (typeof settings === 'string') return wrong(settings)
  const reading = parseReading(rest)
  if (typeof reading === 'string') return wrong(reading)
  const { connection, data, 'over-cap': mayPassCaps = false, 'send-again': maySendAgain = false } = rest
  const yes = { mayPassCaps, maySendAgain }
  const outPath = resolve(out)
  const coverPath = rest.cover === undefined ? null : resolve(rest.cover)
  const written = { outPath, settings, coverPath }
  return { kind: 'render', input, ...written, isJson: json, ...yes, connection, data, reading }
}

function connectionsCommand(words: readonly string[], { data, ...others }: Values): Command {
  const [other] = Object.keys(others)
  if (other !== undefined) return wrong(`--${other} does not belong to connections.`)
  const command = parseConnectionsCommand(words)
  return typeof command === 'string' ? wrong(command) : { ...command, data }
}

function exportCommand(input: string, { out, json = false, request = false, ...rest }: Values): Command {
  const format = TEXT_FORMATS.find((each) => each === rest.as)
  if (rest.as !== undefined && format === undefined)
    return wrong(`“${rest.as}” is no format: --as takes ${TEXT_FORMATS.join(', ')}.`)
  if (request === (format !== undefined))
    return wrong('Say what to export: --request, or --as with a format.')
  if (json) return wrong('--json belongs to render.')
  if (request && (out !== undefined || rest.force !== undefined))
    return wrong('--request prints: --out and --force go with --as.')
  if (!request && out === undefined) return wrong('Say where the file is to go, with --out.')
  if (rest.connection !== undefined) return wrong('--connection belongs to render.')
  if (rest.blocks !== undefined) return wrong('--blocks belongs to sample.')
  if (rest['over-cap'] !== undefined) return wrong('--over-cap belongs to render.')
  const ofRender = exportOptionIn(rest)
  if (ofRender !== undefined) return wrong(`--${ofRender} belongs to render.`)
  if (rest['send-again'] !== undefined) return wrong('--send-again belongs to render.')
  const reading = parseReading(rest)
  if (typeof reading === 'string') return wrong(reading)
  if (format === undefined || out === undefined) return { kind: 'export-request', input, reading }
  return { kind: 'export-text', input, outPath: resolve(out), format, isForced: rest.force ?? false, reading }
}

function importCommand(input: string, values: Values): Command {
  const { out, encoding, 'block-size': size, read, 'one-voice': hasOneVoice, ...others } = values
  const [other] = Object.keys(others)
  if (other !== undefined) return wrong(`--${other} does not belong to import.`)
  if (out === undefined || fileTypeOf(out)?.story !== 'project')
    return wrong('Say where the story is to go, with --out and a name that ends in .fabula.')
  const reading = parseReading({ encoding, 'block-size': size, read, 'one-voice': hasOneVoice })
  return typeof reading === 'string'
    ? wrong(reading)
    : { kind: 'import', input, outPath: resolve(out), reading }
}

const COMMANDS = { render: renderCommand, export: exportCommand, import: importCommand } as const

/** How the file is read, or a sentence that says what is wrong. */
function parseReading(values: Values): Reading | string {
  const encoding = parseEncoding(values.encoding)
  if (encoding === null) return `There is no encoding “${values.encoding ?? ''}”.`
  const choices = parseImportChoices(values)
  return typeof choices === 'string' ? choices : { encoding, choices }
}

function sampleCommand(input: string | undefined, { out, blocks = '5000', ...others }: Values): Command {
  const [other] = Object.keys(others)
  if (other !== undefined) return wrong(`--${other} does not belong to sample.`)
  if (input !== undefined) return wrong(`“${input}” is too much: sample reads no file.`)
  if (out === undefined || fileTypeOf(out)?.story !== 'project')
    return wrong('Say where the story is to go, with --out and a name that ends in .fabula.')
  const blockCount = Number(blocks)
  if (!Number.isInteger(blockCount) || blockCount < 1 || blockCount > MAX_SAMPLE_BLOCKS)
    return wrong(`--blocks must be a whole number from 1 to ${MAX_SAMPLE_BLOCKS}.`)
  return { kind: 'sample', outPath: resolve(out), blockCount }
}

/** The encoding of that name, whatever its case; null for a name that Fabula does not know. */
function parseEncoding(name: string | undefined): TextEncoding | undefined | null {
  const known = name?.toLowerCase()
  if (known === undefined) return undefined
  return isTextEncoding(known) ? known : null
}

function wrong(problem: string): Command {
  return { kind: 'wrong', problem }
}
