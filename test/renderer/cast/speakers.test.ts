import { expect, test } from 'vitest'
import { NOBODY, sortSpeakers, SORTS, speakersOf } from '../../../renderer/features/cast/CastTable.tsx'
import { assignCharacter } from '../../../shared/story/blockCommands.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { castStats } from '../../../shared/story/storyCounts.ts'
import { apply } from '../../../shared/story/changes.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { id, sketchStory } from '../support/smallStory.ts'
import { NO_TAKES } from '../../../shared/story/takes.ts'

const cast = ['Wolf', 'Ant', 'bee'].map((name) => ({ id: characterIdSchema.parse(name), name }))
const withCast = cast.reduce(
  (story, character) => apply(story, addCharacter(story, character)),
  sketchStory([{}, {}, {}, {}]),
)
const story = [
  { name: 'Ant', blocks: ['b1', 'b2'] },
  { name: 'bee', blocks: ['b3'] },
].reduce(
  (now, { name, blocks }) => apply(now, assignCharacter(now, blocks.map(id), characterIdSchema.parse(name))),
  withCast,
)
const speakers = speakersOf(story, castStats(story, NO_TAKES), 'No character')
const sorted = (...order: [(typeof SORTS)[number], 'ascending' | 'descending']) =>
  sortSpeakers(speakers, ...order).map((speaker) => speaker.id)

test('the cast is sorted by its order, by name and by number of blocks, and blocks without a character come last', () => {
  expect(sorted('number', 'ascending')).toEqual(['Wolf', 'Ant', 'bee', NOBODY])
  expect(sorted('number', 'descending')).toEqual(['bee', 'Ant', 'Wolf', NOBODY])
  expect(sorted('name', 'ascending')).toEqual(['Ant', 'bee', 'Wolf', NOBODY])
  expect(sorted('blocks', 'descending')).toEqual(['Ant', 'bee', 'Wolf', NOBODY])
  expect(sorted('blocks', 'ascending')).toEqual(['Wolf', 'bee', 'Ant', NOBODY])
  for (const by of SORTS) expect(sorted(by, 'ascending').at(-1)).toBe(NOBODY)
})

test('each member of the cast has its number and its count of blocks', () => {
  expect(speakers.map(({ number, stats }) => [number, stats.blocks])).toEqual([
    [1, 0],
    [2, 2],
    [3, 1],
    [0, 1],
  ])
})
