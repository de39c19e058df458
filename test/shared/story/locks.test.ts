import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditionCost } from '../../../shared/story/audition.ts'
import {
  assignCharacter,
  duplicateBlocks,
  editText,
  mergeWithPrevious,
  moveEntriesBy,
  patchBlocks,
  removeEntries,
  splitBlock,
} from '../../../shared/story/blockCommands.ts'
import { addCharacter, chooseConnection, patchDefaults } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { countLocked, lockBlocks, unlockBlocks } from '../../../shared/story/locks.ts'
import { planRender } from '../../../shared/story/renderPlan.ts'
import { countStory } from '../../../shared/story/storyCounts.ts'
import { blocksOf, findBlock } from '../../../shared/story/selectors.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, findTake, indexTakes, NO_TAKES, type Take } from '../../../shared/story/takes.ts'
import { replaceVibe } from '../../../shared/story/vibes.ts'
import { storyContent } from '../../support/storyContent.ts'
import { blockId, characterId, freshNumbers, intent, storyOfBlocks } from './randomStories.ts'

const [FIRST, SECOND, THIRD] = [blockId(1), blockId(2), blockId(3)]

function blockIn(story: Story, id = FIRST) {
  const block = findBlock(story, id)
  if (block === undefined) throw new Error(`There is no ${id}`)
  return block
}

function takeFor(story: Story, id = FIRST): Take {
  const key = blockKeys(story, blockIn(story, id)).own
  const facts = {
    kind: 'speech',
    name: '',
    audioId: 'audio',
    startMs: 0,
    endMs: 1000,
    createdAtMs: 0,
  } as const
  return { id: key, key, blockId: id, voiceId: 'OA001', model: 'tts-1', speed: 1, ...facts }
}

const START = storyOfBlocks(4)
const TAKES = indexTakes([takeFor(START), takeFor(START, SECOND)])
const KEPT = { takes: TAKES, allTakes: [...TAKES.byId.values()], render: null }
const LOCKED = apply(START, lockBlocks(START, [FIRST], TAKES))

test('only blocks whose audio fits can be locked', () => {
  const locked = apply(START, lockBlocks(START, [FIRST, SECOND, THIRD], TAKES))
  expect(countLocked(locked, [FIRST, SECOND, THIRD])).toBe(2)
  expect(blockIn(locked).lockedKey).toBe(takeFor(START).key)
  expect(blockIn(locked, THIRD).lockedKey).toBeNull()
})

test('a locked block keeps its audio when the voice, the defaults or the connection change', () => {
  const vibe = { id: 7, name: 'Wise', prompt: 'Slow.' }
  const others = [
    patchDefaults(LOCKED, { voiceId: 'OA004', speed: 2 }),
    chooseConnection(LOCKED, 'hosted'),
    patchDefaults(LOCKED, { model: 'audio_stable', vibe }),
  ]
  for (const change of others) {
    const story = apply(LOCKED, change)
    expect(findTake(story, blockIn(story), TAKES)?.key).toBe(takeFor(START).key)
    expect(planRender(story, KEPT).make.map(({ block }) => block.id)).not.toContain(FIRST)
  }
})

test('an unlocked block keeps its audio only if it still sounds the same', () => {
  const changed = apply(LOCKED, patchDefaults(LOCKED, { voiceId: 'OA004' }))
  const unlocked = apply(changed, unlockBlocks(changed, [FIRST]))
  expect(findTake(unlocked, blockIn(unlocked), TAKES)).toBeUndefined()
  expect(storyContent(apply(LOCKED, unlockBlocks(LOCKED, [FIRST, SECOND])))).toEqual(START)
})

describe('a locked block is not changed by', () => {
  const fox = addCharacter(LOCKED, { id: characterId('fox'), name: 'Fox' })
  const withFox = apply(LOCKED, fox)
  const vibe = { id: 7, name: 'Wise', prompt: 'Slow.' }
  const vibed = apply(START, patchBlocks(START, [FIRST], { vibe, model: 'audio_stable' }))
  const vibedLocked = apply(vibed, lockBlocks(vibed, [FIRST], indexTakes([takeFor(vibed)])))
  test.each([
    ['typing', LOCKED, editText(LOCKED, FIRST, 'Other.')],
    ['settings', LOCKED, patchBlocks(LOCKED, [FIRST], { speed: 2, durationMs: 400 })],
    ['another character', withFox, assignCharacter(withFox, [FIRST], characterId('fox'))],
    ['splitting', LOCKED, splitBlock(LOCKED, FIRST, 4, blockId('new'))],
    ['joining it', LOCKED, mergeWithPrevious(LOCKED, FIRST)],
    ['joining the next block to it', LOCKED, mergeWithPrevious(LOCKED, SECOND)],
    ['deleting', LOCKED, removeEntries(LOCKED, [FIRST])],
    ['replacing its vibe', vibedLocked, replaceVibe(vibedLocked, 7, { ...vibe, id: 8 })],
  ])('%s', (_, story, change) => {
    expect(blockIn(apply(story, change))).toEqual(blockIn(story))
  })
})

test('a locked block can be moved, renamed, and given another silence before it', () => {
  const moved = apply(LOCKED, moveEntriesBy(LOCKED, [FIRST], 2))
  expect(blocksOf(moved)[3]?.id).toBe(FIRST)
  const patched = apply(
    LOCKED,
    patchBlocks(LOCKED, [FIRST], { name: 'End', silenceBeforeMs: 500, text: 'No.' }),
  )
  expect(blockIn(patched)).toMatchObject({ name: 'End', silenceBeforeMs: 500, text: 'Text 1.' })
})

test('an edit of several blocks changes those that are not locked', () => {
  const changed = apply(LOCKED, patchBlocks(LOCKED, [FIRST, SECOND], { speed: 2 }))
  expect([blockIn(changed).speed, blockIn(changed, SECOND).speed]).toEqual([null, 2])
})

test('a copy of a locked block is not locked', () => {
  const copied = apply(
    LOCKED,
    duplicateBlocks(LOCKED, [FIRST], [blockId('copy')], () => 'copy'),
  )
  expect(blockIn(copied, blockId('copy'))).toMatchObject({ text: 'Text 1.', lockedKey: null })
})

test('a story with a locked block is never rendered by one request, even if that is free', () => {
  const none = { takes: NO_TAKES, allTakes: [], render: null }
  expect(planRender(START, none).way).toBe('story')
  expect(planRender(LOCKED, KEPT)).toMatchObject({ way: 'blocks', whole: { obstacle: 'locked' } })
  const lost = planRender(LOCKED, none, { way: 'story' })
  expect([lost.way, lost.make.map(({ block }) => block.id)]).toEqual(['blocks', [SECOND, THIRD]])
  expect(lost.locked).toMatchObject([{ take: null }])
  expect(countStory(LOCKED, NO_TAKES, () => false)).toMatchObject({ rendered: 0, notMade: 2 })
})

test('an audition of a locked block with other settings does not use the kept audio', () => {
  const line = { text: 'Text 1.', settings: { ...DEFAULT_SETTINGS, voiceId: 'OA004' } }
  expect(auditionCost(LOCKED, FIRST, line, TAKES).take).toBeUndefined()
})

test('no sequence of edits changes the words and the audio of a locked block', () => {
  fc.assert(
    fc.property(fc.array(intent, { maxLength: 60, size: 'max' }), (intents) => {
      const fresh = freshNumbers()
      const last = intents.reduce((story, intend) => apply(story, intend(story, fresh)), LOCKED)
      expect(blockIn(last)).toMatchObject({ text: 'Text 1.', lockedKey: takeFor(START).key })
      expect(findTake(last, blockIn(last), TAKES)).toBeDefined()
    }),
  )
})
