/**
 * Plays a list of segments in turn. Takes at their own speed are decoded ahead and scheduled on the clock of the sound graph, so
 * that nothing is heard where one ends and another begins. Long audio, and every other speed, is played by media elements, which
 * load a file as it is heard and keep the pitch; their joins are as exact as timers. Timers end the segments, since a hidden
 * window gets no animation frames.
 */
import { createDecodedAudio } from './decodedAudio.ts'
import { createElementPair } from './elementPair.ts'
import { createFixedSegments } from './fixedSegments.ts'
import { NEAR_MS, segmentIndexAt, toFileMs, toStoryMs } from './segments.ts'
import type { AudioSegment, Segment } from './segments.ts'
import type { SoundGraph } from './soundGraph.ts'

/** Longer audio is not decoded: two minutes in stereo take 46 MB. */
const LONGEST_DECODED_MS = 120_000
/** Times are fixed so far ahead, and at least for the next audio: a busy page has to be late by more until it is heard. */
const AHEAD_S = 5
/** No more segments than these are fixed at once, however short they are. */
const MOST_FIXED = 64
/** Audio of an element with at most this much left counts as ended: timers are not more precise. */
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
  /** Stops, and releases everything that sounds. */
  close(): void
}

/** Creates a player over a graph, and elements from `openElement`; `onEnd` is called after the last segment. */
export function createPlaylistPlayer(options: {
  graph: SoundGraph
  /** The bytes of a stored audio. */
  read: (audioId: string) => Promise<ArrayBuffer>
  /** The length of a stored audio in ms, as far as it is known. */
  lengthOf: (audioId: string) => number
  urlOf: (audioId: string) => string
  openElement: () => HTMLAudioElement
  /** A segment has started, or has been started again. */
  onSegment: () => void
  onEnd: () => void
  onError: (cause: unknown) => void
}): PlaylistPlayer {
  const { graph, urlOf } = options
  let segments: readonly Segment[] = []
  let index = -1
  let isLooped = false
  let rate = 1
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The story time at which playback waits for audio that is missing or being decoded. */
  let heldAtMs = 0
  /** Changes with each start and stop: what is decoded for an earlier one begins nothing. */
  let turn = 0

  const decoded = createDecodedAudio({ read: options.read, decode: graph.decode })
  const fixed = createFixedSegments(graph, decoded)
  const pair = createElementPair({
    openElement: options.openElement,
    onEnded: () => {
      if (isByElement(segments[index])) enterAfter(index)
    },
    onError: (cause) => {
      if (isByElement(segments[index])) options.onError(cause)
    },
  })

  function isByElement(segment: Segment | undefined): boolean {
    if (segment?.kind !== 'audio') return false
    return rate !== 1 || Math.max(segment.fileEndMs, options.lengthOf(segment.audioId)) > LONGEST_DECODED_MS
  }

  /** Whether the segment is played by the graph, and not decoded yet. */
  function isToDecode(segment: Segment): segment is AudioSegment {
    return segment.kind === 'audio' && !isByElement(segment) && decoded.ready(segment.audioId) === undefined
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
    if (!isByElement(segment)) pair.pause()
    if (segment === undefined) {
      options.onEnd()
      return
    }
    index = next
    heldAtMs = positionMs
    if (segment.kind === 'audio' && isByElement(segment)) playByElement(segment, positionMs)
    else if (isToDecode(segment)) playWhenDecoded(segment)
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

  function playWhenDecoded(segment: AudioSegment): void {
    const started = turn
    decoded.load(segment.audioId).then(
      () => {
        if (turn === started) enter(index, heldAtMs)
      },
      (cause: unknown) => {
        if (turn === started) options.onError(cause)
      },
    )
  }

  function playByElement(segment: AudioSegment, positionMs: number): void {
    const fileMs = toFileMs(segment, positionMs)
    pair.play(urlOf(segment.audioId), fileMs)
    const check = () => {
      const leftMs = segment.fileEndMs - pair.positionMs()
      if (leftMs <= ENDED_WITHIN_MS) enterAfter(index)
      else timer = setTimeout(check, leftMs / rate)
    }
    timer = setTimeout(check, Math.max(0, segment.fileEndMs - fileMs) / rate)
  }

  /** Fixes the times of what follows, has the audio decoded or loaded that is due next, and forgets other decoded audio. */
  function lookAhead(): void {
    let last = fixed.indexes().at(-1) ?? index
    const needed = new Set([...fixed.indexes(), index].map((each) => segments[each]))
    while (!isFarEnough()) {
      last = indexAfter(last)
      const segment = segments[last]
      if (segment === undefined || segment.kind === 'missing') break
      needed.add(segment)
      if (segment.kind === 'audio' && isByElement(segment)) loadInElement(segment)
      else if (isToDecode(segment)) decodeAhead(segment)
      if (segment.kind === 'silence' && fixed.indexes().length === 0) continue
      if (isByElement(segment) || fixed.indexes().length === 0) break
      if (!fixed.add(last, segment, segment.startMs, rate)) break
    }
    const audioIds = [...needed].flatMap((segment) => (segment?.kind === 'audio' ? [segment.audioId] : []))
    decoded.keepOnly(new Set(audioIds))
  }

  function isFarEnough(): boolean {
    const following = fixed.indexes().slice(1)
    const hasAudio = following.some((each) => segments[each]?.kind === 'audio')
    return (hasAudio && fixed.aheadS() >= AHEAD_S) || following.length >= MOST_FIXED
  }

  function decodeAhead(segment: AudioSegment): void {
    const started = turn
    decoded.load(segment.audioId).then(
      () => {
        if (turn === started) lookAhead()
      },
      () => undefined, // it is read again, and its error reported, when its turn comes
    )
  }

  /** Loads audio in the idle element, unless the current audio continues into it. */
  function loadInElement(segment: AudioSegment): void {
    const current = segments[index]
    const playsOn =
      current?.kind === 'audio' &&
      isByElement(current) &&
      current.audioId === segment.audioId &&
      Math.abs(current.fileEndMs - segment.fileStartMs) <= NEAR_MS
    if (!playsOn) pair.prepare(urlOf(segment.audioId), segment.fileStartMs)
  }

  /** The story time that is heard in the current segment. */
  function timeIn(segment: Segment): number {
    return segment.kind === 'audio' && isByElement(segment)
      ? toStoryMs(segment, pair.positionMs())
      : (fixed.positionMs(rate) ?? heldAtMs)
  }

  function stop(): void {
    leave()
    pair.pause()
    graph.run(false)
  }

  return {
    play(nextSegments, positionMs, loops = false) {
      graph.run(true)
      segments = nextSegments
      isLooped = loops
      const next = segmentIndexAt(segments, positionMs)
      const segment = segments[next]
      if (segment !== undefined && !isByElement(segment) && fixed.keepAs(next, segment, positionMs)) {
        clearTimeout(timer)
        index = next
        goOn()
      } else enter(next, positionMs)
    },
    setRate(wanted) {
      if (wanted === rate) return
      const current = segments[index]
      const atMs = current === undefined ? 0 : timeIn(current)
      rate = wanted
      pair.setRate(rate)
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
      pair.close()
      decoded.keepOnly(new Set())
      graph.close()
    },
  }
}
