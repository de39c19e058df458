/** Estimates how long a service takes for a block, from its earlier blocks. */
import * as z from 'zod'
import { BUILT_IN_CONNECTION, type Block } from '../story/records.ts'
import { blockCharacters } from '../story/renderPlan.ts'
import { settingsOf } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'

/** Fewer blocks are not representative. */
const FEWEST = 3

/** A block that a service has made. */
interface MadeBlock {
  /** Null if it is unknown. */
  readonly voiceId: string | null
  /** From the request to the stored audio. */
  readonly tookMs: number
  readonly characters: number
}

/** Milliseconds per character of a block, from the request to the stored audio: for each voice, and for all voices together. */
export const pacesSchema = z.object({
  all: z.number().nullable(),
  byVoice: z.record(z.string(), z.number()),
})
export type Paces = Readonly<z.infer<typeof pacesSchema>>

/** The paces of a service: medians, so that a block that waited for the network has no effect. */
export function pacesOf(made: readonly MadeBlock[]): Paces {
  const usable = made.filter(({ tookMs, characters }) => tookMs >= 0 && characters > 0)
  const byVoice = Map.groupBy(usable, ({ voiceId }) => voiceId)
  return {
    all: medianPace(usable),
    byVoice: Object.fromEntries(
      [...byVoice].flatMap(([voiceId, ofVoice]) => {
        const pace = medianPace(ofVoice)
        return voiceId === null || pace === null ? [] : [[voiceId, pace]]
      }),
    ),
  }
}

function medianPace(made: readonly MadeBlock[]): number | null {
  if (made.length < FEWEST) return null
  const paces = made.map(({ tookMs, characters }) => tookMs / characters).toSorted((a, b) => a - b)
  return paces[Math.floor(paces.length / 2)] ?? null
}

/** The estimated time of a service for blocks, some made at the same time, in ms; null if it has made too few so far. */
export function timeFor(
  story: Story,
  blocks: readonly Block[],
  { all, byVoice }: Paces,
  atOnce: number,
): number | null {
  let sumMs = 0
  for (const block of blocks) {
    const pace = byVoice[settingsOf(story, block).voiceId] ?? all
    if (pace === null) return null
    sumMs += pace * blockCharacters(story, block)
  }
  return Math.round(sumMs / Math.max(1, Math.min(atOnce, blocks.length)))
}

/** How many blocks a service makes at the same time by default: few enough for any service's rate. */
export const USUAL_AT_ONCE = 3
export const MOST_AT_ONCE = 10

/**
 * The number of blocks that a server makes at the same time, for all stories together: as many as the writer set for each service. The
 * built-in voice makes as many at once on a small computer.
 */
export function blocksAtOnce(connectionId: string, wished = USUAL_AT_ONCE): number {
  return connectionId === BUILT_IN_CONNECTION ? 2 : wished
}
