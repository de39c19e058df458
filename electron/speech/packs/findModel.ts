/** The model in a folder that was unpacked or that a writer has, and the manifest for it. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { CatalogueEntry } from '../../../shared/voices/voiceCatalogue.ts'
import {
  VOICE_PACK_MANIFEST,
  VOICE_PACK_MODEL_FOLDER,
  voicePackSchema,
} from '../../../shared/voices/voicePacks.ts'
import type { VoicePack } from '../../../shared/voices/voicePacks.ts'
import { detectModel } from '../../lib/voices/modelFiles.ts'

/** Archives wrap their model in a folder, some in a folder more. */
const MAX_WRAPPERS = 3

export interface PackModel {
  readonly manifest: VoicePack
  /** The folder that holds the model's files. */
  readonly folder: string
}

export interface Described {
  /** The manifest, where the pack comes from the catalogue. */
  readonly manifest?: VoicePack
  /** The catalogue: a model from a file may be one of its packs. */
  readonly catalogue: readonly CatalogueEntry[]
  /** The name of the file or folder that the writer chose. */
  readonly name: string
}

/**
 * Finds the model in a folder. Throws `voice-model-unknown` where there is none that Fabula speaks with, `voice-model-incomplete`
 * where files are missing, and `voice-model-other` where it is of another family than the manifest says.
 */
export function findModel(root: string, { manifest, catalogue, name }: Described): PackModel {
  let folder = root
  for (let wrapper = 0; ; wrapper += 1) {
    const own = manifest ?? readManifest(folder)
    const inPack = own === undefined || own === manifest ? folder : join(folder, VOICE_PACK_MODEL_FOLDER)
    const found = detectModel(inPack)
    if (found.kind === 'complete') {
      const known = own ?? fromCatalogue(catalogue, [name, basename(folder)])
      const described = known ?? describe(inPack, found, name)
      if (described.family !== found.family) throw new UserFacingError('voice-model-other', { name })
      return { manifest: described, folder: inPack }
    }
    if (found.kind === 'incomplete')
      throw new UserFacingError('voice-model-incomplete', { name, missing: found.missing.join(', ') })
    const [only, ...others] = readdirSync(folder, { withFileTypes: true })
    if (only?.isDirectory() !== true || others.length > 0 || wrapper === MAX_WRAPPERS)
      throw new UserFacingError('voice-model-unknown', { name })
    folder = join(folder, only.name)
  }
}

/** The pack of the catalogue whose archive has one of the names. */
function fromCatalogue(
  catalogue: readonly CatalogueEntry[],
  names: readonly string[],
): VoicePack | undefined {
  const plain = names.map(withoutExtension)
  return catalogue.find(({ download }) =>
    plain.includes(withoutExtension(basename(new URL(download.url).pathname))),
  )?.pack
}

function withoutExtension(name: string): string {
  return name.replace(/\.(?:tar(?:\.\w+)?|tgz|tbz2?|zip)$/i, '')
}

/** The manifest in a folder that is a whole pack; undefined where there is none that can be read. */
function readManifest(folder: string): VoicePack | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(folder, VOICE_PACK_MANIFEST), 'utf8'))
    return voicePackSchema.safeParse(stored).data
  } catch {
    return undefined
  }
}

/** What Piper writes beside a model (https://github.com/rhasspy/piper/blob/master/TRAINING.md). */
const piperConfigSchema = z.object({
  language: z.object({ code: z.string() }).optional(),
  speaker_id_map: z.record(z.string(), z.int().min(0)).optional(),
})

/** A manifest of what the files of a model say themselves. Of the licence they say nothing. */
function describe(
  folder: string,
  { family, speakerCount, language }: Extract<ReturnType<typeof detectModel>, { kind: 'complete' }>,
  fileName: string,
): VoicePack {
  const config = readPiperConfig(folder)
  const tag = languageTag(config?.language?.code ?? language)
  const title = withoutExtension(fileName).slice(0, 120) || 'voice'
  const names = new Map(Object.entries(config?.speaker_id_map ?? {}).map(([name, number]) => [number, name]))
  return voicePackSchema.parse({
    id: slug(title, 80) || 'voice',
    name: title,
    family,
    languages: [tag],
    speakers: Array.from({ length: Math.min(speakerCount, 2_000) }, (_, number) => ({
      number,
      id: String(number),
      name: speakerCount === 1 ? title : (names.get(number) ?? `${title} ${number + 1}`),
      gender: null,
      language: tag,
      description: '',
    })),
    licence: { name: 'not stated', url: null, allowsCommercialUse: null },
    author: 'not stated',
  })
}

function readPiperConfig(folder: string): z.infer<typeof piperConfigSchema> | undefined {
  const name = readdirSync(folder).find((each) => each.endsWith('.onnx.json'))
  if (name === undefined) return undefined
  try {
    return piperConfigSchema.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).data
  } catch {
    return undefined
  }
}

/** The tag for an unknown language is `und`: https://www.rfc-editor.org/rfc/rfc5646#section-4.1 */
function languageTag(text: string | null): string {
  const tag = text?.toLowerCase().replaceAll('_', '-') ?? ''
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(tag) ? tag : 'und'
}

function slug(text: string, length: number): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, length)
}
