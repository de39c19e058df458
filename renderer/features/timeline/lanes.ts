/** The lanes of the timeline, and the box that each clip has in its lane: by arithmetic, so that boxes never overlap. */
import { spanIndexAt, type BlockSpan, type Layout } from '../../../shared/story/layout.ts'
import type { Character, BlockId } from '../../../shared/story/records.ts'
import { blocksOf, findCharacter } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { isMade, type BlockState } from '../../stores/blockState.ts'
import { toMs, toPx } from './scale.ts'

export interface Lane {
  /** The character of the lane; null for the clips of all, or of no character. */
  readonly character: Character | null
  /** Indices of the lane's blocks, in story order. */
  readonly indices: readonly number[]
}

/** All clips in one lane, or a lane for each character with blocks, in the order of the cast, and last the blocks without a character. */
export function lanesOf(story: Story, isByCharacter: boolean): readonly Lane[] {
  const blocks = blocksOf(story)
  if (!isByCharacter) return [{ character: null, indices: blocks.map((_, index) => index) }]
  const byCharacter = Map.groupBy(
    blocks.map((_, index) => index),
    (index) => findCharacter(story, blocks[index]?.characterId ?? null)?.id ?? null,
  )
  return [...story.cast, null].flatMap((character) => {
    const indices = byCharacter.get(character?.id ?? null)
    return indices === undefined ? [] : [{ character, indices }]
  })
}

/** The first letter of a name, for clips without room for more. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? ''
}

/** A clip's place in its lane, in px of the timeline's content. */
export interface ClipBox {
  readonly index: number
  readonly leftPx: number
  readonly widthPx: number
}

/** Narrower clips have no waveform. */
export const LEAST_WAVE_PX = 24
/** Narrower clips show only the initial of their name. */
export const LEAST_WORD_PX = 44
/** Narrower clips have no name. */
export const LEAST_NAME_PX = 12
/** Narrower clips join a neighbour of the same look. */
const LEAST_APART_PX = 4
/** A narrower gap between joining clips is closed. */
const LEAST_GAP_PX = 1.2
/** The gap at the right of a clip with a neighbour there, to separate the two. */
const APART_PX = 2
/** The width of a clip that takes no time, if there is room for it. */
const EMPTY_CLIP_PX = 3

/**
 * The boxes of a lane's clips between two px, in story order. A box ends before the next of its lane begins, at any
 * scale; a clip under 4 px extends to a neighbour of the same look that is less than 1.2 px away.
 */
export function boxesBetween(options: {
  readonly lane: Lane
  readonly spans: readonly BlockSpan[]
  readonly pxPerSecond: number
  readonly fromPx: number
  readonly toPx: number
  /** The look of a clip: clips with the same value can join. */
  readonly lookOf: (index: number) => number | string
}): readonly ClipBox[] {
  const { lane, spans, pxPerSecond, fromPx, toPx: untilPx, lookOf } = options
  const { first, end } = rangeBetween(lane, spans, toMs(fromPx, pxPerSecond), toMs(untilPx, pxPerSecond))
  const boxes: ClipBox[] = []
  for (let at = first; at < end; at += 1) {
    const index = lane.indices[at] ?? 0
    const nextIndex = lane.indices[at + 1]
    const span = spans[index]
    const next = nextIndex === undefined ? undefined : spans[nextIndex]
    if (span === undefined) continue
    const left = toPx(span.startMs, pxPerSecond)
    const right = Math.max(
      toPx(span.endMs, pxPerSecond),
      left + (span.endMs > span.startMs ? 0 : EMPTY_CLIP_PX),
    )
    const limit = next === undefined ? Infinity : toPx(next.startMs, pxPerSecond)
    const isNarrow = right - left < LEAST_APART_PX
    const isJoined =
      isNarrow &&
      nextIndex !== undefined &&
      limit - right < LEAST_GAP_PX &&
      lookOf(index) === lookOf(nextIndex)
    const roomPx = limit - (isNarrow ? 0 : APART_PX)
    boxes.push({ index, leftPx: left, widthPx: (isJoined ? limit : Math.min(right, roomPx)) - left })
  }
  return boxes
}

/** A part of a lane drawn as one: a clip, or adjacent clips that look the same. */
interface Bar {
  readonly leftPx: number
  readonly widthPx: number
  /** The first of its clips. */
  readonly index: number
}

/** The bars to paint: those that touch and look the same are one bar. */
export function barsOf(
  boxes: readonly ClipBox[],
  lookOf: (index: number) => number | string,
): readonly Bar[] {
  const bars: { leftPx: number; widthPx: number; index: number }[] = []
  for (const { index, leftPx, widthPx } of boxes) {
    const last = bars.at(-1)
    const isNext = last !== undefined && leftPx - (last.leftPx + last.widthPx) < 0.01
    if (isNext && lookOf(last.index) === lookOf(index)) last.widthPx = leftPx + widthPx - last.leftPx
    else bars.push({ leftPx, widthPx, index })
  }
  return bars
}

/** How far from a narrow clip a pointer still hits it, in px. */
const NEAR_PX = 3

/** The index of the block whose clip lies at a px of a lane, or next to it by at most 3 px; null if there is none. */
export function blockAt(
  lane: Lane,
  spans: readonly BlockSpan[],
  px: number,
  pxPerSecond: number,
): number | null {
  const { first, end } = rangeBetween(
    lane,
    spans,
    toMs(px - NEAR_PX, pxPerSecond),
    toMs(px + NEAR_PX, pxPerSecond),
  )
  let best: { index: number; distance: number } | null = null
  for (let at = first; at < end; at += 1) {
    const index = lane.indices[at]
    const span = index === undefined ? undefined : spans[index]
    if (index === undefined || span === undefined) continue
    const distance = Math.max(toPx(span.startMs, pxPerSecond) - px, px - toPx(span.endMs, pxPerSecond), 0)
    if (distance <= NEAR_PX && (best === null || distance < best.distance)) best = { index, distance }
  }
  return best?.index ?? null
}

/** The clips of a lane that lie between two times, by their place in `indices`: from `first` to before `end`. */
export function rangeBetween(
  { indices }: Lane,
  spans: readonly BlockSpan[],
  fromMs: number,
  toMs: number,
): { readonly first: number; readonly end: number } {
  const startOf = (at: number) => spans[indices[at] ?? -1]?.startMs ?? Infinity
  const endOf = (at: number) => spans[indices[at] ?? -1]?.endMs ?? Infinity
  const first = firstWhere(indices.length, (at) => endOf(at) >= fromMs)
  return { first, end: firstWhere(indices.length, (at) => startOf(at) > toMs) }
}

/** The clips at a time and right before and after it, in story order. */
export function spansAround({ spans }: Pick<Layout, 'spans'>, timeMs: number): readonly BlockSpan[] {
  const at = spanIndexAt(spans, timeMs)
  return spans.slice(Math.max(0, at - 1), at + 2)
}

/** The first of `count` places for which a condition holds that holds for all later ones too; `count` if there is none. */
function firstWhere(count: number, holds: (at: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The index of the block at about the same time in the lane above or below; the same if there is no such lane. */
export function neighbourLaneBlock(
  lanes: readonly Lane[],
  { spans }: Layout,
  index: number,
  direction: -1 | 1,
): number {
  const from = lanes.findIndex(({ indices }) => indices.includes(index))
  const lane = lanes[from + direction]
  const span = spans[index]
  if (lane === undefined || span === undefined) return index
  const at = firstWhere(
    lane.indices.length,
    (place) => (spans[lane.indices[place] ?? -1]?.endMs ?? Infinity) > span.startMs,
  )
  return lane.indices[Math.min(at, lane.indices.length - 1)] ?? index
}

// How flat bars are distinguished: by their character's colour, and by whether their audio is rendered.

/** The look of a clip as a number: clips of the same number look the same. */
export function lookOf({ story, states }: Pick<View, 'story' | 'states'>, index: number): number {
  const block = blocksOf(story)[index]
  if (block === undefined) return 0
  const color = findCharacter(story, block.characterId)?.color ?? 0
  return color * 2 + (isMade(states.get(block.id)?.kind ?? 'notMade') ? 1 : 0)
}

/** The colour token of a look. */
export function tokenOf(look: number): string {
  return `--c${look >> 1}`
}

/** Whether the audio of a look's clips is rendered. */
export function isMadeIn(look: number): boolean {
  return look % 2 === 1
}

/** The content of the timeline: a story with its timing, in lanes, at a scale, from one px of its content to another. */
export interface View {
  readonly story: Story
  /** As displayed: with a dragged edge. */
  readonly layout: Layout
  readonly lanes: readonly Lane[]
  readonly isByCharacter: boolean
  readonly states: ReadonlyMap<BlockId, BlockState>
  readonly pxPerSecond: number
  readonly fromPx: number
  readonly toPx: number
}
