import { describe, expect, test } from 'vitest'
import { plainParagraph } from '../../../../shared/import/source.ts'
import { UNSURE } from '../../../../shared/import/speakers/suggestion.ts'
import { findCues } from '../../../../shared/import/speakers/cues.ts'

/** The lines of a text with names before the words, as “speaker (manner): words”. */
function lines(...texts: string[]): string[] {
  return findCues(texts.map((text) => plainParagraph(text))).lines.map(
    ({ paragraph, start, end, speaker, manner }) =>
      `${speaker ?? 'nobody'}${manner === '' ? '' : ` (${manner})`}: ${texts[paragraph]?.slice(start, end)}`,
  )
}

describe('parentheses between a name and its words', () => {
  test.each([
    'V.O.',
    'v.o.',
    'VO',
    'V/O',
    'O.S.',
    'O.C.',
    'O. S.',
    "CONT'D",
    'CONT’D',
    "cont'd",
    'continued',
    'off',
    'OFF',
    'en off',
    'aus dem Off',
    'voix off',
    'off-screen',
    'aparte',
    'aside',
    'à part',
    'beiseite',
    "V.O., CONT'D",
    "V.O.) (CONT'D",
    "V.O./CONT'D",
  ])('are not the manner if they say where a voice comes from or that it continues: (%s)', (extension) => {
    expect(lines(`JOSÉ (${extension}): Otra vez.`)).toEqual(['josé: Otra vez.'])
    expect(lines(`[José] (${extension}) Otra vez.`)).toEqual(['josé: Otra vez.'])
  })

  test.each([
    ['whispering', 'whispering'],
    ['V.O., whispering', 'whispering'],
    ["V.O.) (whispering) (CONT'D", 'whispering'],
    ['en voz baja', 'en voz baja'],
    ['off his guard', 'off his guard'],
    ['vor sich hin, leise', 'vor sich hin, leise'],
    ['softly; slowly', 'softly; slowly'],
  ])('are the manner if they describe how the words are spoken: (%s)', (written, manner) => {
    expect(lines(`MIRA (${written}): Wait.`)).toEqual([`mira (${manner}): Wait.`])
  })

  test('belong to the same speaker in composed and decomposed letters', () => {
    const cues = findCues(
      ['JOSÉ: Hola.', 'JOSÉ (V.O.): Otra vez.'.normalize('NFD')].map((text) => plainParagraph(text)),
    )
    expect(cues.lines.map(({ speaker }) => speaker)).toEqual(['josé', 'josé'])
    expect([...cues.names.values()]).toEqual(['JOSÉ'])
  })
})

describe('a direction in brackets within a speech', () => {
  test.each([
    ['MIRA: (whispering) Wait.', 'mira (whispering): Wait.'],
    ['MIRA: [Softly.] Wait.', 'mira (Softly): Wait.'],
    ['MIRA (V.O.): (sighs) Wait.', 'mira (sighs): Wait.'],
    ['MIRA (leise): (zu Tom) Warte.', 'mira (leise, zu Tom): Warte.'],
    ['[MIRA] (softly) Wait.', 'mira (softly): Wait.'],
    ['狐狸：（小声）等等。', '狐狸 (小声): 等等。'],
    ['狐狸（小声）：等等。', '狐狸 (小声): 等等。'],
    ['MIRA: [inaudible] Wait.', 'mira: Wait.'],
  ])('is how its words are spoken if it comes first: %s', (text, line) => {
    expect(lines(text)).toEqual([line])
  })

  test.each([
    'MIRA: (I never said that to him.) Wait.',
    'MIRA: (Nobody ever knew why) Wait.',
    'MIRA: (s)he will wait.',
  ])('is spoken if it is a sentence or part of a word: %s', (text) => {
    expect(lines(text)).toEqual([text.replace('MIRA', 'mira')])
  })

  test.each([
    ['MIRA: Yes. (beat) Come here.', ['(beat)']],
    ['MIRA: Yes! [laughs]', ['[laughs]']],
    ['MIRA: Yes.\nOr no. (turns away)\nNo.', ['(turns away)']],
    ['狐狸：好。（笑）走吧。', ['（笑）']],
    ['MIRA: Yes (or no) and (mostly) yes.', []],
    ['MIRA: Yes. (I think it was he.) No.', []],
  ])('is not spoken between sentences: %s', (text, unread) => {
    const { lines: found } = findCues([plainParagraph(text)])
    const extensions = found[0]?.cue?.extensions ?? []
    expect(extensions.map(({ start, end }) => text.slice(start, end))).toEqual(unread)
  })
})

describe('in a text that is mostly prose', () => {
  const prose = Array.from({ length: 60 }, () => 'The ferry came late, and nobody on the quay said a word.')
  const namesIn = (texts: readonly string[], starts: readonly number[] = []) => {
    const found = findCues(
      texts.map((text) => plainParagraph(text)),
      starts,
    )
    return found.lines.flatMap(({ speaker, confidence }) => (confidence > UNSURE ? [speaker] : []))
  }

  test.each([
    [
      'a word that begins a paragraph now and then',
      ['Secondly: it rained.', ...prose.slice(0, 4), 'Secondly: it was late.'],
    ],
    ['a label in capitals', ['NICKNAME: The Wet Quay']],
    ['labels that follow each other', ['Area: 3 acres', 'Yield: 30 apples', 'Soil: clay']],
  ])('%s is no speaker', (_, lines) => {
    expect(namesIn([...prose, ...lines, ...prose])).toEqual([])
  })

  test('labels that each section has once are no speakers', () => {
    const section = ['Area: 3 acres', 'Yield: 30 apples', ...prose.slice(0, 3)]
    const start = 2 * prose.length
    expect(
      namesIn([...prose, ...prose, ...section, ...section, ...section], [0, start, start + 5, start + 10]),
    ).toEqual([])
  })

  test.each([
    ['Mira', 'Tom'],
    ['MIRA', 'TOM'],
  ])('names that talk with each other are speakers: %s and %s', (one, other) => {
    const talk = [`${one}: Is it far?`, `${other}: No.`, `${one}: Or near?`, 'He laughed.', `${other}: Yes.`]
    expect(namesIn([...prose, ...talk, ...prose])).toEqual(
      [one, other, one, other].map((name) => name.toLowerCase()),
    )
  })
})
