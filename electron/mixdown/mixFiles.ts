/** Mixes files one after the other: measures their takes, matches them, limits peaks, and writes the result. */
import { setImmediate } from 'node:timers/promises'
import { rateFor } from '../../shared/export/exportFormats.ts'
import type { SoundMeasures } from '../../shared/export/soundChecks.ts'
import type { OpenAudio } from '../lib/audio/decode.ts'
import { createLimiter } from '../lib/audio/limiter.ts'
import {
  createLoudnessMeter,
  dbOf,
  factorOf,
  integratedLoudness,
  type Loudness,
} from '../lib/audio/loudness.ts'
import { lameFactor } from '../lib/audio/mp3.ts'
import type { Mp3Segment } from '../lib/audio/mp3Segments.ts'
import { msToSamples, samplesToMs, type Planes } from '../lib/audio/pcm.ts'
import { createSoundMeter } from '../lib/audio/soundMeter.ts'
import { stretchedPlanes } from '../lib/audio/stretch.ts'
import type { SinkFormat } from './formats/audioSink.ts'
import { createSink, mp3Kbps } from './formats/createSink.ts'
import { OPUS_RATE } from './formats/opusFile.ts'
import {
  changedBy,
  closerBy,
  gainsForMix,
  gainsOf,
  matchedGains,
  type FileGains,
  type MixedPass,
} from './matchLoudness.ts'
import {
  audioIdsOf,
  loudnessKey,
  type MixedFile,
  type MixFile,
  type MixJob,
  type MixPiece,
  type MixSound,
} from './mixJob.ts'
import { mixMusic } from './mixMusic.ts'
import { mixSpeech, sliceOf } from './mixSpeech.ts'

export interface MixContext {
  readonly open: (audioId: string) => Promise<OpenAudio>
  readonly encode: (segment: Mp3Segment) => Promise<Uint8Array>
  readonly signal: AbortSignal
  /** Called with the progress, 0 to 1. */
  readonly onProgress: (fraction: number) => void
  /** Called with measurements, so that the next mixdown need not repeat them. */
  readonly onMeasured: (key: string, loudness: Loudness) => void
}

/** Lossy encoders raise peaks a little. */
const LOSSY_HEADROOM_DB = 0.5
/** How far a true peak may be above the limit, because gains also apply between the examined samples. */
const LIMITER_MARGIN_DB = 0.1
/** The most passes to reach the requested loudness; one is usually enough. */
const MOST_PASSES = 4
/** The share of measuring in the duration of a mixdown with a target loudness. */
const MEASURING = 0.25

/** Thrown with the number of the file that failed. */
export class FileFailure extends Error {
  readonly fileIndex: number
  constructor(fileIndex: number, cause: unknown) {
    super('A file could not be mixed', { cause })
    this.fileIndex = fileIndex
  }
}

/** Writes or measures the files of a job, in order. A file that fails is removed. */
export async function mixFiles(job: MixJob, context: MixContext): Promise<readonly MixedFile[]> {
  const sound = await soundOf(job, context)
  const totalMs = job.files.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const known = new Map(job.known)
  // A check reports the loudness of each take.
  const isCheck = job.files.some(({ path }) => path === null)
  const measuring = job.sound.loudness.kind === 'none' && !isCheck ? 0 : MEASURING
  let doneMs = 0
  const mixed: MixedFile[] = []
  if (measuring > 0)
    await measurePieces(job, sound, known, {
      ...context,
      onProgress: (part) => context.onProgress(part * measuring),
    })
  for (const [fileIndex, file] of job.files.entries()) {
    const onProgress = (ms: number) =>
      context.onProgress(measuring + ((1 - measuring) * (doneMs + ms)) / Math.max(1, totalMs))
    try {
      mixed.push(await mixFile(file, job, sound, known, { ...context, onProgress }))
    } catch (error) {
      throw new FileFailure(fileIndex, error)
    }
    doneMs += file.durationMs
  }
  context.onProgress(1)
  return mixed
}

/** The rate and channels of all files of a job: the chosen ones, or enough for every take and all music. */
async function soundOf({ files, sound }: MixJob, { open }: MixContext): Promise<SinkFormat> {
  let [rate, channels]: [number, 1 | 2] = [0, 1]
  for (const audioId of audioIdsOf(files)) {
    const audio = await open(audioId)
    rate = Math.max(rate, audio.sampleRate)
    if (audio.channels === 2) channels = 2
  }
  return {
    sampleRate: sound.format === 'opus' ? OPUS_RATE : rateFor(sound.format, sound.sampleRate, rate),
    channels: sound.channels ?? channels,
  }
}

async function measurePieces(
  { files }: MixJob,
  { channels }: SinkFormat,
  known: Map<string, Loudness>,
  { open, signal, onProgress, onMeasured }: MixContext,
): Promise<void> {
  const pieces = files.flatMap(({ speech }) => speech)
  for (const [index, piece] of pieces.entries()) {
    const key = loudnessKey(piece, channels)
    if (known.has(key)) continue
    signal.throwIfAborted()
    const loudness = await measurePiece(await open(piece.audioId), piece, channels)
    known.set(key, loudness)
    onMeasured(key, loudness)
    onProgress((index + 1) / pieces.length)
  }
}

async function measurePiece(audio: OpenAudio, { from }: MixPiece, channels: 1 | 2): Promise<Loudness> {
  const { sampleRate } = audio
  const meter = createLoudnessMeter(sampleRate, channels)
  for await (const planes of sliceOf(audio, { ...from, sampleRate, channels })) meter.push(planes)
  return meter.finish()
}

async function mixFile(
  file: MixFile,
  { sound }: MixJob,
  format: SinkFormat,
  known: ReadonlyMap<string, Loudness>,
  { open, encode, signal, onProgress }: MixContext,
): Promise<MixedFile> {
  const { channels } = format
  // A mix with music is measured before it is written, which is half of the work.
  const ceiling = ceilingOf(sound)
  const isMeasured = file.music.length > 0 && sound.loudness.kind !== 'none'
  const loudnessOf = (index: number) => measured(known, file.speech[index], channels)
  const gains = isMeasured
    ? await gainsOfMix(file, sound, loudnessOf, format, {
        open,
        signal,
        onProgress: (ms) => onProgress(ms / 2),
      })
    : gainsOf(file, loudnessOf, { ...sound, ceiling })
  const { loudness } = sound
  const passes: MixedPass[] = []
  for (let byDb = 0; ;) {
    const changed = changedBy(gains, byDb)
    const isFirst = passes.length === 0
    const made = await mixOnce(file, changed, {
      ...{ sound, format, ceiling, open, encode, signal },
      onProgress(ms) {
        if (isFirst) onProgress(isMeasured ? (file.durationMs + ms) / 2 : ms)
      },
      againBy(measures) {
        if (loudness.kind === 'none' || passes.length === MOST_PASSES - 1) return null
        const levelDb = loudness.kind === 'rms' ? measures.rmsDb : measures.lufs
        passes.push({ byDb, levelDb: levelDb ?? -Infinity })
        return closerBy(passes, loudness.target)
      },
    })
    if (typeof made !== 'number') return { ...made, levels: levelsOf(file, changed, known, channels) }
    byDb = made
  }
}

interface Pass extends Pick<MixContext, 'open' | 'encode' | 'signal'> {
  readonly sound: MixSound
  readonly format: SinkFormat
  readonly ceiling: number | null
  readonly onProgress: (doneMs: number) => void
  /** The change of gains for another mix if one with these measures is not good enough; null if it is. */
  readonly againBy: (measures: SoundMeasures) => number | null
}

/** Mixes a file with these gains. If it must be mixed again, returns the result of `againBy`, and removes the file. */
async function mixOnce(
  file: MixFile,
  gains: FileGains,
  { sound, format, ceiling, open, encode, signal, onProgress, againBy }: Pass,
): Promise<Omit<MixedFile, 'levels'> | number> {
  const { sampleRate, channels } = format
  const meter = createSoundMeter(sampleRate, channels)
  const limiter = ceiling === null ? null : createLimiter(ceiling, sampleRate, channels)
  const kbps = sound.format === 'mp3' ? mp3Kbps(sound.quality, sampleRate) : null
  // A requested loudness applies to the decoded file, not only to the encoder's input.
  const encoderGain = sound.loudness.kind === 'none' ? 1 : 1 / lameFactor(kbps)
  const sink =
    file.path === null
      ? null
      : await createSink({ ...sound, path: file.path, sound: format, tags: file.tags, encode })
  let written = 0

  async function write(planes: Planes): Promise<void> {
    signal.throwIfAborted()
    if (planes[0].length === 0) return
    meter.push(planes)
    await sink?.write(scaled(planes, encoderGain))
    written += planes[0].length
    onProgress(samplesToMs(written, sampleRate) * file.speed)
  }

  try {
    for await (const planes of atSpeed(file, mixOf(file, gains, format, open), format)) {
      await write(limiter === null ? planes : limiter.push(planes))
      // Let other events be handled: the answer to a read, or a request to stop.
      await setImmediate()
    }
    if (limiter !== null) await write(limiter.finish())
    signal.throwIfAborted()
    const measures = meter.finish()
    const again = againBy(measures)
    if (again !== null) {
      await sink?.abort()
      return again
    }
    await sink?.finish()
    return {
      durationMs: samplesToMs(written, sampleRate),
      encoding: { format: sound.format, kbps },
      measures,
      peaks: file.path === null ? meter.peaks() : [],
    }
  } catch (error) {
    await sink?.abort()
    throw error
  }
}

/** How loud each piece of speech is in a file, in LUFS; null if it was not measured or is silence. */
function levelsOf(
  file: MixFile,
  gains: FileGains,
  known: ReadonlyMap<string, Loudness>,
  channels: number,
): MixedFile['levels'] {
  return file.speech.map((piece, index) => {
    const loudness = known.get(loudnessKey(piece, channels))
    const lufs = loudness === undefined ? -Infinity : integratedLoudness(loudness.energies)
    return Number.isFinite(lufs) ? lufs + dbOf(gains.speech[index] ?? 1) : null
  })
}

function scaled([first, ...others]: Planes, gain: number): Planes {
  if (gain === 1) return [first, ...others]
  const change = (plane: Float32Array) => plane.map((sample) => sample * gain)
  return [change(first), ...others.map(change)]
}

/** Speech and music of a file. */
function mixOf(file: MixFile, gains: FileGains, sound: SinkFormat, open: MixContext['open']) {
  const speech = mixSpeech(file, { open, sound, gains: gains.speech })
  return file.music.length === 0 ? speech : mixMusic(speech, file.music, { open, sound, gain: gains.music })
}

/** A mix at the speed of its file. */
function atSpeed(
  { durationMs, speed }: MixFile,
  mix: AsyncIterable<Planes>,
  { sampleRate, channels }: SinkFormat,
): AsyncIterable<Planes> {
  const sampleCount = msToSamples(durationMs, sampleRate)
  return speed === 1 ? mix : stretchedPlanes(mix, { sampleRate, channels, sampleCount, ratio: 1 / speed })
}

/** The gains that bring a file with music to its target, from the loudness of its mix. */
async function gainsOfMix(
  file: MixFile,
  sound: MixSound,
  loudnessOf: (index: number) => Loudness,
  format: SinkFormat,
  { open, signal, onProgress }: Pick<MixContext, 'open' | 'signal' | 'onProgress'>,
): Promise<FileGains> {
  const matched = matchedGains(file, loudnessOf, sound)
  const meter = createLoudnessMeter(format.sampleRate, format.channels)
  let count = 0
  for await (const planes of mixOf(file, matched, format, open)) {
    signal.throwIfAborted()
    meter.push(planes)
    count += planes[0].length
    onProgress(samplesToMs(count, format.sampleRate))
    await setImmediate()
  }
  return gainsForMix(matched, meter.finish(), { ...sound, ceiling: ceilingOf(sound) })
}

function measured(
  known: ReadonlyMap<string, Loudness>,
  piece: MixPiece | undefined,
  channels: number,
): Loudness {
  const loudness = piece === undefined ? undefined : known.get(loudnessKey(piece, channels))
  if (loudness === undefined) throw new Error('A take was not measured')
  return loudness
}

/** The highest level that the limiter lets through; null without a limiter. */
function ceilingOf({ peakDb, format }: MixSound): number | null {
  if (peakDb === null) return null
  const isLossy = format === 'mp3' || format === 'm4b' || format === 'opus'
  return factorOf(peakDb - LIMITER_MARGIN_DB - (isLossy ? LOSSY_HEADROOM_DB : 0))
}
