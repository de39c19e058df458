/** Fabula without a window: the same services as the app, from a terminal. See `cli/commandLine.ts` for what it can do. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { UserFacingError } from '../shared/lib/userFacingError.ts'
import { diagnosticsText, readVersion } from './app/diagnostics.ts'
import { defaultAppFolder } from './app/appFolder.ts'
import { createLexiconStore } from './app/lexiconStore.ts'
import { createSettingsStore } from './app/settingsStore.ts'
import { namesHostedService, openServers, runConnections } from './hosts/cli/servers.ts'
import { type Command, parseCommandLine, usageOf } from './hosts/cli/commandLine.ts'
import type { Reading } from './hosts/cli/renderChoice.ts'
import { printed, renderCommand } from './hosts/cli/renderCommand.ts'
import { renderSeveral } from './hosts/cli/severalRenders.ts'
import { errorText } from './hosts/cli/terminalText.ts'
import { runExport } from './hosts/cli/exportToFile.ts'
import { importToFile } from './hosts/cli/importToFile.ts'
import { listedStories, runVoices } from './hosts/cli/voices.ts'
import { type InputOptions, openInput } from './hosts/cli/openInput.ts'
import { writeSampleStory } from './hosts/cli/sampleStory.ts'
import { updateFromFile } from './hosts/cli/updateFromFile.ts'
import { newPartPath } from './lib/files/atomicFile.ts'
import { createLogFile, createReport, LOGS_FOLDER, type Report } from './lib/report.ts'
import { engineSettingsOf } from './speech/servers/serverStore.ts'

const { env, stdout, stderr } = process
const interrupt = new AbortController()
/** The keys in use, which are masked in the log. */
const keys = new Set([env['FABULA_API_KEY'] ?? ''])
const onKey = (key: string) => void keys.add(key)
const secrets = () => [...keys]
const writeReport = createReport((text) => stderr.write(text), secrets)
/** The folder of the command that runs. */
let logsFolder = join(defaultAppFolder(), LOGS_FOLDER)
const warn = (sentence: string) => void stderr.write(`${sentence}\n`)
/** Ctrl+C in a terminal also interrupts the speech service, so its end is then expected. */
const report: Report = (where, error) => {
  if (interrupt.signal.aborted) return
  writeReport(where, error)
  createLogFile({ folder: logsFolder, host: 'terminal', secrets, now: Date.now }).report(where, error)
}

const version = () => readVersion(join(import.meta.dirname, '..'))

/** Runs a command and returns what it prints on standard output. */
async function run(
  command: Exclude<Command, { kind: 'help' | 'version' | 'wrong' }>,
  signal: AbortSignal,
): Promise<string> {
  if (command.kind === 'sample') {
    await writeSampleStory(command.outPath, command.blockCount)
    return `${command.outPath}\n`
  }
  const stdin = () => addAbortSignal(signal, process.stdin)
  const dataDir = dataDirOf(command)
  logsFolder = join(dataDir, LOGS_FOLDER)
  if (command.kind === 'diagnostics') {
    const info = { version: version(), host: 'terminal' } as const
    return diagnosticsText({ info, dataDir, settings: createSettingsStore(dataDir).get() })
  }
  const terminal = { env, stderr, warn, report, onKey, dataDir, signal }
  if (command.kind === 'several') {
    await renderSeveral(command, {
      renderOne: (order, onCredits) =>
        withInput(order, terminal, (input) => renderCommand(order, input, terminal, onCredits)),
      print: (text) => void stdout.write(text),
      ...terminal,
    })
    return ''
  }
  if ('isJson' in command && !('reading' in command))
    return runVoices(command, {
      ...terminal,
      stories: () => listedStories(dataDir),
      engines: () => engineSettingsOf(openServers({ dataDir, onKey }), (error) => report('servers', error)),
    })
  if (!('reading' in command)) return runConnections(command, { env, dataDir, stdin, warn, onKey })
  return withInput(command, terminal, async (input) => {
    if (command.kind === 'import') return importToFile(command, input)
    if (command.kind === 'update') return updateFromFile(command, input)
    if (command.kind === 'render')
      return printed(await renderCommand(command, input, terminal), command.isJson)
    const project = await openInput(command.input, input)
    try {
      return runExport(project, command, { isHosted: namesHostedService(env), warn })
    } finally {
      project.close()
    }
  })
}

/** Fabula's folder for a command; the same for all of several stories. */
function dataDirOf(command: Command): string {
  const own = command.kind === 'several' ? command.orders[0] : command
  return (own !== undefined && 'data' in own ? own.data : undefined) ?? defaultAppFolder()
}

/** Runs a function that reads a file, with a temporary folder that is removed afterwards. */
async function withInput<Made>(
  { reading }: { readonly reading: Reading },
  { dataDir, signal }: { readonly dataDir: string; readonly signal: AbortSignal },
  use: (input: InputOptions) => Promise<Made>,
): Promise<Made> {
  const workFolder = newPartPath(tmpdir())
  await mkdir(workFolder, { mode: 0o700 })
  const stdin = () => addAbortSignal(signal, process.stdin)
  const password = env['FABULA_DOCUMENT_PASSWORD'] ?? null
  try {
    return await use({
      workFolder,
      newId: randomUUID,
      now: Date.now,
      stdin,
      ...reading,
      password,
      warn,
      commonLexicon: createLexiconStore(dataDir).entries,
      dataDir,
    })
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

/** Runs the command of the arguments and returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const command = parseCommandLine(args)
  if (command.kind === 'help') {
    stdout.write(usageOf(command.command))
    return 0
  }
  if (command.kind === 'version') {
    stdout.write(`Fabula ${version()}\n`)
    return 0
  }
  if (command.kind === 'wrong') {
    const asked = ['fabula', command.command, '--help'].filter((word) => word !== null).join(' ')
    stderr.write(`${command.problem} For help, run “${asked}”.\n`)
    return 2
  }
  let signalNumber = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A second signal ends the program at once.
    process.once(name, () => {
      signalNumber = constants.signals[name]
      interrupt.abort()
    })
  }
  try {
    stdout.write(await run(command, interrupt.signal))
    return 0
  } catch (error) {
    if (interrupt.signal.aborted) return 128 + signalNumber
    if (!(error instanceof UserFacingError)) report('fabula', error)
    stderr.write(`${errorText(error)}\n`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
