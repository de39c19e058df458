/** The two ends of the line between a process and one that it starts: by Node's fork, or as Electron's utility process. */
import { fork, type ForkOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A started process. */
export interface ChildPort<Message> {
  send(message: Message): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, with the exit code if there is one. */
  onExit(listener: (code: number | null) => void): void
  kill(): void
}

/** Starts a process from its entry. */
export type Spawn<Message> = (entryUrl: URL) => ChildPort<Message>

/** Starts a process with Node's fork. */
export function forkChild<Message extends object>(entryUrl: URL, options: ForkOptions): ChildPort<Message> {
  const child = fork(fileURLToPath(entryUrl), [], options)
  return {
    send: (message) => {
      // A failed send shows as the exit of the process.
      child.send(message, () => {})
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => {
      child.once('exit', listener)
      child.once('error', () => listener(null))
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** A process's end of the line to the process that started it. */
export interface ParentPort<Message> {
  /** `sent` is called when the message is on its way. */
  send(message: Message, sent?: () => void): void
  onMessage(listener: (message: unknown) => void): void
  onGone(listener: () => void): void
  /** Electron's processes cannot start others: their parent does it for them. */
  readonly canFork: boolean
}

/** Electron adds it to utility processes; Node's types do not know it. */
interface ElectronPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
}

/** The line, or null for a process that stands alone. */
export function findParent<Message>(): ParentPort<Message> | null {
  const parentPort = (process as { parentPort?: ElectronPort }).parentPort
  if (parentPort !== undefined) {
    return {
      send(message, sent) {
        parentPort.postMessage(message)
        if (sent !== undefined) setImmediate(sent)
      },
      onMessage: (listener) => parentPort.on('message', (event) => listener(event.data)),
      // Electron ends its utility processes itself.
      onGone: () => {},
      canFork: false,
    }
  }
  if (process.send === undefined) return null
  return {
    // A failed send shows as the end of the parent.
    send: (message, sent) => process.send?.(message, undefined, undefined, () => sent?.()),
    onMessage: (listener) => process.on('message', listener),
    onGone: (listener) => process.on('disconnect', listener),
    canFork: true,
  }
}

/** The environment without the keys of hosted services. */
export function withoutKeys(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { FABULA_API_KEY: _key, FABULA_ENGINE_KEY: _engineKey, ...ownEnv } = env
  return ownEnv
}
