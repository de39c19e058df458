/** Ways in which a paid request can fail, and the result that a client must report for each. */
import { expect } from 'vitest'
import type { SubmitOutcome } from '../../electron/speech/speechClient.ts'
import { sendHtml, sendJson, type FaultScript } from './faultServer.ts'

export interface Fault {
  readonly name: string
  readonly script: FaultScript
  readonly outcome: Exclude<SubmitOutcome['kind'], 'accepted'>
  readonly code: string
  /** The beginning of the message for the writer; `HOST` is replaced by the service's host. */
  readonly says: string
  /** Whether the request reaches the server whole. */
  readonly arrives: boolean
  /** Whether only the end of the client's patience ends the request. */
  readonly isSilent: boolean
}

/** Contains the key, as from servers that echo requests. */
const ECHO = 'x-api-key'

const MAY_BE_CHARGED =
  'The request was sent to HOST, but no readable response came back. It may have been charged, so Fabula does not send it again automatically. Your story is safe.'
const KEY_REFUSED = 'HOST does not accept the key. Nothing was made, and your story is safe.'
const NOTHING_MADE = 'nothing was made, and your story is safe.'

const silent = (name: string, script: FaultScript): Fault => ({ ...unknown(name, script), isSilent: true })

const unknown = (name: string, script: FaultScript, arrives = true): Fault => ({
  isSilent: false,
  name,
  script,
  outcome: 'unknown',
  code: 'conversion-outcome-unknown',
  says: MAY_BE_CHARGED,
  arrives,
})

const refusal = (name: string, code: string, status: number, body: unknown, told: string): Fault => ({
  name,
  isSilent: false,
  script: { submit: (response) => sendJson(response, status, body) },
  outcome: 'refused',
  code,
  says: told,
  arrives: true,
})

const says = (message: string) => ({ success: false, message })

export const FAULTS: readonly Fault[] = [
  unknown('closed as soon as connected', { connection: (socket) => void socket.destroy() }, false),
  unknown('reset after the head of the request', { head: (socket) => void socket.resetAndDestroy() }, false),
  unknown('reset after the whole request', { submit: (_, __, socket) => void socket.resetAndDestroy() }),
  unknown('closed after the whole request', { submit: (_, __, socket) => void socket.destroy() }),
  silent('silence', { submit: () => undefined }),
  unknown('half of the head of an answer', {
    submit: (_, __, socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-ty'),
  }),
  unknown('something that is not HTTP', { submit: (_, __, socket) => void socket.end('220 mail ready\r\n') }),
  unknown('half of an answer, then a reset', {
    submit: (response, _, socket) => {
      response
        .writeHead(200, { 'content-length': 500 })
        .write('{"success":tr', () => socket.resetAndDestroy())
    },
  }),
  unknown('half of an answer that looks ended', {
    submit: (_, __, socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n{"success":true,"result":{"uuid":"a'),
  }),
  silent('half of an answer, then silence', {
    submit: (response) => void response.writeHead(200, { 'content-length': 500 }).write('{"success":tr'),
  }),
  unknown('a success that is not JSON', { submit: (response) => void response.end('accepted, thanks') }),
  unknown('a success that is a page', { submit: (response) => sendHtml(response, 200) }),
  unknown('a success without a record', { submit: (response) => sendJson(response, 200, { success: true }) }),
  unknown('a success without a body', { submit: (response) => void response.writeHead(204).end() }),
  unknown('a record with an endless id', {
    submit: (response) => sendJson(response, 200, { result: { uuid: 'u'.repeat(5000), status: 1 } }),
  }),
  unknown('an answer without end', {
    submit: (response) => {
      const more = () => {
        if (!response.destroyed) response.write(Buffer.alloc(1024 * 1024, ' '), more)
      }
      more()
    },
  }),
  silent('an answer in single bytes', {
    submit: (response) => {
      const drip = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(drip))
    },
  }),
  unknown('408 from a proxy', { submit: (response) => sendHtml(response, 408) }),
  ...[500, 502, 503, 504].map((status) =>
    unknown(`a page with status ${status}`, { submit: (response) => sendHtml(response, status) }),
  ),
  unknown('504 from a gateway in JSON', {
    submit: (response) => sendJson(response, 504, { message: 'Endpoint request timed out' }),
  }),
  ...[301, 302, 307, 308].map((status): Fault => ({
    name: `a redirect with ${status}`,
    script: {
      submit: (response) => void response.writeHead(status, { location: 'https://elsewhere.invalid/' }).end(),
    },
    outcome: 'refused',
    code: 'service-redirected',
    says: 'HOST redirects to another address, and Fabula sends your key only to HOST. Nothing was made.',
    arrives: true,
    isSilent: false,
  })),
  refusal(
    ...(['a success that says no', 'service-refused', 200, says('voice_id is not known')] as const),
    `The service refused: “voice_id is not known” – ${NOTHING_MADE}`,
  ),
  refusal(
    ...(['400', 'service-refused', 400, says('input is required')] as const),
    `The service refused: “input is required” – ${NOTHING_MADE}`,
  ),
  refusal('401', 'service-key-refused', 401, says(`wrong ${ECHO}`), KEY_REFUSED),
  refusal(
    ...(['402', 'service-credits-missing', 402, says('12 credits are missing')] as const),
    `Not enough credits: “12 credits are missing” – ${NOTHING_MADE} Add credits at the service`,
  ),
  refusal('403', 'service-key-refused', 403, {}, KEY_REFUSED),
  ...[404, 413].map((status) =>
    refusal(
      ...([`${status}`, 'service-refused-unexplained', status, status === 404 ? '<html>' : {}] as const),
      `HOST refused without a reason (HTTP ${status}). Your story is safe.`,
    ),
  ),
  refusal(
    ...(['422', 'service-refused', 422, says('blocks[0].speed must be at most 4')] as const),
    `The service refused: “blocks[0].speed must be at most 4” – ${NOTHING_MADE}`,
  ),
  refusal(
    ...(['429', 'service-busy', 429, says('slow down')] as const),
    'HOST is too busy. Nothing was made, and your story is safe. Try again in 60 seconds.',
  ),
  refusal(
    ...(['500 in the words of the service', 'service-failed', 500, says('the engine stopped')] as const),
    `The service failed: “the engine stopped” – ${NOTHING_MADE} Try again later.`,
  ),
]

/** Matches the beginning of a fault's message, for a service at an address. */
export function textOf({ says: beginning }: Fault, { baseUrl }: { readonly baseUrl: string }): unknown {
  return expect.stringContaining(beginning.replaceAll('HOST', new URL(baseUrl).host))
}
