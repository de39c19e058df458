import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addBlocks,
  editText,
  moveEntries,
  patchBlocks,
  splitBlock,
} from '../../../shared/story/blockCommands.ts'
import { addChapter, addCharacter, patchSilenceRules } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { layout } from '../../../shared/story/layout.ts'
import {
  BREAKS,
  SILENCE_BOUNDARIES,
  type Block,
  type BlockId,
  type SilenceRules,
} from '../../../shared/story/records.ts'
import { blocksOf, findBlock } from '../../../shared/story/selectors.ts'
import { silenceBeforeOf, silencesOf } from '../../../shared/story/silences.ts'
import { hasSpeech } from '../../../shared/story/spokenText.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, storyKey, NO_TAKES } from '../../../shared/story/takes.ts'
import {
  blockId,
  chapterId,
  characterId,
  emptyStory,
  freshNumbers,
  intent,
  storyOfBlocks,
  type Intent,
} from './randomStories.ts'

const RULES: SilenceRules = { sentence: 200, paragraph: 500, speaker: 350, scene: 1500, chapter: 2000 }

const ruled = (story: Story, rules: Partial<SilenceRules> = RULES) =>
  apply(story, patchSilenceRules(story, rules))

const patched = (story: Story, ids: readonly BlockId[], patch: Parameters<typeof patchBlocks>[2]) =>
  apply(story, patchBlocks(story, ids, patch))

const anyRules: fc.Arbitrary<SilenceRules> = fc.record({
  sentence: fc.nat(5000),
  paragraph: fc.nat(5000),
  scene: fc.nat(5000),
  speaker: fc.nat(5000),
  chapter: fc.nat(5000),
})

describe('the silence before a block', () => {
  test('is that of the longest boundary before it, and 0 before the first block', () => {
    const blocks = BREAKS.map((breakBefore, index) => ({ id: blockId(`b${index}`), text: 'x', breakBefore }))
    let story = ruled(storyOfBlocks(1, { text: 'x', breakBefore: 'scene' }))
    story = apply(story, addBlocks(story, blocks, null))
    expect(silencesOf(story)).toEqual([0, 200, 500, 1500])
    story = apply(story, addCharacter(story, { id: characterId(1), name: 'Fox' }))
    story = patched(story, [blockId('b0'), blockId('b1')], { characterId: characterId(1) })
    expect(silencesOf(story), 'a change of speaker').toEqual([0, 350, 500, 1500])
    story = apply(story, addChapter(story, { id: chapterId(1), title: 'Two' }, blockId('b1')))
    expect(silencesOf(story), 'a heading').toEqual([0, 350, 2000, 1500])
    expect(silencesOf(ruled(story, { speaker: 5000 }))).toEqual([0, 5000, 2000, 5000])
  })

  test('ignores blocks without words', () => {
    let story = ruled(storyOfBlocks(4, { text: 'x' }))
    story = patched(story, [blockId(0), blockId(2)], { text: ' ' })
    expect(silencesOf(story)).toEqual([0, 0, 0, 500])
  })

  test('in a split block is that of a sentence, or of a paragraph at a line end', () => {
    let story = ruled(storyOfBlocks(2, { text: 'One. Two.\nThree.' }))
    story = apply(story, splitBlock(story, blockId(1), 10, blockId('line')))
    story = apply(story, splitBlock(story, blockId(1), 5, blockId('sentence')))
    expect(silencesOf(story)).toEqual([0, 500, 200, 500])
  })

  test('follows the rules in the layout and in the key of the story, and does not change the takes', () => {
    const plain = storyOfBlocks(3, { text: 'x' })
    const story = ruled(plain)
    expect(layout(story, NO_TAKES).totalMs - layout(plain, NO_TAKES).totalMs).toBe(1000)
    expect(storyKey(story)).not.toBe(storyKey(plain))
    for (const block of blocksOf(story)) expect(blockKeys(story, block)).toEqual(blockKeys(plain, block))
  })
})

describe('in any story', () => {
  const changes = fc.array(intent, { maxLength: 60, size: 'max' })
  const storyAfter = (intents: readonly Intent[]) => {
    const fresh = freshNumbers()
    return intents.reduce((now, intend) => apply(now, intend(now, fresh)), emptyStory())
  }

  test('a silence that is set by hand stays, and every other one follows a rule', () => {
    fc.assert(
      fc.property(changes, anyRules, (intents, rules) => {
        const story = ruled(storyAfter(intents), rules)
        const isSpoken = (block: Block) => hasSpeech(story, block)
        const allowed = new Set([0, ...SILENCE_BOUNDARIES.map((boundary) => rules[boundary])])
        for (const [index, block] of blocksOf(story).entries()) {
          const silenceMs = silencesOf(story)[index] ?? NaN
          if (block.silenceBeforeMs === null) {
            expect(allowed).toContain(silenceMs)
            if (isSpoken(block) && blocksOf(story).slice(0, index).some(isSpoken))
              expect(silenceMs).toBeGreaterThanOrEqual(rules[block.breakBefore])
          } else expect(silenceMs).toBe(block.silenceBeforeMs)
        }
      }),
    )
  })

  test('the layout is as long as its silences and its speech together', () => {
    fc.assert(
      fc.property(changes, anyRules, (intents, rules) => {
        const before = storyAfter(intents)
        const story = ruled(before, rules)
        const { spans, totalMs } = layout(story, NO_TAKES)
        const speechMs = spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
        expect(totalMs).toBe(speechMs + silencesOf(story).reduce((sum, ms) => sum + ms, 0))
      }),
    )
  })

  test('a move applies the rules again to what follows, and keeps silences that are set by hand', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), fc.nat(4000), (from, to, pinnedMs) => {
        let story = ruled(storyOfBlocks(10, { text: 'x' }))
        story = patched(story, [blockId(from)], { silenceBeforeMs: pinnedMs })
        story = apply(story, moveEntries(story, [blockId(from)], blockId(to)))
        expect(findBlock(story, blockId(from))?.silenceBeforeMs).toBe(pinnedMs)
        expect(silenceBeforeOf(story, { id: blockId(from) })).toBe(pinnedMs)
        const others = blocksOf(story).filter(({ id }) => id !== blockId(from))
        for (const block of others)
          expect(silenceBeforeOf(story, block)).toBe(block === blocksOf(story)[0] ? 0 : 500)
      }),
    )
  })

  test('adding or removing words changes only the silences beside them', () => {
    const story = ruled(storyOfBlocks(4, { text: 'x' }))
    const emptied = apply(story, editText(story, blockId(1), ''))
    expect(silencesOf(emptied)).toEqual([0, 0, 500, 500])
    expect(silencesOf(apply(emptied, editText(emptied, blockId(1), 'x')))).toEqual(silencesOf(story))
  })
})
