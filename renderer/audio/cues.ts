/**
 * What is heard when: the story cut into stretches of silence, of stored audio, and of audio that is still to be made.
 * Times are in ms; `startMs` and `endMs` are story time, `fileStartMs` and `fileEndMs` lie in the stored audio.
 */
import type { BlockSpan, Layout } from '../../shared/story/layout.ts'
import type { BlockId } from '../../shared/story/records.ts'
import type { StoryRender, Take } from '../../shared/story/takes.ts'

interface Stretch {
  /** The block that is spoken, or that the silence stands before; null for audio outside the story. */
  readonly blockId: BlockId | null
  readonly part: 'silence' | 'speech'
  readonly startMs: number
  readonly endMs: number
}

export interface AudioCue extends Stretch {
  readonly kind: 'audio'
  readonly audioId: string
  readonly fileStartMs: number
  readonly fileEndMs: number
}

/** Silence runs by the clock; missing audio is waited for. */
export type Cue = AudioCue | (Stretch & { readonly kind: 'silence' | 'missing' })

/** Cues of a story that is heard from its blocks' takes. */
export function takeCues(layout: Layout): readonly Cue[] {
  return layout.spans.flatMap((span, index) => {
    const silence = silenceCue(span, layout.spans[index - 1])
    const speech = speechCue(span)
    return [silence, speech].filter((cue) => cue.endMs > cue.startMs)
  })
}

/** The cue of a block's words alone. */
export function speechCue(span: BlockSpan): Cue {
  const stretch = speechOf(span)
  if (span.take === null) return { ...stretch, kind: span.isEstimate ? 'missing' : 'silence' }
  const { audioId, startMs, endMs } = span.take
  return { ...stretch, kind: 'audio', audioId, fileStartMs: startMs, fileEndMs: endMs }
}

/**
 * Cues of a story that is heard from one finished render. Where the service told the blocks' places (`slices`), story
 * time follows them; between and beyond, it is spread evenly over the file.
 */
export function renderCues(
  layout: Layout,
  render: StoryRender,
  slices: ReadonlyMap<BlockId, Take>,
): readonly Cue[] {
  const toFile = fileTimes(layout, render, slices)
  return layout.spans
    .flatMap((span) => [silenceOf(span), speechOf(span)])
    .filter((stretch) => stretch.endMs > stretch.startMs)
    .map((stretch): Cue => {
      const [fileStartMs, fileEndMs] = [toFile(stretch.startMs), toFile(stretch.endMs)]
      return { ...stretch, kind: 'audio', audioId: render.audioId, fileStartMs, fileEndMs }
    })
}

/** Index of the cue that runs at a story time, `cues.length` beyond the last: binary search. */
export function cueIndexAt(cues: readonly Cue[], positionMs: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.endMs ?? Infinity) <= positionMs) low = middle + 1
    else high = middle
  }
  return low
}

/** Where a story time lies in the cue's audio. */
export function toFileMs(cue: AudioCue, positionMs: number): number {
  return (
    cue.fileStartMs +
    (positionMs - cue.startMs) * ((cue.fileEndMs - cue.fileStartMs) / (cue.endMs - cue.startMs))
  )
}

/** Which story time a place in the cue's audio is, kept within the cue. */
export function toStoryMs(cue: AudioCue, fileMs: number): number {
  const share = (fileMs - cue.fileStartMs) / Math.max(1, cue.fileEndMs - cue.fileStartMs)
  return cue.startMs + Math.max(0, Math.min(1, share)) * (cue.endMs - cue.startMs)
}

function silenceOf(span: BlockSpan): Stretch {
  return { blockId: span.id, part: 'silence', startMs: span.silenceStartMs, endMs: span.startMs }
}

function speechOf(span: BlockSpan): Stretch {
  return { blockId: span.id, part: 'speech', startMs: span.startMs, endMs: span.endMs }
}

/** Between two neighbours in one audio the silence is in the audio as well: playing on is smoother than stopping. */
function silenceCue(span: BlockSpan, previous: BlockSpan | undefined): Cue {
  const stretch = silenceOf(span)
  const [before, after] = [previous?.take, span.take]
  if (before && after && before.audioId === after.audioId) {
    const [fileStartMs, fileEndMs] = [before.endMs, after.startMs]
    if (Math.abs(fileEndMs - fileStartMs - (stretch.endMs - stretch.startMs)) <= 2) {
      return { ...stretch, kind: 'audio', audioId: after.audioId, fileStartMs, fileEndMs }
    }
  }
  return { ...stretch, kind: 'silence' }
}

/** Story time to file time, through the places that are known. */
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
  for (const span of layout.spans) {
    const slice = slices.get(span.id)
    if (slice === undefined) continue
    add(span.startMs, slice.startMs)
    add(span.endMs, slice.endMs)
  }
  add(layout.totalMs, render.durationMs)
  let at = 1
  return (storyMs) => {
    // Asked in story order, so the pair of known places only moves on.
    while (at < known.length - 1 && (known[at]?.storyMs ?? Infinity) < storyMs) at += 1
    const [from, to] = [known[at - 1], known[at]]
    if (from === undefined || to === undefined) return storyMs
    return from.fileMs + (storyMs - from.storyMs) * ((to.fileMs - from.fileMs) / (to.storyMs - from.storyMs))
  }
}
