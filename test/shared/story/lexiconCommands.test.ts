import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import {
  effectOf,
  entryProblem,
  entryUses,
  formatLexicon,
  parseLexicon,
  type ScopedEntry,
  storyWithEntry,
} from '../../../shared/story/lexiconCommands.ts'
import { type LexiconEntry, lexiconEntryIdSchema } from '../../../shared/story/records.ts'
import { withCommonLexicon } from '../../../shared/story/story.ts'
import { characterId, emptyStory, storyOfBlocks } from './randomStories.ts'
import { NO_TAKES } from '../../../shared/story/takes.ts'

let ids = 0
const newId = () => lexiconEntryIdSchema.parse(`new-${(ids += 1)}`)
const fox = characterId('fox')
const story = () => {
  const start = emptyStory()
  return apply(start, addCharacter(start, { id: fox, name: 'Fox, the “old”' }))
}
const plain = (written: string, spoken: string): LexiconEntry => ({
  ...{ type: 'lexiconEntry', id: newId(), characterId: null, match: 'word', written, spoken },
  ...{ isCaseSensitive: false, language: null },
})
const withoutIds = (entries: readonly ScopedEntry[]) =>
  entries.map(({ entry: { id: _, ...entry }, isCommon }) => ({ ...entry, isCommon }))

const form = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', "'", '=', '-', '@', '\n', '\r', '\t', ' '),
})
const anyEntry = fc
  .record({
    written: form.filter((text) => text.trim() !== ''),
    spoken: form,
    match: fc.constantFrom<LexiconEntry['match']>('word', 'anywhere'),
    isCaseSensitive: fc.boolean(),
    language: fc.constantFrom('de', 'pt-br', null),
    scope: fc.constantFrom('story', 'fox', 'common'),
  })
  .map(({ scope, ...fields }): ScopedEntry => ({
    entry: {
      ...{ type: 'lexiconEntry', id: newId(), ...fields },
      characterId: scope === 'fox' ? fox : null,
    },
    isCommon: scope === 'common',
  }))

describe('the lexicon as a table', () => {
  test('reads back as it was written, for any words', () => {
    const unlike = fc.uniqueArray(anyEntry, {
      selector: ({ entry: { id: _, spoken: __, ...place }, isCommon }) => JSON.stringify([place, isCommon]),
    })
    fc.assert(
      fc.property(unlike, (entries) => {
        const read = parseLexicon(formatLexicon(story(), entries), story(), newId)
        expect(read.problems).toEqual([])
        expect(withoutIds(read.entries)).toEqual(withoutIds(entries))
      }),
    )
  })

  test('may have two columns and no header: words and their pronunciation', () => {
    const { entries } = parseLexicon('Tamsin;TAM-zin\r\nQuill;kwill\r\n', story(), newId)
    expect(withoutIds(entries)).toMatchObject([
      { written: 'Tamsin', spoken: 'TAM-zin', match: 'word', isCommon: false },
      { written: 'Quill', spoken: 'kwill' },
    ])
  })

  test('reports which lines are skipped, and why', () => {
    const rows = [
      'spoken,written,where,for,character',
      'TAM-zin,Tamsin,,,',
      ',,word,,',
      'x,,word,,',
      'x,(,pattern,,',
      'x,y,nowhere,,',
      '"two',
      'lines",Quill,,character,Owl',
      'x,Quill,,character,"Fox, the “old”"',
    ]
    const { entries, problems } = parseLexicon(rows.join('\n'), story(), newId)
    expect(withoutIds(entries)).toMatchObject([{ written: 'Tamsin' }, { written: 'Quill', characterId: fox }])
    expect(problems).toEqual([
      { line: 3, problem: 'noWord' },
      { line: 4, problem: 'noWord' },
      { line: 5, problem: 'badPattern' },
      { line: 6, problem: 'badWhere' },
      { line: 7, problem: 'noCharacter' },
    ])
  })

  test('replaces an existing entry', () => {
    const [own, common] = [plain('Tamsin', 'old'), plain('Tamsin', 'old')]
    const now = withCommonLexicon(apply(story(), { put: [own], remove: [] }), [common])
    const text = 'written,spoken,for\nTamsin,one,story\nTamsin,two,all stories\n'
    expect(parseLexicon(text, now, newId).entries).toMatchObject([
      { entry: { id: own.id, spoken: 'one' }, isCommon: false },
      { entry: { id: common.id, spoken: 'two' }, isCommon: true },
    ])
  })
})

describe('an entry that is not saved yet', () => {
  test('reports its matches in the story without changing it', () => {
    const now = storyOfBlocks(4)
    const draft = { entry: plain('Text', 'words'), isCommon: false }
    const trial = storyWithEntry(now, draft.entry.id, draft)
    const effect = effectOf(now, trial, { id: draft.entry.id, takes: NO_TAKES })
    expect(effect).toMatchObject({ hits: 3, stale: 0, locked: 0, credits: 0 })
    expect(effect.blocks.map(({ text }) => text)).toEqual(['Text 1.', 'Text 2.', 'Text 3.'])
    expect(entryUses(trial).get(draft.entry.id)).toMatchObject({ count: 3, first: { text: 'Text 1.' } })
    expect(entryUses(now).size).toBe(0)
  })

  test('has a problem if it has no word or an invalid pattern', () => {
    expect(entryProblem(plain(' ', 'x'))).toEqual({ kind: 'empty' })
    expect(entryProblem(plain('x'.repeat(501), 'x'))).toEqual({ kind: 'tooLong' })
    expect(entryProblem({ ...plain('(', 'x'), match: 'pattern' })).toMatchObject({ kind: 'pattern' })
    expect(entryProblem(plain('(', 'x'))).toBeNull()
  })
})
