/**
 * The catalogue of voice packs that a writer can download: their facts and their publishers' addresses. Facts come from the addresses in
 * `sources`; facts that no source states are null.
 */
import { z } from 'zod'
import catalogue from './voiceCatalogue.json' with { type: 'json' }
import type { BuiltInVoice, VoiceInfo } from './builtInVoices.ts'
import { PACK_REMARKS, voicePackSchema, type NaturalVoice } from './voicePacks.ts'

const catalogueEntrySchema = z.strictObject({
  /** The manifest of the pack on disk. */
  pack: voicePackSchema,
  download: z.strictObject({
    url: z.url({ protocol: /^https?$/ }),
    /** SHA-256 of the archive, in lower-case hexadecimal digits. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
  }),
  /** Where its publisher has a recording of the voice; null if no source states that. */
  sample: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /** The size of the archive; if not exact, the size of the model in it. */
  size: z.strictObject({ bytes: z.int().positive(), isExact: z.boolean() }).nullable(),
  sampleRate: z.int().positive().nullable(),
  /**
   * `begun-from-lessac`: its publisher trained the model further from the voice lessac, whose recordings are for research
   * (https://www.cstr.ed.ac.uk/projects/blizzard/2013/lessac_blizzard2013/license.html), and does not state the consequences.
   */
  remark: z.enum(PACK_REMARKS).nullable(),
  sources: z.array(z.url({ protocol: /^https$/ })).min(1),
})
export type CatalogueEntry = z.infer<typeof catalogueEntrySchema>

export const voiceCatalogueSchema = z.array(catalogueEntrySchema)

/** The catalogue that comes with Fabula. Throws if it does not match its schema. */
export function readVoiceCatalogue(): readonly CatalogueEntry[] {
  return voiceCatalogueSchema.parse(catalogue)
}

// Every voice that the embedded service can use, from any engine.

/** A voice of an engine that the service uses over HTTP. */
export interface RemoteVoice extends VoiceInfo {
  readonly remote: {
    /** Name of the engine in the settings. */
    readonly engine: string
    /** The engine's own name for the voice. */
    readonly voice: string
    /** Longest text of one request, in UTF-16 units. */
    readonly maxCharacters: number
  }
}

export type Voice = BuiltInVoice | RemoteVoice | NaturalVoice
