import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editText, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { addCharacter, chooseConnection, patchDefaults } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { EMPTY_HISTORY, execute, undo } from '../../../shared/story/history.ts'
import { patternError } from '../../../shared/lib/pattern.ts'
import { lexiconEntryIdSchema, type LexiconEntry } from '../../../shared/story/records.ts'
import { blockCharacters, isTooLong, planRender } from '../../../shared/story/renderPlan.ts'
import { blocksOf, findBlock } from '../../../shared/story/selectors.ts'
import { hasSpeech, lexiconHitsOf, spokenTextOf, spokenWordsOf } from '../../../shared/story/spokenText.ts'
import { storyFromRecords, withCommonLexicon, type Story } from '../../../shared/story/story.ts'
import { blockRequestOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import { blockKeys, takeKey, NO_TAKES } from '../../../shared/story/takes.ts'
import { countWords } from '../../../shared/story/words.ts'
import { measureLexiconPlan } from '../../bench/lexiconPlan.ts'
import { blockId, characterId, emptyStory, storyOfBlocks } from './randomStories.ts'
import { long } from '../../support/tags.ts'

let entries = 0
function entry(written: string, spoken: string, fields: Partial<LexiconEntry> = {}): LexiconEntry {
  return {
    ...{ type: 'lexiconEntry', characterId: null, match: 'word', isCaseSensitive: false, language: null },
    ...{ id: lexiconEntryIdSchema.parse(`entry-${(entries += 1)}`), written, spoken },
    ...fields,
  }
}

const withEntries = (story: Story, ...added: LexiconEntry[]) => apply(story, { put: added, remove: [] })
const writtenIn = (text: string, story = emptyStory()) => apply(story, editText(story, blockId(0), text))

function blockIn(story: Story, n = 0) {
  const block = findBlock(story, blockId(n))
  if (block === undefined) throw new Error(`There is no block ${n}`)
  return block
}

/** The text that is sent for a text with some entries. */
function spoken(text: string, ...added: LexiconEntry[]): string {
  const story = withEntries(writtenIn(text), ...added)
  return spokenTextOf(story, blockIn(story))
}

describe('a whole word', () => {
  test.each([
    ['The ferry at Saltmarsh.', 'Saltmarsh', 'The ferry at X.'],
    ['Saltmarshes are wet, saltmarsh-born.', 'Saltmarsh', 'Saltmarshes are wet, X-born.'],
    ["Quill's and Quill’s boat", "quill's", 'X and X boat'],
    ['Dr. Quill, Drake', 'Dr.', 'X Quill, Drake'],
    ['Жанна и Жаннат', 'жанна', 'X и Жаннат'],
    ['Größe, größer', 'grösse', 'Größe, größer'],
    ['ΟΔΟΣ οδος Οδός', 'οδοσ', 'X X Οδός'],
    ['東京 and 東京都', '東京', 'X and 東京都'],
    ['NASA3 NASA', 'NASA', 'NASA3 X'],
    ['cafe\u0301 cafe', 'cafe', 'cafe\u0301 X'],
    ['𝐀b 𝐀', '𝐀', '𝐀b X'],
  ])('in “%s”, %s is found only between characters that are not letters or digits', (text, written, said) => {
    expect(spoken(text, entry(written, 'X'))).toBe(said)
  })

  test('is matched case-sensitively only if the entry says so', () => {
    expect(spoken('us US', entry('US', 'U S', { isCaseSensitive: true }))).toBe('us U S')
    expect(spoken('İzmir US', entry('us', 'U S'))).toBe('İzmir U S')
  })
})

test('an entry for anywhere also matches within words', () => {
  expect(spoken('colour colours', entry('our', 'or', { match: 'anywhere' }))).toBe('color colors')
  expect(spoken('aaa', entry('aa', 'b', { match: 'anywhere' }))).toBe('ba')
})

describe('a pattern', () => {
  const pattern = (written: string, said: string, fields: Partial<LexiconEntry> = {}) =>
    entry(written, said, { match: 'pattern', ...fields })

  test('inserts its groups into the spoken form', () => {
    expect(spoken('In 1847.', pattern('\\b(18)(\\d\\d)\\b', '$1 $2, $0, $7, $$1'))).toBe(
      'In 18 47, 1847, $7, $1.',
    )
  })

  test('matches either case, or only its own', () => {
    expect(spoken('Mr mr', pattern('mr', 'mister'))).toBe('mister mister')
    expect(spoken('Mr mr', pattern('mr', 'mister', { isCaseSensitive: true }))).toBe('Mr mister')
  })

  test('that is invalid reports why, and has no hits', () => {
    expect(patternError('(')).toMatch(/\(/)
    expect(patternError('(?=a)')).not.toBeNull()
    expect(patternError('\\p{Lu}+')).toBeNull()
    expect(spoken('a (', pattern('(', 'x'))).toBe('a (')
  })

  test('that matches only the empty string replaces nothing', () => {
    expect(spoken('abc', pattern('x*', '-'))).toBe('abc')
  })

  test('can be used beside others, even if their groups have the same name', () => {
    const named = [pattern('(?P<n>\\d)x', '$1'), pattern('(?P<n>\\d)y', '$1'), pattern('Z', 'zed')]
    expect(spoken('1x 2y z', ...named)).toBe('1 2 zed')
  })

  test('runs in linear time, even if it is hostile', () => {
    const hostile = pattern('(a+)+$', 'x')
    const usedMs = (text: string) => {
      const before = process.cpuUsage()
      spoken(text, hostile)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    expect(usedMs(`${'a'.repeat(10_000)}!`)).toBeLessThan(5_000)
  })
})

describe('of entries that match at the same place', () => {
  const fox = characterId('fox')
  const story = () => {
    const cast = writtenIn('Quill, Mr. Quill')
    const withFox = apply(cast, addCharacter(cast, { id: fox, name: 'Fox' }))
    return apply(withFox, patchBlocks(withFox, [blockId(0)], { characterId: fox }))
  }

  test('the character’s comes before the story’s, and the story’s before the common one', () => {
    const common = [entry('Quill', 'all')]
    const said = (now: Story) => spokenTextOf(withCommonLexicon(now, common), blockIn(now))
    expect(said(story())).toBe('all, Mr. all')
    expect(said(withEntries(story(), entry('quill', 'story')))).toBe('story, Mr. story')
    expect(
      said(withEntries(story(), entry('quill', 'story'), entry('Quill', 'fox', { characterId: fox }))),
    ).toBe('fox, Mr. fox')
    const other = writtenIn('Quill')
    expect(said(withEntries(other, entry('Quill', 'fox', { characterId: fox })))).toBe('all')
  })

  test('the longer one comes first, and its spoken form is not replaced again', () => {
    const long = entry('Mr. Quill', 'mister Quill')
    expect(spoken('Quill, Mr. Quill', entry('Quill', 'kwill'), long)).toBe('kwill, mister Quill')
  })

  test('a word comes before a pattern', () => {
    const years = entry('\\d{4}', 'a year', { match: 'pattern' })
    expect(spoken('1847 1848', years, entry('1847', 'eighteen forty-seven'))).toBe(
      'eighteen forty-seven a year',
    )
  })
})

test('an entry for a language applies only to voices that are known to speak it', () => {
  const german = entry('Chance', 'Schangse', { language: 'de' })
  const now = withEntries(writtenIn('Chance'), german)
  const said = (story: Story) => spokenTextOf(story, blockIn(story))
  expect(said(now)).toBe('Chance')
  const speaksGerman = apply(now, patchDefaults(now, { voiceId: 'ES-de' }))
  expect(said(speaksGerman)).toBe('Schangse')
  expect(said(apply(speaksGerman, chooseConnection(speaksGerman, 'hosted')))).toBe('Chance')
})

test('an entry for a language applies to the natural voices of the catalogue, even if they are not installed', () => {
  const now = withEntries(
    writtenIn('Chance'),
    entry('Chance', 'Schangse', { language: 'de' }),
    entry('Chance', 'qiānsì', { language: 'cmn' }),
  )
  const saidBy = (voiceId: string) => {
    const story = apply(now, patchDefaults(now, { voiceId }))
    return spokenTextOf(story, blockIn(story))
  }
  expect(saidBy('NV-vits-piper-de_de-thorsten-medium-thorsten')).toBe('Schangse')
  expect(saidBy('NV-kokoro-multi-lang-v1_0-zf_xiaobei')).toBe('qiānsì')
  expect(saidBy('NV-kitten-nano-en-v0_2-expr-voice-2-m')).toBe('Chance')
  expect(saidBy('NV-my-own-german-voice-0')).toBe('Chance')
})

describe('the spoken text', () => {
  const text = 'Tamsin saw 1847.'
  const now = withEntries(writtenIn(text), entry('Tamsin', 'TAM-zin'), entry('1847', ''))

  test('is used in requests, credits and the limit, and never in the story', () => {
    const block = blockIn(now)
    expect(JSON.parse(blockRequestOf(now, block).body)).toMatchObject({ input: 'TAM-zin saw .' })
    expect(storyMakerRequestOf(now, { exactMs: true }).blocks[0]?.input).toBe('TAM-zin saw .')
    expect(blockCharacters(now, block)).toBe('TAM-zin saw .'.length)
    expect(block.text).toBe(text)
    const long = withEntries(writtenIn('x '.repeat(4_000)), entry('x', 'xxxxx'))
    expect(isTooLong(long, blockIn(long))).toBe(true)
  })

  test('can be empty, and then needs no audio', () => {
    const silent = withEntries(writtenIn('* * *'), entry('* * *', '', { match: 'anywhere' }))
    expect(hasSpeech(silent, blockIn(silent))).toBe(false)
    expect(planRender(silent, { takes: NO_TAKES, allTakes: [], render: null }).blocks).toEqual([])
  })
})

test('an entry changes the keys of only the blocks that it matches, and undo restores them', () => {
  const story = storyOfBlocks(6)
  const keys = (of: Story) => blocksOf(of).map((block) => blockKeys(of, block).own)
  const change = { put: [entry('3', 'three')], remove: [] }
  const step = execute(story, EMPTY_HISTORY, {
    id: 'step',
    label: 'lexicon',
    change,
    coalesceKey: null,
    atMs: 0,
  })
  if (step === null) throw new Error('The entry changes nothing')
  const changed = blocksOf(story).filter(
    (block) => blockKeys(story, block).own !== blockKeys(step.story, block).own,
  )
  expect(changed.map(({ id }) => id)).toEqual([blockId(3)])
  const undone = undo(step.story, step.history)
  expect(undone === null ? [] : keys(undone.story)).toEqual(keys(story))
})

const word = fc.constantFrom('Quill', 'quill', 'Mr.', '1847', '東京', 'ß', 'a', ' ', ', ', '’', '𝐀')
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(''))
const anyEntry = fc
  .record({
    written: text.filter((written) => written !== ''),
    spoken: text,
    match: fc.constantFrom<LexiconEntry['match']>('word', 'anywhere', 'pattern'),
    isCaseSensitive: fc.boolean(),
  })
  .map(({ written, spoken: said, ...fields }) => entry(written, said, fields))

describe('for any text and entries', () => {
  test('the keys without entries are those of the text', () => {
    fc.assert(
      fc.property(text, (words) => {
        const now = writtenIn(words)
        const { defaults } = now.info
        const asked = { text: words, settings: defaults, durationMs: null, withEmotion: true }
        expect(blockKeys(now, blockIn(now)).own).toBe(takeKey(asked))
      }),
    )
  })

  test('the hits are in order and do not overlap, and the text between them is unchanged', () => {
    fc.assert(
      fc.property(text, fc.array(anyEntry, { maxLength: 6 }), (words, added) => {
        const now = withEntries(writtenIn(words), ...added)
        const block = blockIn(now)
        let [from, said] = [0, '']
        for (const hit of lexiconHitsOf(now, block)) {
          expect(hit.start).toBeGreaterThanOrEqual(from)
          expect(hit.end).toBeGreaterThan(hit.start)
          said += words.slice(from, hit.start) + hit.spoken
          from = hit.end
        }
        expect(spokenTextOf(now, block)).toBe(said + words.slice(from))
        expect(block.text).toBe(words)
      }),
    )
  })

  test('the order in which entries are added does not matter', () => {
    fc.assert(
      fc.property(text, fc.array(anyEntry, { maxLength: 6 }), (words, added) => {
        const [now, turned] = [added, added.toReversed()].map((all) => withEntries(writtenIn(words), ...all))
        if (now === undefined || turned === undefined) throw new Error('There are two stories')
        expect(spokenTextOf(turned, blockIn(turned))).toBe(spokenTextOf(now, blockIn(now)))
      }),
    )
  })
})

/** The words of a text by the rules of the lexicon, one entry and one place after the other. */
function saidSimply(words: string, inOrder: readonly LexiconEntry[]): string {
  const fold = (letters: string) => letters.toLowerCase().replaceAll('’', "'")
  const isWordUnit = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}\p{M}]/u.test(letter)
  const letters = Array.from(words)
  const said: (string | null)[] = letters.map(() => null)
  const isTaken = letters.map(() => false)
  for (const { written, match, isCaseSensitive, spoken: sound } of inOrder) {
    const form = Array.from(written)
    for (let at = 0; at + form.length <= letters.length; at += 1) {
      const end = at + form.length
      const here = letters.slice(at, end).join('')
      const isSame = isCaseSensitive
        ? here.replaceAll('’', "'") === written.replaceAll('’', "'")
        : fold(here) === fold(written)
      const isTorn = (place: number) => isWordUnit(letters[place - 1]) && isWordUnit(letters[place])
      if (!isSame || (match === 'word' && (isTorn(at) || isTorn(end)))) continue
      if (isTaken.slice(at, end).includes(true)) continue
      isTaken.fill(true, at, end)
      said[at] = sound
    }
  }
  return letters.map((letter, at) => said[at] ?? (isTaken[at] === true ? '' : letter)).join('')
}

const simpleWord = fc.constantFrom(
  'Quill',
  'quill',
  'QUILLS',
  'Mr.',
  '1847',
  '東京',
  'é',
  'a',
  ' ',
  ', ',
  '’',
  "'",
  '𝐀',
)
const simpleText = (maxLength: number) => fc.array(simpleWord, { maxLength }).map((words) => words.join(''))
const scopedEntry = fc.record({
  written: simpleText(3).filter((written) => written !== ''),
  match: fc.constantFrom<LexiconEntry['match']>('word', 'anywhere'),
  isCaseSensitive: fc.boolean(),
  scope: fc.constantFrom('character', 'story', 'common'),
  language: fc.constantFrom('en', 'de', null),
})
const scopes = ['character', 'story', 'common']

test('the lexicon finds what a search of every entry at every place finds, for each scope and language', () => {
  const speaking = apply(emptyStory(), addCharacter(emptyStory(), { id: characterId(0), name: 'Quill' }))
  const cast = apply(speaking, patchBlocks(speaking, [blockId(0)], { characterId: characterId(0) }))
  const unlike = fc.uniqueArray(scopedEntry, {
    maxLength: 12,
    selector: ({ written }) => [...written].length,
  })
  fc.assert(
    fc.property(simpleText(16), unlike, (words, wanted) => {
      const made = wanted.map(({ scope, ...fields }, index) => ({
        scope,
        entry: entry(fields.written, `<${index}>`, {
          ...fields,
          characterId: scope === 'character' ? characterId(0) : null,
        }),
      }))
      const inStory = made.filter(({ scope }) => scope !== 'common').map((one) => one.entry)
      const common = made.filter(({ scope }) => scope === 'common').map((one) => one.entry)
      const now = withCommonLexicon(withEntries(writtenIn(words, cast), ...inStory), common)
      const inOrder = made
        .filter((one) => one.entry.language !== 'de') // the voice speaks English
        .toSorted(
          (a, b) =>
            scopes.indexOf(a.scope) - scopes.indexOf(b.scope) ||
            b.entry.written.length - a.entry.written.length,
        )
        .map((one) => one.entry)
      expect(spokenTextOf(now, blockIn(now))).toBe(saidSimply(words, inOrder))
    }),
    { numRuns: 1_000 },
  )
})

test('entries for all stories are not records of a story, and stay when it changes', () => {
  const common = [entry('Text', 'words')]
  const story = withCommonLexicon(storyOfBlocks(2), common)
  expect(withCommonLexicon(storyFromRecords(story.records.values()), common).records).toEqual(story.records)
  const edited = apply(story, editText(story, blockId(1), 'Text again.'))
  expect(spokenTextOf(edited, blockIn(edited, 1))).toBe('words again.')
})

test('the benchmark of the lexicon’s plan finds its words', long, () => {
  const { hitBlocks, blocks } = measureLexiconPlan({
    ...{ blocks: 600, entries: 1_000, patterns: 2, rounds: 1 },
  })
  expect(hitBlocks).toBeGreaterThan(0)
  expect(hitBlocks).toBeLessThan(blocks)
})

test('the written words and the spoken characters of a block are counted correctly with a lexicon', () => {
  const ascii = ['a', 'B', '7', '_', '-', "'", '.', ' ', '\t', '\n', '\u001c']
  const accented = [...ascii, 'é', 'Ω', '”', '’', '\u00a0', '\u2003', '\u2028']
  const any = [...accented, '\u0301', '東', 'ก', '😀', '𝐀']
  const text = fc.oneof(
    ...[ascii, accented, any].map((units) => fc.string({ unit: fc.constantFrom(...units) })),
  )
  const lexicon = [entry('a', 'an a'), entry('B-', 'bee', { match: 'anywhere' }), entry('7a', '')]
  fc.assert(
    fc.property(text, (written) => {
      const story = withEntries(writtenIn(written), ...lexicon)
      const { text: said, characters, writtenWords } = spokenWordsOf(story, blockIn(story))
      expect([writtenWords, characters]).toEqual([countWords(written), [...said].length])
    }),
    { numRuns: 1000 },
  )
})
