/** What the service and the process of a voice pack say to each other. */
import { z } from 'zod'
import { isSampleRate } from '../../../shared/lib/sampleRates.ts'

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
}

/** The model is loaded before there is anything to speak. */
export interface LoadMessage {
  readonly kind: 'load'
}

/** Nobody waits for the piece under way any more: it ends with its sentence, and has no answer. */
export interface DropMessage {
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
