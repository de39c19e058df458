/** The browser host as a writer starts it: a process over folders of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { pinnedEnv, pinnedNode, scriptArgs } from '../../../build/pinnedNode.mjs'
import { root } from '../../../build/root.mjs'

export interface Host {
  /** The address that opens the app. */
  readonly url: string
  readonly pid: number
  /** Everything that it has written to standard error. */
  errors(): string
  /** Ends it in order. */
  stop(): Promise<void>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
  /** The process id of its speech service. */
  servicePid(): Promise<number>
  /** The process ids of the voice packs that speak. */
  naturalPids(): Promise<readonly number[]>
}

export interface Folders {
  /** The writer's stories */
  readonly folder: string
  /** The app's own files */
  readonly data: string
}

/** New folders below a new temporary folder, which `remove` deletes with all that is in it. */
export async function makeFolders(parent = tmpdir()): Promise<{ folders: Folders; remove(): Promise<void> }> {
  const home = await mkdtemp(join(parent, 'fabula-e2e-'))
  const folders = { folder: join(home, 'stories'), data: join(home, 'data') }
  await mkdir(folders.folder)
  return { folders, remove: () => rm(home, { recursive: true, force: true }) }
}

export interface HostOptions {
  /** By `npm start`'s own script, or without it. */
  readonly how?: 'host' | 'npm start'
  /** More options of the command line. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The folder of the app; the project's own by default. */
  readonly appFolder?: string
}

/** Starts a host on the port of the last host over these folders, or a free one. Rejects with its output if it does not start. */
export async function startHost({ folder, data }: Folders, options: HostOptions = {}): Promise<Host> {
  const { how = 'host', appFolder = root } = options
  const args = ['--no-open', '--folder', folder, '--data', data, ...(options.args ?? [])]
  const command =
    how === 'host'
      ? scriptArgs(relative(root, join(appFolder, 'electron/browserHost.ts')), args)
      : scriptArgs('build/run.mjs', ['start', '--browser', ...args])
  const env = { ...pinnedEnv(), ...options.env }
  const child = spawn(pinnedNode, command, { cwd: appFolder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`The host ended with ${code ?? 'a signal'}: ${errors}`)))
  })
  const { url } = JSON.parse(line) as { url: string } // the line that a host prints when it is ready
  const { pid } = child
  if (pid === undefined) throw new Error('A process that writes has an id')
  async function servicePid(): Promise<number> {
    const [service] = await childrenOf(pid)
    if (service === undefined) throw new Error('The host has no child process')
    return service
  }
  return {
    url,
    pid,
    errors: () => errors,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    servicePid,
    naturalPids: async () => childrenOf(await servicePid()),
  }
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** The processes that a process has started, from /proc: the fourth field of `stat` is the parent. */
async function childrenOf(parent: number | undefined): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') // it may have ended meanwhile
      return { pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
    }),
  )
  return parents.filter((each) => each.parent === parent).map(({ pid }) => pid)
}
