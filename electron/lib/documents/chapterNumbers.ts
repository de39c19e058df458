/** The parts of a line that begins a chapter: its word, its number and its title, in the most common languages of books. */

/** The word beside the number, or the number alone; a named line has no number, such as “Epilogue”. */
export type ChapterLineKind = 'chapter' | 'part' | 'named' | 'number'

export interface ChapterLine {
  readonly kind: ChapterLineKind
  /** Null for a named line. */
  readonly number: number | null
  /** How the number is written; numbers of one series are written alike. */
  readonly shape: string
  /** The title after the number; '' if there is none. */
  readonly title: string
}

const words = (list: string) => new Set(list.split(' ').map(foldWord))

const CHAPTER_WORDS = words(
  'chapter chap canto letter scene stave kapitel kap brief szene auftritt gesang chapitre lettre scène chant ' +
    'capítulo capitulo cap carta escena capitolo lettera scena cena rozdział list pieśń глава письмо сцена явление песнь ' +
    'hoofdstuk kapitola розділ κεφάλαιο bölüm fejezet',
)
const PART_WORDS = words(
  'part book volume vol act epoch teil buch band akt aufzug epoche partie livre tome acte parte libro tomo volumen acto ' +
    'atto livro ato część księga tom часть книга том действие акт deel boek del díl частина μέρος βιβλίο kısım',
)
const NAMED = words(
  'prologue prolog prólogo prologo epilogue epilog épilogue epílogo epilogo interlude introduction preface foreword ' +
    'afterword conclusion vorwort nachwort einleitung vorspiel zwischenspiel nachspiel einführung préface avant-propos ' +
    'postface prefacio introducción prefazione introduzione conclusione prefácio introdução przedmowa wstęp posłowie ' +
    'wprowadzenie zakończenie пролог эпилог предисловие введение вступление послесловие заключение voorwoord nawoord ' +
    'inleiding förord efterord',
)
/** May occur between the word and its number, or before both. */
const ARTICLES = words('the der die das le la les el il lo o a')

/** Lower case without accents, so that all spellings compare as equal. */
function foldWord(word: string): string {
  if (/^[a-z'-]*$/i.test(word)) return word.toLowerCase()
  return word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .toLowerCase()
}

/** The number words of each language, from one on; each stem may take one of the endings. */
const NUMBER_WORDS: readonly (readonly [stems: string, endings: string])[] = [
  [
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
    '',
  ],
  [
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
    '',
  ],
  [
    'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
    '',
  ],
  [
    'erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst',
    'e er es en',
  ],
  [
    'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
    '',
  ],
  [
    'premi deux trois quatr cinqu six sept huit neuv dix onz douz treiz quatorz quinz seiz dix-sept dix-huit dix-neuv vingt',
    'er ère ième',
  ],
  [
    'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
    '',
  ],
  [
    'primer segund tercer cuart quint sext séptim octav noven décim undécim duodécim decimotercer decimocuart decimoquint decimosext decimoséptim decimoctav decimonoven vigésim',
    'o a',
  ],
  [
    'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
    '',
  ],
  [
    'prim second terz quart quint sest settim ottav non decim undicesim dodicesim tredicesim quattordicesim quindicesim sedicesim diciassettesim diciottesim diciannovesim ventesim',
    'o a',
  ],
  [
    'um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte',
    '',
  ],
  [
    'primeir segund terceir quart quint sext sétim oitav non décim undécim duodécim décimo-terceir décimo-quart décimo-quint décimo-sext décimo-sétim décimo-oitav décimo-non vigésim',
    'o a',
  ],
  [
    'jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia',
    '',
  ],
  [
    'pierwsz drug trzec czwart piąt szóst siódm ósm dziewiąt dziesiąt jedenast dwunast trzynast czternast piętnast szesnast siedemnast osiemnast dziewiętnast dwudziest',
    'y a e i ia ie',
  ],
  [
    'один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать',
    '',
  ],
  [
    'перв втор трет четверт пят шест седьм восьм девят десят одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат двадцат',
    'ый ая ое ой ий ья ье',
  ],
  ['een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien', ''],
  ['eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde', ''],
  ['första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte', ''],
]
/** Spellings that the table does not produce. */
const OTHER_WORDS: Readonly<Record<string, number>> = {
  ein: 1,
  primer: 1,
  tercer: 3,
  seconde: 2,
  ett: 1,
  en: 1,
  siebente: 7,
  siebentes: 7,
  siebenter: 7,
}
/** The words of tens from twenty on; each stem may take one of the endings. A word for ones may follow: “trente et unième”, “trentatré”. */
const TENS: readonly (readonly [stems: string, endings: string])[] = [
  ['twenty thirty forty fifty sixty seventy eighty ninety', ''],
  ['twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth', ''],
  ['zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig', ''],
  ['zwanzigst dreißigst vierzigst fünfzigst sechzigst siebzigst achtzigst neunzigst', 'e er es en'],
  ['vingt trente quarante cinquante soixante', ''],
  ['vingt trent quarant cinquant soixant', 'ième'],
  ['veinti', ''],
  ['veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa', ''],
  ['vigésim trigésim cuadragésim quincuagésim sexagésim', 'o a'],
  ['venti trenta quaranta cinquanta sessanta settanta ottanta novanta', ''],
  ['vent trent quarant cinquant sessant settant ottant novant', 'esimo esima'],
  ['vent trent quarant cinquant sessant settant ottant novant', ''],
  ['vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', ''],
  ['vigésim trigésim quadragésim quinquagésim sexagésim', 'o a'],
  ['dwadzieścia trzydzieści czterdzieści', ''],
  ['dwudziest trzydziest czterdziest', 'y a e'],
  ['двадцать тридцать сорок пятьдесят шестьдесят', ''],
  ['двадцат тридцат сороков пятидесят шестидесят', 'ый ая ое ой'],
  ['twintig dertig veertig vijftig zestig', ''],
  ['twintigste dertigste veertigste vijftigste zestigste', ''],
]
/** How words for ones begin or end only after tens. */
const ONES_AFTER_TENS: readonly (readonly [stems: string, endings: string])[] = [
  ['un deux trois quatr cinqu six sept huit neuv', 'ième'],
  ['un du tre quattr cinqu sei sett ott nov', 'esimo esima'],
]
/** Longer words are not numbers. */
const LONGEST_NUMBER_WORD = 40
const VALUES = numberWords()
const VALUES_OF_TENS = valuesOf(TENS, (index) => (index + 2) * 10)
const VALUES_AFTER_TENS = valuesOf(ONES_AFTER_TENS, (index) => index + 1)
/** “einundzwanzigstes”, “eenentwintig” */
const ONES_BEFORE_TENS = new RegExp(`^(\\p{L}+?)(?:und|en)(${[...VALUES_OF_TENS.keys()].join('|')})$`, 'u')

function valuesOf(
  table: readonly (readonly [stems: string, endings: string])[],
  valueAt: (index: number) => number,
): Map<string, number> {
  const values = new Map<string, number>()
  for (const [stems, endings] of table)
    for (const [index, stem] of stems.split(' ').entries())
      for (const ending of endings.split(' ')) values.set(foldWord(stem + ending), valueAt(index))
  return values
}

function numberWords(): ReadonlyMap<string, number> {
  const values = valuesOf(NUMBER_WORDS, (index) => index + 1)
  for (const [word, value] of Object.entries(OTHER_WORDS)) values.set(foldWord(word), value)
  return values
}

/** The value of a number in words, such as “Drittes”, “twenty-first” or “двадцать первая”; null for any other words. */
function valueOfWords(text: string): number | null {
  if (text.length > LONGEST_NUMBER_WORD) return null
  const word = foldWord(text)
  const simple = VALUES.get(word) ?? VALUES_OF_TENS.get(word)
  if (simple !== undefined) return simple
  for (const [start, tens] of VALUES_OF_TENS) {
    if (!word.startsWith(start)) continue
    const rest = word.slice(start.length).replace(/^(?:[\s-]+(?:(?:y|e|et)[\s-]+)?)?/, '')
    const ones = VALUES.get(rest) ?? VALUES_AFTER_TENS.get(rest)
    if (ones !== undefined && ones < 10) return tens + ones
  }
  const [, before = '', after = ''] = ONES_BEFORE_TENS.exec(word) ?? []
  const [ones = 10, tens = 0] = [VALUES.get(before), VALUES_OF_TENS.get(after)]
  return tens === 0 || ones > 9 ? null : tens + ones
}

const ROMAN = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,4})$/
const ROMAN_VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }

/** The value of a Roman numeral in capitals; null for other letters. */
export function romanValue(text: string): number | null {
  if (text === '' || text.length > 15 || !ROMAN.test(text)) return null
  const values = Array.from(text, (letter) => ROMAN_VALUES[letter] ?? 0)
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0)
}

/** A number at the beginning of a text, and the rest after it. */
interface LeadingNumber {
  readonly value: number
  readonly shape: string
  readonly rest: string
}

/** The letters that are numbers in Greek, up to ten. */
const GREEK = 'αβγδεϛζηθι'
const DIGITS = /^(\d{1,3})(?:st|nd|rd|th|er|re|e|ère|ème|º|ª|°|-?я|-?й)?(?![\p{L}\p{N}]|[.,:]\d)/u
const LETTERS = /^[\p{L}\p{M}]{1,24}(?:-[\p{L}\p{M}]{1,16})*/u
const TWO_WORDS = /^[\p{L}\p{M}]{1,16}\s(?:(?:y|e|et)\s)?[\p{L}\p{M}]{1,16}/iu

function leadingNumber(text: string, takesSmallRoman: boolean): LeadingNumber | null {
  const digits = DIGITS.exec(text)
  if (digits !== null)
    return { value: Number(digits[1]), shape: 'digits', rest: text.slice(digits[0].length) }
  const [letters = ''] = LETTERS.exec(text) ?? []
  if (letters === '') return null
  const greek = takesSmallRoman ? GREEK.indexOf(foldWord(letters)) + 1 : 0
  if (greek > 0 && /^\p{Script=Greek}$/u.test(letters))
    return { value: greek, shape: 'greek', rest: text.slice(letters.length).replace(/^[΄´'’ʹ]/u, '') }
  const roman = romanValue(takesSmallRoman ? letters.toUpperCase() : letters)
  if (roman !== null) return { value: roman, shape: 'roman', rest: text.slice(letters.length) }
  const [two = ''] = TWO_WORDS.exec(text) ?? []
  const value = two === '' ? null : valueOfWords(two)
  if (value !== null) return { value, shape: 'words', rest: text.slice(two.length) }
  const ofOne = valueOfWords(letters)
  return ofOne === null ? null : { value: ofOne, shape: 'words', rest: text.slice(letters.length) }
}

/** Longer lines are text. */
const LONGEST = 120
/** After a separator, a title of at most this length may end as a sentence does. */
const LONGEST_AFTER_SIGN = 68
/** Characters around a heading: emphasis, brackets and dashes. */
const DECORATION = /^[\s*_=~#[\]<>–—-]+|[\s*_=~#[\]<>–—-]+$/gu
const SEPARATOR = /^(?:\s*[.:,)\]–—-])+[_*=~]*\s*|^\s+/u
/** “Lamp.” and “the lamp” are not titles after a number without a separator. */
const SENTENCE_END = /[.!?…;,][\p{Pe}\p{Pf}"']*$/u
/** “3. Mai” and “12 May 1823” are dates. */
const MONTH = new RegExp(
  `^(?:${[
    'january february march april may june july august september october november december',
    'januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre',
    'janeiro fevereiro março maio junho julho setembro outubro novembro dezembro',
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
    'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  ]
    .join(' ')
    .replaceAll(' ', '|')})[.,]?(?:\\s+\\d{2,4})?$`,
  'iu',
)

/** “第三章　灯”, “제3장 등불”: the number stands within the word, and the title after it. */
const EAST_ASIAN =
  /^(?:第\s?(?<number>[〇零一二三四五六七八九十百千两兩\d０-９]{1,9})\s?(?<word>[章回节節話话幕篇編卷巻部集])|(?:제\s?)?(?<digits>\d{1,4})\s?(?<hangul>[장화회막부권편]))(?![\p{L}\p{N}]{0,3}[はがをのにと])(?<rest>.*)$/u
const EAST_ASIAN_PARTS = new Set('卷巻部篇編集부권편')
const EAST_ASIAN_DIGITS = '〇一二三四五六七八九'

/** The value of a number in Chinese characters or in digits of any width. */
function eastAsianValue(number: string): number {
  const digits = number
    .normalize('NFKC')
    .replaceAll('零', '〇')
    .replaceAll(/[两兩]/g, '二')
    .replaceAll(/[〇一二三四五六七八九]/g, (digit) => String(EAST_ASIAN_DIGITS.indexOf(digit)))
  if (/^\d+$/.test(digits)) return Number(digits)
  let [value, ones] = [0, 0]
  for (const letter of digits) {
    const unit = { 十: 10, 百: 100, 千: 1000 }[letter]
    if (unit === undefined) ones = ones * 10 + Number(letter)
    else {
      value += (ones || 1) * unit
      ones = 0
    }
  }
  return value + ones
}

function eastAsianLine(text: string): ChapterLine | null {
  const { number, word, digits, hangul, rest = '' } = EAST_ASIAN.exec(text)?.groups ?? {}
  const title = rest.replace(/^[\s:：、.．·—-]+/u, '').trim()
  const isSentence = /[。！？.!?」』”]$/u.test(title) || title.length > LONGEST_AFTER_SIGN
  // Other letters follow without a space only in Japanese and Chinese.
  const isJoined = hangul !== undefined && /^[\p{L}\p{N}]/u.test(rest)
  if ((number ?? digits) === undefined || isSentence || isJoined) return null
  const kind = EAST_ASIAN_PARTS.has(word ?? hangul ?? '') ? 'part' : 'chapter'
  return { kind, number: eastAsianValue(number ?? digits ?? ''), shape: word ?? hangul ?? '', title }
}

/** Reads a line as one that begins a chapter; null for any other line. */
export function parseChapterLine(line: string): ChapterLine | null {
  if (line.length > LONGEST) return null
  const text = line.replaceAll(DECORATION, '')
  const eastAsian = eastAsianLine(text)
  if (eastAsian !== null) return eastAsian
  const [first = ''] = LETTERS.exec(text) ?? []
  const word = foldWord(first)
  const kind = kindOfWord(word)
  if (kind !== null) {
    const rest = text.slice(first.length).replace(/^\.?[\s:]+/, '')
    const number = rest === text.slice(first.length) ? null : leadingNumber(withoutArticle(rest), true)
    return number === null ? null : chapterLine(kind, number, true)
  }
  if (NAMED.has(word) || (word === 'avant' && /^avant-propos/i.test(text))) {
    const rest = text.slice(first.length)
    const hasSign = /^\s*[.:–—-]/.test(rest)
    if (rest.trim() !== '' && !hasSign) return null
    return { kind: 'named', number: null, shape: 'named', title: rest.replace(SEPARATOR, '').trim() }
  }
  if (/^\p{Ll}/u.test(text)) return null
  const number = leadingNumber(withoutArticle(text), false)
  if (number === null || number.value === 0) return null
  const next = number.rest.replace(/^\.?\s+/, '')
  const [after = ''] = next === number.rest ? [] : (LETTERS.exec(next) ?? [])
  const kindAfter = kindOfWord(foldWord(after))
  if (kindAfter !== null) {
    const told = chapterLine(kindAfter, { ...number, rest: next.slice(after.length) }, true)
    if (told !== null) return told
  }
  return chapterLine('number', number, false)
}

function kindOfWord(word: string): 'chapter' | 'part' | null {
  return CHAPTER_WORDS.has(word) ? 'chapter' : PART_WORDS.has(word) ? 'part' : null
}

function withoutArticle(text: string): string {
  const article = /^\p{L}{1,3}(?=\s)/u.exec(text)?.[0] ?? ''
  const isArticle = ARTICLES.has(foldWord(article)) && valueOfWords(article) === null
  return isArticle ? text.slice(article.length).trimStart() : text
}

function chapterLine(
  kind: Exclude<ChapterLineKind, 'named'>,
  { value, shape, rest }: LeadingNumber,
  hasWord: boolean,
): ChapterLine | null {
  const title = rest.replace(SEPARATOR, '').trim()
  if (title === '') return { kind, number: value, shape, title }
  const hasSign = /^\s*[.:,)\]–—-]/.test(rest)
  if (!hasSign && !/^\s/.test(rest)) return null
  const isShort = hasSign && title.length <= LONGEST_AFTER_SIGN
  if (hasWord) return isShort || isTitle(title) ? { kind, number: value, shape, title } : null
  if (shape === 'words' || MONTH.test(title) || !isTitle(title)) return null
  return { kind, number: value, shape: `${shape}${hasSign ? '.' : ''} title`, title }
}

/** Whether words look like a title: short, with an initial capital, and without the end of a sentence unless all are in capitals. */
export function isTitle(text: string): boolean {
  const isInCapitals = !/\p{Ll}/u.test(text)
  return (
    text.length <= 80 &&
    /^[\p{Ps}\p{Pi}"'¿¡_*=~]*[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
    (isInCapitals || !SENTENCE_END.test(text.replace(/[_*=~]+$/, '')))
  )
}
