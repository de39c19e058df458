/** Finds the model in a folder, unpacked or the writer's own, and makes its manifest. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { CatalogueEntry } from '../../../shared/voices/voiceCatalogue.ts'
import type { VoiceGender } from '../../../shared/voices/builtInVoices.ts'
import {
  MAX_SPEAKERS,
  VOICE_PACK_MANIFEST,
  VOICE_PACK_MODEL_FOLDER,
  voicePackSchema,
  type VoicePack,
} from '../../../shared/voices/voicePacks.ts'
import { detectModel } from '../../lib/voices/modelFiles.ts'
import { readOnnxFile } from '../../lib/voices/onnxFile.ts'
import {
  assertSpeakers,
  cardIn,
  licenceOfCard,
  makePiperModel,
  piperFilesIn,
  readPiperConfig,
  type PiperConfig,
  type PiperFiles,
} from './piperVoice.ts'

/** Archives contain their model in a folder, or in a folder inside a folder. */
const MAX_WRAPPERS = 3

export interface PackModel {
  readonly manifest: VoicePack
  /** The folder with the model's files. */
  readonly folder: string
}

export interface Described {
  /** The manifest, if the pack is from the catalogue. */
  readonly manifest?: VoicePack
  /** The catalogue: a model from a file may be one of its packs. */
  readonly catalogue: readonly CatalogueEntry[]
  /** The name of the file or folder that the writer chose. */
  readonly name: string
}

/**
 * Finds the model in a folder; makes one from a published Piper voice. Throws `voice-model-unknown` if there is none that Fabula can use,
 * `voice-model-incomplete` if files are missing, `voice-model-other` if it belongs to another family than the manifest states,
 * `voice-no-metadata` and `voice-archive-damaged` for models that cannot be loaded, and the errors of `piperFilesIn` and `makePiperModel`.
 */
export async function findModel(root: string, { manifest, catalogue, name }: Described): Promise<PackModel> {
  const piper = manifest === undefined ? piperFilesIn(root, name) : null
  if (piper !== null) {
    await makePiperModel(piper, MAX_SPEAKERS)
    const folder = dirname(piper.model)
    const stem = basename(piper.model).replace(/\.onnx$/i, '')
    return {
      manifest: fromCatalogue(catalogue, [`vits-piper-${stem}`]) ?? describePiper(piper, stem),
      folder,
    }
  }
  let folder = root
  for (let wrapper = 0; ; wrapper += 1) {
    const own = manifest ?? readManifest(folder)
    const inPack = own === undefined || own === manifest ? folder : join(folder, VOICE_PACK_MODEL_FOLDER)
    const found = detectModel(inPack)
    if (found.kind === 'complete') {
      if (!found.hasMetadata) throw new UserFacingError('voice-no-metadata', { name })
      if (found.isCut || readOnnxFile(found.files.model) === null)
        throw new UserFacingError('voice-archive-damaged', { name })
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

/** The pack of the catalogue whose archive has one of these names. */
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

/** The manifest in the folder of a complete pack; undefined if there is no valid one. */
function readManifest(folder: string): VoicePack | undefined {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(folder, VOICE_PACK_MANIFEST), 'utf8'))
    return voicePackSchema.safeParse(stored).data
  } catch {
    return undefined
  }
}

/** A manifest made from a model's own files. They do not state the licence, unless a model card is beside them. */
function describe(
  folder: string,
  {
    family,
    speakerCount,
    language,
    speakerNames,
  }: Extract<ReturnType<typeof detectModel>, { kind: 'complete' }>,
  fileName: string,
): VoicePack {
  assertSpeakers(fileName, speakerCount, MAX_SPEAKERS)
  const config = configIn(folder)
  const title = withoutExtension(fileName).slice(0, 120) || 'voice'
  return manifestOf({
    id: title,
    title,
    family,
    speakerCount,
    tag: languageTag(config?.language?.code ?? language),
    names: new Map([...speakerNames, ...namesIn(config)]),
    licence: licenceOfCard(cardIn(folder)),
  })
}

/** A manifest made from a Piper voice's own files. Its id is that of the same voice in the packs of sherpa-onnx. */
function describePiper({ config: path, card }: PiperFiles, stem: string): VoicePack {
  const config = readPiperConfig(path)
  const { quality = 'medium' } = config?.audio ?? {}
  const name = capitalised(config?.dataset ?? '') || stem
  return manifestOf({
    id: `vits-piper-${stem}`,
    title: (quality === 'medium' ? name : `${name} (${quality})`).slice(0, 120),
    family: 'vits',
    speakerCount: config?.num_speakers ?? 1,
    tag: languageTag(config?.language?.code ?? config?.espeak.voice ?? null),
    names: namesIn(config),
    licence: licenceOfCard(card),
    onlySpeaker: slug(config?.dataset ?? '', 40).replaceAll('.', '-'),
  })
}

function manifestOf(facts: {
  readonly id: string
  readonly title: string
  readonly family: VoicePack['family']
  readonly speakerCount: number
  readonly tag: string
  /** The speakers' names, by number. */
  readonly names: ReadonlyMap<number, string>
  readonly licence: VoicePack['licence']
  /** The id of the only speaker of a pack. */
  readonly onlySpeaker?: string
}): VoicePack {
  const { id, title, family, speakerCount, tag, names, licence, onlySpeaker = '' } = facts
  const ids = new Set<string>()
  /** The id that a name states, unless an earlier speaker has the same name. */
  const ownId = (told: string | undefined) => {
    if (told === undefined || ids.has(told)) return ''
    ids.add(told)
    return told
  }
  const speakers = Array.from({ length: speakerCount }, (_, number) => {
    const known = names.get(number)?.slice(0, 120)
    const told = known === undefined ? null : speakerByName(family, known)
    return {
      number,
      id: (speakerCount === 1 && onlySpeaker) || ownId(told?.id) || String(number),
      name: speakerCount === 1 ? title : (told?.name ?? known ?? `${title} ${number + 1}`),
      gender: told?.gender ?? null,
      language: told?.language ?? tag,
      description: '',
    }
  })
  return voicePackSchema.parse({
    id: slug(id, 80) || 'voice',
    name: title,
    family,
    languages: [...new Set(speakers.map(({ language }) => language))],
    speakers,
    licence,
    author: 'not stated',
  })
}

/** The languages of Kokoro's speakers, by the first letter of their names (https://huggingface.co/hexgrad/Kokoro-82M/blob/main/VOICES.md). */
const KOKORO_LANGUAGES: Readonly<Record<string, string>> = {
  a: 'en-us',
  b: 'en-gb',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt-br',
  z: 'zh',
}

/** The properties that a speaker's name encodes by its family's convention: `bf_emma` of Kokoro, `expr-voice-2-m` of Kitten. */
function speakerByName(
  family: VoicePack['family'],
  known: string,
): {
  readonly id: string
  readonly name: string
  readonly gender: VoiceGender
  readonly language?: string
} | null {
  const id = /^[a-z0-9][a-z0-9_-]{0,39}$/.test(known) ? known : ''
  const genderOf = (letter: string | undefined) => (letter === 'f' ? 'female' : 'male')
  if (family === 'kitten') {
    const [, letter] = /-([fm])$/.exec(known) ?? []
    return letter === undefined ? null : { id, name: known, gender: genderOf(letter) }
  }
  const [, first = '', letter, name = ''] = (family === 'kokoro' && /^([a-z])([fm])_(.+)$/.exec(known)) || []
  const language = KOKORO_LANGUAGES[first]
  return language === undefined ? null : { id, name: capitalised(name), gender: genderOf(letter), language }
}

function capitalised(text: string): string {
  const [first = '', ...rest] = Array.from(text.trim())
  return `${first.toUpperCase()}${rest.join('')}`
}

function configIn(folder: string): PiperConfig | null {
  const name = readdirSync(folder).find((each) => /\.onnx\.json$/i.test(each))
  return name === undefined ? null : readPiperConfig(join(folder, name))
}

function namesIn(config: PiperConfig | null): ReadonlyMap<number, string> {
  return new Map(Object.entries(config?.speaker_id_map ?? {}).map(([name, number]) => [number, name]))
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
