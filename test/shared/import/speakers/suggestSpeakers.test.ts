import { describe, expect, it, test } from 'vitest'
import { plainParagraph, sourceOf } from '../../../../shared/import/source.ts'
import { speakersOf } from '../../../../shared/import/speakers/speakers.ts'
import { suggestSpeakers } from '../../../../shared/import/speakers/suggestSpeakers.ts'
import { SURE } from '../../../../shared/import/speakers/suggestion.ts'

function suggest(...texts: string[]) {
  const paragraphs = texts.map((text) => plainParagraph(text))
  return suggestSpeakers(sourceOf('Book', [{ title: null, kind: 'body', paragraphs }]), {
    readsQuotations: true,
  })
}

/** The lines of texts as “speaker: words”, with a question mark where the writer would be asked. */
function lines(...texts: string[]): string[] {
  return suggest(...texts).lines.map(({ paragraph, start, end, speaker, confidence }) => {
    const name = `${speaker ?? 'nobody'}${confidence > SURE ? '' : '?'}`
    return `${name}: ${texts[paragraph]?.slice(start, end).trim() ?? ''}`
  })
}

describe('speech in quotation marks', () => {
  test.each([
    ['English', '“Come in,” said Mira.', 'mira: “Come in,”'],
    ['English, the name first', '"Come in," Mira whispered, and went.', 'mira: "Come in,"'],
    ['English, single marks', '‘Don’t,’ said Mira.', 'mira: ‘Don’t,’'],
    ['English, before the words', 'Mira said: “Come in.”', 'mira: “Come in.”'],
    ['English, with a title', '“No,” said Mr. Quill.', 'mr. quill: “No,”'],
    ['German', '„Komm herein“, sagte Mira.', 'mira: „Komm herein“,'],
    ['German, angled', '»Komm herein«, rief Mira.', 'mira: »Komm herein«,'],
    ['German, before the words', 'Mira fragte: „Kommst du?“', 'mira: „Kommst du?“'],
    ['French', '« Entre », dit Mira.', 'mira: « Entre »,'],
    ['French, with a dash', '— Entre, dit Mira.', 'mira: — Entre,'],
    ['Spanish', '«Entra», dijo Mira.', 'mira: «Entra»,'],
    ['Spanish, with dashes', '—Entra —dijo Mira.', 'mira: —Entra'],
  ])('is found: %s', (_, text, line) => {
    expect(lines(text)).toContain(line)
  })

  it('leaves what stands between the words to the narrator', () => {
    expect(lines('—Entra —dijo Mira—. Ya es tarde.')).toEqual(['mira: —Entra', 'mira: Ya es tarde.'])
    expect(lines('“That,” said Harrow, and he stood up, “is not us.”')).toEqual([
      'harrow: “That,”',
      'harrow: “is not us.”',
    ])
  })

  test.each([
    ['French', '« Entre, dit Mira. Il est tard. »', ['mira: « Entre,', 'mira: Il est tard. »']],
    [
      'French, by a pronoun',
      '« Oui, dit Mira. Il est tard, ajouta-t-elle, viens. »',
      ['mira: « Oui,', 'mira: Il est tard,', 'mira: viens. »'],
    ],
    ['French, at the end', '« Entre, dit Mira. »', ['mira: « Entre,']],
    ['Spanish', '«Entra —dijo Mira—. Ya es tarde.»', ['mira: «Entra', 'mira: Ya es tarde.»']],
    [
      'Spanish, an aside of the speaker',
      '«Mi hermano —el mayor— ya está», dijo Mira.',
      ['mira: «Mi hermano —el mayor— ya está»,'],
    ],
  ])('leaves to the narrator who speaks within the marks: %s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected)
  })

  it('asks who takes turns, and who is only described', () => {
    expect(lines('“One,” said Mira.', '“Two,” said Tom.', '“Three.”', '“Four.”')).toEqual([
      'mira: “One,”',
      'tom: “Two,”',
      'mira?: “Three.”',
      'tom?: “Four.”',
    ])
    expect(lines('“Is it far?” asked the old ferryman.')).toEqual(['old ferryman?: “Is it far?”'])
  })

  it('knows nobody where nothing tells the speaker, and takes no word in quotation marks for speech', () => {
    expect(lines('“Who goes there?”')).toEqual(['nobody?: “Who goes there?”'])
    expect(lines('She called it a “friendly” place, and left.')).toEqual([])
  })
})

describe('names before words', () => {
  it('are sure in capitals, and where they come again', () => {
    expect(
      lines('MIRA: Wait.', 'It was late.', '[Tom] Why?', '[Tom] Now?', 'Ann (whispering): Hush.'),
    ).toEqual(['mira: Wait.', 'tom: Why?', 'tom: Now?', 'ann?: Hush.'])
  })

  it('tell the manner', () => {
    expect(suggest('MIRA (whispering): Wait.').lines).toMatchObject([
      { manner: 'whispering', speaker: 'mira' },
    ])
  })
})

describe('the speakers of a book', () => {
  const suggestions = suggest('“One,” said Mira.', '“Two,” said Mira.', '“Three,” said the gull.')
  const none = { speakers: new Map(), lines: new Map() }
  const review = (decided: object) =>
    speakersOf(suggestions, { ...decided } as Parameters<typeof speakersOf>[1]).map(
      ({ name, lines: count, state }) => [name, count, state],
    )

  it('are those with the most lines first, accepted or asked for by how sure they are', () => {
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
