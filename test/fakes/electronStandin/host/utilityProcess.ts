import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import { loud } from './loud.ts'

interface ForkOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly execArgv?: readonly string[]
  readonly stdio?: 'pipe' | 'ignore' | 'inherit' | readonly ('pipe' | 'ignore' | 'inherit')[]
  readonly serviceName?: string
}

const parentPort = fileURLToPath(new URL('parentPort.ts', import.meta.url))

/** Utility processes of the app, here plain Node processes with a `process.parentPort` as in Electron. */
export function createUtilityProcess(isReady: () => boolean) {
  return loud('utilityProcess', {
    fork(
      modulePath: string,
      args: readonly string[] = [],
      { stdio = 'inherit', execArgv = [], ...options }: ForkOptions = {},
    ) {
      if (!isReady()) throw new Error('utilityProcess cannot be created before app is ready')
      const [, stdout, stderr] = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio
      const child = fork(modulePath, args, {
        ...options,
        execArgv: [...execArgv, '--import', parentPort],
        stdio: ['ignore', stdout ?? 'inherit', stderr ?? 'inherit', 'ipc'],
        serialization: 'advanced',
      })
      process.once('exit', () => child.kill())
      return facadeOf(child)
    },
  })
}

function facadeOf(child: ChildProcess) {
  const events = new EventEmitter()
  child.on('spawn', () => events.emit('spawn'))
  child.on('message', (message) => events.emit('message', message))
  child.on('error', (error) => events.emit('error', 'FatalError', 'fork', error.message))
  child.on('exit', (code) => {
    Object.assign(events, { pid: undefined })
    events.emit('exit', code ?? 1)
  })
  return loud(
    'UtilityProcess',
    Object.assign(events, {
      pid: child.pid,
      stdout: child.stdout,
      stderr: child.stderr,
      postMessage: (message: object) => void child.send(message),
      kill: () => child.kill(),
    }),
  )
}
