/** The gains that match takes to each other and bring a file to its target, from what was measured of each take. */
import { dbOf, factorOf, integratedLoudness, STEPS_PER_SECOND } from '../lib/audio/loudness.ts'
import type { Loudness } from '../lib/audio/loudness.ts'
import type { MixFile, MixSound } from './mixJob.ts'

/** Takes are made alike at this loudness before the file as a whole is brought to its target. */
const COMMON_LUFS = -23
/** A take that is much quieter than that is mostly noise, which would become loud. */
const MOST_GAIN_DB = 24

/** The gain of each piece of speech in a file, in its order. */
export function gainsOf(
  { speech, durationMs }: Pick<MixFile, 'speech' | 'durationMs'>,
  loudnessOf: (index: number) => Loudness,
  { loudness }: Pick<MixSound, 'loudness'>,
): readonly number[] {
  if (loudness.kind === 'none') return speech.map(() => 1)
  const matched = speech.map((_, index) => {
    const lufs = integratedLoudness(loudnessOf(index).energies)
    return Number.isFinite(lufs) ? factorOf(Math.min(MOST_GAIN_DB, COMMON_LUFS - lufs)) : 1
  })
  const levelDb =
    loudness.kind === 'rms'
      ? rmsDb(speech, matched, loudnessOf, durationMs)
      : integratedLoudness(energiesOf(speech, matched, loudnessOf, durationMs))
  const whole = Number.isFinite(levelDb) ? factorOf(loudness.target - levelDb) : 1
  return matched.map((gain) => gain * whole)
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
