/** The spoken forms of English. The rules apply in this order. */
import { phoneRules, webRules } from './addressRules.ts'
import {
  currenciesOf,
  digitsOf,
  MARK_RULES,
  moneyRules,
  NUMBER_START,
  plainNumberRules,
  roundTheClock,
  signRules,
} from './commonRules.ts'
import { elidedRules } from './elidedRules.ts'
import { figureRules } from './figureRules.ts'
import { POSTAL_STATES, STATES, STREETS } from './englishNameWords.ts'
import { referenceRules } from './englishReferences.ts'
import { ABBREVIATIONS, BEFORE_NAMES, COMPANIONS, FIGURES, SHORT_FORMS } from './englishWords.ts'
import { isAdjective, shillingsRules, sizeRules } from './englishMeasures.ts'
import {
  capitalised,
  initials,
  isAfterName,
  isEnding,
  MONSIEUR,
  placeRules,
  romanRules,
  streetOrSaint,
} from './englishNames.ts'
import { gameRules } from './englishGames.ts'
import { dateRules, elidedWords, isCounted, plural, timeRules } from './englishTimes.ts'
import { NUMBER_WORDS, romanNumber, type NumberWords } from './numbers.ts'
import { anyOf, DASH, END, endsSentence, rule, SPACE, type SpokenRule, START, withPeriod } from './rule.ts'

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
    ...elidedRules(elidedWords(words)),
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
    ...figureRules(words, FIGURES),
    rule(
      'phone numbers of America',
      'digit',
      String.raw`${NUMBER_START}1-(\d{3})-(\d{3})-(\d{4})${END}|(?<=\b[A-Z]{2}\p{L}+ )(\d)-(\d{4})${END}`,
      ([all]) =>
        all
          .split('-')
          .map((digits) => [...digits].map((digit) => cardinal(digit)).join(' '))
          .join(', '),
    ),
    ...gameRules(words),
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
        'Fr. Frs. fcs.': 'franc|francs|m|centime|centimes',
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
        kg: 'kilogram',
        lb: 'pound',
        gal: 'gallon',
        gallon: 'gallon',
        mile: 'mile',
        person: 'person',
        night: 'night',
      },
    }),
    ...dateRules(words, isBritish),
    ...timeRules(words),
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
      String.raw`${NUMBER_START}(?:(9)/(11)|(\d\d)/\3|(10)-(4))${END}`,
      ([, a, b, twice = '', ten = twice, four = twice]) => `${cardinal(a ?? ten)} ${cardinal(b ?? four)}`,
    ),
    roundTheClock(`${cardinal('24')} ${cardinal('7')}`),
    rule(
      'products',
      'digit',
      String.raw`${NUMBER_START}(\d{1,9}) ?[x×*] ?(?=\d{1,9}(?: ?[x×*] ?\d{1,9})* ?=)`,
      ([, number = '']) => `${cardinal(number)} times `,
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
    ...referenceRules(words),
    ...romanRules(words),
    rule('Dear Sir', 'period', String.raw`(?<=^|\n|[“"])Dr\.(?= (?:Sir|Madam)${END})`, () => 'Dear'),
    rule(
      'streets and saints',
      'capitals',
      String.raw`${START}(St|Ste|Mt|Ft)(\.?)(?=[\s,;:!?)”"’'—-]|$|(?<=\.)\p{Lu}\p{Ll})`,
      (found, around) => {
        const said = streetOrSaint(found, around)
        return said !== null && /^\p{Lu}/u.test(around.after) ? `${said} ` : said
      },
    ),
    rule(
      'streets',
      'period',
      String.raw`(?<=\p{L} )(${anyOf(Object.keys(STREETS))})\.`,
      ([, sign = ''], { before, after }) => {
        const isStreet =
          isAfterName(before) &&
          (!NEXT_CAPITAL.test(after) || endsSentence(after) || /^ (?:Rd|St|Ave)\./.test(after))
        return isStreet ? withPeriod(STREETS[sign] ?? sign, after) : null
      },
    ),
    rule(
      'companions',
      'period',
      String.raw`(?<=[\p{L}],? )(Jr|Jun|jun|Junr|Sr|Esq|Esqr|Esqre|Bart)\.|(?<=\p{Lu}\p{Ll}+,? )(Sen|Senr)\.(?! \p{Lu})`,
      ([, sign, elder], { after }) =>
        withPeriod(elder === undefined ? (COMPANIONS[sign ?? ''] ?? '') : 'Senior', after),
    ),
    rule('and so on', 'sign', String.raw`&c(?:\.|${END})`, ([all], { after }) =>
      all.endsWith('.') ? andSoOn('et cetera', after) : 'et cetera',
    ),
    rule(
      'names and ranks',
      'capitals',
      String.raw`${START}(${anyOf(BEFORE_NAMES.keys())})(\.?)(?=${SPACE}|\n|$|[,;:!?)”"’'—-]|(?<=\.)(?:\p{Lu}\p{Ll}|&))`,
      ([all, sign = '', dot], { before, after }) => {
        const entry = BEFORE_NAMES.get(sign)
        if (entry === undefined) return null
        const isBeforeName =
          /^(?:-\p{Lu}| (?:Hon|Rev)\.| \p{Lu}\.)/u.test(after) ||
          (NEXT_CAPITAL.test(after) && !endsSentence(after))
        const isJoined = /^ ?(?:and|&|or|de|von|van|la|le|du|d['’])/u.test(after)
        const isAlone = /\b(?:the|our|my|your|a|old) $/u.test(before) && /^(?: \p{Ll}|[,’'])/u.test(after)
        if (entry.endsWith('*') && (dot === '' || !(isBeforeName || isAlone))) return null
        if (dot === '' && !isBeforeName && !isJoined) return null
        const said = entry.replace('*', '')
        if (all === 'No.' && before === '') return null
        if (/^\p{L}/u.test(after)) return `${said} `
        return dot === '.' && !isBeforeName && !isJoined && !isAlone ? withPeriod(said, after) : said
      },
    ),
    rule(
      'short forms',
      'letter',
      String.raw`${START}(${anyOf(Object.keys(SHORT_FORMS))})(\.?)(?:(?<=/)(?=\s)|${END})`,
      ([, sign = '', dot], { after }) => {
        const said = SHORT_FORMS[sign] ?? sign
        return dot === '' ? said : withPeriod(said, after)
      },
    ),
    rule(
      'years of a life',
      'digit',
      String.raw`${START}([bdc])\.(?=${SPACE}?(?:1\d{3}|20\d\d)${END})`,
      ([, sign = ''], { after }) =>
        `${sign === 'b' ? 'born' : sign === 'd' ? 'died' : 'circa'}${/^\d/.test(after) ? ' ' : ''}`,
    ),
    rule(
      'ends of letters',
      'period',
      String.raw`${START}([Yy])(rs?)\.(?= (?:truly|ever|faithfully|sincerely|affec|aff\.|obe|obt|most|very|&c)|(?<=r\.) \p{Ll})(?! (?:old|ago)${END})`,
      ([, first = '', rest = '']) => `${first}ou${rest}`,
    ),
    rule('manuscripts', 'initial', String.raw`${START}([Aa])n MS\.?(?= )`, ([, a = '']) => `${a} manuscript`),
    rule('companies of soldiers', 'period', String.raw`(?<=\b[A-Z] )Coy\.`, (_, { after }) =>
      withPeriod('Company', after),
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
        if (said === 'circa') return spoken
        if (said === 'note well') return `${spoken}${/^ \p{Lu}/u.test(after) ? ':' : ''}`
        return said === 'et cetera' ? andSoOn(spoken, after) : withPeriod(spoken, after)
      },
    ),
    rule(
      'eras',
      'initial',
      String.raw`(?<![\p{L}]|\p{Lu}\.|\p{Lu}\. )(?:(B\.? ?C\.? ?E|C\.? ?E|B\.? ?C|A\.? ?D)(?:\.|${END}))`,
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
    rule('versus', 'initial', String.raw`(?<=\p{Lu}[\p{L}’'-]+ )v\.(?= \p{Lu}\p{Ll})`, () => 'versus'),
    rule(
      'days of the week',
      'period',
      String.raw`${START}(Wed|Sat|Sun)\.(?=,? (?:\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)))`,
      ([, sign = '']) => ({ Wed: 'Wednesday', Sat: 'Saturday' })[sign] ?? 'Sunday',
    ),
    rule(
      'notes',
      'sign',
      String.raw`${START}([A-G])([#♯♭])${END}`,
      ([, note = '', sign]) => `${note} ${sign === '♭' ? 'flat' : 'sharp'}`,
    ),
    rule(
      'initials',
      'initial',
      String.raw`(?<![\p{L}\p{N}.]|P\. )(?!P\. ?(?:P\. ?)?S\.)(?:\p{Lu}\.(?:${SPACE}|-)?){1,5}(?=\p{Lu}[\p{L}’'-]+)`,
      ([all], { before, after }) => initials(all, before, after),
    ),
    rule(
      'several revolvers',
      'digit',
      String.raw`(?<![\p{L}\p{N}])\.(22|25|32|38|44|45)s${END}`,
      ([, size = '']) => plural(cardinal(size)),
    ),
    rule(
      'thirty aught six',
      'digit',
      String.raw`(?<![\p{L}\p{N}])\.?30-06${END}`,
      () => `${cardinal('30')} aught ${cardinal('6')}`,
    ),
    rule(
      'calibres',
      'digit',
      String.raw`(?<=\b(?:[Aa]n?|[Hh]is|[Hh]er|[Tt]he|[Mm]y|[Yy]our|[Tt]heir|[Tt]his|[Tt]hat|[Tt]wo|[Oo]ld|Colt|Webley|Browning|Winchester|Wesson) )\.(22|25|32|38|44|45|50|303|308|357|410|455)${END}|(?<![\p{L}\p{N}])\.(22|32|38|44|45|303|357)(?=[ -](?:Magnum|Colt|Webley|[Rr]evolvers?|[Pp]istols?|[Rr]ifles?|[Aa]utomatics?|calib(?:re|er))${END})`,
      ([, own, other]) => {
        const size = own ?? other ?? ''
        return size.length === 2
          ? cardinal(size)
          : `${cardinal(size[0] ?? '')} ${size[1] === '0' ? `oh ${cardinal(size[2] ?? '')}` : cardinal(size.slice(1))}`
      },
    ),
    rule(
      'ordinals',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3}(?:,\d{3})+|\d{1,15})(st|nd|rd|th|d)${END}`,
      ([, number = '', ending = ''], { after }) => {
        const digits = digitsOf(number)
        // “3D” is no day.
        if (ending === 'D' && !/^ OF\b/.test(after)) return `${cardinal(digits)} D`
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
      'ranges of shares and ordinals',
      'digit',
      String.raw`(?<=\d(?: ?%|st|nd|rd|th))[-–](?=\d{1,3}(?: ?%|st|nd|rd|th))`,
      () => ' to ',
    ),
    rule('centuries', 'digit', String.raw`(?<=\d(?:st|nd|rd|th) )c(?:ent)?\.`, (_, { after }) =>
      withPeriod('century', after),
    ),
    rule(
      'states',
      'period',
      String.raw`(?<=\p{Lu}\p{L}+, )(${anyOf(Object.keys(STATES))})\.`,
      ([, sign = ''], { after }) => withPeriod(STATES[sign] ?? sign, after),
    ),
    rule(
      'states of postal codes',
      'initial',
      String.raw`(?<=\p{Lu}\p{Ll}+, )(${anyOf(Object.keys(POSTAL_STATES))})(?=[\s.,;)]|$)`,
      ([, sign = '']) => POSTAL_STATES[sign] ?? null,
    ),
    rule('at a price', 'mail', '@(?= )', () => 'at'),
    rule(
      'marks of schools',
      'initial',
      String.raw`(?<=\b(?:[Aa]n?|[Gg]ot|[Ss]traight|[Gg]rade) )([A-F])(?:(\+)|([-−]))(?=[\s.,;:!?)”"’]|$)`,
      ([, letter = '', plus]) => `${letter} ${plus === undefined ? 'minus' : 'plus'}`,
    ),
    rule(
      'joined capitals',
      'sign',
      String.raw`${START}([A-Z]{1,3})&([A-Z]{1,3})${END}`,
      ([, left = '', right = '']) => `${[...left].join(' ')} and ${[...right].join(' ')}`,
    ),
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
      '±': 'plus or minus',
      '≈': 'about',
      '→': 'to',
      '°': 'degrees',
      '§': 'section',
      '¶': 'paragraph',
    }),
  ]
}
