/**
 * A story is a set of small records, each with an id. Order is a rank string on the record, so that a move touches one
 * record only. Blocks and chapters share one rank space: a chapter is a heading, and the blocks after it belong to it.
 */
import * as z from 'zod'
import { MAX_LABEL, MAX_SPAN_MS, MAX_STORED_TEXT } from './limits.ts'
import { INHERITED_SETTINGS, settingOverrideSchemas, speechSettingsSchema } from './speechSettings.ts'

/** Hues that a character can have; the renderer has a design token for each. */
export const CHARACTER_COLORS = 8
export const BUILT_IN_CONNECTION = 'built-in'

const rank = z.string().min(1).max(2000)
const label = z.string().max(MAX_LABEL)

export const storyIdSchema = z.string().min(1).max(64).brand<'StoryId'>()
export const chapterIdSchema = z.string().min(1).max(64).brand<'ChapterId'>()
export const blockIdSchema = z.string().min(1).max(64).brand<'BlockId'>()
export const characterIdSchema = z.string().min(1).max(64).brand<'CharacterId'>()

export const storyInfoSchema = z.strictObject({
  type: z.literal('story'),
  id: storyIdSchema,
  title: label,
  /** The connection that makes the speech; `built-in` is Fabula's own speech service. */
  connectionId: z.string().min(1).max(64),
  /** The settings that a block without a character inherits. */
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
  /** Shown in lists and sent to the service; an empty name shows the block's number. */
  name: label,
  text: z.string().max(MAX_STORED_TEXT),
  characterId: characterIdSchema.nullable(),
  ...settingOverrideSchemas,
  silenceBeforeMs: z.int().min(0).max(MAX_SPAN_MS),
  /** The target length of the speech; `null` is "as long as it takes". */
  durationMs: z.int().min(1).max(MAX_SPAN_MS).nullable(),
})

export const storyRecordSchema = z.discriminatedUnion('type', [
  storyInfoSchema,
  chapterSchema,
  characterSchema,
  blockSchema,
])

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
/** An entry of the story's order. */
export type SequenceEntry = Block | Chapter
export type SequenceId = BlockId | ChapterId

/** A new block's fields. */
export const BLANK_BLOCK = {
  name: '',
  text: '',
  characterId: null,
  ...INHERITED_SETTINGS,
  silenceBeforeMs: 0,
  durationMs: null,
} satisfies Omit<Block, 'type' | 'id' | 'rank'>
