/**
 * The segment that is heard and those after it whose times on the clock of the sound graph are fixed, so that each begins at the
 * sample where the one before it ends. They are silences, and audio that is decoded.
 */
import type { DecodedAudio } from './decodedAudio.ts'
import type { ScheduledSound, SoundGraph } from './soundGraph.ts'
import { NEAR_MS, toFileMs, toStoryMs } from './segments.ts'
import type { AudioSegment, Segment } from './segments.ts'

/** Timers and the clock of the graph differ by less. */
const CLOCK_TOLERANCE_S = 0.0001

interface Fixed {
  segment: Segment
  index: number
  /** The story time at `startS`, and the position in the file where it is audio. */
  readonly fromMs: number
  readonly fileFromMs: number
  readonly startS: number
  endS: number
  readonly sound: ScheduledSound | null
}

export interface FixedSegments {
  /** How far ahead of the clock's time times are fixed, in s; 0 where none is. */
  aheadS(): number
  /** The indexes of the fixed segments; the first is heard. */
  indexes(): readonly number[]
  /** Fixes a segment from a story time on: after the last one, or as soon as sound can begin. False where it cannot be fixed. */
  add(index: number, segment: Segment, fromMs: number, rate: number): boolean
  /** Keeps the audio that is heard as the segment at `index`, where it is near a story time of it. False where it is not. */
  keepAs(index: number, segment: Segment, positionMs: number): boolean
  /** The time until the segment that is heard ends, in ms; null where none is fixed. */
  leftMs(): number | null
  /** Leaves the segments that have ended. */
  pass(): void
  /** The story time that is heard; null where no segment is fixed. */
  positionMs(rate: number): number | null
  /** Ends all, at once. */
  clear(): void
}

/** Creates an empty list over a graph. Audio can be fixed once it is decoded. */
export function createFixedSegments(graph: SoundGraph, decoded: DecodedAudio): FixedSegments {
  let list: Fixed[] = []

  function soundOf(segment: AudioSegment, fileFromMs: number, startS: number) {
    const buffer = decoded.ready(segment.audioId)
    if (buffer === undefined) return null
    const endS = startS + Math.max(0, segment.fileEndMs - fileFromMs) / 1000
    return { endS, sound: graph.schedule(buffer, fileFromMs / 1000, startS, endS) }
  }

  function drop(dropped: readonly Fixed[]): void {
    for (const { sound } of dropped) sound?.cancel()
  }

  return {
    aheadS: () => Math.max(0, (list.at(-1)?.endS ?? 0) - graph.nowS()),
    indexes: () => list.map(({ index }) => index),
    add(index, segment, fromMs, rate) {
      if (segment.kind === 'missing') return false
      const startS = list.at(-1)?.endS ?? graph.soonS()
      if (segment.kind !== 'audio') {
        const endS = startS + (segment.endMs - fromMs) / 1000 / rate
        list.push({ segment, index, fromMs, fileFromMs: 0, startS, endS, sound: null })
        return true
      }
      const fileFromMs = toFileMs(segment, fromMs)
      const scheduled = soundOf(segment, fileFromMs, startS)
      if (scheduled === null) return false
      list.push({ segment, index, fromMs, fileFromMs, startS, ...scheduled })
      return true
    },
    keepAs(index, segment, positionMs) {
      const [current, ...others] = list
      if (segment.kind !== 'audio' || current?.segment.kind !== 'audio') return false
      const heardMs = current.fileFromMs + Math.max(0, graph.nowS() - current.startS) * 1000
      const isNear = Math.abs(toFileMs(segment, positionMs) - heardMs) <= NEAR_MS
      if (current.segment.audioId !== segment.audioId || !isNear) return false
      drop(others)
      const endS = current.startS + (segment.fileEndMs - current.fileFromMs) / 1000
      current.sound?.endAt(Math.max(0, endS))
      list = [{ ...current, segment, index, endS }]
      return true
    },
    leftMs: () => (list[0] === undefined ? null : Math.max(0, list[0].endS - graph.nowS()) * 1000),
    pass() {
      const endedS = graph.nowS() + CLOCK_TOLERANCE_S
      while (list[0] !== undefined && list[0].endS <= endedS) list.shift()
    },
    positionMs(rate) {
      const [current] = list
      if (current === undefined) return null
      const { segment, fromMs, fileFromMs, startS } = current
      const passedMs = Math.max(0, graph.nowS() - startS) * 1000
      if (segment.kind === 'audio') return toStoryMs(segment, fileFromMs + passedMs)
      return Math.min(segment.endMs, fromMs + passedMs * rate)
    },
    clear() {
      drop(list)
      list = []
    },
  }
}
