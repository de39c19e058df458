/** Takes as parts of stored audio: their positions, and takes that are made from others without a service. */
import { AUDIO_TYPES } from '../../../shared/files/fileTypes.ts'
import type { PlannedTake } from '../../../shared/jobs/payload.ts'
import type { BlockTiming } from '../../../shared/speech-api/responses.ts'
import { type PausedBlock, shareOut, speechMsWithin } from '../../../shared/story/pauses.ts'
import type { Block } from '../../../shared/story/records.ts'
import { spokenTextOf } from '../../../shared/story/spokenText.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { Take } from '../../../shared/story/takes.ts'
import {
  type WordTime,
  formatWordTimes,
  moveWords,
  parseWordTimes,
  wordsOfParts,
} from '../../../shared/story/wordTimes.ts'
import { bytesSource } from '../../lib/audio/audioSource.ts'
import { decodeAudio } from '../../lib/audio/decode.ts'
import { encodeMp3 } from '../../lib/audio/mp3.ts'
import { kbpsChoices } from '../../lib/audio/mp3Frame.ts'
import { type Pcm, concatSamples, msToSamples, samplesToMs } from '../../lib/audio/pcm.ts'
import { resample } from '../../lib/audio/resample.ts'
import { encodeWav } from '../../lib/audio/wav.ts'
import { type AudioFile, storeAudio, storedAudio } from '../../project/audioFiles.ts'
import type { Project } from '../../project/project.ts'

export interface Slice {
  readonly startMs: number
  readonly endMs: number
  /** Relative to `startMs`; none if the service did not report any. */
  readonly words: readonly WordTime[]
}

/** How far beyond the end of the audio a timing may reach: encoders round lengths to frames. */
const TOLERANCE_MS = 50

/**
 * The slice of each of `count` blocks, from the service's timings; undefined for a block that has no timing, or one
 * outside the audio. Timing n belongs to block n of the request. A block without sound has an empty slice.
 */
export function slicesOf(
  timings: readonly BlockTiming[] | null,
  count: number,
  durationMs: number,
): readonly (Slice | undefined)[] {
  const slices: (Slice | undefined)[] = Array.from({ length: count }, () => undefined)
  for (const { index, startMs, endMs, words = [] } of timings ?? []) {
    const isInside = startMs >= 0 && startMs <= endMs && endMs <= durationMs + TOLERANCE_MS
    if (index < 0 || index >= count || !isInside) continue
    slices[index] = { startMs: Math.min(startMs, durationMs), endMs: Math.min(endMs, durationMs), words }
  }
  return slices
}

/** A slice, and the part of its block's final silence, in ms, that the audio does not contain. */
export interface TakeSlice extends Slice {
  readonly silenceAfterMs: number
}

/**
 * The slice of each take of a story's request: all parts of its block, with the pauses around them. Services end a story
 * after its last word, without a final pause.
 */
export function slicesOfTakes(
  timings: readonly BlockTiming[] | null,
  takes: readonly PlannedTake[],
  durationMs: number,
): readonly (TakeSlice | undefined)[] {
  const count = takes.reduce((sum, { parts }) => sum + (parts?.count ?? 1), 0)
  const slices = slicesOf(timings, count, durationMs)
  let from = 0
  return takes.map(({ parts = WHOLE_BLOCK }) => {
    const own = slices.slice(from, from + parts.count)
    from += parts.count
    const [first, last] = [own[0], own.at(-1)]
    if (first === undefined || last === undefined || own.includes(undefined)) return undefined
    const endMs = last.endMs + parts.afterMs
    const startMs = Math.max(0, first.startMs - parts.beforeMs)
    return {
      startMs,
      words: wordsOf(own, startMs, parts.textLengths),
      endMs: Math.min(durationMs, endMs),
      silenceAfterMs: Math.max(0, endMs - durationMs),
    }
  })
}

/** The words of a block's parts. If the lengths of the parts' texts are unknown, words are known only for a single part. */
function wordsOf(
  slices: readonly (Slice | undefined)[],
  startMs: number,
  textLengths: readonly number[] | undefined,
): readonly WordTime[] {
  if (slices.length > 1 && textLengths?.length !== slices.length) return []
  return wordsOfParts(
    slices.flatMap((slice, index) =>
      slice === undefined
        ? []
        : { words: slice.words, startMs: slice.startMs - startMs, textLength: textLengths?.[index] ?? 0 },
    ),
  )
}

/** The audio of a take. */
export function sliceOfTake({ startMs, endMs, words }: Take): Slice {
  return { startMs, endMs, words: words === undefined ? [] : parseWordTimes(words) }
}

const WHOLE_BLOCK: NonNullable<PlannedTake['parts']> = { count: 1, beforeMs: 0, afterMs: 0 }

/** The slice of a whole audio. */
export function wholeSlice(durationMs: number): Slice {
  return { startMs: 0, endMs: durationMs, words: [] }
}

/** Changes the length of speech without changing its pitch. */
export type ChangeLength = (pcm: Pcm, targetSamples: number) => Promise<Pcm>

/** Audio that must be fitted to its block: to a target length, or by adding a silence. */
export interface LengthMismatch {
  readonly audioId: string
  readonly slice: Slice
  /** The silence in ms that belongs to the block and follows the slice. */
  readonly silenceAfterMs: number
  /** The take that the audio becomes. */
  readonly planned: PlannedTake
}

/** The facts that are stored with audio made from other takes. */
export interface Made {
  readonly project: Project
  readonly planned: PlannedTake
  readonly newId: () => string
  readonly nowMs: number
  readonly stretch: ChangeLength
  readonly signal: AbortSignal
}

export type Fit = LengthMismatch & Made

/**
 * Stretches a slice of stored audio to the planned length, if there is one, adds the silence after it, and stores the audio and
 * its take in one transaction.
 */
export async function fitTake(fit: Fit): Promise<Take> {
  const { project, audioId, slice, silenceAfterMs, planned, stretch } = fit
  const speech = await decodeAudio(storedAudio(project.audio, audioId), slice)
  const { sampleRate } = speech
  const { durationMs } = planned
  const speechMs =
    durationMs === null
      ? slice.endMs - slice.startMs
      : Math.max(Math.ceil(durationMs / 10), durationMs - silenceAfterMs)
  const fitted = durationMs === null ? speech : await stretch(speech, msToSamples(speechMs, sampleRate))
  const silence = new Int16Array(msToSamples(silenceAfterMs, sampleRate))
  const samples = concatSamples([fitted.samples, silence])
  const words = moveWords(slice.words, 0, speechMs / Math.max(1, slice.endMs - slice.startMs))
  return storeMade({ sampleRate, samples }, fit, { startMs: 0, endMs: speechMs + silenceAfterMs, words })
}

/** Stores audio that was made from other takes, and its take, in one transaction. */
export async function storeMade(pcm: Pcm, made: Made, slice: Slice): Promise<Take> {
  const { project, planned, newId, nowMs, signal } = made
  signal.throwIfAborted()
  let take: Take | undefined
  await storeAudio(project.audio, await encode(pcm), signal, (audioId) => {
    take = takeOf(planned, { id: newId(), audioId, nowMs }, slice)
    project.addTakes([take])
  })
  if (take === undefined) throw new Error('Audio was stored without its take')
  return take
}

/** A planned take with its audio. */
export function takeOf(
  { blockId, isPart = false, key, voiceId, model, speed }: PlannedTake,
  { id, audioId, nowMs }: { readonly id: string; readonly audioId: string; readonly nowMs: number },
  { startMs, endMs, words }: Slice,
): Take {
  const kept = formatWordTimes(words)
  return {
    id,
    key,
    kind: 'speech',
    name: '',
    audioId,
    startMs,
    endMs,
    blockId: isPart ? null : blockId,
    voiceId,
    model,
    speed,
    createdAtMs: nowMs,
    ...(kept !== undefined && { words: kept }),
  }
}

/** MP3 at a bit rate that suits speech; WAV for sample rates that MP3 does not support. */
async function encode(pcm: Pcm): Promise<AudioFile> {
  const kbps = pcm.sampleRate > 24_000 ? 128 : 64
  const isMp3 = kbpsChoices(pcm.sampleRate).includes(kbps)
  return {
    source: bytesSource(isMp3 ? await encodeMp3(pcm, { kbps }) : encodeWav(pcm)),
    type: AUDIO_TYPES[isMp3 ? 'mp3' : 'wav'],
    durationMs: Math.round(samplesToMs(pcm.samples.length, pcm.sampleRate)),
  }
}

export interface Join extends Made {
  readonly story: Story
  readonly block: Block
  readonly paused: PausedBlock
  /** The takes of its parts, in order. */
  readonly takes: readonly Take[]
}

/**
 * Joins the takes of a block's parts with its pauses between them, and stores the audio and its take in one transaction. If the block
 * has a target length, its words are stretched to fill what the pauses leave of it.
 */
export async function joinTake(join: Join): Promise<Take> {
  const { project, block, paused, takes, stretch } = join
  const decoded: Pcm[] = []
  for (const { audioId, startMs, endMs } of takes) {
    const part = await decodeAudio(storedAudio(project.audio, audioId), { startMs, endMs })
    decoded.push(resample(part, decoded[0]?.sampleRate ?? part.sampleRate))
  }
  const sampleRate = decoded[0]?.sampleRate ?? 0
  const spoken = await fitParts(block, decoded, stretch)
  const silenceOf = (ms: number) => new Int16Array(msToSamples(ms, sampleRate))
  const samples = concatSamples([
    ...spoken.flatMap((part, index) => [silenceOf(paused.parts[index]?.silenceBeforeMs ?? 0), part.samples]),
    silenceOf(paused.silenceAfterMs),
  ])
  const endMs = Math.round(samplesToMs(samples.length, sampleRate))
  return storeMade({ sampleRate, samples }, join, { startMs: 0, endMs, words: joinedWords(join, spoken) })
}

/** The words of the parts, positioned in the joined audio. */
function joinedWords({ story, paused, takes }: Join, spoken: readonly Pcm[]): readonly WordTime[] {
  let startMs = 0
  const parts = paused.parts.map(({ block, silenceBeforeMs }, index) => {
    const [take, pcm] = [takes[index], spoken[index]]
    if (take === undefined || pcm === undefined) throw new Error('A part has no take')
    const { words, ...slice } = sliceOfTake(take)
    const lengthMs = samplesToMs(pcm.samples.length, pcm.sampleRate)
    const factor = lengthMs / Math.max(1, slice.endMs - slice.startMs)
    startMs += silenceBeforeMs
    const part = {
      words: moveWords(words, 0, factor),
      startMs,
      textLength: spokenTextOf(story, block).length,
    }
    startMs += lengthMs
    return part
  })
  return wordsOfParts(parts)
}

async function fitParts(block: Block, parts: readonly Pcm[], stretch: ChangeLength): Promise<readonly Pcm[]> {
  if (block.durationMs === null) return parts
  const lengths = shareOut(
    speechMsWithin(block.durationMs, block),
    parts.map(({ samples }) => samples.length),
  )
  const fitted: Pcm[] = []
  for (const [index, part] of parts.entries())
    fitted.push(await stretch(part, msToSamples(lengths[index] ?? 0, part.sampleRate)))
  return fitted
}
