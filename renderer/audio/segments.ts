/**
 * The story as a list of segments to play: silence, stored audio, and audio that is missing. Times are in ms: `startMs` and
 * `endMs` are story time, `fileStartMs` and `fileEndMs` are positions in the stored audio.
 */
import type { BlockSpan, Layout } from '../../shared/story/layout.ts'
import {
  isCurrentRender,
  isMakingAudio,
  lastTakes,
  makingAudioId,
  type StoryRender,
  type Take,
} from '../../shared/story/takes.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { speechGainOf } from '../../shared/story/gain.ts'
import type { Story } from '../../shared/story/story.ts'
import type { AudioStore } from '../stores/audioStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { layoutOf } from '../stores/timing.ts'

/** Audio that plays at most this far from the wanted place plays on: a jump would be audible, this difference is not. */
export const NEAR_MS = 45

interface SegmentPlace {
  /** The block that is spoken, or that follows the silence; null for audio outside the story. */
  readonly blockId: BlockId | null
  readonly part: 'silence' | 'speech'
  readonly startMs: number
  readonly endMs: number
}

export interface AudioSegment extends SegmentPlace {
  readonly kind: 'audio'
  readonly audioId: string
  readonly fileStartMs: number
  readonly fileEndMs: number
  /** Its gain relative to the stored audio. */
  readonly gainDb: number
}

/** A part of playback. Silence lasts its time; playback waits at a segment whose audio is missing. */
export type Segment = AudioSegment | (SegmentPlace & { readonly kind: 'silence' | 'missing' })

/** The gain in dB of a block with a take; see `speechGainOf`. */
type GainOf = (blockId: BlockId, takeId: string) => number

/** The segments of a story that plays from its blocks' takes. */
export function takeSegments(layout: Layout, gainOf: GainOf): readonly Segment[] {
  return layout.heard.flatMap((span, index) => {
    const silence = silenceSegment(span, layout.heard[index - 1], gainOf)
    const speech = speechSegment(span, gainOf)
    return [silence, speech].filter((segment) => segment.endMs > segment.startMs)
  })
}

/** The segment of a block's speech, without the silence before it. */
function speechSegment(span: BlockSpan, gainOf: GainOf): Segment {
  const place = speechOf(span)
  if (span.take === null) return { ...place, kind: span.isEstimate ? 'missing' : 'silence' }
  const { id, audioId, startMs, endMs } = span.take
  const gainDb = gainOf(span.id, id)
  return { ...place, kind: 'audio', audioId, fileStartMs: startMs, fileEndMs: endMs, gainDb }
}

/**
 * The segments of a story that plays from one finished render. If the service reported the blocks' positions (`slices`),
 * story time follows them; otherwise it is spread evenly over the file, and gains of blocks are ignored.
 */
export function renderSegments(
  layout: Layout,
  render: StoryRender,
  slices: ReadonlyMap<BlockId, Take>,
  gainOf: GainOf,
): readonly Segment[] {
  const toFile = fileTimes(layout, render, slices)
  return layout.heard
    .flatMap((span) => [silenceOf(span), speechOf(span)])
    .filter((place) => place.endMs > place.startMs)
    .map((place): Segment => {
      const [fileStartMs, fileEndMs] = [toFile(place.startMs), toFile(place.endMs)]
      const slice = place.part === 'speech' && place.blockId !== null ? slices.get(place.blockId) : undefined
      const gainDb = place.blockId === null || slice === undefined ? 0 : gainOf(place.blockId, slice.id)
      return { ...place, kind: 'audio', audioId: render.audioId, fileStartMs, fileEndMs, gainDb }
    })
}

/** The segments of some blocks from the words of the first to the end of the last; all segments if none is of these blocks. */
function loopedSegments(segments: readonly Segment[], blockIds: ReadonlySet<BlockId>): readonly Segment[] {
  const own = segments.filter(({ blockId }) => blockId !== null && blockIds.has(blockId))
  const from = own.findIndex(({ part }) => part === 'speech')
  return from < 0 ? segments : own.slice(from)
}

/** The place at which playback starts for a wanted story time: there, or at the next segment; after the last, at the start. */
export function startIn(segments: readonly Segment[], wantedMs: number): number {
  const next = segments[segmentIndexAt(segments, wantedMs)]
  return next === undefined ? (segments[0]?.startMs ?? 0) : Math.max(wantedMs, next.startMs)
}

/** The index of the segment at a story time, `segments.length` after the last segment. Binary search. */
export function segmentIndexAt(segments: readonly Segment[], positionMs: number): number {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.endMs ?? Infinity) <= positionMs) low = middle + 1
    else high = middle
  }
  return low
}

/** The position in the segment's audio of a story time. */
export function toFileMs(segment: AudioSegment, positionMs: number): number {
  return (
    segment.fileStartMs +
    (positionMs - segment.startMs) *
      ((segment.fileEndMs - segment.fileStartMs) / (segment.endMs - segment.startMs))
  )
}

/** The story time of a position in the segment's audio, limited to the segment. */
export function toStoryMs(segment: AudioSegment, fileMs: number): number {
  const share = (fileMs - segment.fileStartMs) / Math.max(1, segment.fileEndMs - segment.fileStartMs)
  return segment.startMs + Math.max(0, Math.min(1, share)) * (segment.endMs - segment.startMs)
}

/** The segments after an edit, and the story time in them at which playback continues. */
interface Remapped {
  readonly segments: readonly Segment[]
  readonly positionMs: number
}

/**
 * Where playback continues after an edit, given the segment and story time before it: at the same words, even if they moved.
 * A block that changes while it plays is played to its end with its old audio, which is why the segments are returned too.
 * If the block was deleted, playback continues at the same story time.
 */
export function remapPosition(
  segment: Segment,
  positionMs: number,
  nextSegments: readonly Segment[],
): Remapped {
  const index = nextSegments.findIndex(
    (next) => next.blockId === segment.blockId && next.part === segment.part,
  )
  const next = nextSegments[index]
  if (next === undefined)
    return { segments: nextSegments, positionMs: Math.min(positionMs, nextSegments.at(-1)?.endMs ?? 0) }
  if (segment.kind === 'audio' && isMakingAudio(segment.audioId))
    return remapMaking(segment, toFileMs(segment, positionMs), nextSegments, index)
  if (segment.kind !== 'audio') {
    return {
      segments: nextSegments,
      positionMs: Math.min(next.startMs + positionMs - segment.startMs, next.endMs),
    }
  }
  const fileMs = toFileMs(segment, positionMs)
  if (next.kind === 'audio' && next.audioId === segment.audioId) {
    const isInSegment = fileMs >= next.fileStartMs && fileMs <= next.fileEndMs
    if (isInSegment) return { segments: nextSegments, positionMs: toStoryMs(next, fileMs) }
  }
  const share = (positionMs - segment.startMs) / Math.max(1, segment.endMs - segment.startMs)
  const position = next.startMs + share * (next.endMs - next.startMs)
  if (next.kind !== 'missing') return { segments: nextSegments, positionMs: position }
  const asItWas: Segment = { ...segment, startMs: next.startMs, endMs: next.endMs }
  return { segments: nextSegments.with(index, asItWas), positionMs: position }
}

/** Longer than any block's speech. */
const OPEN_END_MS = 3_600_000

/**
 * The segments up to a block whose audio plays while it is made: its length is not known yet, nor the times of what follows.
 */
export function makingSegments(
  segments: readonly Segment[],
  index: number,
  gainDb: number,
): readonly Segment[] {
  const segment = segments[index]
  if (segment === undefined || segment.blockId === null) return segments
  const { blockId, part, startMs } = segment
  const place = { blockId, part, startMs, endMs: startMs + OPEN_END_MS }
  const audioId = makingAudioId(blockId)
  return [
    ...segments.slice(0, index),
    { ...place, kind: 'audio', audioId, fileStartMs: 0, fileEndMs: OPEN_END_MS, gainDb },
  ]
}

/** Audio that plays while it is made is played to its end; its end is known once it is stored. */
function remapMaking(
  segment: AudioSegment,
  fileMs: number,
  nextSegments: readonly Segment[],
  index: number,
): Remapped {
  const next = nextSegments[index]
  const startMs = next?.startMs ?? segment.startMs
  const positionMs = startMs + fileMs
  if (next?.kind !== 'audio')
    return { segments: makingSegments(nextSegments, index, segment.gainDb), positionMs }
  const fileEndMs = next.fileEndMs - next.fileStartMs
  const whole: Segment = { ...segment, startMs, endMs: next.endMs, fileStartMs: 0, fileEndMs }
  return { segments: nextSegments.with(index, whole), positionMs: Math.min(positionMs, next.endMs) }
}

function silenceOf(span: BlockSpan): SegmentPlace {
  return { blockId: span.id, part: 'silence', startMs: span.silenceStartMs, endMs: span.startMs }
}

function speechOf(span: BlockSpan): SegmentPlace {
  return { blockId: span.id, part: 'speech', startMs: span.startMs, endMs: span.endMs }
}

/** The silence before a block. If one audio holds both neighbours and the silence, it simply plays on, which is smoother. */
function silenceSegment(span: BlockSpan, previous: BlockSpan | undefined, gainOf: GainOf): Segment {
  const place = silenceOf(span)
  const [before, after] = [previous?.take, span.take]
  if (before && after && before.audioId === after.audioId) {
    const [fileStartMs, fileEndMs] = [before.endMs, after.startMs]
    if (Math.abs(fileEndMs - fileStartMs - (place.endMs - place.startMs)) <= 2) {
      const gainDb = previous === undefined ? 0 : gainOf(previous.id, before.id)
      return { ...place, kind: 'audio', audioId: after.audioId, fileStartMs, fileEndMs, gainDb }
    }
  }
  return { ...place, kind: 'silence' }
}

/** Returns a function from story time to file time, which interpolates between the known positions. */
function fileTimes(
  layout: Layout,
  render: StoryRender,
  slices: ReadonlyMap<BlockId, Take>,
): (storyMs: number) => number {
  const known: { storyMs: number; fileMs: number }[] = [{ storyMs: 0, fileMs: 0 }]
  const add = (storyMs: number, fileMs: number) => {
    const last = known.at(-1)
    if (last === undefined || (storyMs > last.storyMs && fileMs > last.fileMs))
      known.push({ storyMs, fileMs })
  }
  for (const span of layout.heard) {
    const slice = slices.get(span.id)
    if (slice === undefined) continue
    add(span.startMs, slice.startMs)
    add(span.endMs, slice.endMs)
  }
  add(layout.totalMs, render.durationMs)
  let at = 1
  return (storyMs) => {
    // Calls come in story order, so the pair of known positions only moves forward.
    while (at < known.length - 1 && (known[at]?.storyMs ?? Infinity) < storyMs) at += 1
    const [from, to] = [known[at - 1], known[at]]
    if (from === undefined || to === undefined) return storyMs
    return from.fileMs + (storyMs - from.storyMs) * ((to.fileMs - from.fileMs) / (to.storyMs - from.storyMs))
  }
}

/** Whether two lists are the same. The story's list is replaced only after a change; a block's list has one segment, which is compared by value. */
export function isSameSegments(a: readonly Segment[], b: readonly Segment[]): boolean {
  return a === b || (a.length === 1 && b.length === 1 && JSON.stringify(a[0]) === JSON.stringify(b[0]))
}

interface StorySegments {
  /**
   * The segments of the open story: the same list until the story, its audio, or the list of looped blocks changes. A loop of blocks
   * plays their speech and silences, without the silence before the first of them; a loop of no blocks, or of blocks of which
   * nothing can be heard, plays all segments, and so does null, which means no loop.
   */
  ofStory(loopedIds: readonly BlockId[] | null): readonly Segment[]
  /** The segment of a block's speech; empty if the story has no such block. */
  ofBlock(blockId: BlockId): readonly Segment[]
}

/** The segments of the open story: from its render if that is current, otherwise from the takes of its blocks. */
export function createStorySegments(story: StoryStore, audio: AudioStore): StorySegments {
  let last:
    { story: Story; layout: Layout; render: StoryRender | null; segments: readonly Segment[] } | undefined

  let lastLoop:
    { blockIds: readonly BlockId[]; of: readonly Segment[]; segments: readonly Segment[] } | undefined

  function ofWholeStory(): readonly Segment[] {
    const open = story.getState()
    const { takes, allTakes, render } = audio.getState()
    const layout = layoutOf(open.story, takes)
    if (last?.layout !== layout || last.story !== open.story || last.render !== render) {
      const current = isCurrentRender(open.story, render, takes) ? render : null
      const segments =
        current === null
          ? takeSegments(layout, gainsOf(open.story))
          : renderSegments(layout, current, slicesOf(allTakes, current), gainsOf(open.story))
      last = { story: open.story, layout, render, segments }
    }
    return last.segments
  }

  return {
    ofStory(blockIds) {
      const all = ofWholeStory()
      if (blockIds === null) return all
      if (lastLoop?.of !== all || lastLoop.blockIds !== blockIds)
        lastLoop = { blockIds, of: all, segments: loopedSegments(all, new Set(blockIds)) }
      return lastLoop.segments
    },
    ofBlock(blockId) {
      const open = story.getState().story
      const span = layoutOf(open, audio.getState().takes).heard.find(({ id }) => id === blockId)
      return span === undefined ? [] : [speechSegment(span, gainsOf(open))]
    },
  }
}

const gainsOf = (story: Story) => (blockId: BlockId, takeId: string) => speechGainOf(story, blockId, takeId)

/** The position of each block in a render's audio, as far as the service reported it. */
function slicesOf(takes: readonly Take[], render: StoryRender): ReadonlyMap<BlockId, Take> {
  return lastTakes(takes.filter((take) => take.audioId === render.audioId))
}
