/**
 * A Piper voice as it is published: `NAME.onnx`, `NAME.onnx.json` beside it, and often a model card
 * (https://github.com/OHF-Voice/piper1-gpl/blob/main/docs/TRAINING.md). Adds what sherpa-onnx needs as well: metadata in the model, a table
 * of tokens, and eSpeak NG's data.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { VoicePack } from '../../../shared/voices/voicePacks.ts'
import { addOnnxMetadata, readOnnxFile, readModelMetadata } from '../../lib/voices/onnxFile.ts'
import { isVocoder, USUAL_NAMES } from '../../lib/voices/modelFiles.ts'

export interface PiperFiles {
  readonly model: string
  readonly config: string
  readonly card: string | null
}

/** A whole number; some programs write numbers as strings. */
const whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
])

/** The configuration that Piper writes beside a model. */
const piperConfigSchema = z.object({
  audio: z.object({
    sample_rate: whole.pipe(z.int().min(8_000).max(48_000)),
    quality: z.string().optional(),
  }),
  espeak: z.object({ voice: z.string().min(1) }),
  /** Some models are trained on letters, or on the phonemes of another program. */
  phoneme_type: z.string().optional(),
  num_symbols: whole.pipe(z.int().positive()).optional(),
  num_speakers: whole.pipe(z.int().positive()).default(1),
  phoneme_id_map: z.record(z.string(), z.array(whole.pipe(z.int().min(0)))),
  speaker_id_map: z.record(z.string(), whole.pipe(z.int().min(0))).optional(),
  language: z.object({ code: z.string() }).optional(),
  dataset: z.string().nullish(),
})
export type PiperConfig = z.infer<typeof piperConfigSchema>

/** Ten times the size of the table of a voice with a thousand speakers. */
const MOST_CONFIG_BYTES = 4 * 1024 ** 2
const MOST_CARD_BYTES = 64 * 1024
const CARD_NAMES = ['MODEL_CARD', 'MODEL_CARD.md', 'MODEL_CARD.txt']

/**
 * The files of the voice that a writer chose as the file `paths[0]`, or as both of its files in any order. Returns null if none of them
 * belongs to a Piper voice. Throws `voice-part-missing` if the other file is missing, and `voice-config-other` if the two files do not
 * belong together.
 */
export function piperFilesOf(paths: readonly string[]): PiperFiles | null {
  const models = paths.filter((path) => /\.onnx$/i.test(path))
  const configs = paths.filter((path) => /\.json$/i.test(path))
  const [model] = models
  const [config] = configs
  if (models.length + configs.length !== paths.length || (model === undefined && config === undefined))
    return null
  if (models.length > 1 || configs.length > 1)
    throw new UserFacingError('voice-many', {
      name: basename(paths[0] ?? ''),
      voices: namesOf([...models, ...configs]),
    })
  const partner = model === undefined ? modelOf(config ?? '') : (config ?? configOf(model))
  if (partner === null) throw partMissing(model, config)
  const files = model === undefined ? { model: partner, config: config ?? '' } : { model, config: partner }
  const isNamedAfterAnother =
    /\.onnx\.json$/i.test(files.config) &&
    basename(files.config).toLowerCase() !== `${basename(files.model)}.json`.toLowerCase()
  if (isNamedAfterAnother) throw configOther(files)
  return { ...files, card: cardOf(files.model) }
}

/**
 * The only Piper voice in a folder and its subfolders. Returns null if there is none, or if the model is already prepared for sherpa-onnx.
 * Throws `voice-many` if the folder contains several voices of any kind, and `voice-part-missing` if it contains only one of the two files.
 */
export function piperFilesIn(folder: string, name: string): PiperFiles | null {
  const models = modelsIn(folder)
  if (models.length > 1)
    throw new UserFacingError('voice-many', { name, voices: namesOf(models.map(({ path }) => path)) })
  const [only] = models
  if (only === undefined) assertNoPart(folder)
  if (only?.isForSherpa === false) assertNoPart(folder, only.path)
  const config = only === undefined || only.isForSherpa ? null : configOf(only.path)
  return only === undefined || config === null ? null : { model: only.path, config, card: cardOf(only.path) }
}

/**
 * Throws `voice-part-missing` if a folder contains a model as Piper makes it, or the description of one, other than the files of the
 * voice `whole`.
 */
function assertNoPart(root: string, whole?: string): void {
  const own = whole === undefined ? [] : [whole, configOf(whole)]
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !own.includes(path))
    .toSorted()
  const model = paths.find((path) => /\.onnx$/i.test(path) && isOfPiper(path))
  // Beside a whole voice, a `config.json` may be a copy of its description.
  const isName = whole === undefined ? /\.json$/i : /\.onnx\.json$/i
  const config = paths.find((path) => isName.test(path) && readPiperConfig(path) !== null)
  if (model !== undefined) throw partMissing(model, undefined)
  if (config !== undefined) throw partMissing(undefined, config)
}

/** Whether a model has the inputs of Piper's and no description in itself, which those for sherpa-onnx have. */
function isOfPiper(model: string): boolean {
  const onnx = readOnnxFile(model)
  return onnx !== null && hasPiperInputs(onnx.inputs) && !readModelMetadata(model).has('model_type')
}

function partMissing(model: string | undefined, config: string | undefined): UserFacingError {
  const name = basename(model ?? config ?? '')
  const missing = model === undefined ? name.replace(/(\.onnx)?\.json$/i, '.onnx') : `${name}.json`
  return new UserFacingError('voice-part-missing', { name, missing })
}

/** The models in a folder and its subfolders: each model with a Piper configuration, or one model for each folder with a table of tokens. */
function modelsIn(root: string): { path: string; isForSherpa: boolean }[] {
  const folders = new Map<string, string[]>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const { parentPath, name } = entry
    if (entry.isFile()) folders.set(parentPath, [...(folders.get(parentPath) ?? []), name])
  }
  return [...folders].flatMap(([folder, names]) => {
    const models = names.filter((name) => /\.onnx$/i.test(name) && !isVocoder(name))
    const [first] = models
    if (first === undefined) return []
    if (names.includes(USUAL_NAMES.tokens)) return [{ path: join(folder, first), isForSherpa: true }]
    return models
      .map((name) => ({ path: join(folder, name), isForSherpa: false }))
      .filter(({ path }) => configOf(path) !== null)
  })
}

function configOf(model: string): string | null {
  return (
    fileNamed(`${model}.json`) ?? fileNamed(model.replace(/\.onnx$/i, '.json')) ?? onlyConfigBeside(model)
  )
}

/** The description of another name beside the only model of a folder, such as `config.json`; null if there are several or none. */
function onlyConfigBeside(model: string): string | null {
  const names = readdirSync(dirname(model))
  if (names.filter((name) => /\.onnx$/i.test(name)).length > 1) return null
  const configs = names
    .filter((name) => /\.json$/i.test(name) && !/\.onnx\.json$/i.test(name))
    .map((name) => join(dirname(model), name))
    .filter((path) => readPiperConfig(path) !== null)
  return configs.length === 1 ? (configs[0] ?? null) : null
}

function modelOf(config: string): string | null {
  const name = config.replace(/(\.onnx)?\.json$/i, '')
  return fileNamed(`${name}.onnx`)
}

/** The model card in a folder; null if there is none. */
export function cardIn(folder: string): string | null {
  return CARD_NAMES.map((name) => fileNamed(join(folder, name))).find((path) => path !== null) ?? null
}

/** The card beside a model, if it is about this voice: a folder may contain several voices. */
function cardOf(model: string): string | null {
  const card = cardIn(dirname(model))
  if (card === null) return null
  const isAlone = readdirSync(dirname(model)).filter((name) => /\.onnx$/i.test(name)).length === 1
  const heading = readFileSync(card, 'utf8').slice(0, 300).toLowerCase()
  const named = basename(model).toLowerCase().split(/[-.]/)
  return isAlone || heading.includes(named[1] ?? named[0] ?? '') ? card : null
}

/** The file at a path, whose name may be in other capitals; null if there is none. */
function fileNamed(path: string): string | null {
  if (isFile(path)) return path
  const name = basename(path).toLowerCase()
  const found = readdirSync(dirname(path)).find((each) => each.toLowerCase() === name)
  return found !== undefined && isFile(join(dirname(path), found)) ? join(dirname(path), found) : null
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Some file names, for a message. */
function namesOf(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).map((path) => basename(path))
  return [...shown, ...(paths.length > shown.length ? ['…'] : [])].join(', ')
}

/**
 * Prepares the files, which are in Fabula's own folder, for sherpa-onnx. Throws `voice-config-…` if the two files do not match,
 * `voice-archive-damaged` for a truncated model, and the errors of the disk.
 */
export async function makePiperModel(files: PiperFiles, most: number): Promise<void> {
  const { model, config: path } = files
  const folder = dirname(model)
  const config = readPiperConfig(path)
  if (config === null) throw new UserFacingError('voice-config-unknown', { name: basename(path) })
  if ((config.phoneme_type ?? 'espeak') !== 'espeak')
    throw new UserFacingError('voice-phonemes', {
      name: basename(model),
      phonemes: config.phoneme_type ?? '',
    })
  assertSpeakers(basename(model), config.num_speakers, most)
  assertFits(files, config)
  // Loaded only here: few writers add a voice, and eSpeak NG's code is large.
  const { writeEspeakData } = await import('../../lib/voices/espeakData.ts')
  const { voice } = config.espeak
  if (!(await writeEspeakData(join(folder, USUAL_NAMES.espeakData), voice)))
    throw new UserFacingError('voice-phonemes', { name: basename(model), phonemes: voice })
  writeFileSync(join(folder, USUAL_NAMES.tokens), tokensOf(config))
  const known = readModelMetadata(model)
  const metadata = {
    model_type: 'vits',
    comment: 'piper',
    language: config.language?.code ?? voice,
    voice,
    has_espeak: '1',
    n_speakers: String(config.num_speakers),
    sample_rate: String(config.audio.sample_rate),
  }
  addOnnxMetadata(model, new Map(Object.entries(metadata).filter(([key]) => !known.has(key))))
}

/** Throws `voice-too-many-speakers` if there are more speakers than a pack may have. */
export function assertSpeakers(name: string, count: number, most: number): void {
  if (count > most) throw new UserFacingError('voice-too-many-speakers', { name, count, most })
}

/** Throws if the model is truncated, or if it does not match the configuration. */
function assertFits(files: PiperFiles, config: PiperConfig): void {
  const onnx = readOnnxFile(files.model)
  if (onnx === null) throw new UserFacingError('voice-archive-damaged', { name: basename(files.model) })
  const speakers = onnx.sizes.get('emb_g.weight')?.[0]
  // The export adds a name `sid` to its inputs even for a model without speakers, so the next value, which is this table, gets that name.
  const [symbols] = onnx.sizes.get('enc_p.emb.weight') ?? onnx.sizes.get('sid') ?? []
  const largest = Object.values(config.phoneme_id_map).reduce(
    (most, ids) => Math.max(most, ...ids.slice(0, 8)),
    0,
  )
  const named = PUBLISHED_NAME.exec(basename(files.model))?.[1]
  const fits =
    hasPiperInputs(onnx.inputs) &&
    (named === undefined || config.language === undefined || config.language.code.split('_')[0] === named) &&
    onnx.inputs.has('sid') === config.num_speakers > 1 &&
    (speakers === undefined || speakers === config.num_speakers) &&
    (symbols === undefined || (symbols > largest && symbols === (config.num_symbols ?? symbols)))
  if (!fits) throw configOther(files)
}

/** Whether a model has the names of the graphs that Piper exports: piper_train/export_onnx.py, vits/models.py. */
function hasPiperInputs(inputs: ReadonlySet<string>): boolean {
  return ['input', 'input_lengths', 'scales'].every((name) => inputs.has(name))
}

/** How Piper's voices are published: `en_US-joe-medium.onnx`. */
const PUBLISHED_NAME = /^([a-z]{2,3})_[A-Z]{2}-.+-(?:x_low|low|medium|high)\.onnx$/

function configOther({ model, config }: Pick<PiperFiles, 'model' | 'config'>): UserFacingError {
  return new UserFacingError('voice-config-other', { name: basename(model), config: basename(config) })
}

/** The configuration in a file; null if it is not a Piper configuration. */
export function readPiperConfig(path: string): PiperConfig | null {
  try {
    if (statSync(path).size > MOST_CONFIG_BYTES) return null
    return (
      piperConfigSchema.safeParse(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))).data ?? null
    )
  } catch {
    return null
  }
}

/** A line for each phoneme with its number; sherpa-onnx reads phonemes of one character (piper-phonemize-lexicon.cc). */
function tokensOf({ phoneme_id_map }: PiperConfig): string {
  return Object.entries(phoneme_id_map)
    .filter(([phoneme, ids]) => Array.from(phoneme).length === 1 && !/[\r\n]/.test(phoneme) && ids.length > 0)
    .map(([phoneme, [id]]) => `${phoneme} ${id}\n`)
    .join('')
}

/** Licences that allow the sale of audio, or forbid it, by their usual names. */
const LICENCES: readonly (readonly [name: RegExp, url: string | null, allowsCommercialUse: boolean])[] = [
  [/^cc[ -]?0|^cc zero/i, 'https://creativecommons.org/publicdomain/zero/1.0/', true],
  [/^public domain/i, null, true],
  [/\bnc\b|non-?commercial/i, null, false],
  [/^cc[ -]by[ -]sa[ -]4/i, 'https://creativecommons.org/licenses/by-sa/4.0/', true],
  [/^cc[ -]by[ -]4/i, 'https://creativecommons.org/licenses/by/4.0/', true],
  [/^cc[ -]by\b(?!.*\bnd\b)/i, null, true],
  [/^apache/i, 'https://www.apache.org/licenses/LICENSE-2.0', true],
  [/^mit\b/i, null, true],
]

/**
 * The licence that the model card of a voice states. Whether audio may be sold is null if the card does not state it, and if the model was
 * trained further from the voice lessac, whose recordings are for research.
 */
export function licenceOfCard(path: string | null): VoicePack['licence'] {
  const card = path === null || statSync(path).size > MOST_CARD_BYTES ? '' : readFileSync(path, 'utf8')
  const stated =
    /^[ \t]*[*-]?[ \t]*\**(?:licen[cs]e|lizenz|licencia|licenza|licença|licentie|licens|licencja)\**[ \u00a0]?:\**[ \t]*(\S.*)$/im
      .exec(card)?.[1]
      ?.trim()
      .slice(0, 200)
  if (stated === undefined) return { name: 'not stated', url: null, allowsCommercialUse: null }
  const [, url = null, allows = null] = LICENCES.find(([name]) => name.test(stated)) ?? []
  const own = URL.parse(stated)
  const isBegunFromOther =
    /fine-?tuned from|trained (?:further )?from/i.test(card) && /\blessac\b/i.test(card)
  return {
    name: stated,
    url: own !== null && /^https?:$/.test(own.protocol) ? own.href : url,
    allowsCommercialUse: isBegunFromOther && allows === true ? null : allows,
  }
}
