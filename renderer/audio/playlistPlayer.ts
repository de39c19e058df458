/**
 * Plays a list of segments in turn. Their audio is made ready ahead and scheduled on the clock of the sound graph, at any speed, so
 * that nothing is heard where one ends and another begins. Timers follow the clock from segment to segment, since a hidden window
 * gets no animation frames.
 */
import type { MediaPlaying, MediaStream } from '../bridge/mediaStream.ts'
import { createFixedSegments, type StoryClock } from './fixedSegments.ts'
import { createSegmentAudio, type PlayedAudio } from './segmentAudio.ts'
import { segmentIndexAt, toFileMs, type Segment } from './segments.ts'
import type { SoundGraph } from './soundGraph.ts'

/** Times are fixed so far ahead, and at least for the next audio: a busy page has to be late by more until it is heard. */
const AHEAD_S = 5
/** No more segments than these are fixed at once, however short they are. */
const MOST_FIXED = 64

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
  /** Where what is heard began on the clock of the graph; null while nothing is heard. */
  clock(): StoryClock | null
  /** As `clock`, for when the list is next heard from its first segment on again; null while that is not fixed. */
  turn(): StoryClock | null
  /** The current segment and its index in the list, or null. */
  current(): { readonly segment: Segment; readonly index: number } | null
  /** Stops, and releases everything that sounds. */
  close(): void
}

/** Creates a player over a graph; `onEnd` is called after the last segment. */
export function createPlaylistPlayer(options: {
  graph: SoundGraph
  /** The bytes of a stored audio. */
  read: (audioId: string) => Promise<ArrayBuffer>
  /** A stored audio as the host decodes it. */
  open: (audioId: string, playing: MediaPlaying) => Promise<MediaStream>
  /** The length of a stored audio in ms, as far as it is known. */
  lengthOf: (audioId: string) => number
  /** Has what else is heard from a story time on ready; null where it is. Does not reject. */
  prepare: (positionMs: number, rate: number) => Promise<void> | null
  /** A segment has started, or has been started again. */
  onSegment: () => void
  onEnd: () => void
  onError: (cause: unknown) => void
}): PlaylistPlayer {
  const { graph } = options
  let segments: readonly Segment[] = []
  let index = -1
  let isLooped = false
  let rate = 1
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The story time at which playback waits for audio that is missing or not ready. */
  let heldAtMs = 0
  /** Changes with each start and stop: what is made ready for an earlier one begins nothing. */
  let turn = 0

  const audio = createSegmentAudio(options)
  const fixed = createFixedSegments(graph, audio, () => {
    const segment = segments[index]
    if (segment !== undefined) enter(index, timeIn())
  })

  /** The audio of a segment from a story time on; null where it is none. */
  function playedFrom(segment: Segment | undefined, positionMs: number): PlayedAudio | null {
    return segment?.kind === 'audio' ? { segment, fileMs: toFileMs(segment, positionMs), rate } : null
  }

  function indexAfter(from: number): number {
    return isLooped ? (from + 1) % segments.length : from + 1
  }

  function enterAfter(from: number): void {
    const next = indexAfter(from)
    enter(next, segments[next]?.startMs ?? 0)
  }

  function enter(next: number, positionMs: number): void {
    leave()
    const segment = segments[next]
    if (segment === undefined) {
      options.onEnd()
      return
    }
    index = next
    heldAtMs = positionMs
    const waiting = segment.kind === 'missing' ? [] : unready(segment, positionMs)
    if (waiting.length > 0) playWhenReady(waiting)
    else fixed.add(index, segment, positionMs, rate)
    goOn()
  }

  function leave(): void {
    turn += 1
    clearTimeout(timer)
    fixed.clear()
    index = -1
  }

  /** What follows every start of a segment. */
  function goOn(): void {
    lookAhead()
    wait()
    options.onSegment()
  }

  /** Follows the clock from a fixed segment to the next. */
  function passOn(): void {
    const before = fixed.indexes()
    fixed.pass()
    const [now] = fixed.indexes()
    if (now === undefined) enterAfter(before.at(-1) ?? index)
    else if (fixed.indexes().length === before.length)
      wait() // the timer was early
    else {
      index = now
      goOn()
    }
  }

  /** Waits until the fixed segment that is heard ends. */
  function wait(): void {
    const leftMs = fixed.leftMs()
    if (leftMs !== null) timer = setTimeout(passOn, Math.ceil(leftMs))
  }

  /** What a segment has to wait for. */
  function unready(segment: Segment, positionMs: number): readonly Promise<void>[] {
    const played = playedFrom(segment, positionMs)
    const own = played === null || audio.isReady(played) ? null : audio.load(played)
    return [own, options.prepare(positionMs, rate)].filter((each) => each !== null)
  }

  function playWhenReady(waiting: readonly Promise<void>[]): void {
    const started = turn
    Promise.all(waiting).then(
      () => {
        if (turn === started) enter(index, heldAtMs)
      },
      (cause: unknown) => {
        if (turn === started) options.onError(cause)
      },
    )
  }

  /** Fixes the times of what follows, has the audio made ready that is due next, and forgets other audio. */
  function lookAhead(): void {
    let last = fixed.indexes().at(-1) ?? index
    const sounding = fixed.indexes().map((each) => playedFrom(segments[each], segments[each]?.startMs ?? 0))
    const held = playedFrom(segments[index], heldAtMs)
    const needed = [...sounding, held]
    const isWaiting = held !== null && fixed.indexes().length === 0 // what follows may go on in the same sound
    while (!isFarEnough()) {
      if (isWaiting) break
      last = indexAfter(last)
      const segment = segments[last]
      if (segment === undefined || segment.kind === 'missing') break
      const played = playedFrom(segment, segment.startMs)
      needed.push(played)
      if (played !== null && !fixed.goesOn(segment) && !audio.isReady(played)) loadAhead(played)
      if (segment.kind === 'silence' && fixed.indexes().length === 0) continue
      if (fixed.indexes().length === 0) break
      if (!fixed.add(last, segment, segment.startMs, rate)) break
    }
    audio.keepOnly(needed.filter((each) => each !== null))
  }

  function isFarEnough(): boolean {
    const following = fixed.indexes().slice(1)
    const hasAudio = following.some((each) => segments[each]?.kind === 'audio')
    return (hasAudio && fixed.aheadS() >= AHEAD_S) || following.length >= MOST_FIXED
  }

  function loadAhead(played: PlayedAudio): void {
    const started = turn
    audio.load(played).then(
      () => {
        if (turn === started) lookAhead()
      },
      () => undefined, // it is read again, and its error reported, when its turn comes
    )
  }

  /** The story time that is heard. */
  function timeIn(): number {
    return fixed.positionMs() ?? heldAtMs
  }

  function stop(): void {
    leave()
    graph.run(false)
  }

  return {
    play(nextSegments, positionMs, loops = false) {
      graph.run(true)
      segments = nextSegments
      isLooped = loops
      const next = segmentIndexAt(segments, positionMs)
      const segment = segments[next]
      if (segment !== undefined && fixed.keepAs(next, segment, positionMs)) {
        clearTimeout(timer)
        index = next
        goOn()
      } else enter(next, positionMs)
    },
    setRate(wanted) {
      if (wanted === rate) return
      const current = segments[index]
      const atMs = current === undefined ? 0 : timeIn()
      rate = wanted
      if (current !== undefined) enter(index, atMs)
    },
    stop,
    positionMs() {
      const segment = segments[index]
      return segment === undefined ? (segments.at(-1)?.endMs ?? 0) : timeIn()
    },
    clock: () => fixed.clock(),
    turn: () => fixed.turn(),
    current() {
      const segment = segments[index]
      return segment === undefined ? null : { segment, index }
    },
    close() {
      stop()
      segments = []
      audio.keepOnly([])
      graph.close()
    },
  }
}
