/** The gains that match takes to each other and bring a file to its target, from what was measured of each take. */
import {
  COMMON_LUFS,
  dbOf,
  factorOf,
  integratedLoudness,
  limitedByDb,
  matchingGain,
  STEPS_PER_SECOND,
  type Loudness,
} from '../lib/audio/loudness.ts'
import type { MixFile, MixSound } from './mixJob.ts'

/** What speech and music of a file are multiplied by. */
export interface FileGains {
  /** Of each piece of speech, in its order. */
  readonly speech: readonly number[]
  /** Of the music, on top of what the writer set. */
  readonly music: number
}

type SpeechOfFile = Pick<MixFile, 'speech' | 'durationMs'>
type LoudnessOf = (index: number) => Loudness
type Target = Pick<MixSound, 'loudness'> & {
  /** The highest level that the limiter lets through; null without a limiter. */
  readonly ceiling: number | null
}
/** The target is met this exactly by what is known of the takes. */
const EXACT_DB = 0.02
/** A file that is further from its target once it is mixed is mixed again. */
const NEAR_DB = 0.05
/** The limiter takes ever more of what is made louder: further than this is no gain. */
const MOST_MORE_DB = 6
const MOST_STEPS = 20

/** The gains of a file without music: its takes are made alike, and the file is brought to its target. */
export function gainsOf(file: SpeechOfFile, loudnessOf: LoudnessOf, target: Target): FileGains {
  const { loudness, ceiling } = target
  const matched = matchedGains(file, loudnessOf, target)
  if (loudness.kind === 'none') return matched
  const { speech, durationMs } = file
  return broughtToTarget(matched, loudness.target, (whole) => {
    // What the limiter leaves of each take.
    const gains = matched.speech.map(
      (gain, index) => gain * whole * factorOf(-limitedByDb(loudnessOf(index), gain * whole, ceiling)),
    )
    return loudness.kind === 'rms'
      ? rmsDb(speech, gains, loudnessOf, durationMs)
      : integratedLoudness(energiesOf(speech, gains, loudnessOf, durationMs))
  })
}

/**
 * The gains that make takes alike, except for what the writer made louder or quieter. Music changes as the speech as a whole does, so that it stays as far below the speech as the
 * writer hears it in the story.
 */
export function matchedGains(
  { speech, durationMs }: SpeechOfFile,
  loudnessOf: LoudnessOf,
  { loudness }: Pick<Target, 'loudness'>,
): FileGains {
  const asTheyAre = speech.map(({ gainDb }) => factorOf(gainDb))
  if (loudness.kind === 'none') return { speech: asTheyAre, music: 1 }
  const matched = asTheyAre.map(
    (gain, index) => gain * matchingGain(integratedLoudness(loudnessOf(index).energies), COMMON_LUFS),
  )
  const levelOf = (gains: readonly number[]) =>
    integratedLoudness(energiesOf(speech, gains, loudnessOf, durationMs))
  const byDb = levelOf(matched) - levelOf(asTheyAre)
  return { speech: matched, music: Number.isFinite(byDb) ? factorOf(byDb) : 1 }
}

/** The gains that bring a mix to its target, from how loud it is with `gains`, before the limiter. */
export function gainsForMix(gains: FileGains, mix: Loudness, { loudness, ceiling }: Target): FileGains {
  if (loudness.kind === 'none') return gains
  const levelDb = loudness.kind === 'rms' ? dbOf(Math.sqrt(mix.meanSquare)) : integratedLoudness(mix.energies)
  return broughtToTarget(
    gains,
    loudness.target,
    (whole) => levelDb + dbOf(whole) - limitedByDb(mix, whole, ceiling),
  )
}

/** The gains times what brings a file to its target. `levelOf` tells how loud the file is then, in dB. */
function broughtToTarget(gains: FileGains, targetDb: number, levelOf: (whole: number) => number): FileGains {
  const firstDb = targetDb - levelOf(1)
  if (!Number.isFinite(firstDb)) return gains
  let byDb = firstDb
  for (let step = 0; step < MOST_STEPS; step++) {
    const missingDb = targetDb - levelOf(factorOf(byDb))
    if (Math.abs(missingDb) < EXACT_DB) break
    byDb = Math.min(firstDb + MOST_MORE_DB, byDb + missingDb)
  }
  return changedBy(gains, byDb)
}

/** A mix of a file: by how much its gains were changed, and how loud it is. */
export interface MixedPass {
  readonly byDb: number
  readonly levelDb: number
}

/**
 * By how many decibels the gains of a file are to be changed to bring it closer to its target than the passes so far did; null where it
 * is near, or cannot come nearer.
 */
export function closerBy(passes: readonly MixedPass[], targetDb: number): number | null {
  const [before, last] = [passes.at(-2), passes.at(-1)]
  if (last === undefined || !Number.isFinite(last.levelDb)) return null
  const missingDb = targetDb - last.levelDb
  if (Math.abs(missingDb) <= NEAR_DB || last.byDb >= MOST_MORE_DB) return null
  // With a limiter, a file becomes less loud than its gains do.
  const slope = before === undefined ? 1 : (last.levelDb - before.levelDb) / (last.byDb - before.byDb)
  return Math.min(MOST_MORE_DB, last.byDb + missingDb / Math.max(0.25, Math.min(1, slope)))
}

/** The gains, changed by so many decibels. */
export function changedBy({ speech, music }: FileGains, db: number): FileGains {
  const factor = factorOf(db)
  return { speech: speech.map((gain) => gain * factor), music: music * factor }
}

function rmsDb(
  speech: MixFile['speech'],
  gains: readonly number[],
  loudnessOf: (index: number) => Loudness,
  durationMs: number,
): number {
  const squares = speech.reduce((sum, { startMs, endMs }, index) => {
    const gain = gains[index] ?? 1
    return sum + loudnessOf(index).meanSquare * gain * gain * (endMs - startMs)
  }, 0)
  return dbOf(Math.sqrt(squares / durationMs))
}

/** The energies of the file: those of the takes at their places, where a step of a take may lie in two of the file. */
function energiesOf(
  speech: MixFile['speech'],
  gains: readonly number[],
  loudnessOf: (index: number) => Loudness,
  durationMs: number,
): Float32Array {
  const energies = new Float32Array(Math.ceil((durationMs / 1000) * STEPS_PER_SECOND) + 1)
  for (const [index, { startMs }] of speech.entries()) {
    const square = (gains[index] ?? 1) ** 2
    const place = (startMs / 1000) * STEPS_PER_SECOND
    const first = Math.floor(place)
    const later = place - first
    for (const [step, energy] of loudnessOf(index).energies.entries()) {
      const at = first + step
      energies[at] = (energies[at] ?? 0) + energy * square * (1 - later)
      if (at + 1 < energies.length) energies[at + 1] = (energies[at + 1] ?? 0) + energy * square * later
    }
  }
  return energies
}
