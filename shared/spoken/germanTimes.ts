/** Days, years and times in German. */
import { NUMBER_START } from './commonRules.ts'
import type { ElidedWords } from './elidedRules.ts'
import { MONTHS, BEFORE_E, BEFORE_EN, DATIVE, GENDERS } from './germanWords.ts'
import { NUMBER_WORDS, germanOrdinalStem, romanNumber } from './numbers.ts'
import { anyOf, END, rule, SPACE, START, withPeriod, type SpokenRule } from './rule.ts'

const { cardinal, year } = NUMBER_WORDS.de
const MONTH = anyOf(MONTHS.keys())

const monthOf = (name: string) => MONTHS.get(name.toLowerCase())
const numbered = [...new Set(MONTHS.values())]
const yearAfter = (text: string | undefined) =>
  text === undefined ? '' : ` ${text.length === 4 ? year(text) : cardinal(text)}`
const isDay = (day: string) => Number(day) >= 1 && Number(day) <= 31
const date = (day: string, month: string, yearText: string | undefined, before: string) => {
  const name = numbered[Number(month) - 1]
  return name === undefined || !isDay(day)
    ? null
    : `${ordinalAfter(day, before, 'er')} ${name}${yearAfter(yearText)}`
}
const hour = (text: string) => (Number(text) === 1 ? 'ein' : cardinal(text))
const clock = (hours: string, minutes: string | undefined) =>
  `${hour(hours)} Uhr${minutes === undefined || minutes === '00' ? '' : ` ${cardinal(minutes)}`}`
const parts = (number: string, one: string, many: string) =>
  `${Number(number) === 1 ? 'eine' : cardinal(number)} ${Number(number) === 1 ? one : many}`

/** The words of dates, names and sums that are not told: “im Jahre 18..”, “Graf F…”. */
export const ELIDED_WORDS: ElidedWords = {
  blank: 'Soundso',
  year: (digits) =>
    digits.length === 2 ? `${year(`${digits}00`)} soundso` : `${year(`${digits}0`)} und etwas`,
  beforeYears: `im|in|jahre?s?|anno|seit|um|von|bis|vor|nach|sommer|herbst|winter|frühjahr|${anyOf(MONTHS.keys())}`,
  titles:
    'Herrn?|Hr|Hrn|Frau|Fr|Fräulein|Frl|Graf|Grafen|Gräfin|Baron|Baronin|Baronesse|Fürst|Fürstin|Prinz|Prinzessin|Freiherr|Major|Oberst|Hauptmann|Leutnant|General|Rat|Hofrat|Doktor|Dr|Professor|Prof|Pfarrer|Marquis|Marquise|Madame|Mademoiselle|Signor|Monsieur|Lord|Lady|Mr|Mrs|Miss',
  particles: 'von|v\\.|zu|in|bei|nach|aus|der|die|das|dem|den|des|Stadt|Städtchen|Dorf',
}

const COIN = String.raw`(Mark|Mk\.?|M\.?|Taler|Thlr?\.?|Tlr\.?|Gulden|fl\.?|Franken|Fr\.?|Kronen|Dollar|Euro)`
const COINS: Readonly<Record<string, string>> = {
  M: 'Mark',
  T: 'Taler',
  G: 'Gulden',
  f: 'Gulden',
  F: 'Franken',
  K: 'Kronen',
  D: 'Dollar',
  E: 'Euro',
}
const coinOf = (sign: string) => COINS[sign.slice(0, 1)] ?? sign

/** Sums as older books write them: “3 Mk. 50 Pf.”, “20 M.”, “5,– DM”. */
export const OLD_MONEY: readonly SpokenRule[] = [
  rule(
    'large and small coins',
    'digit',
    String.raw`${NUMBER_START}(\d{1,3}(?:\.\d{3})+|\d{1,7}) ${COIN} (\d{1,2})(?: (Pf\.?|Pfennige?|Kr\.?|kr\.?|Kreuzer|Sgr\.?|Rappen|Heller|Cent)(?!\p{L}))?(?![\p{L}\p{N}]|[.,]\d)`,
    ([all, whole = '', coin = '', small = '', part], { after }) => {
      const name =
        part === undefined ? '' : ` ${SMALL_COINS[part.slice(0, 1).toLowerCase()] ?? part.replace('.', '')}`
      const said = `${whole === '1' ? 'eine' : cardinal(whole.replaceAll('.', ''))} ${coinOf(coin)} ${cardinal(small)}${name}`
      return all.endsWith('.') ? withPeriod(said, after) : said
    },
  ),
  rule(
    'marks by their letter',
    'digit',
    String.raw`${NUMBER_START}(\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d\d|[–—-]{1,2}))? M(?:(\.)|${END})|${START}M\.? (\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d\d|[–—-]{1,2}))?(?![\p{L}\p{N}]|[.,]\d)`,
    ([, whole, part, dot, whole2, part2], { after }) => {
      const number = (whole ?? whole2 ?? '').replaceAll('.', '')
      const small = part ?? part2
      const said = `${number === '1' ? 'eine' : cardinal(number)} Mark${small === undefined || !/[1-9]/.test(small) ? '' : ` ${cardinal(small)}`}`
      return dot === '.' ? withPeriod(said, after) : said
    },
  ),
  rule(
    'sums without small coins',
    'digit',
    String.raw`${NUMBER_START}(\d{1,3}(?:\.\d{3})+|\d{1,7}),(?:–|—|-{1,2}) (?:${COIN}|(DM|RM|€))(?!\p{L})`,
    ([, whole = '', coin, sign]) =>
      `${whole === '1' ? 'eine' : cardinal(whole.replaceAll('.', ''))} ${{ DM: 'D-Mark', RM: 'Reichsmark', '€': 'Euro' }[sign ?? ''] ?? coinOf(coin ?? '')}`,
  ),
  rule('no small coins', 'digit', String.raw`(?<=\d),(?:–|—|-{1,2})(?![\p{L}\p{N}])`, () => ''),
]
const SMALL_COINS: Readonly<Record<string, string>> = { p: 'Pfennig', k: 'Kreuzer', s: 'Silbergroschen' }

/** The rules for days, months, years and times. */
export const TIME_RULES: readonly SpokenRule[] = [
  rule(
    'days and months',
    'digit',
    String.raw`${NUMBER_START}(?:(d\.) )?(?<![\p{L}\p{N}])(\d{1,2})\. ?(${MONTH})(?:\.|${END})(?: (\d{4})(?![\p{L}\p{N}]|[.,]\d))?`,
    ([all, article, day = '', name = '', yearText], { before, after }) => {
      const month = monthOf(name)
      if (month === undefined || !isDay(day)) return null
      const said = `${article === undefined ? ordinalAfter(day, before, 'er') : `den ${ordinalAfter(day, 'den ', 'en')}`} ${month}${yearAfter(yearText)}`
      return all.endsWith('.') ? withPeriod(said, after) : said
    },
    'i',
  ),
  rule(
    'months and years',
    'digit',
    String.raw`${START}(${MONTH})(?:\.|${END}) (1\d{3}|20\d\d)(?![\p{L}\p{N}]|[.,]\d)`,
    ([, name = '', yearText]) => {
      const month = monthOf(name)
      return month === undefined ? null : `${month}${yearAfter(yearText)}`
    },
    'i',
  ),
  rule(
    'dates in digits',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})\. ?(\d{1,2})\. ?(1\d{3}|20\d\d|\d\d)(?![\p{L}\p{N}]|[.,]\d)`,
    ([, day = '', month = '', yearText], { before }) => date(day, month, yearText, before),
  ),
  rule(
    'dates with the month in Roman numerals',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})\. ?([IVX]{1,4})\.(?: ?(1\d{3}|20\d\d|\d\d)(?![\p{L}\p{N}]|[.,]\d))?`,
    ([, day = '', numeral = '', yearText], { before }) =>
      date(day, String(romanNumber(numeral) ?? 0), yearText, before),
  ),
  rule(
    'dates without a year',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})\.(\d{1,2})\.(?![\p{L}\p{N}])`,
    ([, day = '', month = ''], { before, after }) => {
      const said = date(day, month, undefined, before)
      return said === null ? null : withPeriod(said, after)
    },
  ),
  rule(
    'dates with the year first',
    'digit',
    String.raw`${NUMBER_START}(1\d{3}|20\d\d)-(\d{1,2})(?:-(\d{1,2}))?(?![\p{L}\p{N}]|-\d)`,
    ([, yearText = '', month = '', day], { before }) => {
      const name = numbered[Number(month) - 1]
      if (name === undefined || (day === undefined && month.length < 2)) return null
      return day === undefined ? `${name}${yearAfter(yearText)}` : date(day, month, yearText, before)
    },
  ),
  rule(
    'times with seconds',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2}):([0-5]\d):([0-5]\d)(?:${SPACE}Uhr)?${END}`,
    ([, h = '', m = '', s = '']) =>
      `${hour(h)} Uhr ${parts(m, 'Minute', 'Minuten')} ${parts(s, 'Sekunde', 'Sekunden')}`,
  ),
  rule(
    'halves and quarters before the hour',
    'digit',
    String.raw`(?<![\p{L}\p{N}.,])(½|¼|¾|1/2|1/4|3/4)${SPACE}?(\d{1,2})(?=${SPACE}(?:Uhr|[a-z])|[,.;!?)“”"]|$)(?![.,]\d)`,
    ([, part = '', h = ''], { before }) =>
      Number(h) > 12 ||
      !/\b(?:um|gegen|nach|vor|seit|bis|ab|von|es|war|ist|schlug|erst|schon)\s$/.test(before)
        ? null
        : `${/2|½/.test(part) ? 'halb' : /3|¾/.test(part) ? 'dreiviertel' : 'viertel'} ${Number(h) === 1 ? 'eins' : cardinal(h)}`,
  ),
  rule(
    'hours by their letter',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2}) ?h(?= (?:früh|morgens|vormittags|mittags|nachmittags|abends|nachts)${END})`,
    ([, h = '']) => (Number(h) > 24 ? null : clock(h, undefined)),
  ),
  rule(
    'hours and minutes by their letter',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2}) ?h ?([0-5]\d)${END}|(?<=\b(?:[Uu]m|[Aa]b|[Gg]egen|[Bb]is|[Vv]or|[Nn]ach) )(\d{1,2}) ?h${END}`,
    ([, h, m, alone = '']) => (Number(h ?? alone) > 24 ? null : clock(h ?? alone, m)),
  ),
  rule(
    'ranges of times',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})(?:[:.]([0-5]\d))?${SPACE}?[-–]${SPACE}?(\d{1,2})(?:[:.]([0-5]\d))?${SPACE}Uhr${END}`,
    ([, h = '', m, toH = '', toM]) => `${m === undefined ? cardinal(h) : clock(h, m)} bis ${clock(toH, toM)}`,
  ),
  rule(
    'times',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})(?:(?:[:.]([0-5]\d))?${SPACE}Uhr(?:${SPACE}([0-5]?\d)(?![\p{L}\p{N}.,]))?${END}|:([0-5]\d)(?: ?h${END})?(?![\p{L}\p{N}:]))`,
    ([, h = '', m, late, colon]) => (Number(h) > 24 ? null : clock(h, m ?? late ?? colon)),
  ),
  rule(
    'decades',
    'digit',
    String.raw`(?<![\p{L}\p{N}.,])(\d{2})?([1-9])0er(n?)${END}`,
    ([, century, decade = '', ending = '']) =>
      `${century === undefined ? '' : century === '20' ? 'zweitausend' : `${cardinal(century)}hundert `}${cardinal(`${decade}0`)}er${ending}`,
  ),
]

const WEEKDAYS: Readonly<Record<string, string>> = {
  Mo: 'Montag',
  Di: 'Dienstag',
  Mi: 'Mittwoch',
  Do: 'Donnerstag',
  Fr: 'Freitag',
  Sa: 'Samstag',
  So: 'Sonntag',
}
const WEEKDAY = anyOf(Object.keys(WEEKDAYS))

/** Short weekdays before a day, a time or another weekday; lists of ordinals; and centuries. They come before money, since “Fr.” is also a franc. */
export const WEEKDAY_RULES: readonly SpokenRule[] = [
  rule(
    'ranges of weekdays',
    'capitals',
    String.raw`${START}(${WEEKDAY})\.? ?([-–/]|bis|und|u\.) ?(${WEEKDAY})(?:\.|${END})(?=,? |[:;)]|$)`,
    ([, from = '', joint = '', to = '']) =>
      `${WEEKDAYS[from]} ${/[/u]/.test(joint) ? 'und' : 'bis'} ${WEEKDAYS[to]}`,
  ),
  rule(
    'weekdays',
    'capitals',
    String.raw`${START}(?:(Mo|Di|Mi|Do|Sa|So)\.(?=,? (?:d\. |den |um )?\d|,? geschlossen)|(Fr)\.(?=, ?(?:d\. |den )?\d{1,2}\.| \d{1,2}\. ?(?:(?:0?[1-9]|1[0-2])\.|${MONTH})| (?:um )?\d{1,2}(?:[:.]\d\d)?(?:[-–]\d{1,2}(?:[:.]\d\d)?)? Uhr))`,
    ([, day, friday]) => WEEKDAYS[day ?? friday ?? ''] ?? null,
  ),
  rule(
    'lists of ordinals',
    'digit',
    String.raw`${NUMBER_START}((?:\d{1,3}\.(?:, | und | oder | bis | bzw\. | u\. |–))+)(\d{1,3})\.(?= (\p{Lu}\p{L}+))`,
    ([, list = '', last = '', noun = ''], { before }) => {
      const gender = MONTHS.has(noun.toLowerCase()) ? 'er' : genderOf(noun)
      const ending = endingAfter(before, gender ?? '')
      if (ending === '') return null
      const joined = list
        .replaceAll('bzw.', 'beziehungsweise')
        .replaceAll('u.', 'und')
        .replaceAll('–', ' bis ')
      return `${joined.replaceAll(/(\d+)\./g, (_, digits: string) => `${germanOrdinalStem(digits)}${ending}`)}${germanOrdinalStem(last)}${ending}`
    },
  ),
  rule('storeys', 'digit', String.raw`(?<=\d\. ?)([OU])G${END}`, ([, sign]) =>
    sign === 'O' ? 'Obergeschoss' : 'Untergeschoss',
  ),
  rule('centuries', 'digit', String.raw`(?<=\b[Dd]es \d{1,2}\. ?)Jhd?t?\.`, (_, { after }) =>
    withPeriod('Jahrhunderts', after),
  ),
  rule('years of an age', 'digit', String.raw`(?<=\d )J\.(?! ?\p{Lu}\p{Ll}*\.)`, (_, { before, after }) =>
    withPeriod(
      /\b(?:ab|von|mit|vor|nach|seit|unter|über) (?:ca\. |etwa )?\d+ $/.test(before) ? 'Jahren' : 'Jahre',
      after,
    ),
  ),
  rule(
    'numbers of emergencies',
    'digit',
    String.raw`(?<=(?:\p{L}*[Nn]otruf|[Rr]ufnummer|[Nn]ummer|[Ww]ähle?(?:n|t|te|ten)?|[Rr]uf(?:e|t|en)?|[Rr]ief(?:en)?)(?: die| den| doch| sofort| Sie| gleich){0,2} |\b11[0-9] (?:oder|und) )(110|112|115|911|999)${END}`,
    ([, number = '']) => [...number].map((digit) => cardinal(digit)).join(' '),
  ),
]

// Ordinals in German, whose ending depends on the words before them.

/** The last word and the one before it, in lower case. */
export function wordsBefore(before: string): readonly [string, string] {
  const found = /(?:([\p{L}]+)\s+)?([\p{L}]+)\s+$/u.exec(before)
  return [found?.[2]?.toLowerCase() ?? '', found?.[1]?.toLowerCase() ?? '']
}

/** The ending of an ordinal after the words before it; `alone` if none of them determines it. */
export function endingAfter(before: string, alone: string): string {
  const [last, previous] = wordsBefore(before)
  if (BEFORE_EN.has(last)) return 'en'
  if (last === 'der' && DATIVE.has(previous)) return 'en'
  if (BEFORE_E.has(last)) return 'e'
  return alone
}

export function ordinalAfter(digits: string, before: string, alone: string): string {
  return `${germanOrdinalStem(digits)}${endingAfter(before, alone)}`
}

export function genderOf(noun: string): string | undefined {
  return GENDERS.get(noun) ?? GENDERS.get(noun.slice(0, 1).toUpperCase() + noun.slice(1).toLowerCase())
}

/** Rules for numbers with endings (“80er”, “100%ig”), for years of two digits, and for the times of telegrams. */
export const SHORT_NUMBERS: readonly SpokenRule[] = [
  rule(
    'numbers with endings',
    'digit',
    String.raw`(?:(?<![\p{L}\p{N}])['’])?${NUMBER_START}(\d{2})er(n?)${END}`,
    ([, number = '', ending = '']) => `${cardinal(number).replaceAll(' ', '')}er${ending}`,
  ),
  rule(
    'decades of a thousand',
    'digit',
    String.raw`${NUMBER_START}([1-9])000er(n?)${END}`,
    ([, number = '', ending = '']) => `${number === '1' ? '' : cardinal(number)}tausender${ending}`,
  ),
  rule(
    'percentages with endings',
    'digit',
    String.raw`${NUMBER_START}(\d{1,3}) ?%ig(e[nmrs]?)?${END}`,
    ([, number = '', ending = '']) =>
      `${number === '100' ? 'hundert' : cardinal(number).replaceAll(' ', '')}prozentig${ending}`,
  ),
  rule('years without a century', 'digit', String.raw`(?<=\p{L} )['’](\d\d)${END}`, ([, digits = '']) =>
    cardinal(digits),
  ),
  rule(
    'times of telegrams',
    'digit',
    String.raw`(?<=\b[A-ZÄÖÜ]{2,} )(\d{1,2})\.([0-5]\d)(?= [A-ZÄÖÜ]{3,}|$)`,
    ([, hour = '', minute = '']) =>
      Number(hour) > 24
        ? null
        : `${cardinal(hour)} Uhr${minute === '00' ? '' : ` ${cardinal(String(Number(minute)))}`}`,
  ),
]
