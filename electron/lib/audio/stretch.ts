import { setImmediate } from 'node:timers/promises'
import { msToSamples, toFloats, toInt16, type Pcm, type Planes } from './pcm.ts'
import { createStretcher, STRETCH_BLOCK } from './rubberBand.ts'

/** One pass changes the length by this factor at most; several make up more. */
const PASS_RATIO = 4
/** Shorter sounds have no pitch that could be kept, and Rubber Band may lose them: they are resampled. */
const SHORTEST_MS = 20

/** Given at once, so that long audio does not take memory. */
const CHUNK = 1 << 15

/** Mono audio that is read from its beginning as often as that takes, in pieces of any length. */
export interface ReadableAudio {
  readonly sampleRate: number
  readonly sampleCount: number
  read(): AsyncIterable<Int16Array> | Iterable<Int16Array>
}

/**
 * Stretches or squeezes audio to exactly `targetSamples`, with the pitch it has. All of the audio is in the result, to its
 * last sound. Audio without samples becomes silence.
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

/** As `stretchToLength`, piece by piece, in constant memory. */
export function stretchPieces(audio: ReadableAudio, targetSamples: number) {
  return stretchPasses(audio, targetSamples, true)
}

/** `isStudied`: the audio is read twice. What another pass makes is not, since all passes before it would be made again. */
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

/** The first `count` samples; silence if there are fewer. */
async function* exactly(pieces: AsyncIterable<Int16Array>, count: number): AsyncGenerator<Int16Array> {
  let given = 0
  for await (const piece of pieces) {
    const fitting = piece.subarray(0, count - given)
    given += fitting.length
    if (fitting.length > 0) yield fitting
  }
  for (; given < count; given += CHUNK) yield new Int16Array(Math.min(CHUNK, count - given))
}

/** Straight lines between the samples, of which the result has `count`. */
async function* interpolated(
  { sampleCount, read }: ReadableAudio,
  count: number,
): AsyncGenerator<Int16Array> {
  const step = count > 1 ? (sampleCount - 1) / (count - 1) : 0
  /** The number of the piece's first sample, and the sample before it. */
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
 * Stretches `sampleCount` samples, in pieces of any length, to `ratio` times their length, with the pitch they have, in constant memory.
 * All that is asked for comes, and no sample more.
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

/** A minute of speech takes seconds, in which the process that asks must be able to do other things: it may after each block. */
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
