/**
 * A natural voice for tests: a VITS model of some hundred bytes that sherpa-onnx really loads and speaks with. Its voice is a tone with
 * a fixed number of samples for each character, divided by the speed. It reads Latin letters without accents, and a few signs.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  VOICE_PACK_MANIFEST,
  VOICE_PACK_MODEL_FOLDER,
  type VoicePack,
} from '../../shared/voices/voicePacks.ts'

export interface SyntheticModelOptions {
  /** 1,000 by default: a sixteenth of a second. A very large number makes a model that is slow and needs much memory. */
  readonly samplesPerCharacter?: number
  /** In Hz; 16,000 by default. */
  readonly sampleRate?: number
  /** The tone, in Hz; 200 by default. */
  readonly frequency?: number
  /** Replaces the metadata of the model; null for a model without any. */
  readonly metadata?: Readonly<Record<string, string>> | null
}

export const SYNTHETIC_SAMPLES_PER_CHARACTER = 1_000
export const SYNTHETIC_RATE = 16_000

/** Writes the files of a model into a folder, which is made. */
export function writeSyntheticModel(folder: string, options: SyntheticModelOptions = {}): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'model.onnx'), syntheticModel(options))
  const characters = Array.from("abcdefghijklmnopqrstuvwxyz .,!?'")
  const lines = ['_ 0', ...characters.map((character, index) => `${character} ${index + 1}`)]
  writeFileSync(join(folder, 'tokens.txt'), `${lines.join('\n')}\n`)
}

/** The manifest of a pack with one speaker. */
export function syntheticManifest(changes: Partial<VoicePack> = {}): VoicePack {
  return {
    id: 'tone',
    name: 'Tone',
    family: 'vits',
    languages: ['en-us'],
    speakers: [
      {
        number: 0,
        id: 'main',
        name: 'Tone',
        gender: 'neutral',
        language: 'en-us',
        description: 'One clear tone',
      },
    ],
    licence: { name: 'CC0-1.0', url: null, allowsCommercialUse: true },
    author: 'The tests of Fabula',
    ...changes,
  }
}

/** Puts a whole pack into the app's folder of voices, and returns the pack's folder. */
export function writeSyntheticPack(
  voicesFolder: string,
  manifest: VoicePack = syntheticManifest(),
  model: SyntheticModelOptions = {},
): string {
  const folder = join(voicesFolder, manifest.id)
  writeSyntheticModel(join(folder, VOICE_PACK_MODEL_FOLDER), model)
  writeFileSync(join(folder, VOICE_PACK_MANIFEST), JSON.stringify(manifest))
  return folder
}

/** How long the model speaks a text, in milliseconds at speed 1. */
export function syntheticMs(text: string, options: SyntheticModelOptions = {}): number {
  const { samplesPerCharacter = SYNTHETIC_SAMPLES_PER_CHARACTER, sampleRate = SYNTHETIC_RATE } = options
  return (text.length * samplesPerCharacter * 1000) / sampleRate
}

export interface SyntheticPiperOptions extends SyntheticModelOptions {
  /** 1 by default. */
  readonly speakers?: number
  /** Values of the configuration that replace the true ones. */
  readonly config?: Readonly<Record<string, unknown>>
  readonly card?: string
}

/** Writes a Piper voice as it is published, as `stem`.onnx and `stem`.onnx.json, into a folder, which is made. Returns the model's path. */
export function writePiperVoice(folder: string, stem: string, options: SyntheticPiperOptions = {}): string {
  const { speakers = 1, sampleRate = SYNTHETIC_RATE, config = {}, card } = options
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${stem}.onnx`)
  writeFileSync(path, piperModel(options))
  const phonemes = Array.from("_^$ !',-.:;?abcdefhijklmnopqrstuvwxyzæðŋɐɑɒɔəɚɛɜɡɪɹɾʃʊʌʒʔˈˌːθᵻ")
  const stated = {
    audio: { sample_rate: sampleRate, quality: 'medium' },
    espeak: { voice: 'en-us' },
    phoneme_type: 'espeak',
    num_symbols: SYMBOLS,
    num_speakers: speakers,
    speaker_id_map:
      speakers === 1 ? {} : Object.fromEntries(Array.from({ length: speakers }, (_, id) => [`p${id}`, id])),
    phoneme_id_map: Object.fromEntries(phonemes.map((phoneme, id) => [phoneme, [id]])),
    language: { code: 'en_US' },
    dataset: 'tone',
    ...config,
  }
  writeFileSync(`${path}.json`, JSON.stringify(stated))
  if (card !== undefined) writeFileSync(join(folder, 'MODEL_CARD'), card)
  return path
}

const SYMBOLS = 256

/** A graph with the inputs and the constants that identify a Piper model. */
function piperModel(options: SyntheticPiperOptions): Buffer<ArrayBuffer> {
  const {
    speakers = 1,
    samplesPerCharacter = SYNTHETIC_SAMPLES_PER_CHARACTER,
    sampleRate = SYNTHETIC_RATE,
  } = options
  const graph = Buffer.concat([
    node('Shape', ['input'], 'shape'),
    node('Gather', ['shape', 'second'], 'characters'),
    node('Cast', ['characters'], 'count', attribute('to', FLOAT)),
    node('Gather', ['scales', 'second'], 'scale'),
    node('Mul', ['count', 'perCharacter'], 'unscaled'),
    node('Mul', ['unscaled', 'scale'], 'length'),
    node('Range', ['zero', 'length', 'one'], 'samples'),
    node('Mul', ['samples', 'step'], 'phases'),
    node('Sin', ['phases'], 'wave'),
    node('Mul', ['wave', 'loudness'], 'tone'),
    node('Unsqueeze', ['tone', 'outer'], 'output'),
    text(2, 'tone'),
    // The names are those of Piper's own export, which names the table of phonemes differently if there is one speaker.
    constant(speakers > 1 ? 'enc_p.emb.weight' : 'sid', FLOAT, [SYMBOLS, 1], Buffer.alloc(4 * SYMBOLS)),
    ...(speakers > 1 ? [constant('emb_g.weight', FLOAT, [speakers, 1], Buffer.alloc(4 * speakers))] : []),
    constant('second', INT64, [], int64(1)),
    constant('perCharacter', FLOAT, [], float(samplesPerCharacter)),
    constant('zero', FLOAT, [], float(0)),
    constant('one', FLOAT, [], float(1)),
    constant('step', FLOAT, [], float((2 * Math.PI * 200) / sampleRate)),
    constant('loudness', FLOAT, [], float(0.3)),
    constant('outer', INT64, [3], Buffer.concat([int64(0), int64(1), int64(2)])),
    message(11, value('input', INT64, ['N', 'T'])),
    message(11, value('input_lengths', INT64, ['N'])),
    message(11, value('scales', FLOAT, [3])),
    ...(speakers > 1 ? [message(11, value('sid', INT64, ['N']))] : []),
    message(12, value('output', FLOAT, [1, 1, 1, 'S'])),
  ])
  const operators = Buffer.concat([text(1, ''), number(2, 13)])
  return Buffer.concat([number(1, 8), text(2, 'fabula'), message(8, operators), message(7, graph)])
}

/** The bytes of the model: a graph of ONNX that counts characters and returns a tone of that length. */
export function syntheticModel(options: SyntheticModelOptions = {}): Buffer<ArrayBuffer> {
  const { samplesPerCharacter = SYNTHETIC_SAMPLES_PER_CHARACTER, sampleRate = SYNTHETIC_RATE } = options
  const step = (2 * Math.PI * (options.frequency ?? 200)) / sampleRate
  const graph = Buffer.concat([
    node('Shape', ['x'], 'shape'),
    node('Gather', ['shape', 'second'], 'characters'),
    node('Cast', ['characters'], 'count', attribute('to', FLOAT)),
    node('Squeeze', ['length_scale'], 'scale'),
    node('Mul', ['count', 'perCharacter'], 'unscaled'),
    node('Mul', ['unscaled', 'scale'], 'length'),
    node('Range', ['zero', 'length', 'one'], 'samples'),
    node('Mul', ['samples', 'step'], 'phases'),
    node('Sin', ['phases'], 'wave'),
    node('Mul', ['wave', 'loudness'], 'tone'),
    node('Unsqueeze', ['tone', 'outer'], 'y'),
    text(2, 'tone'),
    constant('second', INT64, [], int64(1)),
    constant('perCharacter', FLOAT, [], float(samplesPerCharacter)),
    constant('zero', FLOAT, [], float(0)),
    constant('one', FLOAT, [], float(1)),
    constant('step', FLOAT, [], float(step)),
    constant('loudness', FLOAT, [], float(0.3)),
    constant('outer', INT64, [2], Buffer.concat([int64(0), int64(1)])),
    message(11, value('x', INT64, ['N', 'T'])),
    message(11, value('x_length', INT64, ['N'])),
    message(11, value('noise_scale', FLOAT, [1])),
    message(11, value('length_scale', FLOAT, [1])),
    message(11, value('noise_scale_w', FLOAT, [1])),
    message(12, value('y', FLOAT, [1, 1, 'S'])),
  ])
  const operators = Buffer.concat([text(1, ''), number(2, 13)])
  return Buffer.concat([
    number(1, 8),
    text(2, 'fabula'),
    message(7, graph),
    message(8, operators),
    ...Object.entries(
      options.metadata === null ? {} : { ...METADATA, sample_rate: String(sampleRate), ...options.metadata },
    ).map(([key, content]) => message(14, Buffer.concat([text(1, key), text(2, content)]))),
  ])
}

/** The metadata that sherpa-onnx reads from a VITS model that takes characters. */
const METADATA: Readonly<Record<string, string>> = {
  model_type: 'vits',
  comment: 'ljspeech',
  language: 'English',
  frontend: 'characters',
  add_blank: '0',
  n_speakers: '1',
  blank_id: '0',
  bos_id: '0',
  eos_id: '0',
  use_eos_bos: '0',
  pad_id: '0',
  punctuation: '. , ! ?',
}

// The types of ONNX (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto), and the encoding of Protocol Buffers.
const [FLOAT, INT64] = [1, 7]

function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes = Buffer.alloc(0),
): Buffer<ArrayBuffer> {
  const parts = [...inputs.map((input) => text(1, input)), text(2, output), text(4, operator), attributes]
  return message(1, Buffer.concat(parts))
}

function attribute(name: string, content: number): Buffer<ArrayBuffer> {
  return message(5, Buffer.concat([text(1, name), number(3, content), number(20, 2)]))
}

function constant(
  name: string,
  type: number,
  sizes: readonly number[],
  content: Buffer<ArrayBuffer>,
): Buffer<ArrayBuffer> {
  const parts = [...sizes.map((size) => number(1, size)), number(2, type), text(8, name), message(9, content)]
  return message(5, Buffer.concat(parts))
}

function value(name: string, type: number, sizes: readonly (number | string)[]): Buffer<ArrayBuffer> {
  const dimensions = sizes.map((size) =>
    message(1, typeof size === 'string' ? text(2, size) : number(1, size)),
  )
  const tensor = Buffer.concat([number(1, type), message(2, Buffer.concat(dimensions))])
  return Buffer.concat([text(1, name), message(2, message(1, tensor))])
}

function varint(content: number): Buffer<ArrayBuffer> {
  const bytes: number[] = []
  let rest = content
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.from(bytes)
}

function number(field: number, content: number): Buffer<ArrayBuffer> {
  return Buffer.concat([varint(field * 8), varint(content)])
}

function message(field: number, content: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content])
}

function text(field: number, content: string): Buffer<ArrayBuffer> {
  return message(field, Buffer.from(content))
}

function float(content: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(content)
  return bytes
}

function int64(content: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(content))
  return bytes
}
