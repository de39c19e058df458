/** The messages between the service and the process of a voice pack, and the sherpa-onnx request for a message. */
import { z } from 'zod'
import { isSampleRate } from '../../../shared/lib/sampleRates.ts'
import type { VoicePack } from '../../../shared/voices/voicePacks.ts'

/** The first message: the model that the process speaks with. */
export interface OpenMessage {
  readonly kind: 'open'
  readonly modelFolder: string
  readonly threads: number
  /** Whether it runs with a low priority. */
  readonly isInBackground: boolean
  /** The process ends itself if it needs more memory, in bytes. */
  readonly maxMemoryBytes: number
}

/** How a model speaks. */
interface Delivery {
  readonly speaker: number
  readonly speed: number
  /** The result of `spokenLanguage`. */
  readonly language: string | null
}

export interface SpeakMessage extends Delivery {
  readonly kind: 'speak'
  /** Repeated in the answers. */
  readonly turn: number
  /** The text, in the parts that are spoken one after another. Between two of them, a process with one piece at a time speaks what was asked for later. */
  readonly parts: readonly string[]
  /** Whether to send each sentence as soon as it is spoken, for live listening. */
  readonly isLive: boolean
}

/** A part of a piece: a sentence, or the opening of one. */
export interface SpeechPart extends Delivery {
  readonly text: string
}

/** Loads the model before there is anything to speak, and speaks the part that will probably be heard first. */
interface LoadMessage {
  readonly kind: 'load'
  readonly first: SpeechPart | null
}

/** Cancels a piece: it stops at the end of the current sentence. */
interface DropMessage {
  readonly kind: 'drop'
  readonly turn: number
}

export type NaturalRequest = OpenMessage | LoadMessage | SpeakMessage | DropMessage

export const naturalAnswerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('spoken'),
    turn: z.number().int(),
    sampleRate: z.number().refine(isSampleRate),
    /** Empty if the text has nothing that the model can speak. */
    samples: z.instanceof(Int16Array),
    /** The time for the speech, without loading the model. */
    tookMs: z.number(),
  }),
  /** A sentence of the current piece; the samples of all sentences together are those of the piece. */
  z.object({
    kind: z.literal('sentence'),
    turn: z.number().int(),
    sampleRate: z.number().refine(isSampleRate),
    samples: z.instanceof(Int16Array),
  }),
  /** The model cannot be loaded or cannot speak. */
  z.object({ kind: z.literal('failed'), turn: z.number().int(), message: z.string() }),
  /** The process needs more memory than its limit, and ends. */
  z.object({ kind: z.literal('memory'), megabytes: z.number() }),
])

export type NaturalAnswer = z.infer<typeof naturalAnswerSchema>

/**
 * The language in which a speaker reads, for eSpeak NG inside sherpa-onnx; null if the model alone decides. A multilingual Kokoro
 * model takes it with each text; without it, it reads every text in its first language (sherpa-onnx, offline-tts-kokoro-impl.h,
 * `extra.lang`). It uses its own lexicons for Chinese and English.
 */
export function spokenLanguage({ family, languages, speakers }: VoicePack, speaker: number): string | null {
  if (family !== 'kokoro' || languages.length < 2) return null
  const language = speakers.find(({ number }) => number === speaker)?.language
  return language === undefined || /^(en|zh|cmn|yue)(-|$)/.test(language) ? null : language
}

/** The request for a part of a text, without its callback. Field names of sherpa-onnx-node 1.13.8 (types.js). */
export function speechRequest({ text, speaker, speed, language }: SpeechPart) {
  const request = { text, sid: speaker, speed, enableExternalBuffer: false }
  return language === null
    ? request
    : { ...request, generationConfig: { sid: speaker, speed, extra: { lang: language } } }
}
