import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { plainParagraph, sourceOf } from '../../../../shared/import/source.ts'
import { findAllQuotations } from '../../../../shared/import/speakers/quotations.ts'
import { suggestSpeakers } from '../../../../shared/import/speakers/suggestSpeakers.ts'
import { SURE } from '../../../../shared/import/speakers/suggestion.ts'

/** What is spoken in the paragraphs of a text, each paragraph on a line of its own. */
function spoken(text: string): string[] {
  const texts = text.trim().split(/\n\s*/)
  return findAllQuotations(texts).flatMap((found, index) =>
    found
      .filter(({ isSpeech }) => isSpeech)
      .map(({ start, end }) => texts[index]?.slice(start, end).trim() ?? ''),
  )
}

/** The lines of a text as “speaker: words”, with a question mark if the writer is asked. */
function lines(text: string): string[] {
  const texts = text.trim().split(/\n\s*/)
  const paragraphs = texts.map((each) => plainParagraph(each))
  const { lines: found } = suggestSpeakers(sourceOf('Book', [{ title: null, kind: 'body', paragraphs }]), {
    readsQuotations: true,
  })
  return found.map(({ paragraph, start, end, speaker, confidence }) => {
    const name = `${speaker ?? 'nobody'}${confidence > SURE ? '' : '?'}`
    return `${name}: ${texts[paragraph]?.slice(start, end).trim() ?? ''}`
  })
}

describe('English quotation marks', () => {
  test.each([
    [
      'single curly marks, with apostrophes at both ends of words',
      `‘Mind the dogs’ bowls,’ said Mira, ‘an’ the childrens’ boots.’
       Tom’s lamp was out. The boys’ boat lay by the O’Haras’ pier.
       ‘’Tis late,’ said Tom. ‘Tell ’em we heard rock ’n’ roll at ten o’clock.’
       ‘She said “never” to me,’ said Mira.`,
      [
        '‘Mind the dogs’ bowls,’',
        '‘an’ the childrens’ boots.’',
        '‘’Tis late,’',
        '‘Tell ’em we heard rock ’n’ roll at ten o’clock.’',
        '‘She said “never” to me,’',
      ],
    ],
    [
      'single straight marks, with apostrophes at both ends of words',
      `'Mind the dogs' bowls,' said Mira, 'an' the childrens' boots.'
       Tom's lamp was out. The boys' boat lay by the O'Haras' pier.
       ''Tis late,' said Tom. 'Tell 'em we heard rock 'n' roll at ten o'clock.'
       'Tis the season, thought Mira, and went on.`,
      [
        "'Mind the dogs' bowls,'",
        "'an' the childrens' boots.'",
        "''Tis late,'",
        "'Tell 'em we heard rock 'n' roll at ten o'clock.'",
      ],
    ],
    [
      'single marks with the comma outside',
      `‘I see’, said Mira.
       ‘Tom’s goin’ home’, said the ferryman, ‘with the dogs’.`,
      ['‘I see’', '‘Tom’s goin’ home’', '‘with the dogs’'],
    ],
    [
      'double marks, with single ones that are words',
      `“He said ‘no’ to me,” said Mira.
       The ‘captain’ was no captain. The boys’ boat was gone.
       “‘Never,’ he said,” she went on.`,
      ['“He said ‘no’ to me,”', '“‘Never,’ he said,”'],
    ],
    [
      'straight marks with inches in them',
      `"He's 5'10", that Tom," said Mira. "A 6" pipe, too."
       "It was 1986" she said. "Yes."
       The 5'10" man took the 6" pipe.`,
      ['"He\'s 5\'10", that Tom,"', '"A 6" pipe, too."', '"It was 1986"', '"Yes."'],
    ],
    [
      'curly marks with inches in them',
      `“He’s 5’10”, that Tom,” said Mira.
       “Yes.”`,
      ['“He’s 5’10”, that Tom,”', '“Yes.”'],
    ],
    [
      'marks of the same kind within speech',
      `“I knew it would be “no” before I asked,” said Mira.
       "I knew it would be "no" before I asked," said Tom.`,
      ['“I knew it would be “no” before I asked,”', '"I knew it would be "no" before I asked,"'],
    ],
    [
      'a missing mark in the middle',
      `"Come in, said Mira. "It is late."
       “Come in, said Tom. “It is late.”
       "Why?"`,
      ['"Come in,', '"It is late."', '“Come in,', '“It is late.”', '"Why?"'],
    ],
    [
      'dashes, as some novels have them',
      `—Come in, said Mira. It is late.
       —Is it? asked Tom.
       —It is.`,
      ['—Come in,', 'It is late.', '—Is it?', '—It is.'],
    ],
  ])('mark speech: %s', (_, text, expected) => {
    expect(spoken(text)).toEqual(expected)
  })

  test.each([
    ['a title', 'He read “The Ferry” again, and “The Last Lamp.”'],
    ['a title at the beginning', '“The Ferry” was on the table.'],
    ['scare quotes', 'A “friend” of hers had called it a “den,” and left.'],
    ['a sign', 'The sign on the gate said “Keep out,” and they kept out.'],
    ['a sign with a colon', 'The notice read: “No boats after dark.”'],
    ['a word', 'She hated the word “never,” and so did Tom.'],
    ['apostrophes only', "The boys' boat and the dogs' bowls were gone, an' the lamp, too. 'Twas dark."],
    ['a list', '- milk\n- eggs\n- a loaf of bread'],
    ['a list with long dashes', '— milk\n— eggs\n— bread'],
    ['minus signs', '-5 degrees.\n–12 degrees.\n- 3 degrees.'],
    ['a range', 'Pages 5–7 and 1986–1990 were missing.'],
    ['who wrote a motto', 'Nothing is far from here.\n— Mira Quill'],
    ['a dash in narration', 'The lamp — it was late — went out.'],
    ['a German title', 'Er las „Die Fähre“ noch einmal.'],
    ['a German sign', 'Auf dem Schild stand: „Betreten verboten.“'],
    ['a French title', 'Elle relut « Le Passeur » et sourit.'],
    ['a Spanish title', 'Leyó «La barca» otra vez.'],
    ['a Russian title', 'Она читала «Паром» весь вечер.'],
    ['a Japanese title', 'ミラは「渡し船」という本を読んだ。'],
    ['a Chinese title', '她在看“渡船”这本书。'],
  ])('do not mark speech: %s', (_, text) => {
    expect(spoken(text)).toEqual([])
    expect(lines(text)).toEqual([])
  })
})

describe('a speech over several paragraphs', () => {
  test.each([
    ['curly', '“', '”'],
    ['straight', '"', '"'],
    ['single', '‘', '’'],
    ['straight and single', "'", "'"],
    ['German', '„', '“'],
    ['angled', '»', '«'],
    ['French', '«', '»'],
  ])('belongs to the speaker who began it: %s', (_, open, close) => {
    expect(
      lines(`${open}I came over on the last boat,${close} said Mira. ${open}There was nobody else.
             ${open}The lamp was out. I counted the steps.
             ${open}And then I heard it.${close}
             ${open}Heard what?${close} asked Tom.
             ${open}Steps.${close}`),
    ).toEqual([
      `mira: ${open}I came over on the last boat,${close}`,
      `mira: ${open}There was nobody else.`,
      `mira: ${open}The lamp was out. I counted the steps.`,
      `mira: ${open}And then I heard it.${close}`,
      `tom: ${open}Heard what?${close}`,
      `mira?: ${open}Steps.${close}`,
    ])
  })

  test.each([
    ['in marks', '«Vine en la última barca», dijo Ana. «No había nadie.', '«'],
    ['behind dashes', '—Vine en la última barca —dijo Ana—. No había nadie.', ''],
  ])(
    'can repeat a closing mark at the start of its other paragraphs, as in Spanish: %s',
    (_, first, open) => {
      expect(
        lines(`${first}
             »El farol estaba apagado.
             »Y entonces lo oí${open === '' ? '.' : '.»'}`).map((line) => line.split(' ')[0]),
      ).toEqual(['ana:', 'ana:', 'ana:', 'ana:'])
    },
  )

  it('does not continue if the closing mark was only forgotten', () => {
    const text = `“Come in,” said Mira. “It is late.
      The lamp went out, and the ferry left without them.
      Nobody said a word for an hour.
      “Why?” asked Tom.`
    expect(lines(text)).toEqual(['mira: “Come in,”', 'mira: “It is late.', 'tom: “Why?”'])
  })

  it('ends before its tag if the closing mark is missing there', () => {
    const text = `“Come in, said Mira, and she opened the door.
      The lamp was out.`
    expect(spoken(text)).toEqual(['“Come in,'])
  })

  it('ends at a paragraph that names another speaker', () => {
    expect(lines('“It is late.\n“Why?” asked Tom.\n“Because,” said Mira.')[1]).toBe('tom: “Why?”')
  })
})

const piece = fc.constantFrom(
  ...Array.from('“”"‘’\'„«»‹›—–- -5,.!?:;「」'),
  '--',
  ' said Mira',
  ', dit Tom',
  ' word',
  '\n',
)
const texts = fc.array(
  fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
  { maxLength: 6 },
)

describe('quotations', () => {
  it('are within their texts, in order and without overlaps', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const found = findAllQuotations(all)
        expect(found).toHaveLength(all.length)
        for (const [index, quotations] of found.entries()) {
          let last = 0
          for (const { start, end } of quotations) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            last = end
          }
          expect(last).toBeLessThanOrEqual(all[index]?.length ?? 0)
        }
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['apostrophes', "'"],
    ['apostrophes between words', "an' o' th' dogs' 'em "],
    ['opening marks', '“'],
    ['opening single marks', ' ‘a'],
    ['straight marks', '"'],
    ['inches', '5"'],
    ['alternating marks', '“a ‘b "c „d «e »f '],
    ['dashes', '— a '],
    ['glued dashes', ' —a'],
    ['tags', '— No, dit Mira, '],
    ['Japanese particles', '「あ」とミラは'],
    ['spaces', ' '],
  ])('are found in time proportional to the length of the text: %s', (_, part) => {
    /** In microseconds of this thread: others may be busy. */
    const timeOf = (length: number): number => {
      const text = part.repeat(Math.ceil(length / part.length))
      const before = process.threadCpuUsage()
      findAllQuotations([`“No. ${text}`, text, `— ${text}`, `'a ${text}`])
      return process.threadCpuUsage(before).user
    }
    timeOf(3000)
    const short = Math.min(timeOf(30_000), timeOf(30_000))
    expect(Math.min(timeOf(240_000), timeOf(240_000))).toBeLessThan(Math.max(short, 20_000) * 24)
  })
})
