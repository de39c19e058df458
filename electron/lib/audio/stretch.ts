import { setImmediate } from 'node:timers/promises'
import type { Pcm } from './pcm.ts'
import { msToSamples, toInt16 } from './pcm.ts'
import { createStretcher, STRETCH_BLOCK } from './rubberBand.ts'

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
  const stretched = await stretchOnce(pcm, passSamples)
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
async function stretchOnce({ samples, sampleRate }: Pcm, targetSamples: number): Promise<Int16Array> {
  const output = new Int16Array(targetSamples)
  const sampleCount = samples.length
  const ratio = targetSamples / sampleCount
  const stretcher = await createStretcher({ sampleRate, channels: 1, sampleCount, ratio })
  const floats = new Float32Array(STRETCH_BLOCK)
  let written = 0

  async function feed(step: (block: Float32Array, isLast: boolean) => void): Promise<void> {
    for (let at = 0; at < sampleCount; at += STRETCH_BLOCK) {
      const count = Math.min(STRETCH_BLOCK, sampleCount - at)
      for (let i = 0; i < count; i++) floats[i] = (samples[at + i] ?? 0) / 32768
      step(floats.subarray(0, count), at + count === sampleCount)
      await setImmediate()
    }
  }

  try {
    await feed((block, isLast) => stretcher.study([block], isLast))
    await feed((block, isLast) => {
      for (const value of stretcher.process([block], isLast)[0])
        if (written < targetSamples) output[written++] = toInt16(value)
    })
  } finally {
    stretcher.close()
  }
  return output
}
