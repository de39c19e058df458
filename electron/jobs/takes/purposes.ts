/** What a conversion is for, kept with it on disk, so that its audio finds its blocks after a restart or an edit. */
import * as z from 'zod'
import { blockIdSchema, SPEECH_MODELS } from '../../../shared/story/records.ts'
import type { Block } from '../../../shared/story/records.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { spokenBlocksOf } from '../../../shared/story/storyRequest.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, storyKey } from '../../../shared/story/takes.ts'

const plannedTakeSchema = z.object({
  blockId: blockIdSchema,
  /** The key under which the audio is kept. */
  key: z.string(),
  /** The length that the audio is to have, or null for any. */
  durationMs: z.int().nullable(),
  voiceId: z.string(),
  model: z.enum(SPEECH_MODELS),
  speed: z.number(),
})
/** A take that does not have its audio yet. */
export type PlannedTake = z.infer<typeof plannedTakeSchema>

const purposeSchema = z.discriminatedUnion('kind', [
  /** `takes[n]` is block n of the request. */
  z.object({ kind: z.literal('story'), storyKey: z.string(), takes: z.array(plannedTakeSchema) }),
  z.object({ kind: z.literal('take'), take: plannedTakeSchema }),
])
export type Purpose = z.infer<typeof purposeSchema>

/** The purpose of sending a story as it is now. */
export function storyPurpose(story: Story): Purpose {
  const takes = spokenBlocksOf(story).map((block) =>
    planTake(story, block, blockKeys(story, block).inStory, block.durationMs),
  )
  return { kind: 'story', storyKey: storyKey(story), takes }
}

/** A take of a block as it is now, to be kept under one of its keys. */
export function planTake(story: Story, block: Block, key: string, durationMs: number | null): PlannedTake {
  const { voiceId, model, speed } = settingsOf(story, block)
  return { blockId: block.id, key, durationMs, voiceId, model, speed }
}

export function formatPurpose(purpose: Purpose): string {
  return JSON.stringify(purpose)
}

/** Gives null for a purpose that this version does not know. */
export function parsePurpose(text: string): Purpose | null {
  try {
    return purposeSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
