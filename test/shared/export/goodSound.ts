/** The measurements of a sound that passes the ACX checks, and a file with it that passes them. */
import type { AcxFile, SoundMeasures } from '../../../shared/export/soundChecks.ts'

export const GOOD_SOUND: SoundMeasures = {
  durationMs: 600_000,
  sampleRate: 44_100,
  channels: 1,
  lufs: -19,
  rmsDb: -20,
  peakDb: -3.4,
  peakAtMs: 1234,
  truePeakDb: -3.2,
  noiseDb: -66,
  noiseAtMs: 5000,
  headMs: 800,
  tailMs: 2000,
  clippedAtMs: [],
  silences: [],
}

export const GOOD_FILE = {
  sections: 1,
  isSample: false,
  encoding: { format: 'mp3', kbps: 192 },
  sound: GOOD_SOUND,
} as const satisfies AcxFile
