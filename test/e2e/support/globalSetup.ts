/** One folder for a run of the browser tests, within that of temporaryFolder.ts. After the run, the hosts that its workers share are ended. */
import { mkdtemp, readFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the run: the hosts' folders, and an empty file `PID.pid` for each host that workers share. */
    runFolder: string
  }
}

/** Called by vitest before the first test; what it returns is called after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = await mkdtemp(join(tmpdir(), 'fabula-e2e-run-'))
  project.provide('runFolder', runFolder)
  return async () => {
    const names = (await readdir(runFolder)).filter((name) => name.endsWith('.pid'))
    await Promise.all(names.map((name) => end(Number.parseInt(name, 10))))
  }
}

/** Asks a process to end, and kills it if it has not ended after ten seconds. */
async function end(pid: number): Promise<void> {
  const deadlineMs = Date.now() + 10_000
  send(pid, 'SIGTERM')
  while (await isRunning(pid)) {
    if (Date.now() > deadlineMs) {
      send(pid, 'SIGKILL')
      return
    }
    await delay(50)
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

/** Whether a process exists and is not a zombie, which an orphaned process can remain forever. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
  return state !== undefined && state !== 'Z'
}
