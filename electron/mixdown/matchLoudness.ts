/** The gains that match takes to each other and bring a file to its target, from what was measured of each take. */
import {
  COMMON_LUFS,
  dbOf,
  factorOf,
  integratedLoudness,
  matchingGain,
  STEPS_PER_SECOND,
} from '../lib/audio/loudness.ts'
import type { Loudness } from '../lib/audio/loudness.ts'
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
type Target = Pick<MixSound, 'loudness'>

/** The gains of a file without music: its takes are made alike, and the file is brought to its target. */
export function gainsOf(file: SpeechOfFile, loudnessOf: LoudnessOf, { loudness }: Target): FileGains {
  const matched = matchedGains(file, loudnessOf, { loudness })
  if (loudness.kind === 'none') return matched
  const { speech, durationMs } = file
  const levelDb =
    loudness.kind === 'rms'
      ? rmsDb(speech, matched.speech, loudnessOf, durationMs)
      : integratedLoudness(energiesOf(speech, matched.speech, loudnessOf, durationMs))
  return broughtToTarget(matched, levelDb, { loudness })
}

/**
 * The gains that make takes alike. Music changes as the speech as a whole does, so that it stays as far below the speech as the
 * writer hears it in the story.
 */
export function matchedGains(
  { speech, durationMs }: SpeechOfFile,
  loudnessOf: LoudnessOf,
  { loudness }: Target,
): FileGains {
  const asTheyAre = speech.map(() => 1)
  if (loudness.kind === 'none') return { speech: asTheyAre, music: 1 }
  const matched = speech.map((_, index) =>
    matchingGain(integratedLoudness(loudnessOf(index).energies), COMMON_LUFS),
  )
  const levelOf = (gains: readonly number[]) =>
    integratedLoudness(energiesOf(speech, gains, loudnessOf, durationMs))
  const byDb = levelOf(matched) - levelOf(asTheyAre)
  return { speech: matched, music: Number.isFinite(byDb) ? factorOf(byDb) : 1 }
}

/** The same gains, changed so that a file that has this level with them comes to its target. */
export function broughtToTarget(gains: FileGains, levelDb: number, { loudness }: Target): FileGains {
  if (loudness.kind === 'none' || !Number.isFinite(levelDb)) return gains
  const whole = factorOf(loudness.target - levelDb)
  return { speech: gains.speech.map((gain) => gain * whole), music: gains.music * whole }
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
