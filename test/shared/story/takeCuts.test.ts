import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportFilesOf, spokenFileOf } from '../../../shared/export/exportFiles.ts'
import { EXPORT_PRESETS } from '../../../shared/export/exportSettings.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { blockKeys, indexTakes, isCurrentRender, storyKey, type Take } from '../../../shared/story/takes.ts'
import { takesOfBlock } from '../../../shared/story/blockTakes.ts'
import { apply, EMPTY_CHANGE, invert } from '../../../shared/story/changes.ts'
import { castStats } from '../../../shared/story/storyCounts.ts'
import { layout } from '../../../shared/story/layout.ts'
import { lockBlocks } from '../../../shared/story/locks.ts'
import { cutPeaks } from '../../../shared/story/peaks.ts'
import { rebase } from '../../../shared/story/rebase.ts'
import { blockSchema } from '../../../shared/story/records.ts'
import { findBlock, settingsOf } from '../../../shared/story/selectors.ts'
import { shownWords } from '../../../shared/story/shownWords.ts'
import type { Story } from '../../../shared/story/story.ts'
import {
  cutsOf,
  cutTake,
  heardTake,
  heardTime,
  keptRanges,
  LEAST_HEARD_MS,
  LEAST_PART_MS,
  lengthOfRanges,
  type MsRange,
  parseCutAudio,
  takeAsHeard,
  tidyCuts,
  uncutMs,
  uncutTime,
} from '../../../shared/story/takeCuts.ts'
import { blockId, storyOfBlocks } from './randomStories.ts'

const range = (startMs: number, endMs: number): MsRange => ({ startMs, endMs })
const anyCuts = fc.array(
  fc.record({ startMs: fc.integer({ min: 0, max: 6000 }), endMs: fc.integer({ min: 0, max: 6000 }) }),
  { maxLength: 30 },
)

/** A story whose block 1 has a take: one second from 2 s on of `audio`, four words of 200 ms with 50 ms between them. */
function storyWithTake(fields: Partial<Take> = {}) {
  const story = apply(
    storyOfBlocks(3),
    patchBlocks(storyOfBlocks(3), [blockId(1)], { text: 'one two six ten' }),
  )
  const take: Take = {
    id: 'take',
    key: keyOf(story),
    kind: 'speech',
    name: '',
    audioId: 'audio',
    startMs: 2000,
    endMs: 3000,
    blockId: blockId(1),
    ...voiceOf(story),
    createdAtMs: 0,
    words: '0-200:0-3 250-450:4-7 500-700:8-11 750-950:12-15',
    ...fields,
  }
  return { story, take, takes: indexTakes([take]) }
}
const blockIn = (story: Story) => {
  const block = findBlock(story, blockId(1))
  if (block === undefined) throw new Error('There is no block')
  return block
}
const voiceOf = (story: Story) => {
  const { voiceId, model, speed } = settingsOf(story, blockIn(story))
  return { voiceId, model, speed }
}
const keyOf = (story: Story) => blockKeys(story, blockIn(story)).own
const cut = (story: Story, take: Take, ...cuts: MsRange[]) =>
  apply(story, cutTake(story, blockId(1), take, cuts))
const spanIn = (story: Story, takes: ReturnType<typeof indexTakes>) => layout(story, takes).spans[1]

describe('cuts', () => {
  it.each([
    ['are put in order', [range(500, 600), range(100, 200)], [range(100, 200), range(500, 600)]],
    ['that overlap are joined', [range(100, 300), range(200, 400)], [range(100, 400)]],
    ['within another are dropped', [range(100, 500), range(200, 300)], [range(100, 500)]],
    ['with almost nothing between them are joined', [range(100, 200), range(205, 300)], [range(100, 300)]],
    ['end where the take ends', [range(900, 5000)], [range(900, 1000)]],
    ['near an end trim it', [range(4, 100), range(950, 995)], [range(0, 100), range(950, 1000)]],
    ['that are too short are dropped', [range(100, 105), range(400, 400), range(700, 600)], []],
    ['after the take are dropped', [range(2000, 3000)], []],
  ])('%s', (_what, cuts, tidy) => {
    expect(tidyCuts(cuts, 1000)).toEqual(tidy)
  })

  it.each([
    ['all of it', [range(0, 1000)]],
    ['more than all of it', [range(0, 9000)]],
    ['all but a click', [range(0, 500), range(530, 1000)]],
  ])('cannot leave out %s', (_what, cuts) => {
    expect(tidyCuts(cuts, 1000)).toBeNull()
    const { story, take } = storyWithTake()
    expect(cutTake(story, blockId(1), take, cuts)).toEqual(EMPTY_CHANGE)
  })

  it('leave parts that are in order, apart, and long enough for their fades', () => {
    fc.assert(
      fc.property(anyCuts, fc.integer({ min: LEAST_HEARD_MS, max: 5000 }), (cuts, lengthMs) => {
        const tidy = tidyCuts(cuts, lengthMs)
        if (tidy === null) return
        expect(tidyCuts(tidy, lengthMs)).toEqual(tidy)
        const kept = keptRanges(tidy, lengthMs)
        const parts = [...kept, ...tidy].toSorted((a, b) => a.startMs - b.startMs)
        expect(lengthOfRanges(parts)).toBe(lengthMs)
        for (const part of tidy) expect(part.endMs - part.startMs).toBeGreaterThanOrEqual(LEAST_PART_MS)
        if (tidy.length > 0)
          for (const part of kept) expect(part.endMs - part.startMs).toBeGreaterThanOrEqual(LEAST_PART_MS)
        expect(lengthOfRanges(kept)).toBeGreaterThanOrEqual(LEAST_HEARD_MS)
      }),
    )
  })

  it('map uncut times to heard times and back', () => {
    const kept = [range(100, 400), range(600, 900)]
    expect([0, 100, 250, 400, 500, 600, 899, 1000].map((ms) => heardTime(kept, ms))).toEqual([
      0, 0, 150, 300, 300, 300, 599, 600,
    ])
    expect([-5, 0, 299, 300, 599, 600, 9999].map((ms) => uncutTime(kept, ms))).toEqual([
      100, 100, 399, 600, 899, 900, 900,
    ])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 599 }), (ms) => heardTime(kept, uncutTime(kept, ms)) === ms),
    )
  })
})

describe('a take with cuts', () => {
  it('is shorter on the timeline, for the cast and in an exported file, and what follows comes sooner', () => {
    const { story, take, takes } = storyWithTake()
    const shorter = cut(story, take, range(0, 100), range(450, 700))
    const [before, after] = [layout(story, takes), layout(shorter, takes)]
    expect(spanIn(story, takes)).toMatchObject({ take, isEstimate: false })
    const span = spanIn(shorter, takes)
    expect((span?.endMs ?? 0) - (span?.startMs ?? 0)).toBe(650)
    expect(before.totalMs - after.totalMs).toBe(350)
    expect(castStats(shorter, takes).all.madeMs).toBe(650)
    const [file] = exportFilesOf(shorter, after, EXPORT_PRESETS.none)
    expect(file?.durationMs).toBe(after.totalMs)
  })

  it('shows the remaining words at the times when they are heard, in the page and in captions', () => {
    const { story, take, takes } = storyWithTake()
    const shorter = cut(story, take, range(225, 480))
    const heard = heardTake(shorter, blockIn(shorter), takes)
    if (heard === undefined) throw new Error('No take is heard')
    const words = shownWords(shorter, blockIn(shorter), heard)
    expect(words.map(({ startMs, endMs, from }) => [startMs, endMs, from])).toEqual([
      [0, 200, 0],
      [245, 445, 8],
      [495, 695, 12],
    ])
    const [file] = exportFilesOf(shorter, layout(shorter, takes), EXPORT_PRESETS.none)
    const spoken = file === undefined ? undefined : spokenFileOf(shorter, file)
    expect(spoken?.chapters[0]?.blocks[0]?.words?.map(({ text }) => text)).toEqual(['one', 'six', 'ten'])
  })

  it('has a name that states the audio and what is heard of it, and the name can be parsed', () => {
    const { story, take } = storyWithTake({ audioId: 'a~b:c d' })
    const shorter = cut(story, take, range(0, 100), range(450, 700))
    const heard = takeAsHeard(blockIn(shorter), take)
    expect(heard).toMatchObject({ id: 'take', key: take.key, startMs: 0, endMs: 650 })
    expect(parseCutAudio(heard.audioId)).toEqual({
      audioId: 'a~b:c d',
      slice: range(2000, 3000),
      kept: [range(2100, 2450), range(2700, 3000)],
    })
    expect([uncutMs(take), uncutMs(heard)]).toEqual([1000, 1000])
  })

  it.each([
    ['of stored audio', 'audio'],
    ['without anything', 'cut~'],
    ['with cuts that are too short', 'cut~1-2~3~x'],
    ['with nothing left', 'cut~0-1000~0-1000~x'],
    ['that is too long', `cut~0-9~${'0-1 '.repeat(9000)}~x`],
    ['of a slice that ends before it begins', 'cut~5-1~0-2~x'],
  ])('is not described by a name %s', (_what, name) => {
    expect(parseCutAudio(name)).toBeNull()
  })

  it('has the peaks of the remaining audio', () => {
    const peaks = Int8Array.from({ length: 200 }, (_, n) => Math.floor(n / 2))
    expect([...cutPeaks(peaks, [range(100, 120), range(500, 530)])]).toEqual([
      10, 10, 11, 11, 50, 50, 51, 51, 52, 52,
    ])
    expect(cutPeaks(peaks, [range(0, 15), range(500, 516)])).toHaveLength(8)
  })

  it('is undone and redone as one edit, and other takes of the block keep their cuts', () => {
    const { story, take } = storyWithTake()
    const other = { ...take, id: 'other' }
    const first = cut(story, other, range(0, 500))
    const change = cutTake(first, blockId(1), take, [range(100, 200)])
    const both = apply(first, change)
    expect(blockIn(both).takeCuts).toEqual({ other: '0-500', take: '100-200' })
    expect(apply(both, invert(first, change))).toEqual(first)
    const none = cut(cut(both, take), other)
    expect(blockIn(none)).toEqual(blockIn(story))
  })

  it('keeps both changes if two pages cut two takes of one block, or one page cuts and the other writes', () => {
    const { story, take } = storyWithTake()
    const other = { ...take, id: 'other' }
    const theirs = cut(
      apply(story, patchBlocks(story, [blockId(1)], { name: 'Theirs' })),
      other,
      range(0, 500),
    )
    const change = cutTake(story, blockId(1), take, [range(100, 200)])
    const rebased = rebase({ change, inverse: invert(story, change) }, theirs)
    expect(blockIn(apply(theirs, rebased.change))).toMatchObject({
      name: 'Theirs',
      takeCuts: { other: '0-500', take: '100-200' },
    })
    const named = patchBlocks(story, [blockId(1)], { text: 'more words' })
    const written = apply(theirs, rebase({ change: named, inverse: invert(story, named) }, theirs).change)
    expect(blockIn(written)).toMatchObject({ text: 'more words', takeCuts: { other: '0-500' } })
  })

  it('stays unchanged in a locked block', () => {
    const { story, take, takes } = storyWithTake()
    const locked = apply(story, lockBlocks(story, [blockId(1)], takes))
    expect(cutTake(locked, blockId(1), take, [range(0, 100)])).toEqual(EMPTY_CHANGE)
    const shorter = cut(story, take, range(0, 100))
    const lockedShort = apply(shorter, lockBlocks(shorter, [blockId(1)], takes))
    const patched = apply(lockedShort, patchBlocks(lockedShort, [blockId(1)], { takeCuts: {} }))
    expect(spanIn(patched, takes)?.take?.endMs).toBe(900)
    expect(shownWords(patched, blockIn(patched), spanIn(patched, takes)?.take ?? take)).toHaveLength(4)
  })

  it('is listed with its block as it was made and as it is heard, and is the used take', () => {
    const { story, take, takes } = storyWithTake()
    const shorter = cut(story, take, range(0, 100))
    const [only] = takesOfBlock(shorter, blockIn(shorter), [take], takes)
    expect(only).toMatchObject({ take, isUsed: true, number: 1 })
    expect(only?.heard.endMs).toBe(900)
    expect(heardTake(shorter, blockIn(shorter), takes)).toBe(only?.heard)
  })

  it('is not the audio in a render of the whole story', () => {
    const { story, take, takes } = storyWithTake()
    const render = {
      id: 'r',
      audioId: 'audio',
      storyKey: storyKey(story),
      durationMs: 9000,
      credits: null,
      createdAtMs: 1,
    }
    expect(isCurrentRender(story, render, takes)).toBe(true)
    const shorter = cut(story, take, range(0, 100))
    expect(isCurrentRender(shorter, { ...render, storyKey: storyKey(shorter) }, takes)).toBe(false)
  })

  it.each([
    ['of a take that is not there', { gone: '0-100' }],
    ['that would leave nothing', { take: '0-1000' }],
    ['after its end', { take: '5000-6000' }],
  ])('is heard whole with cuts %s', (_what, takeCuts) => {
    const { story, take, takes } = storyWithTake()
    const block = { ...blockIn(story), takeCuts }
    expect(blockSchema.safeParse(block).success).toBe(true)
    expect(cutsOf(block, take)).toEqual([])
    expect(heardTake(apply(story, { put: [block], remove: [] }), block, takes)).toBe(take)
  })

  it.each([
    ['that are empty', { take: '' }],
    ['without an end', { take: '5' }],
    ['in another form', { take: '0-1,2-3' }],
    ['of too many ranges', { take: '0-1 '.repeat(900).trim() }],
    ['of a take without an id', { '': '0-1' }],
    ['of too many takes', Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`take-${n}`, '0-10']))],
    ['in a list', []],
  ])('is not stored with cuts %s', (_what, takeCuts) => {
    const { story } = storyWithTake()
    expect(blockSchema.safeParse({ ...blockIn(story), takeCuts }).success).toBe(false)
  })
})
