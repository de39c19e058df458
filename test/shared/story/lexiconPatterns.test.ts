/** Entries that would take too long: they are switched off, by rules that depend on the story alone, and named. */
import { describe, expect, test } from 'vitest'
import { addBlocks, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { changedBlocks } from '../../../shared/story/changedBlocks.ts'
import { apply } from '../../../shared/story/changes.ts'
import { entryProblem, stoppedEntries, stoppedEntriesAfter } from '../../../shared/story/lexiconCommands.ts'
import { characterIdSchema, lexiconEntryIdSchema, type LexiconEntry } from '../../../shared/story/records.ts'
import { planRender } from '../../../shared/story/renderPlan.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { spokenTextOf } from '../../../shared/story/spokenText.ts'
import { countStory } from '../../../shared/story/storyCounts.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { NO_TAKES } from '../../../shared/story/takes.ts'
import { long } from '../../support/tags.ts'
import { blockId, emptyStory } from './randomStories.ts'

const PROSE = 'In 1847 Dr. Quill said: “It is 12 km to Saltmarsh, and the ferry left at noon.” '

function entry(written: string, spoken: string, fields: Partial<LexiconEntry> = {}): LexiconEntry {
  return {
    ...{ type: 'lexiconEntry', characterId: null, match: 'pattern', isCaseSensitive: false, language: null },
    ...{ id: lexiconEntryIdSchema.parse(`${fields.match ?? ''} ${written}`.slice(0, 64)), written, spoken },
    ...fields,
  }
}

/** A story of some blocks with a text, and with the entries. */
function storyOf(text: string, blocks: number, entries: readonly LexiconEntry[]): Story {
  const start = emptyStory()
  const added = Array.from({ length: blocks }, (_, n) => ({ id: blockId(n + 1), text }))
  const story = apply(start, addBlocks(start, added, null))
  return apply(story, { put: [...entries], remove: [] })
}

/** Milliseconds of the processor that the count and the plan of a story take. */
function planMsOf(story: Story): number {
  const before = process.cpuUsage()
  countStory(story, NO_TAKES, () => false)
  planRender(story, { takes: NO_TAKES, allTakes: [], render: null })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const ORDINARY = [
  entry('\\b(18)(\\d\\d)\\b', '$1 $2'),
  entry('(\\d+)\\s?km\\b', '$1 kilometres'),
  entry('Dr\\.', 'Doctor'),
]
const SAID = 'In 18 47 Doctor Quill said: “It is 12 kilometres to Saltmarsh, and the ferry left at noon.” '

const numbered = (count: number, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => entry(make(n), 'x'))

/** Entries of each costly shape, with a text on which it costs the most. */
const COSTLY: readonly (readonly [string, () => readonly LexiconEntry[], string])[] = [
  ['repetitions of any letter', () => numbered(20, (n) => `.{500}.{500}.{500}.{${510 + n}}`), PROSE],
  ['as many repetitions as are allowed', () => numbered(20, (n) => `.{${900 + n}}`), PROSE],
  ['many of middle size', () => numbered(200, (n) => `.{${40 + n}}`), PROSE],
  ['classes of Unicode', () => numbered(20, (n) => `(?:\\p{L}|\\s){${300 + n}}`), PROSE],
  ['sets of all other letters', () => numbered(20, (n) => `[^x]{${200 + n}}e`), PROSE],
  [
    'a million instructions in few letters',
    () => numbered(20, (n) => `(?:[a-m]{${n + 1},1000}[n-z]{1000}){1000}`),
    PROSE,
  ],
  ['optional letters', () => numbered(20, (n) => `(?:.?){${200 + n}}`), PROSE],
  ['looking ahead from each match', () => numbered(20, (n) => `(?s:e.*?z${n}|.)`), PROSE],
  ['many groups', () => numbered(20, (n) => `${'(.)'.repeat(100)}.{${n}}`), PROSE],
  ['ways that multiply', () => numbered(20, (n) => `${'(a|a)'.repeat(8)}${n}`), 'a'.repeat(80)],
  ['an endless repetition of one letter', () => numbered(20, (n) => `a+${n}?b`), 'a'.repeat(80)],
  [
    'forms within forms',
    () => Array.from({ length: 400 }, (_, n) => entry('a'.repeat(n + 1), 'x', { match: 'anywhere' })),
    'a'.repeat(80),
  ],
  [
    'the same form thousands of times',
    () =>
      Array.from({ length: 4_000 }, (_, n) =>
        entry('the', 'x', { match: 'word', id: lexiconEntryIdSchema.parse(`the ${n}`) }),
      ),
    'the '.repeat(20),
  ],
  ['a spoken form that repeats the text', () => [entry('(?s).+', '$0'.repeat(250))], PROSE],
]

describe('entries that take too much work', () => {
  test.each(COSTLY)('are stopped, or the plan is fast nevertheless: %s', long, (_, entries, text) => {
    const story = storyOf(text.repeat(50), 40, entries())
    expect(planMsOf(story)).toBeLessThan(5_000)
    for (const block of blocksOf(story))
      expect(spokenTextOf(story, block).length).toBeLessThan(50 * block.text.length + 2_000)
  })

  test.each(['.{500}.{500}.{500}.{510}', '.{900}', '[^x]{300}e', '(?s:e.*?z|.)', '(?:.?){200}'])(
    'are reported, and ordinary entries beside %s still work',
    (written) => {
      const story = storyOf(PROSE.repeat(20), 3, [entry(written, 'x'), ...ORDINARY])
      expect(stoppedEntries(story).map((each) => each.entry.written)).toEqual([written])
      expect(
        blocksOf(story)
          .map((block) => spokenTextOf(story, block))
          .slice(1),
      ).toEqual(Array(3).fill(SAID.repeat(20)))
    },
  )

  test('are stopped only in the blocks in which they take too much work, however the story was made', () => {
    const costly = entry('(?s:e.*?z|.)', 'x')
    const story = storyOf(PROSE.repeat(20), 3, [costly, ...ORDINARY])
    const mixed = apply(story, addBlocks(story, [{ id: blockId(9), text: 'km' }], null))
    expect(stoppedEntries(mixed)).toEqual([{ entry: costly, blocks: 3 }])
    expect(spokenTextOf(mixed, blocksOf(mixed).at(-1) ?? expect.fail())).toBe('xx')
    const read = storyFromRecords([...mixed.records.values()].toReversed().map((record) => ({ ...record })))
    expect(blocksOf(read).map((block) => spokenTextOf(read, block))).toEqual(
      blocksOf(mixed).map((block) => spokenTextOf(mixed, block)),
    )
  })

  test('are the same when they are derived from those of the previous story', () => {
    const costly = entry('(?s:e.*?z|.)', 'x')
    const complex = { ...entry('.{500}.{501}', 'x'), characterId: characterIdSchema.parse('c1') }
    const start = storyOf(PROSE.repeat(20), 3, [costly, complex])
    const anna = apply(start, addCharacter(start, { id: characterIdSchema.parse('c1'), name: 'Anna' }))
    const chosen = blocksOf(anna)
      .slice(1, 2)
      .map(({ id }) => id)
    let story = anna
    for (const values of [
      { text: 'Short.' },
      { characterId: characterIdSchema.parse('c1') },
      { text: 'Short again.' },
      { characterId: null },
      { text: PROSE.repeat(20) },
    ]) {
      const next = apply(story, patchBlocks(story, chosen, values))
      const before = { of: story, value: stoppedEntries(story) }
      const changed = changedBlocks(story, next) ?? expect.fail('More than blocks has changed')
      expect(stoppedEntriesAfter(before, changed, next)).toEqual(stoppedEntries(next))
      story = next
    }
  })

  test('are switched off in all blocks and cannot be saved if they are too complex for any text', () => {
    const complex = entry('.{500}.{501}', 'x')
    expect(entryProblem(complex)).toEqual({ kind: 'complex' })
    expect(entryProblem(entry('.{500}', 'x'))).toBeNull()
    expect(stoppedEntries(storyOf('Short.', 3, [complex]))).toEqual([{ entry: complex, blocks: null }])
  })

  test('are stopped if they would make a text far longer, starting with the longest', () => {
    const costly = entry('“[^”]*”', '$0'.repeat(200))
    const plain = entry('Quill', 'q'.repeat(400), { match: 'word' })
    expect(stoppedEntries(storyOf(PROSE.repeat(10), 1, [costly, plain]))).toEqual([
      { entry: costly, blocks: 1 },
    ])
  })
})

test('a thousand ordinary patterns and ten thousand words are all used', () => {
  const suffixes = Array.from({ length: 1_000 }, (_, n) => entry(`(\\w+)ise${n}\\b`, `$1ize${n}`))
  const names = Array.from({ length: 10_000 }, (_, n) => entry(`Saint ${n}`, `saint ${n}`, { match: 'word' }))
  const text = `${PROSE.repeat(5)} organise7 Saint 77 organise999.`
  const story = storyOf(text, 2, [...suffixes, ...names, ...ORDINARY])
  expect(stoppedEntries(story)).toEqual([])
  expect(spokenTextOf(story, blocksOf(story)[1] ?? expect.fail())).toBe(
    `${SAID.repeat(5)} organize7 saint 77 organize999.`,
  )
})
