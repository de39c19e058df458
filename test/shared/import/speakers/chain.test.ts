import { expect, it } from 'vitest'
import { probabilities } from '../../../../shared/import/speakers/chain.ts'

const moves = { stays: -2, answers: 2, joins: 0 }
const turn = (...scores: number[]) => ({ candidates: [1, 2, 3], scores, moves })

it('a known turn determines the turns before and after it, which alternate between the speakers', () => {
  const found = probabilities([
    turn(0, 0, 0),
    turn(0, 0, 0),
    turn(5, 0, -5),
    turn(0, 5, -5),
    turn(0, 0, 0),
    turn(0, 0, 0),
  ])
  const speakers = found.map((own) => own.indexOf(Math.max(...own)) + 1)
  expect(speakers).toEqual([1, 2, 1, 2, 1, 2])
})

it('certainty decreases with the distance from a known turn', () => {
  const found = probabilities([turn(5, 0, -5), turn(0, 5, -5), turn(0, 0, 0), turn(0, 0, 0), turn(0, 0, 0)])
  expect(found[2]?.[0]).toBeGreaterThan(found[4]?.[0] ?? 1)
})

it('the probabilities of each turn add up to 1, even if scores are extreme and candidates change', () => {
  const found = probabilities([
    { candidates: [1], scores: [300], moves },
    { candidates: [4, 5], scores: [-300, -300], moves },
    turn(300, 300, -300),
  ])
  for (const own of found) expect(own.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1)
  expect(probabilities([])).toEqual([])
})
