/** The rules that French, Italian and Portuguese share, in the order in which they apply; each language supplies its words. */
import { isSentenceStarter } from '../story/abbreviations.ts'
import { phoneRules, webRules, type WebWords } from './addressRules.ts'
import {
  currenciesOf,
  wholeYear,
  digitsOf,
  MARK_RULES,
  measureRules,
  moneyRules,
  NUMBER_START,
  plainNumberRules,
  roundTheClock,
  signRules,
  unitsOf,
} from './commonRules.ts'
import { elidedRules, type ElidedWords } from './elidedRules.ts'
import { figureRules, type FigureWords } from './figureRules.ts'
import { ROMAN, romanNumber, type Gender, type NumberWords } from './numbers.ts'
import {
  INITIALS,
  anyOf,
  listOf,
  END,
  endsSentence,
  rule,
  SPACE,
  START,
  withPeriod,
  type SpokenRule,
} from './rule.ts'

export interface RomanceWords {
  readonly elided: ElidedWords
  readonly figures: FigureWords
  /** Whether telephone numbers are said two digits at a time. */
  readonly isPhoneInPairs?: boolean
  /** “24/7”. */
  readonly roundTheClock: string
  /** “&c.” and “etc.” */
  readonly andSoOn: string
  /** Words with a raised ending, with or without a period: `sig.ra`. */
  readonly contractions: Readonly<Record<string, string>>
  /** Words between a title and its name, as a pattern: “M. de”, “M. le”. */
  readonly nameParticles: string
  /** Rules of this language alone, which come before the shared ones. */
  readonly own: readonly SpokenRule[]
  readonly numbers: NumberWords
  readonly web: WebWords
  readonly to: string
  readonly per: string
  readonly and: string
  readonly plus: string
  readonly equals: string
  readonly times: string
  /** Signs of currencies and units, as in `currenciesOf` and `unitsOf`. */
  readonly currencies: Readonly<Record<string, string>>
  readonly units: Readonly<Record<string, string>>
  readonly large: readonly string[]
  /** Signs of large numbers before a currency: `M: 'million|millions'`. */
  readonly shortLarge: Readonly<Record<string, string>>
  readonly ofLarge: string
  /** The names of months, each followed by its short form. */
  readonly months: Readonly<Record<string, string>>
  /** The word between day, month and year: “de”; '' for none. */
  readonly ofMonth: string
  readonly firstDay: string
  /** Words with a period; with `*` only before a name, with `#` only before a number. */
  readonly abbreviations: Readonly<Record<string, string>>
  /** Words before Roman numerals that are cardinal numbers. */
  readonly beforeNumbers: readonly string[]
  /** Words before Roman numerals that are ordinals, or after them. */
  readonly century: RegExp
  centuryWords(digits: string): string
  /** The words of a ruler's number. */
  rulerWords(digits: string, name: string): string
  /** The ending after the digits of an ordinal; the first group is the number, the second the ending. */
  readonly ordinalEnding: string
  ordinalWords(digits: string, ending: string): string
  clock(hours: string, minutes: string | undefined): string
  /** The characters between hours and minutes, as a character class. */
  readonly clockSign: string
  fraction(above: string, below: string): string | null
  readonly half: string
  readonly page: readonly [string, string]
  readonly number: string
  /** The plural of `number`. */
  readonly numbered: string
  readonly numberSign: string
  readonly section: string
  isFeminine(noun: string): boolean
}

const RULERS =
  /^(?:Louis|Charles|Henri|François|Philippe|Napoléon|Léopold|Albert|Georges|Édouard|Guillaume|Élisabeth|Elisabeth|Catherine|Pie|Léon|Jean|Paul|Clément|Grégoire|Frédéric|Pierre|Nicolas|Alexandre|Carlo|Vittorio|Emanuele|Umberto|Ferdinando|Enrico|Luigi|Filippo|Federico|Pio|Leone|Giovanni|Paolo|Clemente|Gregorio|Elisabetta|Caterina|Pietro|Alessandro|Napoleone|Giulio|Francesco|Benedetto|João|Pedro|Manuel|Afonso|Sancho|Dinis|Filipe|Carlos|Maria|Luís|Sebastião|Henrique|Fernando|Paulo|Leão|Isabel|Catarina|Alexandre|Napoleão|Bento|Jorge|Eduardo)$/u

/** What a price may be for besides a unit: months, years and people in the three languages. */
const PERIODS = listOf(
  'mois an jour semaine nuit personne mese anno giorno settimana notte persona mês ano dia semana noite pessoa',
).map((word) => [word, word] as const)

/** Degrees, which Italian and Portuguese texts write like ordinals: “a 90°” and a large number alone are degrees, “il 50°” is not. */
export function degreesRule({
  words,
  degrees,
  before: leads,
}: {
  readonly words: NumberWords
  readonly degrees: string
  /** The words before degrees, as a pattern. */
  readonly before: string
}): SpokenRule {
  const isLed = new RegExp(String.raw`(?:^|[^\p{L}])(?:${leads})\s$`, 'iu')
  return rule(
    'degrees',
    'digit',
    String.raw`${NUMBER_START}(\d{1,3})°(?!${SPACE}?[CFK\d\p{L}]|${SPACE}?\d)`,
    ([, number = ''], { before }) =>
      isLed.test(before) || (Number(number) >= 20 && !/\p{L}[’']?\s?$/u.test(before))
        ? `${words.cardinal(number)} ${degrees}`
        : null,
  )
}

/** The rules of a language by its words. */
export function romanceRules(language: RomanceWords): readonly SpokenRule[] {
  const { numbers: words, to, ofMonth } = language
  const { cardinal, counting } = words
  const format = { words, thousands: '[.\u00a0\u202f\u2009 ]', decimal: ',' }
  const months = new Map(
    Object.entries(language.months).flatMap(([month, short]) =>
      [month, ...short.split(' ').filter((name) => name !== '')].map((name) => [name, month] as const),
    ),
  )
  const monthNames = Object.keys(language.months)
  const units = unitsOf(language.units)
  const roman = (numeral: string) => {
    const number = romanNumber(numeral)
    return number === null ? null : String(number)
  }
  const joint = ofMonth === '' ? ' ' : ` ${ofMonth} `
  const date = (day: string, month: string, year: string | undefined) =>
    `${Number(day) === 1 ? language.firstDay : cardinal(String(Number(day)))}${joint}${month}${year === undefined ? '' : `${joint}${words.year(year)}`}`
  const isDay = (day: string) => Number(day) >= 1 && Number(day) <= 31
  const numericDate = (day: string, month: string, year: string) => {
    const name = monthNames[Number(month) - 1]
    return name === undefined || !isDay(day) ? null : date(day, name, year)
  }
  const abbreviations = new Map(Object.entries(language.abbreviations))
  const MONTH = anyOf(months.keys())
  const isParticle = new RegExp(`^ ?(?:${language.nameParticles})`, 'u')
  return [
    ...elidedRules(language.elided),
    ...MARK_RULES,
    ...webRules(language.web, words),
    ...figureRules(words, language.figures),
    ...phoneRules(words, {
      plus: language.plus,
      dot: language.web.dot,
      comma: ', ',
      isInPairs: language.isPhoneInPairs === true,
    }),
    roundTheClock(language.roundTheClock),
    ...language.own,
    ...moneyRules({
      format,
      currencies: currenciesOf(language.currencies),
      large: { ...Object.fromEntries(language.large.map((word) => [word, word])), ...language.shortLarge },
      ofLarge: language.ofLarge,
      to,
      per: language.per,
      times: Object.fromEntries<string>([
        ...[...units].map(([sign, { one }]) => [sign, one] as const),
        ...PERIODS,
      ]),
    }),
    rule(
      'ordinals',
      'digit',
      String.raw`${NUMBER_START}(\d{1,6})${language.ordinalEnding}`,
      ([, digits = '', ending = '']) => language.ordinalWords(digits, ending),
    ),
    rule(
      'dates',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2})(?:er|º|\.º|°)? (?:de |di )?(${MONTH})(?:\.|${END})(?: (?:de |del )?(1\d{3}|20\d\d)(?![\p{L}\p{N}]|[.,]\d))?`,
      ([all, day = '', name = '', year], { after }) => {
        const month = months.get(name.toLowerCase())
        if (month === undefined || !isDay(day)) return null
        const said = date(day, month, year)
        return all.endsWith('.') ? withPeriod(said, after) : said
      },
      'i',
    ),
    rule(
      'dates in digits',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2})(?:([-/.])(\d{1,2})\2(1\d{3}|20\d\d)|([-/])(\d{1,2})\5(\d\d))(?![\p{L}\p{N}]|[-/.]\d)`,
      ([, day = '', , month, year, , shortMonth = '', shortYear = '']) =>
        numericDate(day, month ?? shortMonth, year ?? wholeYear(shortYear)),
    ),
    rule(
      'dates with the year first',
      'digit',
      String.raw`${NUMBER_START}(1\d{3}|20\d\d)-(\d{2})-(\d{2})(?![\p{L}\p{N}]|[-/.]\d)`,
      ([, year = '', month = '', day = '']) => numericDate(day, month, year),
    ),
    rule('ranges of hours', 'digit', String.raw`(?<=\d ?h(?:\d\d)?)[-–](?=\d{1,2} ?h)`, () => ` ${to} `),
    rule(
      'times',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2}) ?(?:${language.clockSign}) ?([0-5]\d)(?: ?(?:min|h))?(?![\p{L}\p{N}:])`,
      ([, hours = '', minutes]) =>
        Number(hours) > 24 ? null : language.clock(hours, minutes === '00' ? undefined : minutes),
    ),
    rule(
      'hours',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2}) ?h(?:\.|${END})`,
      ([all, hours = ''], { after }) => {
        if (Number(hours) > 24) return null
        const said = language.clock(hours, undefined)
        return all.endsWith('.') ? withPeriod(said, after) : said
      },
    ),
    ...measureRules({
      format,
      units,
      per: language.per,
      large: language.large,
      ofLarge: language.ofLarge,
      to,
      times: language.times,
    }),
    rule(
      'mixed fractions',
      'digit',
      String.raw`${NUMBER_START}(\d{1,4})(?: ?([½⅓⅔¼¾])| (\d{1,3})[/⁄](\d{1,3})(?![/\p{N}]))`,
      ([, whole = '', sign, above = '', below = '']) => {
        const [top, bottom] = sign === undefined ? [above, below] : (SIGNS.get(sign) ?? ['', ''])
        if (bottom === '2') return `${cardinal(whole)} ${language.and} ${language.half}`
        const said = language.fraction(top, bottom)
        return said === null ? null : `${cardinal(whole)} ${language.and} ${said}`
      },
    ),
    rule(
      'fractions',
      'digit',
      String.raw`(?<![\p{L}\p{N}]|\d[.,/])(\d{1,4})[/⁄](\d{1,4})(?![/\p{N}\p{L}])`,
      ([, above = '', below = '']) => language.fraction(above, below),
    ),
    rule('fraction signs', 'sign', '[½⅓⅔¼¾]', ([sign = '']) => {
      const [above = '', below = ''] = SIGNS.get(sign) ?? []
      return below === '2' ? language.half : language.fraction(above, below)
    }),
    rule(
      'ranges of years',
      'digit',
      String.raw`(?<![\p{L}\p{N},.–/-])(1[0-9]\d\d|20\d\d)[-–—](\d{4}|\d\d)(?![\p{L}\p{N}%/–-]|[.,]\d)`,
      ([, from = '', until = '']) =>
        `${words.year(from)} ${to} ${until.length === 4 ? words.year(until) : cardinal(until)}`,
    ),
    rule(
      'pages',
      'digit',
      String.raw`${START}(pp?|págs?|pagg?)\.${SPACE}?(\d{1,6})(?:${SPACE}?[-–—]${SPACE}?(\d{1,6}))?(?![\p{L}\d])`,
      ([, sign = '', from = '', until]) =>
        `${until !== undefined || /^(?:pp|págs|pagg)$/.test(sign) ? language.page[1] : language.page[0]} ${cardinal(from)}${until === undefined ? '' : ` ${to} ${cardinal(until)}`}`,
    ),
    rule(
      'numbers',
      'digit',
      String.raw`${START}([Nn])${language.numberSign}${SPACE}?(?=\d)`,
      ([all, letter = '']) => {
        const said = /os|nn/i.test(all) ? language.numbered : language.number
        return `${letter === 'N' ? said.slice(0, 1).toUpperCase() + said.slice(1) : said} `
      },
    ),
    rule('sections', 'sign', String.raw`(§{1,2}|№)${SPACE}?(?=\d)`, ([, sign = '']) =>
      sign === '№' ? `${language.number} ` : `${language.section} `,
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
    {
      name: 'centuries',
      needs: 'capitals',
      pattern: language.century,
      say: ([, numeral = '']) => {
        const number = roman(numeral.toUpperCase())
        return number === null || Number(number) > 30 ? null : language.centuryWords(number)
      },
    },
    rule(
      'numbered with Roman numerals',
      'capitals',
      String.raw`${START}(${anyOf(language.beforeNumbers)})(${SPACE})(${ROMAN})(?:er|re|ère|°|º)?(?=${END})`,
      ([, name = '', space = '', numeral = '']) => {
        const number = roman(numeral)
        const sign = name.replace('.', '')
        const entry = abbreviations.get(sign)
        // “Cap.” before a name is a captain.
        const chosen = entry?.endsWith('*') === true ? abbreviations.get(sign.toLowerCase()) : entry
        const said = (chosen ?? name).replace(/[#*]$/, '')
        return number === null
          ? null
          : `${said}${space}${number === '1' && /^(?:chapitre|acte|livre|chant)$/i.test(said) ? 'premier' : cardinal(number)}`
      },
    ),
    rule(
      'numbered with small Roman numerals',
      'roman',
      String.raw`${START}(${anyOf(language.beforeNumbers)})(${SPACE})([ivx]{2,6})(?=${END})`,
      ([, name = '', space = '', numeral = '']) => {
        const number = roman(numeral.toUpperCase())
        const said = (abbreviations.get(name.replace('.', '').toLowerCase()) ?? name).replace(/[#*]$/, '')
        return number === null ? null : `${said}${space}${cardinal(number)}`
      },
    ),
    rule(
      'rulers',
      'capitals',
      String.raw`(?<=(\p{Lu}[\p{Ll}]{1,20}) )([IVXL]{1,7})(er|re|e)?(?=${END})`,
      ([, name = '', numeral = ''], { after }) => {
        const number = roman(numeral)
        if (number === null || Number(number) > 49 || isSentenceStarter(name)) return null
        if (numeral.length === 1 && !RULERS.test(name)) return null
        if (numeral === 'I' && /^ \p{Lu}/u.test(after)) return null
        return language.rulerWords(number, name)
      },
    ),
    rule(
      'contractions',
      'letter',
      String.raw`${START}(${anyOf(Object.keys(language.contractions))})(\.?)(?![\p{L}\p{N}])`,
      ([, sign = '', dot], { before, after }) => {
        const word = language.contractions[sign] ?? sign
        const isFirst = /^\p{Lu}/u.test(sign) && (before === '' || /[.!?]["”»)]*\s+[«“—-]*\s?$/u.test(before))
        const said = isFirst ? word.slice(0, 1).toUpperCase() + word.slice(1) : word
        return dot === '.' && !/^ \p{Lu}/u.test(after) ? withPeriod(said, after) : said
      },
    ),
    rule(
      'abbreviations',
      'period',
      String.raw`${START}(${anyOf(abbreviations.keys())})\.(?!\p{Ll})`,
      ([, sign = ''], { before, after }) => {
        const entry = abbreviations.get(sign)
        if (entry === undefined) return null
        if (
          entry.endsWith('*') &&
          !isParticle.test(after) &&
          (!/^ ?\p{Lu}/u.test(after) || endsSentence(after))
        )
          return null
        if (entry.endsWith('#') && !/^ ?(?:\d|[IVX]+\b)/.test(after)) return null
        // “S.A.” is a company.
        if (sign.length === 1 && (/^\p{Lu}\./u.test(after) || /\p{Lu}\.$/u.test(before))) return null
        const said = entry.replace(/[*#]$/, '')
        const isFirst = /^\p{Lu}/u.test(sign) && (before === '' || /[.!?]["”»)]*\s+[«“—-]*\s?$/u.test(before))
        const first = isFirst ? said.slice(0, 1).toUpperCase() + said.slice(1) : said
        return `${entry.endsWith('*') ? first : withPeriod(first, after)}${/^[\p{L}\d]/u.test(after) ? ' ' : ''}`
      },
    ),
    rule('and so on', 'sign', String.raw`&c(?:\.|${END})`, (_, { after }) =>
      withPeriod(language.andSoOn, after),
    ),
    rule(
      'titles without a period',
      'capitals',
      String.raw`${START}(Mme|Mmes|Mlle|Mlles|Mgr|MM|Dr|Dre|Pr|Me|Vve|Gal|Lt|Cdt|Cne)(?= (?:d[eu] |d[’'])?[\p{Lu}*])`,
      ([, sign = '']) => abbreviations.get(sign)?.replace(/[*#]$/, '') ?? null,
    ),
    INITIALS,
    rule(
      'counted things',
      'digit',
      String.raw`(?<![\p{L}\p{N}]|\d[.,:/–-])(\d{1,3}(?:\.\d{3})+|\d{1,9})(?= (\p{Ll}{3,}))`,
      ([, number = '', noun = '']) => {
        const digits = digitsOf(number)
        const gender: Gender = language.isFeminine(noun) ? 'f' : 'm'
        return /^0\d/.test(digits) ? null : counting(digits, gender)
      },
    ),
    ...plainNumberRules(format, { to, times: language.times }),
    rule(
      'sums',
      'sign',
      String.raw`(?<=[\p{L}\p{N}] ?)([+=×])(?= ?[\p{L}\p{N}])`,
      ([, sign = ''], { before, after }) => {
        const name = sign === '+' ? language.plus : sign === '=' ? language.equals : language.times
        return `${before.endsWith(' ') ? '' : ' '}${name}${after.startsWith(' ') ? '' : ' '}`
      },
    ),
    rule(
      'and',
      'sign',
      String.raw`(?<=[\p{L}\p{N}.] ?)&(?= ?[\p{L}\p{N}])`,
      (_, { before, after }) =>
        `${before.endsWith(' ') ? '' : ' '}${language.and}${after.startsWith(' ') ? '' : ' '}`,
    ),
    ...signRules({
      '©': 'copyright',
      '®': '',
      '™': '',
    }),
  ]
}

const SIGNS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['½', ['1', '2']],
  ['⅓', ['1', '3']],
  ['⅔', ['2', '3']],
  ['¼', ['1', '4']],
  ['¾', ['3', '4']],
])
