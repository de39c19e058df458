import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { addChapter, addCharacter, patchDefaults } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import {
  findHits,
  giveValue,
  matcherOf,
  replaceHits,
  type Search,
  valuesOf,
} from '../../../shared/story/findReplace.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { blocksOf, findBlock, findChapter, findCharacter } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockId, chapterId, characterId, freshNumbers, intent, storyOfBlocks } from './randomStories.ts'

const WORDS: Search = {
  source: '',
  place: 'words',
  isPattern: false,
  isCaseSensitive: true,
  isWholeWord: false,
}

function hitsOf(story: Story, search: Search) {
  const find = matcherOf(search)
  return (find === null ? null : findHits(story, find, search.place)) ?? []
}

function replaced(story: Story, search: Search, replacement: string): Story {
  return apply(story, replaceHits(story, hitsOf(story, search), search, replacement).change)
}

const texts = (story: Story) => blocksOf(story).map(({ text }) => text)

describe('replacing', () => {
  const story = storyOfBlocks(4)

  test('changes the hits in every block, and nothing else', () => {
    const after = replaced(story, { ...WORDS, source: 'Text' }, 'Line')
    expect(texts(after)).toEqual(texts(story).map((text) => text.replace('Text', 'Line')))
    expect(blocksOf(after)[0]).toBe(blocksOf(story)[0])
  })

  test('treats a dollar sign literally, except in a regular expression', () => {
    expect(texts(replaced(story, { ...WORDS, source: 'Text 1' }, '$1'))[1]).toBe('$1.')
    const pattern = { ...WORDS, source: 'Text (\\d)', isPattern: true }
    expect(texts(replaced(story, pattern, '$1: $&'))[2]).toBe('2: Text 2.')
  })

  test('skips locked blocks, and counts their hits', () => {
    const put = blocksOf(story).map((block) =>
      block.id === blockId(1) ? { ...block, lockedKey: 'kept' } : block,
    )
    const locked = apply(story, { put, remove: [] })
    const search = { ...WORDS, source: 't' }
    const done = replaceHits(locked, hitsOf(locked, search), search, 'T')
    expect(done).toMatchObject({ replaced: 2, locked: 1 })
    expect(findBlock(apply(locked, done.change), blockId(1))?.text).toBe('Text 1.')
  })

  test('also changes the names of blocks, chapters and characters', () => {
    const changes = [
      (now: Story) => addChapter(now, { id: chapterId('a'), title: 'Fox wakes' }, null),
      (now: Story) => addCharacter(now, { id: characterId('fox'), name: 'Fox' }),
      (now: Story) => patchBlocks(now, [blockId(1)], { name: 'Fox 1', text: 'Fox' }),
    ]
    const start = changes.reduce((now, make) => apply(now, make(now)), story)
    const search: Search = { ...WORDS, place: 'names', source: 'Fox' }
    expect(hitsOf(start, search).map(({ id }) => id)).toEqual([
      characterId('fox'),
      blockId(1),
      chapterId('a'),
    ])
    const after = replaced(start, search, 'Owl')
    expect(findCharacter(after, characterId('fox'))?.name).toBe('Owl')
    expect(findChapter(after, chapterId('a'))?.title).toBe('Owl wakes')
    expect(findBlock(after, blockId(1))).toMatchObject({ name: 'Owl 1', text: 'Fox' })
    const long = replaceHits(start, hitsOf(start, search), search, 'x'.repeat(MAX_LABEL + 1))
    expect(long).toMatchObject({ replaced: 0, tooLong: 3 })
  })
})

test('a search that would take too much work in a text has no hits', () => {
  const start = storyOfBlocks(3)
  const put = blocksOf(start)
    .slice(1, 2)
    .map((block) => ({ ...block, text: 'The ferry left at noon. '.repeat(10_000) }))
  const long = apply(start, { put, remove: [] })
  const find = matcherOf({ ...WORDS, source: '(?s:e.*?z|.)', isPattern: true })
  expect(find === null ? [] : findHits(long, find, 'words')).toBeNull()
  expect(find === null ? [] : findHits(start, find, 'words')).toHaveLength(14)
})

const story = fc.array(intent, { maxLength: 30, size: 'max' }).map((intents) => {
  const fresh = freshNumbers()
  return intents.reduce((now, intend) => apply(now, intend(now, fresh)), storyOfBlocks(6))
})
const search = fc.record({
  source: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
    fc.constantFrom('t', 'ex', '1', ' '),
  ),
  place: fc.constantFrom('words' as const, 'names' as const),
  isCaseSensitive: fc.boolean(),
  isWholeWord: fc.boolean(),
})

test('replacing hits with themselves changes nothing', () => {
  fc.assert(
    fc.property(story, search, (start, asked) => {
      const plain = { ...asked, isCaseSensitive: true, isPattern: false }
      expect(replaced(start, plain, asked.source)).toBe(start)
      const pattern = { ...asked, source: '\\w+', isPattern: true }
      expect(replaced(start, pattern, '$&')).toBe(start)
    }),
  )
})

test('only hits change: the text before, between and after them stays', () => {
  fc.assert(
    fc.property(story, search, (start, asked) => {
      const plain = { ...asked, isPattern: false }
      const hits = hitsOf(start, plain)
      const after = replaced(start, plain, '⟦⟧')
      for (const block of blocksOf(start)) {
        const field = asked.place === 'words' ? 'text' : 'name'
        const own = hits.filter(({ id }) => id === block.id)
        const changed = findBlock(after, block.id)
        expect({ ...changed, [field]: '' }).toEqual({ ...block, [field]: '' })
        const kept = own.reduceRight(
          (text, { start: from, end }) => text.slice(0, from) + text.slice(end),
          block[field],
        )
        expect(changed?.[field].replaceAll('⟦⟧', '')).toBe(kept.replaceAll('⟦⟧', ''))
      }
    }),
  )
})

describe('blocks with a speech setting', () => {
  const start = apply(storyOfBlocks(4), patchBlocks(storyOfBlocks(4), [blockId(1)], { speed: 1.5 }))

  test('are found by inherited values, too, the most frequent value first', () => {
    expect(valuesOf(start, 'speed').map(({ value, ids }) => [value, ids.length])).toEqual([
      [1, 3],
      [1.5, 1],
    ])
    const faster = apply(start, patchDefaults(start, { speed: 1.5 }))
    expect(valuesOf(faster, 'speed')).toMatchObject([{ value: 1.5 }])
  })

  test('can all be given another setting or another character', () => {
    const fox = apply(start, addCharacter(start, { id: characterId('fox'), name: 'Fox' }))
    const [usual] = valuesOf(fox, 'speed')
    const slower = apply(fox, giveValue(fox, usual?.ids ?? [], 'speed', 1.2))
    expect(valuesOf(slower, 'speed').map(({ value }) => value)).toEqual([1.2, 1.5])
    const given = apply(fox, giveValue(fox, usual?.ids ?? [], 'characterId', characterId('fox')))
    expect(valuesOf(given, 'characterId')[0]).toMatchObject({ value: characterId('fox') })
  })
})
