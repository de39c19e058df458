/** What is measured of a finished file, and what shops ask of it. Levels are in dB of full scale; null is silence. */
import * as z from 'zod'
import type { ExportPreset } from './exportSettings.ts'

const db = z.number().nullable()

export const soundMeasuresSchema = z.object({
  durationMs: z.number(),
  sampleRate: z.number(),
  channels: z.number(),
  /** Integrated, EBU R 128. */
  lufs: db,
  rmsDb: db,
  peakDb: db,
  /** Where the highest sample is. */
  peakAtMs: z.number(),
  truePeakDb: db,
  /** Of the noisiest pause, or of the quietest half second where nothing is a pause. */
  noiseDb: db,
  noiseAtMs: z.number(),
  /** Quiet before the first and after the last sound. */
  headMs: z.number(),
  tailMs: z.number(),
  /** Places where several samples in a row are at full scale; the first ones. */
  clippedAtMs: z.array(z.number()).readonly(),
  /** Silences within the sound, longer than `LONG_SILENCE_MS`; the first ones. */
  silences: z.array(z.object({ startMs: z.number(), endMs: z.number() })).readonly(),
})
export type SoundMeasures = Readonly<z.infer<typeof soundMeasuresSchema>>

export const LONG_SILENCE_MS = 5000

export const SOUND_CHECKS = ['rms', 'peak', 'noise', 'head', 'tail', 'length', 'rate'] as const
export type SoundCheck = (typeof SOUND_CHECKS)[number]

/** The limits of each check (https://help.acx.com/s/article/what-are-the-acx-audio-submission-requirements), in dB, ms and Hz. */
export const ACX_LIMITS = {
  rms: { min: -23, max: -18 },
  peak: { max: -3 },
  noise: { max: -60 },
  head: { min: 500, max: 1000 },
  tail: { min: 1000, max: 5000 },
  length: { max: 120 * 60_000 },
  rate: { min: 44_100, max: 44_100 },
} as const satisfies Readonly<Record<SoundCheck, { readonly min?: number; readonly max?: number }>>

export interface SoundVerdict {
  readonly check: SoundCheck
  /** In dB, ms or Hz; null for silence. */
  readonly value: number | null
  readonly isPassed: boolean
  /** Where in the file the value was found; null where it is of all of it. */
  readonly atMs: number | null
}

/** Passes or fails a file on each check of ACX. */
export function acxVerdicts(measures: SoundMeasures): readonly SoundVerdict[] {
  const { durationMs, tailMs } = measures
  const found: Readonly<Record<SoundCheck, { value: number | null; atMs: number | null }>> = {
    rms: { value: measures.rmsDb, atMs: null },
    peak: { value: measures.peakDb, atMs: measures.peakAtMs },
    noise: { value: measures.noiseDb, atMs: measures.noiseAtMs },
    head: { value: measures.headMs, atMs: 0 },
    tail: { value: tailMs, atMs: durationMs - tailMs },
    length: { value: durationMs, atMs: null },
    rate: { value: measures.sampleRate, atMs: null },
  }
  return SOUND_CHECKS.map((check) => {
    const limits: { readonly min?: number; readonly max?: number } = ACX_LIMITS[check]
    const { value, atMs } = found[check]
    // Silence is below every limit.
    const level = value ?? -Infinity
    const isPassed = level >= (limits.min ?? -Infinity) && level <= (limits.max ?? Infinity)
    return { check, value, isPassed, atMs }
  })
}

/** Whether a file passes every check. */
export const passesAcx = (measures: SoundMeasures) => acxVerdicts(measures).every(({ isPassed }) => isPassed)

/** The preset whose files are checked against ACX. */
export const CHECKED_PRESET = 'audiobook' satisfies ExportPreset
