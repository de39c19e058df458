import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mergeWithPrevious,
  moveEntries,
  removeEntries,
  splitBlock,
} from '../../../shared/story/blockCommands.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { apply, invert, type Change } from '../../../shared/story/changes.ts'
import { layout, type Layout } from '../../../shared/story/layout.ts'
import { MAX_MUSIC } from '../../../shared/story/limits.ts'
import {
  addMusic,
  findMusic,
  moveMusic,
  patchMusic,
  removeMusic,
  trimMusicEnd,
  LEAST_MUSIC_MS,
  trimMusicStart,
  type NewMusic,
} from '../../../shared/story/musicCommands.ts'
import { musicLayout } from '../../../shared/story/musicLayout.ts'
import { musicSchema, type MusicPlace } from '../../../shared/story/records.ts'
import { blocksOf, chapterStory } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { NO_TAKES } from '../../../shared/story/takes.ts'
import {
  blockId,
  chapterId,
  emptyStory,
  freshNumbers,
  intent,
  musicId,
  storyOfBlocks,
  takesOf,
} from './randomStories.ts'

const id = musicId('m')
const edited = (story: Story, ...changes: readonly ((now: Story) => Change)[]) =>
  changes.reduce((now, make) => apply(now, make(now)), story)

/** Six blocks of one second: two before the first heading, two in each of two chapters. */
const story = edited(
  storyOfBlocks(6, { text: 'Words.' }),
  (now) => addChapter(now, { id: chapterId('one'), title: 'One' }, blockId(2)),
  (now) => addChapter(now, { id: chapterId('two'), title: 'Two' }, blockId(4)),
)
const layoutOf = (now: Story): Layout => layout(now, takesOf(now, blocksOf(now)))
const withMusic = (place: MusicPlace, fields: Partial<NewMusic> = {}, start = story) =>
  apply(start, addMusic(start, { id, name: 'Rain', audioId: 'a', audioMs: 1500, place, ...fields }))
const placeIn = (now: Story) => {
  const [placed] = musicLayout(now, layoutOf(now))
  return placed === undefined ? null : [placed.startMs, placed.endMs]
}

const ofStory: MusicPlace = { kind: 'story', startMs: 0, endMs: 0 }
const ofChapter: MusicPlace = { kind: 'chapter', chapterId: chapterId('one'), startMs: 0, endMs: 0 }
const ofRange: MusicPlace = { kind: 'range', fromId: blockId(1), toId: blockId(3), startMs: 0, endMs: 0 }
const atBlock: MusicPlace = { kind: 'block', blockId: blockId(3), startMs: 250, lengthMs: null }

describe('the place of music', () => {
  test.each([
    ['the story', ofStory, [0, 6000]],
    ['a chapter', ofChapter, [2000, 4000]],
    ['blocks', ofRange, [1000, 4000]],
    ['blocks whose order was turned', { ...ofRange, fromId: blockId(3), toId: blockId(1) }, [1000, 4000]],
    ['a chapter, earlier and shorter', { ...ofChapter, startMs: -500, endMs: -250 }, [1500, 3750]],
    ['a block, and as long as its audio', atBlock, [3250, 4750]],
    ['a block, cut', { ...atBlock, lengthMs: 400 }, [3250, 3650]],
    ['the last block, no longer than the story', { ...atBlock, blockId: blockId(5) }, [5250, 6000]],
    ['a block that is gone', { ...atBlock, blockId: blockId('gone') }, null],
    ['a chapter that is gone', { ...ofChapter, chapterId: chapterId('gone') }, null],
    ['nothing, after its end', { ...ofChapter, startMs: 2000 }, null],
  ] as const)('under %s', (_, place, expected) => {
    expect(placeIn(withMusic(place))).toEqual(expected)
  })

  test('ends with the audio, if the audio is not repeated', () => {
    expect(placeIn(withMusic(ofStory, { isLooped: false }))).toEqual([0, 1500])
    expect(placeIn(withMusic(ofStory, { isLooped: false, fromMs: 1000 }))).toEqual([0, 500])
  })

  test('moves with the blocks that it is tied to', () => {
    const swapped = (now: Story) => edited(now, () => moveEntries(now, [blockId(3)], blockId(0)))
    expect(placeIn(swapped(withMusic(atBlock)))).toEqual([250, 1750])
    expect(placeIn(swapped(withMusic(ofChapter)))).toEqual([3000, 4000])
  })

  test('is the same if a chapter is exported alone', () => {
    const inPart = (now: Story) => placeIn(chapterStory(now, chapterId('one')))
    expect(inPart(withMusic(ofChapter))).toEqual([0, 2000])
    expect(inPart(withMusic(ofRange))).toEqual([0, 2000])
    expect(inPart(withMusic(atBlock))).toEqual([1250, 2000])
    expect(inPart(withMusic({ ...ofRange, toId: blockId(1) }))).toBeNull()
  })
})

describe('edited music', () => {
  test('has defaults that fit its place, and values within their ranges', () => {
    expect(findMusic(withMusic(ofStory), id)).toMatchObject({ isLooped: true, duckDb: 10, fadeOutMs: 3000 })
    expect(findMusic(withMusic(atBlock), id)).toMatchObject({ isLooped: false, duckDb: 0, fadeInMs: 0 })
    const loud = edited(withMusic(ofStory), (now) =>
      patchMusic(now, id, { gainDb: 99, duckDb: -4, fadeInMs: 1e9, fromMs: 5000 }),
    )
    expect(findMusic(loud, id)).toMatchObject({ gainDb: 12, duckDb: 0, fadeInMs: 60_000, fromMs: 1499 })
  })

  test('is tied to the block at its new start; a bed stays tied to what it plays under', () => {
    const effect = withMusic(atBlock)
    const moved = edited(effect, (now) => moveMusic(now, layoutOf(now), id, 1400))
    expect(findMusic(moved, id)?.place).toEqual({ ...atBlock, blockId: blockId(1), startMs: 400 })
    expect(placeIn(moved)).toEqual([1400, 2900])
    const bed = edited(withMusic(ofChapter), (now) => moveMusic(now, layoutOf(now), id, 1400))
    expect(findMusic(bed, id)?.place).toEqual({ ...ofChapter, startMs: -600, endMs: -600 })
  })

  test('has a loop that ends within its audio, after its start', () => {
    const looped = (loopEndMs: number | null, fromMs = 0) =>
      findMusic(withMusic(ofStory, { loopEndMs, fromMs }), id)
    expect([1200, 1500, 9000, null].map((ms) => looped(ms)?.loopEndMs)).toEqual([1200, null, null, null])
    expect(looped(1)).toMatchObject({ loopEndMs: LEAST_MUSIC_MS, fromMs: 0 })
    expect(looped(700, 900)).toMatchObject({ loopEndMs: 700, fromMs: 699 })
    const trimmed = edited(withMusic(ofStory, { loopEndMs: 700, fromMs: 100 }), (now) =>
      trimMusicStart(now, layoutOf(now), id, 1000),
    )
    expect(findMusic(trimmed, id)?.fromMs, 'it keeps its place in time').toBe(400)
  })

  test('keeps its audio in place when its start is trimmed', () => {
    const trimmed = (now: Story, startMs: number) =>
      edited(now, (each) => trimMusicStart(each, layoutOf(each), id, startMs))
    const bed = trimmed(withMusic(ofChapter), 2400)
    expect([placeIn(bed), findMusic(bed, id)?.fromMs]).toEqual([[2400, 4000], 400])
    const earlier = trimmed(bed, 1900)
    expect([placeIn(earlier), findMusic(earlier, id)?.fromMs]).toEqual([[1900, 4000], 1400])
    const effect = trimmed(withMusic(atBlock), 3000)
    expect(placeIn(effect), 'there is no audio before its first sample').toEqual([3250, 4750])
    const later = trimmed(withMusic({ ...atBlock, lengthMs: 1000 }), 3450)
    expect([placeIn(later), findMusic(later, id)?.fromMs]).toEqual([[3450, 4250], 200])
  })

  test('ends at its trimmed end, at the latest with its audio', () => {
    const trimmed = (now: Story, endMs: number) =>
      placeIn(edited(now, (each) => trimMusicEnd(each, layoutOf(each), id, endMs)))
    expect(trimmed(withMusic(ofChapter), 3300)).toEqual([2000, 3300])
    expect(trimmed(withMusic(ofChapter), 5300)).toEqual([2000, 5300])
    expect(trimmed(withMusic(ofChapter, { isLooped: false }), 5300)).toEqual([2000, 3500])
    expect(trimmed(withMusic(atBlock), 3000)).toEqual([3250, 3350])
    expect(trimmed(withMusic(atBlock), 9000)).toEqual([3250, 4750])
  })

  test('is not added to a story that has the maximum', () => {
    const start = emptyStory()
    const full = apply(start, {
      put: Array.from({ length: MAX_MUSIC }, (_, n) => ({
        ...(findMusic(withMusic(ofStory), id) ?? expect.fail('it is there')),
        id: musicId(n),
      })),
      remove: [],
    })
    expect(withMusic(ofStory, {}, full)).toBe(full)
  })

  test('is always valid for storage, and every edit of it can be undone', () => {
    fc.assert(
      fc.property(fc.array(intent, { maxLength: 60, size: 'max' }), (intents) => {
        const fresh = freshNumbers()
        let now = storyOfBlocks(4, { text: 'Words.' })
        for (const make of intents) {
          const change = make(now, fresh)
          const next = apply(now, change)
          expect(new Map(apply(next, invert(now, change)).records)).toEqual(new Map(now.records))
          now = next
        }
        for (const each of now.music) musicSchema.parse(each)
        const { totalMs, ...rest } = layout(now, NO_TAKES)
        for (const { startMs, endMs } of musicLayout(now, { totalMs, ...rest })) {
          expect(startMs).toBeGreaterThanOrEqual(0)
          expect(endMs).toBeGreaterThan(startMs)
          expect(endMs).toBeLessThanOrEqual(totalMs)
        }
      }),
    )
  })
})

describe('music whose block or chapter is removed', () => {
  const removed = (now: Story, ...ids: Parameters<typeof removeEntries>[1]) =>
    edited(now, () => removeEntries(now, ids))

  test('is removed with its block, and restored with it', () => {
    const before = withMusic(atBlock)
    const change = removeEntries(before, [blockId(3)])
    const after = apply(before, change)
    expect(after.music).toEqual([])
    expect(placeIn(apply(after, invert(before, change)))).toEqual([3250, 4750])
  })

  test('stays under the blocks of a chapter whose heading is removed', () => {
    const after = removed(withMusic(ofChapter), chapterId('one'))
    expect(placeIn(after)).toEqual([2000, 4000])
    expect(removed(withMusic(ofChapter), chapterId('one'), blockId(2), blockId(3)).music).toEqual([])
  })

  test('plays under the remaining blocks of its range', () => {
    expect(placeIn(removed(withMusic(ofRange), blockId(1)))).toEqual([1000, 3000])
    expect(placeIn(removed(withMusic(ofRange), blockId(2), blockId(3)))).toEqual([1000, 2000])
    expect(removed(withMusic(ofRange), blockId(1), blockId(2), blockId(3)).music).toEqual([])
  })

  test('follows joined and split blocks', () => {
    const joined = edited(withMusic(atBlock), (now) => mergeWithPrevious(now, blockId(3)))
    expect(findMusic(joined, id)?.place).toMatchObject({ blockId: blockId(2) })
    const alone: MusicPlace = { ...ofRange, fromId: blockId(3), toId: blockId(3) }
    expect(
      findMusic(
        edited(withMusic(alone), (now) => mergeWithPrevious(now, blockId(3))),
        id,
      )?.place,
    ).toMatchObject({ fromId: blockId(2), toId: blockId(2) })
    const long = storyOfBlocks(2, { text: 'One. Two.' })
    const split = edited(withMusic({ ...alone, fromId: blockId(1), toId: blockId(1) }, {}, long), (now) =>
      splitBlock(now, blockId(1), 4, blockId('new')),
    )
    expect(placeIn(split)).toEqual([1000, 3000])
  })

  test('can also be removed on its own', () => {
    expect(edited(withMusic(ofStory), (now) => removeMusic(now, id)).music).toEqual([])
  })
})
