import { expect, test } from 'vitest'
import { importStory } from '../../../shared/import/importStory.ts'
import { guessColumns, sourceFromTable } from '../../../shared/import/table.ts'
import type { ImportTable } from '../../../shared/import/table.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { countingIds } from '../../electron/lib/documents/storyText.ts'

const tableOf = (header: readonly string[], ...rows: readonly (readonly string[])[]): ImportTable => ({
  title: 'Lines',
  header: [...header],
  rows: rows.map((cells, index) => ({ line: index + 2, cells: [...cells], isBroken: false })),
})

const namesOf = (table: ImportTable, decided = {}) => {
  const source = sourceFromTable(table, guessColumns(table))
  const records = importStory(source, { readsQuotations: true, decided }, countingIds())
  return blocksOf(storyFromRecords(records)).map(({ name, text }) => [name, text])
}

test('the ids of a game’s lines become the names of their blocks', () => {
  const table = tableOf(
    ['ID', 'speaker', 'line'],
    ['QUEST_001', 'Guard', 'Halt! Who goes there?'],
    ['', 'Hero', 'A traveller.'],
    ['QUEST_003', 'Guard', 'Hmm.'],
  )
  expect(namesOf(table)).toEqual([
    ['QUEST_001', 'Halt! Who goes there?'],
    ['', 'A traveller.'],
    ['QUEST_003', 'Hmm.'],
  ])
  // A line in several blocks, which its files tell apart by numbers.
  expect(namesOf(table, { blockSize: 'sentence' }).slice(0, 2)).toEqual([
    ['QUEST_001', 'Halt!'],
    ['QUEST_001', 'Who goes there?'],
  ])
})

test('lines of other ids are not joined into one block', () => {
  const table = tableOf(['key', 'line'], ['a', 'One.'], ['b', 'Two.'], ['b', 'Three.'])
  expect(namesOf(table, { blockSize: 500 }).map(([name]) => name)).toEqual(['a', 'b'])
})

test('a column “name” stays the speaker’s', () => {
  const { speaker, name } = guessColumns(tableOf(['name', 'line'], ['Guard', 'Halt!']))
  expect([speaker, name]).toEqual([0, null])
})
