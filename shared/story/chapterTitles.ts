/** Chapter titles as shown beside their number. */
import { romanNumber } from '../spoken/numbers.ts'

const NUMBERED =
  /^(?:chapter|kapitel|cap[ií]tulo|chapitre|capitolo)\s+(\d{1,4}|[ivxlc]{1,9})\s*[:.–—-]\s*(\S.*)$/iu
const ONLY_NUMBER = /^(\d{1,4}|[IVXLC]{1,9})\s*[:.–—-]\s+(\S.*)$/u

/** A chapter's title without the number that is shown beside it: “The Door” for “Chapter 3: The Door” of chapter 3. */
export function titleBesideNumber(title: string, number: number): string {
  const found = NUMBERED.exec(title.trim()) ?? ONLY_NUMBER.exec(title.trim())
  const [, written = '', rest = title] = found ?? []
  return (romanNumber(written.toUpperCase()) ?? Number(written)) === number ? rest : title
}
