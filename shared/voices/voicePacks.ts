/**
 * A voice pack: a natural voice on disk, in its own folder under the app's folder of voices. The folder is named
 * after the pack's id, holds the manifest, and holds the files of the model in `model/`.
 */
import { z } from 'zod'
import { VOICE_GENDERS, type VoiceInfo } from './builtInVoices.ts'

/** Name of the manifest in the folder of a pack. */
export const VOICE_PACK_MANIFEST = 'voice-pack.json'
/** Name of the folder that holds the model, in the folder of a pack. */
export const VOICE_PACK_MODEL_FOLDER = 'model'

/** Kinds of models that sherpa-onnx supports (https://k2-fsa.github.io/sherpa/onnx/tts/pretrained_models/index.html). */
export const MODEL_FAMILIES = ['vits', 'matcha', 'kokoro', 'kitten'] as const
export type ModelFamily = (typeof MODEL_FAMILIES)[number]

/** More speakers than any published model has, and few enough for a list to show quickly. */
export const MAX_SPEAKERS = 2_000

const name = z.string().trim().min(1).max(200)
/** A language tag in lower case, for example `en-us`. */
const language = z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/)

/** One speaker of a pack. Many packs have one, some have hundreds. */
export const packSpeakerSchema = z.strictObject({
  /** The speaker's number in the model. */
  number: z.int().min(0).max(9_999),
  /** Stays the same in every version of the pack: it is part of the voice's id. */
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/),
  name,
  /** How the voice sounds; null if its publisher does not state it. */
  gender: z.enum(VOICE_GENDERS).nullable(),
  language,
  /** The character of the voice, in a few words; empty if its publisher does not state it. */
  description: z.string().max(300),
})

/** The facts about a licence that a writer must know before the download. */
export const packLicenceSchema = z.strictObject({
  name,
  url: z.url({ protocol: /^https?$/ }).nullable(),
  /** Whether audio may be sold; null if the publisher does not state it. */
  allowsCommercialUse: z.boolean().nullable(),
})

/** Remarks on a voice besides its licence. */
export const PACK_REMARKS = ['begun-from-lessac'] as const

/** The manifest of a pack. */
export const voicePackSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,79}$/),
  name,
  family: z.enum(MODEL_FAMILIES),
  languages: z.array(language).min(1).max(200),
  speakers: z.array(packSpeakerSchema).min(1).max(MAX_SPEAKERS),
  licence: packLicenceSchema,
  author: name,
})
export type VoicePack = z.infer<typeof voicePackSchema>

/** The prefix of the ids of all natural voices. */
const VOICE_ID_START = 'NV-'

/** The id of a speaker's voice in the library, the same in every version of the pack. */
export function packVoiceId(packId: string, speakerId: string): string {
  return `${VOICE_ID_START}${packId}-${speakerId}`
}

/** Whether an id names a voice of a pack, on this computer or not. */
export function isPackVoiceId(id: string): boolean {
  return id.startsWith(VOICE_ID_START)
}

// The voices of voice packs, as the library lists them.

/** A voice of a voice pack on this computer. */
export interface NaturalVoice extends VoiceInfo {
  readonly natural: {
    /** Id of the pack. */
    readonly pack: string
    /** The speaker's number in the model. */
    readonly speaker: number
  }
}

/** The voices of a pack, in the pack's own order. */
export function naturalVoicesOf(pack: VoicePack): NaturalVoice[] {
  return pack.speakers.map(({ number, id, name, language, gender, description }) => ({
    id: packVoiceId(pack.id, id),
    // The speech interface requires a gender for every voice.
    name,
    language,
    gender: gender ?? 'neutral',
    description,
    natural: { pack: pack.id, speaker: number },
  }))
}
