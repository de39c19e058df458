import { describe, expect, test } from 'vitest'
import {
  addBlocks,
  assignCharacter,
  duplicateBlocks,
  mergeWithPrevious,
  patchBlocks,
  removeEntries,
  splitBlock,
} from '../../../shared/story/blockCommands.ts'
import {
  addChapter,
  addCharacter,
  patchCharacter,
  removeCharacter,
  renameChapter,
} from '../../../shared/story/castCommands.ts'
import { apply, type Change } from '../../../shared/story/changes.ts'
import { isTooLong } from '../../../shared/story/renderPlan.ts'
import { countStory } from '../../../shared/story/storyCounts.ts'
import { blockNumber, blocksOf, findBlock, sectionsOf, settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, indexTakes, type Take } from '../../../shared/story/takes.ts'
import { blockId, chapterId, characterId, emptyStory, storyOfBlocks } from './randomStories.ts'
import { countCharacters } from '../../../shared/speech-api/limits.ts'

const after = (story: Story, ...commands: ((story: Story) => Change)[]) =>
  commands.reduce((now, command) => apply(now, command(now)), story)
const textsOf = (story: Story) => blocksOf(story).map((block) => block.text)
const block = (story: Story, n: number) => findBlock(story, blockId(n))

describe('blocks', () => {
  test('are added at the given place, with the given values', () => {
    const story = after(storyOfBlocks(3), (now) =>
      addBlocks(
        now,
        [{ id: blockId(7), text: 'Seven', silenceBeforeMs: 400 }, { id: blockId(8) }],
        blockId(1),
      ),
    )
    expect(blocksOf(story).map((entry) => entry.id)).toEqual([0, 7, 8, 1, 2].map(blockId))
    expect(block(story, 7)).toMatchObject({
      text: 'Seven',
      silenceBeforeMs: 400,
      voiceId: null,
      durationMs: null,
    })
    expect(blockNumber(story, blockId(1))).toBe(4)
    expect(blockNumber(story, blockId('gone'))).toBe(0)
  })

  test('limit numbers to their ranges', () => {
    const set = (patch: Parameters<typeof patchBlocks>[2]) =>
      block(
        after(storyOfBlocks(2), (now) => patchBlocks(now, [blockId(1)], patch)),
        1,
      )
    expect(set({ speed: 9 })?.speed).toBe(4)
    expect(set({ speed: 0.2 })?.speed).toBe(1)
    expect(set({ speed: 1.2345 })?.speed).toBe(1.23)
    expect(set({ silenceBeforeMs: -20 })?.silenceBeforeMs).toBe(0)
    expect(set({ silenceBeforeMs: 1e9 })?.silenceBeforeMs).toBe(3_600_000)
    expect(set({ silenceBeforeMs: 10.4 })?.silenceBeforeMs).toBe(10)
    expect(set({ durationMs: 0 })?.durationMs).toBe(1)
    expect(set({ durationMs: null })?.durationMs).toBeNull()
  })

  test('are copied to after the last of them, in order', () => {
    const story = after(storyOfBlocks(4), (now) =>
      duplicateBlocks(now, [blockId(2), blockId(1)], [blockId(8), blockId(9)], () => 'copy'),
    )
    expect(textsOf(story)).toEqual(['', 'Text 1.', 'Text 2.', 'Text 1.', 'Text 2.', 'Text 3.'])
  })

  test('are split into two that have all the words; the silence stays with the first', () => {
    const fields = {
      text: 'One two. Three four.',
      silenceBeforeMs: 700,
      durationMs: 9000,
      name: 'Both',
      speed: 2,
    }
    const story = after(storyOfBlocks(1, fields), (now) => splitBlock(now, blockId(0), 8, blockId(9)))
    expect(blocksOf(story)).toMatchObject([
      { text: 'One two.', silenceBeforeMs: 700, durationMs: null, name: 'Both', speed: 2 },
      {
        text: 'Three four.',
        silenceBeforeMs: null,
        breakBefore: 'sentence',
        durationMs: null,
        name: '',
        speed: 2,
      },
    ])
  })

  test.each([0, 3, 99, -1])('are not split if one half would be empty (at %i)', (offset) => {
    const story = storyOfBlocks(1, { text: 'One' })
    if (offset === -1)
      expect(textsOf(after(story, (now) => splitBlock(now, blockId('gone'), 1, blockId(9))))).toEqual(['One'])
    else expect(after(story, (now) => splitBlock(now, blockId(0), offset, blockId(9)))).toBe(story)
  })

  test('are joined to the block before them, but not across a heading', () => {
    const story = storyOfBlocks(3)
    expect(textsOf(after(story, (now) => mergeWithPrevious(now, blockId(2))))).toEqual([
      '',
      'Text 1. Text 2.',
    ])
    expect(textsOf(after(story, (now) => mergeWithPrevious(now, blockId(1))))).toEqual(['Text 1.', 'Text 2.'])
    expect(after(story, (now) => mergeWithPrevious(now, blockId(0)))).toBe(story)
    const withHeading = after(story, (now) => addChapter(now, { id: chapterId(1), title: 'One' }, blockId(2)))
    expect(after(withHeading, (now) => mergeWithPrevious(now, blockId(2)))).toBe(withHeading)
  })

  test('stay when their heading is removed', () => {
    const story = after(
      storyOfBlocks(3),
      (now) => addChapter(now, { id: chapterId(1), title: 'One' }, blockId(0)),
      (now) => addChapter(now, { id: chapterId(2), title: 'Two' }, blockId(2)),
      (now) => renameChapter(now, chapterId(1), 'First'),
      (now) => removeEntries(now, [chapterId(2)]),
    )
    expect(sectionsOf(story)).toMatchObject([
      { chapter: { title: 'First' }, number: 1, blocks: [{}, {}, {}] },
    ])
  })
})

describe('the cast', () => {
  const settings = {
    voiceId: 'OA003',
    model: 'audio_stable',
    speed: 1.5,
    emotion: 'wise',
    vibe: { id: 7, name: 'Wise', prompt: 'Slow and kind.' },
    customPrompt: 'As if it were late.',
  } as const
  const cast = after(
    storyOfBlocks(3),
    (now) => addCharacter(now, { id: characterId(1), name: 'Fox', settings }),
    (now) => addCharacter(now, { id: characterId(2), name: 'Owl' }),
    (now) => patchBlocks(now, [blockId(1)], { voiceId: 'OA006', speed: 2 }),
    (now) => assignCharacter(now, [blockId(1), blockId(2)], characterId(1)),
    (now) => patchBlocks(now, [blockId(2)], { speed: 3 }),
  )
  const spoken = (story: Story, n: number) => {
    const found = block(story, n)
    return found === undefined ? undefined : settingsOf(story, found)
  }

  test('has an order and hues of its own', () => {
    expect(cast.cast.map(({ name, color }) => [name, color])).toEqual([
      ['Fox', 1],
      ['Owl', 2],
    ])
    const many = Array.from({ length: 9 }, (_, n) => n).reduce(
      (now, n) => after(now, (story) => addCharacter(story, { id: characterId(n), name: String(n) })),
      emptyStory(),
    )
    expect(many.cast.map(({ color }) => color)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1])
  })

  test('gives its blocks every setting that they do not override', () => {
    expect(spoken(cast, 0)).toEqual(cast.info.defaults)
    expect(spoken(cast, 1)).toEqual(settings)
    expect(spoken(cast, 2)).toEqual({ ...settings, speed: 3 })
    const changed = after(cast, (now) =>
      patchCharacter(now, characterId(1), { settings: { voiceId: 'OA002', speed: 8 } }),
    )
    expect(spoken(changed, 1)).toEqual({ ...settings, voiceId: 'OA002', speed: 4 })
    expect(spoken(changed, 2)).toEqual({ ...settings, voiceId: 'OA002', speed: 3 })
  })

  test('keeps the sound of its blocks when a character is removed', () => {
    const without = after(cast, (now) => removeCharacter(now, characterId(1)))
    expect(without.cast.map(({ name }) => name)).toEqual(['Owl'])
    expect([spoken(without, 1), spoken(without, 2)]).toEqual([spoken(cast, 1), spoken(cast, 2)])
  })
})

describe('characters of a text', () => {
  test.each([
    ['', 0],
    ['Fox', 3],
    ['Füchsin', 7],
    ['🦊', 1],
    ['👩‍👧', 3],
    ['e\u0301', 2],
    ['\ud83e', 1],
    ['\udd8a\ud83e', 2],
    ['\ud83ex', 2],
  ])('are counted as Unicode code points: %j is %i', (text, count) => {
    expect(countCharacters(text)).toBe(count)
  })

  test('are too many for a block only above ten thousand', () => {
    const of = (text: string) => {
      const story = storyOfBlocks(1, { text })
      return blocksOf(story).map((block) => isTooLong(story, block))
    }
    expect(of('🦊'.repeat(10_000))).toEqual([false])
    expect(of('🦊'.repeat(10_001))).toEqual([true])
    expect(of('x'.repeat(10_001))).toEqual([true])
  })

  test('are counted for the whole story, with the cost of a render', () => {
    const story = after(storyOfBlocks(4), (now) =>
      patchBlocks(now, [blockId(3)], { text: 'x'.repeat(10_001) }),
    )
    const spoken = block(story, 1)
    const key = spoken === undefined ? '' : blockKeys(story, spoken).own
    const made = {
      kind: 'speech',
      name: '',
      voiceId: 'OA001',
      model: 'tts-1',
      speed: 1,
      createdAtMs: 0,
    } as const
    const take: Take = { ...made, id: 't', key, audioId: 'a', startMs: 0, endMs: 1, blockId: blockId(1) }
    expect(countStory(story, indexTakes([take]), (id) => id === blockId(2))).toMatchObject({
      blocks: 4,
      words: 5,
      rendered: 1,
      changed: 1,
      notMade: 1,
      missingCredits: 7, // what is too long for a service is not sent
      tooLong: [blockId(3)],
    })
  })
})
