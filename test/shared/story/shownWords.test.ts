import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withReplacements } from '../../../shared/lib/replacedText.ts'
import { editText, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { lexiconEntryIdSchema, type Block, type LexiconEntry } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { shownWords } from '../../../shared/story/shownWords.ts'
import { lexiconHitsOf, spokenReplacements, spokenTextOf } from '../../../shared/story/spokenText.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, type Take } from '../../../shared/story/takes.ts'
import { formatWordTimes } from '../../../shared/story/wordTimes.ts'
import { blockId, emptyStory } from './randomStories.ts'

function entry(written: string, spoken: string, fields: Partial<LexiconEntry> = {}): LexiconEntry {
  return {
    ...{ type: 'lexiconEntry', characterId: null, match: 'word', isCaseSensitive: false, language: null },
    ...{ id: lexiconEntryIdSchema.parse(`entry-${written}`), written, spoken },
    ...fields,
  }
}

function storyWith(text: string, entries: readonly LexiconEntry[] = []): Story {
  const written = apply(emptyStory(), editText(emptyStory(), blockId(0), text))
  return apply(written, { put: [...entries], remove: [] })
}

function blockIn(story: Story): Block {
  const block = findBlock(story, blockId(0))
  if (block === undefined) throw new Error('The story has a block')
  return block
}

/** A take that fits a block, in which the voice said each word of the spoken text in 100 ms. */
function takeOf(story: Story): Take {
  const block = blockIn(story)
  const words = [...spokenTextOf(story, block).matchAll(/\S+/g)].map(({ index, 0: word }, at) => ({
    ...{ startMs: at * 100, endMs: at * 100 + 100 },
    ...{ from: index, to: index + word.length },
  }))
  const kept = formatWordTimes(words)
  return {
    ...{ id: 'take', key: blockKeys(story, block).own, kind: 'speech', name: '', audioId: 'audio' },
    ...{ startMs: 0, endMs: words.length * 100, blockId: block.id, createdAtMs: 0 },
    ...{ voiceId: 'OA001', model: 'tts-1', speed: 1 },
    ...(kept !== undefined && { words: kept }),
  }
}

const shownIn = (story: Story, take = takeOf(story)) =>
  shownWords(story, blockIn(story), take).map(
    ({ startMs, endMs, from, to }) => `${startMs}-${endMs} ${blockIn(story).text.slice(from, to)}`,
  )

describe('the shown words of a take', () => {
  test('follow the lexicon: a word said as several has all their time, and words said as one share it', () => {
    const entries = [entry('Hermione', 'her my oh nee'), entry('New York', 'nuyork'), entry('Dr.', 'Doctor')]
    expect(shownIn(storyWith('Dr. Hermione’s New York, again.', entries))).toEqual([
      '0-100 Dr.',
      '100-500 Hermione’s',
      '500-600 New York,',
      '600-700 again.',
    ])
  })

  test('may have pauses between them, and punctuation after a pause', () => {
    const story = storyWith('One [pause 1 s]. [pause 20 ms]  two three [pause 2 s]', [entry('two', 'a b')])
    expect(spokenTextOf(story, blockIn(story))).toBe('One. a b three')
    expect(shownIn(story)).toEqual(['0-100 One [pause 1 s].', '100-300 two', '300-400 three'])
  })

  test('are none if the take was made of other words', () => {
    const story = storyWith('Good evening.')
    const take = takeOf(story)
    const changed = apply(story, editText(story, blockId(0), 'Good evening, all.'))
    expect(shownIn(changed, take)).toEqual([])
    const locked = (of: Story) => apply(of, { put: [{ ...blockIn(of), lockedKey: take.key }], remove: [] })
    expect(shownIn(locked(changed), take)).toEqual([])
    expect(shownIn(locked(story), take)).toEqual(['0-100 Good', '100-200 evening.'])
    expect(shownIn(story, { ...take, kind: 'recording', key: `recording-${take.key}` })).toEqual([])
  })

  test('are the same if the picked take has another length or speed', () => {
    const story = storyWith('Good evening.')
    const take = takeOf(story)
    const other = apply(story, patchBlocks(story, [blockId(0)], { durationMs: 3000, speed: 2 }))
    expect(shownIn(other, take)).toEqual(['0-100 Good', '100-200 evening.'])
  })
})

const written = fc
  .array(
    fc.constantFrom(
      ...[
        'lamp',
        'Saltmarsh',
        'saltmarsh-born',
        'New York',
        '“Who?”',
        '—',
        '\n',
        'Dr.',
        '東京都',
        '😀',
        '1,234',
        '.',
      ],
      ...['[pause 1 s]', '[pause 20 ms].', ' ', 'e\u0301t\u00e9'],
    ),
    { maxLength: 20 },
  )
  .map((each) => each.join(' '))

const entries = fc.subarray([
  entry('Saltmarsh', 'SAWLT marsh'),
  entry('New York', 'nuyork'),
  entry('Dr.', 'Doctor'),
  entry('lamp', ''),
  entry('東京', 'とうきょう'),
  entry('\\d+,\\d+', 'many many', { match: 'pattern' }),
  entry('\\s+', '  ', { match: 'pattern' }),
  entry('p “', 'p-', { match: 'anywhere' }),
])

test('for any lexicon and pauses, the replacements result in the sent text and map each word back', () => {
  fc.assert(
    fc.property(written, entries, (text, lexicon) => {
      const story = storyWith(text, lexicon)
      const block = blockIn(story)
      const sent = spokenTextOf(story, block)
      const replacements = spokenReplacements(story, block)
      expect(withReplacements(text, replacements)).toBe(sent)

      const shown = shownWords(story, block, takeOf(story))
      const hits = lexiconHitsOf(story, block)
      let [before, endMs] = [0, 0]
      for (const word of shown) {
        expect(word.from).toBeGreaterThanOrEqual(before)
        expect(word.to).toBeGreaterThan(word.from)
        expect(word.to).toBeLessThanOrEqual(text.length)
        expect(word.startMs).toBe(endMs)
        before = word.to
        endMs = word.endMs
        // A word that no entry touches is shown as it was sent.
        const isReplaced = replacements.some(({ start, end }) => start < word.to && word.from < end)
        if (!isReplaced) expect(sent).toContain(text.slice(word.from, word.to))
      }
      expect(hits.length === 0 || shown.length <= sent.split(/\s+/).length).toBe(true)
    }),
  )
})
