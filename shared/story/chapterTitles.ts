/** Chapter titles as shown beside their number. */

const NUMBERED = /^(?:chapter|kapitel|cap[ií]tulo|chapitre|capitolo)\s+(\d{1,4})\s*[:.–—-]\s*(\S.*)$/iu
const ONLY_NUMBER = /^(\d{1,4})\s*[:.–—-]\s+(\S.*)$/u

/** A chapter's title without the number that is shown beside it: “The Door” for “Chapter 3: The Door” of chapter 3. */
export function titleBesideNumber(title: string, number: number): string {
  const found = NUMBERED.exec(title.trim()) ?? ONLY_NUMBER.exec(title.trim())
  return found !== null && Number(found[1]) === number ? (found[2] ?? title) : title
}
