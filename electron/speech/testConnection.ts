/** Whether a connection works, found out by asking for its list of vibes: a request that costs nothing and changes nothing. */
import type { ConnectionTest } from '../../shared/ipc/connectionsContract.ts'
import { isFailureBody, parseErrorMessage } from '../../shared/speech-api/errors.ts'
import { API_PATHS } from '../../shared/speech-api/paths.ts'
import { parseVibeList } from '../../shared/speech-api/vibes.ts'
import { createAskService } from './askService.ts'
import { parseBaseUrl } from './baseUrl.ts'
import { systemClock } from '../lib/clock.ts'
import type { Connection } from './connections.ts'
import { ExchangeFault } from '../lib/http/httpExchange.ts'
import type { FaultKind, Timeouts } from '../lib/http/httpExchange.ts'
import { shorten } from './serviceErrors.ts'

/** A person waits for the answer. */
const TEST_TIMEOUTS: Timeouts = { connectMs: 10_000, firstByteMs: 20_000, idleMs: 10_000, textMs: 30_000 }

const FAULT_OUTCOMES: Readonly<Record<FaultKind, ConnectionTest['outcome']>> = {
  'unknown-name': 'name-unknown',
  unreachable: 'unreachable',
  untrusted: 'tls-trouble',
  'timed-out': 'silent',
  'cut-off': 'cut-off',
  'too-large': 'not-this-service',
  'unusable-header': 'key-refused',
  aborted: 'cut-off',
}

/** Asks once; redirects are not followed. Throws what the connection's key throws. */
export async function testConnection(
  connection: Pick<Connection, 'baseUrl' | 'key'>,
  timeouts: Timeouts = TEST_TIMEOUTS,
): Promise<ConnectionTest> {
  const baseUrl = parseBaseUrl(connection.baseUrl)
  const ask = createAskService({ baseUrl, key: connection.key, timeouts, clock: systemClock })
  const nothing = { host: baseUrl.host, count: 0, status: 0, message: '' }
  try {
    const { status, json } = await ask(API_PATHS.customVibes, { method: 'GET' })
    const message = shorten(parseErrorMessage(json) ?? '')
    const count = parseVibeList(json)?.length ?? 0
    return { ...nothing, outcome: outcomeOf(status, json, message), status, message, count }
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error
    return { ...nothing, outcome: FAULT_OUTCOMES[error.kind] }
  }
}

function outcomeOf(status: number, json: unknown, message: string): ConnectionTest['outcome'] {
  if (status === 401 || status === 403) return 'key-refused'
  if (status === 429) return 'busy'
  if (status >= 300 && status < 400) return 'redirected'
  if (status >= 200 && status < 300 && parseVibeList(json) !== null) return 'works'
  if (status === 404 || status === 405) return 'not-this-service'
  if (status >= 500) return 'service-trouble'
  return isFailureBody(json) && message !== '' ? 'refused' : 'not-this-service'
}
