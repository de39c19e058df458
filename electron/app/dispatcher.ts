/**
 * The one way from a page into the app, for every host. A host says who is asking; what is asked is checked against the
 * contract before a handler sees it, and every outcome travels as a value, because Electron flattens thrown errors. What
 * a person can act on keeps its code; anything else is a bug, reported here and told to the page as `unexpected` only.
 */
import { contract, type Channel, type Handlers } from '../../shared/ipc/contract.ts'
import type { WireResult } from '../../shared/ipc/result.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { describeIssues } from '../../shared/speech-api/errors.ts'
import { isLargerThan } from './inputSize.ts'
import { toWireError, type Report } from '../lib/report.ts'

/** The most that one call may carry: a story of several thousand long blocks, pasted at once, fits. */
export const MAX_INPUT_BYTES = 64 * 1024 * 1024

export interface DispatcherOptions<Sender> {
  readonly handlers: Handlers
  /** Whether the sender is our own page in our own window. */
  isTrusted(sender: Sender): boolean
  readonly report: Report
  /** Whether answers are held to the contract too: on in development and tests, where a mismatch should be noticed. */
  readonly checksOutput: boolean
}

/** Answers one call; never rejects. */
export type Dispatch<Sender> = (
  sender: Sender,
  channel: string,
  rawInput: unknown,
) => Promise<WireResult<unknown>>

/** Puts the handlers behind the checks that every call passes. */
export function createDispatcher<Sender>(options: DispatcherOptions<Sender>): Dispatch<Sender> {
  const { handlers, report, checksOutput } = options

  async function run(sender: Sender, channel: string, rawInput: unknown): Promise<unknown> {
    if (!options.isTrusted(sender)) throw new UserFacingError('untrusted-sender')
    if (!isChannel(channel)) throw new UserFacingError('unknown-channel')
    if (isLargerThan(rawInput, MAX_INPUT_BYTES)) throw new UserFacingError('request-too-large')
    const { input, output } = contract[channel]
    const parsed = input.safeParse(rawInput)
    if (!parsed.success) {
      throw new UserFacingError('bad-request', {
        channel,
        field: describeIssues(parsed.error)[0]?.field ?? '',
      })
    }
    // The table pairs a channel's schema with its handler, which TypeScript cannot follow through an index.
    const handler = handlers[channel] as (input: unknown) => Promise<unknown>
    const value = await handler(parsed.data)
    if (checksOutput) output.parse(value)
    return value
  }

  return async (sender, channel, rawInput) => {
    try {
      return { ok: true, value: await run(sender, channel, rawInput) }
    } catch (error) {
      return { ok: false, error: toWireError(error, isChannel(channel) ? channel : 'a call', report) }
    }
  }
}

function isChannel(name: string): name is Channel {
  return Object.hasOwn(contract, name)
}
