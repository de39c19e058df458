/** The measurements of a finished file, and the requirements of shops. Levels are in dB of full scale; null is silence. */
import * as z from 'zod'
import { EXPORT_FORMAT_NAMES } from './exportFormats.ts'
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
  /** The position of the highest sample. */
  peakAtMs: z.number(),
  truePeakDb: db,
  /** The level of the noisiest pause, or of the quietest half second if there is no pause. */
  noiseDb: db,
  noiseAtMs: z.number(),
  /** The silence before the first and after the last sound. */
  headMs: z.number(),
  tailMs: z.number(),
  /** The first positions at which several samples in a row are at full scale. */
  clippedAtMs: z.array(z.number()).readonly(),
  /** The first silences within the sound that are longer than `LONG_SILENCE_MS`. */
  silences: z.array(z.object({ startMs: z.number(), endMs: z.number() })).readonly(),
})
export type SoundMeasures = Readonly<z.infer<typeof soundMeasuresSchema>>

export const LONG_SILENCE_MS = 5000
/** Levels are checked and drawn in steps of 50 ms. */
export const FRAMES_PER_SECOND = 20

/** The encoding of a file. */
export const fileEncodingSchema = z.object({
  format: z.enum(EXPORT_FORMAT_NAMES),
  /** The constant bit rate of an MP3 file in kbit/s; null for other files. */
  kbps: z.number().nullable(),
})
export type FileEncoding = Readonly<z.infer<typeof fileEncodingSchema>>

/** ACX's requirements for a file as a whole. */
export const FILE_CHECKS = ['section', 'format', 'bitRate', 'rate'] as const
/** ACX's requirements for the sound. */
export const SOUND_CHECKS = ['rms', 'peak', 'noise', 'head', 'tail', 'length', 'sample'] as const
export type SoundCheck = (typeof SOUND_CHECKS)[number]
export const ACX_CHECKS = [...FILE_CHECKS, ...SOUND_CHECKS] as const
export type AcxCheck = (typeof ACX_CHECKS)[number]

interface Limits {
  readonly min?: number
  readonly max?: number
}

/**
 * The limits of each check (https://help.acx.com/s/article/what-are-the-acx-audio-submission-requirements), in dB, ms, Hz, kbit/s and
 * chapters. All files of an export have the same number of channels, so that is not a check; names are looked at together (`acxSetProblems`).
 */
export const ACX_LIMITS = {
  section: { min: 1, max: 1 },
  bitRate: { min: 192 },
  rate: { min: 44_100, max: 44_100 },
  rms: { min: -23, max: -18 },
  peak: { max: -3 },
  noise: { max: -60 },
  head: { min: 500, max: 1000 },
  tail: { min: 1000, max: 5000 },
  length: { max: 120 * 60_000 },
  /** The length of the retail sample. */
  sample: { min: 60_000, max: 5 * 60_000 },
} as const satisfies Readonly<Record<Exclude<AcxCheck, 'format'>, Limits>>

export interface AcxVerdict {
  readonly check: AcxCheck
  /** In the unit of the check's limits; null for silence, a variable bit rate, and the format. */
  readonly value: number | null
  readonly isPassed: boolean
  /** The position in the file where the value was found; null for a value of the whole file. */
  readonly atMs: number | null
}

/** The facts about a file that the checks need. */
export interface AcxFile {
  /** The number of chapters heard in the file; text before the first heading counts as one. 0 for less than a chapter. */
  readonly sections: number
  readonly encoding: FileEncoding
  /** Whether it is the retail sample, which has less than a chapter. */
  readonly isSample: boolean
  /** Null if the sound was not measured. */
  readonly sound: SoundMeasures | null
}

/** Passes or fails a file on each check of ACX, in the order of `ACX_CHECKS`. The bit rate is checked only for MP3. */
export function acxVerdicts({ sections, encoding, isSample, sound }: AcxFile): readonly AcxVerdict[] {
  const isMp3 = encoding.format === 'mp3'
  return [
    ...(isSample ? [] : [verdict('section', sections)]),
    { check: 'format', value: null, isPassed: isMp3, atMs: null },
    ...(isMp3 ? [verdict('bitRate', encoding.kbps)] : []),
    ...(sound === null ? [] : verdictsOnSound(sound, isSample)),
  ]
}

function verdictsOnSound(sound: SoundMeasures, isSample: boolean): readonly AcxVerdict[] {
  const { durationMs, tailMs } = sound
  return [
    verdict('rate', sound.sampleRate),
    verdict('rms', sound.rmsDb),
    verdict('peak', sound.peakDb, sound.peakAtMs),
    verdict('noise', sound.noiseDb, sound.noiseAtMs),
    verdict('head', sound.headMs, 0),
    verdict('tail', tailMs, durationMs - tailMs),
    verdict(isSample ? 'sample' : 'length', durationMs),
  ]
}

function verdict(
  check: keyof typeof ACX_LIMITS,
  value: number | null,
  atMs: number | null = null,
): AcxVerdict {
  const { min = -Infinity, max = Infinity }: Limits = ACX_LIMITS[check]
  // Silence is below every limit, and so is a bit rate that varies.
  const level = value ?? -Infinity
  return { check, value, isPassed: level >= min && level <= max, atMs }
}

/** Whether a file meets ACX's requirements; `unknown` if no check failed, but its sound was not measured. */
export function acxResultOf(file: AcxFile): 'pass' | 'fail' | 'unknown' {
  if (acxVerdicts(file).some(({ isPassed }) => !isPassed)) return 'fail'
  return file.sound === null ? 'unknown' : 'pass'
}

/** Problems of a book's files together: no retail sample, or names that sort differently from the order of the files. */
export type AcxSetProblem = 'noSample' | 'order'

/** The problems of a set of files for ACX; none if the files are not chapters, which each of them then reports. */
export function acxSetProblems(
  files: readonly (Pick<AcxFile, 'sections' | 'isSample'> & {
    readonly name: string
    readonly durationMs: number
  })[],
): readonly AcxSetProblem[] {
  const chapters = files.filter(({ sections }) => sections === 1)
  const lengthMs = chapters.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const canHaveSample = chapters.length > 0 && lengthMs >= ACX_LIMITS.sample.min
  const names = chapters.map(({ name }) => name.toLowerCase())
  const isSorted = names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name)
  return [
    ...(canHaveSample && !files.some(({ isSample }) => isSample) ? (['noSample'] as const) : []),
    ...(isSorted ? [] : (['order'] as const)),
  ]
}

/** The preset whose files are checked against ACX. */
export const CHECKED_PRESET = 'audiobook' satisfies ExportPreset
