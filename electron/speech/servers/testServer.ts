/**
 * Tests a server by requesting lists, which costs nothing and changes nothing. Each kind has a probe; network faults and common statuses
 * are judged here for all.
 */
import * as z from 'zod'
import type { Server, ServerTest } from '../../../shared/servers/contract.ts'
import type { ServerKind, TestOutcome } from '../../../shared/servers/kinds.ts'
import { isFailureBody, parseErrorMessage } from '../../../shared/speech-api/errors.ts'
import { API_PATHS } from '../../../shared/speech-api/endpoints.ts'
import { parseVibeList } from '../../../shared/speech-api/vibes.ts'
import { systemClock } from '../../lib/clock.ts'
import { parseBaseUrl } from '../../lib/http/baseUrl.ts'
import { type EngineSettings, listEngineVoices, withoutVersion } from '../../lib/http/engineSettings.ts'
import {
  exchange,
  ExchangeFault,
  type FaultKind,
  readText,
  type Timeouts,
} from '../../lib/http/httpExchange.ts'
import { createAskService, shorten } from '../askService.ts'

/** A person waits for the result. */
const TEST_TIMEOUTS: Timeouts = { connectMs: 10_000, firstByteMs: 20_000, idleMs: 10_000, textMs: 30_000 }
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** The fields of a server that its probe needs. */
export type TestedServer<K extends ServerKind = ServerKind> = {
  readonly connection: Pick<Server<'connection'>, 'kind' | 'baseUrl'>
  readonly engine: Pick<Server<'engine'>, 'kind' | 'baseUrl' | 'model' | 'voices'>
  readonly languageModel: Pick<Server<'languageModel'>, 'kind' | 'baseUrl' | 'model'>
}[K]

interface Found<K extends ServerKind> extends Partial<Pick<ServerTest, 'count' | 'message'>> {
  readonly outcome: TestOutcome<K>
  readonly status: number
}

/** Tests a server of one kind. Throws `ExchangeFault`. */
type Probe<K extends ServerKind> = (
  server: TestedServer<K>,
  key: string,
  timeouts: Timeouts,
) => Promise<Found<K>>

/** Follows no redirect. `key` is '' for a server without a key. */
export async function testServer(
  server: TestedServer,
  key: string,
  timeouts: Timeouts = TEST_TIMEOUTS,
): Promise<ServerTest> {
  const nothing = { host: new URL(server.baseUrl).host, count: 0, status: 0, message: '' }
  try {
    return { ...nothing, ...(await probe(server, key, timeouts)) }
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error
    return { ...nothing, outcome: FAULT_OUTCOMES[error.kind] }
  }
}

function probe(server: TestedServer, key: string, timeouts: Timeouts): Promise<Found<ServerKind>> {
  switch (server.kind) {
    case 'connection':
      return probeConnection(server, key, timeouts)
    case 'engine':
      return probeEngine(server, key, timeouts)
    case 'languageModel':
      return probeLanguageModel(server, key, timeouts)
  }
}

/** Requests the list of vibes. */
const probeConnection: Probe<'connection'> = async (server, key, timeouts) => {
  const ask = createAskService({
    baseUrl: parseBaseUrl(server.baseUrl),
    key: () => key,
    timeouts,
    clock: systemClock,
  })
  const { status, json } = await ask(API_PATHS.customVibes, { method: 'GET' })
  const message = shorten(parseErrorMessage(json) ?? '')
  const vibes = status >= 200 && status < 300 ? parseVibeList(json) : null
  if (vibes !== null) return { outcome: 'works', status, message, count: vibes.length }
  const outcome = outcomeOf(status)
  const isRefusal =
    outcome === 'not-this-server' && ![404, 405].includes(status) && isFailureBody(json) && message !== ''
  return { outcome: isRefusal ? 'refused' : outcome, status, message }
}

/** Requests the list of voices, with up to four requests, because servers differ. No speech is made. */
const probeEngine: Probe<'engine'> = async (server, key, timeouts) => {
  const typed = server.voices.length
  const withoutList = (status: number): Found<'engine'> =>
    typed > 0 ? { outcome: 'typed', status, count: typed } : { outcome: 'unlisted', status }

  const get = (path: string) => getJson(server.baseUrl, path, key, timeouts)

  const list = await listEngineVoices(get, server.model)
  if (list.voices !== null) return { outcome: 'works', status: 200, count: list.voices.length }
  const models = await get('/v1/models')
  if (models.status === 200 && modelsSchema.safeParse(models.json).success) return withoutList(200)
  // If a path only accepts POST, the response to GET shows that.
  const speech = await get('/v1/audio/speech')
  if (speech.status === 405) return withoutList(405)
  const statuses = [list, models, speech].map(({ status }) => status)
  const telling = statuses.find((status) => outcomeOf(status) !== 'not-this-server') ?? speech.status
  return { outcome: outcomeOf(telling), status: telling }
}

/** If several servers are asked for their voices, each gets less time. */
const LIST_TIMEOUTS: Timeouts = { connectMs: 3_000, firstByteMs: 5_000, idleMs: 5_000, textMs: 10_000 }

/** The voices that a server lists, and those that the writer entered; `fault` states why it lists none, or null. */
export async function listServerVoices({
  baseUrl,
  key,
  model,
  voices,
}: Pick<EngineSettings, 'baseUrl' | 'key' | 'model' | 'voices'>): Promise<{
  readonly voices: readonly string[]
  readonly fault: string | null
}> {
  try {
    const get = (path: string) => getJson(baseUrl, path, key, LIST_TIMEOUTS)
    const listed = await listEngineVoices(get, model)
    const outcome = outcomeOf(listed.status)
    const why = outcome === 'not-this-server' ? 'it has no list' : outcome.replaceAll('-', ' ')
    const fault = listed.voices === null && voices.length === 0 ? `${why} (HTTP ${listed.status})` : null
    return { voices: [...new Set([...(listed.voices ?? []), ...voices])], fault }
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error
    return { voices, fault: FAULT_OUTCOMES[error.kind].replaceAll('-', ' ') }
  }
}

/** Requests the list of models. */
const probeLanguageModel: Probe<'languageModel'> = async (server, key, timeouts) => {
  const { status, json } = await getJson(server.baseUrl, '/v1/models', key, timeouts)
  const models = status === 200 ? modelsSchema.safeParse(json).data?.data : undefined
  if (models === undefined) return { outcome: outcomeOf(status), status }
  // Ollama lists “llama3.2:latest” for “llama3.2”.
  const isThere = models.some(({ id }) => id === server.model || id === `${server.model}:latest`)
  return { outcome: isThere ? 'works' : 'no-such-model', status, count: models.length }
}

/** Requests a list from a server with OpenAI's interface; `json` is undefined if the response is not JSON. Throws `ExchangeFault`. */
async function getJson(
  baseUrl: string,
  path: string,
  key: string,
  timeouts: Timeouts,
): Promise<{ status: number; json: unknown }> {
  const answer = await exchange({
    url: new URL(`${withoutVersion(baseUrl)}${path}`),
    method: 'GET',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    },
    timeouts,
  })
  const text = await readText(answer, MAX_ANSWER_BYTES, timeouts.textMs)
  return { status: answer.status, json: parseJson(text) }
}

/** The outcome for a response that the probe could not use. */
function outcomeOf(status: number) {
  if (status === 401 || status === 403) return 'key-refused'
  if (status === 429) return 'busy'
  if (status >= 300 && status < 400) return 'redirected'
  return status >= 500 && status !== 501 ? 'server-error' : 'not-this-server'
}

const FAULT_OUTCOMES: Readonly<Record<FaultKind, TestOutcome>> = {
  'unknown-name': 'name-unknown',
  'refused-address': 'unreachable',
  unreachable: 'unreachable',
  proxy: 'unreachable',
  'proxy-kind': 'unreachable',
  untrusted: 'untrusted',
  'timed-out': 'silent',
  'cut-off': 'cut-off',
  'too-large': 'not-this-server',
  'unusable-header': 'key-refused',
  aborted: 'cut-off',
}

/** `GET /v1/models`, as far as it identifies the protocol. */
const modelsSchema = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
