import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { importStory } from '../../../shared/import/importStory.ts'
import { guessColumns, sourceFromTable, unreadCells, type ImportTable } from '../../../shared/import/table.ts'
import { tableOfRows } from '../../../shared/import/tableLayout.ts'
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
  // A line in several blocks, whose files have numbers.
  expect(namesOf(table, { blockSize: 'sentence' }).slice(0, 2)).toEqual([
    ['QUEST_001', 'Halt!'],
    ['QUEST_001', 'Who goes there?'],
  ])
})

test('lines with different ids are not joined into one block', () => {
  const table = tableOf(['key', 'line'], ['a', 'One.'], ['b', 'Two.'], ['b', 'Three.'])
  expect(namesOf(table, { blockSize: 500 }).map(([name]) => name)).toEqual(['a', 'b'])
})

test('a column “name” is read as the speaker', () => {
  const { speaker, name } = guessColumns(tableOf(['name', 'line'], ['Guard', 'Halt!']))
  expect([speaker, name]).toEqual([0, null])
})

test('the cells that are in no paragraph are reported, so that nothing is lost silently', () => {
  const table = tableOf(
    ['ID', 'speaker', 'line', 'Take', 'notes'],
    ['G1', 'Guard', 'Halt!', 'third', 'loud'],
    ['G2', 'Hero', '', 'second', ''],
    ['G3', 'Hero', '', '', ''],
    ['G4', 'Hero', 'Me', '', ''],
  )
  const rows = table.rows.map((row) => (row.line === 5 ? { ...row, isBroken: true } : row))
  const columns = guessColumns(table)
  const source = sourceFromTable({ ...table, rows }, columns)
  expect(source.paragraphs.map(({ text, piece, notes }) => [text, piece, notes])).toEqual([
    ['Halt!', null, 'loud'],
    ['G2, Hero, second', 'scriptNote', ''],
  ])
  expect(
    unreadCells({ ...table, rows }, columns).map(({ line, column, text }) => [line, column, text]),
  ).toEqual([
    [2, 'Take', 'third'],
    [4, 'ID', 'G3'],
    [4, 'speaker', 'Hero'],
    [5, 'ID', 'G4'],
    [5, 'speaker', 'Hero'],
    [5, 'line', 'Me'],
  ])
})

test('every word of a table is in its source, in an unread cell, or in a column name', () => {
  const names = ['ID', 'Speaker', 'Line', 'Notes', 'Scene', 'Take', '']
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      'Mira',
      'Tom',
      'Scene 2',
      'Total: 3',
      '<b>Go</b>.{w}On\\n and',
      '{0} gulls',
      ...names,
    ),
    fc.string({ maxLength: 12 }),
  )
  const row = fc.record({
    cells: fc.array(cell, { minLength: 1, maxLength: 7 }),
    isBroken: fc.boolean(),
    isHidden: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 8 }),
      fc.array(fc.constantFrom(...names), { maxLength: 7 }),
      (rows, header) => {
        const table = tableOfRows({
          title: 'Lines',
          rows: [{ cells: header, isBroken: false, isHidden: false }, ...rows].map(
            ({ cells, isBroken, isHidden }, index) => ({
              ...{ line: index + 1, cells, isBroken },
              ...(isHidden && { piece: 'hidden' as const }),
            }),
          ),
        })
        const columns = guessColumns(table)
        const { paragraphs, sections, cast } = sourceFromTable(table, columns)
        const kept = [
          ...paragraphs.flatMap(({ text, name, manner, notes }) => [text, name, manner, notes]),
          ...sections.map(({ title }) => title ?? ''),
          ...cast.map(({ name }) => name),
          ...unreadCells(table, columns).map(({ text }) => text),
          ...(table.header ?? []),
        ].join(' ')
        // Times and lengths are numbers, not words; “\n” as engines write it is a line break.
        for (const text of [header, ...rows.map(({ cells }) => cells)].flat())
          for (const word of text.replaceAll(/\\[nrt]/gi, ' ').match(/\p{L}+/gu) ?? [])
            expect(kept.toLowerCase()).toContain(word.toLowerCase())
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['a.wav', 'a'],
  ['line:0a', 'line:0a'],
])('the file %s belongs to the line %s', (file, name) => {
  expect(namesOf(tableOf(['Audio File', 'line'], [file, 'Halt!']))).toEqual([[name, 'Halt!']])
})

test('a line of Fabula’s own table is read as a line, even if it looks like a total', () => {
  const header = ['id', 'chapter', 'speaker', 'line', 'emotion', 'silence', 'duration']
  const rows = [header, ['', '', '', 'Total: 5', '', '0', '']].map((cells, index) => ({
    ...{ line: index + 1, cells, isBroken: false },
  }))
  const table = tableOfRows({ title: 'Lines', rows })
  const { paragraphs } = sourceFromTable(table, guessColumns(table))
  expect(paragraphs).toMatchObject([{ text: 'Total: 5', piece: null }])
})
