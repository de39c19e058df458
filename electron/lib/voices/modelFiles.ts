/**
 * Finds the files of a model that its family needs. Models for sherpa-onnx are folders of files with common names
 * (https://k2-fsa.github.io/sherpa/onnx/tts/pretrained_models/index.html). A table defines what each family needs.
 */
import { readdirSync, readFileSync, statSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FAMILIES, type ModelFamily } from '../../../shared/voices/voicePacks.ts'
import { readModelMetadata, type ModelMetadata } from './onnxFile.ts'

/** Paths of the files that a model has. */
export interface ModelFiles {
  readonly model: string
  readonly tokens: string
  /** The vocoder of a Matcha model, which turns its output into sound. */
  readonly vocoder: string | null
  /** The speakers of a Kokoro or Kitten model. */
  readonly voices: string | null
  /** The folder of eSpeak NG's pronunciation rules. */
  readonly espeakData: string | null
  /** Words with their pronunciations, one file per language. */
  readonly lexicons: readonly string[]
  /** Rules that spell out numbers and dates. */
  readonly rules: readonly string[]
}

type PartOfModel = 'model' | 'tokens' | 'vocoder' | 'voices' | 'espeakData'

interface Family {
  /** The values of `model_type` in its models' metadata. */
  readonly modelTypes: readonly string[]
  readonly needs: readonly PartOfModel[]
}

const FAMILIES: Readonly<Record<ModelFamily, Family>> = {
  vits: { modelTypes: ['vits', 'melo-vits'], needs: ['model', 'tokens'] },
  matcha: { modelTypes: ['matcha-tts'], needs: ['model', 'tokens', 'vocoder'] },
  kokoro: { modelTypes: ['kokoro', 'kokoro-2'], needs: ['model', 'tokens', 'voices', 'espeakData'] },
  kitten: { modelTypes: ['kitten-tts'], needs: ['model', 'tokens', 'voices', 'espeakData'] },
}

/** The names of the parts, for messages about missing ones. */
export const USUAL_NAMES: Readonly<Record<PartOfModel, string>> = {
  model: 'model.onnx',
  tokens: 'tokens.txt',
  vocoder: 'vocos-22khz-univ.onnx',
  voices: 'voices.bin',
  espeakData: 'espeak-ng-data',
}

export type FoundModel =
  | {
      readonly kind: 'complete'
      readonly family: ModelFamily
      readonly files: ModelFiles
      /** From the metadata; 1 if they do not state it. */
      readonly speakerCount: number
      /** The tag or the name of the language in the metadata; null if they do not state it. */
      readonly language: string | null
      /** The publisher's names of the speakers, by number, as far as the metadata state them. */
      readonly speakerNames: ReadonlyMap<number, string>
      /** Whether the model has the metadata that sherpa-onnx needs to load it. */
      readonly hasMetadata: boolean
      /** Whether the file of speakers or of tokens is truncated. */
      readonly isCut: boolean
    }
  /** `missing`: the common names of the required files that the folder lacks. */
  | { readonly kind: 'incomplete'; readonly family: ModelFamily; readonly missing: readonly string[] }
  /** The folder contains no model, or one of an unsupported family. */
  | { readonly kind: 'unknown' }

/** Detects the model in a folder, without subfolders. Throws the errors of the disk. */
export function detectModel(folder: string): FoundModel {
  const entries = readdirSync(folder, { withFileTypes: true })
  const parts = partsOf(folder, entries)
  const metadata: ModelMetadata = parts.model === null ? new Map() : readModelMetadata(parts.model)
  const family = familyOf(metadata.get('model_type'), parts)
  if (family === null) return { kind: 'unknown' }
  const { model, tokens, ...rest } = parts
  // sherpa-onnx ends its process if a model of Piper has no data of eSpeak NG.
  const isOfPiper = metadata.get('comment') === 'piper'
  const needs: readonly PartOfModel[] = [
    ...FAMILIES[family].needs,
    ...(isOfPiper ? ['espeakData' as const] : []),
  ]
  const missing = [...new Set(needs)].filter((part) => parts[part] === null)
  if (model === null || tokens === null || missing.length > 0) {
    return { kind: 'incomplete', family, missing: missing.map((part) => USUAL_NAMES[part]) }
  }
  const speakerCount = Math.max(1, Number(metadata.get('n_speakers') ?? 1) || 1)
  return {
    kind: 'complete',
    family,
    files: { model, tokens, ...rest },
    speakerCount,
    hasMetadata: metadata.has('sample_rate'),
    isCut:
      (parts.voices !== null && statSync(parts.voices).size < styleBytes(metadata) * speakerCount) ||
      areTokensCut(tokens),
    language: metadata.get('voice') ?? metadata.get('language') ?? null,
    speakerNames: speakerNamesOf(metadata),
  }
}

/** Fewer tokens than an alphabet has are the beginning of a list: a model would never end to speak with them. */
const FEWEST_TOKENS = 16

/** Whether a list of tokens, a line with a number for each, ends too early. */
function areTokensCut(path: string): boolean {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.length < FEWEST_TOKENS || !/\s\d+\r?$/.test(lines.at(-1) ?? '')
}

/** The number of bytes per speaker in the file of speakers, which contains 32-bit numbers; 0 if the metadata do not state it. */
function styleBytes(metadata: ModelMetadata): number {
  const sizes = (metadata.get('style_dim') ?? '0').split(',').map(Number)
  const bytes = sizes.reduce((product, size) => product * size, 4)
  return Number.isSafeInteger(bytes) ? bytes : 0
}

/**
 * The speakers' names. `speaker2id` is `af_alloy->0,af_bella->1`, `speaker_names` the same names in order
 * (https://github.com/k2-fsa/sherpa-onnx/blob/master/scripts/kokoro/v1.0/add_meta_data.py).
 */
function speakerNamesOf(metadata: ModelMetadata): ReadonlyMap<number, string> {
  const parts = (key: string) => (metadata.get(key) ?? '').split(',').map((part) => part.trim())
  const byId = parts('speaker2id').flatMap((part) => {
    const [, name, number] = /^(.+?)\s*(?:->|[:=])\s*(\d+)$/.exec(part) ?? []
    return name === undefined ? [] : [[Number(number), name] as const]
  })
  const inOrder = parts('speaker_names').map((name, number) => [number, name] as const)
  return new Map(
    [...inOrder, ...byId].filter(([, name]) => name !== '').map(([number, name]) => [number, name]),
  )
}

type FoundParts = Omit<ModelFiles, 'model' | 'tokens'> & {
  readonly model: string | null
  readonly tokens: string | null
}

function partsOf(folder: string, entries: readonly Dirent[]): FoundParts {
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
  const path = (name: string | undefined) => (name === undefined ? null : join(folder, name))
  const paths = (pattern: RegExp) =>
    names.filter((name) => pattern.test(name)).map((name) => join(folder, name))
  const models = names.filter((name) => /\.onnx$/i.test(name) && !isVocoder(name))
  const data = entries.find((entry) => entry.isDirectory() && entry.name === USUAL_NAMES.espeakData)
  return {
    // Several networks that work together belong to another kind of family, with other names.
    model: path(models.length === 1 ? models[0] : models.find((name) => /^model\b/.test(name))),
    tokens: path(names.find((name) => name === USUAL_NAMES.tokens)),
    vocoder: path(names.find(isVocoder)),
    voices: path(names.find((name) => name === USUAL_NAMES.voices)),
    espeakData: path(data?.name),
    lexicons: paths(/^lexicon.*\.txt$/),
    rules: paths(/\.fst$/),
  }
}

/** Whether a file is the vocoder of a Matcha model, and not a model itself. */
export function isVocoder(name: string): boolean {
  return /^(vocos|hifigan|vocoder).*\.onnx$/i.test(name)
}

/** The family by the metadata; otherwise by files that only one family has. */
function familyOf(modelType: string | undefined, parts: FoundParts): ModelFamily | null {
  if (modelType !== undefined) {
    return MODEL_FAMILIES.find((family) => FAMILIES[family].modelTypes.includes(modelType)) ?? null
  }
  if (parts.model === null) return null
  if (parts.vocoder !== null) return 'matcha'
  if (parts.voices !== null) return /kitten/i.test(parts.model) ? 'kitten' : 'kokoro'
  return parts.tokens === null ? null : 'vits'
}
