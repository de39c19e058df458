/** Measures a finished mix while it is written, for the report (`SoundMeasures`). */
import { FRAMES_PER_SECOND, LONG_SILENCE_MS, type SoundMeasures } from '../../../shared/export/soundChecks.ts'
import { createLoudnessMeter, dbOf, integratedLoudness } from './loudness.ts'
import { samplesToMs, type Planes } from './pcm.ts'

export interface SoundMeter {
  push(planes: Planes): void
  finish(): SoundMeasures
  /** The highest level of each frame (`FRAMES_PER_SECOND`), 0 to 1, to four decimals. */
  peaks(): readonly number[]
}

const FRAME_MS = 1000 / FRAMES_PER_SECOND
/** Half a second: shorter gaps occur between words. */
const PAUSE_FRAMES = 10
/** The frames of a pause may differ by this much: noise is even, speech is not. */
const EVEN_DB = 6
/** A pause is at least this far below the speech. */
const BELOW_SPEECH_DB = 12
/** Below this, the ends of a file count as silent. */
const QUIET_DB = -50
/** Samples in a row at full scale: a single one may be a coincidence. */
const CLIPPED_SAMPLES = 3
const FULL_SCALE = 32_766 / 32_768
const MOST_PLACES = 100

/** Creates a meter. */
export function createSoundMeter(sampleRate: number, channels: number): SoundMeter {
  const loudness = createLoudnessMeter(sampleRate, channels)
  const frames: number[] = []
  const framePeaks: number[] = []
  const clipped: number[] = []
  let [position, frameEnd, frameLength, squares] = [0, 0, 0, 0]
  let [framePeak, peak, peakAt] = [0, 0, 0]
  let [run, lastClipped] = [0, -Infinity]
  startFrame()

  function startFrame(): void {
    const end = Math.floor(((frames.length + 1) * sampleRate) / FRAMES_PER_SECOND)
    frameLength = end - frameEnd
    frameEnd = end
    squares = 0
    framePeak = 0
  }

  /** Measures the samples `[from, to)`, which belong to the current frame. */
  function measureFrame(first: Float32Array, second: Float32Array, from: number, to: number): void {
    // Local variables are fast; state is stored only at each change.
    let [sum, highest, highestAt] = [squares, framePeak, 0]
    for (let i = from; i < to; i++) {
      const left = first[i] as number // within the list
      const right = second[i] as number
      const level = Math.max(Math.abs(left), Math.abs(right))
      if (level > highest) {
        highest = level
        highestAt = position + i - from
      }
      if (level >= FULL_SCALE) noteClipped(position + i - from)
      else if (run !== 0) run = 0
      sum += (left * left + right * right) / 2
    }
    squares = sum
    framePeak = highest
    if (highest <= peak) return
    peak = highest
    peakAt = highestAt
  }

  function noteClipped(at: number): void {
    run++
    // Each place is reported once.
    if (run === CLIPPED_SAMPLES && at - lastClipped > sampleRate && clipped.length < MOST_PLACES)
      clipped.push(at)
    if (run >= CLIPPED_SAMPLES) lastClipped = at
  }

  return {
    push(planes) {
      loudness.push(planes)
      const [first, second = first] = planes
      for (let from = 0; from < first.length;) {
        const to = Math.min(first.length, from + frameEnd - position)
        measureFrame(first, second, from, to)
        position += to - from
        from = to
        if (position < frameEnd) continue
        frames.push(squares / frameLength)
        framePeaks.push(Math.round(framePeak * 10_000) / 10_000)
        startFrame()
      }
    },
    peaks: () => framePeaks,
    finish() {
      const { energies, meanSquare, truePeak } = loudness.finish()
      const durationMs = samplesToMs(position, sampleRate)
      const levels = Float32Array.from(frames, (frame) => 10 * Math.log10(frame))
      const noise = noiseOf(levels)
      const lengths = silencesOf(levels, durationMs)
      return {
        durationMs,
        sampleRate,
        channels,
        lufs: finite(integratedLoudness(energies)),
        rmsDb: finite(10 * Math.log10(meanSquare)),
        peakDb: finite(dbOf(peak)),
        peakAtMs: samplesToMs(peakAt, sampleRate),
        truePeakDb: finite(dbOf(truePeak)),
        noiseDb: finite(noise.level),
        noiseAtMs: noise.atMs,
        ...lengths,
        clippedAtMs: clipped.map((at) => samplesToMs(at, sampleRate)),
      }
    },
  }
}

const finite = (db: number) => (Number.isFinite(db) ? db : null)

/** The noisiest pause, and its start. */
function noiseOf(levels: Float32Array): { level: number; atMs: number } {
  const speech = 10 * Math.log10(mean(levels.filter((level) => level > QUIET_DB)))
  let quietest = { level: levels.length < PAUSE_FRAMES ? -Infinity : Infinity, atMs: 0 }
  let noisiest: { level: number; atMs: number } | null = null
  for (let at = 0; at + PAUSE_FRAMES <= levels.length; at++) {
    const window = levels.subarray(at, at + PAUSE_FRAMES)
    const level = 10 * Math.log10(mean(window))
    if (level < quietest.level) quietest = { level, atMs: at * FRAME_MS }
    const [lowest, highest] = [Math.min(...window), Math.max(...window)]
    const isEven = highest === -Infinity || highest - lowest <= EVEN_DB
    if (!isEven || level > speech - BELOW_SPEECH_DB) continue
    if (noisiest === null || level > noisiest.level) noisiest = { level, atMs: at * FRAME_MS }
  }
  return noisiest ?? quietest
}

/** The mean energy of levels in dB. */
function mean(levels: Float32Array): number {
  return levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length
}

/** The length of the silence at both ends, and the long silences in between. */
function silencesOf(
  levels: Float32Array,
  durationMs: number,
): Pick<SoundMeasures, 'headMs' | 'tailMs' | 'silences'> {
  const first = levels.findIndex((level) => level > QUIET_DB)
  if (first === -1) return { headMs: durationMs, tailMs: durationMs, silences: [] }
  const last = levels.findLastIndex((level) => level > QUIET_DB)
  const silences: { startMs: number; endMs: number }[] = []
  for (let at = first, begin = first; at <= last; at++) {
    if ((levels[at] ?? 0) <= QUIET_DB) continue
    if ((at - begin - 1) * FRAME_MS > LONG_SILENCE_MS && silences.length < MOST_PLACES)
      silences.push({ startMs: (begin + 1) * FRAME_MS, endMs: at * FRAME_MS })
    begin = at
  }
  return { headMs: first * FRAME_MS, tailMs: Math.max(0, durationMs - (last + 1) * FRAME_MS), silences }
}
