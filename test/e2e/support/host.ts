/** The browser host as a writer starts it: a process of its own, over folders of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pinnedEnv, pinnedNode, scriptArgs } from '../../../build/pinnedNode.mjs'
import { root } from '../../../build/root.mjs'

export interface Host {
  /** The address that opens the app. */
  readonly url: string
  /** What it has written to standard error so far. */
  errors(): string
  /** Ends it in order. */
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** The process id of its speech service. */
  servicePid(): Promise<number>
}

/** Where a host keeps what: the writer's stories, and the app's own files. */
export interface Folders {
  readonly folder: string
  readonly data: string
}

/** Starts a host on a free port, by `npm start`'s own script where `how` says so. Rejects with what it wrote where it does not start. */
export async function startHost(
  { folder, data }: Folders,
  how: 'host' | 'npm start' = 'host',
): Promise<Host> {
  const args = ['--port', '0', '--no-open', '--folder', folder, '--data', data]
  const command =
    how === 'host'
      ? scriptArgs('electron/browserHost.ts', args)
      : scriptArgs('build/run.mjs', ['start', '--browser', ...args])
  const child = spawn(pinnedNode, command, { cwd: root, env: pinnedEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`The host ended with ${code ?? 'a signal'}: ${errors}`)))
  })
  const { url } = JSON.parse(line) as { url: string } // the line that a host prints when it is ready
  return {
    url,
    errors: () => errors,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    async servicePid() {
      const [pid] = await childrenOf(child.pid ?? 0)
      if (pid === undefined) throw new Error('The host has no child process')
      return pid
    },
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
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') // it may have ended meanwhile
      return { pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
    }),
  )
  return parents.filter((each) => each.parent === parent).map(({ pid }) => pid)
}
