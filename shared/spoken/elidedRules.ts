/** Words that an author has left out: “in 18—”, “Mr. B——”, “the Countess of ***”, “£—”, “d—n”. Each language supplies its words. */
import { END, rule, START, type SpokenRule } from './rule.ts'

export interface ElidedWords {
  /** Spoken for a name that is left out: “blank”. */
  readonly blank: string
  /** The words of a year by its first two or three digits, from 11 to 199. */
  year(digits: string): string
  /** Words before a year, as a pattern: “in”, “year”, names of months. */
  readonly beforeYears: string
  /** Titles before a name, as a pattern. */
  readonly titles: string
  /** Other words before a name or a place, as a pattern: “of”, “at”. */
  readonly particles: string
  /** Words without their middle by their first and last letters: `d-n`. */
  readonly oaths?: Readonly<Record<string, string>>
  /** The currencies of sums that are left out, by their signs, £ or $. */
  readonly currencies?: Readonly<Record<string, string>>
}

const DASHES = '(?:—{1,3}|–{1,3}|-{2,4}|⸺|⸻)'
const LATER_WORD = /^(?:['’]s\b|shire\b|[,.;:?!)])/

const STREET = /^ (?:\p{Lu}\p{L}+ )?(?:Street|Road|Square|Avenue|Lane|Place|Row|Terrace)(?!\p{L})/u

/** The rules of a language. They come before those of Markdown’s stars. */
export function elidedRules(words: ElidedWords): readonly SpokenRule[] {
  const { blank, titles, particles, oaths = {}, currencies = {} } = words
  const isBeforeYear = new RegExp(
    String.raw`${START}(?:${words.beforeYears}|\d{1,2}(?:st|nd|rd|th|d|\.)?)[ ,\u00a0]{1,2}$`,
    'iu',
  )
  const isTitle = new RegExp(String.raw`${START}(?:${titles})\.?[ \u00a0]$`, 'u')
  const isParticle = new RegExp(String.raw`${START}(?:${particles})(?:[ \u00a0]|(?<=['’]))$`, 'iu')
  return [
    rule(
      'years without their end',
      'digit',
      String.raw`(?<![\p{L}\p{N}.,/–—-])(1[1-9]\d?)(${DASHES}|-|\*{1,3}|\.{2,3}|…|_{1,3})(?![\p{L}\p{N}—–*-])`,
      ([, digits = '', sign = ''], { before }) => {
        const isSure = digits.length === 2 && /^(?:\*\*|\.\.|——|_{2})$/.test(sign)
        return isSure || isBeforeYear.test(before) ? words.year(digits) : null
      },
    ),
    rule(
      'oaths',
      'dash',
      String.raw`${START}(?<![-–—])(\p{L})(?:${DASHES}|-|\*{2,4})(\p{Ll}{1,4})(?![\p{L}\p{N}–—-])`,
      ([, first = '', rest = '']) => {
        const said = oaths[`${first.toLowerCase()}-${rest}`]
        if (said === undefined) return null
        return /\p{Lu}/u.test(first) ? said.slice(0, 1).toUpperCase() + said.slice(1) : said
      },
    ),
    rule(
      'names of which two letters are left',
      'dash',
      String.raw`(?<![\p{L}\p{N}*])(\p{Lu})(?:(?:—{2,3}|–{2,3}|-{2,6}|\*{2,6}|_{2,8}|⸺|⸻)\p{Ll}{1,3}|—\p{Ll})(?![\p{L}\p{N}—–-])`,
      ([, letter = ''], { before }) => (isTitle.test(before) ? letter : null),
    ),
    rule(
      'names of which a letter is left',
      'dash',
      String.raw`(?<![\p{L}\p{N}*])(\p{Lu}\p{Ll}?)(${DASHES}|\.{3}|…|\*{2,3}|_{2,8})(?=['’]s${END}|[^\p{L}\p{N}*—–-]|$)`,
      ([, letters = '', sign = ''], { before, after }) => {
        const isLong = /^(?:[—–]{2,3}|\*{2,3}|⸺|⸻)$/.test(sign) && !/^[AIO]$/.test(letters)
        const isPlace = isParticle.test(before) && letters !== 'I'
        if (!isLong && !isPlace && !isTitle.test(before)) return null
        // “D… don’t” is a stammer.
        const next = /^[\s“"'‘]*(\p{L})/u.exec(after)?.[1]
        return next?.toUpperCase() === letters && !/^['’]s/.test(after) ? null : letters
      },
    ),
    rule(
      'names that are left out',
      'dash',
      String.raw`(?<=\S[ \u00a0]|['’])(?:—{1,3}|–{2,3}|-{2,4}|⸺|⸻|\*{3}|_{3,8})(?=['’]s${END}|shire${END}|[^\p{L}\p{N}*—–-]|$)`,
      ([sign], { before, after }) => {
        const isLater = LATER_WORD.test(after) || (after === '' && sign.length > 1)
        const isDoubled = /^(?:[—–]{2,3}|\*{3}|⸺|⸻|_+)$/.test(sign)
        const isStreet = STREET.test(after) && /\bNo\. $/.test(before)
        if (isTitle.test(before)) return isDoubled || isLater || isStreet ? blank : null
        const isName = isLater || sign === '***' || /^ \p{Lu}/u.test(after)
        return isParticle.test(before) && isDoubled && isName ? blank : null
      },
    ),
    rule(
      'sums that are left out',
      'sign',
      String.raw`([£$])(?:${DASHES}|\*{2,3}|_{2,8})(?![\p{L}\p{N}])`,
      ([, sign = '']) => (currencies[sign] === undefined ? null : `${blank} ${currencies[sign]}`),
    ),
  ]
}
