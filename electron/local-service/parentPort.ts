/** A process's end of the line to the process that started it: Node's own for a forked process, or Electron's for a utility process. */

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
