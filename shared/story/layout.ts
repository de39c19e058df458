/**
 * The one timing model: start and end of every block in integer milliseconds. The timeline, the preview player, the
 * mixdown, the captions and the chapters all use it, so that the screen, the playback and the export agree.
 */
import { heardBlocksOf, heardSectionsOf } from './heardBlocks.ts'
import { pauseMsOf } from './pauses.ts'
import type { Block, BlockId, ChapterId } from './records.ts'
import { blocksOf, sectionsOf, settingsOf } from './selectors.ts'
import { heardSilencesOf } from './silences.ts'
import { hasSpeech, spokenTextOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { heardTake } from './takeCuts.ts'
import type { Take, TakeIndex } from './takes.ts'

/** The shortest estimate for speech. */
export const LEAST_SPEECH_MS = 300

/** The estimated time to speak one character. Measured on English prose at the built-in voice's natural rate: 574 characters in 35.4 s. */
export const ESTIMATED_MS_PER_CHARACTER = 62

/**
 * How long characters of other scripts take, in ms: people read aloud 255 characters of Chinese, 357 of Japanese and 612 of Arabic a
 * minute, and one character in about 60 ms in most other languages (Trauzettel-Klosinski, Dietz: Standardized Assessment of Reading
 * Performance, 2012, https://doi.org/10.1167/iovs.11-8284).
 */
const CHINESE_MS = 235
const JAPANESE_MS = 168
const ARABIC_MS = 98
const SLOW_SCRIPTS = /[\u0600-\u06ff\u3040-\u30ff\u3400-\u9fff]/

export interface BlockSpan {
  readonly id: BlockId
  /** Start of the silence before the speech. */
  readonly silenceStartMs: number
  /** Start and end of the speech. */
  readonly startMs: number
  readonly endMs: number
  /** The audio that fits, or null if the length is an estimate (or there is nothing to say). */
  readonly take: Take | null
  readonly isEstimate: boolean
}

export interface ChapterSpan {
  readonly id: ChapterId | null
  /** Index of its first block's span; of the next chapter's first block if it has none. */
  readonly firstIndex: number
  /** The span of its title; null if that is not spoken. */
  readonly title: BlockSpan | null
  /** The start of its title or first words, which is its chapter mark everywhere; 0 for the first chapter. */
  readonly startMs: number
  /** The `startMs` of the next chapter, or the end of the story. */
  readonly endMs: number
  /** Start of the silence before its title or its first block, and end of its last block. */
  readonly silenceStartMs: number
  readonly wordsEndMs: number
}

export interface Layout {
  /** In story order: `spans[n]` is block number n + 1. */
  readonly spans: readonly BlockSpan[]
  /** All spans in playback order: `spans`, and the spans of spoken chapter titles and credits. */
  readonly heard: readonly BlockSpan[]
  readonly chapters: readonly ChapterSpan[]
  readonly totalMs: number
}

/** Start and end of every block, from takes that fit, otherwise from an estimate. */
export function layout(story: Story, takes: TakeIndex): Layout {
  return placeSpans(
    story,
    heardBlocksOf(story).map((block) => spanOf(story, block, takes)),
  )
}

/** Updates the layout of an earlier story with the same takes, from which `story` differs only in the blocks at these indices. */
export function layoutAfter(
  before: Layout,
  story: Story,
  takes: TakeIndex,
  changed: readonly number[],
): Layout {
  const blocks = blocksOf(story)
  const others = new Map<BlockSpan, BlockSpan>()
  for (const index of changed) {
    const [block, span] = [blocks[index], before.spans[index]]
    if (block !== undefined && span !== undefined) others.set(span, spanOf(story, block, takes))
  }
  return placeSpans(
    story,
    before.heard.map((span) => others.get(span) ?? span),
  )
}

/** A block's span, placed as if it began the story. */
function spanOf(story: Story, block: Block, takes: TakeIndex): BlockSpan {
  const take = heardTake(story, block, takes) ?? null
  const endMs = take === null ? estimateMs(story, block) : take.endMs - take.startMs
  const isEstimate = take === null && hasSpeech(story, block)
  return { id: block.id, silenceStartMs: 0, startMs: 0, endMs, take, isEstimate }
}

/** Places spans with known lengths one after the other, with the story's silences before them. */
function placeSpans(story: Story, heard: readonly BlockSpan[]): Layout {
  const silences = heardSilencesOf(story)
  let cursor = 0
  const placed = heard.map((span, index): BlockSpan => {
    const silenceStartMs = cursor
    const startMs = silenceStartMs + (silences[index] ?? 0)
    cursor = startMs + span.endMs - span.startMs
    if (span.silenceStartMs === silenceStartMs && span.startMs === startMs) return span
    const { id, take, isEstimate } = span // a spread takes twice the time, and a letter shifts every span after it
    return { id, silenceStartMs, startMs, endMs: cursor, take, isEstimate }
  })
  if (heardBlocksOf(story) === blocksOf(story))
    return {
      spans: placed,
      heard: placed,
      chapters: placeChapters(chapterPlaces(story), placed),
      totalMs: cursor,
    }
  const spans: BlockSpan[] = []
  const titles = new Map<ChapterId, BlockSpan>()
  let at = 0
  for (const { chapter, title, spokenTitle, blocks } of heardSectionsOf(story))
    for (const block of blocks) {
      const span = placed[at]
      at += 1
      if (span === undefined) continue
      if (chapter !== null && block === spokenTitle) titles.set(chapter.id, span)
      else if (chapter !== null || title === null) spans.push(span)
    }
  const places = chapterPlaces(story).map((place) => ({
    ...place,
    title: (place.id === null ? undefined : titles.get(place.id)) ?? null,
  }))
  return { spans, heard: placed, chapters: placeChapters(places, spans), totalMs: cursor }
}

/** The estimated length of a block's speech, in ms: its target length, or an estimate from its characters and speed. */
export function estimateMs(story: Story, block: Block): number {
  if (!hasSpeech(story, block)) return pauseMsOf(block)
  if (block.durationMs !== null) return block.durationMs
  const words = spokenTextOf(story, block).trim()
  const speechMs = Math.round(estimatedSpeechMs(words) / settingsOf(story, block).speed)
  return Math.max(LEAST_SPEECH_MS, speechMs) + pauseMsOf(block)
}

/** The estimated length of words at speed 1, in ms, by their scripts. */
export function estimatedSpeechMs(words: string): number {
  if (!SLOW_SCRIPTS.test(words)) return words.length * ESTIMATED_MS_PER_CHARACTER
  const count = (script: RegExp) => words.match(script)?.length ?? 0
  const [kana, chinese] = [count(/[\u3040-\u30ff]/g), count(/[\u3400-\u9fff]/g)]
  const arabic = count(/[\u0600-\u06ff]/g)
  const others = words.length - kana - chinese - arabic
  const chineseMs = kana > 0 ? JAPANESE_MS : CHINESE_MS
  return kana * JAPANESE_MS + chinese * chineseMs + arabic * ARABIC_MS + others * ESTIMATED_MS_PER_CHARACTER
}

/** The index of the block whose speech or silence contains a time: binary search. −1 in an empty story. */
export function spanIndexAt(spans: readonly BlockSpan[], timeMs: number): number {
  let low = 0
  let high = spans.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.endMs ?? Infinity) <= timeMs) low = middle + 1
    else high = middle
  }
  return high < 0 ? -1 : low
}

type ChapterPlace = Pick<ChapterSpan, 'id' | 'firstIndex' | 'title'>

function chapterPlaces(story: Story): readonly ChapterPlace[] {
  let firstIndex = 0
  return sectionsOf(story).map(({ chapter, blocks }) => {
    const place = { id: chapter?.id ?? null, firstIndex, title: null }
    firstIndex += blocks.length
    return place
  })
}

/**
 * The spans of chapters, from the spans of the blocks and those of their titles. A chapter without speech begins at its first block, or at the start
 * of the next chapter if it has no blocks.
 */
export function placeChapters(
  places: readonly ChapterPlace[],
  spans: readonly BlockSpan[],
): readonly ChapterSpan[] {
  let endMs = 0
  const placed = places.map(({ id, firstIndex, title }, index) => {
    const nextIndex = places[index + 1]?.firstIndex ?? spans.length
    const first = firstIndex < nextIndex ? spans[firstIndex] : undefined
    const heard = title ?? firstSpeaking(spans, firstIndex, nextIndex) ?? first
    const silenceStartMs = (title ?? first)?.silenceStartMs ?? endMs
    endMs = (first === undefined ? title : spans[nextIndex - 1])?.endMs ?? endMs
    return { id, firstIndex, title, silenceStartMs, wordsEndMs: endMs, heardMs: heard?.startMs ?? null }
  })
  const stretches = chapterStretches(
    placed.map(({ heardMs }) => heardMs),
    endMs,
  )
  return placed.map(({ heardMs: _, ...place }, index) => ({
    ...place,
    ...(stretches[index] ?? { startMs: 0, endMs: 0 }),
  }))
}

/** The first span with speech, from `fromIndex` to before `toIndex`; undefined if there is none. */
function firstSpeaking(
  spans: readonly BlockSpan[],
  fromIndex: number,
  toIndex: number,
): BlockSpan | undefined {
  for (let index = fromIndex; index < toIndex; index += 1) {
    const span = spans[index]
    if (span !== undefined && (span.take !== null || span.isEstimate)) return span
  }
  return undefined
}

/**
 * Start and end of chapters from the times at which each is first heard, null if it never is. A chapter begins at that time, so that the silence
 * before it belongs to the chapter before; the first begins at 0. Each ends where the next begins, and the last at `endMs`.
 */
export function chapterStretches(
  heardMs: readonly (number | null)[],
  endMs: number,
): readonly { readonly startMs: number; readonly endMs: number }[] {
  const stretches: { readonly startMs: number; readonly endMs: number }[] = []
  let nextMs = endMs
  for (let index = heardMs.length - 1; index >= 0; index -= 1) {
    const startMs = index === 0 ? 0 : (heardMs[index] ?? nextMs)
    stretches.push({ startMs, endMs: nextMs })
    nextMs = startMs
  }
  return stretches.reverse()
}
