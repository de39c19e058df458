/** References in English to pages, sections and other numbered things: “pp. 3–5”, “No. 7”, “§ 12”, “#5”. */
import { digitsOf } from './commonRules.ts'
import { capitalised } from './englishNames.ts'
import { NUMBERED } from './englishWords.ts'
import { ROMAN, romanNumber, type NumberWords } from './numbers.ts'
import { anyOf, DASH, END, rule, SPACE, type SpokenRule, START } from './rule.ts'

const RANGE_OF_NUMERALS = /^(?: ?[-–—] ?|,? (?:and|to|or|&) )[IVXLC]+(?!\p{L})/u
/** The words before a “no” that is an answer. */
const ANSWERED = /\b(?:said|says|say|answer(?:ed|s)?|is|was|but|oh|a|replied) $/i

/** The rules for references. */
export function referenceRules({ cardinal }: NumberWords): readonly SpokenRule[] {
  return [
    rule(
      'pages',
      'digit',
      String.raw`${START}([Pp]p?)\. ?(\d[\d,]{0,8})(?: ?(?:${DASH}|to) ?(\d[\d,]{0,8}))?( ?ff?\.?${END})?(?![\p{L}\d])`,
      ([, sign = '', from = '', to, following]) => {
        const name = sign.length > 1 || to !== undefined ? 'pages' : 'page'
        const said = sign.startsWith('P') ? capitalised(name) : name
        // “pp. 100–1” ends at 101.
        const last = to?.length === 1 && Number(to) < Number(from) ? `${from.slice(0, -1)}${to}` : to
        return `${said} ${cardinal(digitsOf(from))}${last === undefined ? '' : ` to ${cardinal(digitsOf(last))}`}${following === undefined ? '' : ' and following'}`
      },
    ),
    rule(
      'numbered',
      'periodNumber',
      String.raw`${START}(${anyOf(NUMBERED.keys())})\.${SPACE}?(?:(?=#?\d|[A-HJ-Z]${END}(?!\.| \p{Ll}|['’]\p{Ll}))|(${ROMAN})(?:\.(?=,)|${END}))`,
      ([all, sign = '', numeral], { before, after }) => {
        const said = NUMBERED.get(sign)
        if (said === undefined) return null
        // “She said no. 7 men left.”
        if (sign === 'no' && ANSWERED.test(before)) return null
        if (RANGE_OF_NUMERALS.test(after)) return null
        if (numeral === undefined) return /^#?\d/.test(after) || /^[NV]/.test(sign) ? `${said} ` : null
        const number = romanNumber(numeral)
        if (number === null || (numeral === 'I' && /^(?: \p{L}|['’])/u.test(after))) return null
        return all.includes('\n') ? null : `${said} ${cardinal(String(number))}`
      },
    ),
    rule(
      'numbers without a period',
      'digit',
      String.raw`(?<=\p{Ll},? )No(?= [1-9]\d{0,3}${END}(?![.,]\d))`,
      () => 'Number',
    ),
    rule('numbers that are left out', 'period', String.raw`${START}No\.(?= ?(?:—|--))`, () => 'Number'),
    rule('numbers of sections', 'sign', '(§{1,2}|¶|№) ?(?=\\d)', ([, sign = '']) =>
      sign === '§§' ? 'sections ' : sign === '§' ? 'section ' : sign === '№' ? 'number ' : 'paragraph ',
    ),
    rule('tags', 'sign', String.raw`(?<![\p{L}\p{N}&#])#(?=\p{L}{2})`, () => 'hashtag '),
    rule('a number sign', 'sign', String.raw`(?<![\p{L}\p{N}&])#(?=\d)`, () => 'number '),
  ]
}
