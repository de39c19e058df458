import { describe, expect, it } from 'vitest'
import {
  APPLICATION_ID,
  FORMAT_VERSION,
  HEADER_LENGTH,
  judgeHeader,
} from '../../../shared/project-file/format.ts'
import { parseStoredRecords, upgradeRecords } from '../../../shared/project-file/storedRecords.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../../shared/story/records.ts'

function header(change: (view: DataView) => void = () => undefined): Uint8Array {
  const bytes = new Uint8Array(HEADER_LENGTH)
  bytes.set(new TextEncoder().encode('SQLite format 3\0'))
  bytes.set([1, 1], 18)
  const view = new DataView(bytes.buffer)
  view.setUint32(60, FORMAT_VERSION)
  view.setUint32(68, APPLICATION_ID)
  change(view)
  return bytes
}

describe('the header of a project file', () => {
  it.each([
    ['a file of this version', header(), { kind: 'fabula', version: FORMAT_VERSION }],
    ['a newer one', header((view) => view.setInt32(60, 9)), { kind: 'newer', version: 9 }],
    ['a version that never was', header((view) => view.setInt32(60, -1)), { kind: 'damaged' }],
    ['a write-ahead log', header((view) => view.setUint8(19, 2)), { kind: 'damaged' }],
    ['another program', header((view) => view.setUint32(68, 1)), { kind: 'foreign' }],
    ['no SQLite', header((view) => view.setUint8(0, 0x73)), { kind: 'foreign' }],
    ['too little', header().subarray(0, 99), { kind: 'foreign' }],
    ['nothing', new Uint8Array(), { kind: 'foreign' }],
  ])('tells %s', (_, bytes, verdict) => {
    expect(judgeHeader(bytes)).toEqual(verdict)
  })

  it('is read from wherever it lies in memory', () => {
    const padded = new Uint8Array([9, 9, 9, ...header()])
    expect(judgeHeader(padded.subarray(3)).kind).toBe('fabula')
  })
})

describe('stored records', () => {
  const records = newStoryRecords(
    { story: storyIdSchema.parse('s'), block: blockIdSchema.parse('b') },
    'Title',
  )

  it('of this version are read as they are', () => {
    expect(parseStoredRecords(JSON.parse(JSON.stringify(records)) as unknown[])).toEqual(records)
  })

  it.each([
    ['an unknown type', [{ type: 'lexicon', id: 'x' }]],
    ['an unknown field', [{ ...records[1], colour: 'red' }]],
    ['a missing field', [{ type: 'chapter', id: 'c', rank: 'a0' }]],
    ['no record at all', [null]],
  ])('with %s are refused', (_, values) => {
    expect(() => parseStoredRecords(values)).toThrow()
  })

  it('of an older version go through every step from theirs on, in order', () => {
    const steps = [1, 2, 3].map((step) => (values: readonly unknown[]) => [...values, `step ${String(step)}`])
    expect(upgradeRecords([], 1, steps)).toEqual(['step 1', 'step 2', 'step 3'])
    expect(upgradeRecords([], 3, steps)).toEqual(['step 3'])
    expect(upgradeRecords([], 4, steps)).toEqual([])
    expect(() => upgradeRecords([], 5, steps)).toThrow()
    expect(() => upgradeRecords([], 0, steps)).toThrow()
  })
})
