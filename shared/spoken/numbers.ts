/**
 * Numbers in words, by `n2words`, corrected where its forms differ from what people say: `veintiuno mil`, `einhunderteinstausend`, `duemila
 * e unesimo`, `segundo milésimo`.
 */
import { toCardinal as german, toOrdinal as germanOrdinal } from 'n2words/de-DE'
import { toCardinal as british } from 'n2words/en-GB'
import { toCardinal as american, toOrdinal as englishOrdinal } from 'n2words/en-US'
import { toCardinal as spanish } from 'n2words/es-ES'
import { toCardinal as french, toOrdinal as frenchOrdinal } from 'n2words/fr-FR'
import { toCardinal as italian, toOrdinal as italianOrdinal } from 'n2words/it-IT'
import { toCardinal as portuguese } from 'n2words/pt-PT'

export type Gender = 'm' | 'f' | 'n'

/** The numbers of a language. Digits have no separators, and at most `MOST_DIGITS`. */
export interface NumberWords {
  cardinal(digits: string, gender?: Gender): string
  /** The form before a noun: `un`, `ein`, `veintiún`. */
  counting(digits: string, gender?: Gender): string
  ordinal(digits: string, gender?: Gender): string
  year(digits: string): string
  /** The digits after the decimal sign. */
  fraction(digits: string): string
  /** The word for the decimal sign. */
  readonly point: string
  readonly minus: string
}

/** Longer numbers are spoken digit by digit. */
export const MOST_DIGITS = 24

/** Each digit in words. */
export function digitByDigit(words: NumberWords, digits: string): string {
  return [...digits].map((digit) => words.cardinal(digit)).join(' ')
}

/** A number in words: its digits, and those after the decimal sign. */
export function decimalWords(words: NumberWords, whole: string, fraction: string | undefined): string {
  const said = words.cardinal(whole === '' ? '0' : whole)
  return fraction === undefined ? said : `${said} ${words.point} ${words.fraction(fraction)}`
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '')
}

// English

function englishCardinal(digits: string, isBritish: boolean): string {
  const plain = withoutZeros(digits)
  if (isBritish) return british(plain)
  const said = american(plain)
  // “and” before the tens of the last three digits: one thousand two hundred and three, two thousand and one.
  const tail = Number(plain.slice(-3))
  if (plain.length < 3 || tail % 100 === 0) return said
  const rest = american(tail % 100)
  if (tail < 100 && plain.length > 6 && plain.slice(-6, -3) === '000') return said
  return `${said.slice(0, -rest.length)}and ${rest}`
}

function englishYear(digits: string): string {
  const year = Number(digits)
  const [hundreds, rest] = [Math.floor(year / 100), year % 100]
  if (digits.length !== 4 || year % 1000 < 10) return american(year)
  if (rest === 0) return `${american(hundreds)} hundred`
  return `${american(hundreds)} ${rest < 10 ? 'oh ' : ''}${american(rest)}`
}

const english = (isBritish: boolean): NumberWords => ({
  cardinal: (digits) => englishCardinal(digits, isBritish),
  counting: (digits) => englishCardinal(digits, isBritish),
  ordinal: (digits) => (Number(digits) === 0 ? 'zeroth' : englishOrdinal(withoutZeros(digits))),
  year: englishYear,
  fraction: (digits) => [...digits].map((digit) => american(digit)).join(' '),
  point: 'point',
  minus: 'minus',
})

// German

/** A long word is split into its parts, because engines would read the “vier” of “neunzehnhundertvierzehn” as an English word. */
function germanParts(word: string): string {
  return word
    .replaceAll(/eins(?=tausend|hundert)/g, 'ein')
    .replaceAll(/(?<=hundert|tausend)(?!st|er|$)(?=\p{L})/gu, ' ')
    .replaceAll('achthundert', 'acht hundert')
    .replaceAll(/(\p{L}+)undvierzig/gu, '$1 und vierzig')
}

function germanCardinal(digits: string): string {
  return germanParts(german(withoutZeros(digits)))
}

/** The stem, without its ending: `dritt`, `zwanzigst`. */
export function germanOrdinalStem(digits: string): string {
  const plain = withoutZeros(digits)
  if (plain === '0') return 'nullt'
  const millions = /^([1-9]\d*)0{6}$/.exec(plain)?.[1]
  if (millions !== undefined && plain.length < 10)
    return millions === '1' ? 'millionst' : `${germanCardinal(millions)} millionst`
  return germanOrdinal(plain)
    .replaceAll(/eins(?=tausend|hundert)/g, 'ein')
    .replaceAll(/(?<=hundert|tausend)(?!st)(?=\p{L})/gu, ' ')
    .slice(0, -1)
}

function germanYear(digits: string): string {
  const year = Number(digits)
  if (year < 1100 || year > 1999) return germanCardinal(digits)
  const rest = year % 100
  return `${germanParts(`${german(Math.floor(year / 100))}hundert`)}${rest === 0 ? '' : ` ${germanCardinal(String(rest))}`}`
}

const germanWords: NumberWords = {
  cardinal: germanCardinal,
  counting(digits, gender = 'm') {
    const said = germanCardinal(digits)
    if (!/eins$/.test(said)) return said
    return said.replace(/eins$/, Number(digits) > 1 ? 'ein' : gender === 'f' ? 'eine' : 'ein')
  },
  ordinal: (digits) => `${germanOrdinalStem(digits)}e`,
  year: germanYear,
  fraction: (digits) => [...digits].map((digit) => german(digit)).join(' '),
  point: 'Komma',
  minus: 'minus',
}

// Spanish

/** “veintiún mil”, “treinta y un millones”, as before every noun. */
function spanishCardinal(digits: string, gender: Gender): string {
  return spanish(withoutZeros(digits), { gender: gender === 'f' ? 'feminine' : 'masculine' })
    .replaceAll(/veintiun[oa](?= (?:mil|millones|billones|trillones)(?: |$))/g, 'veintiún')
    .replaceAll(/un[oa](?= (?:mil|millones|billones|trillones)(?: |$))/g, 'un')
    .replaceAll(/\bcienta\b/g, 'ciento')
    .replaceAll('dieciseis', 'dieciséis')
    .replaceAll(/\p{L}+ientos(?= mil(?: |$))/gu, (hundreds) =>
      gender === 'f' ? `${hundreds.slice(0, -2)}as` : hundreds,
    )
}

const SPANISH_UNITS = [
  '',
  'primero',
  'segundo',
  'tercero',
  'cuarto',
  'quinto',
  'sexto',
  'séptimo',
  'octavo',
  'noveno',
]
const SPANISH_TENS = [
  '',
  'décimo',
  'vigésimo',
  'trigésimo',
  'cuadragésimo',
  'quincuagésimo',
  'sexagésimo',
  'septuagésimo',
  'octogésimo',
  'nonagésimo',
]
const SPANISH_HUNDREDS = [
  '',
  'centésimo',
  'ducentésimo',
  'tricentésimo',
  'cuadringentésimo',
  'quingentésimo',
  'sexcentésimo',
  'septingentésimo',
  'octingentésimo',
  'noningentésimo',
]

function spanishBelowHundred(number: number): string {
  const [tens, units] = [Math.floor(number / 10), number % 10]
  const unit = SPANISH_UNITS[units] ?? ''
  if (number === 11) return 'undécimo'
  if (number === 12) return 'duodécimo'
  if (tens === 1 && units > 0) return `decim${units === 8 ? '' : 'o'}${unit}`
  if (tens === 2 && units > 0) return `vigesim${units === 8 ? '' : 'o'}${unit}`
  return `${SPANISH_TENS[tens] ?? ''} ${unit}`.trim()
}

/** Ordinals as people say them, in the masculine: n2words returns “undefinedcentésimo” and “segundo milésimo”. */
function spanishOrdinal(digits: string, gender: Gender): string {
  const number = Number(digits)
  const [thousands, below] = [Math.floor(number / 1000), number % 1000]
  if (number === 0 || number >= 1_000_000) return spanishCardinal(digits, gender)
  const before = thousands <= 1 ? '' : spanishCardinal(String(thousands), 'm').replaceAll(' ', '')
  const said = [
    thousands === 0 ? '' : `${before}milésimo`,
    SPANISH_HUNDREDS[Math.floor(below / 100)] ?? '',
    spanishBelowHundred(below % 100),
  ]
    .filter((part) => part !== '')
    .join(' ')
  return gender === 'f' ? said.replaceAll(/o(?= |$)/g, 'a') : said
}

/** In pairs of digits, as Spanish speakers say them; digit by digit if it begins with a zero. */
function spanishFraction(digits: string): string {
  const one = (part: string) => spanishCardinal(part, 'm')
  const byDigit = (part: string) => [...part].map(one).join(' ')
  if (digits.startsWith('0')) return byDigit(digits)
  if (digits.length <= 3) return one(digits)
  return (digits.match(/\d{1,2}/g) ?? [])
    .map((pair) => (pair.startsWith('0') ? byDigit(pair) : one(pair)))
    .join(' ')
}

const spanishWords: NumberWords = {
  cardinal: (digits, gender = 'm') => spanishCardinal(digits, gender),
  counting: (digits, gender = 'm') =>
    gender !== 'm'
      ? spanishCardinal(digits, gender)
      : spanishCardinal(digits, 'm')
          .replace(/veintiuno$/, 'veintiún')
          .replace(/uno$/, 'un'),
  ordinal: (digits, gender = 'm') => spanishOrdinal(digits, gender),
  year: (digits) => spanishCardinal(digits, 'm'),
  fraction: spanishFraction,
  point: 'coma',
  minus: 'menos',
}

// French

const frenchWords: NumberWords = {
  cardinal: (digits) => french(withoutZeros(digits)),
  counting: (digits, gender = 'm') =>
    french(withoutZeros(digits)).replace(/\bun$/, gender === 'f' ? 'une' : 'un'),
  ordinal: (digits, gender = 'm') =>
    digits === '1' ? (gender === 'f' ? 'première' : 'premier') : frenchOrdinal(withoutZeros(digits)),
  year: (digits) => french(withoutZeros(digits)),
  fraction(digits) {
    const zeros = /^0*/.exec(digits)?.[0] ?? ''
    const rest = digits.slice(zeros.length)
    return [...[...zeros].map(() => 'zéro'), ...(rest === '' ? [] : [french(rest)])].join(' ')
  },
  point: 'virgule',
  minus: 'moins',
}

// Italian

const italianWords: NumberWords = {
  cardinal: (digits) =>
    italian(withoutZeros(digits)).replaceAll(/(?<=mila|mille|milion[ei]) e (?=\p{L}+$)/gu, ' '),
  counting: (digits, gender = 'm') =>
    digits === '1' ? (gender === 'f' ? 'una' : 'un') : italianWords.cardinal(digits),
  ordinal(digits, gender = 'm') {
    const said = italianOrdinal(withoutZeros(digits)).replaceAll(' e ', ' ')
    return gender === 'f' ? said.replace(/o$/, 'a') : said
  },
  year: (digits) => italianWords.cardinal(digits),
  fraction: (digits) =>
    digits.startsWith('0') ? [...digits].map((digit) => italian(digit)).join(' ') : italian(digits),
  point: 'virgola',
  minus: 'meno',
}

// Portuguese

const PORTUGUESE_UNITS = [
  '',
  'primeiro',
  'segundo',
  'terceiro',
  'quarto',
  'quinto',
  'sexto',
  'sétimo',
  'oitavo',
  'nono',
]
const PORTUGUESE_TENS = [
  '',
  'décimo',
  'vigésimo',
  'trigésimo',
  'quadragésimo',
  'quinquagésimo',
  'sexagésimo',
  'septuagésimo',
  'octogésimo',
  'nonagésimo',
]

/** “um mil” is “mil”, and the last part follows “e”. */
function portugueseCardinal(digits: string, gender: Gender): string {
  const said = portuguese(withoutZeros(digits)).replace(/^um mil(?= |$)/, 'mil')
  if (gender !== 'f') return said
  return said
    .replace(/\bum$/, 'uma')
    .replace(/\bdois$/, 'duas')
    .replaceAll(/(?<=zent|cent|hent)os\b/g, 'as')
}

const portugueseWords: NumberWords = {
  cardinal: (digits, gender = 'm') => portugueseCardinal(digits, gender),
  counting: (digits, gender = 'm') => portugueseCardinal(digits, gender),
  ordinal(digits, gender = 'm') {
    const number = Number(digits)
    if (number === 0 || number > 100) return portugueseCardinal(digits, gender)
    const said =
      number === 100
        ? 'centésimo'
        : `${PORTUGUESE_TENS[Math.floor(number / 10)] ?? ''} ${PORTUGUESE_UNITS[number % 10] ?? ''}`.trim()
    return gender === 'f' ? said.replaceAll(/o(?= |$)/g, 'a') : said
  },
  year: (digits) => portugueseCardinal(digits, 'm'),
  fraction: (digits) =>
    digits.startsWith('0')
      ? [...digits].map((digit) => portuguese(digit)).join(' ')
      : portugueseCardinal(digits, 'm'),
  point: 'vírgula',
  minus: 'menos',
}

/** Brazilians say “dezesseis”, the Portuguese “dezasseis”. */
const inBrazil = (said: string) => said.replaceAll('dezass', 'dezess').replaceAll('dezanove', 'dezenove')

const brazilianWords: NumberWords = {
  ...portugueseWords,
  cardinal: (digits, gender) => inBrazil(portugueseWords.cardinal(digits, gender)),
  counting: (digits, gender) => inBrazil(portugueseWords.counting(digits, gender)),
  year: (digits) => inBrazil(portugueseWords.year(digits)),
  fraction: (digits) => inBrazil(portugueseWords.fraction(digits)),
}

/** Numbers that are too long are spoken digit by digit. */
function bounded(words: NumberWords): NumberWords {
  const isLong = (digits: string) => digits.length > MOST_DIGITS
  return {
    ...words,
    cardinal: (digits, gender) =>
      isLong(digits) ? digitByDigit(words, digits) : words.cardinal(digits, gender),
    counting: (digits, gender) =>
      isLong(digits) ? digitByDigit(words, digits) : words.counting(digits, gender),
    ordinal: (digits, gender) =>
      isLong(digits) ? digitByDigit(words, digits) : words.ordinal(digits, gender),
  }
}

/** The numbers of each language that has rules. */
export const NUMBER_WORDS = {
  enUs: bounded(english(false)),
  enGb: bounded(english(true)),
  de: bounded(germanWords),
  es: bounded(spanishWords),
  fr: bounded(frenchWords),
  it: bounded(italianWords),
  pt: bounded(portugueseWords),
  ptBr: bounded(brazilianWords),
} as const satisfies Record<string, NumberWords>

// Roman numerals.

const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }
const WELL_FORMED = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,4})$/

/** The value of a Roman numeral in capitals, 1 to 3999; null for other words, such as “CIVIL” and “IIX”. */
export function romanNumber(numeral: string): number | null {
  if (numeral === '' || !WELL_FORMED.test(numeral)) return null
  return [...numeral].reduce((sum, letter, index) => {
    const value = VALUES[letter] ?? 0
    return sum + (value < (VALUES[numeral[index + 1] ?? ''] ?? 0) ? -value : value)
  }, 0)
}

/** Matches possible numerals; check them with `romanNumber`. */
export const ROMAN = '[IVXLCDM]{1,12}'
