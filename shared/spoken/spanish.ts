/** The spoken forms of Spanish. The rules apply in this order. */
import { isSentenceStarter } from '../story/abbreviations.ts'
import { phoneRules, webRules } from './addressRules.ts'
import {
  currenciesOf,
  digitsOf,
  MARK_RULES,
  measureRules,
  moneyRules,
  plainNumberRules,
  roundTheClock,
  signRules,
} from './commonRules.ts'
import {
  FIGURES,
  FRACTIONS,
  fraction,
  MEASURES,
  PARTS_OF_MEASURES,
  RAISED,
  UNITS_BY_SIGN,
} from './spanishMeasures.ts'
import { NUMBER_WORDS, ROMAN, romanNumber, type Gender } from './numbers.ts'
import {
  anyOf,
  DASH,
  END,
  endsSentence,
  INITIALS,
  rule,
  SPACE,
  type SpokenRule,
  START,
  withPeriod,
} from './rule.ts'
import { elidedRules } from './elidedRules.ts'
import { figureRules } from './figureRules.ts'
import { SPANISH_PLACES } from './referenceRules.ts'
import { ELIDED_WORDS, TIME_RULES } from './spanishTimes.ts'
import {
  ABBREVIATIONS,
  BEFORE_NUMBERS,
  CURRENCIES,
  isFeminineNoun,
  QUEENS,
  RULERS,
  WEB_WORDS,
} from './spanishWords.ts'

const words = NUMBER_WORDS.es
const { cardinal, counting, ordinal } = words
const format = {
  words,
  thousands: '[.\u00a0\u202f\u2009 ]',
  decimal: String.raw`(?:,|\.(?=\d{1,2}(?![\d.])))`,
}

/** “primer”, “tercer” before a masculine noun. */
function short(said: string): string {
  return said.replace(/(primer|tercer)o$/, '$1')
}

/** The rules of Spanish. */
export function spanishRules(): readonly SpokenRule[] {
  const roman = (numeral: string) => {
    const number = romanNumber(numeral.toUpperCase())
    return number === null ? null : String(number)
  }
  const ordinalIn = (digits: string, ending: string): string => {
    const isFeminine = /[ªa]/.test(ending)
    const said = ordinal(digits, isFeminine ? 'f' : 'm')
    if (!/er|ᵉʳ/i.test(ending)) return said
    return digits.endsWith('11') && digits.length === 2 ? 'decimoprimer' : short(said)
  }
  return [
    ...elidedRules(ELIDED_WORDS),
    ...MARK_RULES,
    ...webRules(WEB_WORDS, words),
    ...figureRules(words, FIGURES),
    rule(
      'phone numbers of Spain',
      'digit',
      String.raw`(?<![\p{L}\p{N}+]|\d[., ])9[1-8]\d? \d{2,3} \d{2} \d{2}(?![\p{L}\p{N}]|[.,]\d| \d)`,
      ([all]) =>
        all
          .split(' ')
          .map((digits) => [...digits].map((digit) => cardinal(digit)).join(' '))
          .join(', '),
    ),
    ...phoneRules(words, { plus: 'más', dot: 'punto', comma: ', ' }),
    ...SPANISH_PLACES,
    ...RAISED,
    roundTheClock('veinticuatro siete'),
    ...moneyRules({
      format,
      currencies: currenciesOf(CURRENCIES),
      large: {
        millón: 'millón',
        millones: 'millones',
        billones: 'billones',
        billón: 'billón',
        trillones: 'trillones',
        mil: 'mil',
        M: 'millón|millones',
        m: 'millón|millones',
        MM: 'millón|millones',
      },
      ofLarge: 'de ',
      to: 'a',
      per: 'por',
      times: {
        mes: 'mes',
        año: 'año',
        día: 'día',
        hora: 'hora',
        h: 'hora',
        kg: 'kilo',
        l: 'litro',
        km: 'kilómetro',
        persona: 'persona',
        noche: 'noche',
        semana: 'semana',
        'm²': 'metro cuadrado',
      },
    }),
    rule(
      'numbers with an ordinal ending',
      'digit',
      String.raw`(?<![\p{L}\p{N}]|\d[.,])(\d{1,3}(?:[. ]\d{3})+|\d{1,9})\.?(ᵉʳ|[ºª]|°(?!${SPACE}?[CFKcfk\d])|er\.(?= )|er${END}|r[oa]${END}|d[oa]${END}|t[oa]${END}|m[oa]${END}|v[oa]${END}|(?<=\d\.)[oa]${END})`,
      ([all, number = '', ending = ''], { before, after }) => {
        if (ending === '°' && !/^ (?!d?e? ?(?:grad|temper|bajo|norte|sur))\p{L}/u.test(after) && after !== '')
          return null
        const digits = digitsOf(number)
        if (ending === '°' && /\./.test(all) && digits.length < 3) return null
        // “a 30°” are degrees.
        if (ending === '°' && DEGREES_FOLLOW.test(before) && (after === '' || /^[\s.,;:!?)]*$/.test(after)))
          return `${cardinal(digits)} grados`
        return ordinalIn(digits, ending)
      },
    ),
    rule(
      'degrees',
      'digit',
      String.raw`(?<![\p{L}\p{N}]|\d[.,])([-−])?(\d{1,4})(?:[.,](\d{1,3}))?${SPACE}?[°º]${SPACE}?([CcFfKk])${END}`,
      ([, minus, number = '', fraction, scale = '']) => {
        const names: Readonly<Record<string, string>> = { c: 'centígrado', f: 'Fahrenheit', k: 'kelvin' }
        const name = names[scale.toLowerCase()] ?? ''
        const isOne = number === '1' && fraction === undefined
        const count =
          fraction === undefined ? counting(number) : `${cardinal(number)} coma ${words.fraction(fraction)}`
        return `${minus === undefined ? '' : 'menos '}${count} ${isOne ? 'grado' : 'grados'} ${name}${scale.toLowerCase() === 'c' && !isOne ? 's' : ''}`
      },
    ),
    ...TIME_RULES,
    ...MEASURES,
    rule('for each hundred', 'digit', String.raw`(?<=\d )por 100${END}`, () => 'por ciento'),
    rule(
      'decades',
      'digit',
      String.raw`(?<=[Aa]ños )${APOSTROPHE}?([2-9]0)(?![\p{L}\p{N}]|[.,]\d)`,
      ([, decade = '']) => cardinal(decade),
    ),
    ...PARTS_OF_MEASURES,
    ...measureRules({
      format,
      units: UNITS_BY_SIGN,
      per: 'por',
      large: ['millón', 'millones'],
      ofLarge: 'de ',
      to: 'a',
      times: 'por',
    }),
    rule(
      'mixed fractions',
      'digit',
      String.raw`(?<![\p{L}\p{N}]|\d[.,/])(-)?(\d{1,4})(?: ?([½⅓⅔¼¾⅛⅖])| (\d{1,4})[/⁄](\d{1,4}))(?![/\p{N}])`,
      ([, minus, whole = '', sign, above = '', below = '']) => {
        const said = sign === undefined ? fraction(above, below) : FRACTIONS.get(sign)
        if (said === undefined || said === null) return null
        const isHalf = sign === '½' || (above === '1' && below === '2')
        return `${minus === undefined ? '' : 'menos '}${cardinal(whole)} y ${isHalf ? 'medio' : said}`
      },
    ),
    rule(
      'fractions',
      'digit',
      String.raw`(?<![\p{L}\p{N}]|\d[.,/])(-)?(\d{1,5})[/⁄](\d{1,3}(?:\.\d{3})+|\d{1,9})(?![/\p{N}\p{L}])`,
      ([, minus, above = '', below = '']) => {
        const said = fraction(above, digitsOf(below))
        return said === null ? null : `${minus === undefined ? '' : 'menos '}${said}`
      },
    ),
    rule('fraction signs', 'sign', '[½⅓⅔¼¾⅛⅖⅕⅗⅘]', ([sign = ''], { before, after }) =>
      sign === '½'
        ? /^ \p{L}+a\b/u.test(after) ||
          ((after.trim() === '' || /^[,.;]/.test(after)) && /\p{L}as? y $/u.test(before))
          ? 'media'
          : 'medio'
        : (FRACTIONS.get(sign) ?? ''),
    ),
    rule(
      'ranges of years',
      'digit',
      String.raw`(?<![\p{L}\p{N},.–/-])(1[0-9]\d\d|20\d\d)${DASH}(\d{4}|\d\d)(?![\p{L}\p{N}%/–-]|[.,]\d)`,
      ([, from = '', to = '']) => `${cardinal(from)} a ${cardinal(to)}`,
    ),
    rule(
      'pages',
      'digit',
      String.raw`${START}(pp?|págs?|Págs?)\. ?(\d[\d.]{0,6})(?: ?${DASH} ?(\d{1,6}))?(?![\p{L}\d])`,
      ([, sign = '', from = '', to]) => {
        const name = to !== undefined || /^(?:pp|.*s)$/.test(sign) ? 'páginas' : 'página'
        const rest = from.endsWith('.') ? '.' : ''
        return `${/^P/.test(sign) ? 'Página' : name} ${cardinal(digitsOf(from))}${to === undefined ? '' : ` a ${cardinal(to)}`}${rest}`
      },
    ),
    rule(
      'numbers',
      'digit',
      String.raw`${START}([NnNn])(?:\.[ºo°]|[º°])(s?)${SPACE}?(?=\d|[IVX]+\b)`,
      ([, letter = '', many]) => `${letter === 'N' ? 'Número' : 'número'}${many === '' ? '' : 's'} `,
    ),
    rule('sections', 'sign', String.raw`(§{1,2}|№|#)${SPACE}?(?=\d)`, ([, sign = '']) =>
      sign.startsWith('§') ? 'párrafo ' : 'número ',
    ),
    rule(
      'a numeral alone',
      'roman',
      String.raw`^(\s*)([IVXLC]{1,8})(\.?)(\s*)$`,
      ([, left = '', numeral = '', dot = '', right = '']) => {
        const number = roman(numeral)
        return number === null || Number(number) > 200 ? null : `${left}${cardinal(number)}${dot}${right}`
      },
    ),
    rule(
      'centuries after another',
      'capitals',
      String.raw`(?<=(?:siglos?|ss?\.) [IVX]{1,6})( y | al | o |[-–])([IVX]{1,6})(?=${END})`,
      ([, joint = '', numeral = '']) => {
        const number = roman(numeral)
        return number === null ? null : `${/[-–]/.test(joint) ? ' a ' : joint}${cardinal(number)}`
      },
    ),
    rule(
      'numbered with Roman numerals',
      'roman',
      String.raw`${START}(${anyOf(BEFORE_NUMBERS)})(${SPACE})(${ROMAN})(?=${END})`,
      ([, name = '', space = '', numeral = '']) => {
        const number = roman(numeral)
        if (number === null) return null
        const said =
          name === 'Cap.'
            ? 'Capítulo'
            : (ABBREVIATIONS.get(name.replace('.', '')) ?? name).replace(/[#*]$/, '')
        return `${said}${space}${cardinal(number)}`
      },
    ),
    rule(
      'numbered with small Roman numerals',
      'letter',
      String.raw`${START}(siglos?|capítulos?|tomo|año|página|vol\.|cap\.) ([ivxlcdm]{1,10})(?=${END})`,
      ([, name = '', numeral = '']) => {
        const number = roman(numeral)
        return number === null
          ? null
          : `${(ABBREVIATIONS.get(name.replace('.', '')) ?? name).replace(/[#*]$/, '')} ${cardinal(number)}`
      },
    ),
    rule('a common era', 'letter', String.raw`(?<=siglo \S{1,8} )ec${END}`, () => 'era común'),
    rule(
      'rulers',
      'roman',
      String.raw`(?<=(\p{Lu}[\p{Ll}]{1,20}) )([IVXL]{1,7})(?=${END})`,
      ([, name = '', numeral = ''], { before, after }) => {
        const number = roman(numeral)
        if (number === null || Number(number) > 49 || isSentenceStarter(name)) return null
        const isRuler = RULERS.has(name) || / Pablo $/.test(before)
        if (numeral.length === 1 && !isRuler) return null
        if (numeral === 'I' && /^ \p{Lu}/u.test(after) && !isRuler) return null
        return Number(number) > 10 ? cardinal(number) : ordinal(number, genderOf(name))
      },
    ),
    rule(
      'rulers after another',
      'roman',
      String.raw`(?<=(\p{Lu}\p{Ll}{1,20}) [IVXL]{1,6} y )([IVXL]{1,6})${END}`,
      ([, name = '', numeral = '']) => {
        const number = roman(numeral)
        if (number === null || !RULERS.has(name)) return null
        return Number(number) > 10 ? cardinal(number) : ordinal(number, genderOf(name))
      },
    ),
    rule(
      'ordinals in Roman numerals',
      'roman',
      String.raw`(?<=\b(?:[Ee]l|[Ll]a|del|al) )([IVX]{2,6}|V|X|I(?= (?:Guerra|República|Internacional|Imperio)))(?= (\p{L}{4,}))|${START}([IVX]{2,6}|I(?= Guerra Mundial))(?= (aniversario|[Cc]entenario|República|Reich|Guerra|Imperio|Congreso|Concilio|Cruzada|Internacional|Batallón|Cuerpo|División|Regimiento|Brigada)${END})`,
      ([, first, after, alone, name]) => {
        const number = roman(first ?? alone ?? '')
        if (number === null || Number(number) > 49) return null
        return short(ordinal(number, /a$|ci?ón$|sión$|dad$|al$/.test(after ?? name ?? '') ? 'f' : 'm'))
      },
    ),
    rule(
      'abbreviations',
      'period',
      String.raw`${START}(${anyOf(ABBREVIATIONS.keys())})\.(?!\p{Ll})`,
      ([, sign = ''], { before, after }) => {
        const entry = ABBREVIATIONS.get(sign)
        if (entry === undefined) return null
        if (entry.endsWith('*') && !/^ ?\p{L}{2}/u.test(after)) return null
        // “Benito P. Galdós” has an initial.
        if (sign === 'P' && /\p{Lu}\p{Ll}+ $/u.test(before)) return null
        if (
          entry.endsWith('*') &&
          /^\p{Lu}/u.test(sign) &&
          (!/^ ?\p{Lu}\p{Ll}/u.test(after) || endsSentence(after))
        )
          return null
        if (entry.endsWith('#') && !/^ ?(?:\d|[IVX]+\b)/.test(after)) return null
        const said = entry.replace(/[*#]$/, '')
        const isFirst = /^\p{Lu}/u.test(sign) && (before === '' || /[.!?]["”»)]*\s+[¿¡«“—-]*$/u.test(before))
        const glue = /^[\p{L}\d]/u.test(after) ? ' ' : ''
        const first = isFirst ? said.slice(0, 1).toUpperCase() + said.slice(1) : said
        return `${entry.endsWith('*') || /^(?:señor|doctor)/.test(said) ? first : withPeriod(first, after)}${glue}`
      },
    ),
    rule('and so on', 'sign', String.raw`&c(?:\.|${END})`, (_, { after }) => withPeriod('etcétera', after)),
    rule(
      'raised letters',
      'letter',
      String.raw`${START}(D|Sr|M|Dr)\.?ª(?=[\s,;:.)]|$)`,
      ([, sign]) => ({ D: 'doña', Sr: 'señora', M: 'María', Dr: 'doctora' })[sign ?? ''] ?? null,
    ),
    rule('addresses', 'sign', String.raw`${START}([Cc])/${SPACE}?(?=\p{Lu})`, ([, letter = '']) =>
      letter === 'C' ? 'Calle ' : 'calle ',
    ),
    rule(
      'halves of the day',
      'initial',
      String.raw`(?<=\p{L} )([ap])\.${SPACE}?m\.`,
      ([, letter = ''], { after }) => withPeriod(letter === 'a' ? 'de la mañana' : 'de la tarde', after),
    ),
    INITIALS,
    rule(
      'ordinals with a letter',
      'digit',
      String.raw`(?<![\p{L}\p{N}]|\d[.,])(\d{1,2})([ao])(?= \p{Ll}{3,})`,
      ([, number = '', ending = '']) => (number === '0' ? null : short(ordinalIn(number, ending))),
    ),
    rule(
      'counted things',
      'digit',
      String.raw`(?<![\p{L}\p{N}]|\d[.,:/–-])(\d{1,3}(?:\.\d{3})+|\d{1,9})(?= (\p{Ll}{3,}))`,
      ([, number = '', noun = '']) => {
        const digits = digitsOf(number)
        if (/^0\d/.test(digits)) return null
        return counting(digits, isFeminineNoun(noun) ? 'f' : 'm')
      },
    ),
    ...plainNumberRules(format, { to: 'a', times: 'por' }),
    rule(
      'sums',
      'sign',
      String.raw`(?<=[\p{L}\p{N}] ?)([+=×÷−-])(?= [\p{N}]|[\p{N}])(?<=[\p{N}] ?.)`,
      ([, sign = ''], { before, after }) => {
        const name =
          { '+': 'más', '=': 'es igual a', '×': 'por', '÷': 'entre', '−': 'menos', '-': 'menos' }[sign] ?? ''
        return `${before.endsWith(' ') ? '' : ' '}${name}${after.startsWith(' ') ? '' : ' '}`
      },
    ),
    rule(
      'and',
      'sign',
      String.raw`(?<=[\p{L}\p{N}.] ?)&(?= ?[\p{L}\p{N}])`,
      (_, { before, after }) =>
        `${before.endsWith(' ') ? '' : ' '}${/^ ?(?:H?[IÍií](?![aeou])|hi)/u.test(after) ? 'e' : 'y'}${after.startsWith(' ') ? '' : ' '}`,
    ),
    ...signRules({
      '+': 'más',
      '=': 'es igual a',
      '©': 'copyright',
      '®': '',
      '™': '',
      '‰': 'por mil',
      '±': 'más menos',
      '≈': 'aproximadamente',
      '→': 'a',
      '°': 'grados',
      '§': 'párrafo',
    }),
  ]
}

/** Words before a temperature or an angle. */
const DEGREES_FOLLOW = /(?:^|[^\p{L}])(?:a|de|hasta|unos|casi|menos|sobre|con|los) $/u

const APOSTROPHE = "['’]"

function genderOf(name: string): Gender {
  return QUEENS.test(name) ? 'f' : 'm'
}
