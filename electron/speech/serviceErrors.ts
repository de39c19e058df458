/** The errors shown if a service cannot be reached, refuses, or sends a response that cannot be read. */
import type { ErrorCodeFor } from '../../shared/messages/errors.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { parseErrorMessage } from '../../shared/speech-api/errors.ts'
import type { FaultKind } from '../lib/http/httpExchange.ts'
import type { Redact } from '../lib/http/redact.ts'

/** Longer messages of a service are cut, because the page shows them on one line. */
const MAX_MESSAGE = 400

const FAULT_CODES: Readonly<Record<FaultKind, ErrorCodeFor<{ host: string }>>> = {
  'unknown-name': 'service-name-unknown',
  'refused-address': 'audio-address-refused',
  unreachable: 'service-unreachable',
  proxy: 'network-proxy',
  'proxy-kind': 'network-proxy-kind',
  untrusted: 'service-untrusted',
  'timed-out': 'service-silent',
  'cut-off': 'service-cut-off',
  'too-large': 'service-answer-unreadable',
  'unusable-header': 'service-key-unusable',
  aborted: 'request-cancelled',
}

/** The error for a failed exchange. */
export function faultError(kind: FaultKind, host: string): UserFacingError {
  return new UserFacingError(FAULT_CODES[kind], { host })
}

/**
 * The error for a response that is not a success. `json` is its body, if that is JSON, with the key already masked; `retryAfterMs` is the
 * wait that the service requested.
 */
export function refusalError(
  status: number,
  json: unknown,
  host: string,
  retryAfterMs: number | null,
): UserFacingError {
  if (status === 401 || status === 403) return new UserFacingError('service-key-refused', { host })
  if (status === 429) {
    return new UserFacingError('service-busy', { host, seconds: Math.ceil((retryAfterMs ?? 60_000) / 1000) })
  }
  if (status >= 300 && status < 400) return new UserFacingError('service-redirected', { host })
  const message = parseErrorMessage(json)
  if (message === null) return new UserFacingError('service-refused-unexplained', { host, status })
  if (status === 402) return new UserFacingError('service-credits-missing', { message: shorten(message) })
  if (status >= 500) return new UserFacingError('service-failed', { message: shorten(message) })
  return new UserFacingError('service-refused', { message: shorten(message) })
}

/** An error with a secret masked in the service's own words. */
export function redactMessage({ code, params }: UserFacingError, redact: Redact): UserFacingError {
  const { message } = params
  return new UserFacingError(code, {
    ...params,
    ...(typeof message === 'string' && { message: redact(message) }),
  })
}

/** A service's own words on one line, without control characters. */
export function shorten(message: string): string {
  const line = message.replace(/\p{Cc}+/gu, ' ').trim()
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE - 1)}…` : line
}
