/** The voice packs that a writer has and can get. */
import * as z from 'zod'
import { PACK_REMARKS, packLicenceSchema, packSpeakerSchema, voicePackSchema } from '../voices/voicePacks.ts'
import { wireErrorSchema } from './result.ts'
import { fileRefSchema } from './views.ts'

const nothing = z.strictObject({})
const packId = voicePackSchema.shape.id
const ofPack = z.strictObject({ packId })

const packStateSchema = z.discriminatedUnion('kind', [
  /** Not on this computer. `bytes` have arrived of a download that was stopped; 0 where there is none. */
  z.strictObject({ kind: z.literal('absent'), bytes: z.number() }),
  /** Others are got first. */
  z.strictObject({ kind: z.literal('waiting'), behind: z.string().nullable() }),
  /** The publisher's server was asked, and has not answered yet. */
  z.strictObject({ kind: z.literal('connecting'), host: z.string() }),
  z.strictObject({
    kind: z.literal('getting'),
    bytes: z.number(),
    /** Null where the publisher's server does not say. */
    totalBytes: z.number().nullable(),
    remainingMs: z.number().nullable(),
  }),
  z.strictObject({ kind: z.literal('unpacking') }),
  /** `makesPerSecond`: seconds of speech that a second makes here; null before it has spoken. */
  z.strictObject({ kind: z.literal('here'), bytes: z.number(), makesPerSecond: z.number().nullable() }),
  /** It could not be got; a download that was cut off can go on. */
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
  /** Of the archive; null where nobody states it. */
  size: z.strictObject({ bytes: z.number(), isExact: z.boolean() }).nullable(),
  remark: z.enum(PACK_REMARKS).nullable(),
  state: packStateSchema,
})
export type PackView = z.infer<typeof packViewSchema>

export const voicePacksViewSchema = z.strictObject({
  packs: z.array(packViewSchema),
  /** The folder in which packs are kept. */
  folder: z.string(),
  usedBytes: z.number(),
  /** Null where the system does not tell. */
  freeBytes: z.number().nullable(),
  /** Why natural voices cannot speak here: no code for this kind of computer, or its package is missing; null where they can. */
  unavailable: z.enum(['system', 'package']).nullable(),
})
export type VoicePacksView = z.infer<typeof voicePacksViewSchema>

export const voicePacksContract = {
  'voicePacks:list': { input: nothing, output: voicePacksViewSchema },
  /** Begins to get a pack, or puts it in the line of those that wait. What becomes of it is told by `voicePacks:changed`. */
  'voicePacks:get': { input: ofPack, output: nothing },
  /** Stops getting a pack; it can go on later. */
  'voicePacks:stop': { input: ofPack, output: nothing },
  /** Adds a pack from an archive, from a folder, or from one or both files of a Piper voice, which were chosen for `voice`. */
  'voicePacks:add': {
    input: z.strictObject({ refs: z.array(fileRefSchema).min(1).max(100) }),
    output: z.strictObject({ packId }),
  },
  'voicePacks:rename': { input: z.strictObject({ packId, name: z.string() }), output: nothing },
  /** The titles of the stories on this computer that use voices of the pack. */
  'voicePacks:stories': { input: ofPack, output: z.array(z.string()) },
  'voicePacks:remove': { input: ofPack, output: nothing },
  /** Shows the folder of packs in the system's file manager, where the host has one. */
  'voicePacks:showFolder': { input: nothing, output: nothing },
} as const

export const voicePacksEvents = {
  /** All packs as they are now; while one is got, a few times a second. */
  'voicePacks:changed': voicePacksViewSchema,
} as const
