import { describe, expect, test } from 'vitest'
import { exportFilesOf, plannedFilesOf } from '../../../shared/export/exportFiles.ts'
import { EXPORT_PRESETS, presetOf, type ExportSettings } from '../../../shared/export/exportSettings.ts'
import { addBlocks } from '../../../shared/story/blockCommands.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { layout } from '../../../shared/story/layout.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import { blockIdSchema, chapterIdSchema, storyIdSchema } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { storyFromRecords, withCredits } from '../../../shared/story/story.ts'
import { blockKeys, indexTakes, type Take } from '../../../shared/story/takes.ts'

const id = (text: string) => blockIdSchema.parse(text)
const { audiobook } = EXPORT_PRESETS

/** A story with a take of so many seconds for each block, and a heading before the second. */
function storyOf(seconds: readonly number[]) {
  const records = newStoryRecords({ story: storyIdSchema.parse('s'), block: id('unused') }, 'The Ferry')
  const empty = storyFromRecords(records.filter(({ type }) => type === 'story'))
  const blocks = seconds.map((_, index) => ({ id: id(`b${index}`), text: `Words of ${index}` }))
  const told = apply(empty, addBlocks(empty, blocks, null))
  const chapter = { id: chapterIdSchema.parse('c'), title: 'One' }
  const story = seconds.length < 2 ? told : apply(told, addChapter(told, chapter, id('b1')))
  const takes = blocksOf(story).map((block, index): Take => ({
    ...{ id: `t${index}`, key: blockKeys(story, block).own, kind: 'speech', name: '', audioId: 'a' },
    ...{ startMs: 1000, endMs: 1000 + (seconds[index] ?? 0) * 1000, blockId: block.id, voiceId: 'OA001' },
    ...{ model: 'tts-1', speed: 1, createdAtMs: 0 },
  }))
  return { story, layout: layout(story, indexTakes(takes)) }
}

function sampleOf(
  seconds: readonly number[],
  changes: Partial<ExportSettings> = {},
  made = storyOf(seconds),
) {
  const files = exportFilesOf(made.story, made.layout, { ...audiobook, ...changes })
  return files.find(({ isSample }) => isSample)
}
const heardS = (file: ReturnType<typeof sampleOf>) =>
  file === undefined ? null : file.durationMs / file.speed / 1000
const blocksIn = (file: ReturnType<typeof sampleOf>) => file?.pieces.map(({ blockId }) => blockId)

describe('the retail sample of an audiobook', () => {
  test('begins with the first chapter and ends with the block that reaches the requested length', () => {
    const sample = sampleOf([30, 60, 60, 50, 40, 60])
    expect(blocksIn(sample)).toEqual(['b1', 'b2', 'b3', 'b4'])
    expect(sample).toMatchObject({
      name: 'The Ferry - Retail sample.mp3',
      number: null,
      headMs: 700,
      tailMs: 2000,
    })
    expect(heardS(sample)).toBe(212.7)
  })

  test.each([
    { name: 'a story that is too short for one', seconds: [10, 20, 20], blocks: undefined },
    { name: 'a story that ends before', seconds: [10, 50, 50], blocks: ['b1', 'b2'] },
    { name: 'a block that would make it too long', seconds: [10, 100, 250, 20], blocks: ['b1'] },
    { name: 'a block that is too long itself', seconds: [10, 50, 900], blocks: ['b1', 'b2'] },
    { name: 'one block alone', seconds: [4000], blocks: ['b0'] },
  ])('lasts 1 to 5 minutes: $name', ({ seconds, blocks }) => {
    const sample = sampleOf(seconds)
    expect(blocksIn(sample)).toEqual(blocks)
    if (sample === undefined) return
    expect(heardS(sample)).toBeGreaterThanOrEqual(60)
    expect(heardS(sample)).toBeLessThanOrEqual(300)
    for (const { take, startMs, endMs } of sample.pieces)
      expect(take.endMs - take.startMs).toBeCloseTo(endMs - startMs, -1)
  })

  test('contains no credits', () => {
    const { story, layout: laidOut } = storyOf([70])
    const told = withCredits(story, { opening: 'The Ferry.', closing: 'The end.' })
    const take = laidOut.spans[0]?.take ?? null
    const spoken = layout(told, indexTakes([])).heard.map((span) => ({ ...span, take, isEstimate: false }))
    const [opening, words, closing] = spoken
    if (opening === undefined || words === undefined || closing === undefined)
      throw new Error('Nothing is heard')
    const heard = [
      { ...opening, startMs: 0, endMs: 9000 },
      { ...words, startMs: 9000, endMs: 79_000 },
      { ...closing, startMs: 79_000, endMs: 88_000 },
    ]
    const sample = sampleOf([], {}, { story: told, layout: { ...laidOut, heard, totalMs: 88_000 } })
    expect([blocksIn(sample), heardS(sample)]).toEqual([['b0'], 72.7])
  })

  test('begins with the chosen block, or at the default place if that block has no audio', () => {
    const seconds = [30, 60, 60, 60, 60, 60]
    const from = (name: string) => sampleOf(seconds, { sample: { blockId: id(name), minutes: 2 } })
    expect(blocksIn(from('b3'))).toEqual(['b3', 'b4'])
    expect(blocksIn(from('gone'))).toEqual(['b1', 'b2'])
  })

  test.each([0.5, 0.8, 2])('uses the maximum length at %d times the speed', (speed) => {
    const sample = sampleOf(
      Array.from({ length: 90 }, () => 10),
      { speed, sample: { blockId: null, minutes: 5 } },
    )
    expect(heardS(sample)).toBeGreaterThan(270)
    expect(heardS(sample)).toBeLessThanOrEqual(300)
  })

  test('is listed in advance after the files of chapters and before the stems, and only with files of chapters', () => {
    const made = storyOf([30, 60, 60])
    const names = (changes: Partial<ExportSettings>) =>
      plannedFilesOf(made.story, made.layout, { ...audiobook, ...changes }).map(({ name }) => name)
    expect(names({ stems: true })).toEqual([
      '01 The Ferry.mp3',
      '02 One.mp3',
      'The Ferry - Retail sample.mp3',
      'The Ferry - Narrator.mp3',
    ])
    for (const split of ['story', 'block'] as const)
      expect(names({ split }).filter((name) => name.includes('sample'))).toEqual([])
    expect(names({ sample: null })).toHaveLength(2)
  })

  test('keeps the preset wherever it begins, but not if it is left out', () => {
    expect(presetOf({ ...audiobook, sample: { blockId: id('b3'), minutes: 3 } })).toBe('audiobook')
    expect(presetOf({ ...audiobook, sample: null })).toBeUndefined()
  })
})
