/**
 * Cuts of takes: parts that are skipped when a take plays. A cut at an end trims the take. The audio and the take are not changed: a block
 * stores the cuts of its takes, so that they can be undone like any other edit, and a take with cuts plays as another audio, whose name
 * encodes which parts of which audio remain. Timeline, player, captions and mixdown know only that name; the host decodes it.
 */
import * as z from 'zod'
import { derive } from '../lib/derive.ts'
import { EMPTY_CHANGE, type Change } from './changes.ts'
import { MAX_CUTS } from './limits.ts'
import { isLocked } from './locks.ts'
import type { Block, BlockId } from './records.ts'
import { findBlock } from './selectors.ts'
import type { Story } from './story.ts'
import { findTake, type Take, type TakeIndex } from './takes.ts'
import { formatWordTimes, parseWordTimes, type WordTime } from './wordTimes.ts'

/** A stretch of audio in whole ms. */
export interface MsRange {
  readonly startMs: number
  readonly endMs: number
}

/**
 * The cross-fade at a cut: one part fades out while the other fades in, with raised cosines that add up to 1,
 * centred on the cut. A trimmed end fades for the same time. The length of the take does not depend on it.
 */
export const CUT_FADE_MS = 5
/** The shortest cut, and the shortest part between two cuts: longer than the fades at both of its ends. */
export const LEAST_PART_MS = 2 * CUT_FADE_MS
/** The shortest remainder of a take. */
export const LEAST_HEARD_MS = 50

/** Normalises cuts of a take of `lengthMs`: ascending, apart, within the take, and none too short. Null if they leave nothing to hear. */
export function tidyCuts(cuts: readonly MsRange[], lengthMs: number): readonly MsRange[] | null {
  const tidy: MsRange[] = []
  for (const { startMs, endMs } of cuts.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = tidy.at(-1)
    // The rest before it would be too short to hear.
    const from = startMs < LEAST_PART_MS ? 0 : Math.round(startMs)
    const to = endMs > lengthMs - LEAST_PART_MS ? lengthMs : Math.round(endMs)
    if (to - from < LEAST_PART_MS) continue
    if (last === undefined || from - last.endMs >= LEAST_PART_MS) tidy.push({ startMs: from, endMs: to })
    else tidy[tidy.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, to) }
  }
  const heardMs = tidy.reduce((left, { startMs, endMs }) => left - (endMs - startMs), lengthMs)
  return heardMs < LEAST_HEARD_MS || tidy.length > MAX_CUTS ? null : tidy
}

/** The remaining ranges of audio of `lengthMs` after cuts, in order. */
export function keptRanges(cuts: readonly MsRange[], lengthMs: number): readonly MsRange[] {
  const starts = [0, ...cuts.map(({ endMs }) => endMs)]
  const ends = [...cuts.map(({ startMs }) => startMs), lengthMs]
  return starts
    .map((startMs, index) => ({ startMs, endMs: ends[index] ?? lengthMs }))
    .filter(({ startMs, endMs }) => endMs > startMs)
}

/** The total length of ranges, in ms. */
export function lengthOfRanges(ranges: readonly MsRange[]): number {
  return ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
}

/** Maps a time in the uncut audio to a time in the cut audio, in ms. A time within a cut maps to the place of the cut. */
export function heardTime(kept: readonly MsRange[], uncutMs: number): number {
  let heardMs = 0
  for (const { startMs, endMs } of kept) {
    if (uncutMs < startMs) break
    heardMs += Math.min(uncutMs, endMs) - startMs
  }
  return heardMs
}

/** Maps a time in the cut audio to a time in the uncut audio; at a cut, the time after it. */
export function uncutTime(kept: readonly MsRange[], heardMs: number): number {
  let left = Math.max(0, heardMs)
  for (const { startMs, endMs } of kept) {
    if (left < endMs - startMs) return startMs + left
    left -= endMs - startMs
  }
  return kept.at(-1)?.endMs ?? 0
}

/** The times of words in the cut audio. A word of which less than half remains is left out. */
export function heardWords(words: readonly WordTime[], kept: readonly MsRange[]): WordTime[] {
  return words.flatMap((word): WordTime[] => {
    const [startMs, endMs] = [heardTime(kept, word.startMs), heardTime(kept, word.endMs)]
    return endMs - startMs < (word.endMs - word.startMs) / 2 ? [] : [{ ...word, startMs, endMs }]
  })
}

const cutsSchema = z
  .string()
  .regex(/^\d+-\d+(?: \d+-\d+)*$/)
  .transform((text) =>
    text.split(' ').map((part): MsRange => {
      const [startMs = 0, endMs = 0] = part.split('-').map(Number)
      return { startMs, endMs }
    }),
  )

function formatCuts(cuts: readonly MsRange[]): string {
  return cuts.map(({ startMs, endMs }) => `${startMs}-${endMs}`).join(' ')
}

/** The cuts of a take that a block stores, in ms from the start of the take. Cuts that would leave nothing to hear are ignored. */
export function cutsOf(
  { takeCuts }: Pick<Block, 'takeCuts'>,
  { id, startMs, endMs }: Take,
): readonly MsRange[] {
  if (!Object.hasOwn(takeCuts, id)) return NO_CUTS
  return tidyCuts(cutsSchema.safeParse(takeCuts[id]).data ?? NO_CUTS, endMs - startMs) ?? NO_CUTS
}
const NO_CUTS: readonly MsRange[] = []

/** Sets the cuts of a take of a block. Does nothing if the block is gone or locked, or if the cuts would leave nothing to hear. */
export function cutTake(story: Story, blockId: BlockId, take: Take, cuts: readonly MsRange[]): Change {
  const block = findBlock(story, blockId)
  const tidy = tidyCuts(cuts, take.endMs - take.startMs)
  if (block === undefined || isLocked(block) || tidy === null) return EMPTY_CHANGE
  return { put: [withCuts(block, take, tidy)], remove: [] }
}

/** A block with tidy cuts of a take. */
export function withCuts(block: Block, { id }: Take, cuts: readonly MsRange[]): Block {
  const others = Object.entries(block.takeCuts).filter(([name]) => name !== id)
  const all = cuts.length === 0 ? others : [...others, [id, formatCuts(cuts)] as const]
  return { ...block, takeCuts: Object.fromEntries(all) }
}

/** A take as the block plays it: with cuts it is the whole of another audio, with the remaining words. */
export function takeAsHeard(block: Pick<Block, 'takeCuts'>, take: Take): Take {
  return withoutCuts(take, cutsOf(block, take))
}

/** A take without the parts that tidy cuts leave out. */
export function withoutCuts(take: Take, cuts: readonly MsRange[]): Take {
  return cuts.length === 0 ? take : cutBy(take, formatCuts(cuts))
}

const cutBy = derive((take: Take, cuts: string): Take => {
  const { words, ...others } = take
  const kept = keptRanges(cutsSchema.parse(cuts), take.endMs - take.startMs)
  const left = words === undefined ? undefined : formatWordTimes(heardWords(parseWordTimes(words), kept))
  return {
    ...others,
    audioId: nameOfCutAudio(take, cuts),
    startMs: 0,
    endMs: lengthOfRanges(kept),
    ...(left !== undefined && { words: left }),
  }
})

/** The take that plays for a block now, with its cuts applied: `findTake` returns it uncut. */
export function heardTake(story: Story, block: Block, takes: TakeIndex): Take | undefined {
  const take = findTake(story, block, takes)
  return take === undefined ? undefined : takeAsHeard(block, take)
}

/** The information encoded in the name of cut audio. */
export interface CutAudio {
  /** The stored audio. */
  readonly audioId: string
  /** The take's slice of it. */
  readonly slice: MsRange
  /** The audible ranges, in ms of the stored audio. */
  readonly kept: readonly MsRange[]
}

/** More than the longest name that Fabula makes. */
export const MAX_CUT_NAME = 64 + 64 + MAX_CUTS * 20
const NAME = /^cut~(\d{1,9})-(\d{1,9})~([\d. -]+)~(.+)$/s

function nameOfCutAudio({ audioId, startMs, endMs }: Take, cuts: string): string {
  return `cut~${startMs}-${endMs}~${cuts}~${audioId}`
}

/** Reads the name of a cut audio; null for stored audio, and for a name that Fabula would not make. */
export function parseCutAudio(name: string): CutAudio | null {
  if (!name.startsWith('cut~') || name.length > MAX_CUT_NAME) return null
  const [, start, end, text, audioId = ''] = NAME.exec(name) ?? []
  const slice = { startMs: Number(start), endMs: Number(end) }
  const lengthMs = slice.endMs - slice.startMs
  const cuts = cutsSchema.safeParse(text).data
  const tidy = cuts === undefined ? null : tidyCuts(cuts, lengthMs)
  if (tidy === null || tidy.length === 0) return null
  const kept = keptRanges(tidy, lengthMs).map((range) => ({
    startMs: slice.startMs + range.startMs,
    endMs: slice.startMs + range.endMs,
  }))
  return { audioId, slice, kept }
}

/** The stored audio behind a name, and a time of the named audio mapped to it. */
export function storedPlace(name: string, atMs: number): { readonly audioId: string; readonly atMs: number } {
  const cut = parseCutAudio(name)
  return cut === null ? { audioId: name, atMs } : { audioId: cut.audioId, atMs: uncutTime(cut.kept, atMs) }
}

/** The length of a take before cuts. */
export function uncutMs({ audioId, startMs, endMs }: Pick<Take, 'audioId' | 'startMs' | 'endMs'>): number {
  const { slice } = parseCutAudio(audioId) ?? { slice: { startMs, endMs } }
  return slice.endMs - slice.startMs
}
