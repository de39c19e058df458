/** Conversion records exactly as in the published interface: the embedded service's answers. */
import { z } from 'zod'
import { EMOTION_MODEL } from './models.ts'
import { STATUS, statusLabel } from './statuses.ts'

/** A time in the service's format. */
export const serviceTimeSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)

const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/

/**
 * Parses a date-time of the service into milliseconds since 1970. Times without a zone are UTC; `Z` and offsets are
 * respected. Returns null for anything that is not a date-time.
 */
export function parseServiceTime(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  const timeMs = Date.parse(WITHOUT_ZONE.test(text) ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(timeMs) ? null : timeMs
}

/** Writes a time as the service does: `<date>T<time>` in UTC, to the second, with no zone. */
export function formatServiceTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19)
}

/** A word of a block: start and end in ms from the block's own start, and its place in the block's text in UTF-16 units. */
export const wordTimingSchema = z.array(z.number().int().min(0)).length(4)

/** Start and end of one block's speech in the finished audio, in whole milliseconds (an extension). */
export const timingSchema = z.object({
  index: z.number().int(),
  name: z.string(),
  start_ms: z.number().int(),
  end_ms: z.number().int(),
  words: z
    .array(wordTimingSchema)
    .optional()
    .describe(
      'For voices that tell it, each word: start and end in milliseconds after start_ms, and from and to in the text, in UTF-16 units.',
    ),
})

const recordFields = {
  uuid: z.string(),
  voice_id: z.string(),
  speed: z.number(),
  model: z.string(),
  tts_input: z.string().describe('The text; the name of a story; the file name of a document.'),
  estimated_credit: z.number().int(),
  used_credit: z.number().int(),
  status: z
    .number()
    .int()
    .describe(
      Object.values(STATUS)
        .map((status) => `${status} ${statusLabel(status)}`)
        .join(', '),
    ),
  status_percentage: z.number().int(),
  error_message: z.string().describe("'' where there is none."),
  speaker_name: z.string().nullable(),
  created_at: serviceTimeSchema,
  updated_at: serviceTimeSchema,
}

/** Fields of a history record beyond the published ones, once its conversion is finished. */
const deliveryFields = {
  media_url: z.string().optional().describe('Extension: where the audio is, once it is finished.'),
  timings: z.array(z.strictObject(timingSchema.shape)).optional(),
}

export const textRecordSchema = z
  .strictObject({ ...recordFields, ...deliveryFields })
  .meta({ id: 'TextRecord' })

export const emotionRecordSchema = z
  .strictObject({
    ...recordFields,
    model: z.literal(EMOTION_MODEL),
    vibe_id: z.number().nullable(),
    emotion: z.string(),
    custom_prompt: z.string(),
    ...deliveryFields,
  })
  .meta({ id: 'EmotionRecord' })

/** Story-maker and document-to-speech. A story itself has no voice: `voice_id` is '' and `speaker_name` null. */
export const fileRecordSchema = z
  .strictObject({ ...recordFields, file_size: z.number().int(), ...deliveryFields })
  .meta({ id: 'FileRecord' })

export type WireTiming = z.output<typeof timingSchema>
export type TextRecord = z.output<typeof textRecordSchema>
export type EmotionRecord = z.output<typeof emotionRecordSchema>
export type FileRecord = z.output<typeof fileRecordSchema>
export type WireRecord = TextRecord | EmotionRecord | FileRecord
