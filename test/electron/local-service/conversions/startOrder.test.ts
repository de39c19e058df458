import { describe, expect, it } from 'vitest'
import { chooseNext, MOST_OVERTAKING } from '../../../../electron/local-service/conversions/conversions.ts'

const waitingFor = (...lengths: number[]) =>
  lengths.map((characters, index) => ({ uuid: String(index), characters }))

describe('the order in which conversions start', () => {
  it('is by length, and by arrival among equals', () => {
    expect(chooseNext(waitingFor(280_000, 500, 40, 40), [], 0)).toBe(2)
    expect(chooseNext([], [], 0)).toBeNull()
  })

  it('delays a conversion as long as four under way, but not one that is far shorter', () => {
    const documents = [280_000, 280_000, 280_000, 280_000]
    expect(chooseNext(waitingFor(280_000), documents, 0)).toBeNull()
    expect(chooseNext(waitingFor(280_000), documents.slice(1), 0)).toBe(0)
    expect(chooseNext(waitingFor(280_000, 60), documents, 0)).toBe(1)
    expect(chooseNext(waitingFor(280_000, 60), [...documents, 60, 60, 60, 60], 0)).toBeNull()
  })

  it('starts a long one after some others, as soon as there is room for it', () => {
    const waiting = waitingFor(280_000, 60)
    expect(chooseNext(waiting, [60, 60, 60], MOST_OVERTAKING - 1)).toBe(1)
    expect(chooseNext(waiting, [60, 60, 60], MOST_OVERTAKING)).toBe(0)
    expect(chooseNext(waiting, [60, 60, 60, 280_000], MOST_OVERTAKING)).toBe(1)
  })
})
