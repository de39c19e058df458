import { describe, expect, it, test } from 'vitest'
import { planDirectly } from '../../../../shared/import/importStory.ts'
import { indexLines, planImport, unclearLines } from '../../../../shared/import/plan.ts'
import { sourceFromStory } from '../../../../shared/import/sourceFromStory.ts'
import { plainParagraph, sourceOf } from '../../../../shared/import/source.ts'
import type { Planned } from '../../../../shared/import/planned.ts'
import type { ImportOptions } from '../../../../shared/import/options.ts'
import { nameSpeakers, speakersOf, tallyOf, variantsOf } from '../../../../shared/import/speakers/speakers.ts'
import { suggestSpeakers } from '../../../../shared/import/speakers/suggestSpeakers.ts'
import { blocksOf, speakerColors, storyRecordsOf } from '../../../../shared/import/storyFromPlan.ts'
import { storyFromRecords } from '../../../../shared/story/story.ts'
import { countingIds, outlineOfStory } from '../../../electron/lib/documents/storyText.ts'

const planOf = (...texts: string[]) =>
  planDirectly(
    sourceOf('Book', [{ title: null, kind: 'body', paragraphs: texts.map((text) => plainParagraph(text)) }]),
    { readsQuotations: true },
  )

/** The plan after other decisions. */
function decided(planned: Planned, change: Partial<ImportOptions>): Planned {
  const { source, suggestions } = planned
  const options = { ...planned.options, ...change }
  return { ...planned, options, chapters: planImport(source, indexLines(suggestions), options) }
}

const rename = (planned: Planned, key: string, name: string | undefined) =>
  decided(planned, { speakers: nameSpeakers(tallyOf(planned.suggestions), planned.options, [key], name) })

const rowsOf = ({ suggestions, options }: Planned) =>
  speakersOf(tallyOf(suggestions), options).map(({ name, lines, state }) => `${name}: ${lines} ${state}`)

const linesOf = (planned: Planned) =>
  planned.chapters.flatMap(blocksOf).map(({ text, speaker }) => `${speaker ?? '-'}: ${text}`)

const harbour = planOf(
  '“Stop,” said Brandt.',
  '“Why?” asked Fox.',
  '“Stop,” said Brandt.',
  '“Wait,” said Fox.',
  '“Now,” said the pilot.',
)

describe('merged speakers', () => {
  it('are one speaker with the lines of both', () => {
    expect(rowsOf(harbour)).toEqual(['Brandt: 2 accepted', 'Fox: 2 accepted', 'Pilot: 1 asked'])
    expect(rowsOf(rename(harbour, 'fox', 'Brandt'))).toEqual(['Brandt: 4 accepted', 'Pilot: 1 asked'])
  })

  test.each([
    ['pilot', 'Brandt'],
    ['brandt', 'Pilot'],
  ])('are all accepted if one of them is: %s with %s', (key, name) => {
    const merged = rename(harbour, key, name)
    expect(rowsOf(merged)).toContain(`${name}: 3 accepted`)
    expect(linesOf(merged)).toContain('pilot: “Now,”')
    expect(linesOf(merged).filter((line) => line.startsWith('brandt:'))).toHaveLength(2)
  })

  it('are not accepted by a name that nobody else has', () => {
    expect(rowsOf(rename(harbour, 'pilot', 'Quill'))).toContain('Quill: 1 asked')
  })

  it('are separated by restoring the names in the text', () => {
    expect(rowsOf(rename(rename(harbour, 'fox', 'Brandt'), 'fox', undefined))).toEqual(rowsOf(harbour))
  })

  it('become one character of the story', () => {
    const merged = rename(rename(harbour, 'fox', 'brandt'), 'pilot', 'Brandt')
    const story = storyFromRecords(storyRecordsOf(merged, countingIds()))
    expect(story.cast.map(({ name }) => name)).toEqual(['Brandt', 'Narrator'])
    expect(outlineOfStory(story).filter((line) => line.startsWith('Brandt:'))).toHaveLength(5)
  })
})

it('characters of another story become one if the writer merges them', () => {
  const of = storyFromRecords(storyRecordsOf(harbour, countingIds()))
  const planned = planDirectly(sourceFromStory(of), { readsQuotations: true })
  const fox = of.cast.find(({ name }) => name === 'Fox')
  const merged = rename(planned, fox?.id ?? '', 'Brandt')
  const story = storyFromRecords(storyRecordsOf(merged, countingIds()))
  expect(story.cast.map(({ name }) => name).filter((name) => name === 'Brandt')).toHaveLength(1)
  expect(outlineOfStory(story).filter((line) => line.startsWith('Brandt:'))).toHaveLength(4)
})

describe('names that one person can have', () => {
  const offered = (...names: string[]) => {
    const planned = planOf(...names.flatMap((name) => [`[${name}] Stop.`, `[${name}] No.`]))
    const speakers = speakersOf(tallyOf(planned.suggestions), planned.options)
    return speakers.flatMap((speaker) => {
      const found = variantsOf(speaker, speakers).map(({ name }) => name)
      return found.length === 0 ? [] : [`${speaker.name}: ${found.join(', ')}`]
    })
  }

  test.each([
    [
      'with a title and without',
      ['Captain Brandt', 'Brandt', 'Captain'],
      ['Captain Brandt: Brandt, Captain'],
    ],
    ['first name and whole name', ['Mira Vane', 'Mira'], ['Mira Vane: Mira']],
    ['two that have a title', ['Captain Brandt', 'Captain Fox', 'Captain'], []],
    ['two of one family', ['Anna Brandt', 'Tom Brandt', 'Brandt'], []],
    ['names that only begin alike', ['Tom', 'Tomas'], []],
    ['names of a man and of a woman', ['Martin', 'Martina'], []],
    ['a title written in two ways', ['Dr. Brandt', 'Doctor Brandt'], ['Dr. Brandt: Doctor Brandt']],
    ['two apostrophes', ["Mira O'Hara", 'Mira O’Hara'], ["Mira O'Hara: Mira O’Hara"]],
    ['with an accent and without', ['José', 'Jose'], ['José: Jose']],
    ['a name that is misspelt', ['Brandtner', 'Brandtner', 'Brantner'], ['Brandtner: Brantner']],
    [
      'a first name left out',
      ['Captain Tom Brandt', 'Captain Brandt'],
      ['Captain Tom Brandt: Captain Brandt'],
    ],
    ['a title for the first name', ['Tom Brandt', 'Captain Brandt'], ['Tom Brandt: Captain Brandt']],
    ['a title that another has', ['Tom Brandt', 'Mrs. Brandt', 'Mr. Fox'], []],
    ['two who can have the title', ['Tom Brandt', 'Anna Brandt', 'Dr. Brandt'], []],
  ])('are offered for merging if they are unambiguous: %s', (_, names, rows) => {
    expect(offered(...names)).toEqual(rows)
  })
})

describe('the colour of a speaker', () => {
  it('is the same whatever is accepted, and the same in the story', () => {
    const all = planOf('“Now,” said the pilot.', '“Stop,” said Brandt.', '“Why?” asked Fox.', 'It rained.')
    const accepted = decided(all, { speakers: new Map([['pilot', { isAccepted: true }]]) })
    const rejected = decided(all, { speakers: new Map([['brandt', { isAccepted: false }]]) })
    expect(new Set(speakerColors(all).values()).size).toBe(4)
    expect(speakerColors(accepted)).toEqual(speakerColors(all))
    expect(speakerColors(rejected)).toEqual(speakerColors(all))
    const { cast } = storyFromRecords(storyRecordsOf(rejected, countingIds()))
    const colors = new Map(cast.map(({ name, color }) => [name, color]))
    expect(colors.get('Fox')).toBe(speakerColors(all).get('fox'))
    expect(colors.get('Narrator')).toBe(speakerColors(all).get(null))
  })

  it('is shared by merged speakers, and the others keep theirs', () => {
    const before = speakerColors(harbour)
    const merged = speakerColors(rename(harbour, 'fox', 'Brandt'))
    expect(merged.get('fox')).toBe(before.get('brandt'))
    expect(merged.get('pilot')).toBe(before.get('pilot'))
  })
})

describe('a line whose speaker is unclear', () => {
  const texts = ['“Who is there?”', 'Nobody spoke. “Answer me!” The rain fell. “Now!”']
  const unclear = (planned: Planned) =>
    planned.chapters
      .flatMap(blocksOf)
      .filter((block) => block.unclear.length > 0)
      .map(({ text }) => text)

  it('is reported with the narrator’s block that contains it', () => {
    const planned = planOf(...texts, 'It rained.')
    expect(unclear(planned)).toEqual(texts)
    expect(unclearLines(planned.chapters).size).toBe(3)
  })

  it('is reported with the part of the block that contains it', () => {
    const planned = decided(planOf(...texts), { blockSize: 'sentence' })
    expect(unclear(planned)).toEqual(['“Who is there?”', '“Answer me!”', '“Now!”'])
    const joined = decided(planned, { blockSize: 2000 })
    expect(joined.chapters.flatMap(blocksOf)[0]?.unclear.map(({ line }) => line)).toEqual([0, 1, 2])
  })

  it('is clear once it is assigned to a speaker or to the narrator', () => {
    const planned = planOf(...texts)
    const given = decided(planned, {
      lines: new Map([
        [0, { isAccepted: false }],
        [1, { speaker: 'fox' }],
      ]),
    })
    expect(linesOf(given).map((line) => line.trim())).toEqual([
      '-: “Who is there?”',
      '-: Nobody spoke.',
      'fox: “Answer me!”',
      '-: The rain fell. “Now!”',
    ])
    expect(unclearLines(given.chapters).size).toBe(1)
  })

  it('is any line after so many turns that its speaker is uncertain', () => {
    const turns = [
      '“Stop,” said Brandt.',
      '“Why?” asked Fox.',
      ...Array.from({ length: 10 }, () => '“Go on.”'),
    ]
    const { suggestions, chapters } = planOf(...turns)
    const last = suggestions.lines.length - 1
    expect(suggestions.lines[last]?.speaker).not.toBeNull()
    expect(unclearLines(chapters).has(last)).toBe(true)
  })

  it('is never in a chapter that is left out, and never a doubtful name before words', () => {
    const planned = planOf(...texts)
    const without = decided(planned, {
      chapters: planned.options.chapters.map((chapter) => ({ ...chapter, isIncluded: false })),
    })
    expect(unclearLines(without.chapters).size).toBe(0)
    expect(unclearLines(planOf('Note: the ferry is late.', 'It rained.').chapters).size).toBe(0)
  })
})

describe('the speakers of a book', () => {
  const paragraphs = ['“One,” said Mira.', '“Two,” said Mira.', '“Three,” said the gull.'].map((text) =>
    plainParagraph(text),
  )
  const source = sourceOf('Book', [{ title: null, kind: 'body', paragraphs }])
  const suggestions = suggestSpeakers(source, { readsQuotations: true })
  const none = { speakers: new Map(), lines: new Map() }
  const review = (decided: object) =>
    speakersOf(tallyOf(suggestions), { ...decided } as Parameters<typeof speakersOf>[1]).map(
      ({ name, lines: count, state }) => [name, count, state],
    )

  it('are sorted by number of lines, and accepted or asked about by certainty', () => {
    expect(review(none)).toEqual([
      ['Mira', 2, 'accepted'],
      ['Gull', 1, 'asked'],
    ])
  })

  it('can be rejected and renamed', () => {
    const speakers = new Map([
      ['mira', { isAccepted: false }],
      ['gull', { name: 'The Gull', isAccepted: true }],
    ])
    expect(review({ ...none, speakers })).toEqual([
      ['Mira', 2, 'rejected'],
      ['The Gull', 1, 'accepted'],
    ])
  })
})
