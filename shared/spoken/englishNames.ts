/** Names in English: rulers, streets and saints, initials, and Roman numerals after nouns. */
import { isSentenceStarter } from '../story/abbreviations.ts'
import { BOOKS_OF_THE_BIBLE, RULERS } from './englishNameWords.ts'
import { BEFORE_NUMBERS, NUMBERED } from './englishWords.ts'
import { NUMBER_START } from './commonRules.ts'
import { plural } from './englishTimes.ts'
import { ROMAN, romanNumber, type NumberWords } from './numbers.ts'
import { booksOf, compassRules, verseRule } from './referenceRules.ts'
import { anyOf, END, endsSentence, listOf, rule, SPACE, START, withPeriod, type SpokenRule } from './rule.ts'

/** Whether the text before ends with a capitalised word other than a common one such as “Near”: “Baker” before “St.”. */
export function isAfterName(before: string): boolean {
  const word = /([\p{L}\p{N}'’]+)[\s.]*$/u.exec(before)?.[1] ?? ''
  return /^(?:\p{Lu}|\d+(?:st|nd|rd|th)$)/u.test(word) && !isSentenceStarter(word) && !SMALL.has(word)
}

const SMALL = new Set(
  listOf(
    'Near Old Good Dear To Of With Is Was Like Saint Sir Lady O Oh Poor Our Holy Both Between About Through',
  ),
)

/** Whether an ordinal has the right ending: “22nd” and “22d”, but not “1th”. */
export function isEnding(digits: string, ending: string): boolean {
  const [tens, last] = [Number(digits.slice(-2)), Number(digits.slice(-1))]
  const isTeen = tens >= 11 && tens <= 13
  const right = isTeen ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'
  return ending === right || (ending === 'd' && (right === 'nd' || right === 'rd'))
}

export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** Initials of a name, without the periods, at which engines pause. “A” by itself would be read as an article, so its period stays. */
export function initials(all: string, before: string, after: string): string | null {
  const letters = all.match(/\p{Lu}/gu) ?? []
  const next = /^[\p{L}’'-]+/u.exec(after)?.[0] ?? ''
  if (letters.length === 1 && isSentenceStarter(next)) return null
  if (letters.length === 1 && letters[0] === 'I' && !/(?:^|[\s“"‘'(])$/u.test(before)) return null
  if (letters.length === 1 && letters[0] === 'I' && /\p{Ll}\s$/u.test(before)) return null
  const isSpaced = /[\s-]$/u.test(all)
  return `${letters.map((letter) => (letter === 'A' ? 'A.' : letter)).join(' ')}${isSpaced ? ' ' : ' '}`
}

/** The French title that looks like an initial: “M. Dupin”. */
export const MONSIEUR = rule(
  'Monsieur',
  'initial',
  String.raw`${START}(MM?)\.(?=${SPACE}(?:de |du |la |le |d[’'])?\p{Lu}[\p{L}’'-]*\p{Ll})`,
  ([, sign], { before, after }) => {
    // “E. M. Forster”
    if (/(?<!\p{L})\p{Lu}\. ?$/u.test(before)) return null
    const isNewSentence = /\p{Ll}{3}[.!?…]["”’)]*\s+$/u.test(before)
    const next = /\p{Lu}[\p{L}’'-]*/u.exec(after)?.[0] ?? ''
    if ((isAfterName(before) && !isNewSentence) || isSentenceStarter(next)) return null
    return sign === 'M' ? 'Monsieur' : 'Messieurs'
  },
)

export function streetOrSaint(
  [all, sign = '', dot]: RegExpExecArray,
  { before, after }: { before: string; after: string },
): string | null {
  const isBeforeName = /^ ?\p{Lu}/u.test(after) && !endsSentence(after)
  if (sign === 'Mt') return isBeforeName ? 'Mount' : null
  if (sign === 'Ft') return isBeforeName ? 'Fort' : null
  if (sign === 'Ste') return isBeforeName ? 'Sainte' : null
  const isStreet =
    isAfterName(before) ||
    /\d(?:st|nd|rd|th) $/.test(before) ||
    // “34 St. James's Street”
    (/\d $/.test(before) && !isBeforeName)
  if (
    isStreet &&
    !(
      isBeforeName &&
      /\b(?:to|of|and|for|by|at|East|West|North|South|Port|Fort|Mount|Lake|Isle|Lord|Lady|Sir|Miss|Father|Captain|Mrs?\.?) $/u.test(
        before,
      )
    )
  ) {
    const isNumberBefore = /^,? \d/.test(after)
    if (dot === '.' && !isBeforeName) return withPeriod('Street', after)
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

export function romanRules({ cardinal, ordinal }: NumberWords): readonly SpokenRule[] {
  const numberOf = (numeral: string) => {
    const number = romanNumber(numeral)
    return number === null ? null : String(number)
  }
  return [
    rule(
      'a numeral alone',
      'roman',
      String.raw`(?<=^(?:#{1,6}[ \t])?)([\s—–-]*)([IVXLC]{1,8}|[ivx]{2,6})(\.?)([\s—–-]*)$`,
      ([, left = '', numeral = '', dot = '', right = '']) => {
        const number = numberOf(numeral.toUpperCase())
        return number === null || Number(number) > 200 ? null : `${left}${cardinal(number)}${dot}${right}`
      },
    ),
    rule(
      'ranges of Roman numerals',
      'numeral',
      String.raw`${START}(${anyOf([...BEFORE_NUMBERS, 'pp.'])})(${SPACE})([IVXLC]{1,8}|[ivxlc]{1,8})(?: ?[-–—] ?|\.?,? (?:and|to|or|&) )([IVXLC]{1,8}|[ivxlc]{2,8})${END}(?!['’]\p{L})`,
      ([all, name = '', space = '', numeral = '', last = ''], { after }) => {
        const [from, to] = [numberOf(numeral.toUpperCase()), numberOf(last.toUpperCase())]
        if (from === null || to === null || (last === 'I' && /^ \p{L}/u.test(after))) return null
        const joint = /(?<=\s)(?:and|or)(?=\s)/.exec(all)?.[0] ?? (all.includes('&') ? 'and' : 'to')
        const said = NUMBERED.get(name.replace('.', '')) ?? (name === 'pp.' ? 'pages' : name)
        return `${said}${space}${cardinal(from)} ${joint} ${cardinal(to)}`
      },
    ),
    rule(
      'acts, scenes and lines',
      'roman',
      String.raw`${START}([IVX]{1,5})(?:\. ?|, ?)([ivx]{1,5})(?:(?:\. ?|, ?)(\d{1,4})(?:[-–](\d{1,4}))?)?${END}(?!['’]\p{L})`,
      ([, act = '', scene = '', line, last]) => {
        const [first, second] = [numberOf(act), numberOf(scene.toUpperCase())]
        if (first === null || second === null || (line === undefined && (act === 'I' || scene.length < 2)))
          return null
        return [
          cardinal(first),
          cardinal(second),
          ...(line === undefined
            ? []
            : [`${cardinal(line)}${last === undefined ? '' : ` to ${cardinal(last)}`}`]),
        ].join(', ')
      },
    ),
    rule(
      'numerals in brackets',
      'numeral',
      String.raw`(?<=\()(ii|iii|iv|vi|vii|viii|ix)(?=\))`,
      ([numeral]) => {
        const number = numberOf(numeral.toUpperCase())
        return number === null ? null : cardinal(number)
      },
    ),
    rule(
      'Roman ordinals',
      'numeral',
      String.raw`${START}([IVXL]{1,7})(th|nd|rd|(?<=II)d|st)${END}|(?<=(\p{Lu}\p{L}{1,24}) the )([IVXL]{2,7})(?:\.(?= \p{Ll}|,)|${END})`,
      ([, numeral, ending = '', name = '', bare = ''], { before }) => {
        const number = numberOf(numeral ?? bare)
        if (number === null) return null
        // “Ith” is a lisp.
        if (numeral === undefined ? !RULERS.has(name) : !isEnding(number, ending)) return null
        return /\p{Lu}\p{Ll}+ the $/u.test(before) ? capitalised(ordinal(number)) : ordinal(number)
      },
    ),
    rule(
      'numbered with Roman numerals',
      'roman',
      String.raw`${START}(${anyOf(BEFORE_NUMBERS)})((?:${SPACE}|\n){1,2})(${ROMAN})(?:\.(?=,)|(?=${END}))`,
      ([, name = '', space = '', numeral = ''], { before, after }) => {
        const number = numberOf(numeral)
        // “In part I agree” contains no numeral: after a lower-case word, only longer numerals count.
        if (
          number === null ||
          (numeral === 'I' &&
            !/\bWorld $/.test(before) &&
            (/^\p{Ll}|^No/u.test(name) ||
              (name === 'Mark' && !/\b(?:an?|the|his|our) $/i.test(before)) ||
              (name !== 'Mark' &&
                /^(?:['’]|\s+(?:\p{Ll}|['’]|I\b))/u.test(after) &&
                !NOT_AFTER_PRONOUN.test(after))))
        )
          return null
        return `${NUMBERED.get(name.replace('.', '')) ?? name}${space}${cardinal(number)}`
      },
      '',
    ),
    rule(
      'numbered with small Roman numerals',
      'smallNumeral',
      String.raw`${START}([Cc]h(?:ap)?\.|[Cc]hapter|[Vv]ol(?:ume|\.)|[Pp]age|[Pp]p?\.|[Bb]ook|[Ss]cene|[Ss]c\.|[Cc]anto|[Aa]ct|[Ll]ib\.|[Bb]k\.|[Pp]t\.|[Pp]late|[Pp]art|[Ff]ig(?:ure|\.)|[Ss]tanza|[Ll]etter)(${SPACE})([ivxlc]{2,7}|v|x|i(?=[.,;)]))(?:(\.)(?=[,;] | \p{Ll}|\)))?(?=${END})`,
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
      'roman',
      String.raw`(?<=(?:\p{Lu}\p{L}+-)?([\p{Lu}][\p{L}’']{1,24}(?:-\p{Ll}[\p{L}-]{1,24})?) )(${ROMAN})(?:\.(?= \p{Ll}|,|['’]s)|(?=(?:['’]s)?${END}))`,
      ([all, name = '', numeral = ''], { before, after }) => {
        const number = numberOf(numeral)
        if (number === null || !/^[IVXL]+$/.test(numeral) || Number(number) > 49) return null
        const isRuler = RULERS.has(name) && !(name === 'Malcolm' && numeral === 'X')
        if (numeral === 'I') {
          const isTitled =
            /\b(?:King|Queen|Pope|Emperor|Empress|Tsar|Czar|Kaiser|Prince|Sultan|Shah) \p{L}+ $/u.test(before)
          const isFollowed = /^(?:['’]s|[,.;:!?)—–]| (?:of|reigned|ruled|died|himself|herself)\b|$)/u.test(
            after,
          )
          if (
            !(isTitled && !/^ (?:am|have|think|know|believe|saw|shall|will)\b/.test(after)) &&
            !(isRuler && (isFollowed || all.endsWith('.') || isKing(name, before, after)))
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
    rule(
      'rulers of two countries',
      'numeral',
      String.raw`(?<=(\p{Lu}\p{L}{1,24}) [IVXL]{1,6} (?:and|&) )([IVXL]{2,6})${END}`,
      ([, name = '', numeral = '']) => {
        const number = numberOf(numeral)
        return number !== null && RULERS.has(name) ? capitalised(ordinal(number)) : null
      },
    ),
  ]
}

/** Words that cannot follow the pronoun “I”. */
const NOT_AFTER_PRONOUN =
  /^ (?:is|has|does|were|reigns|contains|deals|begins|ends|ended|began|in|at|on|from|to|by|with|after|until|who|whose|whom|the)(?![\p{L}'’])|^ (?:and|or) (?:of )?\p{Lu}/u

/** What kings do and nobody says of themselves: “was beheaded”, “came to the throne”. */
const DEEDS =
  /^ (?:(?:was|had been) (?:then |now |also |soon |duly |again |not |never |already )?(?:beheaded|executed|crowned|deposed|dethroned|buried|succeeded|proclaimed|assassinated|murdered|restored|excommunicated|king|queen|emperor|tsar|czar|on the throne|the (?:first|last|only|king|queen|son|daughter|grandson|granddaughter|successor))|(?:came|succeeded|returned|acceded) to (?:the|his|her) (?:throne|crown)|ascended|acceded|abdicated|reigned|ruled|succeeded (?:his|her)|dissolved parliament|summoned parliament|declared war|never married|lost his (?:head|throne|crown)|wore the crown|died)(?!\p{L})/iu

/** Whether “I” after the name of a ruler is a numeral, by the words around both: “Charles I was beheaded”, but “to Charles I was a stranger”. */
function isKing(name: string, before: string, after: string): boolean {
  const left = before.slice(0, before.length - name.length - 1)
  if (
    / ?\b(?:reign|court|death|execution|days|times?|age|accession|coronation|head|portrait|statue|son|daughter|wife|widow|murder|beheading|crown|throne|army|trial) of $/.test(
      left,
    )
  )
    return /^ (?:was|had|and|did|he|she|his|her|with)\b/.test(after) || NOT_AFTER_PRONOUN.test(after)
  if (NOT_AFTER_PRONOUN.test(after)) return true
  const isFirst =
    /(?:^|[.!?:;,—–("“‘\n]\s*|\b(?:when|that|because|until|till|before|after|since|while|as|if|though|although|how|why|where|once|and|but|than)\s)$/i.test(
      left,
    )
  return isFirst && DEEDS.test(after)
}

/** Names followed by a cardinal rather than an ordinal: “Rocky Two”. */
const AS_CARDINALS = new Set(
  listOf(
    'Rocky Vatican Apollo Mark Type Class Corps Gemini Bowl Quest Fantasy Saturn Model Grade Level Stage Phase War',
  ),
)

const POINTS: Readonly<Record<string, string>> = {
  NE: 'north-east',
  SE: 'south-east',
  SW: 'south-west',
  NW: 'north-west',
  NNE: 'north-north-east',
  ENE: 'east-north-east',
  ESE: 'east-south-east',
  SSE: 'south-south-east',
  SSW: 'south-south-west',
  WSW: 'west-south-west',
  WNW: 'west-north-west',
  NNW: 'north-north-west',
}

/** Points of the compass in names: “W. 23rd St.”, “N. Carolina”. */
const SIDES: Readonly<Record<string, string>> = { N: 'North', E: 'East', S: 'South', W: 'West' }

/** Rules for positions on the globe, Bible verses, and house numbers. */
export function placeRules(words: NumberWords): readonly SpokenRule[] {
  const { cardinal, ordinal } = words
  return [
    ...compassRules({
      words,
      degree: ['degree', 'degrees'],
      minute: ['minute', 'minutes'],
      second: ['second', 'seconds'],
      letters: { N: 'north', E: 'east', S: 'south', W: 'west' },
      points: POINTS,
      undotted: ['NNE', 'ENE', 'ESE', 'SSE', 'SSW', 'WSW', 'WNW', 'NNW'],
      by: 'by',
    }),
    rule(
      'points of streets',
      'digit',
      String.raw`${START}([NESW])\.(?= \d{1,3}(?:st|nd|rd|th)${END})`,
      ([, sign = '']) => SIDES[sign] ?? null,
    ),
    rule(
      'parts of countries',
      'initial',
      String.raw`${START}([NESW])\.(?= (?:Dakota|Carolina|Virginia|Africa|America|Wales|Kensington|Hampton|Audley|Molton|Pole|Korea)${END})`,
      ([, sign = '']) => SIDES[sign] ?? null,
    ),
    rule(
      'districts of London',
      'digit',
      String.raw`(?<=(?<![\p{L}\p{N}])(?:[EW]\.C|[NS]\.[EW]|[NSEW])\.)(\d{1,2})${END}`,
      ([, number = '']) => ` ${cardinal(number)}`,
    ),
    rule(
      'postal codes',
      'digit',
      String.raw`(?<=, ?[A-Z]{2},? )(\d)(\d)(\d)(\d)(\d)${END}`,
      ([, ...digits]) => digits.map((digit) => cardinal(digit)).join(' '),
    ),
    rule('latitudes', 'digit', String.raw`${START}([Ll]at|[Ll]ong?)\.(?= ?\d{1,3}°)`, ([, sign = '']) => {
      const said = /^lat/i.test(sign) ? 'latitude' : 'longitude'
      return /^L/.test(sign) ? capitalised(said) : said
    }),
    verseRule({
      words,
      books: booksOf(BOOKS_OF_THE_BIBLE),
      numbered: (number, name) => `${capitalised(ordinal(String(number)))} ${name}`,
      to: 'to',
    }),
    rule(
      'rooms and houses',
      'digit',
      String.raw`(?<=\b(?:[Rr]oom|ROOM|[Ff]light|[Ss]uite|[Aa]partment|[Aa]pt\.|[Rr]m\.|Ste\.|Fahrenheit|Xbox|Office|[Ff]light [A-Z]{2}|[Ee]xtension|[Hh]ighway|[Rr]oute|[Cc]ell|Boeing|No\.|[Nn]umber|[Ff]lat) )([1-9])(\d)(\d)(?:${END}(?<!(?:No\.|umber) \d{3})|([A-Da-d])${END})(?![.,]\d)|${NUMBER_START}([1-9])(\d)(\d)([A-Da-d])?(?= (?:\p{Lu}[\p{L}’']+ ){1,2}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Place|Drive|Square|Boulevard|Terrace)${END})`,
      ([, a, b, c, flat, x, y, z, house]) => {
        const letter = flat ?? house
        const [first = '', tens = '', units = ''] = a === undefined ? [x, y, z] : [a, b, c]
        const rest =
          tens === '0' ? (units === '0' ? 'hundred' : `oh ${cardinal(units)}`) : cardinal(`${tens}${units}`)
        return `${cardinal(first)} ${rest}${letter === undefined ? '' : ` ${letter.toUpperCase()}`}`
      },
    ),
    rule(
      'airliners',
      'digit',
      String.raw`(?<=\b(?:[Aa]|[Tt]he|Boeing|[Tt]wo|[Ff]our|Airbus) (A)?)(?:7([0-8])7|3([1-9]0))(s?)${END}(?![.,]\d)(?<=(?:A3|7).{2,3})`,
      ([, letter, middle, european = '', many = '']) => {
        if ((letter === undefined) !== (middle !== undefined)) return null
        const said =
          middle === undefined
            ? ` three ${cardinal(european)}`
            : `seven ${middle === '0' ? 'oh seven' : cardinal(`${middle}7`)}`
        return many === '' ? said : plural(said)
      },
    ),
    rule(
      'houses with a letter',
      'digit',
      String.raw`(?<=\b(?:No\.|[Nn]umber|[Rr]oom|[Ff]lat|[Aa]partment|[Aa]pt\.|[Ss]uite|[Pp]latform|[Ww]ard|[Gg]ate|[Bb]lock|[Ss]eat|[Rr]ow) )(\d{1,2})([A-Da-d])${END}`,
      ([, number = '', letter = '']) => `${cardinal(number)} ${letter.toUpperCase()}`,
    ),
    rule(
      'scales of a temperature',
      'initial',
      String.raw`(?<=\bdegrees )([FC])(?:(\.)|${END})`,
      ([, sign, dot], { after }) => {
        const said = sign === 'F' ? 'Fahrenheit' : 'Celsius'
        return dot === undefined ? said : withPeriod(said, after)
      },
    ),
    rule('inspectors', 'initial', String.raw`${START}DI(?= \p{Lu}\p{Ll})`, () => 'D I'),
    rule(
      'numbers of emergencies',
      'digit',
      String.raw`(?<=\b(?:[Cc]all(?:ed|ing|s)?|[Dd]ial(?:l?ed|l?ing|s)?|[Rr]ing|[Rr]ang|[Pp]hone[ds]?) )(911|999|112|000)${END}`,
      ([, number = '']) => [...number].map((digit) => cardinal(digit)).join(' '),
    ),
    rule(
      'counties',
      'period',
      String.raw`(?<!\p{Lu}[\p{L}’']+ |[&\p{L}] )Co\.(?= \p{Lu}\p{Ll})|(?<=\b(?:in|of|from|to|near) )Co\.(?= \p{Lu}\p{Ll})`,
      () => 'County',
    ),
    rule(
      'years after “year”',
      'digit',
      String.raw`(?<=\b[Yy]ear )([2-9][1-9]\d\d)${END}(?![.,]\d)`,
      ([, number = '']) =>
        `${cardinal(number.slice(0, 2))} ${/^.{2}0/.test(number) ? `oh ${cardinal(number.slice(3))}` : cardinal(number.slice(2))}`,
    ),
  ]
}
