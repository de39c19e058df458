/** Calls and events about voice packs, installed and available. */
import * as z from 'zod'
import { AUDIO_TYPES } from '../files/fileTypes.ts'
import { PACK_REMARKS, packLicenceSchema, packSpeakerSchema, voicePackSchema } from '../voices/voicePacks.ts'
import { wireErrorSchema } from './result.ts'
import { fileRefSchema } from './views.ts'

const nothing = z.strictObject({})
const packId = voicePackSchema.shape.id
const ofPack = z.strictObject({ packId })

/** The most bytes of a sample: a minute of speech has fewer. */
export const MAX_SAMPLE_BYTES = 2 * 1024 ** 2
const MAX_SAMPLE_BASE64 = Math.ceil(MAX_SAMPLE_BYTES / 3) * 4

const packStateSchema = z.discriminatedUnion('kind', [
  /** Not on this computer. `bytes` of a stopped download are stored; 0 if there is none. */
  z.strictObject({ kind: z.literal('absent'), bytes: z.number() }),
  /** Waits for other downloads. */
  z.strictObject({ kind: z.literal('waiting'), behind: z.string().nullable() }),
  /** The publisher's server has not responded yet. */
  z.strictObject({ kind: z.literal('connecting'), host: z.string() }),
  z.strictObject({
    kind: z.literal('getting'),
    bytes: z.number(),
    /** Null if the publisher's server does not report it. */
    totalBytes: z.number().nullable(),
    remainingMs: z.number().nullable(),
  }),
  z.strictObject({ kind: z.literal('unpacking') }),
  /** `makesPerSecond`: seconds of speech generated per second here; null before the first use. */
  z.strictObject({ kind: z.literal('here'), bytes: z.number(), makesPerSecond: z.number().nullable() }),
  /** The download failed; an interrupted download can be resumed. */
  z.strictObject({ kind: z.literal('failed'), error: wireErrorSchema, bytes: z.number() }),
])
export type PackState = z.infer<typeof packStateSchema>

export const packViewSchema = z.strictObject({
  id: packId,
  name: z.string(),
  author: z.string(),
  languages: z.array(z.string()),
  speakers: z.array(packSpeakerSchema),
  licence: packLicenceSchema,
  /** The size of the archive; null if it is not stated. */
  size: z.strictObject({ bytes: z.number(), isExact: z.boolean() }).nullable(),
  remark: z.enum(PACK_REMARKS).nullable(),
  /** The host that has a sample of the voice; null if there is none. */
  sampleHost: z.string().nullable(),
  state: packStateSchema,
})
export type PackView = z.infer<typeof packViewSchema>

export const voicePacksViewSchema = z.strictObject({
  packs: z.array(packViewSchema),
  /** The folder of packs. */
  folder: z.string(),
  usedBytes: z.number(),
  /** Null if the system does not report it. */
  freeBytes: z.number().nullable(),
  /** Why natural voices cannot be used here: no native code for this kind of computer, or its package is missing; null if they can. */
  unavailable: z.enum(['system', 'package']).nullable(),
})
export type VoicePacksView = z.infer<typeof voicePacksViewSchema>

export const voicePacksContract = {
  'voicePacks:list': { input: nothing, output: voicePacksViewSchema },
  /** Starts downloading a pack, or queues it. Progress is sent as `voicePacks:changed`. */
  'voicePacks:get': { input: ofPack, output: nothing },
  /** Downloads a sample of a voice that is not here: whole audio. Nothing is kept. */
  'voicePacks:sample': {
    input: ofPack,
    output: z.strictObject({
      type: z.enum(Object.values(AUDIO_TYPES)),
      base64: z.base64().max(MAX_SAMPLE_BASE64),
    }),
  },
  /** Stops a download, which can be resumed later. */
  'voicePacks:stop': { input: ofPack, output: nothing },
  /** Adds a pack from an archive, from a folder, or from one or both files of a Piper voice, chosen for `voice`. */
  'voicePacks:add': {
    input: z.strictObject({ refs: z.array(fileRefSchema).min(1).max(100) }),
    output: z.strictObject({ packId }),
  },
  'voicePacks:rename': { input: z.strictObject({ packId, name: z.string() }), output: nothing },
  /** The titles of the stories on this computer that use voices of the pack. */
  'voicePacks:stories': { input: ofPack, output: z.array(z.string()) },
  'voicePacks:remove': { input: ofPack, output: nothing },
  /** Shows the folder of packs in the system's file manager, if the host has one. */
  'voicePacks:showFolder': { input: nothing, output: nothing },
} as const

export const voicePacksEvents = {
  /** The current state of all packs; sent a few times a second during a download. */
  'voicePacks:changed': voicePacksViewSchema,
} as const
