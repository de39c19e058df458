import type { Pcm } from '../../../../electron/lib/audio/pcm.ts'

/** Generated audio, to be encoded, decoded and measured. */
export const RATE = 22050

export function sine(hz: number, sampleCount: number, amplitude = 8000, sampleRate = RATE): Int16Array {
  return Int16Array.from(
    { length: sampleCount },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / sampleRate),
  )
}

/** A tone that rises from `fromHz` to `toHz`: it never repeats, so that shifts and gaps show. */
export function chirp(
  fromHz: number,
  toHz: number,
  sampleCount: number,
  amplitude = 8000,
  sampleRate = RATE,
): Int16Array {
  const samples = new Int16Array(sampleCount)
  const slope = (toHz - fromHz) / (sampleCount / sampleRate)
  for (let i = 0; i < sampleCount; i++) {
    const seconds = i / sampleRate
    samples[i] = amplitude * Math.sin(2 * Math.PI * (fromHz + (slope * seconds) / 2) * seconds)
  }
  return samples
}

/** Noise that is the same every time. */
export function noise(sampleCount: number, amplitude = 8000): Int16Array {
  let state = 1
  return Int16Array.from({ length: sampleCount }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return ((state >> 8) / 0x7fffff) * 2 * amplitude - amplitude
  })
}

export function silence(sampleCount: number): Int16Array {
  return new Int16Array(sampleCount)
}

export function pcm(samples: Int16Array, sampleRate = RATE): Pcm {
  return { sampleRate, samples }
}

/** The ratio of the signal to its difference from the other, in dB, after the best gain; encoders may change the level a little. */
export function signalToNoiseDb(signal: Int16Array, other: Int16Array): number {
  let product = 0
  let energy = 0
  let otherEnergy = 0
  for (let i = 0; i < signal.length; i++) {
    const value = signal[i] ?? 0
    const there = other[i] ?? 0
    product += value * there
    energy += value * value
    otherEnergy += there * there
  }
  const kept = (product * product) / energy
  return 10 * Math.log10(kept / Math.max(1e-9, otherEnergy - kept))
}

/** The position of the loudest sample. */
export function loudestAt(samples: Int16Array): number {
  let best = 0
  for (const [i, value] of samples.entries()) if (Math.abs(value) > Math.abs(samples[best] ?? 0)) best = i
  return best
}

/** Whether two pieces of audio, or two files, are the same; much faster than comparing them value by value. */
export function areEqual(a: Int16Array | Uint8Array, b: Int16Array | Uint8Array): boolean {
  const bytes = (data: ArrayBufferView) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return bytes(a).equals(bytes(b))
}
