/** What English readers say for what is written. The rules stand in the order in which they apply. */
import { isSentenceStarter } from '../story/abbreviations.ts'
import { phoneRules, webRules } from './addressRules.ts'
import {
  currenciesOf,
  digitsOf,
  MARK_RULES,
  measureRules,
  moneyRules,
  NUMBER_START,
  numberWords,
  plainNumberRules,
  signRules,
  unitsOf,
} from './commonRules.ts'
import {
  ABBREVIATIONS,
  BEFORE_NAMES,
  BEFORE_NUMBERS,
  MONTHS,
  NUMBERED,
  RULERS,
  UNITS,
} from './englishWords.ts'
import { NUMBER_WORDS } from './numbers.ts'
import type { NumberWords } from './numbers.ts'
import { ROMAN, romanNumber } from './romanNumerals.ts'
import { anyOf, END, endsSentence, listOf, rule, SPACE, START } from './rule.ts'
import type { SpokenRule } from './rule.ts'

const APOSTROPHE = "['’]"
const DASH = '[-–—]'
const NEXT_CAPITAL = /^[\s“"'‘(]*\p{Lu}/u

/** Whether the words before end with one that begins with a capital and is no small word: “Baker” before “St.”. */
function isAfterName(before: string): boolean {
  const word = /([\p{L}\p{N}'’]+)[\s.]*$/u.exec(before)?.[1] ?? ''
  return /^(?:\p{Lu}|\d+(?:st|nd|rd|th)$)/u.test(word) && !isSentenceStarter(word) && !SMALL.has(word)
}

const SMALL = new Set(
  listOf(
    'Near Old Good Dear To Of With Is Was Like Saint Sir Lady O Oh Poor Our Holy Both Between About Through',
  ),
)

/** With its period where the sentence ends with it. */
function beforeRest(said: string, after: string): string {
  return endsSentence(after, isSentenceStarter) ? `${said}.` : said
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** The rules of English; British English says “and” in every number, and the day before the month. */
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
    rule(
      'shillings and pence',
      'digit',
      String.raw`(?:£(\d[\d,]{0,10}) ?)?${NUMBER_START}(?:(\d{1,3})s\.?(?: (\d{1,2})d\.?)?|(\d{1,2})d\.?)(?![\p{L}\p{N}])`,
      ([all, pounds, shillings, pence, penceOnly], { after }) => {
        if (pounds === undefined && pence === undefined && !/d/.test(all) && !/s\./.test(all)) return null
        if (pounds === undefined && Number(shillings ?? 0) >= 30) return null
        const said = [
          ...(pounds === undefined
            ? []
            : [`${cardinal(digitsOf(pounds))} ${digitsOf(pounds) === '1' ? 'pound' : 'pounds'}`]),
          ...(shillings === undefined
            ? []
            : [`${cardinal(shillings)} ${shillings === '1' ? 'shilling' : 'shillings'}`]),
          ...(pence === undefined && penceOnly === undefined ? [] : [pennies(pence ?? penceOnly ?? '0')]),
        ].join(' ')
        return all.endsWith('.') ? beforeRest(said, after) : said
      },
    ),
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
      'heights',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2})['’′] ?(\d{1,2}(?:\.\d)?)(?:["”″]|''|’’)`,
      ([, feet = '', inches = '']) =>
        `${cardinal(feet)} foot ${numberWords(format, inches.split('.')[0] ?? '', inches.split('.')[1])}`,
    ),
    rule(
      'feet',
      'digit',
      String.raw`${NUMBER_START}(\d{1,5})′`,
      ([, feet = '']) => `${cardinal(feet)} ${feet === '1' ? 'foot' : 'feet'}`,
    ),
    rule(
      'inches',
      'digit',
      String.raw`${NUMBER_START}(\d{1,4})″`,
      ([, inches = '']) => `${cardinal(inches)} ${inches === '1' ? 'inch' : 'inches'}`,
    ),
    rule(
      'feet and inches',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3}) ?ft\.? (\d{1,2})(½|¼|¾)? ?ins?${END}(\.?)`,
      ([, feet = '', inches = '', part, dot], { after }) => {
        const inch = `${cardinal(inches)}${part === undefined ? '' : ` and ${FRACTIONS.get(part) ?? ''}`} ${inches === '1' && part === undefined ? 'inch' : 'inches'}`
        const said = `${cardinal(feet)} ${feet === '1' ? 'foot' : 'feet'} ${inch}`
        return dot === '.' ? beforeRest(said, after) : said
      },
    ),
    rule(
      'inches at the end',
      'digit',
      String.raw`${NUMBER_START}(\d{1,4})(?:\.(\d{1,4}))? ?(?:ins?\.(?=\s|$|[,;:)])|in(?=[.,;:!?)]| (?:by|x|×|long|wide|tall|high|thick|deep|across)${END}))`,
      ([all, whole = '', fraction], { after }) => {
        const said = `${numberWords(format, whole, fraction)} ${whole === '1' && fraction === undefined ? 'inch' : 'inches'}`
        return all.endsWith('.') ? beforeRest(said, after) : said
      },
    ),
    rule(
      'measures with fractions',
      'digit',
      String.raw`${NUMBER_START}(?:(\d{1,4})[ -]?)?(?:(\d{1,3})/(\d{1,3})|([½⅓⅔¼¾⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚]))${SPACE}?-?(${anyOf(UNITS_BY_SIGN.keys())})${END}(\.?)`,
      ([, whole, above = '', below = '', sign = '', unit = '', dot], { after }) => {
        const named = UNITS_BY_SIGN.get(unit) ?? UNITS_BY_SIGN.get(unit.toLowerCase())
        const part = sign === '' ? fractionWords(words, above, below) : FRACTIONS.get(sign)
        if (named === undefined || part === undefined || part === null) return null
        const said =
          whole === undefined
            ? `${part} ${named.one}`
            : `${cardinal(whole)} and ${part.replace(/^one (?=half|quarter)/, 'a ')} ${named.many}`
        return dot === '.' ? beforeRest(said, after) : `${said}${dot ?? ''}`
      },
    ),
    rule(
      'dotted units',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,6}))?${SPACE}?(${anyOf(DOTTED_UNITS)})\.`,
      ([, whole = '', fraction, sign = ''], { after }) => {
        const unit = UNITS_BY_SIGN.get(sign)
        if (unit === undefined) return null
        const isOne = whole === '1' && fraction === undefined
        return beforeRest(`${numberWords(format, whole, fraction)} ${isOne ? unit.one : unit.many}`, after)
      },
    ),
    ...measureRules({
      format,
      units: UNITS_BY_SIGN,
      per: 'per',
      large: ['thousand', 'million', 'billion', 'trillion'],
      to: 'to',
    }),
    rule(
      'mixed fractions',
      'digit',
      String.raw`${NUMBER_START}(\d{1,6})(?: ?([½⅓⅔¼¾⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚])|[ -](\d{1,4})[/⁄](\d{1,4})(?!\/|[\p{N}]))`,
      ([, whole = '', sign, above = '', below = '']) => {
        const part = sign === undefined ? fractionWords(words, above, below) : FRACTIONS.get(sign)
        return part === undefined || part === null
          ? null
          : `${cardinal(whole)} and ${part.replace(/^one (?=half|quarter)/, 'a ')}`
      },
    ),
    rule(
      'fractions',
      'digit',
      String.raw`${NUMBER_START}(\d{1,5}) ?[/⁄] ?(\d{1,5})(?:th|TH|rd|RD|nd|ND|st)?(?![/\p{N}\p{L}])`,
      ([, above = '', below = '']) => fractionWords(words, above, below),
    ),
    rule('fraction signs', 'sign', '[½⅓⅔¼¾⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚]', ([sign = ''], { after, before }) => {
      const said =
        /^ ?(?:of )?(?:an? |the )/u.test(after) && sign === '½' ? 'half' : (FRACTIONS.get(sign) ?? '')
      const lead = before === '' || /\s$/.test(before) ? '' : ' '
      return `${lead}${said}${/^ ?\p{Ll}/u.test(after) && /^(?:a |one )/.test(said) && sign === '½' ? '' : ''}`
    }),
    rule(
      'ranges of decades and years',
      'digit',
      String.raw`(?<![\p{L}\p{N},.–/-])(1[0-9]\d\d|20\d\d)${DASH}(\d{4}|\d\d?)(?![\p{L}\p{N}%/–-]|[.,]\d)`,
      ([, from = '', to = '']) => {
        if (to.length === 4 && Number(to) < Number(from)) return null
        return `${year(from)} to ${to.length === 4 ? year(to) : to.length === 2 && to.startsWith('0') ? `oh ${cardinal(to.slice(1))}` : cardinal(to)}`
      },
    ),
    rule(
      'pages',
      'digit',
      String.raw`${START}([Pp]p?)\. ?(\d[\d,]{0,8})(?: ?(?:${DASH}|to) ?(\d[\d,]{0,8}))?(?![\p{L}\d])`,
      ([, sign = '', from = '', to]) => {
        const name = sign.length > 1 || to !== undefined ? 'pages' : 'page'
        const said = sign.startsWith('P') ? capitalised(name) : name
        return `${said} ${cardinal(digitsOf(from))}${to === undefined ? '' : ` to ${cardinal(digitsOf(to))}`}`
      },
    ),
    rule(
      'numbered',
      'period',
      String.raw`${START}(${anyOf(NUMBERED.keys())})\.${SPACE}?(?=(\d)|(${ROMAN})${END}|[A-Z]${END})`,
      ([all, sign = '', digit], { after }) => {
        const said = NUMBERED.get(sign)
        if (said === undefined) return null
        if (
          digit === undefined &&
          !/^[NV]/.test(sign) &&
          romanNumber(/^[IVXLCDM]+/.exec(after)?.[0] ?? '') === null
        )
          return null
        return `${said}${/\s$/.test(all) ? ' ' : ' '}`
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
    rule('companions', 'period', String.raw`(?<=[\p{L}],? )(Jr|Sr|Esq)\.`, ([, sign = ''], { after }) =>
      beforeRest(sign === 'Jr' ? 'Junior' : sign === 'Sr' ? 'Senior' : 'Esquire', after),
    ),
    rule('and so on', 'sign', String.raw`&c(?:\.|${END})`, ([all], { after }) =>
      all.endsWith('.') ? beforeRest('et cetera', after) : 'et cetera',
    ),
    rule(
      'names and ranks',
      'capitals',
      String.raw`${START}(${anyOf(BEFORE_NAMES.keys())})(\.?)(?=${SPACE}|\n|$|[,;:!?)”"’—-])`,
      ([all, sign = '', dot], { before, after }) => {
        const entry = BEFORE_NAMES.get(sign)
        if (entry === undefined) return null
        const isBeforeName = NEXT_CAPITAL.test(after) && !endsSentence(after, isSentenceStarter)
        const isJoined = /^ (?:and|&|or|de|von|van|la|le|du|d['’])/u.test(after)
        if (entry.endsWith('*') && (dot === '' || !isBeforeName)) return null
        if (dot === '' && !isBeforeName && !isJoined) return null
        const said = entry.replace('*', '')
        if (all === 'No.' && before === '') return null
        return dot === '.' && !isBeforeName && !isJoined ? beforeRest(said, after) : said
      },
    ),
    rule(
      'abbreviations',
      'period',
      String.raw`${START}(${anyOf(ABBREVIATIONS.keys())})\.(?!\p{L})`,
      ([, sign = ''], { before, after }) => {
        const said = ABBREVIATIONS.get(sign) ?? ABBREVIATIONS.get(sign.toLowerCase())
        if (said === undefined) return null
        const isFirst = /^\p{Lu}/u.test(sign) && (before === '' || /[.!?]["”’)]*\s+$|\n\s*$/.test(before))
        return beforeRest(isFirst ? capitalised(said) : said, after)
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
        return all.endsWith('.') && said !== 'A.D.' ? beforeRest(said, after) : said
      },
    ),
    rule(
      'initials',
      'period',
      String.raw`(?<![\p{L}\p{N}.])(?:\p{Lu}\.(?:${SPACE}|-)?){1,5}(?=\p{Lu}[\p{L}’'-]+)`,
      ([all], { before, after }) => initials(all, before, after),
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
      '†': '',
      '‡': '',
      '*': '',
      '~': '',
      '^': '',
      '|': '',
      '\\': '',
      '⁂': '',
      '❦': '',
    }),
  ]
}

const UNITS_BY_SIGN = unitsOf(UNITS)
const DOTTED_UNITS = listOf('ft lb lbs oz yd yds mi hr hrs min mins sec secs cwt pt qt gal mph sq cu')

const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['½', 'a half'],
  ['⅓', 'one third'],
  ['⅔', 'two thirds'],
  ['¼', 'a quarter'],
  ['¾', 'three quarters'],
  ['⅛', 'one eighth'],
  ['⅜', 'three eighths'],
  ['⅝', 'five eighths'],
  ['⅞', 'seven eighths'],
  ['⅕', 'one fifth'],
  ['⅖', 'two fifths'],
  ['⅗', 'three fifths'],
  ['⅘', 'four fifths'],
  ['⅙', 'one sixth'],
  ['⅚', 'five sixths'],
])

function fractionWords({ cardinal, ordinal }: NumberWords, above: string, below: string): string | null {
  const [top, bottom] = [Number(above), Number(below)]
  if (bottom === 0 || above.startsWith('0') || below.startsWith('0')) return null
  const plainAbove = cardinal(above).replace(' and ', ' ')
  if (bottom === 1) return `${plainAbove} over one`
  const part = bottom === 2 ? 'half' : bottom === 4 ? 'quarter' : ordinal(below).replace(' and ', ' ')
  if (top === 1) return `one ${part}`
  return `${plainAbove} ${part === 'half' ? 'halves' : plural(part)}`
}

function pennies(digits: string): string {
  const number = Number(digits)
  if (number === 1) return 'a penny'
  return number <= 12
    ? `${NUMBER_WORDS.enGb.cardinal(digits)}pence`
    : `${NUMBER_WORDS.enGb.cardinal(digits)} pence`
}

/** “twenties”, “tenths”. */
function plural(word: string): string {
  return /[^aeo]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

function decadeOf(century: string, decade: string): string {
  const { cardinal } = NUMBER_WORDS.enUs
  if (decade === '0') return century === '20' ? 'two thousands' : `${cardinal(century)} hundreds`
  if (century === '10') return `ten ${plural(cardinal(`${decade}0`))}`
  return `${cardinal(century)} ${plural(cardinal(`${decade}0`))}`
}

function isEnding(digits: string, ending: string): boolean {
  const [tens, last] = [Number(digits.slice(-2)), Number(digits.slice(-1))]
  const isTeen = tens >= 11 && tens <= 13
  const right = isTeen ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'
  return ending === right || (ending === 'd' && (right === 'nd' || right === 'rd'))
}

/** Things that come in thousands: a number before them is no year. */
function isCounted(after: string): boolean {
  return /^ (?:\p{Ll}+ )?(?:men|women|people|soldiers|pounds|dollars|miles|feet|yards|acres|copies|pages|words|times|tons|horses|souls|francs|souls|metres|meters|kilometres|kilometers|years|days|hours|lines|prisoners|ships|inhabitants|votes|pieces)\b/u.test(
    after,
  )
}

/** Initials of a name, without the periods that engines rest at. “A” alone is read as an article, so its period stays. */
function initials(all: string, before: string, after: string): string | null {
  const letters = all.match(/\p{Lu}/gu) ?? []
  const next = /^[\p{L}’'-]+/u.exec(after)?.[0] ?? ''
  if (letters.length === 1 && isSentenceStarter(next)) return null
  if (letters.length === 1 && letters[0] === 'I' && !/(?:^|[\s“"‘'(])$/u.test(before)) return null
  if (letters.length === 1 && letters[0] === 'I' && /\p{Ll}\s$/u.test(before)) return null
  const isSpaced = /[\s-]$/u.test(all)
  return `${letters.map((letter) => (letter === 'A' ? 'A.' : letter)).join(' ')}${isSpaced ? ' ' : ' '}`
}

function streetOrSaint(
  [all, sign = '', dot]: RegExpExecArray,
  { before, after }: { before: string; after: string },
): string | null {
  const isBeforeName = /^ ?\p{Lu}/u.test(after) && !endsSentence(after, isSentenceStarter)
  if (sign === 'Mt') return isBeforeName ? 'Mount' : null
  if (sign === 'Ft') return isBeforeName ? 'Fort' : null
  if (sign === 'Ste') return isBeforeName ? 'Sainte' : null
  const isStreet = isAfterName(before) || /\d{1,5}(?:st|nd|rd|th)? $/.test(before)
  if (isStreet && !(isBeforeName && /\b(?:to|of|and|for|by|at) $/u.test(before))) {
    const isNumberBefore = /^,? \d/.test(after)
    if (dot === '.' && !isBeforeName) return beforeRest('Street', after)
    return dot === '' && !isNumberBefore && isBeforeName
      ? 'Saint'
      : dot === '' && !isBeforeName
        ? all === 'St'
          ? 'Street'
          : null
        : 'Street'
  }
  return isBeforeName ? 'Saint' : null
}

function dateRules({ cardinal, ordinal, year }: NumberWords, isBritish: boolean): readonly SpokenRule[] {
  const months = anyOf(MONTHS.keys())
  const monthOf = (name: string) => MONTHS.get(name.toLowerCase().replace('.', ''))
  const numbered = [...new Set(MONTHS.values())]
  const yearWords = (text: string | undefined) =>
    text === undefined
      ? ''
      : ` ${text.length === 4 ? year(text) : text.startsWith('0') ? `oh ${cardinal(text.slice(1))}` : cardinal(text)}`
  const YEAR = String.raw`(?:(,?) ?(1\d{3}|20\d\d)(?![\p{L}\p{N}]|[.,]\d))?`
  const isDay = (day: string) => Number(day) >= 1 && Number(day) <= 31
  /** “may” and “march” are verbs as well: in small letters, only a year or “of” makes them months. */
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
        return all.endsWith('.') && endsSentence(after, isSentenceStarter) ? `${said}.` : said
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

/** A month in capitals or in small letters is the same month. */
function keepCase(written: string, month: string): string {
  return written === written.toLowerCase() && /^[a-z]/.test(written) && !MONTHS.has(`${written}.`)
    ? month
    : month
}

function timeRules({ cardinal }: NumberWords): readonly SpokenRule[] {
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
    if (minute === undefined || minute === '00')
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
          : `${first} to ${all.endsWith('.') ? beforeRest(last, after) : last}`
      },
      'i',
    ),
    rule(
      'times of day',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2})(?:[:.]([0-5]\d))?${HALF}`,
      ([all, hour = '', minute, letter, place], { after }) => {
        const said = clock(hour, minute, letter)
        if (said === null) return null
        const whole = `${said}${zone(place)}`
        return all.endsWith('.') ? beforeRest(whole, after) : whole
      },
      'i',
    ),
    rule(
      'times',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2}):([0-5]\d)(?![\p{L}\p{N}]|[:]\d)`,
      ([, hour = '', minute = ''], { after }) =>
        minute === '00' && /^ o['’]clock/.test(after) ? cardinal(hour) : clock(hour, minute, undefined),
    ),
    rule(
      'halves of the day',
      'period',
      String.raw`(?<=[\p{L}\p{N}] )([ap])\. ?m\.`,
      ([, letter = ''], { after }) => beforeRest(`${letter.toUpperCase()}M`, after),
    ),
  ]
}

function romanRules({ cardinal, ordinal }: NumberWords): readonly SpokenRule[] {
  const numberOf = (numeral: string) => {
    const number = romanNumber(numeral)
    return number === null ? null : String(number)
  }
  return [
    rule(
      'a numeral alone',
      'capitals',
      String.raw`^(\s*)([IVXLC]{1,8})(\.?)(\s*)$`,
      ([, left = '', numeral = '', dot = '', right = '']) => {
        const number = numberOf(numeral)
        return number === null || Number(number) > 200 ? null : `${left}${cardinal(number)}${dot}${right}`
      },
    ),
    rule(
      'numbered with Roman numerals',
      'capitals',
      String.raw`${START}(${anyOf(BEFORE_NUMBERS)})((?:${SPACE}|\n){1,2})(${ROMAN})(?=${END})`,
      ([, name = '', space = '', numeral = ''], { after }) => {
        const number = numberOf(numeral)
        // “In part I agree” is no numeral: a small word before one is said only of more letters.
        if (
          number === null ||
          (numeral === 'I' && (/^\p{Ll}/u.test(name) || /^ (?:\p{Ll}|['’]|I\b)/u.test(after)))
        )
          return null
        return `${name}${space}${cardinal(number)}`
      },
      '',
    ),
    rule(
      'numbered with small Roman numerals',
      'letter',
      String.raw`${START}([Cc]hap(?:ter|\.)|[Vv]ol(?:ume|\.)|[Pp]age|[Pp]p?\.|[Bb]ook|[Ss]cene|[Cc]anto)(${SPACE})([ivxlc]{2,7}|v|x)(?=${END})`,
      ([, name = '', space = '', numeral = '']) => {
        const number = numberOf(numeral.toUpperCase())
        if (number === null) return null
        const said =
          NUMBERED.get(name.replace('.', '')) ??
          (/^pp/i.test(name) ? 'pages' : /^p\./i.test(name) ? 'page' : name)
        return `${said}${space}${cardinal(number)}`
      },
    ),
    rule(
      'rulers',
      'capitals',
      String.raw`(?<=([\p{Lu}][\p{L}’'-]{1,24}) )(${ROMAN})(?=(?:['’]s)?${END})`,
      ([, name = '', numeral = ''], { before, after }) => {
        const number = numberOf(numeral)
        if (number === null || !/^[IVXL]+$/.test(numeral) || Number(number) > 49) return null
        const isRuler = RULERS.has(name)
        if (numeral === 'I') {
          const isTitled =
            /\b(?:King|Queen|Pope|Emperor|Empress|Tsar|Czar|Kaiser|Prince|Sultan|Shah) \p{L}+ $/u.test(before)
          const isFollowed = /^(?:['’]s|[,.;:!?)—–]| (?:of|reigned|ruled|died|himself|herself)\b|$)/u.test(
            after,
          )
          if (
            !(isTitled && !/^ (?:am|have|think|know|believe|saw|shall|will)\b/.test(after)) &&
            !(isRuler && isFollowed)
          )
            return null
        } else if (numeral.length === 1 && !isRuler) return null
        if (
          name === name.toUpperCase() &&
          name.length > 1 &&
          !isRuler &&
          !RULERS.has(capitalised(name.toLowerCase()))
        )
          return null
        if (isSentenceStarter(name)) return null
        return AS_CARDINALS.has(name) ? capitalised(cardinal(number)) : `the ${capitalised(ordinal(number))}`
      },
    ),
  ]
}

/** Names that a number follows rather than an ordinal: “Rocky Two”. */
const AS_CARDINALS = new Set(
  listOf(
    'Rocky Vatican Apollo Mark Type Class Corps Gemini Bowl Quest Fantasy Saturn Model Grade Level Stage Phase War',
  ),
)
