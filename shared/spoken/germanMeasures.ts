/** Measures and fractions in German: “1,80 m”, “½ Pfund”, “2½ Stunden”. */
import { NUMBER_START, unitsOf } from './commonRules.ts'
import type { FigureWords } from './figureRules.ts'
import { endingAfter, genderOf } from './germanTimes.ts'
import { isFeminine } from './germanWords.ts'
import { germanOrdinalStem, NUMBER_WORDS } from './numbers.ts'
import { anyOf, END, listOf, rule, SPACE, type SpokenRule } from './rule.ts'

const UNITS: Readonly<Record<string, string>> = {
  '%': 'Prozent|Prozent|n',
  '‰': 'Promille|Promille|n',
  '°C ℃ °_C': 'Grad Celsius|Grad Celsius|m',
  '°F': 'Grad Fahrenheit|Grad Fahrenheit|m',
  '°': 'Grad|Grad|m',
  '°R °_R': 'Grad Reaumur|Grad Reaumur|m',
  km: 'Kilometer|Kilometer|m',
  m: 'Meter|Meter|m',
  cm: 'Zentimeter|Zentimeter|m',
  mm: 'Millimeter|Millimeter|m',
  'μm µm': 'Mikrometer|Mikrometer|m',
  'km² km2 qkm': 'Quadratkilometer|Quadratkilometer|m',
  'm² m2 qm': 'Quadratmeter|Quadratmeter|m',
  'cm² cm2': 'Quadratzentimeter|Quadratzentimeter|m',
  'm³ m3 cbm': 'Kubikmeter|Kubikmeter|m',
  'cm³ cm3': 'Kubikzentimeter|Kubikzentimeter|m',
  kg: 'Kilogramm|Kilogramm|n',
  g: 'Gramm|Gramm|n',
  mg: 'Milligramm|Milligramm|n',
  'Pfd Pfd.': 'Pfund|Pfund|n',
  Ztr: 'Zentner|Zentner|m',
  t: 'Tonne|Tonnen|f',
  'Tlr Tlr. Thlr Thlr.': 'Taler|Taler|m',
  'Sgr Sgr.': 'Silbergroschen|Silbergroschen|m',
  'fl fl.': 'Gulden|Gulden|m',
  'kr kr. Kr Kr.': 'Kreuzer|Kreuzer|m',
  'Mk Mk.': 'Mark|Mark|f',
  'Gr Gr. gr.': 'Groschen|Groschen|m',
  s: 'Sekunde|Sekunden|f',
  l: 'Liter|Liter|m',
  ml: 'Milliliter|Milliliter|m',
  ft: 'Fuß|Fuß|m',
  'km/h kmh': 'Kilometer pro Stunde|Kilometer pro Stunde|m',
  'Std Std.': 'Stunde|Stunden|f',
  h: 'Stunde|Stunden|f',
  'Min Min. min': 'Minute|Minuten|f',
  'Sek Sek. sec': 'Sekunde|Sekunden|f',
  kW: 'Kilowatt|Kilowatt|n',
  kWh: 'Kilowattstunde|Kilowattstunden|f',
  mv: 'Millivolt|Millivolt|n',
  PS: 'Pferdestärke|PS|f',
  Hz: 'Hertz|Hertz|n',
  EL: 'Esslöffel|Esslöffel|m',
  TL: 'Teelöffel|Teelöffel|m',
  'Pck Pck.': 'Päckchen|Päckchen|n',
  GHz: 'Gigahertz|Gigahertz|n',
  TB: 'Terabyte|Terabyte|n',
  kHz: 'Kilohertz|Kilohertz|n',
  MHz: 'Megahertz|Megahertz|n',
  MB: 'Megabyte|Megabyte|n',
  GB: 'Gigabyte|Gigabyte|n',
}

/** The units of German by their signs. */
export const UNITS_BY_SIGN = unitsOf(UNITS)

/** The two numbers of a fraction by its sign. */
const SIGNS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['½', ['1', '2']],
  ['⅓', ['1', '3']],
  ['⅔', ['2', '3']],
  ['¼', ['1', '4']],
  ['¾', ['3', '4']],
  ['⅛', ['1', '8']],
])

const { cardinal, year } = NUMBER_WORDS.de

/** A fraction, with a whole number before it. */
function mixed(whole: string | undefined, part: readonly [string, string] | undefined): string | null {
  const [above = '', below = ''] = part ?? []
  if (part === undefined || below === '' || /^0\d/.test(below)) return null
  const before = whole === undefined ? '' : whole === '1' ? 'ein ' : `${cardinal(whole)} `
  if (below === '2') {
    if (above !== '1') return `${before}${cardinal(above)} halbe`
    return whole === undefined
      ? 'ein halb'
      : `${whole === '1' ? 'ein' : cardinal(whole).replaceAll(' ', '')}einhalb`
  }
  const stem = germanOrdinalStem(below)
  const name = `${stem.slice(0, 1).toUpperCase()}${stem.slice(1)}el`
  return `${whole === undefined ? '' : `${cardinal(whole)} `}${above === '1' ? 'ein' : cardinal(above)} ${name}`
}

/** Rules for heights and for fractions of a measure. */
export const PARTS_OF_MEASURES: readonly SpokenRule[] = [
  rule(
    'heights',
    'digit',
    String.raw`${NUMBER_START}([1-9]),(\d\d)${SPACE}m${END}`,
    ([, metres = '', rest = '']) =>
      `${metres === '1' ? 'ein' : cardinal(metres)} Meter${rest === '00' ? '' : ` ${cardinal(rest)}`}`,
  ),
  rule(
    'measures with fractions',
    'digit',
    String.raw`${NUMBER_START}(-)?(?:(\d{1,3}) )?(?:(\d{1,3})/(\d{1,3})|([½⅓⅔¼¾]))${SPACE}?(${anyOf(UNITS_BY_SIGN.keys())})${END}`,
    ([, minus, whole, above = '', below = '', sign = '', unit = '']) => {
      const said = mixed(whole, sign === '' ? [above, below] : SIGNS.get(sign))
      const named = UNITS_BY_SIGN.get(unit)
      if (said === null || named === undefined) return null
      const half = { m: 'ein halber', f: 'eine halbe', n: 'ein halbes' }[named.gender ?? 'm']
      return `${minus === undefined ? '' : 'minus '}${sign === '½' && whole === undefined ? half : said} ${named.many}`
    },
  ),
]

/** Rules for other fractions. */
export const FRACTIONS: readonly SpokenRule[] = [
  rule(
    'mixed fractions',
    'digit',
    String.raw`${NUMBER_START}(\d{1,4})(?: ?([½⅓⅔¼¾⅛])| (\d{1,3})[/⁄](\d{1,3})(?![/\p{N}]))`,
    ([, whole, sign, above = '', below = '']) =>
      mixed(whole, sign === undefined ? [above, below] : SIGNS.get(sign)),
  ),
  rule(
    'halves of things',
    'digit',
    String.raw`(?<!\p{N} ?|[\p{L}.,/-])(?:½|1/2) (?=(\p{Lu}\p{Ll}+))`,
    ([, noun = ''], { before }) =>
      /\beine[rn]? $/u.test(before)
        ? 'halbe '
        : endingAfter(before, '') === 'en'
          ? 'halben '
          : isFeminine(noun)
            ? 'eine halbe '
            : genderOf(noun) === 'es'
              ? 'ein halbes '
              : 'ein halber ',
  ),
  rule(
    'fractions',
    'digit',
    String.raw`(?<![\p{L}\p{N}]|\d[.,/])(-)?(\d{1,4})[/⁄](\d{1,4})(?![/\p{N}\p{L}])`,
    ([, minus, above = '', below = '']) => {
      if (/^1[0-9]{3}$/.test(above) && below.length <= 2) return `${year(above)} bis ${cardinal(below)}`
      const said = mixed(undefined, [above, below])
      return said === null ? null : `${minus === undefined ? '' : 'minus '}${said}`
    },
  ),
  rule('fraction signs', 'sign', '[½⅓⅔¼¾⅛]', ([sign], { before }) =>
    sign === '¾' && /\b(?:eine[rn]?|jede|die|der) $/u.test(before)
      ? 'dreiviertel'
      : mixed(undefined, SIGNS.get(sign)),
  ),
]

/** The words of versions, ratios, powers and acronyms. */
export const FIGURES: FigureWords = {
  version: 'Version',
  point: 'Punkt',
  beforeRatio: '[Vv]erhältnis|Maßstab|Quote|Wette|Mischung',
  to: 'zu',
  powers: ['zum Quadrat', 'hoch drei', 'hoch'],
  compared: ['größer als', 'kleiner als'],
  times: 'mal',
  kilometre: 'Kilometer',
  once: 'ein',
  spelt:
    'EU AG IG CIA IQ SOS EKG EDV UN ADAC AOK OP OB HIV USB URL EC IC ICE ABC KI IT AKW UKW ISBN SED MAD SEK AfD EM UK USA IRA',
}

/** What a price may be for, after “/”. */
export const RATES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    listOf('Monat Jahr Tag Stunde Woche Nacht Person Stück Liter Meter').map((word) => [word, word]),
  ),
  h: 'Stunde',
  Std: 'Stunde',
  'Std.': 'Stunde',
  kg: 'Kilogramm',
  l: 'Liter',
  km: 'Kilometer',
  qm: 'Quadratmeter',
  'm²': 'Quadratmeter',
}
