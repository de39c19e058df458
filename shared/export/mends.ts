/** Fixes for failed ACX checks that need no new take: other export settings, or a lower gain of a block. */
import type { BlockId } from '../story/records.ts'
import { SPEECH_GAIN_STEP_DB } from '../story/limits.ts'
import {
  EXPORT_PRESETS,
  RETAIL_SAMPLE,
  USUAL_NAMES,
  withFormat,
  type ExportSettings,
} from './exportSettings.ts'
import { ACX_LIMITS, type AcxSetProblem, type AcxVerdict } from './soundChecks.ts'

const ACX: ExportSettings = EXPORT_PRESETS.audiobook
const TARGET_DB = -20
/** The target silence at both ends, in ms. */
const EDGES = { head: 750, tail: 2000 } as const
/** A larger reduction is no fix: the block would be too quiet among the others. */
const MOST_LOWER_DB = 6
/** A level exactly at its limit may exceed it after rounding. */
const MARGIN_DB = 0.1
const LONGEST_EDGE_MS = 10_000

export type MendId =
  | 'perChapter'
  | 'noStems'
  | 'mp3'
  | 'bitRate'
  | 'rate'
  | 'lower'
  | 'raise'
  | 'limit'
  | 'roomTone'
  | 'head'
  | 'tail'
  | 'sample'
  | 'order'
  | 'lowerBlock'

export interface Mend {
  readonly id: MendId
  /** In dB, s or kHz, as in its label; 0 for a fix without a number. */
  readonly value: number
  readonly does:
    | { readonly kind: 'settings'; readonly change: (settings: ExportSettings) => ExportSettings }
    | { readonly kind: 'gain'; readonly blockId: BlockId; readonly byDb: number }
}

/** The failed file: whether it is a stem, and how many blocks it contains. */
interface FailedFile {
  readonly isStem: boolean
  readonly blocks: readonly unknown[]
}

const settingsMend = (
  id: MendId,
  value: number,
  change: (settings: ExportSettings) => ExportSettings,
): readonly Mend[] => [{ id, value, does: { kind: 'settings', change } }]

/** The fixes for a failed check of a file, the best first; empty if only another take or another text helps. */
export function mendsOf(
  { check, value, isPassed }: AcxVerdict,
  file: FailedFile,
  blockId: BlockId | null,
  settings: ExportSettings,
): readonly Mend[] {
  if (isPassed) return []
  switch (check) {
    case 'section':
      if (file.isStem) return settingsMend('noStems', 0, (now) => ({ ...now, stems: false }))
      return settings.split === 'chapter' ? [] : settingsMend('perChapter', 0, perChapter)
    case 'format':
      return settingsMend('mp3', 0, (now) => ({ ...withRate(withFormat(now, 'mp3')), quality: ACX.quality }))
    case 'bitRate':
      return settingsMend('bitRate', 0, (now) => ({ ...now, quality: ACX.quality }))
    case 'rate':
      return settingsMend('rate', 0, withRate)
    case 'rms':
      return levelMends(value, settings)
    case 'peak':
      return [...limitMends(settings), ...lowerMends(value, ACX_LIMITS.peak.max, blockId, file, settings)]
    case 'noise':
      return lowerMends(value, ACX_LIMITS.noise.max, blockId, file, settings)
    case 'head':
    case 'tail':
      return edgeMends(check, value, settings)
    case 'sample':
      return settingsMend('sample', RETAIL_SAMPLE.minutes, withSample)
    case 'length':
      return []
  }
}

/** The fixes for a problem of all files together. */
export function setMendsOf(problem: AcxSetProblem): readonly Mend[] {
  return problem === 'noSample'
    ? settingsMend('sample', RETAIL_SAMPLE.minutes, withSample)
    : settingsMend('order', 0, (now) => ({ ...now, names: USUAL_NAMES.chapter }))
}

const perChapter = (now: ExportSettings): ExportSettings => ({
  ...now,
  split: 'chapter',
  names: USUAL_NAMES.chapter,
  manifest: false,
})
const withRate = (now: ExportSettings): ExportSettings => ({ ...now, sampleRate: ACX.sampleRate })
const withSample = (now: ExportSettings): ExportSettings => ({
  ...now,
  sample: { blockId: now.sample?.blockId ?? null, minutes: RETAIL_SAMPLE.minutes },
})
const withLimit = (now: ExportSettings): ExportSettings => ({
  ...now,
  peakDb: Math.min(now.peakDb ?? ACX_LIMITS.peak.max, ACX_LIMITS.peak.max),
})

function levelMends(value: number | null, { loudness }: ExportSettings): readonly Mend[] {
  const isThere = loudness.kind === 'rms' && loudness.target === TARGET_DB
  if (value === null || isThere) return []
  const byDb = Math.abs(TARGET_DB - value)
  // Louder audio must still keep its peaks below the limit.
  return settingsMend(value > TARGET_DB ? 'lower' : 'raise', byDb, (now) => ({
    ...withLimit(now),
    loudness: { kind: 'rms', target: TARGET_DB },
  }))
}

function limitMends({ peakDb }: ExportSettings): readonly Mend[] {
  const isThere = peakDb !== null && peakDb <= ACX_LIMITS.peak.max
  return isThere ? [] : settingsMend('limit', ACX_LIMITS.peak.max, withLimit)
}

function lowerMends(
  value: number | null,
  limitDb: number,
  blockId: BlockId | null,
  { blocks }: FailedFile,
  { loudness }: ExportSettings,
): readonly Mend[] {
  if (value === null || blockId === null) return []
  const byDb = Math.ceil((value - limitDb + MARGIN_DB) / SPEECH_GAIN_STEP_DB) * SPEECH_GAIN_STEP_DB
  // If the file of a single block is brought to a target loudness, a lower gain has no effect.
  const isInVain = loudness.kind !== 'none' && blocks.length < 2
  if (byDb > MOST_LOWER_DB || isInVain) return []
  return [{ id: 'lowerBlock', value: byDb, does: { kind: 'gain', blockId, byDb: -byDb } }]
}

function edgeMends(
  check: 'head' | 'tail',
  value: number | null,
  { roomTone }: ExportSettings,
): readonly Mend[] {
  const usual = ACX.roomTone
  if (roomTone === null) return settingsMend('roomTone', 0, (now) => ({ ...now, roomTone: usual }))
  const edge = check === 'head' ? 'headMs' : 'tailMs'
  // The silence in the takes stays; room tone adds the missing part, if there is any room tone.
  const wantedMs = Math.round((roomTone[edge] + EDGES[check] - (value ?? 0)) / 50) * 50
  if (wantedMs < 0 || wantedMs > LONGEST_EDGE_MS || wantedMs === roomTone[edge]) return []
  return settingsMend(check, wantedMs / 1000, (now) => ({
    ...now,
    roomTone: { ...(now.roomTone ?? roomTone), [edge]: wantedMs },
  }))
}
