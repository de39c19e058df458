/** Days, years and times in German. */
import { NUMBER_START } from './commonRules.ts'
import { MONTHS, BEFORE_E, BEFORE_EN, DATIVE, GENDERS } from './germanWords.ts'
import { NUMBER_WORDS, germanOrdinalStem } from './numbers.ts'
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

/** The rules for days, months, years and times. */
export const TIME_RULES: readonly SpokenRule[] = [
  rule(
    'days and months',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})\. ?(${MONTH})(?:\.|${END})(?: (\d{4})(?![\p{L}\p{N}]|[.,]\d))?`,
    ([all, day = '', name = '', yearText], { before, after }) => {
      const month = monthOf(name)
      if (month === undefined || !isDay(day)) return null
      const said = `${ordinalAfter(day, before, 'er')} ${month}${yearAfter(yearText)}`
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
    'ranges of times',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})(?:[:.]([0-5]\d))?${SPACE}?[-–]${SPACE}?(\d{1,2})(?:[:.]([0-5]\d))?${SPACE}Uhr${END}`,
    ([, h = '', m, toH = '', toM]) => `${m === undefined ? cardinal(h) : clock(h, m)} bis ${clock(toH, toM)}`,
  ),
  rule(
    'times',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})(?:(?:[:.]([0-5]\d))?${SPACE}Uhr(?:${SPACE}([0-5]?\d)(?![\p{L}\p{N}.,]))?${END}|:([0-5]\d)(?![\p{L}\p{N}:]))`,
    ([, h = '', m, late, colon]) => (Number(h) > 24 ? null : clock(h, m ?? late ?? colon)),
  ),
  rule(
    'decades',
    'digit',
    String.raw`(?<![\p{L}\p{N}.,])(\d{2})?([1-9])0er(n?)${END}`,
    ([, century, decade = '', ending = '']) =>
      `${century === undefined ? '' : `${cardinal(century)}hundert `}${cardinal(`${decade}0`)}er${ending}`,
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
