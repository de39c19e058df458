/**
 * The marks of Aozora Bunko in Japanese texts, which novel sites use, too: readings after words (`川《かわ》`, `｜John《ジョン》`), emphasis
 * (`《《もう》》`) and notes for typesetters (`［＃改ページ］`). Each line is a paragraph. https://www.aozora.gr.jp/annotation/
 */
import type { Mark } from '../../../shared/import/source.ts'
import type { ArchivePieces } from './archiveText.ts'

const NOTE = String.raw`［＃[^［］\n]{1,200}］`
/** A reading in kana after characters that are not, or after the beginning of a word that is marked. */
const READING = String.raw`(?<=[\p{Script=Han}々〆ヶ〇])《[\p{Script=Hiragana}\p{Script=Katakana}ー・　]{1,40}》`
const MARKED = String.raw`[｜|](?=[^｜|《》\n]{1,40}《[\p{Script=Hiragana}\p{Script=Katakana}ー・　]{1,40}》)`
const AFTER_MARKED = String.raw`(?<=[｜|][^｜|《》\n]{1,40})《[\p{Script=Hiragana}\p{Script=Katakana}ー・　]{1,40}》`
const EMPHASIS = String.raw`《《(?=[^《》\n]{1,40}》》)|(?<=《《[^《》\n]{1,40})》》`
const ANY = new RegExp(`${NOTE}|${READING}|${MARKED}|${AFTER_MARKED}|${EMPHASIS}`, 'gu')
const SIGN = new RegExp(`${NOTE}|${READING}|${AFTER_MARKED}`, 'u')
/** “［＃「朝」は中見出し］” after a title, or “［＃中見出し］朝［＃中見出し終わり］”. */
const HEADING = /［＃(?:「[^」\n]{1,100}」は)?(?:同行|窓)?[大中小]見出し］/u
const EXPLAINED = /^【テキスト中に現れる記号について】/u
const RULE = /^-{20,}$/
const COLOPHON = /^底本[：:]/u

/** Whether a text has such marks. */
export function isAozora(text: string): boolean {
  return text.includes('《') || text.includes('［＃') ? SIGN.test(text) : false
}

/** The marks in a paragraph: readings are repetitions, notes and signs are markup. */
export function marksOfAozora(text: string): Mark[] {
  return Array.from(text.matchAll(ANY), ({ index, 0: { length }, 0: written }) => ({
    piece: /^《[^《]/u.test(written) ? ('repeated' as const) : ('markup' as const),
    start: index,
    end: index + length,
  }))
}

/** The title in a paragraph that a note makes a heading; null for any other. */
export function headingOfAozora(text: string): string | null {
  return HEADING.test(text) ? withoutAozora(text) : null
}

/** A text without such marks. */
export function withoutAozora(text: string): string {
  return text.replaceAll(ANY, '').trim()
}

/** The explanation of the marks, the colophon, and the title and the author above them, as in the files of Aozora Bunko. */
export function piecesOfAozora(texts: readonly string[], gaps: readonly number[]): ArchivePieces | null {
  const explained = texts.slice(0, 20).findIndex((text) => EXPLAINED.test(text))
  const colophon = texts.findLastIndex((text) => COLOPHON.test(text))
  if (explained < 0 && colophon < 0) return null
  const rules = texts.flatMap((text, index) => (RULE.test(text) && index < 100 ? [index] : []))
  const before = explained < 0 ? -1 : (rules.findLast((index) => index < explained) ?? explained)
  const after = explained < 0 ? -1 : (rules.find((index) => index > explained) ?? explained)
  // A blank line ends the title and the author.
  const titles =
    before < 0
      ? Math.max(
          0,
          gaps.findIndex((gap, index) => index > 0 && gap > 1),
        )
      : before
  const [title, ...others] = titles <= 6 ? texts.slice(0, titles).map(withoutAozora) : []
  const end = colophon < 0 ? texts.length : colophon
  const isOut = (index: number) => (index >= before && index <= after) || index >= end
  return {
    pieces: texts.map((_, index) => (isOut(index) ? 'licence' : null)),
    start: titles <= 6 ? Math.max(titles, after + 1) : after + 1,
    end,
    title: title ?? null,
    author: others.findLast((name) => !/[訳編]$/u.test(name)) ?? null,
  }
}
