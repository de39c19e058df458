/** Rules for texts that are spelled out: web and mail addresses, and telephone numbers. */
import { digitsOf, NUMBER_START } from './commonRules.ts'
import { digitByDigit, type NumberWords } from './numbers.ts'
import { END, rule, START, type SpokenRule } from './rule.ts'

/** The spoken names of the characters in an address. */
export interface WebWords {
  readonly at: string
  readonly dot: string
  readonly slash: string
  readonly colon: string
  readonly dash: string
  readonly underscore: string
  readonly question: string
  readonly equals: string
  readonly hash: string
  readonly plus: string
  readonly percent: string
  readonly tilde: string
  readonly and: string
}

/** Top-level domains that are spoken as a word; others are spelled. */
const SAID_ENDS = new Set('com co net org info edu gov mil biz name museum online shop'.split(' '))

/** Rules for mail and web addresses. */
export function webRules(words: WebWords, numbers: NumberWords): readonly SpokenRule[] {
  const signs = new Map([
    ['@', words.at],
    ['.', words.dot],
    ['/', words.slash],
    [':', words.colon],
    ['-', words.dash],
    ['_', words.underscore],
    ['?', words.question],
    ['=', words.equals],
    ['#', words.hash],
    ['+', words.plus],
    ['%', words.percent],
    ['~', words.tilde],
    ['&', words.and],
  ])

  function sayAddress(address: string): string {
    const parts = address.match(/\p{L}+|\p{N}|[^\p{L}\p{N}]/gu) ?? []
    return parts
      .map((part, index) => {
        const sign = signs.get(part)
        if (sign !== undefined) return sign
        if (/^\d$/.test(part)) return numbers.cardinal(part)
        const isEnd =
          parts[index - 1] === '.' &&
          !SAID_ENDS.has(part.toLowerCase()) &&
          !parts.some((sign, at) => at > index && sign === '@')
        const isSpelt =
          /^(?:https?|ftp|www)$/i.test(part) || (part.length <= 3 && (isEnd || !/[aeiouy]/i.test(part)))
        return isSpelt ? spelt(part) : part
      })
      .join(' ')
  }

  const END_OF_ADDRESS = String.raw`(?<![.,;:!?)'"\]])`
  return [
    rule(
      'mail addresses',
      'mail',
      String.raw`${START}[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}${END}`,
      ([address]) => sayAddress(address),
    ),
    rule(
      'web addresses',
      'web',
      String.raw`${START}(?:https?:\/\/|www\.)[\p{L}\p{N}\-._~:/?#@!$&'()*+,;=%]{1,2000}${END_OF_ADDRESS}`,
      ([address]) => sayAddress(address),
      'i',
    ),
    rule(
      'names of the web',
      'web',
      String.raw`(?<![\p{L}\p{N}@.-])[\p{L}\p{N}-]{2,63}(?:\.[\p{L}\p{N}-]{2,63}){0,3}\.(?:com|org|net|edu|gov|info|co\.uk|de|es|fr|it|pt)(?:\/[\p{L}\p{N}\-._~/?#=&%]{0,200})?${END_OF_ADDRESS}${END}`,
      ([address]) =>
        /^\p{Ll}/u.test(address) || /\.(?:com|org|net|edu)\b/.test(address) ? sayAddress(address) : null,
    ),
    rule(
      'names of accounts',
      'mail',
      String.raw`(?<![\p{L}\p{N}@.])@[\p{L}_][\p{L}\p{N}_.]{0,40}(?<!\.)`,
      ([name]) => sayAddress(name),
    ),
  ]
}

function spelt(letters: string): string {
  return [...letters].map((letter) => letter.toUpperCase()).join(' ')
}

/** Rules for phone numbers, IP addresses and numbers with several hyphens. */
export function phoneRules(
  numbers: NumberWords,
  words: {
    readonly plus: string
    readonly dot: string
    readonly comma: string
    /** Whether groups of two digits are said as numbers. */
    readonly isInPairs?: boolean
  },
): readonly SpokenRule[] {
  const say = (digits: string) =>
    words.isInPairs === true && /^[1-9]\d$/.test(digits)
      ? numbers.cardinal(digits)
      : digitByDigit(numbers, digits)
  const sayGroups = (text: string) => {
    const groups = text.match(/\+|\d+/g) ?? []
    let said = ''
    for (const [index, group] of groups.entries()) {
      if (group === '+') said += `${words.plus} `
      else said += `${say(group)}${index < groups.length - 1 ? words.comma : ''}`
    }
    return said
  }
  return [
    rule(
      'addresses of computers',
      'digit',
      String.raw`${NUMBER_START}\d{1,3}(?:\.\d{1,3}){3}(?![\d.]\d)${END}`,
      ([address]) =>
        // Groups of three digits are a large number.
        /^\d{1,3}(?:\.\d{3}){3}$/.test(address) ? null : address.split('.').map(say).join(` ${words.dot} `),
    ),
    rule(
      'numbers after “telephone”',
      'digit',
      String.raw`(?<=\b[Tt]el(?:éf|f)?\.:? ?|\b[Tt]ele(?:fon|phone|f[oó]no):? )(?:\d{2,6}(?:[ -]\d{2,6}){1,4}|0\d{0,4}(?: ?\d{1,3}){0,2} ?/ ?\d{1,8}(?: \d{1,4}){0,4})(?![\p{L}\p{N}]|[.,]\d)`,
      ([number]) => sayGroups(number),
    ),
    rule(
      'phone numbers',
      'digit',
      String.raw`(?<![\p{L}\p{N}+]|\d[-.,])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,5}\)[ .-]?|\d{2,5}[-.])\d{2,5}(?:[ .-]\d{2,5}){0,3}(?:-\d{1,4})?(?![\p{L}\p{N}]|[-.,]\d)|(?<![\p{L}\p{N}]|\d[.,])(?:\(0\d{1,4}\)|0\d{1,4})[ /-]\d{3,9}(?:[ -]\d{2,5}){0,2}(?![\p{L}\p{N}]|[.,:]\d)|(?<![\p{L}\p{N}])\+\d{1,3}(?:[ .-]?(?:\(\d\))?\d{1,8}){1,6}(?![\p{L}\p{N}])`,
      ([number]) => (isPhoneNumber(number) ? sayGroups(number) : null),
    ),
  ]
}

/** A number with fewer parts may be a range, a date or a sum. */
function isPhoneNumber(text: string): boolean {
  const digits = digitsOf(text)
  const groups = text.match(/\d+/g) ?? []
  if (text.startsWith('+')) return digits.length >= 6
  if (/^\(?0/.test(text) && digits.length >= 7) return true
  if (text.includes('(')) return digits.length >= 7
  if (/^\d{3}-\d{4}$/.test(text)) return true
  if (/^\d{3}\.\d{3}\.\d{4}$/.test(text)) return true
  return groups.length >= 3 && !text.includes('.') && digits.length >= 9
}
