/** The spoken form of a chapter's title. */
import { baseLanguage } from '../voices/languages.ts'
import { listOf } from './rule.ts'
import { ROMAN, romanNumber } from './numbers.ts'

/** The word before a number that is the whole title. */
const CHAPTER: Readonly<Record<string, string>> = {
  en: 'Chapter',
  de: 'Kapitel',
  es: 'Capítulo',
  fr: 'Chapitre',
  it: 'Capitolo',
  pt: 'Capítulo',
}

/** Words counted by the number before them, as in “2. Teil”. */
const COUNTED = new Set(
  listOf(
    'chapter part book act scene volume letter day night kapitel teil buch akt aufzug auftritt szene band brief abschnitt tag nacht ' +
      'capítulo capitulo parte libro acto escena carta día chapitre partie livre acte scène lettre jour capitolo atto scena lettera ' +
      'giorno livro ato cena dia',
  ),
)

/** A number that begins a title: alone, or with the words after it. */
const NUMBERED = new RegExp(`^(\\d{1,3}|${ROMAN})(?:[.:)]?$|(?:[.:)]| [–—-]) (.+)$)`, 'u')
/** A numeral of one of these letters is more likely an initial. */
const INITIALS = /^[LCDM]$/

/**
 * The spoken form of a title in a language (a BCP 47 tag, null if it is unknown): “Chapter 4” for “IV”, “Chapter 4: The Ferry” for “4. The
 * Ferry”, and words in capitals as ordinary words. '' for a title that is not spoken, such as “* * *”.
 */
export function spokenTitle(title: string, language: string | null): string {
  const words = title.replaceAll(/\s+/gu, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(words)) return ''
  return withChapter(withoutCapitals(words), language)
}

function withChapter(title: string, language: string | null): string {
  const chapter = language === null ? undefined : CHAPTER[baseLanguage(language)]
  const [, number, rest] = NUMBERED.exec(title) ?? []
  if (chapter === undefined || number === undefined || INITIALS.test(number)) return title
  const value = /^\d/.test(number) ? Number(number) : romanNumber(number)
  if (value === null || COUNTED.has(firstWord(rest))) return title
  return rest === undefined ? `${chapter} ${value}` : `${chapter} ${value}: ${rest}`
}

function firstWord(text = ''): string {
  return (/^[\p{L}\p{M}]+/u.exec(text)?.[0] ?? '').toLowerCase()
}

/** Voices spell words in capitals out, or shout them; several such words in a title are only typography. Numerals stay. */
function withoutCapitals(title: string): string {
  if (/\p{Ll}/u.test(title) || (title.match(/\p{Lu}{2,}/gu) ?? []).length < 2) return title
  return title.replaceAll(/[\p{L}\p{M}]+/gu, (word) =>
    romanNumber(word) === null ? `${word.slice(0, 1)}${word.slice(1).toLowerCase()}` : word,
  )
}
