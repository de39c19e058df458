/**
 * Services' answers: the schemas of what the embedded service sends, and parsing of what any service sends. Real servers mix the envelope with the flat shape, send nulls, extra fields, unknown
 * states, and dates with and without a zone: all of it becomes one `Conversion`, with null for what cannot be read.
 */
import { z } from 'zod'
import type { WordTime } from '../story/wordTimes.ts'
import { parseStatus, readCredits, STATUS } from './statuses.ts'
import { MAX_INPUT_CHARACTERS } from './limits.ts'
import {
  emotionRecordSchema,
  fileRecordSchema,
  parseServiceTime,
  textRecordSchema,
  timingSchema,
  wordTimingSchema,
} from './records.ts'
import { deletedVibeRecordSchema, vibeRecordSchema } from './vibes.ts'

/** Start and end of one block's speech in the finished audio, in whole milliseconds. */
export interface BlockTiming {
  readonly index: number
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  /** In ms from `startMs`, in the text that was sent; absent if the service does not report them. */
  readonly words?: readonly WordTime[]
}

/** One job at a speech service, in a uniform shape. `status` is an integer, known or not. */
export interface Conversion {
  readonly uuid: string
  readonly status: number
  /** 0 to 100. */
  readonly percentage: number
  /** A whole number, at least 0; null if the service does not state it. */
  readonly estimatedCredit: number | null
  /** As above. */
  readonly usedCredit: number | null
  /** '' if there is none. */
  readonly errorMessage: string
  /** Address of the audio as received from the service; may be relative to the service. */
  readonly mediaUrl: string | null
  readonly model: string
  readonly voiceId: string
  readonly speed: number | null
  /** The text, the story's name or the document's file name. */
  readonly input: string
  readonly speakerName: string | null
  readonly createdAtMs: number | null
  readonly updatedAtMs: number | null
  readonly fileSize: number | null
  readonly vibeId: number | null
  readonly emotion: string
  readonly customPrompt: string
  /** Sent only by services with the extension; otherwise null. */
  readonly timings: readonly BlockTiming[] | null
}

const text = z.string().nullish().catch(null)
const numeric = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*-?\d+(\.\d+)?\s*$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null)

/** Most words of a block: each takes at least a character and a space. */
const MAX_WORDS = MAX_INPUT_CHARACTERS / 2
/** Word times are used only if all of them are plausible: in order, each with a place. */
const readTimingSchema = timingSchema.extend({
  words: z
    .array(wordTimingSchema)
    .max(MAX_WORDS)
    .transform((words) =>
      words.map(([startMs = 0, endMs = 0, from = 0, to = 0]): WordTime => ({ startMs, endMs, from, to })),
    )
    .refine((words) =>
      words.every(
        ({ startMs, endMs, from, to }, index) =>
          startMs >= (words[index - 1]?.startMs ?? 0) && endMs >= startMs && to > from,
      ),
    )
    .nullish()
    .catch(null),
})

/** A conversion record of either shape, read tolerantly: only `uuid` and a readable `status` are required. */
const conversionRecordSchema = z.looseObject({
  uuid: z.string().min(1),
  status: z.unknown().transform((value, context) => {
    const status = parseStatus(value)
    if (status !== null) return status
    context.addIssue({ code: 'custom', message: 'is not a state' })
    return z.NEVER
  }),
  status_percentage: numeric,
  estimated_credit: numeric,
  used_credit: numeric,
  error_message: text,
  media_url: text,
  model: text,
  voice_id: text,
  speed: numeric,
  tts_input: text,
  speaker_name: text,
  created_at: text,
  updated_at: text,
  file_size: numeric,
  vibe_id: numeric,
  emotion: text,
  custom_prompt: text,
  timings: z.array(readTimingSchema).nullish().catch(null),
})

/**
 * Reads an answer about one conversion: the record in the envelope `{success, result}` or bare. Returns null if it is
 * neither (an error body, a page of HTML parsed as nothing, a record without uuid or status).
 */
export function parseConversionResponse(json: unknown): Conversion | null {
  if (typeof json !== 'object' || json === null) return null
  if ('success' in json && json.success === false) return null
  const candidate = 'result' in json && json.result !== null && !('uuid' in json) ? json.result : json
  const record = conversionRecordSchema.safeParse(candidate)
  return record.success ? normaliseRecord(record.data) : null
}

/** Reads a list of conversions (`result` an array, or an object that holds one); unusable records are left out. */
export function parseConversionList(json: unknown): Conversion[] | null {
  const rows = findArray(json)
  if (rows === null) return null
  return rows.map(parseConversionResponse).filter((conversion) => conversion !== null)
}

function normaliseRecord(record: z.output<typeof conversionRecordSchema>): Conversion {
  return {
    uuid: record.uuid,
    status: record.status,
    percentage: clampPercentage(record.status_percentage ?? (record.status === STATUS.completed ? 100 : 0)),
    estimatedCredit: readCredits(record.estimated_credit),
    usedCredit: readCredits(record.used_credit),
    errorMessage: record.error_message ?? '',
    mediaUrl: blankToNull(record.media_url),
    model: record.model ?? '',
    voiceId: record.voice_id ?? '',
    speed: record.speed ?? null,
    input: record.tts_input ?? '',
    speakerName: blankToNull(record.speaker_name),
    createdAtMs: parseServiceTime(record.created_at),
    updatedAtMs: parseServiceTime(record.updated_at),
    fileSize: record.file_size ?? null,
    vibeId: record.vibe_id ?? null,
    emotion: record.emotion ?? '',
    customPrompt: record.custom_prompt ?? '',
    timings:
      record.timings?.map(({ index, name, start_ms, end_ms, words }) => ({
        index,
        name,
        startMs: start_ms,
        endMs: end_ms,
        ...(words && { words }),
      })) ?? null,
  }
}

function findArray(json: unknown): readonly unknown[] | null {
  if (isArray(json)) return json
  if (typeof json !== 'object' || json === null) return null
  for (const key of ['result', 'data', 'items', 'histories']) {
    if (key in json) {
      // `in` does not narrow to an index signature; the value is treated as unknown.
      const found = findArray((json as Record<string, unknown>)[key])
      if (found !== null) return found
    }
  }
  return null
}

/** `Array.isArray` alone would make the elements `any`. */
function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function clampPercentage(value: number): number {
  return Math.min(100, Math.max(0, value))
}

function blankToNull(value: string | null | undefined): string | null {
  return value === null || value === undefined || value.trim() === '' ? null : value
}

/** The embedded service's response bodies: those of the published interface, and those of its extensions. */
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
