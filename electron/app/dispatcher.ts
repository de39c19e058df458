/**
 * Every call from a page to the app passes through here, on every host. The host checks the sender; the dispatcher checks the channel and the
 * input against the contract before a handler sees them. Every outcome travels as a value, because Electron flattens thrown
 * errors. Errors a person can act on keep their code. Anything else is a bug: it is reported, and the page gets `unexpected`.
 */
import { contract, type Channel, type Handlers } from '../../shared/ipc/contract.ts'
import type { WireResult } from '../../shared/ipc/result.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { describeIssues } from '../../shared/speech-api/errors.ts'
import { toWireError, type Report } from '../lib/report.ts'

/** The largest input of one call: enough for a story of several thousand long blocks pasted at once. */
export const MAX_INPUT_BYTES = 64 * 1024 * 1024

export interface DispatcherOptions {
  readonly handlers: Handlers
  readonly report: Report
  /** Whether results are also checked against the contract: in tests and in the unpackaged desktop app, to find mismatches. */
  readonly checksOutput: boolean
}

/** Answers one call; never rejects. */
export type Dispatch = (channel: string, rawInput: unknown) => Promise<WireResult<unknown>>

/** Wraps the handlers in the checks that every call passes. */
export function createDispatcher({ handlers, report, checksOutput }: DispatcherOptions): Dispatch {
  async function run(channel: Channel, rawInput: unknown): Promise<unknown> {
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

  return async (channel, rawInput) => {
    if (!isChannel(channel)) return { ok: false, error: { code: 'unknown-channel', params: {} } }
    try {
      return { ok: true, value: await run(channel, rawInput) }
    } catch (error) {
      return { ok: false, error: toWireError(error, channel, report) }
    }
  }
}

function isChannel(name: string): name is Channel {
  return Object.hasOwn(contract, name)
}

/** Bytes counted for each value in addition to its content, so that the walk over a cyclic value ends soon. */
const PER_VALUE_BYTES = 16

/** Whether a value that came from a page is larger than `maxBytes`. Counts without copying and stops as soon as the answer is known. */
function isLargerThan(value: unknown, maxBytes: number): boolean {
  let bytes = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    bytes += ownBytes(next)
    if (bytes > maxBytes) return true
    for (const part of partsOf(next)) open.push(part)
  }
  return false
}

/** The size of a value without its parts. Long lists are measured by their length before they are walked. */
function ownBytes(value: unknown): number {
  if (typeof value === 'string') return PER_VALUE_BYTES + value.length
  if (isBinary(value)) return PER_VALUE_BYTES + value.byteLength
  return PER_VALUE_BYTES * (1 + (Array.isArray(value) ? value.length : 0))
}

function partsOf(value: unknown): Iterable<unknown> {
  if (typeof value !== 'object' || value === null || isBinary(value)) return []
  // Electron's clone also carries maps and sets, whose content is not among their keys.
  if (isMap(value)) return [...value.keys(), ...value.values()]
  if (isList(value)) return value
  const values: unknown[] = Object.values(value) // `any[]` otherwise
  return [...Object.keys(value), ...values]
}

// TypeScript's own guards narrow the content to `any`.
const isMap = (value: object): value is Map<unknown, unknown> => value instanceof Map
const isList = (value: object): value is unknown[] | Set<unknown> =>
  Array.isArray(value) || value instanceof Set

function isBinary(value: unknown): value is ArrayBuffer | ArrayBufferView {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value)
}
