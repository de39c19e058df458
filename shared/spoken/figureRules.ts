/**
 * Figures that look like times, dates and words but are none: versions, ratios, powers, formulas, heights, seasons and acronyms. Each language
 * supplies its words.
 */
import { digitsOf, NUMBER_START } from './commonRules.ts'
import type { NumberWords } from './numbers.ts'
import { anyOf, END, listOf, rule, SPACE, START, type SpokenRule } from './rule.ts'

export interface FigureWords {
  /** Spoken for “v” before a number: “version”. */
  readonly version: string
  /** Between the numbers of a version. */
  readonly point: string
  /** The words before a ratio, as a pattern: “ratio of”, “scale of”. */
  readonly beforeRatio: string
  /** Between the numbers of a ratio. */
  readonly to: string
  /** “squared”, “cubed”, and the words before any other exponent. */
  readonly powers: readonly [string, string, string]
  /** “is greater than”, “is less than”. */
  readonly compared: readonly [string, string]
  /** After the number of “3x a day”: “times”. */
  readonly times: string
  /** Before the number of a milestone: “km 42”. */
  readonly kilometre: string
  /** Whether the word for times is joined to its number, and its number before it: “dreimal”. */
  readonly once?: string
  /** The words of a height such as “1,80 m”, in metres and centimetres; undefined if a rule of the language says it. */
  height?(metres: string, rest: string): string
  /** Acronyms that eSpeak reads as words, and speakers spell. */
  readonly spelt: string
  /** The name of the letter A if it is not to be read as a word. */
  readonly letterA?: string
}

/** Names of programs and parts before a number with points. */
const PROGRAMS =
  'iOS|iPadOS|Android|macOS|OS X|Windows|Linux|Ubuntu|Debian|Python|Java|Firefox|Chrome|HTML|USB|Bluetooth|HDMI|GPT|Web|PHP|Node|Safari'
const EXPONENTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const INDICES = '₀₁₂₃₄₅₆₇₈₉'

/** The plain digits of raised or lowered ones. */
function plain(digits: string, signs: string): string {
  return [...digits].map((digit) => signs.indexOf(digit)).join('')
}

/** The rules of a language. They come before those of dates, times and telephone numbers. */
export function figureRules(numbers: NumberWords, words: FigureWords): readonly SpokenRule[] {
  const { cardinal } = numbers
  const spell = (letters: string) =>
    [...letters].map((letter) => (letter === 'A' ? (words.letterA ?? 'A') : letter.toUpperCase())).join(' ')
  /** The numbers of a version; a zero before a digit is said. */
  const versionOf = (text: string) =>
    text
      .split('.')
      .map((part) =>
        part.length > 1 && part.startsWith('0')
          ? [...part].map((digit) => cardinal(digit)).join(' ')
          : cardinal(part),
      )
      .join(` ${words.point} `)
  const isShouted = (before: string, after: string) =>
    /\p{Lu}{2,} $/u.test(before) || /^ \p{Lu}{2,}/u.test(after)
  return [
    rule(
      'versions',
      'digit',
      String.raw`${START}(?:([vV])\.? ?|((?:${PROGRAMS}|[Vv]ersi(?:on|ón|one|ão)|[Rr]elease|[Uu]pdate|[Vv]ersão) ))(\d{1,4}(?:\.\d{1,4}){1,3})(?![\p{L}\p{N}]|[.,]\d)|${NUMBER_START}(\d{1,3}\.0\.\d{1,3}|0\.\d{1,3}\.\d{1,3})(?![\p{L}\p{N}]|[.,]\d)`,
      ([, letter, name = '', number, bare = ''], { after }) => {
        // “v. 3.5” is a verse, and a letter alone needs more than one part.
        const isVersion = letter === undefined || !/^[:–-]/.test(after)
        const before =
          letter === undefined ? name : `${letter === 'V' ? capital(words.version) : words.version} `
        return isVersion ? `${before}${versionOf(number ?? bare)}` : null
      },
    ),
    rule(
      'ratios',
      'digit',
      String.raw`(?<=${START}(?:${words.beforeRatio})(?: \p{L}{2,4}){0,2} )(\d{1,4}) ?: ?(\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+|\d{1,7})(?!\d|[.,:]\d)`,
      ([, left = '', right = '']) => `${cardinal(left)} ${words.to} ${cardinal(digitsOf(right))}`,
    ),
    rule(
      'powers',
      'digit',
      String.raw`(?:${START}(\d{1,9})|(?<=${START}(?!m)[a-zA-Z]|\)))([${EXPONENTS}]{1,3})(?![\p{L}\p{N}])`,
      ([, base, exponent = '']) => {
        const power = plain(exponent, EXPONENTS)
        const [squared, cubed, other] = words.powers
        const said = power === '2' ? squared : power === '3' ? cubed : `${other} ${cardinal(power)}`
        return `${base === undefined ? '' : cardinal(base)} ${said}`
      },
    ),
    rule(
      'formulas',
      'letter',
      String.raw`${START}(?=[A-Za-z]{0,6}[${INDICES}])(?:[A-Z][a-z]?[${INDICES}]{0,3}){1,5}(?![\p{L}\p{N}])`,
      ([formula]) =>
        (formula.match(/\p{L}|[₀-₉]+/gu) ?? [])
          .map((part) => (/\p{L}/u.test(part) ? spell(part) : cardinal(plain(part, INDICES))))
          .join(' '),
    ),
    rule(
      'comparisons',
      'sign',
      String.raw`(?<=[\p{L}\p{N}] )([<>])(?= [\p{L}\p{N}])(?<=(?:\d|${START}\p{L}) .)`,
      ([, sign]) => words.compared[sign === '>' ? 0 : 1],
    ),
    rule('milestones', 'digit', String.raw`(?<![\p{L}\p{N}]|\d ?)km\.?(?= \d)`, () => words.kilometre),
    rule(
      'shares of a whole',
      'digit',
      String.raw`${NUMBER_START}(\d\d?)/(\d\d)${END}`,
      ([, one = '', other = '']) =>
        Number(one) + Number(other) === 100 || `${one}/${other}` === '9/11'
          ? `${cardinal(one)} ${cardinal(other)}`
          : null,
    ),
    rule(
      'chains of numbers',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3})-(\d{1,3})((?:-\d{1,3}){1,4})(?![\p{L}\p{N}-]|[.,:/]\d)`,
      ([chain, first, second]) =>
        // “12-10-92” is a date.
        Number(first) <= 31 && Number(second) <= 31 ? null : chain.split('-').map(versionOf).join(', '),
    ),
    rule(
      'seasons',
      'digit',
      String.raw`${NUMBER_START}(1[5-9]|20)(\d\d)/(\d\d)?(\d\d)(?![/\p{L}\p{N}]|[.,]\d)`,
      ([, century = '', from = '', next, to = '']) => {
        if ((Number(from) + 1) % 100 !== Number(to)) return null
        const last =
          next === undefined
            ? to.startsWith('0')
              ? [...to].map((digit) => cardinal(digit)).join(' ')
              : cardinal(to)
            : numbers.year(`${next}${to}`)
        return `${numbers.year(`${century}${from}`)} ${last}`
      },
    ),
    rule(
      'times a day',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3})[x×](?=${SPACE}\p{Ll}{3}|[.,;!?)]|$)`,
      ([, number = '']) =>
        words.once === undefined
          ? `${numbers.counting(number, 'f')} ${words.times}`
          : `${number === '1' ? words.once : cardinal(number).replaceAll(' ', '')}${words.times}`,
    ),
    ...(words.height === undefined
      ? []
      : [
          rule(
            'heights',
            'digit',
            String.raw`${NUMBER_START}([12]),(\d\d)${SPACE}m${END}`,
            ([, metres = '', rest = '']) =>
              words.height?.(metres, rest === '00' ? '' : String(Number(rest))) ?? null,
          ),
        ]),
    rule(
      'letters with a number',
      'initial',
      String.raw`${START}(?=[B-Z]{0,2}[AEIOU])([A-Z]{2,3})(\d{1,3})${END}(?!['’]?s${END})`,
      ([, letters = '', number = '']) =>
        /^(?:[IVXLC]+|[A-Z]*0)$/.test(letters) ? null : `${spell(letters)} ${cardinal(number)}`,
    ),
    rule(
      'acronyms',
      'initial',
      String.raw`${START}(${anyOf(listOf(words.spelt))})${END}(?![.&]\p{L})`,
      ([letters], { before, after }) => (isShouted(before, after) ? null : spell(letters)),
    ),
  ]
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
