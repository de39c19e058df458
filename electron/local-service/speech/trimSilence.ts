/** Levels of speech: where it begins and ends, and how loud it may be. */

/** Quieter than this (−50 dBFS after gain) counts as the engine's own silence. */
const SILENCE_LEVEL = 100

/** From here (−5 dBFS) peaks are rounded off, and none passes the ceiling (−2 dBFS: MP3 adds a little of its own). */
const KNEE = 0.55 * 32768
const CEILING = 0.8 * 32768

/** The part between the first and the last sound; empty if all is silence. `gain` is what will be applied later. */
export function trimSilence<Buffer extends ArrayBufferLike>(
  samples: Int16Array<Buffer>,
  gain: number,
): Int16Array<Buffer> {
  const level = SILENCE_LEVEL / gain
  let start = 0
  let end = samples.length
  while (start < end && Math.abs(samples[start] ?? 0) < level) start++
  while (end > start && Math.abs(samples[end - 1] ?? 0) < level) end--
  return samples.subarray(start, end)
}

/** Where the first sound of audio begins and the last one ends, in samples; twice the same place where all is silence. */
export async function findSound(
  pieces: AsyncIterable<Int16Array> | Iterable<Int16Array>,
  gain: number,
): Promise<readonly [start: number, end: number]> {
  let [start, end, position] = [-1, 0, 0]
  for await (const piece of pieces) {
    const heard = trimSilence(piece, gain)
    if (heard.length > 0) {
      const from = position + (heard.byteOffset - piece.byteOffset) / piece.BYTES_PER_ELEMENT
      if (start < 0) start = from
      end = from + heard.length
    }
    position += piece.length
  }
  return start < 0 ? [0, 0] : [start, end]
}

/** Multiplies in place; peaks are bent below the ceiling instead of being cut off. */
export function applyGain(samples: Int16Array, gain: number): void {
  const curve = curveOf(gain)
  const places = new Uint16Array(samples.buffer, samples.byteOffset, samples.length)
  for (let index = 0; index < samples.length; index++)
    samples[index] = curve[places[index] as number] as number
}

let lastCurve = { gain: 0, values: new Int16Array(0) }

/** What each of the 65,536 values of a sample becomes, at its bits read as a number without a sign. Speech of one voice has one gain. */
function curveOf(gain: number): Int16Array {
  if (lastCurve.gain === gain) return lastCurve.values
  const values = Int16Array.from({ length: 1 << 16 }, (_, place) => bend(((place << 16) >> 16) * gain))
  lastCurve = { gain, values }
  return values
}

function bend(value: number): number {
  const excess = Math.abs(value) - KNEE
  return Math.round(
    excess <= 0 ? value : Math.sign(value) * (KNEE + (CEILING - KNEE) * Math.tanh(excess / (CEILING - KNEE))),
  )
}
