import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type { RubberBandInterface } from 'rubberband-wasm'
import type { Pcm } from './pcm.ts'
import { msToSamples, toInt16 } from './pcm.ts'

/**
 * Changes the length of speech and keeps its pitch, with the Rubber Band library (https://breakfastquay.com/rubberband/).
 * It is loaded with `require` because it has to find its WebAssembly file beside it, wherever this code was bundled to, and
 * because its two builds differ in their exports.
 */
const require = createRequire(import.meta.url)

/** Node has it; its types do not. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

/** The package's own type takes a set of options for a single one. */
interface RubberBand extends Omit<RubberBandInterface, 'rubberband_new'> {
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
    const { RubberBandInterface } = require('rubberband-wasm') as typeof import('rubberband-wasm')
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
/** Samples given to the library at once, and how many it is told to be ready for. */
const BLOCK = 1 << 10
const LARGEST_BLOCK = 1 << 14
/** No messages: the library would print them on standard output, which is not ours. */
const SILENT = -1
/** One pass changes the length by this factor at most; several make up more. */
const PASS_RATIO = 4
/** Shorter sounds have no pitch that could be kept, and Rubber Band may lose them: they are resampled. */
const SHORTEST_MS = 20

/**
 * Stretches or squeezes audio to exactly `targetSamples`, with the pitch it has. All of the audio is in the result, to its
 * last sound. Audio without samples becomes silence.
 */
export async function stretchToLength(pcm: Pcm, targetSamples: number): Promise<Pcm> {
  const { samples, sampleRate } = pcm
  if (samples.length === targetSamples) return pcm
  if (Math.min(samples.length, targetSamples) < msToSamples(SHORTEST_MS, sampleRate)) {
    return { sampleRate, samples: resample(samples, targetSamples) }
  }
  const ratio = targetSamples / samples.length
  const passRatio = Math.min(PASS_RATIO, Math.max(1 / PASS_RATIO, ratio))
  const passSamples = passRatio === ratio ? targetSamples : Math.round(samples.length * passRatio)
  const stretched = await runRubberBand(await loadRubberBand(), pcm, passSamples)
  return stretchToLength({ sampleRate, samples: stretched }, targetSamples)
}

function resample(samples: Int16Array, targetSamples: number): Int16Array {
  const step = targetSamples > 1 ? (samples.length - 1) / (targetSamples - 1) : 0
  return Int16Array.from({ length: targetSamples }, (_, i) => {
    const position = i * step
    const before = Math.floor(position)
    const here = samples[before] ?? 0
    return Math.round(here + ((samples[before + 1] ?? here) - here) * (position - before))
  })
}

/** A minute of speech takes seconds, in which the process that asks must be able to do other things: it may after each block. */
async function runRubberBand(
  library: RubberBand,
  { samples, sampleRate }: Pcm,
  targetSamples: number,
): Promise<Int16Array> {
  const output = new Int16Array(targetSamples)
  const state = library.rubberband_new(sampleRate, 1, OPTIONS, targetSamples / samples.length, 1)
  const block = library.malloc(BLOCK * Float32Array.BYTES_PER_ELEMENT)
  // The library takes a list of channels, each a list of samples; ours has one.
  const channels = library.malloc(Uint32Array.BYTES_PER_ELEMENT)
  library.memWritePtr(channels, block)
  const floats = new Float32Array(BLOCK)
  let written = 0

  async function feed(step: (count: number, isLast: number) => void): Promise<void> {
    for (let at = 0; at < samples.length; at += BLOCK) {
      const count = Math.min(BLOCK, samples.length - at)
      for (let i = 0; i < count; i++) floats[i] = (samples[at + i] ?? 0) / 32768
      library.memWrite(block, floats.subarray(0, count))
      step(count, at + count === samples.length ? 1 : 0)
      await setImmediate()
    }
  }

  function drain(): void {
    for (;;) {
      const available = Math.min(library.rubberband_available(state), BLOCK)
      if (available <= 0) return
      const count = library.rubberband_retrieve(state, channels, available)
      for (const value of library.memReadF32(block, count)) {
        if (written < targetSamples) output[written++] = toInt16(value)
      }
    }
  }

  try {
    library.rubberband_set_debug_level(state, SILENT)
    library.rubberband_set_expected_input_duration(state, samples.length)
    library.rubberband_set_max_process_size(state, LARGEST_BLOCK)
    await feed((count, isLast) => library.rubberband_study(state, channels, count, isLast))
    await feed((count, isLast) => {
      library.rubberband_process(state, channels, count, isLast)
      drain()
    })
  } finally {
    library.rubberband_delete(state)
    library.free(channels)
    library.free(block)
  }
  return output
}
