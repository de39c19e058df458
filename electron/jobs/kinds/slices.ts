/** Where in some audio a take is. */
import type { PlannedTake } from '../../../shared/jobs/payload.ts'
import type { BlockTiming } from '../../../shared/speech-api/responses.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { parseWordTimes, wordsOfParts, type WordTime } from '../../../shared/story/wordTimes.ts'

export interface Slice {
  readonly startMs: number
  readonly endMs: number
  /** From `startMs` on; none where the service did not tell. */
  readonly words: readonly WordTime[]
}

/** How far beyond the end of the audio a timing may reach: encoders round lengths to frames. */
const TOLERANCE_MS = 50

/**
 * The slice of each of `count` blocks, by the service's timings; undefined for a block that they do not tell of, or place
 * outside of the audio. Index n of the timings is block n of the request. An empty slice is a block without a sound.
 */
export function slicesOf(
  timings: readonly BlockTiming[] | null,
  count: number,
  durationMs: number,
): readonly (Slice | undefined)[] {
  const slices: (Slice | undefined)[] = Array.from({ length: count }, () => undefined)
  for (const { index, startMs, endMs, words = [] } of timings ?? []) {
    const isInside = startMs >= 0 && startMs <= endMs && endMs <= durationMs + TOLERANCE_MS
    if (index < 0 || index >= count || !isInside) continue
    slices[index] = { startMs: Math.min(startMs, durationMs), endMs: Math.min(endMs, durationMs), words }
  }
  return slices
}

/** A slice, and the silence in ms of its block that the audio ends before. */
export interface TakeSlice extends Slice {
  readonly silenceAfterMs: number
}

/**
 * The slice of each take of a story's request: where all parts of its block are, with the pauses around them. Services end a
 * story with its last word, before a pause at its end.
 */
export function slicesOfTakes(
  timings: readonly BlockTiming[] | null,
  takes: readonly PlannedTake[],
  durationMs: number,
): readonly (TakeSlice | undefined)[] {
  const count = takes.reduce((sum, { parts }) => sum + (parts?.count ?? 1), 0)
  const slices = slicesOf(timings, count, durationMs)
  let from = 0
  return takes.map(({ parts = WHOLE_BLOCK }) => {
    const own = slices.slice(from, from + parts.count)
    from += parts.count
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined || own.includes(undefined)) return undefined
    const endMs = last.endMs + parts.afterMs
    const startMs = Math.max(0, first.startMs - parts.beforeMs)
    return {
      startMs,
      words: wordsOf(own, startMs, parts.textLengths),
      endMs: Math.min(durationMs, endMs),
      silenceAfterMs: Math.max(0, endMs - durationMs),
    }
  })
}

/** The words of a block's parts. Where nobody knows how long the texts of the parts are, words can be told of the only part. */
function wordsOf(
  slices: readonly (Slice | undefined)[],
  startMs: number,
  textLengths: readonly number[] | undefined,
): readonly WordTime[] {
  if (slices.length > 1 && textLengths?.length !== slices.length) return []
  return wordsOfParts(
    slices.flatMap((slice, index) =>
      slice === undefined
        ? []
        : { words: slice.words, startMs: slice.startMs - startMs, textLength: textLengths?.[index] ?? 0 },
    ),
  )
}

/** The audio of a take. */
export function sliceOfTake({ startMs, endMs, words }: Take): Slice {
  return { startMs, endMs, words: words === undefined ? [] : parseWordTimes(words) }
}

const WHOLE_BLOCK: NonNullable<PlannedTake['parts']> = { count: 1, beforeMs: 0, afterMs: 0 }

/** All of some audio. */
export function wholeSlice(durationMs: number): Slice {
  return { startMs: 0, endMs: durationMs, words: [] }
}
