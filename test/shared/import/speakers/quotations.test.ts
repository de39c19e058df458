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

describe('marks of English', () => {
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
  ])('speak: %s', (_, text, expected) => {
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
  ])('do not speak: %s', (_, text) => {
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
  ])('belongs to who began it: %s', (_, open, close) => {
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
  ])('begins its other paragraphs with a closing mark: Spanish, %s', (_, first, open) => {
    expect(
      lines(`${first}
             »El farol estaba apagado.
             »Y entonces lo oí${open === '' ? '.' : '.»'}`).map((line) => line.split(' ')[0]),
    ).toEqual(['ana:', 'ana:', 'ana:', 'ana:'])
  })

  it('does not go on after a mark that is only forgotten', () => {
    const text = `“Come in,” said Mira. “It is late.
      The lamp went out, and the ferry left without them.
      Nobody said a word for an hour.
      “Why?” asked Tom.`
    expect(lines(text)).toEqual(['mira: “Come in,”', 'mira: “It is late.', 'tom: “Why?”'])
  })

  it('is another if its paragraph names another', () => {
    expect(lines('“It is late.\n“Why?” asked Tom.\n“Because,” said Mira.')[1]).toBe('tom: “Why?”')
  })
})

const NOVELS: Readonly<Record<string, string>> = {
  'German, low marks': `
    „Komm herein“, sagte Mira leise.
    = mira: „Komm herein“,
    „Ist es weit?“, fragte Tom. „Ich bin müde.“
    = tom: „Ist es weit?“,
    = tom: „Ich bin müde.“
    Mira antwortete: „Nein.“
    = mira: „Nein.“
    Da rief Tom: „Warte!“
    = tom: „Warte!“
    „Nie“, keifte Frau Brandt.
    = frau brandt?: „Nie“,
    „Ich gehe“, sagte der alte Fährmann.
    = alte fährmann?: „Ich gehe“,
    „Ich auch“, sagte Anna von Brück.
    = anna von brück: „Ich auch“,`,
  'German, angled marks with single ones within': `
    »Er sagte ›nein‹ zu mir«, flüsterte Mira.
    = mira: »Er sagte ›nein‹ zu mir«,
    »Wer?«
    = nobody?: »Wer?«
    »Tom«, sagte Mira. »Wer sonst?«
    = mira: »Tom«,
    = mira: »Wer sonst?«`,
  'German, hyphens': `
    - Komm herein, sagte Mira.
    = mira: - Komm herein,
    - Ist es weit?, fragte Tom.
    = tom: - Ist es weit?,
    - Nein, sagte Mira. - Nur eine Stunde.
    = mira: - Nein,
    = mira: Nur eine Stunde.
    - Dann los.
    = tom?: - Dann los.
    Sie gingen zum Wasser.`,
  'French, guillemets': `
    « Non, dit Mira, jamais. »
    = mira: « Non,
    = mira: jamais. »
    « Pourquoi ? » demanda Tom.
    = tom: « Pourquoi ? »
    Mira répondit : « Parce que. »
    = mira: « Parce que. »
    « Jamais ! » s’écria Mme Lenoir.
    = mme lenoir: « Jamais ! »`,
  'French, dashes': `
    — Non, dit Mira, jamais.
    = mira: — Non,
    = mira: jamais.
    — Pourquoi ? demanda Tom. Elle se leva.
    = tom: — Pourquoi ?
    — Parce que, répondit Mira. Il est tard.
    = mira: — Parce que,
    = mira: Il est tard.
    — Jamais ! s’écria Tom.
    = tom: — Jamais !
    — Tu ne sais rien, murmura-t-elle.
    = tom?: — Tu ne sais rien,`,
  'Spanish, dashes': `
    —No —dijo Mira—, nunca.
    = mira: —No
    = mira: nunca.
    —¿Por qué? —preguntó Tomás.
    = tomás: —¿Por qué?
    —Porque sí. —Mira se levantó—. Vámonos.
    = mira?: —Porque sí.
    = mira?: Vámonos.
    —Voy —respondió el señor Ruiz.
    = señor ruiz: —Voy
    —Espera —masculló Ana de la Cruz—. Ya es tarde.
    = ana de la cruz: —Espera
    = ana de la cruz: Ya es tarde.`,
  'Italian, dashes': `
    — No, — disse Mira. — Mai.
    = mira: — No,
    = mira: Mai.
    — Perché? — chiese Tommaso.
    = tommaso: — Perché?
    — Perché è tardi, — rispose Mira.
    = mira: — Perché è tardi,
    – Andiamo – disse il signor Rossi.
    = signor rossi: – Andiamo`,
  'Italian, guillemets': `
    «No» disse Mira. «Mai.»
    = mira: «No»
    = mira: «Mai.»
    Tommaso chiese: «Perché?»
    = tommaso: «Perché?»`,
  'Portuguese, dashes': `
    — Não — disse Mira —, nunca.
    = mira: — Não
    = mira: nunca.
    — Por quê? — perguntou Tomás.
    = tomás: — Por quê?
    — Porque é tarde — respondeu-lhe Mira. — Vamos.
    = mira: — Porque é tarde
    = mira: Vamos.
    — Já vou — rosnou João.
    = joão?: — Já vou`,
  'Polish, dashes': `
    – Nie – powiedziała Mira. – Nigdy.
    = mira: – Nie
    = mira: Nigdy.
    – Dlaczego? – zapytał Tomek.
    = tomek: – Dlaczego?
    – Bo jest późno – odparła cicho Mira.
    = mira: – Bo jest późno
    – Czekaj! – ryknął Jan Kowalski i wstał.
    = jan kowalski?: – Czekaj!
    – Dobrze – powiedział Tomek. Mira pokręciła głową.
    = tomek: – Dobrze`,
  'Polish, low marks': `
    „Nie”, powiedziała Mira.
    = mira: „Nie”,
    Tomek zapytał: „Dlaczego?”
    = tomek: „Dlaczego?”`,
  'Russian, dashes': `
    — Нет, — сказала Мира. — Никогда.
    = мира: — Нет,
    = мира: Никогда.
    — Почему? — спросил Том.
    = том: — Почему?
    — Потому что поздно, — тихо ответила Анна Павловна.
    = анна павловна: — Потому что поздно,
    — Я — лодочник, — сказал Том и встал.
    = том: — Я — лодочник,
    — Стой! — рявкнула Мира. — Кто там?
    = мира: — Стой!
    = мира: Кто там?
    — Иду, — просипел Том.
    = том?: — Иду,
    — Иду. — Мира покачала головой. — Сейчас.
    = мира?: — Иду.
    = мира?: Сейчас.`,
  'Russian, guillemets': `
    «Нет», — сказала Мира.
    = мира: «Нет»,
    Том спросил: «Почему?»
    = том: «Почему?»`,
  'Swedish, closing marks on both sides': `
    ”Nej”, sa Mira.
    = mira: ”Nej”,
    ”Varför?” frågade Tom. ”Det är sent.”
    = tom: ”Varför?”
    = tom: ”Det är sent.”
    Mira svarade: ”Just därför.”
    = mira: ”Just därför.”`,
  'Swedish, dashes': `
    – Nej, sa Mira.
    = mira: – Nej,
    – Varför? frågade Tom.
    = tom: – Varför?
    – Det är sent, svarade Mira. Hon reste sig.
    = mira: – Det är sent,`,
  'Swedish and Finnish, angles to the right': `
    »Nej», sa Mira.
    = mira: »Nej»,
    »Varför?» frågade Tom.
    = tom: »Varför?»`,
  'Norwegian, dashes': `
    – Nei, sa Mira. – Aldri.
    = mira: – Nei,
    = mira: Aldri.
    – Hvorfor? spurte Tom.
    = tom: – Hvorfor?
    – Det er sent, svarte Mira. Hun reiste seg.
    = mira: – Det er sent,`,
  'Danish, angled marks': `
    »Nej,« sagde Mira.
    = mira: »Nej,«
    »Hvorfor?« spurgte Tom. »Det er sent.«
    = tom: »Hvorfor?«
    = tom: »Det er sent.«`,
  'Finnish, dashes': `
    – Ei, sanoi Mira. – Ei koskaan.
    = mira: – Ei,
    = mira: Ei koskaan.
    – Miksi? kysyi Tom.
    = tom: – Miksi?
    – On myöhä, vastasi Mira.
    = mira: – On myöhä,`,
  'Finnish, closing marks on both sides': `
    ”Ei”, Mira sanoi.
    = mira: ”Ei”,
    ”Miksi?” kysyi Tom.
    = tom: ”Miksi?”`,
  'Dutch, single marks': `
    ‘Nee,’ zei Mira.
    = mira: ‘Nee,’
    ‘Waarom?’ vroeg Tom. ‘Het is laat.’
    = tom: ‘Waarom?’
    = tom: ‘Het is laat.’
    ‘s Avonds was het stil.
    ‘Daarom,’ antwoordde mevrouw De Wit.
    = mevrouw de wit: ‘Daarom,’`,
  'Chinese, curly marks': `
    “不，”米拉说，“绝不。”
    = 米拉: “不，”
    = 米拉: “绝不。”
    汤姆问道：“为什么？”
    = 汤姆: “为什么？”
    “太晚了。”米拉小声说。
    = 米拉: “太晚了。”
    “走吧。”他说。
    = 米拉?: “走吧。”`,
  'Chinese, corner marks': `
    「不。」米拉說。
    = 米拉: 「不。」
    「為什麼？」湯姆問。
    = 湯姆: 「為什麼？」`,
  'Japanese, corner marks': `
    「いやだ」とミラは言った。
    = ミラ: 「いやだ」
    「どうして」トムが聞いた。
    = トム: 「どうして」
    ミラは「もう遅い」と答えた。
    = ミラ: 「もう遅い」
    「『渡し船』を読んだ？」
    = トム?: 「『渡し船』を読んだ？」`,
}

describe('speech in the languages of novels', () => {
  test.each(Object.entries(NOVELS))('is found with who is told to speak: %s', (_, novel) => {
    const rows = novel.trim().split(/\n\s*/)
    expect(lines(rows.filter((row) => !row.startsWith('= ')).join('\n'))).toEqual(
      rows.filter((row) => row.startsWith('= ')).map((row) => row.slice(2)),
    )
  })
})

const piece = fc.constantFrom(
  ...'“”"‘’\'„«»‹›—–- -5,.!?:;「」',
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
  it('lie within their texts, in order and apart', () => {
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
  ])('are found in a time that grows as the text does: %s', (_, part) => {
    const timeOf = (length: number): number => {
      const text = part.repeat(Math.ceil(length / part.length))
      const before = performance.now()
      findAllQuotations([`“No. ${text}`, text, `— ${text}`, `'a ${text}`])
      return performance.now() - before
    }
    timeOf(3000)
    const short = Math.min(timeOf(30_000), timeOf(30_000))
    expect(timeOf(240_000)).toBeLessThan(Math.max(short, 20) * 24)
  })
})
