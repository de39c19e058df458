/**
 * A story is a set of small records, each with an id. Order is a rank string on the record, so that a move touches one
 * record only. Blocks and chapters share one rank space: a chapter is a heading, and the blocks after it belong to it.
 */
import * as z from 'zod'
import {
  LEAST_GAIN_DB,
  LEAST_SPEECH_GAIN_DB,
  MAX_AUDIO_MS,
  MAX_COVER_BYTES,
  MAX_CUT_TAKES,
  MAX_CUTS,
  MAX_DESCRIPTION,
  MAX_DUCK_DB,
  MAX_FADE_MS,
  MAX_LABEL,
  MAX_LEXICON_FORM,
  MAX_NOTES,
  MAX_SERIES_NUMBER,
  MAX_SPAN_MS,
  MAX_STORED_TEXT,
  MAX_TAKE_GAINS,
  MOST_GAIN_DB,
  MOST_SPEECH_GAIN_DB,
} from './limits.ts'
import { MAX_LANGUAGE_TAG } from '../lib/languageTag.ts'
import { INHERITED_SETTINGS, settingOverrideSchemas, speechSettingsSchema } from './speechSettings.ts'

/** Hues that a character can have; the renderer has a design token for each. */
export const CHARACTER_COLORS = 8
export const BUILT_IN_CONNECTION = 'built-in'

/** Genders of characters, used to choose voices for them. */
export const GENDERS = ['woman', 'man'] as const
export type Gender = (typeof GENDERS)[number]

const rank = z.string().min(1).max(2000)
const label = z.string().max(MAX_LABEL)

/** Whether a block needs a retake or is done. The writer sets it; it does not affect audio. */
export const BLOCK_MARKS = ['retake', 'done'] as const
export type BlockMark = (typeof BLOCK_MARKS)[number]

/** A key of a take, made by `takeKey`. */
export const takeKeySchema = z.string().min(1).max(128)
export const takeIdSchema = z.string().min(1).max(64)

/**
 * The take that the writer chose for a block. The choice holds while `key` is the block's own take key: other words or settings
 * suspend it, and if they come back it holds again.
 */
export const pickSchema = z.strictObject({ takeId: takeIdSchema, key: takeKeySchema })

export const storyIdSchema = z.string().min(1).max(64).brand<'StoryId'>()
export const chapterIdSchema = z.string().min(1).max(64).brand<'ChapterId'>()
export const blockIdSchema = z.string().min(1).max(64).brand<'BlockId'>()
export const characterIdSchema = z.string().min(1).max(64).brand<'CharacterId'>()
export const lexiconEntryIdSchema = z.string().min(1).max(64).brand<'LexiconEntryId'>()
export const coverIdSchema = z.literal('cover').brand<'CoverId'>()
export const musicIdSchema = z.string().min(1).max(64).brand<'MusicId'>()

/** The boundary before a block if there is no heading: the end of a sentence within a paragraph, of a paragraph, or of a scene. */
export const BREAKS = ['sentence', 'paragraph', 'scene'] as const
/** Boundaries with their own silence: the breaks, a change of speaker, and a heading. */
export const SILENCE_BOUNDARIES = [...BREAKS, 'speaker', 'chapter'] as const

const silenceMs = z.int().min(0).max(MAX_SPAN_MS)
/** The silence in ms before the block after each boundary. */
export const silenceRulesSchema = z.strictObject({
  sentence: silenceMs,
  paragraph: silenceMs,
  scene: silenceMs,
  speaker: silenceMs,
  chapter: silenceMs,
})
export type SilenceRules = z.infer<typeof silenceRulesSchema>
/** Presets of rules: none, the usual ones for prose, and those for slow reading. */
export const NO_SILENCES: SilenceRules = { sentence: 0, paragraph: 0, scene: 0, speaker: 0, chapter: 0 }
export const NATURAL_SILENCES: SilenceRules = {
  sentence: 200,
  paragraph: 500,
  scene: 1500,
  speaker: 350,
  chapter: 2000,
}
export const CALM_SILENCES: SilenceRules = {
  sentence: 400,
  paragraph: 900,
  scene: 2500,
  speaker: 600,
  chapter: 3500,
}

/** How a story is rendered: block by block, or all of it by one request. */
export const renderWaySchema = z.enum(['blocks', 'story'])
export type RenderWay = z.infer<typeof renderWaySchema>

/** Metadata for players and shops, besides the title and the language; empty texts are left out. */
export const bookSchema = z.strictObject({
  author: label,
  series: z.strictObject({ name: label.min(1), number: z.string().max(MAX_SERIES_NUMBER) }).nullable(),
  /** Plain text. */
  description: z.string().max(MAX_DESCRIPTION),
})
export type Book = z.infer<typeof bookSchema>
export const NO_BOOK: Book = { author: '', series: null, description: '' }

export const storyInfoSchema = z.strictObject({
  type: z.literal('story'),
  id: storyIdSchema,
  title: label,
  /** The connection that makes the speech; `built-in` is Fabula's own speech service. */
  connectionId: z.string().min(1).max(64),
  /** The settings that a block without a character inherits. */
  defaults: speechSettingsSchema,
  silenceRules: silenceRulesSchema,
  /**
   * How audio is requested from a service that does not report times: a request for each block, or one for the whole story. Null until the
   * writer chooses.
   */
  renderWay: renderWaySchema.nullable(),
  book: bookSchema,
  /** A BCP 47 tag in its canonical form; null if it is not known. */
  language: z.string().min(1).max(MAX_LANGUAGE_TAG).nullable(),
  /** Whether the titles of its chapters are spoken. Stories from before this option existed have it off. */
  speaksTitles: z.boolean().default(false),
})

/** How much louder or quieter than its take speech plays, in dB. */
const speechGainDb = z.number().min(LEAST_SPEECH_GAIN_DB).max(MOST_SPEECH_GAIN_DB)
/** The gains of single takes of a block, by their ids; a take without one has 0. */
export const takeGainsSchema = z
  .record(takeIdSchema, speechGainDb)
  .refine((gains) => Object.keys(gains).length <= MAX_TAKE_GAINS)
export type TakeGains = Readonly<z.infer<typeof takeGainsSchema>>

export const chapterSchema = z.strictObject({
  type: z.literal('chapter'),
  id: chapterIdSchema,
  rank,
  title: label,
  /** Whether its title is spoken; null follows the story. */
  speaksTitle: z.boolean().nullable().default(null),
})

export const characterSchema = z.strictObject({
  type: z.literal('character'),
  id: characterIdSchema,
  rank,
  name: label,
  /** 1 to CHARACTER_COLORS. */
  color: z.int().min(1).max(CHARACTER_COLORS),
  settings: speechSettingsSchema,
  /** The writer's notes on the character. They are never sent. */
  notes: z.string().max(MAX_NOTES),
  /** Null if the text does not show it, or for neither. */
  gender: z.enum(GENDERS).nullable(),
  /** Whether the writer chose the voice; casting then leaves it unchanged. */
  isVoiceChosen: z.boolean(),
  gainDb: speechGainDb,
})

/**
 * The cuts of each take: `startMs-endMs` for each, in whole ms from the beginning of the take, with spaces between, such as
 * `0-120 900-1350`. `takeCuts.ts` reads them.
 */
const takeCutsSchema = z
  .record(
    takeIdSchema,
    z
      .string()
      .max(MAX_CUTS * 20)
      .regex(/^\d{1,9}-\d{1,9}(?: \d{1,9}-\d{1,9})*$/),
  )
  .refine((cuts) => Object.keys(cuts).length <= MAX_CUT_TAKES)

export const blockSchema = z.strictObject({
  type: z.literal('block'),
  id: blockIdSchema,
  rank,
  /** Shown in lists and sent to the service; an empty name shows the block's number. */
  name: label,
  text: z.string().max(MAX_STORED_TEXT),
  characterId: characterIdSchema.nullable(),
  ...settingOverrideSchemas,
  /** The silence before the speech; `null` follows the story's rules, a number is set by hand. */
  silenceBeforeMs: silenceMs.nullable(),
  breakBefore: z.enum(BREAKS),
  /** The target length of the speech; `null` is "as long as it takes". */
  durationMs: z.int().min(1).max(MAX_SPAN_MS).nullable(),
  /**
   * The key of the take that a locked block keeps; null for a block that is not locked. A locked block is finished: its words and
   * settings stay, and its audio is never made again.
   */
  lockedKey: takeKeySchema.nullable(),
  pick: pickSchema.nullable(),
  gainDb: speechGainDb,
  takeGains: takeGainsSchema,
  /** The parts of the block's takes that playback skips, by the ids of the takes. */
  takeCuts: takeCutsSchema,
  /** Notes of the writer or a director on the block. They are never sent. */
  notes: z.string().max(MAX_NOTES),
  mark: z.enum(BLOCK_MARKS).nullable(),
})

/** How a written form is spoken. It changes what is sent to a service, never the words of the story. */
export const lexiconEntrySchema = z.strictObject({
  type: z.literal('lexiconEntry'),
  id: lexiconEntryIdSchema,
  /** The character whose blocks the entry is for, or null for the whole story. */
  characterId: characterIdSchema.nullable(),
  written: z.string().min(1).max(MAX_LEXICON_FORM),
  spoken: z.string().max(MAX_LEXICON_FORM),
  /** How the written form matches: as a whole word, anywhere, or as a regular expression. */
  match: z.enum(['word', 'anywhere', 'pattern']),
  isCaseSensitive: z.boolean(),
  /** The language (ISO 639) of the voices that the entry is for, or null for every voice. */
  language: z.string().min(2).max(35).nullable(),
})

/** An offset from the anchor of music, in ms; negative before it. */
const offsetMs = z.int().min(-MAX_AUDIO_MS).max(MAX_AUDIO_MS)
/** How far a bed begins after the start of its anchor, and ends after the anchor's end. */
const bedOffsets = { startMs: offsetMs, endMs: offsetMs }

/** The anchor of music, with which it moves. A bed plays under the story, a chapter, or a range of blocks; an effect begins at a block. */
export const musicPlaceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('story'), ...bedOffsets }),
  z.strictObject({ kind: z.literal('chapter'), chapterId: chapterIdSchema, ...bedOffsets }),
  z.strictObject({ kind: z.literal('range'), fromId: blockIdSchema, toId: blockIdSchema, ...bedOffsets }),
  /** `startMs` after the first word of the block; `lengthMs` is null for the length of the audio. */
  z.strictObject({
    kind: z.literal('block'),
    blockId: blockIdSchema,
    startMs: offsetMs,
    lengthMs: z.int().min(1).max(MAX_AUDIO_MS).nullable(),
  }),
])

/** Music or an effect: stored audio that plays with the speech. */
export const musicSchema = z.strictObject({
  type: z.literal('music'),
  id: musicIdSchema,
  name: label,
  /** The stored audio, and its length. */
  audioId: z.string().min(1).max(64),
  audioMs: z.int().min(1).max(MAX_AUDIO_MS),
  place: musicPlaceSchema,
  /** The position in the audio at which it begins. */
  fromMs: z.int().min(0).max(MAX_AUDIO_MS),
  gainDb: z.number().min(LEAST_GAIN_DB).max(MOST_GAIN_DB),
  fadeInMs: z.int().min(0).max(MAX_FADE_MS),
  fadeOutMs: z.int().min(0).max(MAX_FADE_MS),
  /** Whether the audio repeats. */
  isLooped: z.boolean(),
  /** Where each repetition ends in the audio; null for the end of the audio. */
  loopEndMs: z.int().min(1).max(MAX_AUDIO_MS).nullable(),
  /** How much its gain is lowered during speech, in dB; 0 for no ducking. */
  duckDb: z.number().min(0).max(MAX_DUCK_DB),
})

/** A stored picture: its bytes in base64. */
export const pictureSchema = z.strictObject({
  mimeType: z.enum(['image/jpeg', 'image/png']),
  base64: z
    .string()
    .max(4 * Math.ceil(MAX_COVER_BYTES / 3))
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
})
export type Picture = z.infer<typeof pictureSchema>

/** A story has at most one cover, so its id is always the same. */
export const COVER_ID = coverIdSchema.parse('cover')

/** The cover picture of the story: a separate record, so that other edits do not carry it. */
export const coverSchema = z.strictObject({
  type: z.literal('cover'),
  id: coverIdSchema,
  ...pictureSchema.shape,
})

export const storyRecordSchema = z.discriminatedUnion('type', [
  storyInfoSchema,
  chapterSchema,
  characterSchema,
  blockSchema,
  lexiconEntrySchema,
  musicSchema,
  coverSchema,
])

export type StoryId = z.infer<typeof storyIdSchema>
export type ChapterId = z.infer<typeof chapterIdSchema>
export type BlockId = z.infer<typeof blockIdSchema>
export type CharacterId = z.infer<typeof characterIdSchema>
export type LexiconEntryId = z.infer<typeof lexiconEntryIdSchema>
export type MusicId = z.infer<typeof musicIdSchema>
export type CoverId = z.infer<typeof coverIdSchema>
export type RecordId = StoryId | ChapterId | BlockId | CharacterId | LexiconEntryId | MusicId | CoverId
export type StoryInfo = z.infer<typeof storyInfoSchema>
export type Chapter = z.infer<typeof chapterSchema>
export type Character = z.infer<typeof characterSchema>
export type Block = z.infer<typeof blockSchema>
export type LexiconEntry = z.infer<typeof lexiconEntrySchema>
export type MusicPlace = z.infer<typeof musicPlaceSchema>
export type Music = z.infer<typeof musicSchema>
export type Cover = z.infer<typeof coverSchema>
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
  silenceBeforeMs: null,
  breakBefore: 'paragraph',
  durationMs: null,
  lockedKey: null,
  pick: null,
  gainDb: 0,
  takeGains: {},
  takeCuts: {},
  notes: '',
  mark: null,
} satisfies Omit<Block, 'type' | 'id' | 'rank'>
