/**
 * The bodies of the conversion requests. One schema serves both ends: the client builds a body that satisfies it, the
 * embedded service parses what arrives with it (defaults filled in, unknown fields left out).
 */
import { z } from 'zod'
import {
  countCharacters,
  DEFAULT_SPEED,
  MAX_DURATION_SECONDS,
  MAX_EMOTION_CHARACTERS,
  MAX_INPUT_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PROMPT_CHARACTERS,
  MAX_SILENCE_SECONDS,
  MAX_SPEED,
  MAX_STORY_BLOCKS,
  MIN_SPEED,
} from './limits.ts'
import { DEFAULT_MODEL, DEFAULT_VOICE_ID, EMOTION_MODEL, SPEECH_MODELS, TEXT_MODELS } from './models.ts'

const upTo = (limit: number) =>
  z
    .string()
    .refine(
      (text) => countCharacters(text) <= limit,
      `must be at most ${limit.toLocaleString('en')} characters`,
    )

const inputSchema = upTo(MAX_INPUT_CHARACTERS).min(1, 'must not be empty')
const spokenInputSchema = inputSchema.refine((text) => text === '' || text.trim() !== '', 'must not be blank')
const voiceIdSchema = z.string().min(1, 'must not be empty').max(200).default(DEFAULT_VOICE_ID)
const speedSchema = z.number().min(MIN_SPEED).max(MAX_SPEED).default(DEFAULT_SPEED)
const modelSchema = z.enum(SPEECH_MODELS)
const nullish = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

/** `POST /uapi/v1/text-to-speech` */
export const textToSpeechRequestSchema = z.object({
  model: z.enum(TEXT_MODELS).default(DEFAULT_MODEL),
  voice_id: voiceIdSchema,
  speed: speedSchema,
  input: spokenInputSchema,
})

/** `POST /uapi/v1/text-to-speech-advanced` */
export const emotionToSpeechRequestSchema = z.object({
  model: z.literal(EMOTION_MODEL).default(EMOTION_MODEL),
  voice_id: voiceIdSchema,
  speed: speedSchema,
  input: spokenInputSchema,
  vibe_id: nullish(z.number().int()),
  emotion: nullish(upTo(MAX_EMOTION_CHARACTERS)),
  custom_prompt: nullish(upTo(MAX_PROMPT_CHARACTERS)),
})

/**
 * One block of a story. `silence_before` and `duration` are whole seconds; `duration` 0 is "as long as it takes". The
 * fields in milliseconds are an extension of the embedded service and win over those in seconds. A blank input is
 * allowed: the block is then its silence alone.
 */
export const storyBlockRequestSchema = z.object({
  name: upTo(MAX_NAME_CHARACTERS).default(''),
  input: inputSchema,
  silence_before: z.number().int().min(0).max(MAX_SILENCE_SECONDS).default(0),
  voice_id: voiceIdSchema,
  emotion: nullish(upTo(MAX_EMOTION_CHARACTERS)),
  model: modelSchema.default(DEFAULT_MODEL),
  speed: speedSchema,
  duration: z.number().int().min(0).max(MAX_DURATION_SECONDS).default(0),
  silence_before_ms: z
    .number()
    .int()
    .min(0)
    .max(MAX_SILENCE_SECONDS * 1000)
    .optional(),
  duration_ms: z
    .number()
    .int()
    .min(0)
    .max(MAX_DURATION_SECONDS * 1000)
    .optional(),
})

/** `POST /uapi/v1/story-maker` */
export const storyMakerRequestSchema = z.object({
  name: upTo(MAX_NAME_CHARACTERS).min(1, 'must not be empty'),
  blocks: z.array(storyBlockRequestSchema).min(1, 'must hold at least one block').max(MAX_STORY_BLOCKS),
})

/** What a client may send (fields with a default can be left out). */
export type TextToSpeechRequest = z.input<typeof textToSpeechRequestSchema>
export type EmotionToSpeechRequest = z.input<typeof emotionToSpeechRequestSchema>
export type StoryBlockRequest = z.input<typeof storyBlockRequestSchema>
export type StoryMakerRequest = z.input<typeof storyMakerRequestSchema>

/** What a service has after parsing (every default filled in). */
export type ParsedTextToSpeechRequest = z.output<typeof textToSpeechRequestSchema>
export type ParsedEmotionToSpeechRequest = z.output<typeof emotionToSpeechRequestSchema>
export type ParsedStoryBlock = z.output<typeof storyBlockRequestSchema>
export type ParsedStoryMakerRequest = z.output<typeof storyMakerRequestSchema>
