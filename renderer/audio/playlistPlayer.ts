/**
 * Plays a list of segments in turn: silences by the clock, audio in two media elements that alternate, so that the next audio
 * is loaded before the current one ends. Timers end the segments, since a hidden window gets no animation frames.
 */
import { segmentIndexAt, toFileMs, toStoryMs } from './segments.ts'
import type { AudioSegment, Segment } from './segments.ts'
import { createMediaElement } from './mediaElement.ts'

/** An element at most this far from its target is not moved: a seek would be heard, this difference is not. */
const NEAR_MS = 45
/** Audio with at most this much left counts as ended: timers are not more precise. */
const ENDED_WITHIN_MS = 3

export interface PlaylistPlayer {
  /**
   * Plays segments from a story time on, and from the first one again after the last where they are looped. Audio that already
   * plays at that position is not interrupted.
   */
  play(segments: readonly Segment[], positionMs: number, isLooped?: boolean): void
  /** Plays faster or slower from now on: 2 is twice as fast. */
  setRate(rate: number): void
  stop(): void
  positionMs(): number
  /** The current segment and its index in the list, or null. */
  current(): { readonly segment: Segment; readonly index: number } | null
  /** Stops, and releases the media elements. */
  close(): void
}

/** Creates a player over elements from `openElement`; `onEnd` is called after the last segment. */
export function createPlaylistPlayer(options: {
  urlOf: (audioId: string) => string
  openElement: () => HTMLAudioElement
  /** A segment has started, or has been started again. */
  onSegment: () => void
  onEnd: () => void
  onError: (cause: unknown) => void
}): PlaylistPlayer {
  let segments: readonly Segment[] = []
  let index = -1
  let isLooped = false
  let rate = 1
  let live = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The clock time at which the current silence would have started at its beginning, at the rate of now. */
  let silenceBeganAt = 0
  /** The story time at which playback waits for missing audio. */
  let heldAtMs = 0

  const elements = [0, 1].map((number) =>
    createMediaElement({
      openElement: options.openElement,
      onEnded: () => {
        if (number === live && segments[index]?.kind === 'audio') enterNext()
      },
      onError: (cause) => {
        // The idle element loads again, and reports its error, when its turn comes.
        if (number === live && segments[index]?.kind === 'audio') options.onError(cause)
      },
    }),
  )
  const element = (number: number) => {
    const found = elements[number]
    if (found === undefined) throw new Error('There are two media elements')
    return found
  }

  function enter(next: number, positionMs: number): void {
    clearTimeout(timer)
    const segment = segments[next]
    if (segment?.kind !== 'audio') element(live).pause()
    if (segment === undefined) {
      index = -1
      options.onEnd()
      return
    }
    index = next
    if (segment.kind === 'audio') playAudio(segment, positionMs)
    else if (segment.kind === 'silence') {
      silenceBeganAt = performance.now() - (positionMs - segment.startMs) / rate
      timer = setTimeout(enterNext, (segment.endMs - positionMs) / rate)
    } else heldAtMs = positionMs
    prepareAfter(next)
    options.onSegment()
  }

  function enterNext(): void {
    const next = isLooped ? (index + 1) % segments.length : index + 1
    enter(next, segments[next]?.startMs ?? 0)
  }

  function playAudio(segment: AudioSegment, positionMs: number): void {
    const [url, fileMs] = [options.urlOf(segment.audioId), toFileMs(segment, positionMs)]
    if (!element(live).isNear(url, fileMs, NEAR_MS)) {
      element(live).pause()
      if (element(1 - live).isNear(url, fileMs, NEAR_MS)) live = 1 - live
      else element(live).prepare(url, fileMs)
    }
    element(live).play()
    const check = () => {
      const leftMs = segment.fileEndMs - element(live).positionMs()
      if (leftMs <= ENDED_WITHIN_MS) enterNext()
      else timer = setTimeout(check, leftMs / rate)
    }
    timer = setTimeout(check, Math.max(0, segment.fileEndMs - fileMs) / rate)
  }

  /** Prepares the idle element for the next audio, unless the current audio continues into it. */
  function prepareAfter(from: number): void {
    const current = segments[from]
    const following = [...segments.slice(from + 1, from + 3), ...(isLooped ? segments.slice(0, 2) : [])]
    const upcoming = following.slice(0, 2).find((segment) => segment.kind !== 'silence')
    if (upcoming?.kind !== 'audio') return
    const playsOn =
      current?.kind === 'audio' &&
      current.audioId === upcoming.audioId &&
      Math.abs(current.fileEndMs - upcoming.fileStartMs) <= NEAR_MS
    const url = options.urlOf(upcoming.audioId)
    const idle = element(1 - live)
    if (!playsOn && !idle.isNear(url, upcoming.fileStartMs, 1)) idle.prepare(url, upcoming.fileStartMs)
  }

  /** The story time that is heard in the current segment. */
  function timeIn(segment: Segment): number {
    if (segment.kind === 'audio') return toStoryMs(segment, element(live).positionMs())
    if (segment.kind === 'missing') return heldAtMs
    return Math.min(segment.endMs, segment.startMs + (performance.now() - silenceBeganAt) * rate)
  }

  function stop(): void {
    clearTimeout(timer)
    index = -1
    for (const each of elements) each.pause()
  }

  return {
    play(nextSegments, positionMs, loops = false) {
      segments = nextSegments
      isLooped = loops
      enter(segmentIndexAt(segments, positionMs), positionMs)
    },
    setRate(wanted) {
      if (wanted === rate) return
      const current = segments[index]
      const atMs = current === undefined ? 0 : timeIn(current)
      rate = wanted
      for (const each of elements) each.setRate(rate)
      if (current !== undefined) enter(index, atMs)
    },
    stop,
    positionMs() {
      const segment = segments[index]
      return segment === undefined ? (segments.at(-1)?.endMs ?? 0) : timeIn(segment)
    },
    current() {
      const segment = segments[index]
      return segment === undefined ? null : { segment, index }
    },
    close() {
      stop()
      segments = []
      for (const each of elements) each.close()
    },
  }
}
