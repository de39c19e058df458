/** The OpenAPI 3.1 description of the service, generated from the schemas that parse its requests and test its answers. */
import { z } from 'zod'
import { webhookEventSchema } from './responses.ts'
import { API_KEY_HEADER, type Endpoint, ENDPOINTS } from './endpoints.ts'
import { refusalSchema } from './errors.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export interface OpenApiResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Content
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, OpenApiResponse>>
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: object
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly webhooks: object
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: object
  }
}

const PUBLISHED = 'Published interface'
const EXTENSIONS = 'Extensions'

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The body cannot be read',
  401: 'The key is missing or is not this service’s',
  404: 'There is no such thing',
  405: 'Another method is allowed here: see the header Allow',
  413: 'The body is too large',
  415: 'The body is of another type',
  416: 'The audio has no such range',
  422: 'Fields are wrong; `errors` names them',
  429: 'Too many requests: the header Retry-After tells the seconds to wait',
}

/** Describes the whole service. The same object each time. */
export function describeApi(): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = {}
  const describe = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $defs = {}, $schema: _dialect, ...own } = toComponents(z.toJSONSchema(schema, { io }))
    Object.assign(schemas, $defs)
    return own
  }
  const refusal = { 'application/json': { schema: describe(refusalSchema, 'output') } }

  const operationOf = (endpoint: Endpoint): OpenApiOperation => {
    const parameters = parametersOf(endpoint, (schema) => describe(schema, 'input'))
    return {
      operationId: endpoint.id,
      summary: endpoint.summary,
      tags: [endpoint.isExtension ? EXTENSIONS : PUBLISHED],
      security: endpoint.isPublic ? [] : [{ key: [] }],
      ...(parameters.length > 0 && { parameters }),
      ...(endpoint.body && {
        requestBody: {
          required: true,
          content: {
            [endpoint.body.type]: {
              schema: withFile(endpoint.body.type, describe(endpoint.body.schema, 'input')),
            },
          },
        },
      }),
      responses: {
        200: {
          description: 'Done',
          headers: REQUEST_ID,
          content: {
            [endpoint.answer.type]: {
              schema: endpoint.answer.schema ? describe(endpoint.answer.schema, 'output') : {},
            },
          },
        },
        ...Object.fromEntries(
          refusalsOf(endpoint).map((status) => [
            status,
            { description: REFUSALS[status] ?? '', headers: REQUEST_ID, content: refusal },
          ]),
        ),
      },
    }
  }

  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const endpoint of ENDPOINTS) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    }
  }
  const event = describe(webhookEventSchema, 'output')
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fabula speech service',
      version: '1',
      description:
        'Text, emotion, stories and documents to speech, and a library of vibes: the published interface in full, on this machine, with built-in voices.',
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    tags: [{ name: PUBLISHED }, { name: EXTENSIONS }],
    paths,
    webhooks: {
      conversionEnded: {
        post: {
          summary: 'A conversion is completed or has failed',
          parameters: [
            {
              name: 'x-signature',
              in: 'header',
              required: true,
              description:
                'Hex of an RSA PKCS#1 v1.5 SHA-256 signature over the 16-byte MD5 digest of the event’s uuid.',
              schema: { type: 'string' },
            },
          ],
          requestBody: { required: true, content: { 'application/json': { schema: event } } },
          responses: { 200: { description: 'Received; anything else is tried again, three times.' } },
        },
      },
    },
    components: {
      schemas,
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: API_KEY_HEADER } },
    },
  }
}

const REQUEST_ID = { 'x-request-id': { schema: { type: 'string' } } }

function refusalsOf({ isPublic, refusals }: Endpoint): number[] {
  return [...refusals, 405, ...(isPublic ? [] : [401, 429])].toSorted((a, b) => a - b)
}

function parametersOf(
  { part, query }: Endpoint,
  describe: (schema: z.ZodType) => JsonSchema,
): OpenApiParameter[] {
  const inPath = part && {
    name: part.name,
    in: 'path' as const,
    required: true,
    schema: describe(part.schema),
  }
  const fields = query ? describe(query) : {}
  const inQuery = Object.entries(fields.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: fields.required?.includes(name) ?? false,
    // A property may also be `true`, which our schemas never use.
    schema: schema === true || schema === false ? {} : schema,
  }))
  return [...(inPath ? [inPath] : []), ...inQuery]
}

/** The schema of a form, with the file added. */
function withFile(type: string, schema: JsonSchema): JsonSchema {
  if (type !== 'multipart/form-data') return schema
  return {
    ...schema,
    properties: {
      ...schema.properties,
      file: { type: 'string', format: 'binary', description: 'The document, with its file name.' },
    },
    required: [...(schema.required ?? []), 'file'],
  }
}

/** Named schemas go into the components of an OpenAPI description. */
function toComponents(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  // The same value with its references replaced.
  return JSON.parse(text) as JsonSchema
}
