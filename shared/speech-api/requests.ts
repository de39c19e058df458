/**
 * The bodies of the conversion requests. One schema serves both ends: the client builds a body that satisfies it, the
 * embedded service parses incoming bodies with it (defaults filled in, unknown fields left out).
 */
import { z } from 'zod'
import {
  DEFAULT_SPEED,
  MAX_DURATION_SECONDS,
  MAX_EMOTION_CHARACTERS,
  MAX_INPUT_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PASSWORD_CHARACTERS,
  MAX_PROMPT_CHARACTERS,
  MAX_SILENCE_SECONDS,
  MAX_SPEED,
  MAX_STORY_BLOCKS,
  MAX_VOICE_ID_CHARACTERS,
  MIN_SPEED,
  isNotBlank,
  NOT_BLANK,
  upTo,
} from './limits.ts'
import { DEFAULT_MODEL, DEFAULT_VOICE_ID, EMOTION_MODEL, SPEECH_MODELS, TEXT_MODELS } from './models.ts'

const nullish = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

const inputSchema = upTo(MAX_INPUT_CHARACTERS)
  .min(1, 'must not be empty')
  .describe('The text to speak; one credit for each character.')
const spokenInputSchema = inputSchema
  .refine((text) => text === '' || isNotBlank(text), 'must not be blank')
  .meta(NOT_BLANK)
const asIsSchema = z
  .array(z.object({ from: z.number().int().min(0), to: z.number().int().min(0) }))
  .max(MAX_INPUT_CHARACTERS)
  .optional()
  .describe(
    'Extension: stretches of the input, from one UTF-16 unit to before another, that are said as they are written: no number or abbreviation in them is written out.',
  )
const voiceIdSchema = upTo(MAX_VOICE_ID_CHARACTERS)
  .min(1, 'must not be empty')
  .default(DEFAULT_VOICE_ID)
  .describe('A voice of the library.')
const speedSchema = z
  .number()
  .min(MIN_SPEED)
  .max(MAX_SPEED)
  .default(DEFAULT_SPEED)
  .describe('2 is twice as fast; the pitch stays.')
const emotionSchema = nullish(upTo(MAX_EMOTION_CHARACTERS))
const modelSchema = z.enum(SPEECH_MODELS)

/** `POST /uapi/v1/text-to-speech` */
export const textToSpeechRequestSchema = z.object({
  model: z.enum(TEXT_MODELS).default(DEFAULT_MODEL),
  voice_id: voiceIdSchema,
  speed: speedSchema,
  input: spokenInputSchema,
  as_is: asIsSchema,
})

/** `POST /uapi/v1/text-to-speech-advanced` */
export const emotionToSpeechRequestSchema = z.object({
  model: z.literal(EMOTION_MODEL).default(EMOTION_MODEL),
  voice_id: voiceIdSchema,
  speed: speedSchema,
  input: spokenInputSchema,
  vibe_id: nullish(z.number().int()).describe('A custom or master vibe, whose prompt says how to speak.'),
  emotion: emotionSchema.describe(
    'An emotion word, for example happy, sad, excited, calm, angry, surprised.',
  ),
  custom_prompt: nullish(upTo(MAX_PROMPT_CHARACTERS)).describe('More words on how to speak.'),
  as_is: asIsSchema,
})

/**
 * One block of a story. `silence_before` and `duration` are whole seconds; `duration` 0 is "as long as it takes". The
 * fields in milliseconds are an extension of the embedded service and win over those in seconds. A blank input is
 * allowed: the block is then its silence alone.
 */
export const storyBlockRequestSchema = z.object({
  name: upTo(MAX_NAME_CHARACTERS).default('').describe('Told with the timing of the block.'),
  input: inputSchema,
  silence_before: z
    .number()
    .int()
    .min(0)
    .max(MAX_SILENCE_SECONDS)
    .default(0)
    .describe('Seconds of silence before the speech.'),
  voice_id: voiceIdSchema,
  emotion: emotionSchema.describe('Accepted; it has no effect in a story.'),
  model: modelSchema.default(DEFAULT_MODEL),
  speed: speedSchema,
  duration: z
    .number()
    .int()
    .min(0)
    .max(MAX_DURATION_SECONDS)
    .default(0)
    .describe('Seconds that the speech has to take; 0 for as long as it takes.'),
  silence_before_ms: z
    .number()
    .int()
    .min(0)
    .max(MAX_SILENCE_SECONDS * 1000)
    .optional()
    .describe('Extension: milliseconds, instead of silence_before.'),
  duration_ms: z
    .number()
    .int()
    .min(0)
    .max(MAX_DURATION_SECONDS * 1000)
    .optional()
    .describe('Extension: milliseconds, instead of duration.'),
  as_is: asIsSchema,
})

/** `POST /uapi/v1/story-maker` */
export const storyMakerRequestSchema = z.object({
  name: upTo(MAX_NAME_CHARACTERS).min(1, 'must not be empty').describe('Name of the story.'),
  blocks: z
    .array(storyBlockRequestSchema)
    .min(1, 'must hold at least one block')
    .max(MAX_STORY_BLOCKS)
    .describe('The blocks in order.'),
})

/** The fields of `POST /uapi/v1/document-to-speech` besides the file. Form fields are text, so a speed arrives as digits. */
export const documentFieldsSchema = z.object({
  model: z.enum(TEXT_MODELS).default(DEFAULT_MODEL),
  voice_id: voiceIdSchema,
  speed: z.coerce
    .number()
    .min(MIN_SPEED)
    .max(MAX_SPEED)
    .default(DEFAULT_SPEED)
    .describe('2 is twice as fast.'),
  file_password: z
    .string()
    .max(MAX_PASSWORD_CHARACTERS)
    .optional()
    .describe('Where the document is protected.'),
})

/** Query of `GET /uapi/v1/history`. */
export const historyQuerySchema = z.object({
  page: z.coerce.number().int().min(1).default(1).describe('Counted from 1, newest first.'),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Conversions on a page.'),
})

/** What a client may send (fields with a default can be left out). */
export type TextToSpeechRequest = z.input<typeof textToSpeechRequestSchema>
/** The same as a service reads it, with its defaults. */
export type TextToSpeechBody = z.output<typeof textToSpeechRequestSchema>
export type EmotionToSpeechRequest = z.input<typeof emotionToSpeechRequestSchema>
export type StoryBlockRequest = z.input<typeof storyBlockRequestSchema>
export type StoryMakerRequest = z.input<typeof storyMakerRequestSchema>

/** The result of parsing (every default filled in). */
export type ParsedStoryBlock = z.output<typeof storyBlockRequestSchema>
