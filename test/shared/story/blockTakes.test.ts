import { expect, test } from 'vitest'
import { editText, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { blockKeys, indexTakes, recordingKey, type Take } from '../../../shared/story/takes.ts'
import { takesOfBlock } from '../../../shared/story/blockTakes.ts'
import { apply } from '../../../shared/story/changes.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockId, storyOfBlocks } from './randomStories.ts'

const FIRST = blockId(1)
const story = storyOfBlocks(3)

function blockIn(now: Story) {
  const block = findBlock(now, FIRST)
  if (block === undefined) throw new Error('There is no block')
  return block
}

/** A take of the block as it is, with its voice, model and speed. */
function takeOf(now: Story, id: string, createdAtMs: number): Take {
  const { own } = blockKeys(now, blockIn(now))
  const { voiceId, model, speed } = { ...now.info.defaults, ...notNull(blockIn(now)) }
  const facts = { kind: 'speech', name: '', audioId: 'audio', startMs: 0, endMs: 1000, createdAtMs } as const
  return { id, key: own, blockId: FIRST, voiceId, model, speed, ...facts }
}

function notNull({ voiceId, model, speed }: ReturnType<typeof blockIn>) {
  return Object.fromEntries(Object.entries({ voiceId, model, speed }).filter(([, value]) => value !== null))
}

const other = apply(story, editText(story, FIRST, 'Other words.'))
const faster = apply(story, patchBlocks(story, [FIRST], { speed: 1.5, voiceId: 'OA002' }))
const emotional = apply(story, patchBlocks(story, [FIRST], { model: 'audio_stable', emotion: 'sad' }))
const recording = {
  ...takeOf(story, 'recorded', 4),
  key: recordingKey(story, blockIn(story)),
  kind: 'recording' as const,
}
const all = [takeOf(story, 'now', 1), takeOf(faster, 'faster', 2), takeOf(other, 'older', 3), recording]
const listed = (now: Story, takes = all) =>
  takesOfBlock(now, blockIn(now), takes, indexTakes(takes)).map(
    ({ take, number, isUsed }) => `${number} ${take.id}${isUsed ? ' used' : ''}`,
  )

test('a block lists its takes, newest first', () => {
  expect(listed(story)).toEqual(['4 recorded', '3 older', '2 faster', '1 now used'])
  expect(listed(other)).toEqual(['4 recorded', '3 older used', '2 faster', '1 now'])
})

test('a take is used with the emotion of its block, and without one if the block has none', () => {
  expect(listed(emotional, [takeOf(emotional, 'sad', 1)])).toEqual(['1 sad used'])
  expect(listed(story, [takeOf(story, 'plain', 1)])).toEqual(['1 plain used'])
})

test('a take of another block is listed if it fits or is picked', () => {
  const foreign = all.map((take) => ({ ...take, blockId: blockId(2) }))
  expect(listed(story, foreign)).toEqual(['2 recorded', '1 now used'])
  const pick = { takeId: 'older', key: blockKeys(story, blockIn(story)).own }
  expect(listed(apply(story, patchBlocks(story, [FIRST], { pick })), foreign)).toEqual([
    '3 recorded',
    '2 older used',
    '1 now',
  ])
})
