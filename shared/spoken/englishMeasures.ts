/** Sizes, weights, fractions and old money in English. */
import {
  digitsOf,
  measureRules,
  NUMBER_START,
  numberWords,
  unitsOf,
  type NumberFormat,
} from './commonRules.ts'
import { UNITS } from './englishWords.ts'
import { plural } from './englishTimes.ts'
import { NUMBER_WORDS, type NumberWords } from './numbers.ts'
import { anyOf, END, listOf, rule, SPACE, withPeriod, type Around, type SpokenRule } from './rule.ts'

/** Sums in pounds, shillings and pence: “£3 4s. 6d.”, “2/6”. */
export function shillingsRules({ cardinal }: NumberWords): readonly SpokenRule[] {
  const signed = rule(
    'shillings with a stroke',
    'digit',
    String.raw`(?:£(\d[\d,]{0,10})[ /])?${NUMBER_START}(\d{1,2})/(?:([-–—])|(\d{1,2})(d\.?|${END}))(?![\p{L}\p{N}/])`,
    ([all, pounds, shillings = '', none, pence = '', penny = ''], { before, after }) => {
      const isFraction = penny === '' && pounds === undefined && !isPriceInShillings(shillings, pence)
      if (none === undefined && isFraction) return null
      const isAdjective = pounds === undefined && PRICED.test(before) && NOUN.test(after)
      if (none !== undefined && isAdjective) return `${cardinal(shillings)} shilling`
      const said = [
        ...(pounds === undefined
          ? []
          : [`${cardinal(digitsOf(pounds))} ${pounds === '1' ? 'pound' : 'pounds'}`]),
        none === undefined
          ? `${cardinal(shillings)} and ${penny === '' ? cardinal(pence) : pennies(pence)}`
          : `${cardinal(shillings)} ${shillings === '1' ? 'shilling' : 'shillings'}`,
      ].join(' ')
      return all.endsWith('.') ? withPeriod(said, after) : said
    },
  )
  const columns = rule(
    'pounds, shillings and pence in columns',
    'digit',
    String.raw`£(\d[\d,]{0,10})[:./-](\d{1,2})[:./-](\d{1,2})(?![\p{L}\p{N}]|[:./-]\d)`,
    ([, pounds = '', shillings = '', pence = '']) =>
      [
        `${cardinal(digitsOf(pounds))} ${pounds === '1' ? 'pound' : 'pounds'}`,
        ...(Number(shillings) === 0
          ? []
          : [`${cardinal(shillings)} ${shillings === '1' ? 'shilling' : 'shillings'}`]),
        ...(Number(pence) === 0 ? [] : [pennies(pence)]),
      ].join(' '),
  )
  const halves = rule(
    'halfpence and farthings',
    'digit',
    String.raw`(?<![\p{L}\p{N}.,/])(\d{1,2})?([½¼¾])d(\.?)(?![\p{L}\p{N}])`,
    ([, pence, sign = '', dot], { after }) => {
      const part = sign === '½' ? 'a halfpenny' : sign === '¼' ? 'a farthing' : 'three farthings'
      const said = pence === undefined ? part : `${pennies(pence)} ${part.replace(/^a /, '')}`
      return dot === '.' ? withPeriod(said, after) : said
    },
  )
  const pence = rule(
    'pence by their letter',
    'digit',
    String.raw`${NUMBER_START}(\d{1,2})p${END}`,
    ([, number = '']) => (number === '1' ? 'one penny' : `${cardinal(number)} pence`),
  )
  const notes = rule(
    'notes by their value',
    'sign',
    String.raw`(?<![\p{L}\p{N}])[$£](1|5|10|20|50)s${END}`,
    ([, number = '']) => plural(cardinal(number)),
  )
  return [columns, signed, halves, shillingsRule({ cardinal }), pence, notes]
}

/** Whether “7/6” means seven shillings and sixpence: it would be unusual as a fraction. */
function isPriceInShillings(shillings: string, pence: string): boolean {
  const [above, below] = [Number(shillings), Number(pence)]
  if (below === 11) return above > below && above <= 19
  if (below === 6) return above > 1 && above !== 5 && above <= 30
  return (below === 9 || below === 3) && above > below && above <= 30 && below === 9
}

function shillingsRule({ cardinal }: Pick<NumberWords, 'cardinal'>): SpokenRule {
  return rule(
    'shillings and pence',
    'digit',
    String.raw`(?:£(\d[\d,]{0,10})\.? ?)?${NUMBER_START}(?:(\d{1,3})s\.?(?: (\d{1,2})d\.?)?|(\d{1,2})d\.?)(?![\p{L}\p{N}])`,
    ([all, pounds, shillings, pence, penceOnly], { before, after }) => {
      if (penceOnly !== undefined && pounds === undefined && Number(penceOnly) === 0) return null
      if (/^\d?2d\b|^\d?3d\b/.test(all) && /^ (?:of )?\p{L}/u.test(after) && !all.endsWith('.')) return null
      if (pounds === undefined && pence === undefined && !/d/.test(all) && !/s\./.test(all)) return null
      if (pounds === undefined && Number(shillings ?? 0) >= 30) return null
      // “in his 20s.” is an age.
      if (pounds === undefined && pence === undefined && shillings === '20' && AGED.test(before)) return null
      const isAdjective =
        pounds === undefined &&
        pence === undefined &&
        ((PRICED.test(before) && NOUN.test(after)) || COINS.test(after))
      if (isAdjective)
        return shillings === undefined
          ? pennies(penceOnly ?? '0')
              .replace(/^a penny/, 'penny')
              .replace(/pence$/, 'penny')
          : `${cardinal(shillings)} shilling`
      const said = [
        ...(pounds === undefined
          ? []
          : [`${cardinal(digitsOf(pounds))} ${digitsOf(pounds) === '1' ? 'pound' : 'pounds'}`]),
        ...(shillings === undefined
          ? []
          : [`${cardinal(shillings)} ${shillings === '1' ? 'shilling' : 'shillings'}`]),
        ...(Number(pence ?? penceOnly ?? 0) === 0 ? [] : [pennies(pence ?? penceOnly ?? '0')]),
      ].join(' ')
      return all.endsWith('.') ? withPeriod(said, after) : said
    },
  )
}

const AGED = /\b(?:in|the|his|her|their|my|our|your|mid|early|late|[Rr]oaring)[ -]$/
/** Words before a coin or a price that is an adjective: “five 10s. notes”. */
const PRICED = /\b(?:an?|the|each|every|another|his|her|my|two|three|four|five|six|ten|some|few|several) $/i

/** The rules for sizes and weights, and for fractions. */
export function sizeRules(format: NumberFormat): readonly SpokenRule[] {
  const { words } = format
  const { cardinal } = words
  return [
    rule('sums in general', 'sign', String.raw`£[ .]{0,2}s\.? ?d\.`, (_, { after }) =>
      withPeriod('pounds, shillings and pence', after),
    ),
    rule(
      'hours and minutes',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2}) ?h\.? (\d{1,2}) ?m(?:\.|${END})`,
      ([all, hours = '', minutes = ''], { after }) => {
        const said = `${cardinal(hours)} ${hours === '1' ? 'hour' : 'hours'} ${cardinal(minutes)} ${minutes === '1' ? 'minute' : 'minutes'}`
        return all.endsWith('.') ? withPeriod(said, after) : said
      },
    ),
    rule(
      'feet and inches before a side',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3})(['’]|["”])(?= (?:tall|high|long|wide|deep|across)${END})`,
      ([, number = '', sign = '']) => `${cardinal(number)} ${sideOf(sign, number)}`,
    ),
    rule(
      'sides',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3})(['’′]|["”″]) ?(?:x|×|by) ?(\d{1,3})(['’′]|["”″])`,
      ([, long = '', sign = '', wide = '', other = '']) =>
        `${cardinal(long)} ${sideOf(sign, long)} by ${cardinal(wide)} ${sideOf(other, wide)}`,
    ),
    rule('sides with fractions', 'sign', '(?<=[½¼¾⅓⅔] )[x×](?= \\d)', () => 'by'),
    rule(
      'miles by their letter',
      'digit',
      String.raw`${NUMBER_START}(\d{1,4}) ?m\.(?= (?:from|off|beyond|away|distant|an hour|[NSEW]\.|north|south|east|west)(?!\p{L}))`,
      ([, number = '']) => `${cardinal(number)} ${number === '1' ? 'mile' : 'miles'}`,
    ),
    rule(
      'shares of a measure',
      'digit',
      String.raw`(?<!\d[ -])${NUMBER_START}(?:([1-9])/([2-9])|([½¼¾⅓⅔]))[ -](?=(?:mile|hour|inch|pound|yard|acre|pint|ounce|ton|league)${END})`,
      ([, above = '', below = '', sign = ''], { before, after }) => {
        const part = sign === '' ? fractionWords(words, above, below) : (FRACTIONS.get(sign) ?? null)
        if (part === null) return null
        if (part === 'three quarters' && /\b(?:an?|the) $/i.test(before)) return 'three-quarter '
        const article = /^(?:[aeio]|hour)/.test(after) ? 'an' : 'a'
        return /half$/.test(part) ? `half ${article} ` : `${part} of ${article} `
      },
    ),
    rule('pounders', 'digit', String.raw`(?<=\d-)pdr(s?)(?:\.|${END})`, ([, many]) => `pounder${many ?? ''}`),
    rule(
      'units without a number',
      'period',
      String.raw`(?<=\b(?:a|an|per|the|each) )(lb|oz|yd|cwt|doz|gal|qt|pt)\.`,
      ([, sign = ''], { after }) => withPeriod(UNITS_BY_SIGN.get(sign)?.one ?? sign, after),
    ),
    rule(
      'planks',
      'digit',
      String.raw`${NUMBER_START}(\d)x(\d)s${END}`,
      ([, thick = '', wide = '']) => `${cardinal(thick)} by ${plural(cardinal(wide))}`,
    ),
    rule(
      'seconds',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{1,4})${SPACE}?|${SPACE})s(?![\p{L}\p{N}'’/])`,
      ([, whole = '', fraction]) =>
        `${numberWords(format, whole, fraction)} ${whole === '1' && fraction === undefined ? 'second' : 'seconds'}`,
    ),
    rule(
      'stones',
      'digit',
      String.raw`${NUMBER_START}(\d{1,2}) ?st\.?(?= \d{1,2}(?: ?lbs?${END}|[.,;:!?)”’]|$))|${NUMBER_START}(\d{1,2}) st\.(?!\S| \p{Lu}\p{Ll})`,
      ([, whole, only], { after }) =>
        only === undefined ? `${cardinal(whole ?? '')} stone` : withPeriod(`${cardinal(only)} stone`, after),
    ),
    rule(
      'sizes of books',
      'digit',
      String.raw`${NUMBER_START}(4to|8vo|12mo|16mo|18mo|24mo|32mo)${END}`,
      ([, size = '']) => BOOK_SIZES[size] ?? null,
    ),
    rule(
      'pounds by their letter',
      'digit',
      String.raw`${NUMBER_START}(\d[\d,]{0,10})(?:l\.?(?: (?=\d{1,2}s\.)|(?=[ ,;:)]|$))| l\.(?= (?:an?|per|in|of|to|for|and|\d{1,2}s\.)${END})|(?<=000) l\.(?=[ ,;:)”]|$))`,
      ([all, whole = ''], { after }) => {
        const said = `${numberWords(format, whole)} ${whole === '1' ? 'pound' : 'pounds'}`
        return `${all.endsWith('.') ? withPeriod(said, after) : said}${all.endsWith('. ') ? ' ' : ''}`
      },
    ),
    rule(
      'widths before nouns',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3})(?:mm| ?in\.)(?= (?!(?:wide|long|thick|high|across|deep|tall|apart|away|by|of|and|or|to|from|in|at|on|for|above|below|behind|more|less|shorter|taller|longer|was|is|were)${END})\p{Ll})|(?<=\b(?:[Aa]n?|[Hh]is|[Hh]er|[Mm]y|[Yy]our|[Tt]heir) )(\d{1,3}) ?mm(?=[.,;:!?)”"’]|$)`,
      ([all, width, pistol], { before }) => {
        const whole = width ?? pistol ?? ''
        return all.endsWith('mm')
          ? `${cardinal(whole)} millimeter`
          : /\b(?:an?|the|his|her|their|my|our|two|four|six) $/i.test(before)
            ? `${cardinal(whole)} inch`
            : null
      },
    ),
    rule(
      'heights',
      'digit',
      String.raw`${NUMBER_START}(?:(\d{1,2})['’′] ?(\d{1,2}(?:\.\d)?)(?:["”″]|''|’’)|([3-8])['’′](\d|1[01]))(?![\p{L}\p{N}])`,
      ([, feet = '', inches = '', onlyFeet, onlyInches = '']) =>
        onlyFeet !== undefined
          ? `${cardinal(onlyFeet)} ${cardinal(onlyInches)}`
          : `${cardinal(feet)} foot ${numberWords(format, inches.split('.')[0] ?? '', inches.split('.')[1])}`,
    ),
    rule(
      'minutes of an angle',
      'sign',
      String.raw`(?<=° ?)(\d{1,2})['’′]`,
      ([, minutes = '']) => `${cardinal(minutes)} ${minutes === '1' ? 'minute' : 'minutes'}`,
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
        return dot === '.' ? withPeriod(said, after) : said
      },
    ),
    rule(
      'inches at the end',
      'digit',
      String.raw`${NUMBER_START}(\d{1,4})(?:\.(\d{1,4}))? ?(?:ins?\.(?=\s|$|[,;:)])|in(?=[.,;:!?)]| (?:by|x|×|long|wide|tall|high|thick|deep|across)${END}))`,
      ([all, whole = '', fraction], { after }) => {
        const said = `${numberWords(format, whole, fraction)} ${whole === '1' && fraction === undefined ? 'inch' : 'inches'}`
        return all.endsWith('.') ? withPeriod(said, after) : said
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
            ? `${part === 'a half' ? `half ${/^(?:[aeio]|hour)/.test(named.one) ? 'an' : 'a'}` : part} ${named.one}`
            : `${cardinal(whole)} and ${part.replace(/^one (?=half|quarter)/, 'a ')} ${named.many}`
        return dot === '.' ? withPeriod(said, after) : `${said}${dot ?? ''}`
      },
    ),
    rule(
      'dotted units',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,6}))?(${SPACE}|-)?(${anyOf(DOTTED_UNITS)})\.`,
      ([, whole = '', fraction, joint, sign = ''], { after }) => {
        const unit = UNITS_BY_SIGN.get(sign)
        if (unit === undefined) return null
        if (joint === '-') return `${cardinal(digitsOf(whole))} ${unit.one}`
        const isOne = whole === '1' && fraction === undefined
        return withPeriod(`${numberWords(format, whole, fraction)} ${isOne ? unit.one : unit.many}`, after)
      },
    ),
    ...measureRules({
      format,
      units: UNITS_BY_SIGN,
      per: 'per',
      large: ['thousand', 'million', 'billion', 'trillion'],
      to: 'to',
      times: 'by',
      isAdjective: (around, isJoined) => isJoined || isAdjective(around),
    }),
    rule(
      'mixed fractions',
      'digit',
      String.raw`${NUMBER_START}(\d{1,6})(?: ?([½⅓⅔¼¾⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚])|[ -](\d{1,4})[/⁄](\d{1,4})(?!\/|[\p{N}]))`,
      ([, whole = '', sign, above = '', below = ''], { after }) => {
        const part = sign === undefined ? fractionWords(words, above, below) : FRACTIONS.get(sign)
        if (part === undefined || part === null) return null
        // “two and three-quarter hours”
        const isCounted = part === 'three quarters' && NOUN.test(after)
        return `${cardinal(whole)} and ${isCounted ? 'three-quarter' : part.replace(/^one (?=half|quarter)/, 'a ')}`
      },
    ),
    rule(
      'fractions',
      'digit',
      String.raw`${NUMBER_START}(\d{1,5}) ?[/⁄] ?(\d{1,5})(?:(?:th|TH|rd|RD|nd|ND)s?|st)?(?![/\p{N}\p{L}])`,
      ([all, above = '', below = ''], { before, after }) =>
        all.endsWith('th') && /\b[Tt]he $/.test(before) && /^ \p{Lu}/u.test(after)
          ? `${words.ordinal(above)} ${words.ordinal(below)}`
          : above === '1' && below === '2' && /^ (?:an?|the|my|his|her|its|our|their|past)\b/.test(after)
            ? 'half'
            : // odds: “100/1”
              below === '1' && Number(above) > 1
              ? `${cardinal(above)} to one`
              : fractionWords(words, above, below),
    ),
    rule('fraction signs', 'sign', '[½⅓⅔¼¾⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚]', ([sign = ''], { after, before }) => {
      const said =
        sign !== '½'
          ? sign === '¾' && isAdjective({ before, after })
            ? 'three-quarter'
            : (FRACTIONS.get(sign) ?? '')
          : /\band $/.test(before)
            ? 'a half'
            : /^ ?(?:an? |the |of |my |his |her |their |past )/.test(after) || /\ban? $/.test(before)
              ? 'half'
              : /^ \p{Ll}/u.test(after)
                ? 'half a'
                : 'a half'
      return `${before === '' || /\s$/.test(before) ? '' : ' '}${said}`
    }),
  ]
}

/** Whether a sum or a measure precedes a noun: “a £5 note”, “crisp $100 bills”. */
export function isAdjective({ before, after }: Around): boolean {
  return (
    (/(?:^|[^\p{L}])(?:an?|another|each|every)\s$/iu.test(before) && NOUN.test(after)) || COINS.test(after)
  )
}

const NOUN = /^[ -](?!(?:of|or|and|to|from|in|at|an?|the|each|per|by|on|for|more|less)\b)\p{Ll}/u

const COINS = /^ (?:bills?|notes?|coins?|bits?|pieces?|stamps?)(?!\p{L})/u

const BOOK_SIZES: Readonly<Record<string, string>> = {
  '4to': 'quarto',
  '8vo': 'octavo',
  '12mo': 'duodecimo',
  '16mo': 'sextodecimo',
  '18mo': 'octodecimo',
  '24mo': 'twenty-fourmo',
  '32mo': 'thirty-twomo',
}

const UNITS_BY_SIGN = unitsOf(UNITS)
const DOTTED_UNITS = listOf(
  'ft tsp tbsp tbs lb lbs oz yd yds mi hr hrs min mins sec secs cwt pt pts qt qr qrs gal bu c ct cts mph m.p.h h.p r.p.m sq cu fr frs gs gns doz yr yrs mos wk wks',
)

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

function sideOf(sign: string, number: string): string {
  const [one, many] = /['’′]/.test(sign) ? ['foot', 'feet'] : ['inch', 'inches']
  return number === '1' ? one : many
}

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
