/** Validates requests: the body must fit its schema, and its voices and its vibe must exist. */
import { describeIssues, type FieldError } from '../../../shared/speech-api/errors.ts'
import { MAX_CONVERSION_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { conversionRequestSchema, type ConversionRequest } from '../conversions/conversionStore.ts'
import { creditsOf } from '../speech/blocksToSpeak.ts'
import { isPackVoiceId } from '../../../shared/voices/voicePacks.ts'
import { fieldsRefused, HttpError } from './handler.ts'
import type { Vibes } from '../vibes.ts'
import type { VoiceLibrary } from '../engines/voiceLibrary.ts'

export interface Libraries {
  readonly voices: Pick<VoiceLibrary, 'isKnown'>
  readonly vibes: Pick<Vibes, 'findPrompt'>
}

/** Rejects with 422 and every invalid field, and with 413 if the texts together are too long. */
export async function acceptRequest(
  kind: ConversionRequest['kind'],
  body: unknown,
  { voices, vibes }: Libraries,
): Promise<ConversionRequest> {
  const parsed = conversionRequestSchema.safeParse({ kind, body })
  if (!parsed.success) {
    const fields = describeIssues(parsed.error).map(({ field, message }) => ({
      field: field.startsWith('body.') ? field.slice('body.'.length) : field,
      message,
    }))
    throw fieldsRefused(fields)
  }
  const request = parsed.data
  refuseTooLong(request)
  const vibeId = request.kind === 'emotion' ? request.body.vibe_id : undefined
  const vibePrompt = vibeId === undefined ? '' : vibes.findPrompt(vibeId)
  const problems = await findUnknownVoices(request, voices)
  if (vibePrompt === null) {
    problems.push({ field: 'vibe_id', message: `${vibeId} is not a vibe of this service` })
  }
  if (problems.length > 0) throw fieldsRefused(problems)
  return request.kind === 'emotion' ? { ...request, vibePrompt: vibePrompt ?? '' } : request
}

/** Throws 413 if the texts of a request together are too long for one conversion. */
export function refuseTooLong(request: ConversionRequest): void {
  const characters = creditsOf(request)
  if (characters <= MAX_CONVERSION_CHARACTERS) return
  const [is, most] = [characters, MAX_CONVERSION_CHARACTERS].map((count) => count.toLocaleString('en'))
  const field = request.kind === 'document' ? 'file' : request.kind === 'story' ? 'blocks' : 'input'
  const message = `has ${is} characters of text; one conversion takes at most ${most}: divide it`
  throw new HttpError(413, `${field} ${message}`, { fields: [{ field, message }] })
}

const PACK_GONE =
  'a voice of a voice pack that is not on this computer: get the voice pack again, or choose another voice'

async function findUnknownVoices(
  request: ConversionRequest,
  voices: Libraries['voices'],
): Promise<FieldError[]> {
  const named =
    request.kind === 'story'
      ? request.body.blocks.map(({ voice_id }, index) => ({
          field: `blocks[${index}].voice_id`,
          id: voice_id,
        }))
      : [{ field: 'voice_id', id: request.body.voice_id }]
  const ids = [...new Set(named.map(({ id }) => id))]
  const known = new Map(await Promise.all(ids.map(async (id) => [id, await voices.isKnown(id)] as const)))
  return named
    .filter(({ id }) => known.get(id) !== true)
    .map(({ field, id }) => ({
      field,
      message: `${JSON.stringify(id)} is ${isPackVoiceId(id) ? PACK_GONE : 'not a voice of this service'}`,
    }))
}
