import { TEXT_FORMATS } from '../../../shared/export/textFormats.ts'
import type { TextFormat } from '../../../shared/export/textFormats.ts'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import { isTextEncoding } from '../../../shared/files/textEncodings.ts'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import { EXPORT_PRESETS } from '../../../shared/export/exportSettings.ts'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EXPORT_OPTIONS, exportOptionIn, parseExportChoices } from './exportChoices.ts'
import { IMPORT_OPTIONS, parseImportChoices } from './importChoices.ts'
import { parseRenderChoice, RENDER_OPTIONS } from './renderChoice.ts'
import type { Reading, RenderOrder, Values, Wrong } from './renderOrder.ts'
import { parseSeveralRenders } from './severalRenders.ts'
import type { SeveralRenders } from './severalRenders.ts'
import { parseConnectionsCommand } from './servers.ts'
import type { ConnectionsCommand } from './servers.ts'
import { parseVoicesCommand } from './voices.ts'
import type { VoicesCommand } from './voices.ts'

/** What the terminal was asked for. Paths are as they were typed, but for `outPath`, which is absolute. */
export type Command =
  | RenderOrder
  | SeveralRenders
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
  | (VoicesCommand & { readonly data: string | undefined })
  | { readonly kind: 'help' }
  | Wrong

/** Twenty times what the editor is measured on. */
const MAX_SAMPLE_BLOCKS = 100_000

/** Reads the arguments after the program's name. */
export function parseCommandLine(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    if (values.help === true) return { kind: 'help' }
    const [name, ...words] = positionals
    if (name === undefined) return wrong('Say what to do.')
    const { project: projects = [], 'out-dir': outDir } = values
    if (outDir !== undefined && name !== 'render') return wrong('--out-dir belongs to render.')
    if (name === 'connections') return connectionsCommand(words, oneOf(values))
    if (name === 'voices') return voicesCommand(words, oneOf(values))
    if (name === 'sample') return sampleCommand(words[0], oneOf(values))
    if (name !== 'render' && name !== 'export' && name !== 'import')
      return wrong(`There is no command “${name}”.`)
    if (projects.length > 0 && name !== 'render') return wrong('--project belongs to render.')
    if (projects.length > 0 && words.length > 0) return wrong('--project names the file to read.')
    const inputs = projects.length > 0 ? projects : words
    const [input, ...others] = inputs
    if (input === undefined) return wrong('Name the file to read.')
    if (name === 'render' && (others.length > 0 || outDir !== undefined)) {
      const isInPlace = projects.length > 0
      const several = parseSeveralRenders(inputs, { ...oneOf(values), isInPlace, outDir }, renderCommand)
      return typeof several === 'string' ? wrong(several) : several
    }
    if (others.length > 0) return wrong(`“${others.join(' ')}” is too much: one file at a time.`)
    return COMMANDS[name](input, oneOf(values))
  } catch (error) {
    // Node explains an unknown or incomplete option in its first sentence; the rest is about escaping.
    return wrong(error instanceof Error ? (error.message.split(/(?<=\.) /)[0] ?? '') : '')
  }
}

/** The options of a command for one file. */
function oneOf({
  project,
  'out-dir': _,
  ...values
}: ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']): Values {
  return project?.[0] === undefined ? values : { ...values, project: project[0] }
}

const OPTIONS = {
  out: { type: 'string' },
  'out-dir': { type: 'string' },
  json: { type: 'boolean' },
  request: { type: 'boolean' },
  connection: { type: 'string' },
  data: { type: 'string' },
  encoding: { type: 'string' },
  blocks: { type: 'string' },
  ...RENDER_OPTIONS,
  ...IMPORT_OPTIONS,
  ...EXPORT_OPTIONS,
  'over-cap': { type: 'boolean' },
  'send-again': { type: 'boolean' },
  as: { type: 'string' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

function renderCommand(
  input: string,
  { out, json = false, request = false, ...rest }: Values,
): RenderOrder | Wrong {
  if (request) return wrong('--request belongs to export.')
  if (rest.as !== undefined || rest.force !== undefined) return wrong('--as and --force belong to export.')
  const { project, plan: isPlan = false } = rest
  const isInPlace = project !== undefined
  if (isInPlace && fileTypeOf(project)?.story !== 'project')
    return wrong('--project names a story of Fabula’s, with a name that ends in .fabula.')
  const choice = parseRenderChoice(rest)
  if (typeof choice === 'string') return wrong(choice)
  if (out === undefined && !isInPlace && !isPlan) return wrong('Say where the audio is to go, with --out.')
  const ofFile = exportOptionIn(rest)
  if (out === undefined && ofFile !== undefined) return wrong(`--${ofFile} goes with --out.`)
  const settings = out === undefined ? EXPORT_PRESETS.none : parseExportChoices(out, rest)
  if (typeof settings === 'string') return wrong(settings)
  const reading = parseReading(rest)
  if (typeof reading === 'string') return wrong(reading)
  const { connection, data, 'over-cap': mayPassCaps = false, 'send-again': maySendAgain = false } = rest
  const yes = { mayPassCaps, maySendAgain }
  const outPath = out === undefined || isPlan ? null : resolve(out)
  const coverPath = rest.cover === undefined ? null : resolve(rest.cover)
  const order = { input, isInPlace, isPlan, choice, outPath, settings, coverPath }
  return { kind: 'render', ...order, isJson: json, ...yes, connection, data, reading }
}

function connectionsCommand(words: readonly string[], { data, ...others }: Values): Command {
  const [other] = Object.keys(others)
  if (other !== undefined) return wrong(`--${other} does not belong to connections.`)
  const command = parseConnectionsCommand(words)
  return typeof command === 'string' ? wrong(command) : { ...command, data }
}

function voicesCommand(words: readonly string[], { data, json = false, ...others }: Values): Command {
  const [other] = Object.keys(others)
  if (other !== undefined) return wrong(`--${other} does not belong to voices.`)
  const command = parseVoicesCommand(words, json)
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
  const other = (['plan', 'only-changed', 'max-credits', 'way'] as const).find(
    (each) => rest[each] !== undefined,
  )
  if (other !== undefined) return wrong(`--${other} belongs to render.`)
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

function wrong(problem: string): Wrong {
  return { kind: 'wrong', problem }
}
