/**
 * Plays a list of segments in turn. Their audio is prepared ahead and scheduled on the clock of the sound graph, at any speed, so
 * that the transitions are inaudible. Timers follow the clock from segment to segment, because a hidden window
 * gets no animation frames.
 */
import type { MediaPlaying, MediaStream } from '../bridge/bridge.ts'
import { createFixedSegments, type StoryClock } from './fixedSegments.ts'
import { createSegmentAudio, type PlayedAudio } from './segmentAudio.ts'
import { segmentIndexAt, toFileMs, type Segment } from './segments.ts'
import type { SoundGraph } from './soundGraph.ts'

/** How far ahead times are fixed, and at least for the next audio: a busy page is audible only if it is later than this. */
const AHEAD_S = 5
/** The most segments that are fixed at once, however short they are. */
const MOST_FIXED = 64

export interface PlaylistPlayer {
  /**
   * Plays segments from a story time on, repeating from the first one if they are looped. Audio that already
   * plays at that position is not interrupted.
   */
  play(segments: readonly Segment[], positionMs: number, isLooped?: boolean): void
  /** Plays faster or slower from now on: 2 is twice as fast. */
  setRate(rate: number): void
  stop(): void
  positionMs(): number
  /** The clock time at which the current sound began; null while nothing plays. */
  clock(): StoryClock | null
  /** Like `clock`, for the next repetition of the list; null while that is not fixed. */
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
  /** Stored audio, decoded by the host. */
  open: (audioId: string, playing: MediaPlaying) => Promise<MediaStream>
  /** The length of a stored audio in ms, as far as it is known. */
  lengthOf: (audioId: string) => number
  /** Prepares everything else that is heard from a story time on; null if it is ready. Does not reject. */
  prepare: (positionMs: number, rate: number) => Promise<void> | null
  /** A segment has started, or has been restarted. */
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
  /** Changes with each start and stop, so that audio prepared for an earlier one is not started. */
  let turn = 0

  const audio = createSegmentAudio(options)
  const fixed = createFixedSegments(graph, audio, () => {
    const segment = segments[index]
    if (segment !== undefined) enter(index, timeIn())
  })

  /** The audio of a segment from a story time on; null if it is not audio. */
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

  /** Done after every start of a segment. */
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

  /** Waits until the current fixed segment ends. */
  function wait(): void {
    const leftMs = fixed.leftMs()
    if (leftMs !== null) timer = setTimeout(passOn, Math.ceil(leftMs))
  }

  /** The promises a segment must wait for. */
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

  /** Fixes the times of the following segments, prepares the audio that is due next, and drops other audio. */
  function lookAhead(): void {
    let last = fixed.indexes().at(-1) ?? index
    const sounding = fixed.indexes().map((each) => playedFrom(segments[each], segments[each]?.startMs ?? 0))
    const held = playedFrom(segments[index], heldAtMs)
    const needed = [...sounding, held]
    const isWaiting = held !== null && fixed.indexes().length === 0 // what follows may continue the same sound
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

  /** The current story time. */
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
