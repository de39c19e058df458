/** The handlers of endpoints: their context, the bodies of requests, and the errors that refuse requests. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import type { EndpointId } from '../../../shared/speech-api/endpoints.ts'
import { describeIssues, type FieldError } from '../../../shared/speech-api/errors.ts'

export interface RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The decoded parameter in the endpoint's path; empty if the path has none. */
  readonly part: string
  readonly query: URLSearchParams
}

/** Returns the JSON of the response, or undefined if the handler has responded itself. Throws an HttpError to refuse. */
export type Handler = (context: RequestContext) => Promise<object | undefined> | object | undefined
export type ServiceHandlers = Readonly<Record<EndpointId, Handler>>

/** A refused request: its HTTP status, a message for people and, if fields are invalid, which ones and why. */
export class HttpError extends Error {
  readonly status: number
  readonly fields: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    message: string,
    more: {
      readonly fields?: readonly FieldError[]
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.fields = more.fields ?? []
    this.headers = more.headers ?? {}
  }
}

/** 422 for invalid fields; the message names them, since many clients show nothing else. */
export function fieldsRefused(fields: readonly FieldError[]): HttpError {
  const shown = fields.slice(0, 5).map(({ field, message }) => `${field} ${message}`)
  const rest = fields.length > shown.length ? [`and ${fields.length - shown.length} more`] : []
  return new HttpError(422, [...shown, ...rest].join('; '), { fields })
}

/** Validates a value. Throws 422 with every field that does not fit the schema. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw fieldsRefused(describeIssues(parsed.error))
  return parsed.data
}

const DISCARD_MS = 3_000

/**
 * Reads a JSON body. Refuses a body that is not declared as JSON (415), exceeds the limit (413; none of it is kept)
 * or does not parse (400).
 */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new HttpError(415, 'The body must be JSON (Content-Type: application/json)')
  }
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new HttpError(415, `The content encoding ${encoding} is not supported`)
  const bytes = await readBytes(request, maxBytes)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'The body is not valid JSON in UTF-8')
  }
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = Number(request.headers['content-length'] ?? 0) > maxBytes ? Infinity : 0
  // Leaving a plain loop over the request early would destroy its connection before the response is sent.
  for await (const chunk of length > maxBytes ? [] : request.iterator({ destroyOnReturn: false })) {
    // A request without a set encoding yields buffers.
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > maxBytes) break
    chunks.push(bytes)
  }
  if (length > maxBytes) {
    await discardRest(request)
    throw new HttpError(413, `The body is larger than ${maxBytes.toLocaleString('en')} bytes`, {
      headers: { connection: 'close' },
    })
  }
  return Buffer.concat(chunks)
}

/** Reads and discards the rest of a body for a while: most clients read the response only after they have sent everything. */
export function discardRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DISCARD_MS)
    const finish = () => {
      clearTimeout(timer)
      resolve()
    }
    for (const event of ['end', 'close', 'error']) request.once(event, finish)
    request.resume()
  })
}
