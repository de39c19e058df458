/** The command line as a user runs it: a separate process in a separate folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { decodeAudio } from '../../../../electron/lib/audio/decode.ts'
import { defaultAppFolder } from '../../../../electron/app/appFolder.ts'
import { FINDING_KINDS } from '../../../../shared/export/findings.ts'
import { ACX_CHECKS, SOUND_CHECKS } from '../../../../shared/export/soundChecks.ts'
import { MAKE_REASONS } from '../../../../shared/story/renderPlan.ts'
import type { Pcm } from '../../../../electron/lib/audio/pcm.ts'

const root = join(import.meta.dirname, '../../../..')
export const examplePath = join(root, 'examples/the-fox-and-the-lantern.fabula.json')

export interface CliRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Terminal extends Disposable {
  /** Where commands run. */
  readonly folder: string
  path(name: string): string
  /** Fabula’s data folder as the terminal locates it. */
  readonly dataDir: string
  /** The names in the folder. */
  files(): string[]
  /** Leftovers in the folder for temporary files. */
  leftovers(): string[]
  run(args: readonly string[], options?: RunOptions): Promise<CliRun>
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** Called when the process has started. */
  readonly onStart?: (child: ChildProcess) => void
}

export function openTerminal(): Terminal {
  const base = mkdtempSync(join(tmpdir(), 'fabula-cli-'))
  const [folder, temporary] = [join(base, 'here'), join(base, 'tmp')]
  mkdirSync(folder)
  mkdirSync(temporary)
  // On every system, the data folder is below this one.
  const home = { HOME: base, XDG_DATA_HOME: base, APPDATA: base }
  return {
    folder,
    dataDir: defaultAppFolder(home, process.platform, base),
    path: (name) => join(folder, name),
    files: () => readdirSync(folder).sort(),
    leftovers: () => readdirSync(temporary),
    async run(args, { env = {}, input, onStart } = {}) {
      const { FABULA_BASE_URL: _url, FABULA_API_KEY: _key, ...inherited } = process.env
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', join(root, 'electron/cli.ts'), ...args],
        { cwd: folder, env: { ...inherited, ...home, TMPDIR: temporary, TEMP: temporary, ...env } },
      )
      child.stdin.end(input)
      onStart?.(child)
      const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve))
      const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
      return { code, stdout, stderr }
    },
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  }
}

const summarySchema = z.strictObject({
  path: z.string().nullable(),
  durationMs: z.int().nullable(),
  captions: z.array(z.string()),
  files: z.array(
    z.looseObject({
      path: z.string(),
      durationMs: z.int(),
      acx: z
        .strictObject({
          isPassed: z.boolean(),
          checks: z.array(z.looseObject({ check: z.enum(ACX_CHECKS), isPassed: z.boolean() })),
        })
        .nullable(),
    }),
  ),
  findings: z.array(
    z.strictObject({
      kind: z.enum([...FINDING_KINDS, ...SOUND_CHECKS]),
      ...{ file: z.int().nullable(), blockId: z.string().nullable(), block: z.int().nullable() },
      ...{ atMs: z.int().nullable(), value: z.number().nullable() },
    }),
  ),
  credits: z.int().nullable(),
  leftOut: z.int(),
  blocks: z.array(
    z.strictObject({
      ...{ block: z.int(), id: z.string(), name: z.string() },
      did: z.enum(['keep', 'make', 'locked']).nullable(),
      why: z.array(z.enum(MAKE_REASONS)),
      ...{ startMs: z.int().nullable(), endMs: z.int().nullable() },
    }),
  ),
})

/** What `--json` printed of a render that wrote a file. */
export function readFileSummary(run: CliRun) {
  return summarySchema.extend({ path: z.string(), durationMs: z.int() }).parse(JSON.parse(run.stdout))
}

/** What `--json` printed, which must be the whole of standard output. */
export function readSummary({ stdout }: CliRun) {
  return summarySchema.parse(JSON.parse(stdout))
}

export async function decodeFile(path: string): Promise<Pcm> {
  return decodeAudio(await readFile(path))
}
