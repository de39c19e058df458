/** Positions on the globe and in books: degrees with minutes, compass points, and Bible verses. Each language supplies its words. */
import { NUMBER_START } from './commonRules.ts'
import { NUMBER_WORDS, romanNumber, type NumberWords } from './numbers.ts'
import { anyOf, END, listOf, rule, START, withPeriod, type SpokenRule } from './rule.ts'

export interface CompassWords {
  readonly words: NumberWords
  /** Singular and plural. */
  readonly degree: readonly [string, string]
  readonly minute: readonly [string, string]
  readonly second: readonly [string, string]
  /** The names of the four cardinal points by their letters. */
  readonly letters: Readonly<Record<string, string>>
  /** The names of points with two and three letters. */
  readonly points: Readonly<Record<string, string>>
  /** Points with three letters that are not words of the language in capitals. */
  readonly undotted: readonly string[]
  /** Spoken between two points: “north by east”. */
  readonly by?: string
}

const MINUTES = String.raw`(?: ?(\d{1,2})['’′](?: ?(\d{1,2})(?:["”″]|''|’’))?)`

/** Rules for latitudes, bearings and winds. */
export function compassRules(names: CompassWords): readonly SpokenRule[] {
  const { words, letters, points } = names
  const letter = `[${Object.keys(letters).join('')}]`
  const count = (digits: string, [one, many]: readonly [string, string]) =>
    `${digits === '1' ? words.counting(digits) : words.cardinal(digits)} ${digits === '1' ? one : many}`
  const pointOf = (sign: string) => {
    const name = sign.replaceAll(/[^A-Z]/g, '')
    return name.length === 1 ? letters[name] : points[name]
  }
  return [
    rule(
      'angles',
      'digit',
      String.raw`${NUMBER_START}(\d{1,3})°(?:${MINUTES}(?: ?(${letter})(?![\p{L}\p{N}'’])(\.?))?| ?(${letter})(?![\p{L}\p{N}'’])(\.?))`,
      ([, degrees = '', minutes, seconds, point, dot, onlyPoint, onlyDot], { after }) => {
        const sign = point ?? onlyPoint
        const said = [
          count(degrees, names.degree),
          ...(minutes === undefined ? [] : [count(minutes, names.minute)]),
          ...(seconds === undefined ? [] : [count(seconds, names.second)]),
          ...(sign === undefined ? [] : [letters[sign] ?? sign]),
        ].join(' ')
        return (dot ?? onlyDot) === '.' ? withPeriod(said, after) : said
      },
    ),
    rule(
      'bearings',
      'digit',
      String.raw`${START}(${letter})\.?(?= ?\d{1,2}°${MINUTES}? ?${letter}(?![\p{L}\p{N}'’]))`,
      ([, sign = '']) => letters[sign] ?? null,
    ),
    rule(
      'compass points',
      'initial',
      String.raw`(?<![\p{L}\p{N}.]|[\p{L}\p{N}.] )(${letter}\. ?${letter}\.(?: ?${letter}\.)?)(?![\p{L}\p{N}]|\.\p{L})|(?<=[\p{Ll},] )(${letter}\. ?${letter}\.(?: ?${letter}\.)?)(?![\p{L}\p{N}])`,
      ([, first, second], { after }) => {
        const sign = first ?? second ?? ''
        const name = pointOf(sign)
        const isInitials = sign.split('.').length < 4 && /^ \p{Lu}\p{Ll}/u.test(after)
        return name === undefined || isInitials ? null : withPeriod(name, after)
      },
    ),
    rule(
      'compass points without periods',
      'initial',
      String.raw`${START}(${anyOf(names.undotted)})${END}`,
      ([sign]) => points[sign] ?? null,
    ),
    ...(names.by === undefined
      ? []
      : [
          rule(
            'between compass points',
            'initial',
            String.raw`(?<=${letter}\.? ${names.by} )(${letter})(\.?)${END}|${START}(${letter})\.(?= ${names.by} ${letter}\b)`,
            ([, sign, dot, first], { after }) => {
              const name = letters[sign ?? first ?? ''] ?? null
              return name !== null && dot === '.' ? withPeriod(name, after) : name
            },
          ),
        ]),
  ]
}

export interface VerseWords {
  readonly words: NumberWords
  /** Full names of books by their short forms. */
  readonly books: ReadonlyMap<string, string>
  /** “First” for 1, 2 and 3, before the name. */
  readonly numbered: (number: number, name: string) => string
  readonly to: string
}

/** Verses: “Matt. v. 3”, “1 Cor. 13:4–7”. A short form without a verse needs its period. */
export function verseRule({ words, books, numbered, to }: VerseWords): SpokenRule {
  return rule(
    'verses',
    'digit',
    String.raw`${START}(?:([1-5]|I{1,3} )\.? ?)?(${anyOf(books.keys())})(\.?) (?:(\d{1,3})|([ivxlc]{1,7})\.?)(?:(?:[:,] ?|\. ?(?=\d)|(?<=[ivxlc]\.) ?)(\d{1,3})(?:[-–](\d{1,3}))?)?${END}`,
    ([, number, sign = '', dot, digits, numeral, verse, last]) => {
      const name = books.get(sign)
      const chapter = digits ?? romanNumber((numeral ?? '').toUpperCase())
      if (name === undefined || chapter === null) return null
      const isNumbered = number !== undefined && sign.length > 3
      if (
        verse === undefined &&
        (numeral !== undefined || (dot === '' && !isNumbered) || AMBIGUOUS.has(sign))
      )
        return null
      const said = [
        number === undefined
          ? name
          : numbered(number.startsWith('I') ? number.trim().length : Number(number), name),
        words.cardinal(String(chapter)),
        ...(verse === undefined ? [] : [words.cardinal(verse)]),
        ...(last === undefined ? [] : [to, words.cardinal(last)]),
      ]
      return said.join(' ')
    },
  )
}

/** Short forms that are also ranks and other words: “Gen. 3” may be a general. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  'Gen Col Rev Num Sam Dan Jon Is Am Os Mark Mk Tim Mi Ri'.split(' '),
)

/** A table of books: `Johannes: 'Joh Johannes'`. */
export function booksOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([name, signs]) => listOf(signs).map((sign) => [sign, name] as const)),
  )
}

export const GERMAN_PLACES: readonly SpokenRule[] = [
  ...compassRules({
    words: NUMBER_WORDS.de,
    degree: ['Grad', 'Grad'],
    minute: ['Minute', 'Minuten'],
    second: ['Sekunde', 'Sekunden'],
    letters: { N: 'Nord', O: 'Ost', E: 'Ost', S: 'Süd', W: 'West' },
    points: {
      NO: 'Nordost',
      SO: 'Südost',
      SW: 'Südwest',
      NW: 'Nordwest',
      NNO: 'Nordnordost',
      ONO: 'Ostnordost',
      OSO: 'Ostsüdost',
      SSO: 'Südsüdost',
      SSW: 'Südsüdwest',
      WSW: 'Westsüdwest',
      WNW: 'Westnordwest',
      NNW: 'Nordnordwest',
    },
    undotted: listOf('NNO ONO OSO SSO SSW WSW WNW NNW'),
  }),
  verseRule({
    words: NUMBER_WORDS.de,
    books: booksOf({
      Mose: 'Mose Mos',
      Samuel: 'Sam Samuel',
      Könige: 'Kön Könige',
      Chronik: 'Chr Chronik',
      Hiob: 'Hiob',
      Psalm: 'Ps Psalm',
      Sprüche: 'Spr Sprüche',
      Prediger: 'Pred Prediger',
      Jesaja: 'Jes Jesaja',
      Jeremia: 'Jer Jeremia',
      Hesekiel: 'Hes',
      Daniel: 'Dan',
      Matthäus: 'Matth Mt Matthäus',
      Markus: 'Mk Markus',
      Lukas: 'Luk Lk Lukas',
      Johannes: 'Joh Johannes',
      Apostelgeschichte: 'Apg',
      Römer: 'Röm Römer',
      Korinther: 'Kor Korinther',
      Galater: 'Gal',
      Epheser: 'Eph',
      Petrus: 'Petr Petrus',
      Hebräer: 'Hebr',
      Offenbarung: 'Offb Offenbarung',
    }),
    numbered: (number, name) =>
      /^(?:Mose|Samuel|Könige|Chronik)$/.test(name)
        ? `${['erstes', 'zweites', 'drittes', 'viertes', 'fünftes'][number - 1]} Buch ${name}`
        : `${['erster', 'zweiter', 'dritter'][number - 1] ?? number} ${name}`,
    to: 'bis',
  }),
]

export const SPANISH_PLACES: readonly SpokenRule[] = [
  ...compassRules({
    words: NUMBER_WORDS.es,
    degree: ['grado', 'grados'],
    minute: ['minuto', 'minutos'],
    second: ['segundo', 'segundos'],
    letters: { N: 'norte', E: 'este', S: 'sur', O: 'oeste', W: 'oeste' },
    // Without “S. E.”, which is a title of address.
    points: {
      NE: 'nordeste',
      NO: 'noroeste',
      SO: 'suroeste',
      NNE: 'nornordeste',
      ENE: 'estenordeste',
      ESE: 'estesudeste',
      SSE: 'sursudeste',
      SSO: 'sursuroeste',
      OSO: 'oestesuroeste',
      ONO: 'oestenoroeste',
      NNO: 'nornoroeste',
    },
    undotted: listOf('NNE SSE SSO NNO'),
  }),
  verseRule({
    words: NUMBER_WORDS.es,
    books: booksOf({
      Génesis: 'Gn Gén Génesis',
      Éxodo: 'Éx Éxodo',
      Samuel: 'Sam Samuel',
      Reyes: 'Re Reyes',
      Salmo: 'Sal Salmo',
      Proverbios: 'Prov Pr Proverbios',
      Eclesiastés: 'Ecl Eclesiastés',
      Isaías: 'Is Isaías',
      Jeremías: 'Jer Jeremías',
      Mateo: 'Mt Mateo',
      Marcos: 'Mc Marcos',
      Lucas: 'Lc Lucas',
      Juan: 'Jn Juan',
      Hechos: 'Hch Hechos',
      Romanos: 'Rom Rm Romanos',
      Corintios: 'Cor Co Corintios',
      Gálatas: 'Gál',
      Efesios: 'Ef Efesios',
      Pedro: 'Pe Pedro',
      Hebreos: 'Heb Hebreos',
      Apocalipsis: 'Ap Apocalipsis',
    }),
    numbered: (number, name) =>
      /^(?:Samuel|Reyes)$/.test(name)
        ? `${number === 1 ? 'primer' : 'segundo'} libro de ${name}`
        : `${['primera', 'segunda', 'tercera'][number - 1] ?? number} de ${name}`,
    to: 'a',
  }),
]
