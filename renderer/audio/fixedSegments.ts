/**
 * The current segment and the following ones with fixed times on the clock of the sound graph, so that each begins at the
 * sample where the one before it ends. They are silences, and audio that is ready.
 */
import type { LevelledSound, SegmentAudio } from './segmentAudio.ts'
import type { SoundGraph } from './soundGraph.ts'
import { NEAR_MS, toFileMs, toStoryMs, type Segment } from './segments.ts'

/** Timers and the clock of the graph differ by less than this. */
const CLOCK_TOLERANCE_S = 0.0001

/** Audio whose end and beginning are at most this far apart is continuous. */
const GOES_ON_MS = 2

interface Fixed {
  segment: Segment
  index: number
  /** The story time at `startS`, and for audio the position in the file. */
  readonly fromMs: number
  readonly fileFromMs: number
  readonly rate: number
  readonly startS: number
  endS: number
  readonly sound: LevelledSound | null
}

/** The story on the clock of the sound graph: `positionMs` plays at `atS`, and what follows at `rate` times the speed. */
export interface StoryClock {
  readonly positionMs: number
  readonly atS: number
  readonly rate: number
}

export interface FixedSegments {
  /** How far ahead of the clock's time times are fixed, in s; 0 if none is. */
  aheadS(): number
  /** The indexes of the fixed segments; the first is playing. */
  indexes(): readonly number[]
  /** Whether audio after the last fixed segment continues its sound, and need not be prepared. */
  goesOn(segment: Segment): boolean
  /** Fixes a segment from a story time on: after the last one, or as soon as sound can begin. Returns false if it cannot be fixed. */
  add(index: number, segment: Segment, fromMs: number, rate: number): boolean
  /** Keeps the current audio as the segment at `index` if it is near a story time of it. Returns false if it is not. */
  keepAs(index: number, segment: Segment, positionMs: number): boolean
  /** The time until the current segment ends, in ms; null if none is fixed. */
  leftMs(): number | null
  /** Drops the segments that have ended. */
  pass(): void
  /** The current story time; null if no segment is fixed. */
  positionMs(): number | null
  /** The clock time at which the current segment began; null if none is fixed. */
  clock(): StoryClock | null
  /** Like `clock`, for the next turn of a loop; null if it is not fixed. */
  turn(): StoryClock | null
  /** Ends everything at once. */
  clear(): void
}

function clockOf(fixed: Fixed | undefined): StoryClock | null {
  if (fixed === undefined) return null
  const { segment, fromMs, fileFromMs, startS: atS, rate } = fixed
  const positionMs = segment.kind === 'audio' ? toStoryMs(segment, fileFromMs) : fromMs
  return { positionMs, atS, rate }
}

/** Creates an empty list over a graph. `onLate` is called if audio does not arrive in time. */
export function createFixedSegments(
  graph: SoundGraph,
  audio: SegmentAudio,
  onLate: () => void,
): FixedSegments {
  let list: Fixed[] = []

  /** Ends sounds, except those that others share. */
  function drop(dropped: readonly Fixed[], kept?: Fixed): void {
    for (const { sound } of dropped) if (sound !== kept?.sound) sound?.cancel()
  }

  /** The sound of the last segment, if this one continues it. */
  function soundBefore(segment: Segment): LevelledSound | null {
    const last = list.at(-1)
    if (segment.kind !== 'audio' || last?.segment.kind !== 'audio') return null
    const isSame = last.segment.audioId === segment.audioId
    const goesOn = isSame && Math.abs(last.segment.fileEndMs - segment.fileStartMs) <= GOES_ON_MS
    return goesOn && audio.goesOn({ segment, fileMs: segment.fileStartMs, rate: last.rate })
      ? last.sound
      : null
  }

  return {
    aheadS: () => Math.max(0, (list.at(-1)?.endS ?? 0) - graph.nowS()),
    indexes: () => list.map(({ index }) => index),
    goesOn: (segment) => soundBefore(segment) !== null,
    add(index, segment, fromMs, rate) {
      if (segment.kind === 'missing') return false
      const startS = list.at(-1)?.endS ?? graph.soonS()
      if (segment.kind !== 'audio') {
        const endS = startS + (segment.endMs - fromMs) / 1000 / rate
        list.push({ segment, index, fromMs, fileFromMs: 0, rate, startS, endS, sound: null })
        return true
      }
      const fileFromMs = toFileMs(segment, fromMs)
      const endS = startS + Math.max(0, segment.fileEndMs - fileFromMs) / 1000 / rate
      const played = { segment, fileMs: fileFromMs, rate }
      const before = soundBefore(segment)
      before?.endAt(endS)
      before?.gainFrom(segment.gainDb, startS)
      if (before === null && !audio.isReady(played)) return false
      const sound = before ?? audio.schedule(played, startS, endS, onLate)
      list.push({ segment, index, fromMs, fileFromMs, rate, startS, endS, sound })
      return true
    },
    keepAs(index, segment, positionMs) {
      const [current, ...others] = list
      if (segment.kind !== 'audio' || current?.segment.kind !== 'audio') return false
      const { fileFromMs, startS, rate } = current
      const heardMs = fileFromMs + Math.max(0, graph.nowS() - startS) * 1000 * rate
      const isNear = Math.abs(toFileMs(segment, positionMs) - heardMs) <= NEAR_MS
      if (current.segment.audioId !== segment.audioId || !isNear) return false
      drop(others, current)
      const endS = startS + (segment.fileEndMs - fileFromMs) / 1000 / rate
      current.sound?.endAt(Math.max(0, endS))
      current.sound?.gainFrom(segment.gainDb, graph.nowS())
      list = [{ ...current, segment, index, endS }]
      return true
    },
    leftMs: () => (list[0] === undefined ? null : Math.max(0, list[0].endS - graph.nowS()) * 1000),
    pass() {
      const endedS = graph.nowS() + CLOCK_TOLERANCE_S
      while (list[0] !== undefined && list[0].endS <= endedS) list.shift()
    },
    positionMs() {
      const [current] = list
      if (current === undefined) return null
      const { segment, fromMs, fileFromMs, startS, rate } = current
      const passedMs = Math.max(0, graph.nowS() - startS) * 1000 * rate
      if (segment.kind === 'audio') return toStoryMs(segment, fileFromMs + passedMs)
      return Math.min(segment.endMs, fromMs + passedMs)
    },
    clock: () => clockOf(list[0]),
    turn: () => clockOf(list.find(({ index }, at) => index <= (list[at - 1]?.index ?? -1))),
    clear() {
      drop(list)
      list = []
    },
  }
}
