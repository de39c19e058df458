/** Conversion records exactly as the published interface gives them: what the embedded service answers. */
import { z } from 'zod'
import { EMOTION_MODEL } from './models.ts'

/** Start and end of one block's speech in the finished audio, in whole milliseconds (an extension). */
export const timingSchema = z.object({
  index: z.number().int(),
  name: z.string(),
  start_ms: z.number().int(),
  end_ms: z.number().int(),
})

const recordFields = {
  uuid: z.string(),
  voice_id: z.string(),
  speed: z.number(),
  model: z.string(),
  tts_input: z.string(),
  estimated_credit: z.number().int(),
  used_credit: z.number().int(),
  status: z.number().int(),
  status_percentage: z.number().int(),
  error_message: z.string(),
  speaker_name: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
}

/** What a history record has beyond the published fields, once its conversion is finished. */
const deliveryFields = { media_url: z.string().optional(), timings: z.array(timingSchema).optional() }

export const textRecordSchema = z.strictObject({ ...recordFields, ...deliveryFields })

export const emotionRecordSchema = z.strictObject({
  ...recordFields,
  model: z.literal(EMOTION_MODEL),
  vibe_id: z.number().nullable(),
  emotion: z.string(),
  custom_prompt: z.string(),
  ...deliveryFields,
})

/** Story-maker and document-to-speech. A story has no voice of its own: `voice_id` is '' and `speaker_name` null. */
export const fileRecordSchema = z.strictObject({
  ...recordFields,
  file_size: z.number().int(),
  ...deliveryFields,
})

export type WireTiming = z.output<typeof timingSchema>
export type TextRecord = z.output<typeof textRecordSchema>
export type EmotionRecord = z.output<typeof emotionRecordSchema>
export type FileRecord = z.output<typeof fileRecordSchema>
export type WireRecord = TextRecord | EmotionRecord | FileRecord
