/** Rules that languages share; each language supplies its words. */
import { decimalWords, digitByDigit, MOST_DIGITS, type Gender, type NumberWords } from './numbers.ts'
import { anyOf, END, rule, SPACE, type Around, type SpokenRule } from './rule.ts'

/** How a language writes numbers. */
export interface NumberFormat {
  readonly words: NumberWords
  /** The characters allowed between groups of three digits, as a character class. */
  readonly thousands: string
  /** The decimal sign, as a pattern. */
  readonly decimal: string
}

/** A number with its digit groups and its fraction: two capture groups. */
export function numberPattern({ thousands, decimal }: NumberFormat): string {
  return `(\\d{1,3}(?:${thousands}\\d{3})+(?!\\d)|\\d{1,${MOST_DIGITS}})(?:${decimal}(\\d{1,${MOST_DIGITS}}))?`
}

/** The left context of a number: no letter, no digit, and no part of a longer number. */
export const NUMBER_START = String.raw`(?<![\p{L}\p{M}\p{N}]|\d[.,:/’'])`
/** A minus sign that belongs to a number, after a space or a bracket. */
const MINUS = `(?<=^|[\\s(\\[“„«"])[-−–](?=\\d)`

/** A year of two digits, with its century if it has a zero in front: “01” is 2001, and “99” is said as it is. */
export function wholeYear(digits: string): string {
  return digits.startsWith('0') ? `20${digits}` : digits
}

export function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, '')
}

/** The words of a number matched by `numberPattern`. */
export function numberWords(format: NumberFormat, whole: string, fraction?: string): string {
  return decimalWords(format.words, digitsOf(whole), fraction)
}

// Marks of Markdown and breaks between scenes

/** Scene breaks on a line of their own, and the marks around emphasised words: none of it is spoken. */
export const MARK_RULES: readonly SpokenRule[] = [
  rule(
    'scene breaks',
    'sign',
    String.raw`(?<=^|\n)[ \t\u00a0]*(?:[*#~_=•·+xX◦⁂❦❧☙✦✧★☆⸻—–-][ \t\u00a0]*){1,40}(?=\n|$)`,
    ([line = '']) => (/^\s*[xX]?\s*$/.test(line) ? null : ''),
  ),
  rule('headings', 'sign', String.raw`(?<=^|\n)#{1,6}[ \t]+(?=\S)`, () => ''),
  rule('quotes', 'sign', String.raw`(?<=^|\n)>[ \t]+(?=\S)`, () => ''),
  rule(
    'stars before words',
    'sign',
    String.raw`(?<![\p{L}\p{N}*])\*{1,3}(?=[\p{L}\p{N}\p{Ps}\p{Pi}"'“‘¿¡—–…&£$€])`,
    () => '',
  ),
  rule(
    'stars after words',
    'sign',
    String.raw`(?<=[\p{L}\p{N}\p{Po}\p{Pe}\p{Pf}"'”’—–…])\*{1,3}(?![\p{L}\p{N}*])`,
    () => '',
  ),
  rule(
    'underscores',
    'sign',
    String.raw`(?<![\p{L}\p{N}_])_{1,2}(?=[\p{L}\p{N}\p{Ps}\p{Pi}"'“‘])|(?<=[\p{L}\p{N}\p{Po}\p{Pe}\p{Pf}"'”’])_{1,2}(?![\p{L}\p{N}_])`,
    () => '',
  ),
]

// Measures

export interface Unit {
  readonly one: string
  readonly many: string
  readonly gender?: Gender
}

/** A table of units: `km: 'kilometre|kilometres'`, with the gender after it if it matters. */
export function unitsOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, Unit> {
  const units = new Map<string, Unit>()
  for (const [signs, words] of Object.entries(table)) {
    const [one = '', many = one, gender] = words.split('|')
    for (const sign of signs.split(' '))
      units.set(sign.replaceAll('_', ' '), {
        one,
        many,
        ...(gender === 'f' || gender === 'n' || gender === 'm' ? { gender } : {}),
      })
  }
  return units
}

export interface MeasureWords {
  readonly format: NumberFormat
  readonly units: ReadonlyMap<string, Unit>
  readonly per: string
  /** Words such as “million”. */
  readonly large: readonly string[]
  /** Inserted before the unit after such a word: “millones de euros”. */
  readonly ofLarge?: string
  readonly to: string
  /** Spoken for “x” between sizes: “4 x 6 m”. */
  readonly times: string
  /** Whether the text around a measure makes it an adjective, which takes the singular: “a 9 mm round”. */
  readonly isAdjective?: (around: Around, isJoined: boolean) => boolean
}

/** The unit of a sign. Signs of several letters are case-insensitive. */
function unitOf(units: ReadonlyMap<string, Unit>, sign: string): Unit | undefined {
  return units.get(sign) ?? (sign.length > 1 ? units.get(sign.toLowerCase()) : undefined)
}

/** The words of a number with a unit. */
export function withUnit(format: NumberFormat, unit: Unit, whole: string, fraction?: string): string {
  const digits = digitsOf(whole)
  const isOne = digits === '1' && fraction === undefined
  const number =
    fraction === undefined
      ? format.words.counting(digits, unit.gender)
      : `${format.words.cardinal(digits, unit.gender)} ${format.words.point} ${format.words.fraction(fraction)}`
  return `${number} ${isOne ? unit.one : unit.many}`
}

/** Rules for numbers with a unit, and for ranges of them. */
export function measureRules({
  format,
  units,
  per,
  large,
  ofLarge = '',
  to,
  times,
  isAdjective = () => false,
}: MeasureWords): readonly SpokenRule[] {
  const number = numberPattern(format)
  const signs = anyOf([...units.keys()])
  const sayMinus = (sign: string | undefined) => (sign === undefined ? '' : `${format.words.minus} `)
  const singular = (unit: Unit): Unit => ({ ...unit, many: unit.one })
  return [
    rule(
      'sizes',
      'digit',
      `${NUMBER_START}${number}${SPACE}?[x×]${SPACE}?(?=${number}(?:${SPACE}?[x×]${SPACE}?${number})?${SPACE}?(?:${signs})${END})`,
      ([, whole = '', fraction]) => `${numberWords(format, whole, fraction)} ${times} `,
      'i',
    ),
    rule(
      'ranges of measures',
      'digit',
      `${NUMBER_START}${number}${SPACE}?[-–—]${SPACE}?${number}${SPACE}?(${signs})(?:/(${signs}))?${END}`,
      ([, whole = '', fraction, toWhole = '', toFraction, sign = '', below], around) => {
        const found = unitOf(units, sign)
        const unit = found !== undefined && isAdjective(around, false) ? singular(found) : found
        const divided = below === undefined ? undefined : unitOf(units, below)
        if (unit === undefined) return null
        const from = numberWords(format, whole, fraction)
        const said = `${from} ${to} ${withUnit(format, unit, toWhole, toFraction)}`
        return divided === undefined ? said : `${said} ${per} ${divided.one}`
      },
      'i',
    ),
    rule(
      'measures',
      'digit',
      `(${MINUS})?${NUMBER_START}${number}(?:${SPACE}(${anyOf(large)}))?(?:${SPACE}|-)?(${signs})(?:/(${signs}))?${END}`,
      ([all, minus, whole = '', fraction, many, sign = '', below], around) => {
        const found = unitOf(units, sign)
        if (found === undefined) return null
        const unit = isAdjective(around, /\d-\p{L}/u.test(all)) ? singular(found) : found
        if (sign.length === 1 && /\p{L}/u.test(sign) && /-/.test(all.slice(1))) return null
        const divided = below === undefined ? undefined : unitOf(units, below)
        if (below !== undefined && divided === undefined) return null
        const said =
          many === undefined
            ? withUnit(format, unit, whole, fraction)
            : `${largeNumber(format, whole, fraction, many)} ${ofLarge}${unit.many}`
        return `${sayMinus(minus)}${said}${divided === undefined ? '' : ` ${per} ${divided.one}`}`
      },
      'i',
    ),
  ]
}

/** “2.5 million”. */
export function largeNumber(
  format: NumberFormat,
  whole: string,
  fraction: string | undefined,
  large: string,
): string {
  const number =
    fraction === undefined ? format.words.counting(digitsOf(whole)) : numberWords(format, whole, fraction)
  return `${number} ${large}`
}

// Money

export interface Currency extends Unit {
  /** The hundredth part; undefined if there is none. */
  readonly part?: Unit
  /** The word before the part: “and”, “con”. */
  readonly joint?: string
  /** Whether the name of the part is spoken after the currency's own. */
  readonly isPartNamed: boolean
}

/** A table of currencies: `'€ EUR': 'euro|euros|m|cent|cents'`; the fourth and fifth words name the part. */
export function currenciesOf(
  table: Readonly<Record<string, string>>,
  partGender: Gender = 'm',
): ReadonlyMap<string, Currency> {
  const currencies = new Map<string, Currency>()
  for (const [signs, words] of Object.entries(table)) {
    const [one = '', many = one, gender = 'm', partOne, partMany = partOne, joint = '', isUnnamed] =
      words.split('|')
    const currency: Currency = {
      one,
      many,
      gender: gender === 'f' ? 'f' : gender === 'n' ? 'n' : 'm',
      isPartNamed: isUnnamed !== '-',
      ...(joint !== '' && { joint }),
      ...(partOne !== undefined &&
        partOne !== '' && { part: { one: partOne, many: partMany ?? partOne, gender: partGender } }),
    }
    for (const sign of signs.split(' ')) currencies.set(sign, currency)
  }
  return currencies
}

export interface MoneyWords {
  readonly format: NumberFormat
  readonly currencies: ReadonlyMap<string, Currency>
  /** Words of large numbers by what is written: `m: 'million'`, or `M: 'millón|millones'`. */
  readonly large: Readonly<Record<string, string>>
  readonly ofLarge?: string
  readonly to: string
  readonly per: string
  /** The periods of payment: `mo: 'month'`. */
  readonly times: Readonly<Record<string, string>>
  /** Whether the text around a sum makes it an adjective: “a £5 note”. */
  readonly isAdjective?: (around: Around) => boolean
}

/** The words of a sum. */
function sumOf(
  { format, ofLarge = '' }: Pick<MoneyWords, 'format' | 'ofLarge'>,
  currency: Currency,
  whole: string,
  fraction: string | undefined,
): string {
  const { words } = format
  const digits = whole === '' ? '0' : digitsOf(whole)
  const cut = fraction?.replace(/0+$/, '') ?? ''
  if (fraction === undefined || cut === '') {
    const said = withUnit(format, currency, digits)
    // “un millón de dólares”
    return ofLarge === '' ? said : said.replace(ROUND_MILLIONS, (number) => `${number}${ofLarge}`)
  }
  const { part } = currency
  if (part === undefined || cut.length > 2)
    return `${words.cardinal(digits, currency.gender)} ${words.point} ${words.fraction(fraction)} ${currency.many}`
  const hundredths = String(Number(cut.padEnd(2, '0')))
  const small = withUnit(format, part, hundredths)
  if (Number(digits) === 0) return small
  const joint = currency.joint === undefined ? '' : `${currency.joint} `
  const isNamed = currency.isPartNamed || Number(hundredths) < 10
  return `${withUnit(format, currency, digits)} ${joint}${isNamed ? small : words.cardinal(hundredths)}`
}

const ROUND_MILLIONS =
  /(?:ill[oóõ](?:n|nes|es)|ilh(?:ão|ões)|il(?:ione|ioni|iardo|iardi)|ill(?:ion|ions|iard|iards)) (?=\S+$)/u

/** Rules for sums of money: with the sign before or after, as a range, in millions, per month. */
export function moneyRules({
  format,
  currencies,
  large,
  ofLarge = '',
  to,
  per,
  times,
  isAdjective = () => false,
}: MoneyWords): readonly SpokenRule[] {
  const number = numberPattern(format)
  const signs = anyOf(currencies.keys())
  const many = anyOf(Object.keys(large))
  const currencyOf = (sign: string) =>
    currencies.get(sign) ?? currencies.get(sign.toUpperCase()) ?? currencies.get(sign.toLowerCase())
  const sum = (currency: Currency, whole: string, fraction: string | undefined, size: string | undefined) => {
    if (size === undefined) return sumOf({ format, ofLarge }, currency, whole, fraction)
    const [one = '', several = one] = (large[size] ?? large[size.toLowerCase()] ?? size).split('|')
    const name = whole === '1' && fraction === undefined ? one : several
    return `${largeNumber(format, whole === '' ? '0' : whole, fraction, name)} ${ofLarge}${currency.many}`
  }
  const rate = `(?:/(${anyOf(Object.keys(times))})${END})?`
  const before = String.raw`(?<![\p{L}\p{N}])(${signs})${SPACE}?`
  const amount = `(?:${number}|${format.decimal}(\\d{1,6}))(?:${SPACE}?(${many})${END})?`
  const withRate = (said: string, time: string | undefined) =>
    time === undefined ? said : `${said} ${per} ${times[time] ?? time}`
  return [
    rule(
      'ranges of money',
      'digit',
      `${before}${number}${SPACE}?[-–—]${SPACE}?(?:${signs})?${number}(?:${SPACE}?(${many}))?${END}`,
      ([, sign = '', whole = '', fraction, toWhole = '', toFraction, size]) => {
        const currency = currencyOf(sign)
        if (currency === undefined) return null
        const last = sum(currency, toWhole, toFraction, size)
        const first =
          fraction === undefined && size !== undefined
            ? format.words.cardinal(digitsOf(whole))
            : sum(currency, whole, fraction, undefined)
        return `${first} ${to} ${last}`
      },
      'i',
    ),
    rule(
      'money',
      'digit',
      `${before}${amount}${rate}(?![\\p{L}\\p{N}])`,
      ([, sign = '', whole = '', fraction, part, size, time], around) => {
        const found = currencyOf(sign)
        const currency = found !== undefined && isAdjective(around) ? { ...found, many: found.one } : found
        return currency === undefined ? null : withRate(sum(currency, whole, fraction ?? part, size), time)
      },
      'i',
    ),
    rule(
      'money with its sign after it',
      'digit',
      `${NUMBER_START}${amount}${SPACE}?(${signs})${rate}${END}`,
      ([, whole = '', fraction, part, size, sign = '', time]) => {
        const currency = currencyOf(sign)
        return currency === undefined ? null : withRate(sum(currency, whole, fraction ?? part, size), time)
      },
      'i',
    ),
  ]
}

// Plain numbers

/** “24/7”, which is not a fraction. */
export function roundTheClock(said: string): SpokenRule {
  return rule('around the clock', 'digit', String.raw`${NUMBER_START}24/7${END}`, () => said)
}

/** Rules for numbers that no other rule has matched. */
export function plainNumberRules(
  format: NumberFormat,
  words: { readonly to: string; readonly times: string },
): readonly SpokenRule[] {
  const number = numberPattern(format)
  const say = (whole: string, fraction: string | undefined) => {
    const digits = digitsOf(whole)
    const isSerial = /^0\d/.test(digits) && fraction === undefined
    return isSerial ? digitByDigit(format.words, digits) : numberWords(format, whole, fraction)
  }
  return [
    rule(
      'dimensions',
      'digit',
      `${NUMBER_START}${number}${SPACE}?[x×]${SPACE}?${number}${END}`,
      ([, a = '', b, c = '', d]) => `${say(a, b)} ${words.times} ${say(c, d)}`,
    ),
    rule(
      'ranges',
      'digit',
      `${NUMBER_START}${number}[–-]${number}(?![\\p{L}\\p{N}]|[-–]\\d)`,
      ([, a = '', b, c = '', d]) =>
        a === c && b === d ? `${say(a, b)}-${say(c, d)}` : `${say(a, b)} ${words.to} ${say(c, d)}`,
    ),
    rule(
      'numbers without a whole part',
      'digit',
      String.raw`(?<![\p{L}\p{N}.,])${format.decimal}(\d{1,24})${END}`,
      ([, fraction = '']) => `${format.words.point} ${format.words.fraction(fraction)}`,
    ),
    rule(
      'numbers',
      'digit',
      `(${MINUS})?(?<![\\p{L}\\p{M}\\p{N}]|\\d[.,:/])${number}(?![\\p{N}]|${format.decimal}\\d)`,
      (found, { after }) => {
        const [, minus, whole = '', fraction] = found
        // A letter after the number makes it part of a word, which is left to the engine.
        if (/^[\p{L}\p{M}]/u.test(after)) return null
        return `${minus === undefined ? '' : `${format.words.minus} `}${say(whole, fraction)}`
      },
    ),
  ]
}

/** Signs that are silent in every language. */
const UNSAID = Object.fromEntries(Array.from('†‡*~^|\\⁂❦', (sign) => [sign, '']))

/** Rules for signs that are spoken by a name, with spaces around it, and for silent ones. */
export function signRules(named: Readonly<Record<string, string>>): readonly SpokenRule[] {
  const names: Readonly<Record<string, string>> = { ...named, ...UNSAID }
  const signs = anyOf(Object.keys(names))
  return [
    rule('signs', 'sign', `(?:${signs})`, ([sign], { before, after }) => {
      const name = names[sign] ?? ''
      const left = before === '' || /\s$/.test(before) || name === '' ? '' : ' '
      const right = after === '' || /^[\s\p{P}]/u.test(after) || name === '' ? '' : ' '
      return `${left}${name}${right}`
    }),
  ]
}
