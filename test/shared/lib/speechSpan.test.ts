import { describe, expect, test } from 'vitest'
import { levelDb, speechSpan } from '../../../shared/lib/speechSpan.ts'

const RATE = 48_000

/** Seconds of a tone of this amplitude, one after the other. */
function sound(...parts: readonly (readonly [seconds: number, amplitude: number])[]): Float32Array {
  return Float32Array.from(
    parts.flatMap(([seconds, amplitude]) =>
      Array.from(
        { length: seconds * RATE },
        (_, at) => amplitude * Math.sin((2 * Math.PI * 440 * at) / RATE),
      ),
    ),
  )
}

describe('the speech in a recording', () => {
  test('lies between the silence at both ends, with a short margin', () => {
    const span = speechSpan(sound([1, 0.0005], [2, 0.3], [0.5, 0], [1, 0.2], [3, 0.0005]), RATE)
    expect((span?.start ?? 0) / RATE).toBeCloseTo(0.92, 2)
    expect((span?.end ?? 0) / RATE).toBeCloseTo(4.65, 2)
  })

  test('is the whole recording if there is no silence', () => {
    expect(speechSpan(sound([1, 0.3]), RATE)).toEqual({ start: 0, end: RATE })
  })

  test('is null in a recording that is empty, silent or nearly silent', () => {
    expect(speechSpan(new Float32Array(RATE), RATE)).toBeNull()
    expect(speechSpan(sound([1, 0.0005]), RATE)).toBeNull()
    expect(speechSpan(new Float32Array(), RATE)).toBeNull()
  })
})

test('the level of a full tone is −3 dB', () => {
  expect(levelDb(sound([1, 1]))).toBeCloseTo(-3.01, 1)
})
