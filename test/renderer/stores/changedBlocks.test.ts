import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockStatesOf } from '../../../renderer/stores/blockState.ts'
import { characterBlocksOf, narratedSpeechOf } from '../../../renderer/stores/blockFilter.ts'
import { countsOf, layoutOf } from '../../../renderer/stores/timing.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { changedBlocks } from '../../../shared/story/changedBlocks.ts'
import { apply } from '../../../shared/story/changes.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { silencesOf } from '../../../shared/story/silences.ts'
import type { Story } from '../../../shared/story/story.ts'
import { storyKey, type StoryRender } from '../../../shared/story/takes.ts'
import { unreadBlocksOf } from '../../../shared/story/unreadBlocks.ts'
import { blockId, freshNumbers, intent, storyOfBlocks, takesOf } from '../../shared/story/randomStories.ts'
import { PROJECT } from '../support/smallStory.ts'

/** Values computed from a story block by block. */
function workedOut(story: Story, takes: ReturnType<typeof takesOf>, render: StoryRender | null) {
  const audio = { takes, allTakes: NO_TAKES, render, making: NOTHING }
  return {
    silences: silencesOf(story),
    layout: layoutOf(story, takes),
    unread: unreadBlocksOf(story),
    counts: countsOf(story, audio),
    speakers: characterBlocksOf(story),
    narrated: narratedSpeechOf(story),
    states: blockStatesOf({ story, projectId: PROJECT.projectId, audio, jobs: NO_JOBS }),
  }
}
const NO_TAKES: never[] = []
const NOTHING = new Set<never>()
const NO_JOBS = new Map<never, never>()

/** The same values for the same story, without any value from an earlier story. */
const workedOutAfresh = (story: Story, ...audio: [ReturnType<typeof takesOf>, StoryRender | null]) =>
  workedOut({ ...story, info: { ...story.info } }, ...audio)

test('values updated after each change equal those computed from the whole story', () => {
  fc.assert(
    fc.property(fc.array(intent, { minLength: 1, maxLength: 20 }), fc.boolean(), (intents, isWhole) => {
      const fresh = freshNumbers()
      let story = storyOfBlocks(6, { voiceId: 'OA001' })
      const takes = isWhole ? takesOf(story, []) : takesOf(story, blocksOf(story).slice(0, 3))
      const render: StoryRender = {
        ...{ id: 'render', audioId: 'whole', storyKey: storyKey(story), durationMs: 3000 },
        ...{ credits: null, createdAtMs: 1 },
      }
      const audio = [takes, isWhole ? render : null] as const
      const steps = intents.map((change) => {
        story = apply(story, change(story, fresh))
        return { story, found: workedOut(story, ...audio) } // from the values of the previous step
      })
      for (const step of steps) expect(step.found).toEqual(workedOutAfresh(step.story, ...audio))
    }),
  )
})

test('editing a block keeps the same silences, unread blocks, and spans before it', () => {
  const before = storyOfBlocks(5)
  const takes = takesOf(before, [])
  const old = workedOut(before, takes, null)
  const after = apply(before, editText(before, blockId(2), 'Some other words.'))
  expect(changedBlocks(before, after)).toEqual([2])
  const now = workedOut(after, takes, null)
  expect(now.silences).toBe(old.silences)
  expect(now.unread).toBe(old.unread)
  expect(now.speakers).toBe(old.speakers)
  expect(now.layout.spans.map((span, index) => span === old.layout.spans[index])).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('words in letters that the voice cannot read are found as they are typed', () => {
  const before = storyOfBlocks(3, { voiceId: 'OA001' })
  expect(unreadBlocksOf(before)).toEqual([])
  const after = apply(before, editText(before, blockId(1), 'Однажды вечером'))
  expect(unreadBlocksOf(after).map(({ blocks }) => blocks.map(({ id }) => id))).toEqual([[blockId(1)]])
  const back = apply(after, editText(after, blockId(1), 'One evening'))
  expect(unreadBlocksOf(back)).toEqual([])
})
