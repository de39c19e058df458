/** What is measured of a finished file, and what shops ask of it. Levels are in dB of full scale; null is silence. */
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
/** Levels are judged, and drawn, in steps of 50 ms. */
export const FRAMES_PER_SECOND = 20

/** How a file is written. */
export const fileEncodingSchema = z.object({
  format: z.enum(EXPORT_FORMAT_NAMES),
  /** The bit rate in kbit/s of an MP3 file whose frames all have the same; null for other files. */
  kbps: z.number().nullable(),
})
export type FileEncoding = Readonly<z.infer<typeof fileEncodingSchema>>

/** What ACX asks of a file as a whole. */
export const FILE_CHECKS = ['section', 'format', 'bitRate', 'rate'] as const
/** What ACX asks of the sound in it. */
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
  /** Where in the file the value was found; null for a value of the whole file. */
  readonly atMs: number | null
}

/** What the checks need to know of a file. */
export interface AcxFile {
  /** How many chapters are heard in the file, with the text before the first heading as one; 0 for less than a chapter. */
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

/** Whether ACX takes a file; `unknown` if nothing speaks against it, but its sound was not measured. */
export function acxResultOf(file: AcxFile): 'pass' | 'fail' | 'unknown' {
  if (acxVerdicts(file).some(({ isPassed }) => !isPassed)) return 'fail'
  return file.sound === null ? 'unknown' : 'pass'
}

/** What is wrong with the files of a book together: no retail sample, or names that sort in another order than the files are heard in. */
export type AcxSetProblem = 'noSample' | 'order'

/** What ACX would miss in a set of files; nothing if they are no chapters, which each of them says. */
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
