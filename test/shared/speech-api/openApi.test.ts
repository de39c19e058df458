import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { webhookEventSchema } from '../../../shared/speech-api/responses.ts'
import { ENDPOINTS } from '../../../shared/speech-api/endpoints.ts'
import { refusalSchema } from '../../../shared/speech-api/errors.ts'
import { describeApi, type JsonSchema, type OpenApiOperation } from '../../../shared/speech-api/openApi.ts'
import { damaged, isValid, validValues } from './jsonSchema.ts'
import { long } from '../../support/tags.ts'

const api = describeApi()
const { schemas } = api.components

function operationOf(method: string, path: string): OpenApiOperation {
  const operation = api.paths[path]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${method} ${path} is not described`)
  return operation
}

/** Every schema of the description beside the zod schema that it was made from. */
function pairs(): [name: string, described: JsonSchema, schema: z.ZodType][] {
  return ENDPOINTS.flatMap(({ method, path, query, body, answer, part }) => {
    const { parameters = [], requestBody, responses } = operationOf(method, path)
    const found: [string, JsonSchema, z.ZodType][] = []
    const add = (what: string, described: JsonSchema | undefined, schema: z.ZodType) => {
      if (described === undefined) throw new Error(`${method} ${path} lacks its ${what}`)
      found.push([`${method} ${path} ${what}`, described, schema])
    }
    if (body?.type === 'application/json') add('body', requestBody?.content[body.type]?.schema, body.schema)
    if (answer.schema) add('answer', responses['200']?.content?.[answer.type]?.schema, answer.schema)
    const fields: Record<string, z.ZodType> = {
      ...query?.shape,
      ...(part && { [part.name]: part.schema }),
    }
    for (const [name, schema] of Object.entries(fields)) {
      add(`parameter ${name}`, parameters.find((one) => one.name === name)?.schema, schema)
    }
    return found
  }).concat([
    ['the body of an event', eventSchema(), webhookEventSchema],
    ['a refusal', { $ref: '#/components/schemas/Refusal' }, refusalSchema],
  ])
}

function eventSchema(): JsonSchema {
  const { conversionEnded } = api.webhooks as {
    conversionEnded: { post: { requestBody: { content: Record<string, { schema: JsonSchema }> } } }
  }
  return conversionEnded.post.requestBody.content['application/json']?.schema ?? {}
}

describe('the API description and the validating schemas agree', () => {
  it.each(pairs())('on valid values: %s', (_name, described, schema) => {
    fc.assert(
      fc.property(validValues(described, schemas), (value) => {
        expect(isValid(described, value, schemas)).toBe(true)
        expect(schema.safeParse(value).error).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })

  // A part of an address is always text, so other types need no check.
  it.each(pairs().filter(([name]) => !name.includes('parameter')))(
    'on damaged values: %s',
    long,
    (_name, described, schema) => {
      let refused = 0
      fc.assert(
        fc.property(validValues(described, schemas).chain(damaged), (value) => {
          const isDescribed = isValid(described, value, schemas)
          if (!isDescribed) refused++
          expect([value, schema.safeParse(value).success]).toEqual([value, isDescribed])
        }),
        { numRuns: 300 },
      )
      expect(refused).toBeGreaterThan(20)
    },
  )
})

describe('the API description', () => {
  it('has exactly one operation for each endpoint, and requires the key if the endpoint does', () => {
    const described = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).toSorted())
    const ids = ENDPOINTS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { method, path, isPublic } of ENDPOINTS) {
      expect(operationOf(method, path).security).toEqual(isPublic ? [] : [{ key: [] }])
    }
  })

  it('defines every schema that it refers to, and every parameter of a path', () => {
    const text = JSON.stringify(api)
    const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
    expect(references.length).toBeGreaterThan(20)
    for (const name of references) expect(schemas).toHaveProperty(name)
    for (const [path, methods] of Object.entries(api.paths)) {
      const open = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters = [] } of Object.values(methods)) {
        expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(open)
      }
    }
  })

  it('states the published limits and defaults', () => {
    const fields = (path: string, type = 'application/json') =>
      operationOf('POST', path).requestBody?.content[type]?.schema.properties ?? {}
    const text = fields('/uapi/v1/text-to-speech')
    expect(text['input']).toMatchObject({ type: 'string', maxLength: 10_000 })
    expect(text['speed']).toMatchObject({ type: 'number', minimum: 1, maximum: 4, default: 1 })
    expect(text['model']).toMatchObject({ enum: ['tts-1', 'tts-1-hd'], default: 'tts-1' })
    expect(text['voice_id']).toMatchObject({ default: 'OA001' })
    expect(fields('/uapi/v1/text-to-speech-advanced')['model']).toMatchObject({ const: 'audio_stable' })
    const form = fields('/uapi/v1/document-to-speech', 'multipart/form-data')
    expect(form['file']).toMatchObject({ format: 'binary' })
    expect(form['file_password']).toMatchObject({ type: 'string' })
  })
})
