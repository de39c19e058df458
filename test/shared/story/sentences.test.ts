import { expect, test } from 'vitest'
import { middleOfText, sentenceStarts, splitText } from '../../../shared/story/sentences.ts'

test('a sentence begins after the previous one and its space', () => {
  expect(sentenceStarts('One. Two? Three.')).toEqual([0, 5, 10])
})

/** Texts with `|` before each sentence but the first. */
const SENTENCES = {
  English: [
    'Dr. Lowe met Mrs. Reed at St. Bride on Jan. 5. |J. R. R. Fox was late; he came at 9:30 p.m. on the dot.',
    'It was 9:30 p.m. |Then the bell rang. |Gen. Hart and Lt. Col. Moss left at 4 a.m. |They slept.',
    'She paid $3.50 to the U.S. Embassy, e.g. Room No. 4, i.e. Mary’s. |He lives in the U.S. |She does not.',
    'Is it far? |No. |Mary left. |See vol. 3, p. 45, and Fig. 7.',
    'Ropes, oars, sails, etc. |The boat was full. |Fox & Co. |It was his. |Fox & Co. Ltd. |Nobody knew.',
    'John Fox Jr. met A. B. Lowe, Ph.D. |They talked of version 2. |Then they left.',
    'Plan B. |Then we ran. |It was you and I. |Mary stayed. |Fox vs. Hare, cf. Reed et al. |Why not?',
    '“Wait…” he said. |“Why?!” |“Because.” |“Why?” she asked. |“Stop!” he cried. |“Go.” |Mary went.',
    '“Dr. Lowe?” |“(Prof. Reed.)” |Come on. |Mary waited. |The hat was red. |Tom liked it.',
    '1. Open the door. |2. Close it. |He was 42. |Mary was not. |In 1986. |What a year.',
  ],
  German: [
    'Am 3. Mai kam Prof. Reuter, d. h. am Montag, z. B. um 8 Uhr. |Er ging. |Im 19. Jahrhundert nicht.',
    'Äpfel, Birnen usw. |Dann kam Hr. Adler mit Fr. Behn aus Nr. 5 bzw. Nr. 7. |Sie aßen u. a. Brot.',
    'Rom im Jahr 44 v. Chr. |Er starb. |Das kostet ca. 500 Taler. |Am 12. Tag war es der 2. Sohn.',
    'Er war 42. |Dann ging er. |Sie tat es. |Adler sah zu. |Z. B. Äpfel. |Ludwig XIV. |Er kam.',
    '„Halt!“, rief er. |„Warum?“ fragte sie. |„Darum.“ |»Ja.« |»Nein.«',
  ],
  French: [
    'M. Dupré et Mme. Leroy virent Mlle. Roux. |Il vint en 44 av. J.-C. |Elle partit. |M. Le Goff resta.',
    'Des pommes, des poires, etc. |Puis il partit, p. ex. Place Haute, chap. 4. |« Pourquoi ? » |« Parce que. »',
  ],
  Spanish: [
    'El Sr. Ríos y la Sra. Vega vieron a Ud. |Luego salieron. |Dª. Ana leyó la pág. 4, p. ej. Luna y Mar.',
    'Los EE. UU. |Entonces nada. |En el año 44 a. C. |¿Quién era? |D. Luis de los EE. UU. Vega.',
  ],
  Italian: ['Il sig. Riva e il dott. Neri, la dott.ssa Conti ecc. |Poi andarono a pag. 4, p. es. Roma.'],
  Portuguese: ['O Sr. Lima e a Dra. Reis leram a pág. 4, etc. |Depois foram, p. ex. Lisboa. |Ele ficou.'],
  Polish: [
    'Był np. Adam, prof. Lis itd. |Potem przyszli na ul. Długą, tj. Rynek. |To było w 1905 r. |Ona spała.',
  ],
  Russian: [
    'А. С. Лисин жил на ул. Садовой, т. е. Рядом. |Хлеб, соль и т. д. |Потом он ушёл. |Театр им. Лисина.',
    'Это было в 1905 г. |Он уехал в г. Тверь. |«Почему?» — спросил он. |«Так».',
  ],
  'Chinese and Japanese': ['他走了。|她来了！|为什么？', '彼は行った。|「なぜ？」|「だから。」'],
}

test.each(Object.entries(SENTENCES).flatMap(([language, texts]) => texts.map((text) => [language, text])))(
  'abbreviations, initials, ordinals and unfinished speeches do not end a sentence in %s: %s',
  (_, marked = '') => {
    const text = marked.replaceAll('|', '')
    const starts = sentenceStarts(text)
    expect(starts.map((start, index) => text.slice(start, starts[index + 1])).join('|')).toBe(marked)
    const together = splitText(text, 30).map(({ start, end }) => text.slice(start, end))
    expect(together.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  },
)

test('a line break ends a sentence, even after an abbreviation', () => {
  expect(sentenceStarts('Dr.\nLowe')).toEqual([0, 4])
})

test('sentences are found in time proportional to the length', () => {
  const msOf = (text: string) => {
    const begin = performance.now()
    sentenceStarts(text)
    return performance.now() - begin
  }
  for (const part of ['J. ', 'Dr. ', '1. ', '" ', '?! ', 'a.', 'z. B. X ']) {
    msOf(part.repeat(2_000))
    const short = Math.max(1, msOf(part.repeat(10_000)))
    expect(msOf(part.repeat(100_000)), part).toBeLessThan(short * 40)
  }
})

test('a text is split after the sentence that ends nearest to its middle', () => {
  const text = 'One. Two is a little longer than one. Three ends it.'
  expect(text.slice(middleOfText(text))).toBe('Three ends it.')
})

test('a single sentence is split between words, and a single word not at all', () => {
  expect('a long line of words'.slice(middleOfText('a long line of words')).trim()).toBe('of words')
  expect(middleOfText('word')).toBe(4)
})
