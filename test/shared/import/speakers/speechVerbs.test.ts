import { describe, expect, test } from 'vitest'
import { plainParagraph, sourceOf } from '../../../../shared/import/source.ts'
import { suggestSpeakers } from '../../../../shared/import/speakers/suggestSpeakers.ts'
import { SURE } from '../../../../shared/import/speakers/suggestion.ts'

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

/** Texts as novels of a language print them. Each line that is found in a paragraph follows it, after “=”. */
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
    = alter fährmann?: „Ich gehe“,
    „Ich auch“, sagte Anna von Brück.
    = anna von brück: „Ich auch“,
    Mira flüsterte Tom zu: „Leise.“
    = mira: „Leise.“
    „Wohin?“, fragte jemand.
    = nobody?: „Wohin?“,`,
  'German, angled marks with single ones within': `
    »Er sagte ›nein‹ zu mir«, flüsterte Mira.
    = mira: »Er sagte ›nein‹ zu mir«,
    »Wer?«
    = mira?: »Wer?«
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
    — Viens, lui dit Mira. Vite.
    = mira: — Viens,
    = mira: Vite.
    — Tu ne sais rien, murmura-t-elle.
    = mira?: — Tu ne sais rien,`,
  'Spanish, dashes': `
    —No —dijo Mira—, nunca.
    = mira: —No
    = mira: nunca.
    —¿Por qué? —preguntó Tomás.
    = tomás: —¿Por qué?
    —Porque sí. —Mira se levantó—. Vámonos.
    = mira: —Porque sí.
    = mira: Vámonos.
    —Voy —respondió el señor Ruiz.
    = señor ruiz: —Voy
    —Espera —masculló Ana de la Cruz—. Ya es tarde.
    = ana de la cruz: —Espera
    = ana de la cruz: Ya es tarde.
    Mira le dijo a Tomás: «Ya voy».
    = mira: «Ya voy».`,
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
    = nobody?: “走吧。”`,
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
    = nobody?: 「『渡し船』を読んだ？」`,
}

describe('speech in the languages of novels', () => {
  test.each(Object.entries(NOVELS))('is found with its speaker: %s', (_, novel) => {
    const rows = novel.trim().split(/\n\s*/)
    expect(lines(rows.filter((row) => !row.startsWith('= ')).join('\n'))).toEqual(
      rows.filter((row) => row.startsWith('= ')).map((row) => row.slice(2)),
    )
  })
})
