/** Makes a take as long as its block is, from audio that is there already: no service is asked. */
import { AUDIO_TYPES } from '../../../shared/files/fileTypes.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { formatWordTimes, moveWords } from '../../../shared/story/wordTimes.ts'
import { bytesSource } from '../../lib/audio/audioSource.ts'
import { decodeAudio } from '../../lib/audio/decode.ts'
import { encodeMp3 } from '../../lib/audio/mp3.ts'
import { kbpsChoices } from '../../lib/audio/mp3Frame.ts'
import { concatSamples, msToSamples, samplesToMs, type Pcm } from '../../lib/audio/pcm.ts'
import { encodeWav } from '../../lib/audio/wav.ts'
import type { Project } from '../../project/project.ts'
import { storeAudio, storedAudio, type AudioFile } from '../../project/audioFiles.ts'
import type { PlannedTake } from '../../../shared/jobs/payload.ts'
import type { Slice } from './slices.ts'

/** Changes the length of speech and keeps its pitch. */
export type ChangeLength = (pcm: Pcm, targetSamples: number) => Promise<Pcm>

/** Audio that is not as long as its block: a target length, or a silence that the audio does not have. */
export interface LengthMismatch {
  readonly audioId: string
  readonly slice: Slice
  /** The silence in ms that belongs to the block and follows the slice. */
  readonly silenceAfterMs: number
  /** What the audio becomes. */
  readonly planned: PlannedTake
}

/** What is needed to keep audio that is made of other takes. */
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
 * Stretches a slice of stored audio to the planned length, where there is one, adds the silence after it, and stores the audio and
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

/** Stores audio that was made of other takes, and its take, in one transaction. */
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

/** MP3 at a bit rate that is fine for speech; WAV at sample rates that MP3 does not know. */
async function encode(pcm: Pcm): Promise<AudioFile> {
  const kbps = pcm.sampleRate > 24_000 ? 128 : 64
  const isMp3 = kbpsChoices(pcm.sampleRate).includes(kbps)
  return {
    source: bytesSource(isMp3 ? await encodeMp3(pcm, { kbps }) : encodeWav(pcm)),
    type: AUDIO_TYPES[isMp3 ? 'mp3' : 'wav'],
    durationMs: Math.round(samplesToMs(pcm.samples.length, pcm.sampleRate)),
  }
}
