/** The purpose of a job's audio. It is stored with the job, so that the audio finds its blocks after a restart or an edit. */
import * as z from 'zod'
import { SPEECH_MODELS } from '../speech-api/models.ts'
import { findHeardBlock } from '../story/heardBlocks.ts'
import { pausedBlockOf } from '../story/pauses.ts'
import { blockIdSchema, type Block } from '../story/records.ts'
import { settingsOf } from '../story/selectors.ts'
import { spokenTextOf } from '../story/spokenText.ts'
import type { Story } from '../story/story.ts'
import { spokenBlocksOf } from '../story/storyRequest.ts'
import { blockKeys, storyKey } from '../story/takes.ts'

const plannedTakeSchema = z.object({
  blockId: blockIdSchema,
  /** The key under which the audio is stored. */
  key: z.string(),
  /** The target length of the audio; null for any. */
  durationMs: z.int().nullable(),
  voiceId: z.string(),
  model: z.enum(SPEECH_MODELS),
  speed: z.number(),
  /** Whether the audio is a part of a block with pauses, rather than a take of the whole block. */
  isPart: z.boolean().optional(),
  /**
   * For a block with pauses: its number of blocks in the request, the pauses before and after its words, in ms, and the length of the text
   * of each, in UTF-16 units.
   */
  parts: z
    .object({
      count: z.int().min(1),
      beforeMs: z.int().min(0),
      afterMs: z.int().min(0),
      textLengths: z.array(z.int().min(0)).optional(),
    })
    .optional(),
})
/** A take that does not have its audio yet. */
export type PlannedTake = z.infer<typeof plannedTakeSchema>

/** The payloads as project files store them, in JSON. */
export const jobPayloadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('take'), take: plannedTakeSchema }),
  /** The takes follow the blocks of the request: a take for each, or for all parts of a block with pauses. */
  z.object({ kind: z.literal('story'), storyKey: z.string(), takes: z.array(plannedTakeSchema) }),
  /** `path` is the original path of the document, for reading its words into a story. The password is never stored. */
  z.strictObject({ kind: z.literal('document'), path: z.string(), isProtected: z.boolean() }),
])
export type JobPayload = z.infer<typeof jobPayloadSchema>
export type PayloadOf<K extends JobPayload['kind']> = Extract<JobPayload, { kind: K }>

/** The payload of a story sent in its current state. */
export function storyPayload(story: Story): PayloadOf<'story'> {
  const takes = spokenBlocksOf(story).map((block) => {
    const paused = pausedBlockOf(block)
    return {
      ...planTake(story, block, blockKeys(story, block).inStory, block.durationMs),
      ...(paused !== null && {
        parts: {
          count: paused.parts.length,
          beforeMs: paused.parts[0]?.silenceBeforeMs ?? 0,
          afterMs: paused.silenceAfterMs,
          textLengths: paused.parts.map((part) => spokenTextOf(story, part.block).length),
        },
      }),
    }
  })
  return { kind: 'story', storyKey: storyKey(story), takes }
}

/** Plans a take of a block, or part of one, in its current state, under one of its keys. */
export function planTake(story: Story, block: Block, key: string, durationMs: number | null): PlannedTake {
  const { voiceId, model, speed } = settingsOf(story, block)
  const planned = { blockId: block.id, key, durationMs, voiceId, model, speed }
  return isPart(story, block) ? { ...planned, isPart: true } : planned
}

function isPart(story: Story, block: Block): boolean {
  const whole = findHeardBlock(story, block.id)
  const parts = whole === undefined || whole === block ? undefined : pausedBlockOf(whole)?.parts
  return parts?.some((part) => part.block === block) ?? false
}

/** The takes to make from a job's audio. */
export function plannedTakes(payload: JobPayload | null): readonly PlannedTake[] {
  if (payload?.kind === 'take') return [payload.take]
  return payload?.kind === 'story' ? payload.takes : []
}

/** Parses a stored payload. Returns null for a payload that this version does not know. */
export function parsePayload(text: string): JobPayload | null {
  try {
    return jobPayloadSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The parts of a stored request's body that describe what should be spoken. */
const bodySchema = z.object({
  input: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  fileName: z.string().optional().catch(undefined),
  emotion: z.string().optional().catch(undefined),
  custom_prompt: z.string().optional().catch(undefined),
  blocks: z
    .array(z.object({ input: z.string() }))
    .optional()
    .catch(undefined),
})

/** Parses a request's body. Missing or malformed fields are undefined. */
export function parseRequestBody(body: string): z.infer<typeof bodySchema> {
  try {
    return bodySchema.parse(JSON.parse(body))
  } catch {
    return {}
  }
}
