import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLexiconStore } from '../../../electron/app/lexiconStore.ts'
import { MAX_COMMON_ENTRIES } from '../../../shared/story/limits.ts'
import { lexiconEntryIdSchema } from '../../../shared/story/records.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-lexicon-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const entry = (id: string, spoken = 'TAM-zin') => ({
  ...{ type: 'lexiconEntry' as const, id: lexiconEntryIdSchema.parse(id), characterId: null },
  ...{ written: 'Tamsin', spoken, match: 'word' as const, isCaseSensitive: false, language: null },
})

describe('the lexicon for all stories', () => {
  test('is on disk after each change, and reports each change once', () => {
    const told = vi.fn()
    const store = createLexiconStore(folder, told)
    expect(store.change([entry('a'), entry('b')], [])).toHaveLength(2)
    expect(store.change([entry('a', 'tamsin')], [entry('b').id])).toEqual([entry('a', 'tamsin')])
    store.change([entry('a', 'tamsin')], [])
    expect(told).toHaveBeenCalledTimes(2)
    expect(createLexiconStore(folder).entries()).toEqual([entry('a', 'tamsin')])
  })

  test('picks up and keeps what another host has written', () => {
    const [one, two] = [createLexiconStore(folder), createLexiconStore(folder)]
    one.change([entry('a')], [])
    expect(two.change([entry('b')], []).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(one.entries()).toHaveLength(1)
    expect(one.reload()).toHaveLength(2)
    expect(one.entries()).toHaveLength(2)
  })

  test('uses the valid entries of a damaged file, and keeps a copy of the file', () => {
    const path = join(folder, 'lexicon.json')
    writeFileSync(path, JSON.stringify({ entries: [entry('a'), { id: 'b' }] }))
    expect(createLexiconStore(folder).entries()).toEqual([entry('a')])
    expect(readFileSync(`${path}.damaged`, 'utf8')).toContain('"b"')
    writeFileSync(path, '{')
    expect(createLexiconStore(folder).entries()).toEqual([])
    expect(existsSync(`${path}.damaged`)).toBe(true)
  })

  test('refuses more entries than allowed, and stays unchanged', () => {
    const store = createLexiconStore(folder)
    store.change([entry('first')], [])
    const many = Array.from({ length: MAX_COMMON_ENTRIES }, (_, n) => entry(`entry-${n}`))
    expect(() => store.change(many, [])).toThrow(expect.objectContaining({ code: 'lexicon-full' }))
    expect(store.entries()).toHaveLength(1)
  })
})
