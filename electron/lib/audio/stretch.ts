import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type * as rubberBandWasm from 'rubberband-wasm'
import { msToSamples, toFloats, toInt16, type Pcm, type Planes } from './pcm.ts'

/** One pass changes the length by at most this factor; several passes are combined for more. */
const PASS_RATIO = 4
/** Shorter sounds have no audible pitch, and Rubber Band may lose them: they are resampled. */
const SHORTEST_MS = 20

/** Samples yielded at a time, so that long audio does not take memory. */
const CHUNK = 1 << 15

/** Mono audio that can be read from its start several times, in pieces of any length. */
export interface ReadableAudio {
  readonly sampleRate: number
  readonly sampleCount: number
  read(): AsyncIterable<Int16Array> | Iterable<Int16Array>
}

/**
 * Stretches or squeezes audio to exactly `targetSamples` without changing its pitch. The result contains all of the audio, to its last
 * sound. Audio without samples becomes silence.
 */
export async function stretchToLength(pcm: Pcm, targetSamples: number): Promise<Pcm> {
  const { samples, sampleRate } = pcm
  if (samples.length === targetSamples) return pcm
  const output = new Int16Array(targetSamples)
  let written = 0
  const audio = { sampleRate, sampleCount: samples.length, read: () => [samples] }
  for await (const piece of stretchPieces(audio, targetSamples)) {
    output.set(piece, written)
    written += piece.length
  }
  return { sampleRate, samples: output }
}

/** Like `stretchToLength`, piece by piece, in constant memory. */
export function stretchPieces(audio: ReadableAudio, targetSamples: number) {
  return stretchPasses(audio, targetSamples, true)
}

/** `isStudied`: the audio is read twice. The output of another pass is not, since all passes before it would run again. */
function stretchPasses(
  audio: ReadableAudio,
  targetSamples: number,
  isStudied: boolean,
): AsyncIterable<Int16Array> | Iterable<Int16Array> {
  const { sampleCount, sampleRate } = audio
  if (sampleCount === targetSamples) return audio.read()
  if (Math.min(sampleCount, targetSamples) < msToSamples(SHORTEST_MS, sampleRate))
    return exactly(interpolated(audio, targetSamples), targetSamples)
  const ratio = targetSamples / sampleCount
  const passRatio = Math.min(PASS_RATIO, Math.max(1 / PASS_RATIO, ratio))
  const passSamples = passRatio === ratio ? targetSamples : Math.round(sampleCount * passRatio)
  const read = () => exactly(stretchOnce(audio, passSamples, isStudied), passSamples)
  return stretchPasses({ sampleRate, sampleCount: passSamples, read }, targetSamples, false)
}

/** Exactly `count` samples; silence is added if there are fewer. */
async function* exactly(pieces: AsyncIterable<Int16Array>, count: number): AsyncGenerator<Int16Array> {
  let given = 0
  for await (const piece of pieces) {
    const fitting = piece.subarray(0, count - given)
    given += fitting.length
    if (fitting.length > 0) yield fitting
  }
  for (; given < count; given += CHUNK) yield new Int16Array(Math.min(CHUNK, count - given))
}

/** Interpolates linearly to `count` samples. */
async function* interpolated(
  { sampleCount, read }: ReadableAudio,
  count: number,
): AsyncGenerator<Int16Array> {
  const step = count > 1 ? (sampleCount - 1) / (count - 1) : 0
  /** The index of the piece's first sample, and the sample before it. */
  let [first, last] = [0, 0]
  let given = 0
  for await (const piece of read()) {
    const end = first + piece.length
    const at = (index: number) => (index < first ? last : (piece[index - first] ?? 0))
    const isKnown = (place: number) =>
      place < count && (end >= sampleCount || Math.floor(place * step) + 1 < end)
    while (isKnown(given)) {
      const output: number[] = []
      for (; isKnown(given) && output.length < CHUNK; given++) {
        const position = given * step
        const before = Math.floor(position)
        const here = at(before)
        const after = before + 1 < end ? at(before + 1) : here
        output.push(Math.round(here + (after - here) * (position - before)))
      }
      yield Int16Array.from(output)
    }
    first = end
    last = piece.at(-1) ?? last
  }
}

/**
 * Stretches `sampleCount` samples, in pieces of any length, to `ratio` times their length without changing their pitch, in constant memory.
 * Yields exactly the resulting number of samples.
 */
export async function* stretchedPlanes(
  pieces: AsyncIterable<Planes>,
  options: Parameters<typeof createStretcher>[0],
): AsyncGenerator<Planes> {
  const { sampleCount, ratio, channels } = options
  if (sampleCount === 0) return
  const targetSamples = Math.round(sampleCount * ratio)
  const stretcher = await createStretcher(options)
  let [taken, given] = [0, 0]
  try {
    for await (const [first, ...others] of pieces)
      for (let at = 0; at < first.length; at += STRETCH_BLOCK) {
        const block = (plane: Float32Array) => plane.subarray(at, at + STRETCH_BLOCK)
        taken += block(first).length
        const [ready, ...rest] = stretcher.process(
          [block(first), ...others.map(block)],
          taken === sampleCount,
        )
        const fitting = (plane: Float32Array) => plane.subarray(0, targetSamples - given)
        if (fitting(ready).length > 0) yield [fitting(ready), ...rest.map(fitting)]
        given += fitting(ready).length
        await setImmediate()
      }
  } finally {
    stretcher.close()
  }
  for (; given < targetSamples; given += CHUNK) {
    const silence = new Float32Array(Math.min(CHUNK, targetSamples - given))
    yield channels === 2 ? [silence, silence] : [silence]
  }
}

/** A minute of speech takes seconds, so other events may run after each block. */
async function* stretchOnce(
  { sampleCount, sampleRate, read }: ReadableAudio,
  targetSamples: number,
  isStudied: boolean,
): AsyncGenerator<Int16Array> {
  const ratio = targetSamples / sampleCount
  const stretcher = await createStretcher({ sampleRate, channels: 1, sampleCount, ratio })

  async function* blocks(): AsyncGenerator<readonly [block: Float32Array, isLast: boolean]> {
    let taken = 0
    for await (const piece of exactly(eachOf(read()), sampleCount))
      for (let at = 0; at < piece.length; at += STRETCH_BLOCK) {
        const block = toFloats(piece.subarray(at, at + STRETCH_BLOCK))
        taken += block.length
        yield [block, taken === sampleCount]
        await setImmediate()
      }
  }

  try {
    if (isStudied) for await (const [block, isLast] of blocks()) stretcher.study([block], isLast)
    for await (const [block, isLast] of blocks())
      yield Int16Array.from(stretcher.process([block], isLast)[0], toInt16)
  } finally {
    stretcher.close()
  }
}

async function* eachOf<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* items
}

// The Rubber Band library (https://breakfastquay.com/rubberband/) changes the length of audio without changing its pitch.

/** Loads the library. It must find its WebAssembly file beside it wherever this code is bundled, and its two builds differ in their exports. */
const require = createRequire(import.meta.url)

/** Node has it, but its types do not. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

/** The package's own type expects one option rather than a set of options. */
interface RubberBand extends Omit<rubberBandWasm.RubberBandInterface, 'rubberband_new'> {
  rubberband_new(
    rate: number,
    channels: number,
    options: number,
    timeRatio: number,
    pitchScale: number,
  ): number
}

let rubberBand: Promise<RubberBand> | undefined

function loadRubberBand(): Promise<RubberBand> {
  rubberBand ??= (async () => {
    // `require` gives no types; these are the package's own.
    const { RubberBandInterface } = require('rubberband-wasm') as typeof rubberBandWasm
    const wasm = await readFile(require.resolve('rubberband-wasm/dist/rubberband.wasm'))
    return RubberBandInterface.initialize(await WebAssembly.compile(wasm))
  })()
  return rubberBand
}

/**
 * Rubber Band's options: offline, precise lengths, no threads, and its finer engine, which positions sounds within 4 ms and keeps the
 * level; the faster engine was off by 13 ms and half a decibel.
 */
const OPTIONS = 0x10 | 0x10000 | 0x20000000
/** The number of samples passed to the library at a time: it takes some milliseconds. */
export const STRETCH_BLOCK = 1 << 10
/** The largest block for which the library is prepared. */
const LARGEST_BLOCK = 1 << 14
/** No messages: the library would print them on standard output. */
const SILENT = -1

/** Stretches audio in blocks of at most `STRETCH_BLOCK` samples, all with the same number of channels. */
interface Stretcher {
  /** Lets the library analyse a block before it is stretched. Call this for all of the audio, or for none. */
  study(block: Planes, isLast: boolean): void
  /** Takes the next block and returns the finished samples; after the last block, the rest. */
  process(block: Planes, isLast: boolean): Planes
  /** Releases the library's memory. */
  close(): void
}

/** Creates a stretcher of `sampleCount` samples to `ratio` times their length. */
async function createStretcher(options: {
  readonly sampleRate: number
  readonly channels: number
  readonly sampleCount: number
  readonly ratio: number
}): Promise<Stretcher> {
  const library = await loadRubberBand()
  const { channels, sampleCount } = options
  const state = library.rubberband_new(options.sampleRate, channels, OPTIONS, options.ratio, 1)
  library.rubberband_set_debug_level(state, SILENT)
  library.rubberband_set_expected_input_duration(state, sampleCount)
  library.rubberband_set_max_process_size(state, LARGEST_BLOCK)
  const blockBytes = STRETCH_BLOCK * Float32Array.BYTES_PER_ELEMENT
  const blocks = Array.from({ length: channels }, () => library.malloc(blockBytes))
  // The library takes a list of channels, each a list of samples.
  const list = library.malloc(channels * Uint32Array.BYTES_PER_ELEMENT)
  for (const [channel, block] of blocks.entries())
    library.memWritePtr(list + channel * Uint32Array.BYTES_PER_ELEMENT, block)

  function write(planes: Planes): void {
    for (const [channel, plane] of planes.entries()) library.memWrite(blocks[channel] ?? 0, plane)
  }

  function drain(): Planes {
    const drained: Float32Array[][] = blocks.map(() => [])
    for (;;) {
      const available = Math.min(library.rubberband_available(state), STRETCH_BLOCK)
      if (available <= 0) break
      const count = library.rubberband_retrieve(state, list, available)
      for (const [channel, block] of blocks.entries())
        drained[channel]?.push(library.memReadF32(block, count).slice())
    }
    const [first = new Float32Array(), ...rest] = drained.map(joined)
    return [first, ...rest]
  }

  return {
    study(block, isLast) {
      write(block)
      library.rubberband_study(state, list, block[0].length, isLast ? 1 : 0)
    },
    process(block, isLast) {
      write(block)
      library.rubberband_process(state, list, block[0].length, isLast ? 1 : 0)
      return drain()
    },
    close() {
      library.rubberband_delete(state)
      library.free(list)
      for (const block of blocks) library.free(block)
    },
  }
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
