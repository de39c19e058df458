/** Gains that match takes to each other and bring a file to its target, computed from the measurements of each take. */
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

/** The factors for the speech and music of a file. */
export interface FileGains {
  /** For each piece of speech, in order. */
  readonly speech: readonly number[]
  /** For the music, on top of the writer's settings. */
  readonly music: number
}

type SpeechOfFile = Pick<MixFile, 'speech' | 'durationMs'>
type LoudnessOf = (index: number) => Loudness
type Target = Pick<MixSound, 'loudness'> & {
  /** The highest level that the limiter lets through; null without a limiter. */
  readonly ceiling: number | null
}
/** How exactly the measurements of the takes must meet the target. */
const EXACT_DB = 0.02
/** A mixed file further from its target than this is mixed again. */
const NEAR_DB = 0.05
/** The most gain added for the limiter: the more gain, the more the limiter reduces, so more is useless. */
const MOST_MORE_DB = 6
const MOST_STEPS = 20

/** The gains of a file without music: its takes are matched, and the file is brought to its target. */
export function gainsOf(file: SpeechOfFile, loudnessOf: LoudnessOf, target: Target): FileGains {
  const { loudness, ceiling } = target
  const matched = matchedGains(file, loudnessOf, target)
  if (loudness.kind === 'none') return matched
  const { speech, durationMs } = file
  return broughtToTarget(matched, loudness.target, (whole) => {
    // The level of each take after the limiter.
    const gains = matched.speech.map(
      (gain, index) => gain * whole * factorOf(-limitedByDb(loudnessOf(index), gain * whole, ceiling)),
    )
    return loudness.kind === 'rms'
      ? rmsDb(speech, gains, loudnessOf, durationMs)
      : integratedLoudness(energiesOf(speech, gains, loudnessOf, durationMs))
  })
}

/**
 * The gains that match takes to each other, in addition to the writer's own gains. Music changes with the speech as a whole, so that it
 * stays as far below the speech as in the story.
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

/** The gains that bring a mix to its target, from its loudness with `gains`, before the limiter. */
export function gainsForMix(gains: FileGains, mix: Loudness, { loudness, ceiling }: Target): FileGains {
  if (loudness.kind === 'none') return gains
  const levelDb = loudness.kind === 'rms' ? dbOf(Math.sqrt(mix.meanSquare)) : integratedLoudness(mix.energies)
  return broughtToTarget(
    gains,
    loudness.target,
    (whole) => levelDb + dbOf(whole) - limitedByDb(mix, whole, ceiling),
  )
}

/** The gains multiplied by the factor that brings a file to its target. `levelOf` returns the resulting level, in dB. */
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

/** One mix of a file: the change of its gains, and its level. */
export interface MixedPass {
  readonly byDb: number
  readonly levelDb: number
}

/**
 * The change of gains, in dB, that brings a file closer to its target than the passes so far; null if it
 * is near, or cannot get nearer.
 */
export function closerBy(passes: readonly MixedPass[], targetDb: number): number | null {
  const [before, last] = [passes.at(-2), passes.at(-1)]
  if (last === undefined || !Number.isFinite(last.levelDb)) return null
  const missingDb = targetDb - last.levelDb
  if (Math.abs(missingDb) <= NEAR_DB || last.byDb >= MOST_MORE_DB) return null
  // With a limiter, the level of a file rises less than its gains.
  const slope = before === undefined ? 1 : (last.levelDb - before.levelDb) / (last.byDb - before.byDb)
  return Math.min(MOST_MORE_DB, last.byDb + missingDb / Math.max(0.25, Math.min(1, slope)))
}

/** The gains, changed by `db` decibels. */
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

/** The energies of the file: those of the takes at their places. One step of a take may overlap two of the file. */
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
