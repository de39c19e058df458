/** The spoken forms of English. The rules apply in this order. */
import { phoneRules, webRules } from './addressRules.ts'
import {
  currenciesOf,
  digitsOf,
  MARK_RULES,
  moneyRules,
  NUMBER_START,
  plainNumberRules,
  signRules,
} from './commonRules.ts'
import { ABBREVIATIONS, BEFORE_NAMES, NUMBERED, SHORT_FORMS, STREETS } from './englishWords.ts'
import { isAdjective, shillingsRules, sizeRules } from './englishMeasures.ts'
import {
  capitalised,
  initials,
  isAfterName,
  MONSIEUR,
  placeRules,
  romanRules,
  streetOrSaint,
} from './englishNames.ts'
import { dateRules, decadeOf, plural, timeRules } from './englishTimes.ts'
import { NUMBER_WORDS, ROMAN, romanNumber, type NumberWords } from './numbers.ts'
import { anyOf, END, endsSentence, rule, SPACE, START, withPeriod, type SpokenRule } from './rule.ts'

const APOSTROPHE = "['’]"
const DASH = '[-–—]'
const NEXT_CAPITAL = /^[\s“"'‘(]*\p{Lu}/u

/** A list with “etc.” ends its sentence before a capital, even that of a title: “oars, &c. Dr. Quill left.” */
function andSoOn(said: string, after: string): string {
  return NEXT_CAPITAL.test(after) ? `${said}.` : withPeriod(said, after)
}

/** The rules of English; British English says “and” in every number, and puts the day before the month. */
export function englishRules(isBritish: boolean): readonly SpokenRule[] {
  const words: NumberWords = isBritish ? NUMBER_WORDS.enGb : NUMBER_WORDS.enUs
  const format = { words, thousands: ',', decimal: String.raw`\.` }
  const { cardinal, ordinal, year } = words
  return [
    ...MARK_RULES,
    ...webRules(
      {
        at: 'at',
        dot: 'dot',
        slash: 'slash',
        colon: 'colon',
        dash: 'dash',
        underscore: 'underscore',
        question: 'question mark',
        equals: 'equals',
        hash: 'hash',
        plus: 'plus',
        percent: 'percent',
        tilde: 'tilde',
        and: 'and',
      },
      words,
    ),
    ...phoneRules(words, { plus: 'plus', dot: 'dot', comma: ', ' }),
    ...shillingsRules(words),
    ...placeRules(words),
    ...moneyRules({
      format,
      currencies: currenciesOf({
        '$ USD': 'dollar|dollars|m|cent|cents',
        US$: 'US dollar|US dollars|m|cent|cents',
        'A$ AU$': 'Australian dollar|Australian dollars|m|cent|cents',
        'C$ CA$': 'Canadian dollar|Canadian dollars|m|cent|cents',
        '£ GBP': 'pound|pounds|m|penny|pence||-',
        '€ EUR': 'euro|euros|m|cent|cents',
        '¥ JPY': 'yen|yen',
        '₩': 'won|won',
        '₹ Rs.': 'rupee|rupees|m|paisa|paise',
        '₽': 'rouble|roubles|m|kopeck|kopecks',
        '¢': 'cent|cents',
      }),
      large: {
        million: 'million',
        billion: 'billion',
        trillion: 'trillion',
        thousand: 'thousand',
        m: 'million',
        mn: 'million',
        bn: 'billion',
        b: 'billion',
        k: 'thousand',
      },
      to: 'to',
      per: 'per',
      isAdjective,
      times: {
        mo: 'month',
        month: 'month',
        yr: 'year',
        year: 'year',
        wk: 'week',
        week: 'week',
        d: 'day',
        day: 'day',
        hr: 'hour',
        h: 'hour',
        hour: 'hour',
      },
    }),
    ...dateRules(words, isBritish),
    ...timeRules(words),
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
      'years without a century',
      'digit',
      String.raw`(?<![\p{L}\p{N},.])${APOSTROPHE}(\d)(\d)${END}`,
      ([all, tens = '', units = ''], { before }) =>
        /\d$/.test(before) ? all : tens === '0' ? `oh ${cardinal(units)}` : cardinal(`${tens}${units}`),
    ),
    rule(
      'centuries in Roman numerals',
      'capitals',
      String.raw`${START}([IVX]{1,5})(?:th|st|nd|rd)?(?=${SPACE}centur(?:y|ies)${END})`,
      ([all, numeral = '']) => {
        const number = romanNumber(numeral)
        return number === null || all === 'I' ? null : ordinal(String(number))
      },
    ),
    rule(
      'said as two numbers',
      'digit',
      String.raw`${NUMBER_START}(?:(24)/(7)|(9)/(11)|(\d\d)/\5)${END}`,
      ([, a, b, c, d, twice]) => `${cardinal(a ?? c ?? twice ?? '')} ${cardinal(b ?? d ?? twice ?? '')}`,
    ),
    ...sizeRules(format),
    rule(
      'ranges of decades and years',
      'digit',
      String.raw`(?<![\p{L}\p{N},.–/-])(1[0-9]\d\d|20\d\d)${DASH}(\d{4}|\d\d?)(?![\p{L}\p{N}%/–-]|[.,]\d)`,
      ([, from = '', to = '']) => {
        if (to.length === 4 && Number(to) < Number(from)) return null
        if (to.length === 1 && from[2] !== '0') return `${year(from)} to ${cardinal(`${from[2]}${to}`)}`
        return `${year(from)} to ${to.length === 4 ? year(to) : to.length === 2 && to.startsWith('0') ? `oh ${cardinal(to.slice(1))}` : cardinal(to)}`
      },
    ),
    rule(
      'pages',
      'digit',
      String.raw`${START}([Pp]p?)\. ?(\d[\d,]{0,8})(?: ?(?:${DASH}|to) ?(\d[\d,]{0,8}))?( ?ff?\.?${END})?(?![\p{L}\d])`,
      ([, sign = '', from = '', to, following]) => {
        const name = sign.length > 1 || to !== undefined ? 'pages' : 'page'
        const said = sign.startsWith('P') ? capitalised(name) : name
        return `${said} ${cardinal(digitsOf(from))}${to === undefined ? '' : ` to ${cardinal(digitsOf(to))}`}${following === undefined ? '' : ' and following'}`
      },
    ),
    rule(
      'numbered',
      'periodNumber',
      String.raw`${START}(${anyOf(NUMBERED.keys())})\.${SPACE}?(?:(?=\d|[A-Z]${END}(?!\.))|(${ROMAN})${END})`,
      ([all, sign = '', numeral], { before, after }) => {
        const said = NUMBERED.get(sign)
        if (said === undefined) return null
        // “She said no. 7 men left.”
        if (sign === 'no' && ANSWERED.test(before)) return null
        if (numeral === undefined) return /^\d/.test(after) || /^[NV]/.test(sign) ? `${said} ` : null
        const number = romanNumber(numeral)
        if (number === null || (numeral === 'I' && /^ \p{Ll}/u.test(after))) return null
        return all.includes('\n') ? null : `${said} ${cardinal(String(number))}`
      },
    ),
    rule('numbers of sections', 'sign', '(§{1,2}|¶|№) ?(?=\\d)', ([, sign = '']) =>
      sign === '§§' ? 'sections ' : sign === '§' ? 'section ' : sign === '№' ? 'number ' : 'paragraph ',
    ),
    rule('a number sign', 'sign', String.raw`(?<![\p{L}\p{N}&])#(?=\d)`, () => 'number '),
    ...romanRules(words),
    rule(
      'streets and saints',
      'capitals',
      String.raw`${START}(St|Ste|Mt|Ft)(\.?)(?=[\s,;:!?)”"’'—-]|$)`,
      (found, around) => streetOrSaint(found, around),
    ),
    rule(
      'streets',
      'period',
      String.raw`(?<=\p{L} )(${anyOf(Object.keys(STREETS))})\.`,
      ([, sign = ''], { before, after }) => {
        const isStreet = isAfterName(before) && (!NEXT_CAPITAL.test(after) || endsSentence(after))
        return isStreet ? withPeriod(STREETS[sign] ?? sign, after) : null
      },
    ),
    rule('companions', 'period', String.raw`(?<=[\p{L}],? )(Jr|Sr|Esq)\.`, ([, sign = ''], { after }) =>
      withPeriod(sign === 'Jr' ? 'Junior' : sign === 'Sr' ? 'Senior' : 'Esquire', after),
    ),
    rule('and so on', 'sign', String.raw`&c(?:\.|${END})`, ([all], { after }) =>
      all.endsWith('.') ? andSoOn('et cetera', after) : 'et cetera',
    ),
    rule(
      'names and ranks',
      'capitals',
      String.raw`${START}(${anyOf(BEFORE_NAMES.keys())})(\.?)(?=${SPACE}|\n|$|[,;:!?)”"’—-])`,
      ([all, sign = '', dot], { before, after }) => {
        const entry = BEFORE_NAMES.get(sign)
        if (entry === undefined) return null
        const isBeforeName =
          /^(?:-\p{Lu}| (?:Hon|Rev)\.)/u.test(after) || (NEXT_CAPITAL.test(after) && !endsSentence(after))
        const isJoined = /^ (?:and|&|or|de|von|van|la|le|du|d['’])/u.test(after)
        if (entry.endsWith('*') && (dot === '' || !isBeforeName)) return null
        if (dot === '' && !isBeforeName && !isJoined) return null
        const said = entry.replace('*', '')
        if (all === 'No.' && before === '') return null
        return dot === '.' && !isBeforeName && !isJoined ? withPeriod(said, after) : said
      },
    ),
    rule(
      'short forms',
      'letter',
      String.raw`${START}(${anyOf(Object.keys(SHORT_FORMS))})(\.?)${END}`,
      ([, sign = '', dot], { after }) => {
        const said = SHORT_FORMS[sign] ?? sign
        return dot === '' ? said : withPeriod(said, after)
      },
    ),
    rule(
      'years of a life',
      'period',
      String.raw`${START}([bdc])\.(?=${SPACE}?(?:1\d{3}|20\d\d)${END})`,
      ([, sign = ''], { after }) =>
        `${sign === 'b' ? 'born' : sign === 'd' ? 'died' : 'circa'}${/^\d/.test(after) ? ' ' : ''}`,
    ),
    rule(
      'abbreviations',
      'period',
      String.raw`${START}(${anyOf(ABBREVIATIONS.keys())})\.(?!\p{L})`,
      ([, sign = ''], { before, after }) => {
        const said = ABBREVIATIONS.get(sign) ?? ABBREVIATIONS.get(sign.toLowerCase())
        if (said === undefined) return null
        const isFirst = /^\p{Lu}/u.test(sign) && (before === '' || /[.!?]["”’)]*\s+$|\n\s*$/.test(before))
        const spoken = isFirst ? capitalised(said) : said
        return said === 'et cetera' ? andSoOn(spoken, after) : withPeriod(spoken, after)
      },
    ),
    rule(
      'eras',
      'capitals',
      String.raw`(?<![\p{L}])(?:(B\.? ?C\.? ?E|C\.? ?E|B\.? ?C|A\.? ?D)(?:\.|${END}))`,
      ([all, sign = ''], { before, after }) => {
        const letters = sign.replaceAll(/[. ]/g, '')
        const isDotted = all.includes('.')
        if (!isDotted && !/\d\s*$/.test(before) && !(letters === 'AD' && /^\s*\d/.test(after))) return null
        // “AD” alone is read as a word.
        const said = letters === 'AD' ? 'A.D.' : letters
        return all.endsWith('.') && said !== 'A.D.' ? withPeriod(said, after) : said
      },
    ),
    MONSIEUR,
    rule('versus', 'period', String.raw`(?<=\p{Lu}[\p{L}’'-]+ )v\.(?= \p{Lu}\p{Ll})`, () => 'versus'),
    rule(
      'days of the week',
      'period',
      String.raw`${START}(Wed|Sat|Sun)\.(?=,? (?:\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)))`,
      ([, sign = '']) => ({ Wed: 'Wednesday', Sat: 'Saturday' })[sign] ?? 'Sunday',
    ),
    rule(
      'notes',
      'letter',
      String.raw`${START}([A-G])([#♯♭])${END}`,
      ([, note = '', sign]) => `${note} ${sign === '♭' ? 'flat' : 'sharp'}`,
    ),
    rule(
      'initials',
      'period',
      String.raw`(?<![\p{L}\p{N}.])(?:\p{Lu}\.(?:${SPACE}|-)?){1,5}(?=\p{Lu}[\p{L}’'-]+)`,
      ([all], { before, after }) => initials(all, before, after),
    ),
    rule(
      'calibres',
      'digit',
      String.raw`(?<=\b(?:[Aa]n?|[Hh]is|[Hh]er|[Tt]he|[Mm]y|[Yy]our|[Tt]heir|[Tt]his|[Tt]hat|[Tt]wo|[Oo]ld) )\.(22|25|32|38|44|45|50|303|308|357|410|455)${END}`,
      ([, size = '']) =>
        size.length === 2
          ? cardinal(size)
          : `${cardinal(size[0] ?? '')} ${size[1] === '0' ? `oh ${cardinal(size[2] ?? '')}` : cardinal(size.slice(1))}`,
    ),
    rule(
      'ordinals',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3}(?:,\d{3})+|\d{1,15})(st|nd|rd|th|d)${END}`,
      ([, number = '', ending = '']) => {
        const digits = digitsOf(number)
        return isEnding(digits, ending.toLowerCase()) ? ordinal(digits) : `${cardinal(digits)} ${ending}`
      },
      'i',
    ),
    rule(
      'years',
      'digit',
      String.raw`(?<![\p{L}\p{M}\p{N}$£€+.]|\d[,:/–-]|[-–]\d)(1[0-9]\d\d|20\d\d)(?![\p{L}\p{M}\p{N}%°]|[.,:/]\d)`,
      ([, number = ''], { after }) => (isCounted(after) ? null : year(number)),
    ),
    ...plainNumberRules(format, { to: 'to', times: 'by' }),
    rule(
      'sums',
      'sign',
      String.raw`(?<=[\p{L}\p{N}] ?)([+=×÷−])(?= ?[\p{L}\p{N}])`,
      ([, sign = ''], { before, after }) => {
        const name = { '+': 'plus', '=': 'equals', '×': 'times', '÷': 'divided by', '−': 'minus' }[sign] ?? ''
        return `${before.endsWith(' ') ? '' : ' '}${name}${after.startsWith(' ') ? '' : ' '}`
      },
    ),
    rule(
      'and',
      'sign',
      String.raw`(?<=[\p{L}\p{N}.] ?)&(?= ?[\p{L}\p{N}])`,
      (_, { before, after }) => `${before.endsWith(' ') ? '' : ' '}and${after.startsWith(' ') ? '' : ' '}`,
    ),
    rule(
      'apostrophes before words',
      'letter',
      String.raw`(?<![\p{L}\p{N}])[‘’'](?=t(?:is|was|were|will|would|wasn|isn|ain)${END})`,
      () => '',
      'i',
    ),
    ...signRules({
      '©': 'copyright',
      '®': 'registered',
      '™': 'trademark',
      '‰': 'per mille',
      '→': 'to',
      '°': 'degrees',
      '§': 'section',
      '¶': 'paragraph',
    }),
  ]
}

/** The words before a “no” that is an answer. */
const ANSWERED = /\b(?:said|says|say|answer(?:ed|s)?|is|was|but|oh|a|replied) $/i

function isEnding(digits: string, ending: string): boolean {
  const [tens, last] = [Number(digits.slice(-2)), Number(digits.slice(-1))]
  const isTeen = tens >= 11 && tens <= 13
  const right = isTeen ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'
  return ending === right || (ending === 'd' && (right === 'nd' || right === 'rd'))
}

/** Nouns that are counted in thousands: a number before them is not a year. */
function isCounted(after: string): boolean {
  return /^ (?!the |his |her |their |our |my |a |an |and |no |many |some |two |three )(?:\p{Ll}+ )?(?:men|women|people|soldiers|pounds|dollars|miles|feet|yards|acres|copies|pages|words|times|tons|horses|souls|francs|souls|metres|meters|kilometres|kilometers|years|days|hours|lines|prisoners|ships|inhabitants|votes|pieces)\b/u.test(
    after,
  )
}
