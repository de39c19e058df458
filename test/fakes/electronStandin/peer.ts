// Calls in both directions over a Node message channel: the test's process owns the browser, the host's process runs the app's
// main process, and each asks the other.

type Handler = (...args: never[]) => unknown

interface Wire {
  readonly send: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
}

interface Call {
  readonly call: number
  readonly method: string
  readonly args: readonly unknown[]
}

interface Answer {
  readonly answer: number
  readonly result?: unknown
  readonly error?: string
}

export interface Peer {
  /** Asks the other side; rejects with the message of its error. The result is whatever its handler gave, as JSON. */
  readonly call: (method: string, ...args: unknown[]) => Promise<unknown>
  /** Rejects unanswered calls: the other side is gone. */
  readonly close: (reason: string) => void
}

/** One end of the channel. The caller gets an error for a method without a handler. */
export function createPeer({ send, onMessage }: Wire, handlers: Readonly<Record<string, Handler>>): Peer {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let calls = 0
  let closed: string | undefined

  const respond = async ({ call, method, args }: Call) => {
    try {
      const handler = handlers[method]
      if (!handler) throw new Error(`there is no “${method}” to call`)
      send({ answer: call, result: await handler(...(args as never[])) }) // both ends are this tool's
    } catch (error) {
      send({ answer: call, error: error instanceof Error ? error.message : String(error) })
    }
  }

  onMessage((message) => {
    if (!message || typeof message !== 'object') return
    if ('call' in message) void respond(message as Call) // both ends are this tool's
    if (!('answer' in message)) return
    const { answer, result, error } = message as Answer // both ends are this tool's
    const caller = waiting.get(answer)
    waiting.delete(answer)
    if (error === undefined) caller?.resolve(result)
    else caller?.reject(new Error(error))
  })

  return {
    call(method, ...args) {
      if (closed !== undefined) return Promise.reject(new Error(closed))
      const call = (calls += 1)
      return new Promise((resolve, reject) => {
        waiting.set(call, { resolve, reject })
        send({ call, method, args })
      })
    },
    close(reason) {
      closed = reason
      for (const { reject } of waiting.values()) reject(new Error(reason))
      waiting.clear()
    },
  }
}
