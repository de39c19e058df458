/** Whether a connection works, found out by asking for its list of vibes: a request that costs nothing and changes nothing. */
import type { ConnectionTest } from '../../shared/ipc/connectionsContract.ts'
import { isFailureBody, parseErrorMessage } from '../../shared/speech-api/errors.ts'
import { API_KEY_HEADER, API_PATHS } from '../../shared/speech-api/paths.ts'
import { parseVibeList } from '../../shared/speech-api/vibes.ts'
import { parseBaseUrl, urlUnder } from './baseUrl.ts'
import type { Connection } from './connections.ts'
import { exchange, ExchangeFault, readText } from './httpExchange.ts'
import type { FaultKind, Timeouts } from './httpExchange.ts'
import { createRedact, parseJsonRedacted } from './redact.ts'
import { shorten } from './serviceErrors.ts'

const MAX_ANSWER_BYTES = 16 * 1024 * 1024
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
  const found = (outcome: ConnectionTest['outcome'], rest: Partial<ConnectionTest> = {}): ConnectionTest => ({
    outcome,
    host: baseUrl.host,
    count: 0,
    status: 0,
    message: '',
    ...rest,
  })
  const key = await connection.key()
  try {
    const answer = await exchange({
      url: urlUnder(baseUrl, API_PATHS.customVibes),
      method: 'GET',
      timeouts,
      headers: { [API_KEY_HEADER]: key, accept: 'application/json', 'accept-encoding': 'identity' },
    })
    const { status } = answer
    const json = parseJsonRedacted(
      await readText(answer, MAX_ANSWER_BYTES, timeouts.textMs),
      createRedact(key),
    )
    const message = shorten(parseErrorMessage(json) ?? '')
    return found(outcomeOf(status, json, message), {
      status,
      message,
      count: parseVibeList(json)?.length ?? 0,
    })
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error
    return found(FAULT_OUTCOMES[error.kind])
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
