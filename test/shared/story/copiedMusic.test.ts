import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planDirectly } from '../../../shared/import/importStory.ts'
import { sourceFromStory } from '../../../shared/import/sourceFromStory.ts'
import { additionTo } from '../../../shared/import/storyFromPlan.ts'
import { duplicateBlocks, removeEntries } from '../../../shared/story/blockCommands.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { apply, invert } from '../../../shared/story/changes.ts'
import { clipOf, readClip } from '../../../shared/story/clip.ts'
import { addMusic, withStoredMusic } from '../../../shared/story/musicCommands.ts'
import { layout } from '../../../shared/story/layout.ts'
import { MAX_MUSIC } from '../../../shared/story/limits.ts'
import { musicLayout } from '../../../shared/story/musicLayout.ts'
import type { BlockId, MusicPlace } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockId, chapterId, musicId, storyOfBlocks, takesOf } from './randomStories.ts'

const bed = (from: number, to: number): MusicPlace => ({
  ...{ kind: 'range', fromId: blockId(from), toId: blockId(to) },
  ...{ startMs: 100, endMs: -100 },
})
const effect = (at: number): MusicPlace => ({
  ...{ kind: 'block', blockId: blockId(at) },
  ...{ startMs: 200, lengthMs: null },
})
const underStory: MusicPlace = { kind: 'story', startMs: 0, endMs: 0 }
const underChapter: MusicPlace = { kind: 'chapter', chapterId: chapterId('two'), startMs: 0, endMs: 0 }

/** Six blocks of one second, the last three in a chapter. */
function storyWith(places: Readonly<Record<string, MusicPlace>>): Story {
  const words = storyOfBlocks(6, { text: 'Words.' })
  const start = apply(words, addChapter(words, { id: chapterId('two'), title: 'Two' }, blockId(3)))
  return Object.entries(places).reduce(
    (story, [name, place]) =>
      apply(story, addMusic(story, { id: musicId(name), name, audioId: name, audioMs: 60_000, place })),
    start,
  )
}

/** The music by name, with where it is heard. */
const heardIn = (story: Story) =>
  musicLayout(story, layout(story, takesOf(story, blocksOf(story))))
    .map(({ music, startMs, endMs }) => `${music.name} ${startMs}-${endMs}`)
    .toSorted()

let ids = 0
const newId = () => `new-${(ids += 1)}`
const ALL = { bed: bed(1, 2), bell: effect(2), theme: underStory, rain: underChapter }

/** Pastes copied blocks of a story at the end of another. */
function paste(source: Story, copied: readonly BlockId[], into: Story): Story {
  const clip = readClip(clipOf(source, copied).json)
  if (clip === null) throw new Error('A copy is a clip')
  const planned = planDirectly(sourceFromStory(clip.story), { readsQuotations: false })
  return apply(into, additionTo(into, planned, newId))
}

describe('music of copied blocks', () => {
  const other = storyOfBlocks(2, { text: 'Others.' })

  test.each([
    ['all blocks of a bed', [1, 2], ['bed 2100-3900', 'bell 3200-4000']],
    ['a part of a bed', [2, 3], ['bell 2200-4000']],
    ['no music', [0], []],
    ['a whole chapter', [3, 4, 5], ['rain 2000-5000']],
    ['a part of a chapter', [4, 5], []],
  ] as const)('is copied to another story with %s', (_, copied, expected) => {
    const source = storyWith(ALL)
    const before = JSON.stringify(source.music)
    expect(heardIn(paste(source, copied.map(blockId), other))).toEqual(expected)
    expect(JSON.stringify(source.music)).toBe(before)
  })

  test('is moved when the blocks are cut and pasted', () => {
    const source = storyWith({ bed: bed(1, 2), bell: effect(2) })
    const ofCut = [blockId(1), blockId(2)]
    const left = apply(source, removeEntries(source, ofCut))
    expect(heardIn(left)).toEqual([])
    expect(heardIn(paste(source, ofCut, left))).toEqual(['bed 4100-5900', 'bell 5200-6000'])
  })

  test('is duplicated with them, and one undo removes both', () => {
    const source = storyWith(ALL)
    const change = duplicateBlocks(source, [blockId(1), blockId(2)], [blockId('a'), blockId('b')], newId)
    const twice = apply(source, change)
    expect(heardIn(twice).filter((each) => each.startsWith('be'))).toEqual([
      'bed 1100-2900',
      'bed 3100-4900',
      'bell 2200-8000',
      'bell 4200-8000',
    ])
    expect(apply(twice, invert(source, change)).music).toEqual(source.music)
  })

  test('never exceeds the maximum of a story', () => {
    const source = storyWith({ bell: effect(2) })
    const full = Array.from({ length: MAX_MUSIC }, (_, n) => ({
      ...(source.music[0] ?? expect.fail('The story has an effect')),
      id: musicId(n),
    }))
    const crowded = apply(source, { put: full.slice(1), remove: [] })
    expect(crowded.music).toHaveLength(MAX_MUSIC)
    expect(apply(crowded, duplicateBlocks(crowded, [blockId(2)], [blockId('a')], newId)).music).toHaveLength(
      MAX_MUSIC,
    )
  })

  test('plays under the copies of its blocks, whichever are copied', () => {
    fc.assert(
      fc.property(
        fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
        fc.nat(5),
        fc.nat(5),
        (copied, from, to) => {
          const source = storyWith({ bed: bed(Math.min(from, to), Math.max(from, to)) })
          const copiedIds = copied.map((n) => blockId(n))
          const made = copied.map((n) => blockId(`copy-${n}`))
          const twice = apply(source, duplicateBlocks(source, copiedIds, made, newId))
          const inBed = Array.from({ length: 6 }, (_, n) => n).filter(
            (n) => n >= Math.min(from, to) && n <= Math.max(from, to),
          )
          const isWhole = inBed.every((n) => copied.includes(n))
          expect(twice.music).toHaveLength(isWhole ? 2 : 1)
          if (!isWhole) return
          const copy = twice.music.find(({ id }) => id !== musicId('bed'))
          expect(copy?.place).toMatchObject({
            fromId: blockId(`copy-${inBed[0]}`),
            toId: blockId(`copy-${inBed.at(-1)}`),
          })
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('music of a story that is added to another', () => {
  const other = storyOfBlocks(2, { text: 'Others.' })

  test('is added completely: music under the story plays under the blocks that were added', () => {
    const planned = planDirectly(sourceFromStory(storyWith(ALL)), { readsQuotations: false })
    expect(heardIn(apply(other, additionTo(other, planned, newId)))).toEqual([
      'bed 3100-4900',
      'bell 4200-8000',
      'rain 5000-8000',
      'theme 2000-8000',
    ])
  })

  test('plays under the blocks of a joined chapter, and is left out together with its blocks', () => {
    const source = sourceFromStory(storyWith(ALL))
    const plan = planDirectly(source, { readsQuotations: false })
    const [first, second] = plan.chapters
    if (first === undefined || second === undefined) throw new Error('The story has two sections')
    const joined = { ...first, title: 'All', entries: [...first.entries, ...second.entries] }
    const options = { ...plan.options, chapters: [{ sections: [0, 1], title: 'All', isIncluded: true }] }
    const together = apply(other, additionTo(other, { ...plan, options, chapters: [joined] }, newId))
    expect(heardIn(together)).toContain('rain 5000-8000')
    expect(together.music.find(({ name }) => name === 'rain')?.place.kind).toBe('range')
    const without = { ...plan, chapters: [{ ...first, isIncluded: false }, second] }
    expect(heardIn(apply(other, additionTo(other, without, newId)))).toEqual([
      'rain 2000-5000',
      'theme 2000-5000',
    ])
  })

  test('is left out if its audio is missing, and is not longer than its audio', () => {
    const source = sourceFromStory(storyWith({ bell: effect(2), bed: bed(1, 2) }))
    const change = additionTo(other, planDirectly(source, { readsQuotations: false }), newId)
    const stored = withStoredMusic(change, new Map([['bell', 500]]))
    expect(heardIn(apply(other, stored))).toEqual(['bell 4200-4700'])
    expect(stored.put.length).toBe(change.put.length - 1)
  })
})
