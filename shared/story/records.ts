/**
 * A story is a set of small records, each with an id. Order is a rank string on the record, so that a move touches one
 * record only. Blocks and chapters share one rank space: a chapter is a heading, and the blocks after it belong to it.
 */
import * as z from 'zod'

export const SPEECH_MODELS = ['tts-1', 'tts-1-hd', 'audio_stable'] as const
export const MIN_SPEED = 1
export const MAX_SPEED = 4
/** Hues that a character can have; the renderer has a design token for each. */
export const CHARACTER_COLORS = 8
/** A guard against runaway input, far above what a service takes: longer text is kept and marked, never cut. */
const MAX_STORED_TEXT = 2_000_000
const MAX_LABEL = 500
/** The longest prompt, of a vibe or of the writer's own; a service may take less, and says so. */
export const MAX_PROMPT = 10_000
/** One hour: the longest silence or target duration that a block can ask for. */
export const MAX_SPAN_MS = 3_600_000

const rank = z.string().min(1).max(2000)
const label = z.string().max(MAX_LABEL)
const voiceId = z.string().min(1).max(200)
const model = z.enum(SPEECH_MODELS)
const speed = z.number().min(MIN_SPEED).max(MAX_SPEED)
const emotion = z.string().max(200)
const customPrompt = z.string().max(MAX_PROMPT)

export const storyIdSchema = z.string().min(1).max(64).brand<'StoryId'>()
export const chapterIdSchema = z.string().min(1).max(64).brand<'ChapterId'>()
export const blockIdSchema = z.string().min(1).max(64).brand<'BlockId'>()
export const characterIdSchema = z.string().min(1).max(64).brand<'CharacterId'>()

/**
 * A vibe of the service's library, as it was when it was chosen. A request names it by its id; its words are kept so that
 * the story can tell when the library's have changed, and put the vibe back where it was deleted.
 */
export const vibeRefSchema = z.strictObject({
  id: z.int(),
  name: label,
  prompt: z.string().max(MAX_PROMPT).default(''),
})

/**
 * How something is spoken: complete, as characters and the story's defaults hold it. Stories of earlier versions have no
 * vibe and no prompt.
 */
export const speechSettingsSchema = z.strictObject({
  voiceId,
  model,
  speed,
  emotion,
  vibe: vibeRefSchema.nullable().default(null),
  customPrompt: customPrompt.default(''),
})

export const storyInfoSchema = z.strictObject({
  type: z.literal('story'),
  id: storyIdSchema,
  title: label,
  /** Which connection makes the speech; `built-in` is the voice that Fabula brings along. */
  connectionId: z.string().min(1).max(64),
  /** What a block without a character inherits. */
  defaults: speechSettingsSchema,
})

export const chapterSchema = z.strictObject({
  type: z.literal('chapter'),
  id: chapterIdSchema,
  rank,
  title: label,
})

export const characterSchema = z.strictObject({
  type: z.literal('character'),
  id: characterIdSchema,
  rank,
  name: label,
  /** 1 to CHARACTER_COLORS. */
  color: z.int().min(1).max(CHARACTER_COLORS),
  settings: speechSettingsSchema,
})

export const blockSchema = z.strictObject({
  type: z.literal('block'),
  id: blockIdSchema,
  rank,
  /** Shown in lists and sent to the service; empty means "named by its number". */
  name: label,
  text: z.string().max(MAX_STORED_TEXT),
  characterId: characterIdSchema.nullable(),
  /** `null` in the next six inherits from the character, or from the story's defaults. */
  voiceId: voiceId.nullable(),
  model: model.nullable(),
  speed: speed.nullable(),
  emotion: emotion.nullable(),
  /** `none` is no vibe, whatever the character has. */
  vibe: z
    .union([vibeRefSchema, z.literal('none')])
    .nullable()
    .default(null),
  customPrompt: customPrompt.nullable().default(null),
  silenceBeforeMs: z.int().min(0).max(MAX_SPAN_MS),
  /** The length that the speech is to have; `null` is "as long as it takes". */
  durationMs: z.int().min(1).max(MAX_SPAN_MS).nullable(),
})

export const storyRecordSchema = z.discriminatedUnion('type', [
  storyInfoSchema,
  chapterSchema,
  characterSchema,
  blockSchema,
])

export type SpeechModel = (typeof SPEECH_MODELS)[number]
export type VibeRef = z.infer<typeof vibeRefSchema>
export type SpeechSettings = z.infer<typeof speechSettingsSchema>
export type StoryId = z.infer<typeof storyIdSchema>
export type ChapterId = z.infer<typeof chapterIdSchema>
export type BlockId = z.infer<typeof blockIdSchema>
export type CharacterId = z.infer<typeof characterIdSchema>
export type RecordId = StoryId | ChapterId | BlockId | CharacterId
export type StoryInfo = z.infer<typeof storyInfoSchema>
export type Chapter = z.infer<typeof chapterSchema>
export type Character = z.infer<typeof characterSchema>
export type Block = z.infer<typeof blockSchema>
export type StoryRecord = z.infer<typeof storyRecordSchema>
/** What stands in the story's order. */
export type SequenceEntry = Block | Chapter
export type SequenceId = BlockId | ChapterId

export const DEFAULT_SETTINGS: SpeechSettings = {
  voiceId: 'OA001',
  model: 'tts-1',
  speed: 1,
  emotion: '',
  vibe: null,
  customPrompt: '',
}
export const BUILT_IN_CONNECTION = 'built-in'

/** A block's settings when it has none of its own: all are inherited. */
export const INHERITED_SETTINGS = {
  voiceId: null,
  model: null,
  speed: null,
  emotion: null,
  vibe: null,
  customPrompt: null,
} satisfies Partial<Block>

/** What a block is before anything is said about it. */
export const BLANK_BLOCK = {
  name: '',
  text: '',
  characterId: null,
  ...INHERITED_SETTINGS,
  silenceBeforeMs: 0,
  durationMs: null,
} satisfies Omit<Block, 'type' | 'id' | 'rank'>
