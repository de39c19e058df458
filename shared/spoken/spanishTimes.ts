/** Days, years and times in Spanish. */
import { NUMBER_START, wholeYear } from './commonRules.ts'
import type { ElidedWords } from './elidedRules.ts'
import { NUMBER_WORDS } from './numbers.ts'
import { anyOf, END, rule, SPACE, START, withPeriod, type SpokenRule } from './rule.ts'
import { MONTHS } from './spanishWords.ts'

const { cardinal, counting } = NUMBER_WORDS.es
const MONTH = anyOf(MONTHS.keys())

const numbered = [...new Set(MONTHS.values())]
const dayOf = (day: string) => (Number(day) === 1 ? 'primero' : cardinal(day))
const isDay = (day: string) => Number(day) >= 1 && Number(day) <= 31
const date = (day: string, month: string, yearText: string | undefined) => {
  const name = numbered[Number(month) - 1]
  return name === undefined || !isDay(day)
    ? null
    : `${dayOf(day)} de ${name}${yearText === undefined ? '' : ` de ${cardinal(yearText)}`}`
}
const hour = (text: string) => cardinal(text, 'f')
const minutesOf = (text: string | undefined) => {
  if (text === undefined || text === '00') return ''
  return text === '15' ? ' y cuarto' : text === '30' ? ' y media' : ` y ${cardinal(text)}`
}
const half = (hours: string, letter: string | undefined) => {
  if (letter === undefined) return ''
  const number = Number(hours)
  if (letter.toLowerCase() === 'a') return number === 12 ? ' de la noche' : ' de la mañana'
  return number === 12 ? ' del mediodía' : number >= 8 ? ' de la noche' : ' de la tarde'
}
const zoneWords = (letters: string) =>
  /^pyt$/i.test(letters) ? 'hora estándar de Paraguay' : [...letters.toLowerCase()].join(' ')
const zone = (
  letters: string | undefined,
  sign: string | undefined,
  offset: string | undefined,
  offsetMinutes: string | undefined,
) => {
  if (letters === undefined) return ''
  const shift =
    offset === undefined
      ? ''
      : ` ${sign === '+' ? 'más' : 'menos'} ${offset === '1' && offsetMinutes !== undefined ? 'una' : cardinal(offset)}${offsetMinutes === undefined ? '' : ` ${cardinal(offsetMinutes)}`}`
  return ` ${zoneWords(letters)}${shift}`
}
const HALF = String.raw`(?:${SPACE}?([ap])\.${SPACE}?m(?:\.|${END})|${SPACE}?([ap])m${END})`
const ZONE = String.raw`(?:${SPACE}?(est|pst|gmt|utc|pyt|cet)${END}(?:${SPACE}?([+-])(\d{1,2})(?::(\d\d))?)?)`

/** The words of dates, names and sums that are not told: “en 18…”, “el conde de B…”. */
export const ELIDED_WORDS: ElidedWords = {
  blank: 'Tres Estrellas',
  year: (digits) => `${cardinal(digits.padEnd(4, '0'))} y tantos`,
  beforeYears: `años?|de|en|desde|hacia|hasta|del|${anyOf(MONTHS.keys())}`,
  titles:
    'Sr|Sra|Srta|Dr|Dra|D|Don|Doña|Dña|[Ss]eñor|[Ss]eñora|[Ss]eñorita|[Cc]onde|[Cc]ondesa|[Mm]arqués|[Mm]arquesa|[Dd]uque|[Dd]uquesa|[Bb]arón|[Bb]aronesa|[Pp]adre|[Ff]ray|[Ss]or|[Cc]apitán|[Gg]eneral|[Cc]oronel|Madame|Monsieur|Mister|Lord|Lady',
  particles: 'de|del|a|en|la|el|doña|don|villa|ciudad|pueblo|calle',
}

/** The rules for days, months, years and times. */
export const TIME_RULES: readonly SpokenRule[] = [
  rule(
    'halves of what is counted',
    'digit',
    String.raw`${NUMBER_START}(\d{1,4})(?: ?½| 1/2) (?!mph|min|seg)(\p{Ll}{3,20}s?)${END}`,
    ([, whole = '', noun = '']) => {
      const isFeminine = /as?$/.test(noun)
      const named = whole === '1' ? noun.replace(/s$/, '') : noun
      return `${counting(whole, isFeminine ? 'f' : 'm')} ${named} y ${isFeminine ? 'media' : 'medio'}`
    },
  ),
  rule(
    'days before months',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})(?:\.?º)? (?:de )?(${MONTH})(?:\.|${END})(?: (del? )?(1\d{3}|20\d\d)(?![\p{L}\p{N}]|[.,]\d))?`,
    ([all, day = '', name = '', joint, yearText], { after }) => {
      const month = MONTHS.get(name.toLowerCase())
      if (month === undefined || !isDay(day)) return null
      const said = `${dayOf(day)} de ${month}${yearText === undefined ? '' : ` ${joint ?? 'de '}${cardinal(yearText)}`}`
      return all.endsWith('.') ? withPeriod(said, after) : said
    },
    'i',
  ),
  rule(
    'months before days',
    'digit',
    String.raw`${START}(${MONTH})\.? (\d{1,2})(?![\p{L}\p{N}]|[.,:]\d)(?:,? (1\d{3}|20\d\d)(?![\p{L}\p{N}]|[.,]\d))?`,
    ([, name = '', day = '', yearText]) => {
      const month = MONTHS.get(name.toLowerCase())
      return month === undefined || !isDay(day)
        ? null
        : `${cardinal(day)} de ${month}${yearText === undefined ? '' : ` de ${cardinal(yearText)}`}`
    },
    'i',
  ),
  rule(
    'dates in digits',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})(?:([-/.])(\d{1,2})\2(1\d{3}|20\d\d)|([-/])(\d{1,2})\5(\d\d))(?![\p{L}\p{N}]|[-/.]\d)`,
    ([, day = '', , month, yearText, , shortMonth = '', shortYear]) =>
      date(
        day,
        month ?? shortMonth,
        yearText ?? (shortYear === undefined ? undefined : wholeYear(shortYear)),
      ),
  ),
  rule(
    'dates with the year first',
    'digit',
    String.raw`${NUMBER_START}(1\d{3}|20\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?![\p{L}\p{N}]|[-/.]\d)`,
    ([, yearText, , month = '', day = '']) => date(day, month, yearText),
  ),
  rule(
    'times with seconds',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})(?::([0-5]\d):([0-5]\d)| ?h ?([0-5]?\d) ?m(?:in)? ?([0-5]?\d) ?s(?:eg)?)${END}${ZONE}?`,
    ([all, h = '', m, s, hm, hs, letters, sign, offset, offsetMinutes]) => {
      const [minutes, seconds] = [m ?? hm ?? '0', s ?? hs ?? '0']
      const place = zone(letters, sign, offset, offsetMinutes)
      if (Number(seconds) === 0) return `${hour(h)}${minutesOf(minutes.padStart(2, '0'))}${place}`
      if (/ /.test(all) || m !== undefined)
        return `${counting(h, 'f')} ${h === '1' ? 'hora' : 'horas'} ${counting(minutes)} ${Number(minutes) === 1 ? 'minuto' : 'minutos'} y ${counting(seconds)} ${Number(seconds) === 1 ? 'segundo' : 'segundos'}${place}`
      return `${hour(h)}${minutesOf(minutes.padStart(2, '0'))} y ${cardinal(seconds)}${place}`
    },
    'i',
  ),
  rule(
    'hours and minutes',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2}) ?h ?([0-5]?\d) ?min${END}`,
    ([, h = '', m = ''], { before }) =>
      /(?:^|[^\p{L}])las? $/iu.test(before)
        ? `${hour(h)}${minutesOf(m.padStart(2, '0'))}`
        : `${counting(h, 'f')} ${h === '1' ? 'hora' : 'horas'} y ${counting(m)} ${m === '1' ? 'minuto' : 'minutos'}`,
  ),
  rule(
    'times of day',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})(?:[:.]([0-5]\d))?${HALF}${ZONE}?`,
    ([all, h = '', m, letter, joined, letters, sign, offset, offsetMinutes], { after }) => {
      if (Number(h) > 24) return null
      const said = `${hour(h)}${minutesOf(m)}${half(h, letter ?? joined)}${zone(letters, sign, offset, offsetMinutes)}`
      return all.endsWith('.') ? withPeriod(said, after) : said
    },
    'i',
  ),
  rule(
    'times of a place',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})(?:[:.]([0-5]\d))?(?: ?h)?${ZONE}`,
    ([, h = '', m, letters, sign, offset, offsetMinutes]) =>
      Number(h) > 24 ? null : `${hour(h)}${minutesOf(m)}${zone(letters, sign, offset, offsetMinutes)}`,
    'i',
  ),
  rule(
    'times',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})(?::([0-5]\d)(?:${SPACE}?h(?:oras|\.)?(?=[\s,;:!?).]|$))?|\.([0-5]\d)${SPACE}?h(?:\.|${END})|\.([0-5]\d))(?![\p{L}\p{N}:]|[.,]\d)`,
    ([, h = '', m, dotted, bare], { before, after }) => {
      if (Number(h) > 24) return null
      if (
        bare !== undefined &&
        !(before.trim() === '' && after.trim() === '') &&
        !/\b(?:las?|a las?)\s$/i.test(before)
      )
        return null
      return `${hour(h)}${minutesOf(m ?? dotted ?? bare)}`
    },
  ),
  rule(
    'hours and a half',
    'digit',
    String.raw`(?<=\b[Ll]as? )(\d{1,2}) (?:y )?(?:1/2|½)(?![\p{L}\p{N}/])`,
    ([, h = '']) => (Number(h) > 12 ? null : `${hour(h)} y media`),
  ),
  rule(
    'years of a life',
    'digit',
    String.raw`${START}([hnm])\.${SPACE}?(?=1\d{3}${END})`,
    ([, sign = '']) => ({ h: 'hacia ', n: 'nacido en ', m: 'muerto en ' })[sign] ?? null,
  ),
  rule('one o’clock', 'digit', String.raw`(?<=\b[aA] la )1(?=[\s,.;:!?]|$)(?![.,:]\d)`, () => 'una'),
  rule('hours', 'digit', String.raw`${NUMBER_START}0(\d) h${END}`, ([, h = '']) => hour(h)),
]
