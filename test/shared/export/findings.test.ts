import { describe, expect, test } from 'vitest'
import { blockAt, findingsOf, type CheckedFile } from '../../../shared/export/findings.ts'
import type { SoundMeasures } from '../../../shared/export/soundChecks.ts'
import { ESTIMATED_MS_PER_CHARACTER } from '../../../shared/story/layout.ts'
import { id, sketchStory } from '../../renderer/support/smallStory.ts'
import { GOOD_FILE, GOOD_SOUND } from './goodSound.ts'

const WORDS = 'Twenty and some more letters are said here.'
const USUAL_MS = WORDS.length * ESTIMATED_MS_PER_CHARACTER
const quiet = { ...GOOD_SOUND, durationMs: 60_000 }
const story = sketchStory(Array.from({ length: 5 }, () => ({ text: WORDS })))

/** A file of blocks with these lengths and levels, one second apart. */
function file(
  blocks: readonly { readonly ms?: number; readonly lufs?: number }[],
  sound: Partial<SoundMeasures> = {},
): CheckedFile {
  let at = 0
  return {
    ...GOOD_FILE,
    ...{
      name: 'a.mp3',
      title: 'A',
      durationMs: 60_000,
      isStem: false,
      peaks: [],
      sound: { ...quiet, ...sound },
    },
    blocks: blocks.map(({ ms = USUAL_MS, lufs = -20 }, index) => {
      const startMs = at + 1000
      at = startMs + ms
      return { id: id(`b${index + 1}`), startMs, endMs: at, lufs }
    }),
  }
}
const kinds = (files: readonly CheckedFile[], checksAcx = false) =>
  findingsOf(story, files, [], checksAcx).map(({ kind, blockId }) => [kind, blockId])

describe('the findings of a check', () => {
  test('are none if everything is usual, whatever the pace of the voices', () => {
    expect(kinds([file([{}, {}, {}, {}, {}])])).toEqual([])
    const slow = { ms: 3 * USUAL_MS }
    expect(kinds([file([slow, slow, slow, slow, slow])])).toEqual([])
  })

  test('include a block that is read in less than half or more than twice the usual time', () => {
    expect(kinds([file([{}, { ms: 0.45 * USUAL_MS }, {}, { ms: 2.1 * USUAL_MS }, {}])])).toEqual([
      ['short', 'b2'],
      ['long', 'b4'],
    ])
  })

  test('ignore lengths that the writer set, and blocks of few letters', () => {
    const few = sketchStory([{ text: WORDS }, { text: 'No.' }])
    expect(findingsOf(few, [file([{}, { ms: 3000 }])], [], false)).toEqual([])
  })

  test('include a jump of more than 6 LU from one block to the next', () => {
    expect(kinds([file([{}, { lufs: -26 }, { lufs: -19.5 }, { lufs: -13.5 }, {}])])).toEqual([
      ['jump', 'b3'],
      ['jump', 'b5'],
    ])
  })

  test('include clipping, and silence within a block but not between two', () => {
    const blocks = [{ ms: 2 * USUAL_MS }, {}, {}, {}, {}]
    const inside = { startMs: 1200, endMs: 1200 + 1.5 * USUAL_MS }
    const between = { startMs: 1000 + 2 * USUAL_MS, endMs: 2000 + 2 * USUAL_MS }
    expect(
      kinds([file(blocks, { clippedAtMs: [2000 + 2 * USUAL_MS], silences: [inside, between] })]),
    ).toEqual([
      ['silence', 'b1'],
      ['clipping', 'b2'],
    ])
  })

  test('include failed ACX checks with their blocks, if ACX is requested', () => {
    const loud = file([{}, {}, {}, {}, {}], { peakDb: -1, peakAtMs: 1000 + USUAL_MS + 1500, rmsDb: -30 })
    expect(kinds([loud], true)).toEqual([['peak', 'b2']])
    expect(kinds([{ ...loud, isStem: true }], true)).toEqual([])
    // Other findings in a sample are reported for the file of its chapter.
    const clipped = { ...file([{}], { peakDb: 0, clippedAtMs: [1200] }), isSample: true, sections: 0 }
    expect(kinds([clipped], true)).toEqual([['peak', 'b1']])
    // A problem of the whole file has no place to listen to.
    const whole = { sections: 2, encoding: { format: 'm4b', kbps: null } } as const
    expect(kinds([{ ...file([{}, {}, {}, {}, {}], { sampleRate: 22_050 }), ...whole }], true)).toEqual([])
  })

  test('list blocks without audio first', () => {
    expect(findingsOf(story, [file([{}])], [id('b5')], false)).toEqual([
      { kind: 'missing', file: null, blockId: 'b5', atMs: null, value: null },
    ])
  })
})

test('the block at a time is the last that has begun, or the first block if none has', () => {
  const two = file([{}, {}])
  expect(blockAt(two, 0)).toBe('b1')
  expect(blockAt(two, 1000 + USUAL_MS + 500)).toBe('b1')
  expect(blockAt(two, 2000 + USUAL_MS)).toBe('b2')
})
