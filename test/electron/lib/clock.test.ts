import { expect, test } from 'vitest'
import { hasPassed } from '../../../electron/lib/clock.ts'

test.each([
  [999, false],
  [1_000, true],
  [86_400_000, true],
  [0, false],
  [-1, true], // the clock was set back
  [-86_400_000, true],
])('a second has passed after %i ms: %s', (laterMs, isPassed) => {
  expect(hasPassed(1_000, 5_000, 5_000 + laterMs)).toBe(isPassed)
})

test('any time has passed since an event that never happened', () => {
  expect(hasPassed(1_000, -Infinity, 0)).toBe(true)
})
