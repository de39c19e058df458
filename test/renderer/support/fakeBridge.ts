/**
 * A bridge without a host. A test sets the answer of each channel; the bridge checks every input against the contract,
 * records the calls, and sends events as the host would.
 */
import { vi } from 'vitest'
import type { Bridge } from '../../../renderer/bridge/bridge.ts'
import {
  contract,
  type Channel,
  type EventName,
  type EventPayload,
  type Input,
  type Output,
} from '../../../shared/ipc/contract.ts'
import { DEFAULT_APP_SETTINGS, type Settings } from '../../../shared/ipc/views.ts'

/** The answers of channels. An answer that throws is a call that the host refuses. */
export type Answers = {
  readonly [C in Channel]?: (input: Input<C>) => Output<C> | Promise<Output<C>>
}

/** Answers of an empty host to the calls that the renderer makes on its own. */
const EMPTY_HOST: Answers = {
  'settings:update': (changed) => ({ ...DEFAULT_APP_SETTINGS, ...changed }) as Settings,
  'project:change': ({ revision }) => ({ kind: 'committed', revision: revision + 1 }),
  'project:changesSince': () => ({ kind: 'changes', changes: [] }),
  'project:takeHistory': () => ({ past: [], future: [] }),
  'project:keepVersion': () => null,
  'recents:list': () => [],
  'lexicon:list': () => [],
  'examples:list': () => [],
  'drafts:listDeleted': () => [],
  'documents:open': () => ({ jobs: [], isHeldElsewhere: false }),
  'vibes:list': () => ({ custom: [], master: [] }),
  'takes:origins': () => ({ origins: [], connectionIds: [] }),
  'audio:peaks': () => ({ peaks: '' }),
  'export:room': () => ({ freeBytes: null }),
  'voicePacks:list': () => ({ packs: [], folder: '', usedBytes: 0, freeBytes: null, unavailable: null }),
}

/** A listener to an event of any payload. */
type Listener = (payload: never) => void

/**
 * A bridge that answers according to `answers`. A channel without an answer returns `{}` if the contract allows that; any
 * other call fails with an error that names the channel.
 */
export function fakeBridge(answers: Answers = {}) {
  const calls: { readonly channel: Channel; readonly input: unknown }[] = []
  const listeners = new Map<EventName, Set<Listener>>()
  const overListeners: (() => void)[] = []
  let given: Answers = { ...EMPTY_HOST, ...answers }

  const bridge: Bridge = {
    async call<C extends Channel>(channel: C, input: Input<C>, onArrival?: () => void): Promise<Output<C>> {
      calls.push({ channel, input: contract[channel].input.parse(input) })
      const answer = given[channel]
      if (answer !== undefined) {
        const answered: Output<C> = await answer(input)
        onArrival?.()
        return answered
      }
      const { data, success } = contract[channel].output.safeParse({})
      if (!success) throw new Error(`The fake bridge has no answer for ${channel}`)
      return data as Output<C> // the table pairs each channel with its own schema
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return () => known.delete(listener)
    },
    onSessionOver: (listener) => void overListeners.push(listener),
    mediaUrl: (_projectId, audioId) => audioId,
    readMedia: (_projectId, audioId) => Promise.reject(new Error(`The fake bridge has no audio ${audioId}`)),
    openMedia: (_projectId, audioId) => Promise.reject(new Error(`The fake bridge has no audio ${audioId}`)),
    downloadUrl: (link) => link,
    takeFile: vi.fn<Bridge['takeFile']>(() => Promise.reject(new Error('The fake bridge takes no file'))),
  }

  return {
    bridge,
    calls,
    /** The inputs of a channel's calls, in order. */
    callsOf: <C extends Channel>(channel: C): Input<C>[] =>
      calls.filter((call) => call.channel === channel).map(({ input }) => input as Input<C>), // parsed above
    /** Replaces the answers of some channels from now on. */
    answer(changed: Answers) {
      given = { ...given, ...changed }
    },
    /** Simulates a restarted host that does not know the page. */
    endSession() {
      for (const listener of overListeners) listener()
    },
    /** Sends an event as the host. */
    emit<E extends EventName>(event: E, payload: EventPayload<E>) {
      for (const listener of listeners.get(event) ?? []) listener(payload as never)
    },
  }
}
