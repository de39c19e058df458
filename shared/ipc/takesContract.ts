/** The takes of a story: making, naming, copying and deleting them. */
import * as z from 'zod'
import { despiteSchema } from '../jobs/job.ts'
import { MAX_LABEL, MAX_STORY_PARAGRAPHS, MAX_MUSIC } from '../story/limits.ts'
import { blockIdSchema, takeIdSchema } from '../story/records.ts'
import { TAKE_REASONS } from '../story/blockTakes.ts'
import { storyRenderSchema, takeSchema } from '../story/takes.ts'
import { projectIdSchema, recentIdSchema, fileRefSchema } from './views.ts'

const ofProject = z.strictObject({ projectId: projectIdSchema })
const nothing = z.strictObject({})

/** The numbers of takes to choose from. */
export const READ_AGAIN_TIMES = [1, 3, 5] as const
/** Takes that nothing needs: other readings of the current words, takes that do not fit their block, with the reason, and takes of deleted blocks. */
export const SPARE_NEEDS = ['reading', ...TAKE_REASONS, 'gone'] as const
export type SpareNeed = (typeof SPARE_NEEDS)[number]
/** Why a take is needed: a block of the story, a pick that applies once its words come back, or a version; otherwise it is spare. */
export const TAKE_NEEDS = ['used', 'picked', 'version', ...SPARE_NEEDS] as const
export type TakeNeed = (typeof TAKE_NEEDS)[number]

/** How a take was made, as far as the story's file records it; null for unknown facts. */
const madeBySchema = {
  /** The service that made it. */
  connectionId: z.string().nullable(),
  /** What it cost: for audio shared by several takes, its part by length, which may be a fraction. Null if it cost nothing. */
  credits: z.number().nullable(),
}
const takeOriginSchema = z.strictObject({
  ...madeBySchema,
  id: takeIdSchema,
  /** The words that were sent. */
  words: z.string().nullable(),
})
export type TakeOrigin = z.infer<typeof takeOriginSchema>

/** The sample rate of a recording, in Hz. */
export const RECORDING_RATE = 44_100
/** The longest recording of a block. */
export const MAX_RECORDING_MS = 6 * 60_000

export const takesContract = {
  /** The audio of one block: a take that fits, or a new one. */
  'takes:make': {
    input: ofProject.extend({ blockId: blockIdSchema, despite: despiteSchema.optional() }),
    output: takeSchema,
  },
  /** Prepares the audio of a block that will probably be played next, if a natural voice speaks it and it has none. */
  'takes:prepare': { input: ofProject.extend({ blockId: blockIdSchema }), output: nothing },
  /** Makes more takes of a block in its current state. Each is announced by `takes:added` as soon as it exists. */
  'takes:readAgain': {
    input: ofProject.extend({
      blockId: blockIdSchema,
      times: z.literal(READ_AGAIN_TIMES),
      despite: despiteSchema.optional(),
    }),
    output: z.array(takeSchema),
  },
  /**
   * Stores a recording of a block's words as a take: 16-bit little-endian samples in base64. `speech` is the part of it, in ms, whose
   * loudness is matched to the voices; all of it by default. Throws `block-locked`.
   */
  'takes:record': {
    input: ofProject.extend({
      blockId: blockIdSchema,
      samples: z.base64().max(Math.ceil((4 / 3) * 2 * RECORDING_RATE * (MAX_RECORDING_MS / 1000)) + 4),
      speech: z
        .strictObject({
          startMs: z.int().min(0).max(MAX_RECORDING_MS),
          endMs: z.int().min(0).max(MAX_RECORDING_MS),
        })
        .optional(),
    }),
    output: takeSchema,
  },
  /** Names a take; '' removes its name. Throws `take-gone`. */
  'takes:rename': {
    input: ofProject.extend({ takeId: takeIdSchema, name: z.string().max(MAX_LABEL) }),
    output: nothing,
  },
  /** Deletes takes permanently, and the audio that nothing else in the story needs. */
  'takes:remove': {
    input: ofProject.extend({ takeIds: z.array(takeIdSchema).max(100_000) }),
    output: nothing,
  },
  /** The takes in the story's file, each with its use and the size of its audio. */
  'takes:held': {
    input: ofProject,
    output: z.strictObject({
      takes: z.array(
        z.strictObject({ ...madeBySchema, id: takeIdSchema, need: z.enum(TAKE_NEEDS), bytes: z.int() }),
      ),
      /** The size of the file. */
      fileBytes: z.int(),
    }),
  },
  /** How takes were made, and the services that may have made the others. */
  'takes:origins': {
    input: ofProject.extend({ takeIds: z.array(takeIdSchema).max(100_000) }),
    output: z.strictObject({ origins: z.array(takeOriginSchema), connectionIds: z.array(z.string()) }),
  },
  /** Permanently deletes those of the takes that nothing needs: no block uses or picked them, and no version needs them. */
  'takes:clean': {
    input: ofProject.extend({ takeIds: z.array(takeIdSchema).max(100_000) }),
    output: z.strictObject({ count: z.int(), freedBytes: z.int() }),
  },
  /** Copies takes of another story, each for a block of this one. Takes that exist here already, or are gone there, are skipped. */
  'takes:copy': {
    input: ofProject.extend({
      from: recentIdSchema,
      blocks: z.array(z.strictObject({ from: blockIdSchema, to: blockIdSchema })).max(MAX_STORY_PARAGRAPHS),
    }),
    output: z.strictObject({ count: z.int() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>

export const takesEvents = {
  /** New audio of a story: takes, and its render if that is new. */
  'takes:added': ofProject.extend({ takes: z.array(takeSchema), render: storyRenderSchema.nullable() }),
  /** Renamed takes, and the ids of deleted takes. */
  'takes:changed': ofProject.extend({ changed: z.array(takeSchema), removed: z.array(takeIdSchema) }),
} as const satisfies Record<string, z.ZodType>

// Music of a story: adding audio to its file, and listing the audio in the file. The places of music are records of the story.

/** What needs the audio of music: the story, or a version of it; otherwise it is spare. */
export const MUSIC_NEEDS = ['used', 'version', 'spare'] as const

export const musicContract = {
  /** Copies an audio file into the story's file. Throws `music-unreadable`, `music-too-long`, and what writing to the file throws. */
  'music:store': {
    input: ofProject.extend({ ref: fileRefSchema }),
    output: z.strictObject({ audioId: z.string(), audioMs: z.int() }),
  },
  /**
   * Copies audio of music from another story's file: one of the recent stories, or a file chosen to be opened. Returns the audio
   * that the story's file then has: existing audio stays, and audio missing in the other is left out. Throws the errors of opening a story.
   */
  'music:copy': {
    input: ofProject.extend({
      from: z.union([z.strictObject({ recentId: recentIdSchema }), z.strictObject({ ref: fileRefSchema })]),
      audioIds: z.array(z.string().min(1).max(64)).max(MAX_MUSIC),
    }),
    output: z.strictObject({
      audio: z.array(z.strictObject({ audioId: z.string(), audioMs: z.int().min(1) })),
    }),
  },
  /** The audio of music in the story's file, with its name if a story or a version has one. */
  'music:held': {
    input: ofProject,
    output: z.array(
      z.strictObject({
        audioId: z.string(),
        name: z.string(),
        need: z.enum(MUSIC_NEEDS),
        bytes: z.int(),
        durationMs: z.int(),
      }),
    ),
  },
  /** Deletes the audio of music that neither the story nor a version needs, permanently. */
  'music:clean': {
    input: ofProject,
    output: z.strictObject({ count: z.int(), freedBytes: z.int() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
