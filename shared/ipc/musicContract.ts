/** Music of a story: adding audio to its file, and listing what the file holds. The places of music are records of the story. */
import * as z from 'zod'
import { MAX_MUSIC } from '../story/limits.ts'
import { fileRefSchema, projectIdSchema, recentIdSchema } from './views.ts'

const ofProject = z.strictObject({ projectId: projectIdSchema })

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
