/** The two ends of the channel between a process and one that it starts: with Node's fork, or as Electron's utility process. */
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
      // If sending fails, the process ends, which `onExit` reports.
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

/** A process's end of the channel to the process that started it. */
export interface ParentPort<Message> {
  /** `sent` is called after the message is sent. */
  send(message: Message, sent?: () => void): void
  onMessage(listener: (message: unknown) => void): void
  onGone(listener: () => void): void
  /** False in Electron's processes, which cannot start others: their parent does it for them. */
  readonly canFork: boolean
}

/** The port that Electron adds to utility processes; Node's types do not contain it. */
interface ElectronPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
}

/** The channel, or null for a standalone process. */
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
    // If sending fails, the parent has ended, which `onGone` reports.
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
