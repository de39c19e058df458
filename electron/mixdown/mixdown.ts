/** A story as one audio file: its last conversion as it is, or its blocks' takes and silences laid one after the other. */
import type { AudioFormat } from '../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { spokenStoryOf } from '../../shared/captions/spokenStory.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { lastTakes } from '../../shared/story/takes.ts'
import { checkWholeAudio, openAudio } from '../lib/audio/decode.ts'
import type { OpenAudio } from '../lib/audio/decode.ts'
import { findMp3Start } from '../lib/audio/mp3Stream.ts'
import { createOutputFile } from '../lib/audio/outputFile.ts'
import { concatSamples, fadeEdges, msToSamples } from '../lib/audio/pcm.ts'
import type { Pcm } from '../lib/audio/pcm.ts'
import type { AudioStore, Project } from '../project/project.ts'
import { storedAudio } from '../project/audioFiles.ts'
import { id3TagOf } from './id3Tag.ts'
import { toMixdownError } from './mixdownErrors.ts'
import { createMixdownFile, fileRate } from './mixdownFile.ts'
import type { MixdownFile } from './mixdownFile.ts'
import { planMixdown } from './mixdownPlan.ts'
import type { MixdownPlan, PlacedBlock } from './mixdownPlan.ts'
import { resample } from '../lib/audio/resample.ts'

export interface MixdownOptions {
  readonly project: Pick<Project, 'story' | 'takes' | 'render' | 'audio'>
  readonly format: AudioFormat
  /** The file to make; one of that name is replaced once the new one is whole. */
  readonly path: string
  readonly signal: AbortSignal
  /** Told how far it is, 0 to 1. */
  readonly onProgress: (fraction: number) => void
}

export interface Mixdown {
  /** Of the file's audio, as decoders give it back. */
  readonly durationMs: number
  /** Where each block's speech is in it; a block is missing where its service did not tell, or where it says nothing. */
  readonly speech: ReadonlyMap<BlockId, { readonly startMs: number; readonly endMs: number }>
}

/** Copied at once. */
const COPY_BYTES = 1 << 20
/** Where audio is cut out of other audio it may begin in the middle of a wave, which clicks. */
const FADE_MS = 2
/** Rounding to whole milliseconds and to another sample rate; more than that is missing audio. */
const TOLERANCE_MS = 20

/**
 * Writes the story of a project to a file. It is seen under its name only when it is whole and on disk; an abort (the promise
 * then rejects with the signal's reason) or an error leaves nothing of it. Memory does not grow with the story's length.
 * Errors: those of `planMixdown`, `export-audio-damaged`, and `export-…` for what the disk says.
 */
export async function mixdown(options: MixdownOptions): Promise<Mixdown> {
  const { project, path, signal } = options
  signal.throwIfAborted()
  const story = project.story()
  const plan = planMixdown({ story, takes: project.takes(), render: project.render() })
  const speech = speechOf(plan)
  const tagFor = (durationMs: number) => id3TagOf(spokenStoryOf(story, speech, durationMs))
  const mix = { ...options, tagFor: options.format === 'mp3' ? tagFor : () => new Uint8Array(0) }
  try {
    const durationMs =
      plan.kind === 'render' ? await writeRender(plan.render.audioId, mix) : await layTakes(plan, mix)
    return { durationMs, speech }
  } catch (error) {
    signal.throwIfAborted()
    throw toMixdownError(error, path)
  }
}

interface Mix extends MixdownOptions {
  /** What stands at the beginning of a file with audio of this length in ms. */
  readonly tagFor: (durationMs: number) => Uint8Array
}

function speechOf(plan: MixdownPlan): Mixdown['speech'] {
  const speaking =
    plan.kind === 'render'
      ? [...lastTakes(plan.takes)].map(([id, take]) => ({ ...take, id }))
      : plan.blocks.filter((block) => block.take !== null)
  return new Map(speaking.map(({ id, startMs, endMs }) => [id, { startMs, endMs }]))
}

/** Copies the audio of the story's conversion as it is where it has the format already, and encodes it anew else. */
async function writeRender(audioId: string, options: Mix): Promise<number> {
  const { project, format, path } = options
  const source = storedAudio(project.audio, audioId)
  if ((await checkWholeAudio(source)) !== 'whole') throw new UserFacingError('export-audio-damaged')
  const audio = await openAudio(source)
  if (audio.container === format) {
    await copyTo(path, source, audio.durationMs, options)
    return audio.durationMs
  }
  const rate = fileRate(format, audio.sampleRate)
  if (rate !== audio.sampleRate) {
    // Neither service nor MP3 has such rates; a WAV file from elsewhere may.
    const whole = {
      sampleRate: audio.sampleRate,
      samples: concatSamples(await Array.fromAsync(audio.decode())),
    }
    return writeFile(options, rate, audio.durationMs, (file) => file.write(resample(whole, rate).samples))
  }
  return writeFile(options, rate, audio.durationMs, async (file) => {
    for await (const piece of audio.decode()) {
      options.signal.throwIfAborted()
      await file.write(piece)
      options.onProgress(Math.min(1, file.position() / audio.sampleCount))
    }
  })
}

/** The frames of an MP3 file follow a tag of this story: one that the service wrote is left out. */
async function copyTo(
  path: string,
  source: ReturnType<typeof storedAudio>,
  durationMs: number,
  options: Mix,
): Promise<void> {
  const start = options.format === 'mp3' ? await findMp3Start(source) : undefined
  const file = await createOutputFile(path)
  try {
    await file.append(options.tagFor(durationMs))
    for (
      let offset = typeof start === 'object' ? start.firstOffset : 0;
      offset < source.byteLength;
      offset += COPY_BYTES
    ) {
      options.signal.throwIfAborted()
      await file.append(await source.read(offset, COPY_BYTES))
      options.onProgress(Math.min(1, (offset + COPY_BYTES) / source.byteLength))
    }
    options.signal.throwIfAborted()
    await file.finish()
  } catch (error) {
    await file.abort()
    throw error
  }
}

/** Lays takes and silences where the layout has them, to the sample: places are counted from the start, so no error adds up. */
async function layTakes(
  plan: { readonly blocks: readonly PlacedBlock[]; readonly totalMs: number },
  options: Mix,
): Promise<number> {
  const openTake = createTakeReader(options.project.audio)
  const rates = new Set<number>()
  for (const { take } of plan.blocks) if (take !== null) rates.add((await openTake(take.audioId)).sampleRate)
  const rate = fileRate(options.format, Math.max(...rates))
  return writeFile(options, rate, plan.totalMs, async (file) => {
    for (const { take, startMs, endMs } of plan.blocks) {
      options.signal.throwIfAborted()
      if (take === null) continue
      await file.silenceUntil(msToSamples(startMs, rate))
      const speech = await cut(await openTake(take.audioId), take.startMs, take.endMs)
      await file.write(fit(resample(speech, rate), msToSamples(endMs, rate) - file.position()))
      options.onProgress(endMs / plan.totalMs)
    }
    await file.silenceUntil(msToSamples(plan.totalMs, rate))
  })
}

async function writeFile(
  { path, format, tagFor, signal }: Mix,
  rate: number,
  durationMs: number,
  fill: (file: MixdownFile) => Promise<void>,
): Promise<number> {
  const file = await createMixdownFile(path, format, rate, tagFor(durationMs))
  try {
    await fill(file)
    signal.throwIfAborted()
    const finished = await file.finish()
    return finished.durationMs
  } catch (error) {
    await file.abort()
    throw error
  }
}

/** Opens each stored audio once, however many takes are slices of it. */
function createTakeReader(store: AudioStore): (audioId: string) => Promise<OpenAudio> {
  const opened = new Map<string, Promise<OpenAudio>>()
  return (audioId) => {
    const known = opened.get(audioId) ?? openAudio(storedAudio(store, audioId))
    opened.set(audioId, known)
    return known
  }
}

async function cut(audio: OpenAudio, startMs: number, endMs: number): Promise<Pcm> {
  const { sampleRate } = audio
  const [from, to] = [msToSamples(startMs, sampleRate), msToSamples(endMs, sampleRate)]
  const samples = concatSamples(await Array.fromAsync(audio.decode(from, to)))
  if (to - from - samples.length > msToSamples(TOLERANCE_MS, sampleRate))
    throw new UserFacingError('export-audio-damaged')
  return { sampleRate, samples }
}

/** The speech in exactly `length` samples, quiet at both ends. */
function fit({ samples, sampleRate }: Pcm, length: number): Int16Array {
  const fitted = new Int16Array(length)
  fitted.set(samples.subarray(0, length))
  fadeEdges(fitted, sampleRate, FADE_MS)
  return fitted
}
