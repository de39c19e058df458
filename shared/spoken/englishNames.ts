/** Names in English: rulers, streets and saints, initials, and Roman numerals after nouns. */
import { isSentenceStarter } from '../story/abbreviations.ts'
import { BEFORE_NUMBERS, NUMBERED, RULERS } from './englishWords.ts'
import { ROMAN, romanNumber, type NumberWords } from './numbers.ts'
import { anyOf, END, endsSentence, listOf, rule, SPACE, START, withPeriod, type SpokenRule } from './rule.ts'

/** Whether the text before ends with a capitalised word that is not a small word: “Baker” before “St.”. */
export function isAfterName(before: string): boolean {
  const word = /([\p{L}\p{N}'’]+)[\s.]*$/u.exec(before)?.[1] ?? ''
  return /^(?:\p{Lu}|\d+(?:st|nd|rd|th)$)/u.test(word) && !isSentenceStarter(word) && !SMALL.has(word)
}

const SMALL = new Set(
  listOf(
    'Near Old Good Dear To Of With Is Was Like Saint Sir Lady O Oh Poor Our Holy Both Between About Through',
  ),
)

export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** Initials of a name, without periods, at which engines pause. “A” alone would be read as an article, so its period stays. */
export function initials(all: string, before: string, after: string): string | null {
  const letters = all.match(/\p{Lu}/gu) ?? []
  const next = /^[\p{L}’'-]+/u.exec(after)?.[0] ?? ''
  if (letters.length === 1 && isSentenceStarter(next)) return null
  if (letters.length === 1 && letters[0] === 'I' && !/(?:^|[\s“"‘'(])$/u.test(before)) return null
  if (letters.length === 1 && letters[0] === 'I' && /\p{Ll}\s$/u.test(before)) return null
  const isSpaced = /[\s-]$/u.test(all)
  return `${letters.map((letter) => (letter === 'A' ? 'A.' : letter)).join(' ')}${isSpaced ? ' ' : ' '}`
}

export function streetOrSaint(
  [all, sign = '', dot]: RegExpExecArray,
  { before, after }: { before: string; after: string },
): string | null {
  const isBeforeName = /^ ?\p{Lu}/u.test(after) && !endsSentence(after)
  if (sign === 'Mt') return isBeforeName ? 'Mount' : null
  if (sign === 'Ft') return isBeforeName ? 'Fort' : null
  if (sign === 'Ste') return isBeforeName ? 'Sainte' : null
  const isStreet = isAfterName(before) || /\d{1,5}(?:st|nd|rd|th)? $/.test(before)
  if (isStreet && !(isBeforeName && /\b(?:to|of|and|for|by|at) $/u.test(before))) {
    const isNumberBefore = /^,? \d/.test(after)
    if (dot === '.' && !isBeforeName) return withPeriod('Street', after)
    return dot === '' && !isNumberBefore && isBeforeName
      ? 'Saint'
      : dot === '' && !isBeforeName
        ? all === 'St'
          ? 'Street'
          : null
        : 'Street'
  }
  return isBeforeName ? 'Saint' : null
}

export function romanRules({ cardinal, ordinal }: NumberWords): readonly SpokenRule[] {
  const numberOf = (numeral: string) => {
    const number = romanNumber(numeral)
    return number === null ? null : String(number)
  }
  return [
    rule(
      'a numeral alone',
      'roman',
      String.raw`^(\s*)([IVXLC]{1,8})(\.?)(\s*)$`,
      ([, left = '', numeral = '', dot = '', right = '']) => {
        const number = numberOf(numeral)
        return number === null || Number(number) > 200 ? null : `${left}${cardinal(number)}${dot}${right}`
      },
    ),
    rule(
      'numbered with Roman numerals',
      'roman',
      String.raw`${START}(${anyOf(BEFORE_NUMBERS)})((?:${SPACE}|\n){1,2})(${ROMAN})(?=${END})`,
      ([, name = '', space = '', numeral = ''], { after }) => {
        const number = numberOf(numeral)
        // “In part I agree” contains no numeral: after a small word, only longer numerals count.
        if (
          number === null ||
          (numeral === 'I' && (/^\p{Ll}/u.test(name) || /^ (?:\p{Ll}|['’]|I\b)/u.test(after)))
        )
          return null
        return `${name}${space}${cardinal(number)}`
      },
      '',
    ),
    rule(
      'numbered with small Roman numerals',
      'letter',
      String.raw`${START}([Cc]hap(?:ter|\.)|[Vv]ol(?:ume|\.)|[Pp]age|[Pp]p?\.|[Bb]ook|[Ss]cene|[Cc]anto)(${SPACE})([ivxlc]{2,7}|v|x)(?=${END})`,
      ([, name = '', space = '', numeral = '']) => {
        const number = numberOf(numeral.toUpperCase())
        if (number === null) return null
        const said =
          NUMBERED.get(name.replace('.', '')) ??
          (/^pp/i.test(name) ? 'pages' : /^p\./i.test(name) ? 'page' : name)
        return `${said}${space}${cardinal(number)}`
      },
    ),
    rule(
      'rulers',
      'roman',
      String.raw`(?<=([\p{Lu}][\p{L}’'-]{1,24}) )(${ROMAN})(?=(?:['’]s)?${END})`,
      ([, name = '', numeral = ''], { before, after }) => {
        const number = numberOf(numeral)
        if (number === null || !/^[IVXL]+$/.test(numeral) || Number(number) > 49) return null
        const isRuler = RULERS.has(name)
        if (numeral === 'I') {
          const isTitled =
            /\b(?:King|Queen|Pope|Emperor|Empress|Tsar|Czar|Kaiser|Prince|Sultan|Shah) \p{L}+ $/u.test(before)
          const isFollowed = /^(?:['’]s|[,.;:!?)—–]| (?:of|reigned|ruled|died|himself|herself)\b|$)/u.test(
            after,
          )
          if (
            !(isTitled && !/^ (?:am|have|think|know|believe|saw|shall|will)\b/.test(after)) &&
            !(isRuler && isFollowed)
          )
            return null
        } else if (numeral.length === 1 && !isRuler) return null
        if (
          name === name.toUpperCase() &&
          name.length > 1 &&
          !isRuler &&
          !RULERS.has(capitalised(name.toLowerCase()))
        )
          return null
        if (isSentenceStarter(name)) return null
        return AS_CARDINALS.has(name) ? capitalised(cardinal(number)) : `the ${capitalised(ordinal(number))}`
      },
    ),
  ]
}

/** Names that a number follows rather than an ordinal: “Rocky Two”. */
const AS_CARDINALS = new Set(
  listOf(
    'Rocky Vatican Apollo Mark Type Class Corps Gemini Bowl Quest Fantasy Saturn Model Grade Level Stage Phase War',
  ),
)
