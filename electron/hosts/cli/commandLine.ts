import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import type { AudioFormat } from '../../../shared/files/fileTypes.ts'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseConnectionsCommand } from './servers.ts'
import type { ConnectionsCommand } from './servers.ts'

/** What the terminal was asked for. Paths are as they were typed, but for `outPath`, which is absolute. */
export type Command =
  | {
      readonly kind: 'render'
      readonly input: string
      readonly outPath: string
      readonly format: AudioFormat
      readonly isJson: boolean
      /** A yes beforehand to what goes over a cap on credits. */
      readonly mayPassCaps: boolean
      /** A yes to sending again what an earlier command sent without an answer. */
      readonly maySendAgain: boolean
      /** By name; undefined leaves it to the environment and to the story. */
      readonly connection: string | undefined
      readonly data: string | undefined
    }
  | { readonly kind: 'export-request'; readonly input: string }
  | (ConnectionsCommand & { readonly data: string | undefined })
  | { readonly kind: 'help' }
  /** What was typed makes no sense; `problem` is one sentence. */
  | { readonly kind: 'wrong'; readonly problem: string }

export const USAGE = `Fabula turns a text into a spoken story.

  fabula render <in> --out <file.mp3|file.wav> [--json] [--connection <name>] [--over-cap] [--send-again]
      Speaks a story and writes it to an audio file. Progress goes to standard error; --json prints
      {path, durationMs, credits, blocks: [{name, startMs, endMs}]} to standard output when it is done.
      What a hosted service is asked for stands in the app’s list of conversions and counts against its caps on credits:
      nothing that goes over one is sent, unless --over-cap says yes to it. A command that was interrupted, in whatever way,
      goes on where it was when it is repeated, and pays nothing twice. What was sent without an answer may have been charged:
      it is sent again only with --send-again.

  fabula export <in> --request
      Prints the body of the story-maker request that would be sent, and sends nothing.

  fabula connections [add <name> <base-url> | test [<name>] | remove <name>]
      Lists the connections to speech services that the app and the terminal share, or changes them. The key of a new
      one is read from standard input. It is kept in a file that only your account may read; it is not encrypted.
      Without a name, test asks the service that the environment names.

<in> is a .fabula story (it is not changed), plain text (.txt), Markdown (.md), a portable story or the body of a
story-maker request (.json), or - for standard input. Paragraphs become blocks, headings chapters, “NAME: …” the cast.

The connection that --connection names speaks (built-in is the built-in voice); else the service that FABULA_BASE_URL and
FABULA_API_KEY name, by https; else the connection that the story has chosen, which is the built-in voice unless the app
was told otherwise. The key from the environment is kept nowhere. The built-in voice also has the voices of the engines that
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
    if (name !== 'render' && name !== 'export') return wrong(`There is no command “${name}”.`)
    if (input === undefined) return wrong('Name the file to read.')
    if (rest.length > 0) return wrong(`“${rest.join(' ')}” is too much: one file at a time.`)
    return name === 'render' ? renderCommand(input, values) : exportCommand(input, values)
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
  'over-cap': { type: 'boolean' },
  'send-again': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

interface Values {
  readonly out?: string | undefined
  readonly json?: boolean | undefined
  readonly request?: boolean | undefined
  readonly connection?: string | undefined
  readonly data?: string | undefined
  readonly 'over-cap'?: boolean | undefined
  readonly 'send-again'?: boolean | undefined
}

function renderCommand(input: string, { out, json = false, request = false, ...rest }: Values): Command {
  if (request) return wrong('--request belongs to export.')
  if (out === undefined) return wrong('Say where the audio is to go, with --out.')
  const format = fileTypeOf(out)?.audio
  if (format === undefined) return wrong(`“${out}” must end in .mp3 or .wav.`)
  const { connection, data, 'over-cap': mayPassCaps = false, 'send-again': maySendAgain = false } = rest
  const yes = { mayPassCaps, maySendAgain }
  return { kind: 'render', input, outPath: resolve(out), format, isJson: json, ...yes, connection, data }
}

function connectionsCommand(words: readonly string[], { data, ...others }: Values): Command {
  const [other] = Object.keys(others)
  if (other !== undefined) return wrong(`--${other} does not belong to connections.`)
  const command = parseConnectionsCommand(words)
  return typeof command === 'string' ? wrong(command) : { ...command, data }
}

function exportCommand(input: string, { out, json = false, request = false, ...rest }: Values): Command {
  if (!request) return wrong('Say what to export: --request.')
  if (out !== undefined || json) return wrong('--out and --json belong to render.')
  if (rest.connection !== undefined) return wrong('--connection belongs to render.')
  if (rest['over-cap'] !== undefined) return wrong('--over-cap belongs to render.')
  if (rest['send-again'] !== undefined) return wrong('--send-again belongs to render.')
  return { kind: 'export-request', input }
}

function wrong(problem: string): Command {
  return { kind: 'wrong', problem }
}
