/**
 * Whether a server can be an engine of the built-in service, found out by asking for what it lists: nothing is spoken, so
 * nothing is charged. Servers differ in what they list, so up to three questions are asked.
 */
import * as z from 'zod'
import type { EngineTest } from '../../shared/ipc/enginesContract.ts'
import { parseEngineVoices } from '../lib/http/engineApi.ts'
import type { EngineSettings } from '../lib/http/engineSettings.ts'
import { exchange, ExchangeFault, readText } from '../lib/http/httpExchange.ts'
import type { FaultKind, Timeouts } from '../lib/http/httpExchange.ts'

/** A person waits for the answer. */
const TEST_TIMEOUTS: Timeouts = { connectMs: 10_000, firstByteMs: 20_000, idleMs: 10_000, textMs: 30_000 }
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

const FAULT_OUTCOMES: Readonly<Record<FaultKind, EngineTest['outcome']>> = {
  'unknown-name': 'name-unknown',
  unreachable: 'unreachable',
  untrusted: 'tls-trouble',
  'timed-out': 'silent',
  'cut-off': 'cut-off',
  'too-large': 'not-this-server',
  'unusable-header': 'key-refused',
  aborted: 'cut-off',
}

/** Follows no redirect. */
export async function testEngine(
  { baseUrl, key }: Pick<EngineSettings, 'baseUrl' | 'key'>,
  timeouts: Timeouts = TEST_TIMEOUTS,
): Promise<EngineTest> {
  const found = (outcome: EngineTest['outcome'], status = 0, count = 0): EngineTest => ({
    ...{ outcome, status, count },
    host: new URL(baseUrl).host,
  })

  async function get(path: string): Promise<{ status: number; json: unknown }> {
    const answer = await exchange({
      url: new URL(`${baseUrl}${path}`),
      method: 'GET',
      headers: { accept: 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
      timeouts,
    })
    const text = await readText(answer, MAX_ANSWER_BYTES, timeouts.textMs)
    return { status: answer.status, json: parseJson(text) }
  }

  try {
    const voices = await get('/v1/audio/voices')
    const listed = voices.status === 200 ? parseEngineVoices(voices.json) : null
    if (listed !== null) return found('works', 200, listed.length)
    const models = await get('/v1/models')
    if (models.status === 200 && modelsSchema.safeParse(models.json).success) return found('unlisted', 200)
    // What is only ever posted to says so when it is asked.
    const speech = await get('/v1/audio/speech')
    if (speech.status === 405) return found('unlisted', 405)
    const statuses = [voices, models, speech].map(({ status }) => status)
    const telling = statuses.find((status) => outcomeOf(status) !== 'not-this-server') ?? speech.status
    return found(outcomeOf(telling), telling)
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error
    return found(FAULT_OUTCOMES[error.kind])
  }
}

function outcomeOf(status: number): EngineTest['outcome'] {
  if (status === 401 || status === 403) return 'key-refused'
  if (status === 429) return 'busy'
  if (status >= 300 && status < 400) return 'redirected'
  return status >= 500 && status !== 501 ? 'server-trouble' : 'not-this-server'
}

/** `GET /v1/models`, as far as it tells that this is the protocol. */
const modelsSchema = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
