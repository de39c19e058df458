/** The client of a server with the OpenAI-compatible `POST /v1/chat/completions` (https://platform.openai.com/docs/api-reference/chat/create). */
import * as z from 'zod'
import { CHARACTERS_PER_TOKEN } from '../../shared/import/speakers/labelling.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Server } from '../../shared/servers/contract.ts'
import { parseErrorMessage } from '../../shared/speech-api/errors.ts'
import { withoutVersion } from '../lib/http/engineSettings.ts'
import { exchange, ExchangeFault, readText, type Timeouts } from '../lib/http/httpExchange.ts'
import { createRedact } from '../lib/http/redact.ts'
import { shorten } from './askService.ts'

/** On a slow computer, a model may read a long passage for minutes before its first word. */
const TIMEOUTS: Timeouts = { connectMs: 10_000, firstByteMs: 900_000, idleMs: 300_000, textMs: 900_000 }
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
/** Statuses that servers send if they do not support a part of the request. */
const NOT_UNDERSTOOD = [400, 404, 415, 422, 501]

export interface ModelQuestion {
  readonly server: Pick<Server<'languageModel'>, 'name' | 'baseUrl' | 'model'>
  /** '' for none. */
  readonly key: string
  readonly system: string
  readonly user: string
  /** The JSON Schema of the answer. */
  readonly schema: object
  readonly signal?: AbortSignal | undefined
}

export interface ModelAnswer {
  /** Undefined if the model's answer is not JSON. */
  readonly json: unknown
  /** Tokens read and written, as the server counts them, or an estimate. */
  readonly tokens: number
}

const answerSchema = z.looseObject({
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string().nullable() }) })).min(1),
  usage: z
    .looseObject({ total_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
})

/**
 * Sends one question. If a server refuses the schema, which means that it has not answered, the question is sent again without it. Throws
 * `language-model-silent`, `language-model-refused` and `language-model-strange` with the server's name, and the signal's reason.
 */
export async function askLanguageModel(question: ModelQuestion): Promise<ModelAnswer> {
  const { server, key, system, user, schema, signal } = question
  const redact = createRedact(key)
  const host = new URL(server.baseUrl).host
  const asked = {
    model: server.model,
    temperature: 0,
    stream: false,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
  }
  const structured = {
    ...asked,
    response_format: { type: 'json_schema', json_schema: { name: 'labels', strict: true, schema } },
  }
  const first = await post(structured)
  const { status, text } = mayRefuseSchema(first) ? await post(asked) : first
  if (status !== 200) {
    const message = shorten(redact(parseErrorMessage(parseJson(text)) ?? ''))
    throw new UserFacingError('language-model-refused', { name: server.name, status, message })
  }
  const answer = answerSchema.safeParse(parseJson(text))
  if (!answer.success) throw new UserFacingError('language-model-strange', { name: server.name, host })
  const content = answer.data.choices[0]?.message.content ?? ''
  const tokens = answer.data.usage?.total_tokens
  const counted = Math.ceil((system.length + user.length + content.length) / CHARACTERS_PER_TOKEN)
  return { json: parseJson(withoutFence(content)), tokens: tokens ?? counted }

  async function post(body: object): Promise<{ readonly status: number; readonly text: string }> {
    const bytes = Buffer.from(JSON.stringify(body))
    try {
      const sent = await exchange({
        url: new URL(`${withoutVersion(server.baseUrl)}/v1/chat/completions`),
        method: 'POST',
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          'content-length': String(bytes.byteLength),
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        },
        body: bytes,
        timeouts: TIMEOUTS,
        ...(signal && { signal }),
      })
      return { status: sent.status, text: await readText(sent, MAX_ANSWER_BYTES, TIMEOUTS.textMs) }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof ExchangeFault)
        throw new UserFacingError('language-model-silent', { name: server.name, host }, { cause: error })
      throw error
    }
  }
}

/** Whether a refusal may be about the schema, which not all servers support. */
function mayRefuseSchema({ status, text }: { readonly status: number; readonly text: string }): boolean {
  return NOT_UNDERSTOOD.includes(status) && /response_format|json_schema|schema|grammar/i.test(text)
}

/** The JSON in an answer: models without structured output put a code fence around it, or write their reasoning before it. */
function withoutFence(content: string): string {
  const said = content.replace(/^[^]*<\/think>/, '')
  const start = said.search(/[[{]/)
  const end = Math.max(said.lastIndexOf('}'), said.lastIndexOf(']'))
  return start < 0 ? '' : said.slice(start, end + 1)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
