/** Shares, degrees and other measures in Spanish. */
import { digitsOf, unitsOf } from './commonRules.ts'
import type { FigureWords } from './figureRules.ts'
import { NUMBER_WORDS } from './numbers.ts'
import { isFeminineNoun, UNITS } from './spanishWords.ts'
import { anyOf, END, rule, SPACE, START, type SpokenRule } from './rule.ts'

const words = NUMBER_WORDS.es
const { cardinal, counting, ordinal } = words
/** The units of Spanish by their signs. */
export const UNITS_BY_SIGN = unitsOf(UNITS)

/** Rules for measures that the shared rules do not know. */
export const MEASURES: readonly SpokenRule[] = [
  rule(
    'decimal degrees',
    'digit',
    String.raw`(?<![\p{L}\p{N}]|\d[.,])(\d{1,3}),(\d)${SPACE}?[°º](?!${SPACE}?[CFK]${END})`,
    ([, whole = '', part = '']) => `${cardinal(whole)} coma ${words.fraction(part)} grados`,
  ),
  rule(
    'shares',
    'digit',
    String.raw`(?<![\p{L}\p{N}]|\d[.,/])(?:([2-9])/([3-9])|(¾)|(⅔)) (?=partes?${END})`,
    ([, above, below = '', quarters]) => {
      const [top, bottom] =
        above === undefined ? (quarters === undefined ? ['2', '3'] : ['3', '4']) : [above, below]
      const name = bottom === '3' ? 'tercera' : ordinal(bottom, 'f')
      return `${cardinal(top)} ${name}s `
    },
  ),
  rule(
    'halves of things',
    'digit',
    String.raw`(?<![\p{L}\p{N}.,/] ?)1/2 (?=(\p{Ll}{3,}))`,
    ([, noun = '']) => (isFeminineNoun(noun) ? 'media ' : 'medio '),
  ),
  rule('calibres', 'digit', String.raw`(?<=[Cc]alibre )[.,](\d\d)${END}`, ([, size = '']) => cardinal(size)),
  rule('arrobas', 'mail', String.raw`(?<=\d )@(?= )`, (_, { before }) =>
    /(?:^|\D)1 $/.test(before) ? 'arroba' : 'arrobas',
  ),
  rule('years without a century', 'digit', String.raw`(?<=\p{L} )['’](\d\d)${END}`, ([, digits = '']) =>
    cardinal(digits),
  ),
  rule('latitudes', 'digit', String.raw`${START}(lat|long)\.(?= ?\d{1,3}°)`, ([, sign]) =>
    sign === 'lat' ? 'latitud' : 'longitud',
  ),
  rule('short words with a stroke', 'sign', String.raw`${START}(s/n|c/u)\.?${END}`, ([, sign]) =>
    sign === 's/n' ? 'sin número' : 'cada uno',
  ),
]

/** Forms with raised letters and of companies, which look like titles. */
export const RAISED: readonly SpokenRule[] = [
  rule('walks', 'period', String.raw`${START}([Pp])\.º(?= )`, ([, letter]) =>
    letter === 'P' ? 'Paseo' : 'paseo',
  ),
  rule('seen and approved', 'period', String.raw`${START}V\.º ?B\.º`, () => 'visto bueno'),
  rule(
    'companies',
    'period',
    String.raw`(?<=\p{Lu}\p{L}+\.?,? |S\. L\., |S\. A\., )S\. ?(?:A|L)\.(?! ?(?:R\.|el |la |\p{Lu}))`,
    ([letters]) => letters,
  ),
]

/** Fractions of measures, and millions with a fraction. */
export const PARTS_OF_MEASURES: readonly SpokenRule[] = [
  rule(
    'fractions of measures',
    'digit',
    String.raw`(?<![\p{L}\p{N}]|\d[.,/])(?:(\d{1,3}) )?(\d{1,3})/(\d{1,3})${SPACE}(${anyOf(UNITS_BY_SIGN.keys())})${END}`,
    ([, whole, above = '', below = '', sign = '']) => {
      const unit = UNITS_BY_SIGN.get(sign)
      if (unit === undefined) return null
      if (above === '1' && below === '2')
        return whole === undefined
          ? `${unit.gender === 'f' ? 'media' : 'medio'} ${unit.one}`
          : `${cardinal(whole, unit.gender ?? 'm')} y ${unit.gender === 'f' ? 'media' : 'medio'} ${whole === '1' ? unit.one : unit.many}`
      const said = fraction(above, below)
      return said === null
        ? null
        : `${whole === undefined ? '' : `${cardinal(whole, unit.gender ?? 'm')} y `}${said} de ${unit.one}`
    },
  ),
  rule(
    'large decimals',
    'digit',
    String.raw`(-)?(?<![\p{L}\p{N}]|\d[.,])(\d{1,3}(?:[. ]\d{3})+|\d{1,15})(?:,(\d{1,12}))? (mill(?:ón|ones)|bill(?:ón|ones)|trill(?:ón|ones))${END}`,
    ([, minus, whole = '', part, many = '']) => {
      const digits = digitsOf(whole)
      const said =
        part === undefined
          ? counting(digits).replace(/uno$/, 'un')
          : `${cardinal(digits)} coma ${words.fraction(part).replace(/uno$/, 'un')}`
      return `${minus === undefined ? '' : 'menos '}${said} ${many}`
    },
  ),
]

/** What a sign of a fraction is called. */
export const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['½', 'medio'],
  ['⅓', 'un tercio'],
  ['⅔', 'dos tercios'],
  ['¼', 'un cuarto'],
  ['¾', 'tres cuartos'],
  ['⅛', 'un octavo'],
  ['⅕', 'un quinto'],
  ['⅖', 'dos quintos'],
  ['⅗', 'tres quintos'],
  ['⅘', 'cuatro quintos'],
])

/** Denominators below a hundred end in “-avo”; round ones use the ordinal; all others use “sobre”. */
export function fraction(above: string, below: string): string | null {
  const [top, bottom] = [Number(above), Number(below)]
  if (bottom < 2 || /^0\d/.test(above) || /^0\d/.test(below)) return null
  const name = fractionName(bottom, below)
  if (name === null) return `${cardinal(above)} sobre ${cardinal(below)}`
  return top === 1 ? `un ${name}` : `${cardinal(above)} ${name}s`
}

function fractionName(number: number, digits: string): string | null {
  if (number === 2) return 'medio'
  if (number === 3) return 'tercio'
  if (number <= 10) return ordinal(digits)
  if (number < 100)
    return `${cardinal(digits).replace(' y ', 'i').replaceAll('é', 'e').replaceAll('ó', 'o').replace(/uno$/, 'un').replace(/enta$/, 'ent')}avo`
  if (number <= 900 && number % 100 === 0) return ordinal(digits)
  if (number < 1_000_000)
    return number % 1000 === 0
      ? `${number === 1000 ? '' : cardinal(String(number / 1000)).replaceAll(' ', '')}milésimo`
      : null
  if (number % 100_000_000 === 0 || number % 1_000_000 === 0) {
    const millions = cardinal(String(number / 1_000_000)).replaceAll(' ', '')
    return `${millions === 'uno' ? '' : millions}millonésimo`
  }
  return null
}

/** The words of versions, ratios, powers and acronyms. */
export const FIGURES: FigureWords = {
  version: 'versión',
  point: 'punto',
  beforeRatio: '[Pp]roporción|[Rr]atio|[Ee]scala|[Rr]azón|[Rr]elación',
  to: 'a',
  powers: ['al cuadrado', 'al cubo', 'elevado a'],
  compared: ['mayor que', 'menor que'],
  times: 'veces',
  kilometre: 'kilómetro',
  height: (metres, rest) =>
    `${metres === '1' ? 'un metro' : 'dos metros'}${rest === '' ? '' : ` ${cardinal(rest)}`}`,
  spelt: 'UE ADN UGT IU UHF',
}
