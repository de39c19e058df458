import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withRecords, type RecordMap } from '../../../shared/story/story.ts'
import type { RecordId, StoryRecord } from '../../../shared/story/records.ts'
import { storyOfBlocks } from './randomStories.ts'

const STORY = storyOfBlocks(8)
const IDS = [...STORY.records.keys()]
const [SOME] = [...STORY.records.values()].filter(({ type }) => type === 'block')

/** A record with an id, different for each turn. */
function recordOf(id: RecordId, turn: number): StoryRecord {
  return { ...SOME, id, text: `Text ${turn}.` } as StoryRecord // the map reads only the id
}

const step = fc.record({
  puts: fc.uniqueArray(fc.constantFrom(...IDS, 'block-new' as RecordId), { maxLength: 3 }),
  removed: fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 1 }),
  /** Most changes are letters, which remove nothing. */
  removes: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
})

test('records equal those of a plain map after many changes, and earlier maps stay unchanged', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const plain = new Map(STORY.records)
      let records: RecordMap = STORY.records
      steps.forEach(({ puts, removed, removes }, turn) => {
        const gone = removes ? removed.filter((id) => plain.has(id) && !puts.includes(id)) : []
        const put = puts.map((id) => recordOf(id, turn))
        for (const id of gone) plain.delete(id)
        for (const record of put) plain.set(record.id, record)
        const before = records
        const contentBefore = [...before]
        records = withRecords(before, put, gone)
        expect([...before]).toEqual(contentBefore)
      })
      expect([...records]).toEqual([...plain])
      expect([...records.entries()]).toEqual([...plain])
      expect([...records.keys()]).toEqual([...plain.keys()])
      expect([...records.values()]).toEqual([...plain.values()])
      expect(records.size).toBe(plain.size)
      const each: unknown[] = []
      records.forEach((record, id) => each.push([id, record]))
      expect(each).toEqual([...plain])
      for (const id of IDS) expect([records.has(id), records.get(id)]).toEqual([plain.has(id), plain.get(id)])
    }),
    { numRuns: 40 },
  )
})
