import { expect, test } from 'vitest'
import { planDirectly } from '../../../shared/import/importStory.ts'
import { sourceFromStory } from '../../../shared/import/sourceFromStory.ts'
import { additionTo, storyRecordsOf } from '../../../shared/import/storyFromPlan.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { lexiconEntryIdSchema, type LexiconEntry } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { spokenTextOf } from '../../../shared/story/spokenText.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { blockId, characterId, storyOfBlocks } from '../story/randomStories.ts'

const fox = characterId('fox')
const entry = (id: string, fields: Partial<LexiconEntry>): LexiconEntry => ({
  ...{ type: 'lexiconEntry', id: lexiconEntryIdSchema.parse(id), written: 'Text', spoken: id },
  ...{ characterId: null, match: 'word', isCaseSensitive: false, language: null },
  ...fields,
})

/** A story in which Fox says block 1, with an entry for Fox and one for the whole story. */
function toldStory() {
  const start = storyOfBlocks(3)
  const cast = apply(start, addCharacter(start, { id: fox, name: 'Fox' }))
  const spoken = apply(cast, patchBlocks(cast, [blockId(1)], { characterId: fox }))
  return apply(spoken, { put: [entry('of Fox', { characterId: fox }), entry('of all', {})], remove: [] })
}

let ids = 0
const newId = () => `new-${(ids += 1)}`
const planned = () => planDirectly(sourceFromStory(toldStory()), { readsQuotations: false })
const spokenWords = (story: ReturnType<typeof storyOfBlocks>) =>
  blocksOf(story).map((block) => spokenTextOf(story, block))

test('a story imported as a new story keeps its lexicon and that of its characters', () => {
  const copy = storyFromRecords(storyRecordsOf(planned(), newId))
  expect(spokenWords(copy)).toEqual(spokenWords(toldStory()))
  expect(copy.lexicon.map(({ characterId: of }) => of)).toEqual([copy.cast[0]?.id, null])
})

test('a story that is added to another brings only the lexicon entries of the characters that it adds', () => {
  const open = storyOfBlocks(2)
  const both = apply(open, additionTo(open, planned(), newId))
  expect(spokenWords(both)).toEqual(['', 'Text 1.', '', 'of Fox 1.', 'Text 2.'])
  const withFox = apply(open, addCharacter(open, { id: characterId('own'), name: 'fox' }))
  expect(apply(withFox, additionTo(withFox, planned(), newId)).lexicon).toEqual([])
})
