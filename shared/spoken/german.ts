/** The spoken forms of German. The rules apply in this order. */
import { isSentenceStarter } from '../story/abbreviations.ts'
import { phoneRules, webRules } from './addressRules.ts'
import {
  currenciesOf,
  digitsOf,
  MARK_RULES,
  measureRules,
  moneyRules,
  NUMBER_START,
  plainNumberRules,
  roundTheClock,
  signRules,
} from './commonRules.ts'
import { elidedRules } from './elidedRules.ts'
import { figureRules } from './figureRules.ts'
import {
  ELIDED_WORDS,
  genderOf,
  OLD_MONEY,
  ordinalAfter,
  SHORT_NUMBERS,
  TIME_RULES,
  WEEKDAY_RULES,
  wordsBefore,
} from './germanTimes.ts'
import {
  ABBREVIATIONS,
  BEFORE_DEM,
  BEFORE_DEN,
  BEFORE_E,
  BEFORE_EN,
  BEFORE_NUMBERS,
  GENDERS,
  isFeminine,
  WEB_WORDS,
} from './germanWords.ts'
import { FIGURES, FRACTIONS, PARTS_OF_MEASURES, RATES, UNITS_BY_SIGN } from './germanMeasures.ts'
import { germanOrdinalStem, NUMBER_WORDS, ROMAN, romanNumber } from './numbers.ts'
import { GERMAN_PLACES } from './referenceRules.ts'
import {
  anyOf,
  DASH,
  END,
  endsSentence,
  INITIALS,
  rule,
  SPACE,
  type SpokenRule,
  START,
  withPeriod,
} from './rule.ts'

const words = NUMBER_WORDS.de
const { cardinal, year } = words
const format = { words, thousands: '[.\u00a0\u202f\u2009 ]', decimal: ',' }

/** The word before a ruler and his title: “unter” of “unter König Friedrich”. */
const LED =
  /(\p{L}+) (?:(?:König(?:in)?|Kaiser(?:in)?|Papst|Zar(?:in)?|Herzog|Kurfürst|Fürst|Graf|Landgraf|Markgraf|Sultan) )?\p{Lu}\p{Ll}+ $/u

/** The rules of German. */
export function germanRules(): readonly SpokenRule[] {
  const roman = (numeral: string) => {
    const number = romanNumber(numeral)
    return number === null ? null : String(number)
  }
  return [
    ...elidedRules(ELIDED_WORDS),
    ...MARK_RULES,
    ...webRules(WEB_WORDS, words),
    ...figureRules(words, FIGURES),
    ...phoneRules(words, { plus: 'plus', dot: 'Punkt', comma: ', ' }),
    ...GERMAN_PLACES,
    roundTheClock('vierundzwanzig sieben'),
    ...WEEKDAY_RULES,
    ...OLD_MONEY,
    ...moneyRules({
      format,
      currencies: currenciesOf({
        '€ EUR Euro': 'Euro|Euro|m|Cent|Cent||-',
        '$ USD US$ Dollar': 'Dollar|Dollar|m|Cent|Cent||-',
        '£ GBP': 'Pfund|Pfund|n|Penny|Pence||-',
        '¥': 'Yen|Yen',
        DM: 'D-Mark|D-Mark|f|Pfennig|Pfennig||-',
        'Mark Mk Mk.': 'Mark|Mark|f|Pfennig|Pfennig||-',
        RM: 'Reichsmark|Reichsmark|f|Pfennig|Pfennig||-',
        'CHF Fr. sFr.': 'Franken|Franken|m|Rappen|Rappen||-',
        ct: 'Cent|Cent',
        'Pf Pf. Pfg Pfg.': 'Pfennig|Pfennig',
      }),
      large: {
        Million: 'Millionen',
        Millionen: 'Millionen',
        million: 'Millionen',
        millionen: 'Millionen',
        'Mio.': 'Millionen',
        Mio: 'Millionen',
        Milliarden: 'Milliarden',
        Milliarde: 'Milliarden',
        'Mrd.': 'Milliarden',
        Mrd: 'Milliarden',
        Billionen: 'Billionen',
      },
      to: 'bis',
      per: 'pro',
      times: RATES,
    }),
    ...TIME_RULES,
    ...SHORT_NUMBERS,
    ...PARTS_OF_MEASURES,
    ...measureRules({
      format,
      units: UNITS_BY_SIGN,
      per: 'pro',
      large: ['Million', 'Millionen', 'million', 'millionen', 'Milliarden', 'Tausend'],
      to: 'bis',
      times: 'mal',
    }),
    ...FRACTIONS,
    rule(
      'ranges of years',
      'digit',
      String.raw`(?<![\p{L}\p{N},.–/-])(1[0-9]\d\d|20\d\d)${DASH}(\d{4}|\d\d)(?![\p{L}\p{N}%/–-]|[.,]\d)`,
      ([, from = '', to = '']) => `${year(from)} bis ${to.length === 4 ? year(to) : cardinal(to)}`,
    ),
    rule(
      'pages',
      'digit',
      String.raw`${START}S\.${SPACE}?(\d{1,5})(?:${SPACE}?${DASH}${SPACE}?(\d{1,5}))?( ?ff?\.)?(?![\p{L}\d])`,
      ([, from = '', to, next]) =>
        `${to === undefined && next === undefined ? 'Seite' : to === undefined ? 'Seite' : 'Seiten'} ${cardinal(from)}${to === undefined ? '' : ` bis ${cardinal(to)}`}${next === undefined ? '' : next.includes('ff') ? ' und folgende' : ' und folgende'}`,
    ),
    rule('sections', 'sign', String.raw`(§{1,2}|№|#)${SPACE}?(?=\d)`, ([, sign = '']) =>
      sign === '§' ? 'Paragraph ' : sign === '§§' ? 'Paragraphen ' : 'Nummer ',
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
    rule(
      'numbered with Roman numerals',
      'roman',
      String.raw`${START}(${anyOf(BEFORE_NUMBERS)})(${SPACE})(${ROMAN})(?=${END})`,
      ([, name = '', space = '', numeral = '']) => {
        const number = roman(numeral)
        return number === null
          ? null
          : `${ABBREVIATIONS.get(name.replace('.', '')) ?? name}${space}${cardinal(number)}`
      },
    ),
    rule(
      'ordinals in Roman numerals',
      'roman',
      String.raw`${START}(${ROMAN})\.(?= (\p{Lu}[\p{L}]+))`,
      ([, numeral = '', noun = ''], { before }) => {
        const number = roman(numeral)
        const gender = genderOf(noun)
        // “Ludwigs XIV. Hof”
        const isRuler = /\p{Lu}\p{Ll}+s $/u.test(before)
        if (number === null || gender === undefined || isRuler) return null
        return ordinalAfter(number, before, gender)
      },
    ),
    rule(
      'rulers',
      'roman',
      String.raw`(?<=(?:([\p{L}]+) )?(\p{Lu}[\p{Ll}]{2,20}) )([IVXL]{1,7})(\.|(?=['’]|${END}))`,
      ([, previous = '', name = '', numeral = '', dot = ''], { before, after }) => {
        const number = roman(numeral)
        if (number === null || Number(number) > 49 || GENDERS.has(name) || isSentenceStarter(name))
          return null
        if (dot === '' && numeral.length === 1) return null
        const isLast = dot === '.' && endsSentence(after)
        const stem = germanOrdinalStem(number)
        const capital = stem.slice(0, 1).toUpperCase() + stem.slice(1)
        const [led = ''] = LED.exec(before)?.slice(1) ?? []
        const isQueen = /(?:ina|beth|ia|essa|anna|rie|a)$/.test(name)
        const isGenitive =
          (/^(?:Kaisers|Königs|Papstes|Zaren)$/.test(previous) || /[^s]s$/.test(name)) &&
          !/^(?:Nikolaus|Klaus|Hans|Thomas|Andreas|Johannes|Julius|Pius|Sixtus|Augustus|Matthias|Ludovikus|Ramses|Louis|Charles|James)$/.test(
            name,
          )
        const said = isGenitive
          ? isQueen
            ? `der ${capital}en`
            : `des ${capital}en`
          : BEFORE_DEM.has(led.toLowerCase())
            ? `${isQueen ? 'der' : 'dem'} ${capital}en`
            : BEFORE_DEN.has(led.toLowerCase())
              ? isQueen
                ? `die ${capital}e`
                : `den ${capital}en`
              : `${isQueen ? 'die' : 'der'} ${capital}e`
        return isLast ? `${said}.` : said
      },
    ),
    rule(
      'rulers without their name',
      'roman',
      String.raw`(?<=\b([Dd](?:er|ie|em|en|es)) )([IVXL]{1,7})\.(?! (?!seines|ihres)\p{L}*\p{Lu})`,
      ([, article = '', numeral = ''], { after }) => {
        const number = roman(numeral)
        if (number === null || Number(number) > 49) return null
        const stem = germanOrdinalStem(number)
        const said = `${stem.slice(0, 1).toUpperCase()}${stem.slice(1)}e${/^[Dd](?:er|ie)$/.test(article) ? '' : 'n'}`
        return endsSentence(after) ? `${said}.` : said
      },
    ),
    rule('eras without periods', 'capitals', String.raw`(?<=\d )([vn])\.? ?Chr\.?${END}`, ([, sign = '']) =>
      sign === 'v' ? 'vor Christus' : 'nach Christus',
    ),
    rule('and so on', 'sign', String.raw`&c(?:\.|${END})`, (_, { after }) => withPeriod('et cetera', after)),
    rule('majesties', 'period', String.raw`${START}S\. ?M\.(?=,? \p{Ll})`, () => 'Seine Majestät'),
    rule(
      'numbers by other signs',
      'digit',
      String.raw`${START}(?:N[°º]|No\.)${SPACE}?(?=\d)`,
      () => 'Nummer ',
    ),
    rule('streets', 'period', String.raw`(?<=\p{L}-?)([Ss])tr\.`, ([, letter = ''], { after }) =>
      withPeriod(`${letter}traße`, after),
    ),
    rule('following verses', 'period', String.raw`(?<=\d )ff?\.(?![\p{L}\p{N}])`, (_, { after }) =>
      after === '' ? 'und folgende' : withPeriod('und folgende', after),
    ),
    rule(
      'abbreviations',
      'period',
      String.raw`${START}(${anyOf(ABBREVIATIONS.keys())})\.(?!\p{Ll})`,
      ([, sign = ''], { after }) => {
        const entry = ABBREVIATIONS.get(sign)
        if (entry === undefined) return null
        if (
          entry.endsWith('*') &&
          (!/^[ -]?\p{L}/u.test(after) || (/^\p{Lu}/u.test(sign) && !/^[ -]?(?:[\p{Lu}d]|v\.)/u.test(after)))
        )
          return null
        if (entry.endsWith('#') && !/^ ?(?:\d|[IVX]+\b)/.test(after)) return null
        const isMaidenName = sign === 'geb' && /^ \p{Lu}\p{Ll}/u.test(after) && !endsSentence(after)
        const said = isMaidenName ? 'geborene' : entry.replace(/[*#]$/, '')
        const glue = /^\p{L}|^\d/u.test(after) ? ' ' : ''
        return `${endsSentence(after) && !entry.endsWith('*') ? `${said}.` : said}${glue}`
      },
    ),
    INITIALS,
    rule(
      'ordinals before nouns',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3}(?:\.\d{3})+|\d{1,7})\.(?= (\p{L}+))`,
      ([, number = '', noun = ''], { before }) => {
        const digits = digitsOf(number)
        const [last] = wordsBefore(before)
        const gender = genderOf(noun)
        const isLed =
          BEFORE_EN.has(last) ||
          BEFORE_E.has(last) ||
          (last !== '' && /(?:ein|kein|mein|sein|dein|ihr|unser)$/.test(last))
        if (gender === undefined && !isLed) return null
        if (gender === undefined && isSentenceStarter(noun))
          return digits.length === 4 ? null : `${ordinalAfter(digits, before, 'er')}.`
        return ordinalAfter(
          digits,
          before,
          gender ?? (noun.endsWith('e') || /(?:ung|heit|keit)$/.test(noun) ? 'e' : 'er'),
        )
      },
    ),
    rule(
      'ordinals at the end',
      'digit',
      String.raw`${NUMBER_START}(\d{1,7})\.(?=$|[,;:!?)])`,
      ([all, number = ''], { before, after }) => {
        const [last] = wordsBefore(before)
        const isLed = /^(?:der|die|das|am|den|dem|des|vom|zum|zur|jeder|jede|jedes|als|im)$/.test(last)
        if (before.trim() === '' && after.trim() === '' && /^\d+\.$/.test(all))
          return `${germanOrdinalStem(number)}er`
        return isLed && number.length < 4
          ? `${ordinalAfter(number, before, 'er')}${after.trim() === '' ? '.' : ''}`
          : null
      },
    ),
    rule(
      'ordinals with their ending',
      'digit',
      String.raw`${NUMBER_START}(\d{1,7})\.?(?:-)?(te|ten|ter|tes|tem|ste|sten|ster|stes)${END}`,
      ([, number = '', ending = '']) => `${germanOrdinalStem(number)}${ending.replace(/^s?t/, '')}`,
    ),
    rule(
      'times of something',
      'digit',
      String.raw`${NUMBER_START}(\d{1,4})-?(mal|fache[sn]?|fach|jährige[rnsm]?|jährig|stündige[rnsm]?|tägige[rnsm]?|stöckige[rnsm]?|köpfige[rnsm]?|prozentige[rnsm]?)${END}`,
      ([, number = '', rest = '']) =>
        `${number === '1' ? 'ein' : cardinal(number).replaceAll(' ', '')}${rest}`,
    ),
    rule(
      'years',
      'digit',
      String.raw`(?<![\p{L}\p{M}\p{N}$£€+.]|\d[,:/–-]|[-–]\d)(1[1-9]\d\d)(?![\p{L}\p{M}\p{N}%°]|[.,:/]\d)`,
      ([, number = ''], { after }) =>
        /^ (?:Mann|Männer|Frauen|Menschen|Soldaten|Mark|Taler|Gulden|Meter|Kilometer|Seiten|Stück|Jahre|Tage|Stunden|Einwohner)\b/.test(
          after,
        )
          ? null
          : year(number),
    ),
    rule(
      'one of something',
      'digit',
      String.raw`(?<![\p{L}\p{N}.,:/–-])1(?= \p{Lu}\p{Ll})`,
      (_, { after }) => {
        const noun = /^ (\p{L}+)/u.exec(after)?.[1] ?? ''
        return isFeminine(noun) ? 'eine' : 'ein'
      },
    ),
    rule(
      'scores',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3}) ?: ?(\d{1,3})(?![\p{L}\p{N}:])`,
      ([, one = '', other = '']) => `${cardinal(one)} zu ${cardinal(other)}`,
    ),
    ...plainNumberRules(format, { to: 'bis', times: 'mal' }),
    rule(
      'sums',
      'sign',
      String.raw`(?<=[\p{L}\p{N}] ?)([+=×÷−])(?= ?[\p{L}\p{N}])`,
      ([, sign = ''], { before, after }) => {
        const name =
          { '+': 'plus', '=': 'gleich', '×': 'mal', '÷': 'geteilt durch', '−': 'minus' }[sign] ?? ''
        return `${before.endsWith(' ') ? '' : ' '}${name}${after.startsWith(' ') ? '' : ' '}`
      },
    ),
    rule(
      'and',
      'sign',
      String.raw`(?<=[\p{L}\p{N}.] ?)&(?= ?[\p{L}\p{N}])`,
      (_, { before, after }) => `${before.endsWith(' ') ? '' : ' '}und${after.startsWith(' ') ? '' : ' '}`,
    ),
    rule('died and born', 'sign', String.raw`([†*])${SPACE}(?=\d|\p{L}+ \d{4})`, ([, sign = '']) =>
      sign === '†' ? 'gestorben ' : 'geboren ',
    ),
    ...signRules({
      '©': 'Copyright',
      '±': 'plus minus',
      '≈': 'ungefähr',
      '®': '',
      '™': '',
      '‰': 'Promille',
      '→': 'nach',
      '°': 'Grad',
      '§': 'Paragraph',
    }),
  ]
}
