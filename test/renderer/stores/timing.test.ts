import { expect, test } from 'vitest'
import { countsOf, isHeardWhole } from '../../../renderer/stores/timing.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { storyKey, indexTakes, NO_TAKES, type StoryRender } from '../../../shared/story/takes.ts'
import { id, sketchStory, takeOf } from '../support/smallStory.ts'

const STORY = sketchStory([{}, {}, { text: '' }])
const RENDER: StoryRender = {
  id: 'render',
  audioId: 'whole',
  storyKey: storyKey(STORY),
  durationMs: 3000,
  credits: 14,
  createdAtMs: 1,
}
const rewritten = apply(STORY, editText(STORY, id('b1'), 'Other words'))

test('blocks of a story that was rendered without block positions count as rendered until it changes', () => {
  const audio = { takes: NO_TAKES, allTakes: [], render: RENDER }
  expect(isHeardWhole(STORY, audio)).toBe(true)
  expect(countsOf(STORY, audio)).toMatchObject({ rendered: 2, changed: 0, notMade: 0, missingCredits: 0 })
  expect(countsOf(rewritten, audio)).toMatchObject({
    rendered: 0,
    changed: 2,
    notMade: 0,
    missingCredits: 18,
  })
})

test('the takes of a render decide block by block what is rendered', () => {
  const allTakes = [takeOf(STORY, id('b1'), 'whole', 0, 1000), takeOf(STORY, id('b2'), 'whole', 1000, 3000)]
  const audio = { takes: indexTakes(allTakes), allTakes, render: RENDER }
  expect(isHeardWhole(STORY, audio)).toBe(false)
  expect(countsOf(STORY, audio)).toMatchObject({ rendered: 2, changed: 0 })
  expect(countsOf(rewritten, audio)).toMatchObject({
    rendered: 1,
    changed: 1,
    notMade: 0,
    missingCredits: 11,
  })
})

test('a block whose audio was never made is not made, and not changed', () => {
  const allTakes = [takeOf(STORY, id('b1'), 'one', 0, 1000)]
  const audio = { takes: indexTakes(allTakes), allTakes, render: null }
  expect(countsOf(STORY, audio)).toMatchObject({ rendered: 1, changed: 0, notMade: 1, missingCredits: 7 })
  expect(countsOf(rewritten, audio)).toMatchObject({
    rendered: 0,
    changed: 1,
    notMade: 1,
    missingCredits: 18,
  })
})

test('of two blocks with the same words, the one whose audio the other uses counts as changed when it is rewritten', () => {
  const twins = sketchStory([{ text: 'Yes.' }, { text: 'Yes.' }])
  const allTakes = [takeOf(twins, id('b1'), 'one', 0, 1000), takeOf(twins, id('b2'), 'two', 0, 1000)]
  const audio = { takes: indexTakes(allTakes), allTakes, render: null }
  const changed = apply(twins, editText(twins, id('b1'), 'No.'))
  expect(countsOf(changed, audio)).toMatchObject({ rendered: 1, changed: 1, notMade: 0 })
})
