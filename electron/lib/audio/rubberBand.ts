/**
 * The Rubber Band library (https://breakfastquay.com/rubberband/), which changes the length of audio and keeps its pitch.
 * It is loaded with `require` because it has to find its WebAssembly file beside it, wherever this code was bundled to, and
 * because its two builds differ in their exports.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as rubberBandWasm from 'rubberband-wasm'
import type { Planes } from './pcm.ts'

const require = createRequire(import.meta.url)

/** Node has it; its types do not. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

/** The package's own type takes a set of options for a single one. */
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
 * Rubber Band's option bits: offline, precise lengths, no threads, and its finer engine, which puts sounds within 4 ms of
 * where they belong and keeps the level; the faster one was 13 ms and half a decibel off.
 */
const OPTIONS = 0x10 | 0x10000 | 0x20000000
/** Samples given to the library at once: it takes some milliseconds over them. */
export const STRETCH_BLOCK = 1 << 10
/** How many samples the library is told to be ready for. */
const LARGEST_BLOCK = 1 << 14
/** No messages: the library would print them on standard output, which is not ours. */
const SILENT = -1

/** Stretches audio that comes in blocks of at most `STRETCH_BLOCK` samples, which are of one number of channels. */
export interface Stretcher {
  /** Lets the library look at a block before it is stretched. All of the audio is shown, or none of it. */
  study(block: Planes, isLast: boolean): void
  /** Takes the next block and returns what is ready; the last one gives the rest. */
  process(block: Planes, isLast: boolean): Planes
  /** Releases the library's memory. */
  close(): void
}

/** Starts to stretch `sampleCount` samples to `ratio` times their length. */
export async function createStretcher(options: {
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
