import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { newProject, storyOfBlocks } from './support.ts'

export interface ProjectChild {
  /** The next line of its output; undefined after its end. */
  line(): Promise<string | undefined>
  /** Kills it with SIGKILL and returns the remaining lines of its output. */
  kill(): Promise<string[]>
  /** Waits until it ends by itself. */
  ended(): Promise<void>
}

const script = fileURLToPath(new URL('projectChild.ts', import.meta.url))
/** Root may write anywhere: if the tests run as root, the child runs as another user so that writes are refused. */
const ordinaryUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Whether an unprivileged user can run the child. */
export const canBeOrdinary =
  process.platform !== 'win32' &&
  spawnSync(process.execPath, ['-e', 'fs.accessSync(process.argv[1])', script], ordinaryUser).status === 0

/** Starts a second program on a project file; projectChild.ts lists its tasks. */
export function startChild(
  task: 'hold' | 'commit' | 'die' | `migrate-${'copy' | 'begin' | 'write' | 'end'}`,
  path: string,
  { isOrdinary = false }: { isOrdinary?: boolean } = {},
): ProjectChild {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, task, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(isOrdinary ? ordinaryUser : {}),
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exit = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))

  async function line(): Promise<string | undefined> {
    const next = await lines.next()
    return next.done === true ? undefined : next.value
  }

  return {
    line,
    async kill() {
      child.kill('SIGKILL')
      await exit
      const rest: string[] = []
      for (let said = await line(); said !== undefined; said = await line()) rest.push(said)
      return rest
    },
    async ended() {
      await exit
    },
  }
}

/** Leaves a journal at `path` without its file: a program died in a transaction and the file was deleted. */
export async function leaveJournal(path: string): Promise<void> {
  newProject(path, storyOfBlocks(3000)).close()
  await startChild('die', path).ended()
  rmSync(path)
  if (!existsSync(`${path}-journal`)) throw new Error('The program left no journal')
}
