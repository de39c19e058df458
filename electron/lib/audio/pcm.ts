/** One channel of 16-bit audio in memory. */
export interface Pcm {
  /** Samples per second. */
  readonly sampleRate: number
  readonly samples: Int16Array
}

/** A length in milliseconds as the nearest number of samples. */
export function msToSamples(ms: number, sampleRate: number): number {
  return Math.round((ms * sampleRate) / 1000)
}

/** The exact length of `n` samples in milliseconds, which may be a fraction. */
export function samplesToMs(n: number, sampleRate: number): number {
  return (n * 1000) / sampleRate
}

/**
 * Fades the first and the last `ms` milliseconds in place, so that audio can be joined without a click. Audio shorter than both fades is
 * faded to its middle. The first and last sample become 0. `part` states which part of longer audio the samples are.
 */
export function fadeEdges(
  samples: Int16Array,
  sampleRate: number,
  ms: number,
  part = { offset: 0, length: samples.length },
): void {
  const fade = Math.min(msToSamples(ms, sampleRate), Math.ceil(part.length / 2))
  for (let i = 0; i < fade; i++) {
    // A raised cosine has no corner at either end; a straight line would have two.
    const gain = (1 - Math.cos((Math.PI * i) / fade)) / 2
    for (const place of new Set([i, part.length - 1 - i])) {
      const at = place - part.offset
      if (at >= 0 && at < samples.length) samples[at] = Math.round((samples[at] ?? 0) * gain)
    }
  }
}

/** A sample of −1…1 as 16 bits, clipped. */
export function toInt16(value: number): number {
  const scaled = Math.round(value * 32768)
  return scaled > 32767 ? 32767 : scaled < -32768 ? -32768 : scaled
}

/** 16-bit samples as −1…1. */
export function toFloats(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length)
  for (let i = 0; i < samples.length; i++) floats[i] = (samples[i] as number) / 32768
  return floats
}

/** Joins pieces of audio with the same sample rate. */
export function concatSamples(pieces: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  const joined = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

/** A piece of audio with a list of samples (−1…1) for each channel: one, or left and right. All have the same length. */
export type Planes = readonly [Float32Array, ...Float32Array[]]

/** Mono as 16 bits: the mean of the channels. */
export function planesToMono(planes: Planes): Int16Array<ArrayBuffer> {
  const [first, second] = planes
  const mono = new Int16Array(first.length)
  // Loops over indexes are ten times as fast as callbacks.
  if (second === undefined) for (let i = 0; i < mono.length; i++) mono[i] = toInt16(first[i] as number)
  else
    for (let i = 0; i < mono.length; i++)
      mono[i] = toInt16(((first[i] as number) + (second[i] as number)) / 2)
  return mono
}

/** The audio with another number of channels: stereo becomes its mean, and mono is repeated on both sides. */
export function withChannels(planes: Planes, channels: 1 | 2): Planes {
  const [first, second] = planes
  if (channels === 2) return second === undefined ? [first, first] : planes
  return second === undefined ? planes : [first.map((value, i) => (value + (second[i] ?? 0)) / 2)]
}

/**
 * Joins samples that arrive in pieces, where the end of each piece is needed with the next. The memory is reused: large short-lived arrays
 * would keep the garbage collector busy.
 */
interface JoinedPieces {
  /** The kept samples, followed by the piece. The array is valid until the next call. */
  join(piece: Float32Array): Float32Array
  /** Keeps the samples of the last `join` from an index on. */
  keepFrom(index: number): void
}

/** Starts with this number of samples of silence. */
export function createJoinedPieces(silence: number): JoinedPieces {
  let memory = new Float32Array(silence)
  let [kept, length] = [silence, silence]

  return {
    join(piece) {
      length = kept + piece.length
      if (length > memory.length) {
        const larger = new Float32Array(length)
        larger.set(memory.subarray(0, kept))
        memory = larger
      }
      memory.set(piece, kept)
      return memory.subarray(0, length)
    },
    keepFrom(index) {
      memory.copyWithin(0, index, length)
      kept = length - Math.min(index, length)
    },
  }
}
