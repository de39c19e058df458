import { extname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { MixdownFormat } from '../mixdown/mixdownFile.ts'

/** What the terminal was asked for. Paths are as they were typed, but for `outPath`, which is absolute. */
export type Command =
  | {
      readonly kind: 'render'
      readonly input: string
      readonly outPath: string
      readonly format: MixdownFormat
      readonly isJson: boolean
    }
  | { readonly kind: 'export-request'; readonly input: string }
  | { readonly kind: 'help' }
  /** What was typed makes no sense; `problem` is one sentence. */
  | { readonly kind: 'wrong'; readonly problem: string }

export const USAGE = `Fabula turns a text into a spoken story.

  fabula render <in> --out <file.mp3|file.wav> [--json]
      Speaks a story and writes it to an audio file. Progress goes to standard error; --json prints
      {path, durationMs, credits, blocks: [{name, startMs, endMs}]} to standard output when it is done.

  fabula export <in> --request
      Prints the body of the story-maker request that would be sent, and sends nothing.

<in> is a .fabula story (it is not changed), plain text (.txt), Markdown (.md), a portable story or the body of a
story-maker request (.json), or - for standard input. Paragraphs become blocks, headings chapters, “NAME: …” the cast.

The built-in voice speaks unless FABULA_BASE_URL and FABULA_API_KEY name a speech service, by https.
The exit code is 0 only when all is done; 1 for an error, 2 for a command that is not understood, 130 when interrupted.
`

/** Reads the arguments after the program's name. */
export function parseCommandLine(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    if (values.help === true) return { kind: 'help' }
    const [name, input, ...rest] = positionals
    if (name === undefined) return wrong('Say what to do.')
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
  help: { type: 'boolean', short: 'h' },
} as const

interface Values {
  readonly out?: string | undefined
  readonly json?: boolean | undefined
  readonly request?: boolean | undefined
}

function renderCommand(input: string, { out, json = false, request = false }: Values): Command {
  if (request) return wrong('--request belongs to export.')
  if (out === undefined) return wrong('Say where the audio is to go, with --out.')
  const format = FORMATS[extname(out).toLowerCase()]
  if (format === undefined) return wrong(`“${out}” must end in .mp3 or .wav.`)
  return { kind: 'render', input, outPath: resolve(out), format, isJson: json }
}

function exportCommand(input: string, { out, json = false, request = false }: Values): Command {
  if (!request) return wrong('Say what to export: --request.')
  if (out !== undefined || json) return wrong('--out and --json belong to render.')
  return { kind: 'export-request', input }
}

const FORMATS: Readonly<Record<string, MixdownFormat>> = { '.mp3': 'mp3', '.wav': 'wav' }

function wrong(problem: string): Command {
  return { kind: 'wrong', problem }
}
