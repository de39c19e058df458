/** The embedded service's response bodies: those of the published interface, and those of its extensions. */
import { z } from 'zod'
import { emotionRecordSchema, fileRecordSchema, textRecordSchema } from './records.ts'
import { deletedVibeRecordSchema, vibeRecordSchema } from './vibes.ts'

const conversionAnswer = <T extends z.ZodType>(record: T) =>
  z.strictObject({ success: z.literal(true), result: record })

const vibeAnswer = <T extends z.ZodType>(result: T) =>
  z.strictObject({ success: z.literal(true), result, message: z.null() })

export const textAnswerSchema = conversionAnswer(textRecordSchema)
export const emotionAnswerSchema = conversionAnswer(emotionRecordSchema)
export const fileAnswerSchema = conversionAnswer(fileRecordSchema)

const anyRecordSchema = z.union([textRecordSchema, emotionRecordSchema, fileRecordSchema])

/** `GET /uapi/v1/history/{uuid}`: the record as its own endpoint returns it. */
export const historyRecordAnswerSchema = conversionAnswer(anyRecordSchema)

/** `GET /uapi/v1/history`, without timings. */
export const historyAnswerSchema = z.strictObject({
  success: z.literal(true),
  result: z.array(anyRecordSchema),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
})

export const vibeAnswerSchema = vibeAnswer(vibeRecordSchema)
export const vibesAnswerSchema = vibeAnswer(z.array(vibeRecordSchema))
export const deletedVibeAnswerSchema = vibeAnswer(deletedVibeRecordSchema)

/** `GET /uapi/v1/voices` */
export const voicesAnswerSchema = z.strictObject({
  success: z.literal(true),
  result: z.array(
    z
      .strictObject({
        id: z.string().describe('As `voice_id` takes it; voices of other engines are `<engine>:<voice>`.'),
        name: z.string(),
        language: z.string().describe('A language tag; und where an engine does not tell.'),
        gender: z.enum(['female', 'male', 'neutral']),
        description: z.string(),
      })
      .meta({ id: 'Voice' }),
  ),
  engines: z.array(
    z
      .strictObject({
        name: z.string(),
        model: z.string(),
        state: z
          .enum(['listed', 'cut', 'typed', 'open', 'absent'])
          .describe(
            'Where its voices come from; cut: it lists more than are here; open: any name may be one; absent: it does not answer.',
          ),
        message: z.string(),
      })
      .meta({ id: 'Engine' }),
  ),
})

/** `GET /uapi/v1/webhook-key` */
export const webhookKeyAnswerSchema = z.strictObject({
  success: z.literal(true),
  result: z.strictObject({ public_key: z.string().describe('PEM; checks x-signature.') }),
})

export const healthAnswerSchema = z.strictObject({ success: z.literal(true) })

/** The body of an event. */
export const webhookEventSchema = z.strictObject({
  event: z.enum([
    'TTS_TEXT_SUCCESS',
    'TTS_TEXT_FAILED',
    'TTS_EMOTION_SUCCESS',
    'TTS_EMOTION_FAILED',
    'TTS_STORY_SUCCESS',
    'TTS_STORY_FAILED',
    'TTS_DOCUMENT_SUCCESS',
    'TTS_DOCUMENT_FAILED',
  ]),
  uuid: z.string().describe('Of the event: the same in each try to deliver it.'),
  data: anyRecordSchema,
})
