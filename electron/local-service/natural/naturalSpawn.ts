/**
 * Starts the process of a voice pack. The service forks it. Inside Electron, whose fuses do not let a utility process start plain Node
 * processes, the app starts it and relays the messages between the two.
 */
import { z } from 'zod'
import { type ChildPort, forkChild, type Spawn, withoutKeys } from '../processPorts.ts'
import type { NaturalRequest } from './naturalMessages.ts'

export type NaturalSpawn = Spawn<NaturalRequest>

const child = z.number().int()

/** A request of the service to the app. `message` is passed on to the process unread. */
export const childRequestSchema = z.discriminatedUnion('child', [
  z.object({ child: z.literal('start'), number: child, entryUrl: z.string() }),
  z.object({ child: z.literal('send'), number: child, message: z.unknown() }),
  z.object({ child: z.literal('kill'), number: child }),
])
export type ChildRequest = z.infer<typeof childRequestSchema>

/** An event of a process, reported by the app. */
export const childEventSchema = z.object({
  kind: z.literal('child'),
  number: child,
  event: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('message'), message: z.unknown() }),
    z.object({ kind: z.literal('exit'), code: z.number().nullable() }),
  ]),
})
export type ChildEvent = z.infer<typeof childEventSchema>

/** Forks the process. Standard error is discarded, because the messages of native code contain the text. */
export const forkNatural: NaturalSpawn = (entryUrl) =>
  forkChild(entryUrl, {
    env: withoutKeys(process.env),
    execArgv: [],
    // Structured clones: samples remain typed arrays.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/** The service's side, if the app starts the processes. `hear` takes the events of the app. */
export function spawnThroughApp(ask: (request: ChildRequest) => void): {
  readonly spawn: NaturalSpawn
  hear(event: ChildEvent): void
} {
  const listeners = new Map<
    number,
    { message: ((message: unknown) => void)[]; exit: ((code: number | null) => void)[] }
  >()
  let started = 0
  return {
    spawn(entryUrl) {
      const number = ++started
      const own = {
        message: [] as ((message: unknown) => void)[],
        exit: [] as ((code: number | null) => void)[],
      }
      listeners.set(number, own)
      ask({ child: 'start', number, entryUrl: entryUrl.href })
      return {
        send: (message) => ask({ child: 'send', number, message }),
        onMessage: (listener) => void own.message.push(listener),
        onExit: (listener) => void own.exit.push(listener),
        kill: () => ask({ child: 'kill', number }),
      }
    },
    hear({ number, event }) {
      const own = listeners.get(number)
      if (event.kind === 'message') for (const listener of own?.message ?? []) listener(event.message)
      else {
        listeners.delete(number)
        for (const listener of own?.exit ?? []) listener(event.code)
      }
    },
  }
}

/** The app's side: starts processes for the service, and ends them when the service ends. */
export function serveChildren(
  spawn: Spawn<unknown>,
  tell: (event: ChildEvent) => void,
): { take(request: ChildRequest): void; endAll(): void } {
  const children = new Map<number, ChildPort<unknown>>()
  return {
    take(request) {
      const { number } = request
      switch (request.child) {
        case 'start': {
          const started = spawn(new URL(request.entryUrl))
          children.set(number, started)
          started.onMessage((message) => tell({ kind: 'child', number, event: { kind: 'message', message } }))
          started.onExit((code) => {
            children.delete(number)
            tell({ kind: 'child', number, event: { kind: 'exit', code } })
          })
          break
        }
        case 'send':
          children.get(number)?.send(request.message)
          break
        case 'kill':
          children.get(number)?.kill()
      }
    },
    endAll() {
      for (const running of children.values()) running.kill()
      children.clear()
    },
  }
}
