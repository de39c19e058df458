/** What the service answers at which path. Handlers know requests and conversions, not HTTP headers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { describeIssues } from '../../shared/speech-api/errors.ts'
import type { FieldError } from '../../shared/speech-api/errors.ts'
import { API_PATHS } from '../../shared/speech-api/paths.ts'
import { STATUS } from '../../shared/speech-api/statuses.ts'
import { conversionRequestSchema } from './conversionStore.ts'
import type { ConversionRequest } from './conversionStore.ts'
import type { Conversions } from './conversions.ts'
import { fieldsRefused, HttpError } from './httpErrors.ts'
import { listMasterVibes } from './masterVibes.ts'
import { readJsonBody } from './readBody.ts'
import { serveAudio } from './serveAudio.ts'
import { findVoice, listVoices } from './voices.ts'
import { toWireRecord } from './wireRecords.ts'

export interface RouteContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The path's parts that the pattern leaves open, decoded. */
  readonly params: readonly string[]
  readonly query: URLSearchParams
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** A path; `*` stands for one part of it. */
  readonly path: string
  /** Open to callers without a key. */
  readonly isPublic?: boolean
  /** Gives the JSON to answer with, or undefined when it has answered by itself. */
  handle(context: RouteContext): Promise<object | undefined> | object
}

/** 10,000 characters fit many times over, in whatever way they are escaped. */
const MAX_TEXT_BODY_BYTES = 1024 * 1024
const MAX_STORY_BODY_BYTES = 64 * 1024 * 1024

const pageSchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** All routes of the service. `baseUrl` is asked for late, since the port is known only once the server listens. */
export function serviceRoutes(conversions: Conversions, baseUrl: () => string): Route[] {
  const mediaPath = (token: string) => `/media/${token}.mp3`
  const record = (conversion: NonNullable<ReturnType<Conversions['find']>>) =>
    toWireRecord(conversion, `${baseUrl()}${mediaPath(conversion.mediaToken)}`)

  const submission = (path: string, kind: ConversionRequest['kind'], maxBytes: number): Route => ({
    method: 'POST',
    path,
    async handle({ request }) {
      const accepted = acceptRequest(kind, await readJsonBody(request, maxBytes))
      return { success: true, result: record(conversions.submit(accepted)) }
    },
  })

  return [
    submission(API_PATHS.textToSpeech, 'text', MAX_TEXT_BODY_BYTES),
    submission(API_PATHS.emotionToSpeech, 'emotion', MAX_TEXT_BODY_BYTES),
    submission(API_PATHS.storyMaker, 'story', MAX_STORY_BODY_BYTES),
    {
      method: 'GET',
      path: API_PATHS.history,
      handle({ query }) {
        const parsed = pageSchema.safeParse(Object.fromEntries(query))
        if (!parsed.success) throw fieldsRefused(describeIssues(parsed.error))
        const { page, limit } = parsed.data
        const { rows, total } = conversions.list({ offset: (page - 1) * limit, limit })
        return { success: true, result: rows.map(record), total, page, limit }
      },
    },
    {
      method: 'GET',
      path: `${API_PATHS.history}/*`,
      handle({ params: [uuid = ''] }) {
        const conversion = conversions.find(uuid)
        if (conversion === null) throw new HttpError(404, `There is no conversion ${uuid.slice(0, 100)}`)
        return { success: true, result: record(conversion) }
      },
    },
    {
      method: 'GET',
      path: API_PATHS.masterVibes,
      handle: () => ({ success: true, result: listMasterVibes(), message: null }),
    },
    { method: 'GET', path: API_PATHS.voices, handle: () => ({ success: true, result: listVoices() }) },
    {
      // Players fetch audio without headers of their own: the token in the address, which only a caller with the key
      // is told, is what lets them in.
      method: 'GET',
      path: '/media/*',
      isPublic: true,
      async handle({ request, response, params: [name = ''] }) {
        const token = /^(.+)\.mp3$/.exec(name)?.[1]
        const conversion = token === undefined ? null : conversions.findByMediaToken(token)
        if (conversion?.status !== STATUS.completed) throw new HttpError(404, 'There is no such audio')
        await serveAudio(request, response, {
          path: conversions.audioPath(conversion.uuid),
          etag: `${conversion.uuid}-${conversion.updatedAtMs}`,
          modifiedMs: conversion.updatedAtMs,
        })
        return undefined
      },
    },
    { method: 'GET', path: '/healthz', isPublic: true, handle: () => ({ success: true }) },
  ]
}

/** Checks a body against its schema and against what this service has: voices and vibes. */
function acceptRequest(kind: ConversionRequest['kind'], body: unknown): ConversionRequest {
  const parsed = conversionRequestSchema.safeParse({ kind, body })
  if (!parsed.success) {
    const fields = describeIssues(parsed.error).map(({ field, message }) => ({
      field: field.startsWith('body.') ? field.slice('body.'.length) : field,
      message,
    }))
    throw fieldsRefused(fields)
  }
  const unknown = findUnknown(parsed.data)
  if (unknown.length > 0) throw fieldsRefused(unknown)
  return parsed.data
}

function findUnknown(request: ConversionRequest): FieldError[] {
  const voices =
    request.kind === 'story'
      ? request.body.blocks.map(({ voice_id }, index) => ({
          field: `blocks[${index}].voice_id`,
          id: voice_id,
        }))
      : [{ field: 'voice_id', id: request.body.voice_id }]
  const problems = voices
    .filter(({ id }) => findVoice(id) === null)
    .map(({ field, id }) => ({ field, message: `${JSON.stringify(id)} is not a voice of this service` }))
  const vibeId = request.kind === 'emotion' ? request.body.vibe_id : undefined
  if (vibeId !== undefined && !listMasterVibes().some(({ id }) => id === vibeId)) {
    problems.push({ field: 'vibe_id', message: `${vibeId} is not a vibe of this service` })
  }
  return problems
}
