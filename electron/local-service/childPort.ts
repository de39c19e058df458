/** A started process, by whatever means the host has: Node's fork, or Electron's utility process. */
import { fork, type ForkOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'

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
