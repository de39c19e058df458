import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignCharacter, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { castStats, countStory, NO_STATS } from '../../../shared/story/storyCounts.ts'
import { apply, type Change } from '../../../shared/story/changes.ts'
import { layout } from '../../../shared/story/layout.ts'
import { planRender } from '../../../shared/story/renderPlan.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { hasSpeech } from '../../../shared/story/spokenText.ts'
import { blockId, characterId, freshNumbers, intent, storyOfBlocks, takesOf } from './randomStories.ts'

const fox = characterId('fox')
const after = (start: Story, ...changes: ((story: Story) => Change)[]) =>
  changes.reduce((now, make) => apply(now, make(now)), start)

test('a character has counts of its blocks and of the rendered ones, and the cost of the rest', () => {
  const story = after(
    storyOfBlocks(4, { text: 'Ten signs.' }),
    (now) => addCharacter(now, { id: fox, name: 'Fox' }),
    (now) => assignCharacter(now, [blockId(1), blockId(2), blockId(3)], fox),
    (now) => patchBlocks(now, [blockId(0)], { text: 'Nine sign' }),
    (now) => patchBlocks(now, [blockId(2)], { text: ' ' }),
    (now) => patchBlocks(now, [blockId(3)], { text: 'Has ten too', durationMs: 1500 }),
  )
  const [, made] = blocksOf(story)
  const { bySpeaker, all } = castStats(story, takesOf(story, made === undefined ? [] : [made], 2000))
  expect(bySpeaker.get(fox)).toEqual({
    ...{ blocks: 3, characters: 22 },
    ...{ madeMs: 2000, estimatedMs: 1500, missingCredits: 11 },
  })
  expect(bySpeaker.get(null)).toMatchObject({ blocks: 1, madeMs: 0, missingCredits: 9 })
  expect(all).toMatchObject({ blocks: 4, characters: 31, madeMs: 2000, missingCredits: 20 })
})

test('audio that blocks share is made and charged once, in every count and in the plan', () => {
  const twins = storyOfBlocks(5, { text: 'Yes.' })
  const story = after(
    twins,
    (now) => patchBlocks(now, [blockId(1)], { durationMs: 900 }),
    (now) => patchBlocks(now, [blockId(2)], { text: 'No, never.' }),
    (now) => patchBlocks(now, [blockId(4)], { text: 'No, never.', speed: 2 }),
  )
  const none = takesOf(story, [])
  const plan = planRender(story, { takes: none, allTakes: [], render: null })
  expect(plan.characters).toBe(4 + 10 + 10)
  expect(plan.make.map(({ why }) => why)).toEqual([['new'], ['same'], ['new'], ['same'], ['new']])
  expect(countStory(story, none, () => false).missingCredits).toBe(plan.characters)
  expect(castStats(story, none).all.missingCredits).toBe(plan.characters)
})

test('the counts of all cast members add up to those of the story', () => {
  fc.assert(
    fc.property(fc.array(intent, { maxLength: 15 }), fc.nat(), (intents, n) => {
      const fresh = freshNumbers()
      const story = intents.reduce((now, intend) => apply(now, intend(now, fresh)), storyOfBlocks(4))
      const made = blocksOf(story).filter((block, index) => hasSpeech(story, block) && (n >> index) % 2 === 1)
      const takes = takesOf(story, made)
      const { bySpeaker, all } = castStats(story, takes)
      const counts = countStory(story, takes, () => false)
      expect(all).toMatchObject({ blocks: counts.blocks, missingCredits: counts.missingCredits })
      expect(planRender(story, { takes, allTakes: [], render: null }).characters).toBe(counts.missingCredits)
      const spokenMs = layout(story, takes).spans.reduce(
        (sum, { startMs, endMs }) => sum + endMs - startMs,
        0,
      )
      expect(all.madeMs + all.estimatedMs).toBe(spokenMs)
      for (const name of Object.keys(NO_STATS) as (keyof typeof NO_STATS)[]) {
        expect([...bySpeaker.values()].reduce((sum, stats) => sum + stats[name], 0)).toBe(all[name])
      }
    }),
  )
})
