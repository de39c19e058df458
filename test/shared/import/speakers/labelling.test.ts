import { describe, expect, it } from 'vitest'
import { defaultOptions } from '../../../../shared/import/options.ts'
import { plainParagraph, sourceOf } from '../../../../shared/import/source.ts'
import {
  estimatedTokens,
  labelPassages,
  labelRequest,
  labelSpeakers,
  MAX_LABEL_LINES,
  MAX_PASSAGE_CHARACTERS,
} from '../../../../shared/import/speakers/labelling.ts'
import type { Suggestions } from '../../../../shared/import/speakers/suggestion.ts'

/** A chapter of paragraphs, each a line of speech; `who` gives the speaker and how sure it is, or null for nobody. */
function bookOf(texts: readonly string[], who: (index: number) => readonly [string, number] | null) {
  const source = sourceOf('Book', [
    { title: 'One', kind: 'body', paragraphs: texts.map((text) => plainParagraph(text)) },
  ])
  const lines = texts.map((text, paragraph) => {
    const [speaker, confidence] = who(paragraph) ?? [null, 0]
    return { paragraph, start: 0, end: text.length, cue: null, speaker, manner: '', confidence }
  })
  const suggestions: Suggestions = {
    lines,
    names: new Map([
      ['mira', 'Mira'],
      ['tom', 'Tom'],
      ['gull', 'Gull'],
    ]),
  }
  return { source, suggestions, options: defaultOptions(source) }
}

const passagesOf = ({ source, suggestions, options }: ReturnType<typeof bookOf>) =>
  labelPassages(source, suggestions, options)

describe('the request to a language model', () => {
  it('contains the lines whose speaker is unclear, with the lines around them and their speakers', () => {
    const texts = Array.from({ length: 12 }, (_, index) => `“Line ${index}.”`)
    const book = bookOf(texts, (index) => (index === 6 ? null : [index % 2 === 0 ? 'mira' : 'tom', 0.9]))
    expect(passagesOf(book)).toEqual([
      {
        lines: [6],
        text: [
          ...['[Mira] “Line 2.”', '[Tom] “Line 3.”', '[Mira] “Line 4.”', '[Tom] “Line 5.”'],
          ...['[#6] “Line 6.”', '[Tom] “Line 7.”'],
        ].join('\n\n'),
      },
    ])
  })

  it('is not made if every speaker is known or the chapter is left out', () => {
    const sure = bookOf(['“One.”', '“Two.”'], () => ['mira', 0.9])
    expect(passagesOf(sure)).toEqual([])
    const open = bookOf(['“One.”', '“Two.”'], () => null)
    const chapters = open.options.chapters.map((chapter) => ({ ...chapter, isIncluded: false }))
    expect(passagesOf({ ...open, options: { ...open.options, chapters } })).toEqual([])
    expect(passagesOf(open)[0]?.lines).toEqual([0, 1])
  })

  it('is divided into passages within the limits, which contain each line once', () => {
    const texts = Array.from({ length: 300 }, (_, index) => `“${'word '.repeat(index % 90)}${index}.”`)
    const passages = passagesOf(bookOf(texts, (index) => (index % 3 === 0 ? null : ['mira', 0.6])))
    expect(passages.flatMap(({ lines }) => lines)).toEqual(texts.map((_, index) => index))
    expect(Math.max(...passages.map(({ lines }) => lines.length))).toBeLessThanOrEqual(MAX_LABEL_LINES)
    expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(MAX_PASSAGE_CHARACTERS)
    for (const { text, lines } of passages) for (const line of lines) expect(text).toContain(`[#${line}] `)
  })

  it('offers the speakers by name, except rejected ones', () => {
    const book = bookOf(['“One.”', '“Two.”', '“Three.”', '“Kee.”'], (index) =>
      index === 3 ? ['gull', 0.3] : [index === 0 ? 'mira' : 'tom', 0.9],
    )
    const speakers = labelSpeakers(book.suggestions, book.options)
    expect([...speakers]).toEqual([
      ['Tom', 'tom'],
      ['Mira', 'mira'],
    ])
    const passage = { text: '[#3] “Kee.”', lines: [3] }
    const { user, schema } = labelRequest(passage, [...speakers.keys()])
    expect(user).toBe('Speakers: Tom, Mira\n\nNumbered lines: #3\n\n[#3] “Kee.”')
    expect(schema.properties.labels.items.properties.speaker.enum).toEqual([
      'Tom',
      'Mira',
      'Narrator',
      'Unknown',
    ])
    expect(estimatedTokens(passage, ['Tom'])).toBeGreaterThan(100)
  })
})
