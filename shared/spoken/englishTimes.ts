/** Days, years and times in English. */
import { NUMBER_START } from './commonRules.ts'
import type { ElidedWords } from './elidedRules.ts'
import { MONTHS } from './englishWords.ts'
import { NUMBER_WORDS, type NumberWords } from './numbers.ts'
import { anyOf, DASH, END, endsSentence, rule, SPACE, type SpokenRule, START, withPeriod } from './rule.ts'

const APOSTROPHE = "['’]"

/** The words of dates, names and sums that are not told: “in 18—” is “in eighteen blank”, “in 184—” “in eighteen forty-something”. */
export function elidedWords({ cardinal }: NumberWords): ElidedWords {
  return {
    blank: 'blank',
    year(digits) {
      const [century, decade] = [cardinal(digits.slice(0, 2)), digits[2]]
      if (decade === undefined) return `${century} blank`
      return decade === '0'
        ? `${century} hundred and something`
        : `${century} ${cardinal(`${decade}0`)}-something`
    },
    beforeYears: `in|year|grace|since|of|until|till|from|about|before|after|during|early|late|spring|summer|autumn|fall|winter|A\\.? ?D\\.?|${anyOf(MONTHS.keys())}`,
    titles:
      'Mr|Mrs|Ms|Miss|Misses|Dr|Doctor|Lord|Lady|Sir|Dame|Captain|Capt|Colonel|Col|Major|General|Gen|Count|Countess|Baron|Baroness|Prince|Princess|Squire|Madame|Mme|Mademoiselle|Mlle|Monsieur|M|Judge|Justice|Father|Sister|Brother|Rev|Professor|Prof|Admiral|Lieutenant|Lieut|Sergeant|Inspector|Minister|Prefect|Abbé|Bishop|St|Don|Aunt|Uncle|Frau|Herr|Marquis|Marchioness|Duke|Duchess|No',
    particles: 'of|at|in|from|near|to|de|von|d’|the|this|that|a|young|old|poor|town|county|village',
    currencies: { '£': 'pounds', $: 'dollars' },
    oaths: {
      'd-n': 'damn',
      'd-mn': 'damn',
      'd-d': 'damned',
      'd-nd': 'damned',
      'd-ned': 'damned',
      'g-d': 'God',
      'l-d': 'Lord',
      'h-l': 'hell',
      'd-l': 'devil',
      'b-y': 'bloody',
      'b-h': 'bitch',
      'w-e': 'whore',
    },
  }
}

/** “twenties”, “tenths”. */
export function plural(word: string): string {
  return /[^aeo]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

export function decadeOf(century: string, decade: string): string {
  const { cardinal } = NUMBER_WORDS.enUs
  if (decade === '0') return century === '20' ? 'two thousands' : `${cardinal(century)} hundreds`
  if (century === '10') return `ten ${plural(cardinal(`${decade}0`))}`
  return `${cardinal(century)} ${plural(cardinal(`${decade}0`))}`
}

export function dateRules(
  { cardinal, ordinal, year }: NumberWords,
  isBritish: boolean,
): readonly SpokenRule[] {
  const months = anyOf(MONTHS.keys())
  const monthOf = (name: string) => MONTHS.get(name.toLowerCase().replace('.', ''))
  const numbered = [...new Set(MONTHS.values())]
  const yearWords = (text: string | undefined) =>
    text === undefined
      ? ''
      : ` ${text.length === 4 ? year(text) : text.startsWith('0') ? `oh ${cardinal(text.slice(1))}` : cardinal(text)}`
  const YEAR = String.raw`(?:(,?) ?(1\d{3}|20\d\d)(?![\p{L}\p{N}]|[.,]\d))?`
  const isDay = (day: string) => Number(day) >= 1 && Number(day) <= 31
  /** “may” and “march” are also verbs: in lower case, only a year or “of” makes them months. */
  const isVerb = (name: string, sure: string | undefined) =>
    /^(?:may|march|mar|dec|sun|sat)$/.test(name) && sure === undefined
  const numeric = (first: string, second: string, yearText: string): string | null => {
    const [a, b] = [Number(first), Number(second)]
    const isDayFirst = a > 12 || (isBritish && b <= 12)
    const [day, month] = isDayFirst ? [a, b] : [b, a]
    const name = numbered[month - 1]
    if (name === undefined || day < 1 || day > 31) return null
    return isDayFirst
      ? `the ${ordinal(String(day))} of ${name}${yearWords(yearText)}`
      : `${name} ${ordinal(String(day))}${yearWords(yearText)}`
  }
  return [
    rule(
      'days before months',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2})(st|nd|rd|th)?(?: (?:of )?|-)(${months})${END}\.?${YEAR}`,
      ([all, day = '', ending, name = '', comma, yearText], { before, after }) => {
        const month = monthOf(name)
        if (month === undefined || !isDay(day) || isVerb(name, yearText ?? ending)) return null
        const article = /\b(?:the|this|next|last|every|a)\s$/iu.test(before) ? '' : 'the '
        const said = `${article}${ordinal(day)} of ${keepCase(name, month)}${comma ?? ''}${yearWords(yearText)}`
        // “May” has no short form: its period ends a sentence.
        const isEnd = all.endsWith('.') && (endsSentence(after) || name.toLowerCase() === month.toLowerCase())
        return isEnd ? `${said}.` : said
      },
      'i',
    ),
    rule(
      'months before days',
      'digit',
      String.raw`${START}(${months})\.?(?: |-)(?:the )?(\d{1,2})(st|nd|rd|th)?(?![\p{L}\p{N}:]|[.,/–]\d)(?:(,?)(?: |-)(1\d{3}|20\d\d)(?![\p{L}\p{N}]|[.,]\d))?`,
      ([all, name = '', day = '', , comma, yearText]) => {
        const month = monthOf(name)
        if (month === undefined || !isDay(day) || isVerb(name, yearText)) return null
        return `${keepCase(name, month)} ${/the /i.test(all) ? 'the ' : ''}${ordinal(day)}${comma ?? ''}${yearWords(yearText)}`
      },
      'i',
    ),
    rule(
      'months before years',
      'digit',
      String.raw`${START}(${months})(?:\.|${END})(,?) (1\d{3}|20\d\d)(?![\p{L}\p{N}]|[.,]\d)`,
      ([, name = '', comma = '', yearText = '']) => {
        const month = monthOf(name)
        return month === undefined ? null : `${keepCase(name, month)}${comma}${yearWords(yearText)}`
      },
      'i',
    ),
    rule(
      'short months',
      'period',
      String.raw`${START}(Jan|Feb|Apr|Aug|Sept|Sep|Oct|Nov|Dec)\.(?= )`,
      ([, name = ''], { before }) =>
        /\b(?:in|last|next|since|of|until|till|by|from|to|early|late|mid) $/i.test(before)
          ? (monthOf(name) ?? null)
          : null,
    ),
    rule(
      'dates with the year first',
      'digit',
      String.raw`${NUMBER_START}(1\d{3}|20\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?![\p{L}\p{N}]|[-/.]\d)`,
      ([, yearText = '', , month = '', day = '']) => {
        const name = numbered[Number(month) - 1]
        return name === undefined || !isDay(day)
          ? null
          : `${name} ${ordinal(String(Number(day)))}${yearWords(yearText)}`
      },
    ),
    rule(
      'dates in digits',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2})([-/.])(\d{1,2})\2(1\d{3}|20\d\d|\d\d)(?![\p{L}\p{N}]|[-/.]\d)`,
      ([, first = '', sign, second = '', yearText = '']) =>
        sign === '.' && yearText.length === 2 ? null : numeric(first, second, yearText),
    ),
  ]
}

/** A month in capitals or in lower case is the same month. */
function keepCase(written: string, month: string): string {
  return written === written.toLowerCase() && /^[a-z]/.test(written) && !MONTHS.has(`${written}.`)
    ? month
    : month
}

export function timeRules({ cardinal }: NumberWords): readonly SpokenRule[] {
  const HALF = String.raw`(?: ?([ap])\.? ?m(?:\.|${END})(?:${SPACE}?(e\.?s\.?t|p\.?s\.?t|g\.?m\.?t|e\.?d\.?t|u\.?t\.?c)\.?${END})?)`
  const half = (letter: string | undefined) => (letter === undefined ? '' : ` ${letter.toUpperCase()}M`)
  const zone = (letters: string | undefined) =>
    letters === undefined ? '' : ` ${letters.replaceAll('.', '').toUpperCase()}`
  const minutes = (text: string) =>
    text === '00' ? '' : ` ${text.startsWith('0') ? `oh ${cardinal(text.slice(1))}` : cardinal(text)}`
  const count = (text: string, one: string) => `${cardinal(text)} ${Number(text) === 1 ? one : `${one}s`}`
  const isHour = (text: string) => Number(text) <= 24
  const clock = (hour: string, minute: string | undefined, letter: string | undefined): string | null => {
    if (!isHour(hour)) return null
    if (minute === undefined || minute === '00' || minute === '0')
      return letter === undefined ? `${cardinal(hour)} o'clock` : `${cardinal(hour)}${half(letter)}`
    return `${cardinal(hour)}${minutes(minute)}${half(letter)}`
  }
  return [
    rule(
      'times with seconds',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2}):([0-5]\d):([0-5]\d)${END}${HALF}?`,
      ([, hour = '', minute = '', second = '', letter, place]) =>
        `${count(hour, 'hour')} ${count(minute, 'minute')} and ${count(second, 'second')}${half(letter)}${zone(place)}`,
      'i',
    ),
    rule(
      'ranges of times',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2})(?:[:.]([0-5]\d))?${HALF}?${SPACE}?${DASH}${SPACE}?(\d{1,2})(?:[:.]([0-5]\d))?${HALF}(?![\p{L}\p{N}])`,
      ([all, hour = '', minute, letter, , to = '', toMinute, toLetter], { after }) => {
        const first =
          minute === undefined && letter === undefined ? cardinal(hour) : clock(hour, minute, letter)
        const last = clock(to, toMinute, toLetter)
        return first === null || last === null
          ? null
          : `${first} to ${all.endsWith('.') ? withPeriod(last, after) : last}`
      },
      'i',
    ),
    rule(
      'times of day',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2})(?:[:.]([0-5]\d|0))?${HALF}`,
      ([all, hour = '', minute, letter, place], { after }) => {
        const said = clock(hour, minute, letter)
        if (said === null) return null
        const whole = `${said}${zone(place)}`
        return all.endsWith('.') ? withPeriod(whole, after) : whole
      },
      'i',
    ),
    rule(
      'times of a day of 24 hours',
      'digit',
      String.raw`${NUMBER_START}([01]?\d|2[0-4]):([0-5]\d) ?(?:hrs\.?|hours)(?![\p{L}\p{N}])`,
      ([all, hour = '', minute = ''], { after }) => {
        const said = `${cardinal(hour)}${minute === '00' ? ' hundred' : minutes(minute)} hours`
        return all.endsWith('.') ? withPeriod(said, after) : said
      },
    ),
    rule(
      'times of trains',
      'digit',
      String.raw`(?<=\b[Tt]he )(\d{1,2})\.([0-5]\d)(?= (?:train|express|mail|boat|bus|ferry|up|down)\b| (?:from|for|to) \p{Lu})`,
      ([, hour = '', minute = '']) => (isHour(hour) ? `${cardinal(hour)}${minutes(minute)}` : null),
    ),
    rule(
      'hours of an army',
      'digit',
      String.raw`${NUMBER_START}(?:([01]\d|2[0-4])([0-5]\d) ?(hrs\.?|hours)(?![\p{L}\p{N}])|(?<=\b(?:[Aa]t|AT|[Bb]y|[Bb]efore|[Uu]ntil|[Ff]rom|[Ss]ince|[Aa]fter|[Tt]ill|[Tt]o) )(0\d)([0-5]\d)(?![\p{L}\p{N}]|[-,.:/]\d))`,
      ([, hours, past, name, onlyHours = '', onlyPast = ''], { after }) => {
        const [hour, minute] = [hours ?? onlyHours, past ?? onlyPast]
        const said = `${hour.startsWith('0') ? `oh ${cardinal(hour.slice(1))}` : cardinal(hour)}${minute === '00' ? ' hundred' : minutes(minute)}`
        if (name === undefined) return said
        return name.endsWith('.') ? withPeriod(`${said} hours`, after) : `${said} hours`
      },
    ),
    rule(
      'times with a point',
      'digit',
      String.raw`(?<=\b(?:[Aa]t|[Tt]ill?|[Uu]ntil|[Tt]he|[Bb]y|[Bb]etween|[Ff]rom|[Bb]efore|[Aa]fter|[Aa]bout|[Tt]owards?|[Ii]t was|[Tt]ime was|(?:[Bb]etween|[Ff]rom) \d{1,2}\.[0-5]\d (?:and|to)) )(\d{1,2})\.([0-5]\d)(?=[,;!?)”"’]|\.(?!\d)|$| (?:in|on|that|this|he|she|they|we|sharp|precisely|exactly|when|was|had|left|leaves|and|to \d{1,2}\.[0-5]\d)\b)|(?<=\b[A-Z]{2,} )(\d{1,2})\.([0-5]\d)(?= [A-Z]{3,}|$)`,
      ([, hour, minute, wired = '', wiredMinute = '']) =>
        isHour(hour ?? wired) ? `${cardinal(hour ?? wired)}${minutes(minute ?? wiredMinute)}` : null,
    ),
    rule(
      'ranges of times without a half of the day',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2}):([0-5]\d)${DASH}(\d{1,2}):([0-5]\d)(?![\p{L}\p{N}:])`,
      ([, hour = '', minute = '', to = '', toMinute = '']) => {
        const [first, last] = [clock(hour, minute, undefined), clock(to, toMinute, undefined)]
        return first === null || last === null ? null : `${first} to ${last}`
      },
    ),
    rule(
      'times',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2}):([0-5]\d)(?![\p{L}\p{N}]|[:]\d)`,
      ([, hour = '', minute = ''], { after }) =>
        minute === '00' && /^ o['’]clock/.test(after) ? cardinal(hour) : clock(hour, minute, undefined),
    ),
    rule(
      'scores and odds',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3}):(\d{1,3})(?![\p{L}\p{N}]|[:.]\d)`,
      ([, left = '', right = '']) => `${cardinal(left)} to ${cardinal(right)}`,
    ),
    rule(
      'halves of the day',
      'initial',
      String.raw`(?<=[\p{L}\p{N}] )([ap])\. ?m\.`,
      ([, letter = ''], { after }) => withPeriod(`${letter.toUpperCase()}M`, after),
    ),
    rule(
      'ranges of decades',
      'digit',
      String.raw`(?<![\p{L}\p{N},.])(1[0-9]|20)(\d)0${APOSTROPHE}?s${DASH}(1[0-9]|20)?(\d)0${APOSTROPHE}?s${END}`,
      ([, century = '', decade = '', toCentury, toDecade = '']) =>
        `${decadeOf(century, decade)} to ${toCentury === undefined ? plural(cardinal(`${toDecade}0`)) : decadeOf(toCentury, toDecade)}`,
    ),
    rule(
      'decades',
      'digit',
      String.raw`(?<![\p{L}\p{N},.])(1[0-9]|20)(\d)0${APOSTROPHE}?s${END}`,
      ([, century = '', decade = '']) => decadeOf(century, decade),
    ),
    rule(
      'decades without a century',
      'digit',
      String.raw`(?<![\p{L}\p{N},.])${APOSTROPHE}?([2-9])0${APOSTROPHE}?s${END}`,
      ([, decade = '']) => plural(cardinal(`${decade}0`)),
    ),
    rule(
      'hundreds',
      'digit',
      String.raw`(?<![\p{L}\p{N},.])([1-9])00${APOSTROPHE}?s${END}`,
      ([, digit = '']) => `${cardinal(digit)} hundreds`,
    ),
    rule(
      'people of a year',
      'digit',
      String.raw`(?<![\p{L}\p{N},.])${APOSTROPHE}?([2-9]\d)ers${END}`,
      ([, digits = '']) => `${cardinal(digits).replace(/e$/, '')}ers`,
    ),
    rule(
      'ranges of years without a century',
      'digit',
      String.raw`(?<![\p{L}\p{N},.])${APOSTROPHE}([1-9]\d)${DASH}${APOSTROPHE}([1-9]\d)${END}`,
      ([, from = '', to = '']) => `${cardinal(from)} to ${cardinal(to)}`,
    ),
    rule(
      'years without a century',
      'digit',
      String.raw`(?<![\p{L}\p{N},.])${APOSTROPHE}(\d)(\d)${END}`,
      ([all, tens = '', units = ''], { before }) =>
        /\d$/.test(before) ? all : tens === '0' ? `oh ${cardinal(units)}` : cardinal(`${tens}${units}`),
    ),
  ]
}

/** Nouns that are counted in thousands: a number before them is not a year. */
export function isCounted(after: string): boolean {
  return /^ (?!the |his |her |their |our |my |a |an |and |no |many |some |two |three )(?:\p{Ll}+ )?(?:men|women|people|soldiers|pounds|dollars|miles|feet|yards|acres|copies|pages|words|times|tons|horses|souls|francs|souls|metres|meters|kilometres|kilometers|years|days|hours|lines|prisoners|ships|inhabitants|votes|pieces)\b/u.test(
    after,
  )
}
