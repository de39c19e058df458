import { expect, test } from 'vitest'
import { createJoinedPieces } from '../../../../electron/lib/audio/pcm.ts'

test('the retained part of one piece comes before the next, whichever of them is longer', () => {
  const pieces = createJoinedPieces(2)
  expect([...pieces.join(Float32Array.of(1, 2, 3))]).toEqual([0, 0, 1, 2, 3])
  pieces.keepFrom(3)
  expect([...pieces.join(Float32Array.of(4))]).toEqual([2, 3, 4])
  pieces.keepFrom(0)
  expect([...pieces.join(Float32Array.of(5, 6, 7, 8))]).toEqual([2, 3, 4, 5, 6, 7, 8])
  pieces.keepFrom(7)
  expect([...pieces.join(new Float32Array(0))]).toEqual([])
})
