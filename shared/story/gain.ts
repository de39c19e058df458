/**
 * The gain of blocks relative to their takes, and of music over time: its own gain, its fades, and its ducking under speech. The player and
 * the mixdown use the same sum and the same points, with straight lines between them. No request contains a gain, so changing one requires
 * no new take.
 */
import type { BlockSpan } from './layout.ts'
import { loopEndOf, type PlacedMusic } from './musicLayout.ts'
import { findHeardBlock } from './heardBlocks.ts'
import { LEAST_SPEECH_GAIN_DB, MOST_SPEECH_GAIN_DB, SPEECH_GAIN_STEP_DB } from './limits.ts'
import type { Block, TakeGains } from './records.ts'
import { findCharacter } from './selectors.ts'
import type { Story } from './story.ts'

/** A gain in dB clamped to its range, in whole steps. */
export function clampSpeechGain(db: number): number {
  const steps = Math.round(
    Math.max(LEAST_SPEECH_GAIN_DB, Math.min(MOST_SPEECH_GAIN_DB, db)) / SPEECH_GAIN_STEP_DB,
  )
  return steps * SPEECH_GAIN_STEP_DB + 0 // not −0
}

/** The gain of a block's take in dB: that of its character, its own, and that of the take, clamped to the range of one of them. */
export function speechGainDb(story: Story, block: Block, takeId: string | null): number {
  const ofTake = takeId === null ? 0 : (block.takeGains[takeId] ?? 0)
  const ofCharacter = findCharacter(story, block.characterId)?.gainDb ?? 0
  return clampSpeechGain(ofCharacter + block.gainDb + ofTake)
}

/** The gain of the block, title or credits that a take plays for; 0 if it is gone. */
export function speechGainOf(story: Story, blockId: Block['id'] | null, takeId: string | null): number {
  const block = findHeardBlock(story, blockId)
  return block === undefined ? 0 : speechGainDb(story, block, takeId)
}

/** The gains of a block's takes with the gain of one take set; 0 removes it. */
export function withTakeGain(gains: TakeGains, takeId: string, db: number): TakeGains {
  const { [takeId]: _before, ...others } = gains
  const gainDb = clampSpeechGain(db)
  return gainDb === 0 ? others : { ...others, [takeId]: gainDb }
}

/** How long music takes to duck before speech; it is fully down when the first word begins. */
export const DUCK_ATTACK_MS = 400
/** How long it takes to return after the last word. It stays down in shorter gaps between words. */
export const DUCK_RELEASE_MS = 800
/** Audio that begins or ends in the middle of a wave clicks unless it has a fade of this length. */
export const EDGE_MS = 3

/** A factor at a time. Before the first point and after the last, their factors apply. */
export interface GainPoint {
  readonly atMs: number
  readonly gain: number
}

/** A time range with speech. */
export interface SpeechStretch {
  readonly startMs: number
  readonly endMs: number
}

/** The time ranges in which blocks speak, or will; blocks without speech have none. */
export function speechStretches(spans: readonly BlockSpan[]): readonly SpeechStretch[] {
  return spans.filter(({ take, isEstimate }) => take !== null || isEstimate)
}

/** The gain of music from its start to its end. `speech` is in chronological order. */
export function musicGain(placed: PlacedMusic, speech: readonly SpeechStretch[]): readonly GainPoint[] {
  const { music, startMs, endMs } = placed
  const level = factorOf(music.gainDb)
  const fades = fadePoints(placed)
  const ducks = duckPoints({ startMs, endMs }, speech, factorOf(-music.duckDb))
  const ducked = multiplied(fades, ducks, startMs, endMs)
  const joined = music.isLooped ? multiplied(ducked, seamPoints(placed), startMs, endMs) : ducked
  return joined.map(({ atMs, gain }) => ({ atMs, gain: gain * level }))
}

/** The gain at a time: interpolated between the points around it. */
export function gainAt(points: readonly GainPoint[], atMs: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.atMs ?? Infinity) <= atMs) low = middle + 1
    else high = middle
  }
  const [before, after] = [points[low - 1], points[low]]
  if (before === undefined || after === undefined) return (before ?? after)?.gain ?? 1
  return before.gain + ((after.gain - before.gain) * (atMs - before.atMs)) / (after.atMs - before.atMs)
}

/** The part of a gain between two times, with silence outside of it: the gain of music in a file that begins or ends within the music. */
export function cutGain(points: readonly GainPoint[], fromMs: number, toMs: number): readonly GainPoint[] {
  const edgeMs = Math.min(EDGE_MS, (toMs - fromMs) / 2)
  const [innerFrom, innerTo] = [fromMs + edgeMs, toMs - edgeMs]
  return [
    { atMs: fromMs, gain: 0 },
    { atMs: innerFrom, gain: gainAt(points, innerFrom) },
    ...points.filter(({ atMs }) => atMs > innerFrom && atMs < innerTo),
    ...(innerTo > innerFrom ? [{ atMs: innerTo, gain: gainAt(points, innerTo) }] : []),
    { atMs: toMs, gain: 0 },
  ]
}

/** The factor that makes samples louder by `db` decibels. */
export function factorOf(db: number): number {
  return 10 ** (db / 20)
}

/** The lengths of music's fades, in ms: as set, or shortened in proportion if there is no room for both. */
export function fadesOf({ music, startMs, endMs }: PlacedMusic): {
  readonly inMs: number
  readonly outMs: number
} {
  const [wantedIn, wantedOut] = [Math.max(EDGE_MS, music.fadeInMs), Math.max(EDGE_MS, music.fadeOutMs)]
  const share = Math.min(1, (endMs - startMs) / (wantedIn + wantedOut))
  return { inMs: wantedIn * share, outMs: wantedOut * share }
}

/** From silence to full and back. */
function fadePoints(placed: PlacedMusic): readonly GainPoint[] {
  const { startMs, endMs } = placed
  const { inMs, outMs } = fadesOf(placed)
  const [fullMs, fallMs] = [startMs + inMs, endMs - outMs]
  return [
    { atMs: startMs, gain: 0 },
    { atMs: fullMs, gain: 1 },
    ...(fallMs > fullMs ? [{ atMs: fallMs, gain: 1 }] : []),
    { atMs: endMs, gain: 0 },
  ]
}

/** The time ranges between two times in which music is lowered, each from the first word to the last: music stays down in short gaps. */
export function duckedStretches(
  { startMs, endMs }: SpeechStretch,
  speech: readonly SpeechStretch[],
): readonly SpeechStretch[] {
  const ducked: { startMs: number; endMs: number }[] = []
  for (const stretch of speech) {
    if (stretch.endMs + DUCK_RELEASE_MS <= startMs || stretch.startMs - DUCK_ATTACK_MS >= endMs) continue
    const last = ducked.at(-1)
    if (last !== undefined && stretch.startMs - DUCK_ATTACK_MS <= last.endMs + DUCK_RELEASE_MS)
      last.endMs = stretch.endMs
    else ducked.push({ ...stretch })
  }
  return ducked
}

/** Low from the first word of each stretch of speech to the last, with the ramps there and back. */
function duckPoints(
  heard: SpeechStretch,
  speech: readonly SpeechStretch[],
  low: number,
): readonly GainPoint[] {
  const ducked = low === 1 ? [] : duckedStretches(heard, speech)
  if (ducked.length === 0) return [{ atMs: heard.startMs, gain: 1 }]
  return ducked.flatMap(({ startMs, endMs }) => [
    { atMs: startMs - DUCK_ATTACK_MS, gain: 1 },
    { atMs: startMs, gain: low },
    { atMs: endMs, gain: low },
    { atMs: endMs + DUCK_RELEASE_MS, gain: 1 },
  ])
}

/** A moment of silence where audio loops, which may be in the middle of a wave. */
function seamPoints({ music, startMs, endMs }: PlacedMusic): readonly GainPoint[] {
  const points: GainPoint[] = [{ atMs: startMs, gain: 1 }]
  const passMs = loopEndOf(music)
  const edgeMs = Math.min(EDGE_MS, passMs / 2)
  for (let atMs = startMs + passMs - music.fromMs; atMs < endMs; atMs += passMs)
    points.push({ atMs: atMs - edgeMs, gain: 1 }, { atMs, gain: 0 }, { atMs: atMs + edgeMs, gain: 1 })
  return points
}

/** Where both factors change, their product is curved: points this close together approximate it inaudibly. */
const FINE_MS = 20

function multiplied(
  a: readonly GainPoint[],
  b: readonly GainPoint[],
  startMs: number,
  endMs: number,
): readonly GainPoint[] {
  const times = [...a, ...b].map(({ atMs }) => atMs).filter((atMs) => atMs >= startMs && atMs <= endMs)
  const marks = [...new Set(times)].sort((x, y) => x - y)
  const [atA, atB] = [follow(a), follow(b)]
  const points: GainPoint[] = []
  let before: { readonly atMs: number; readonly a: number; readonly b: number } | null = null
  for (const atMs of marks) {
    const now = { atMs, a: atA(atMs), b: atB(atMs) }
    if (before !== null && before.a !== now.a && before.b !== now.b) {
      const steps = Math.ceil((atMs - before.atMs) / FINE_MS)
      for (let step = 1; step < steps; step++) {
        const share = step / steps
        const [partA, partB] = [mix(before.a, now.a, share), mix(before.b, now.b, share)]
        points.push({ atMs: mix(before.atMs, atMs, share), gain: partA * partB })
      }
    }
    points.push({ atMs, gain: now.a * now.b })
    before = now
  }
  return points
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** Like `gainAt`, for times that only increase. */
export function follow(points: readonly GainPoint[]): (atMs: number) => number {
  let index = 0
  return (atMs) => {
    while (index < points.length && (points[index]?.atMs ?? Infinity) <= atMs) index += 1
    const [before, after] = [points[index - 1], points[index]]
    if (before === undefined || after === undefined) return (before ?? after)?.gain ?? 1
    return mix(before.gain, after.gain, (atMs - before.atMs) / (after.atMs - before.atMs))
  }
}
