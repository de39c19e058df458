/** The messages between the service and the process of a voice pack, and the request to sherpa-onnx that a process makes of them. */
import { z } from 'zod'
import { isSampleRate } from '../../../shared/lib/sampleRates.ts'
import type { VoicePack } from '../../../shared/voices/voicePacks.ts'

/** The first message: the model that the process speaks with. */
export interface OpenMessage {
  readonly kind: 'open'
  readonly modelFolder: string
  readonly threads: number
  /** Whether it gives way to other programs. */
  readonly isInBackground: boolean
  /** The process ends itself if it needs more memory, in bytes. */
  readonly maxMemoryBytes: number
}

export interface SpeakMessage {
  readonly kind: 'speak'
  /** Comes back in the answer. */
  readonly turn: number
  readonly text: string
  readonly speaker: number
  readonly speed: number
  /** As `spokenLanguage` gives it. */
  readonly language: string | null
  /** Whether somebody listens: each sentence is then told as soon as it is there. */
  readonly isLive: boolean
  /** How much of the text is spoken first, like a sentence, in UTF-16 units; 0 if its first sentence is. */
  readonly opening: number
}

/** The model is loaded before there is anything to speak. */
interface LoadMessage {
  readonly kind: 'load'
}

/** Nobody waits for the piece under way any more: it ends with its sentence, and has no answer. */
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
    /** How long the speaking took, without the loading of the model. */
    tookMs: z.number(),
  }),
  /** A sentence of the piece under way; all of them together are its samples. */
  z.object({
    kind: z.literal('sentence'),
    turn: z.number().int(),
    sampleRate: z.number().refine(isSampleRate),
    samples: z.instanceof(Int16Array),
  }),
  /** The model cannot be loaded, or does not speak. */
  z.object({ kind: z.literal('failed'), turn: z.number().int(), message: z.string() }),
  /** The process needs more memory than it may have, and ends. */
  z.object({ kind: z.literal('memory'), megabytes: z.number() }),
])

export type NaturalAnswer = z.infer<typeof naturalAnswerSchema>

/**
 * The language in which a speaker reads, for eSpeak NG inside sherpa-onnx; null if the model alone decides. A Kokoro model of many
 * languages takes it with each text, and else reads every text as its own first language (sherpa-onnx,
 * offline-tts-kokoro-impl.h, `extra.lang`). It reads Chinese and English by lexicons of its own.
 */
export function spokenLanguage({ family, languages, speakers }: VoicePack, speaker: number): string | null {
  if (family !== 'kokoro' || languages.length < 2) return null
  const language = speakers.find(({ number }) => number === speaker)?.language
  return language === undefined || /^(en|zh|cmn|yue)(-|$)/.test(language) ? null : language
}

/** The request without its callback. Field names of sherpa-onnx-node 1.13.8 (types.js). */
export function speechRequest({
  text,
  speaker,
  speed,
  language,
}: Pick<SpeakMessage, 'text' | 'speaker' | 'speed' | 'language'>) {
  const request = { text, sid: speaker, speed, enableExternalBuffer: false }
  return language === null
    ? request
    : { ...request, generationConfig: { sid: speaker, speed, extra: { lang: language } } }
}
