/** What the service answers at which path. Handlers know requests and conversions, not HTTP headers. */
import { describeIssues } from '../../../shared/speech-api/errors.ts'
import { API_PATHS } from '../../../shared/speech-api/paths.ts'
import type { WireRecord } from '../../../shared/speech-api/records.ts'
import { historyQuerySchema } from '../../../shared/speech-api/requests.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import { acceptRequest } from './acceptRequest.ts'
import type { ConversionRequest, StoredConversion } from '../conversions/conversionStore.ts'
import type { Conversions } from '../conversions/conversions.ts'
import { descriptionRoutes } from './descriptionRoutes.ts'
import { fieldsRefused, HttpError } from './httpErrors.ts'
import { readJsonBody } from './readBody.ts'
import type { Route } from './route.ts'
import { serveAudio } from './serveAudio.ts'
import type { SigningKey } from '../conversions/signingKey.ts'
import { vibeRoutes } from '../vibes/vibeRoutes.ts'
import type { Vibes } from '../vibes/vibes.ts'
import type { VoiceLibrary } from '../engines/voiceLibrary.ts'

/** 10,000 characters fit many times over, in whatever way they are escaped. */
const MAX_TEXT_BODY_BYTES = 1024 * 1024
const MAX_STORY_BODY_BYTES = 64 * 1024 * 1024

export interface RoutesOptions {
  readonly conversions: Conversions
  readonly voices: VoiceLibrary
  readonly vibes: Vibes
  readonly signingKey: () => Promise<SigningKey>
  /** Asked late: the port is known only once the service listens. */
  readonly baseUrl: () => string
  /** The published record of a conversion. */
  readonly record: (conversion: StoredConversion) => WireRecord
}

/** All routes of the service. */
export function serviceRoutes(options: RoutesOptions): Route[] {
  const { conversions, voices, vibes, signingKey, record } = options
  const submission = (path: string, kind: ConversionRequest['kind'], maxBytes: number): Route => ({
    method: 'POST',
    path,
    async handle({ request }) {
      const accepted = await acceptRequest(kind, await readJsonBody(request, maxBytes), { voices, vibes })
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
        const parsed = historyQuerySchema.safeParse(Object.fromEntries(query))
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
    ...vibeRoutes(vibes),
    {
      method: 'GET',
      path: API_PATHS.voices,
      async handle() {
        const { voices: result, engines } = await voices.list()
        return { success: true, result, engines }
      },
    },
    {
      method: 'GET',
      path: API_PATHS.webhookKey,
      async handle() {
        const { publicPem } = await signingKey()
        return { success: true, result: { public_key: publicPem } }
      },
    },
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
    ...descriptionRoutes(options.baseUrl),
    { method: 'GET', path: '/healthz', isPublic: true, handle: () => ({ success: true }) },
  ]
}
