/**
 * The names in a text: which capitalised words are names, and where they occur. A capital at the beginning of a sentence means nothing, so
 * a word counts if it is also capitalised within sentences, or if a title or a verb of speech is beside it.
 */

export type Gender = 'male' | 'female'

/** Titles before names, without their period, with the gender that they imply. */
const TITLES: ReadonlyMap<string, Gender | null> = new Map([
  ...titles(
    'male',
    'mr mister sir lord master monsieur m herr don señor sr signor father brother uncle king prince duke count baron grandfather squire marse massa mistah reverend rev friar ' +
      'viscount earl marquis marquess baronet emperor bishop archbishop cardinal abbot archdeacon canon rabbi laird alderman grandpa granddad gaffer goodman farmer sheriff ' +
      'senhor meneer pan господин',
  ),
  ...titles(
    'female',
    'mrs ms miss mis missis missus lady madam madame mme mademoiselle mlle auntie aunty viscountess marchioness empress abbess granny grandma goody goodwife frau fräulein doña señora sra señorita signora mother sister aunt queen princess duchess countess baroness grandmother dame ' +
      'signorina senhora dona mevrouw fru fröken pani госпожа',
  ),
  ...titles(
    null,
    'dr doctor professor prof captain capt colonel col major general lieutenant sergeant inspector constable saint st judge justice nurse comrade cousin president commander commodore admiral officer detective corporal private lieut lt sgt cpl gen maj insp supt ensign trooper brigadier ' +
      'superintendent chief commissioner senator governor mayor ambassador consul minister secretary chancellor deacon elder hon honourable',
  ),
])
/** Titles that other languages write in lower case within a sentence: “el señor Ruiz”. */
const SMALL_TITLE =
  /(?<=^|[^\p{L}])(?<title>señor|señora|señorita|don|doña|signor|signora|signorina|senhor|senhora|dona|meneer|mevrouw|herr|fru|fröken|pan|pani|господин|госпожа|monsieur|madame|mademoiselle)\s$/u
const LONGEST_SMALL_TITLE = 14

/** Titles that distinguish people: two mentions with one of them and the same name are one person. */
const RANKS = new Set(
  'sir lord lady dr doctor professor captain colonel major general lieutenant sergeant inspector king queen prince princess duke duchess count countess emperor empress earl marquis marquess marchioness viscount viscountess baron baroness admiral commodore corporal lieutenant bishop archbishop cardinal squire governor father mother sister brother uncle aunt judge reverend nurse'.split(
    ' ',
  ),
)
const SHORT_FORMS: Readonly<Record<string, string>> = {
  doctor: 'dr',
  prof: 'professor',
  capt: 'captain',
  col: 'colonel',
  rev: 'reverend',
  gen: 'general',
  maj: 'major',
  lieut: 'lieutenant',
  lt: 'lieutenant',
  sgt: 'sergeant',
  cpl: 'corporal',
  insp: 'inspector',
  supt: 'superintendent',
  hon: 'honourable',
  mister: 'mr',
  st: 'saint',
}

function titles(gender: Gender | null, words: string): (readonly [string, Gender | null])[] {
  return words.split(' ').map((word) => [word, gender] as const)
}

/** Capitalised words that are not names in any context. */
const NOBODY = new Set(
  (
    'i he she they it we you his her their its our your my him them us me a an the this that these those there here what who whom whose which how why ' +
    'when where while then than though although and but or nor so yet for if as at in on of to by with from into upon about after before until since ' +
    'not no yes oh ah o well now just even only still once one two three both each every all some any many much more most such ' +
    'is are was were be been do did does had has have would shall should can could might must let never always ' +
    'god heaven heavens lord hell christ christmas easter english french german spanish italian russian american british european indian chinese irish scotch welsh latin greek ' +
    'chapter part book volume section act scene note contents illustration mr mrs ms miss street road avenue square house hotel college ' +
    'north south east west anglo presently suddenly finally whereupon thereupon perhaps indeed meanwhile afterwards instantly immediately directly everybody everyone somebody someone nobody nothing something anything ' +
    'good dear poor old young little thank thanks please hullo hello goodbye come go look see say said ' +
    'ay aye yea nay eh hey hi ha aha alas hush hallo halloa hurrah bravo amen bah pshaw hm ahem egad ' +
    'er sie es ich wir ihr aber und dann als der die ein eine nein ja wer wie da doch il ils elles je nous vous mais et alors quand le la les un une non oui que qui où ' +
    'él ellos ellas yo pero y entonces cuando el los las una sí qué quién cómo'
  ).split(' '),
)
/** Words that are names only if a known speaker has that name. */
const CALENDAR = new Set(
  'sunday monday tuesday wednesday thursday friday saturday january february march april may june july august september october november december will hall park church page'.split(
    ' ',
  ),
)
/** Words from `NOBODY` that may be a name nevertheless. */
const SOMETIMES = new Set(
  (
    'good dear poor old young little english french german spanish italian russian american british indian chinese irish scotch welsh latin greek two three north south east west ' +
    'lord street road square house christmas christ heaven'
  ).split(' '),
)
/** Words within a name. */
const PARTICLES = 'de|del|la|du|da|di|van|von|der|den|le'
/** A capitalised word, with an elided particle before it: “d’Artagnan”. */
const CAPITALISED =
  /(?:(?<![\p{L}\p{M}\p{N}’'])d[’'](?=\p{Lu}))?\p{Lu}(?<!(?<!(?<![\p{L}\p{M}\p{N}’'])d)[\p{L}\p{M}\p{N}’']\p{Lu})[\p{L}\p{M}]*(?:[’'-]\p{L}[\p{L}\p{M}]*)*/gu
/** A particle that belongs to a name, or means “of”. */
const ELIDED = /^d[’']/
const FEWEST_ELIDED = 3
const JOINED = new RegExp(`^(?:\\s{1,2}|\\s(?:(?:${PARTICLES})\\s){1,2})$`, 'u')
const ROMAN = /^[IVXLCDM]+$/
const POSSESSIVE = /[’']s$/iu
/** “I’m”, “D’you”. */
const CONTRACTED = /[’'](?:m|ll|ve|re|d|t|you|em|s)$/iu
/** The end of text before a capital that means nothing. */
const SENTENCE_START = /(?:^|[.!?…:;*_“”"‘«»„‹›「—–-])[\s)\]_’'”"]*$/u
const AFTER_TITLE =
  /(?:^|[^\p{L}])(?:Mrs?|Ms|Dr|St|Capt|Col|Prof|Rev|Lt|Lieut|Sgt|Cpl|Gen|Maj|Hon|Insp|Mme|Mlle|Messrs)\.\s$/u

/** An action, or “’s voice”, after a name. */
const ACTS =
  /^(?:[’']s voice|\s(?:\p{Ll}{2,}ed|said|says|was|is|had|has|did|went|came|stood|sat|took|shook|rose|ran|saw|knew|felt|thought|made|gave|got|looks|asks))(?![\p{L}])/u

/** A name in a text: from `start` to `end`, exclusive, without its “’s”. */
export interface Name {
  readonly start: number
  readonly end: number
  /** Its title in lower case without a period; '' if it has none. */
  readonly title: string
  readonly words: readonly string[]
  readonly isPossessive: boolean
}

/** The gender that a title implies; null if it implies none. */
export function genderOfTitle(title: string): Gender | null {
  return TITLES.get(title) ?? null
}

/** Whether a word, in the normal form of titles, is a title. */
export function isTitle(word: string): boolean {
  return TITLES.has(word)
}

/** Whether this title and a single name identify one person, unlike “Mr”, “Mrs” and “Miss”. */
export function isRank(title: string): boolean {
  return RANKS.has(title)
}

/** The normal form of a title, shared by all its spellings: “Doctor” and “Dr.” are “dr”. */
export function titleOf(word: string): string {
  const small = word.toLowerCase()
  return SHORT_FORMS[small] ?? small
}

/** Words of names of known speakers, in lower case, and those of them that are a whole name. */
export interface SpeakingWords {
  readonly all: ReadonlySet<string>
  readonly alone: ReadonlySet<string>
}

/** Which words are names in a text. In a language that capitalises nouns, only those of known speakers are. */
export function findNameWords(texts: readonly string[], speaking: SpeakingWords): (word: string) => boolean {
  const counts = countCapitals(texts)
  const usesCapitals = !hasCapitalNouns(counts)
  const known = new Map<string, boolean>()
  return (word) => {
    let isName = known.get(word)
    if (isName === undefined) known.set(word, (isName = isNameIn(word)))
    return isName
  }

  function isNameIn(word: string): boolean {
    if (word.length < 2 || ROMAN.test(word) || CONTRACTED.test(word)) return false
    const small = word.toLowerCase()
    // “d’Artagnan” is a name if “Artagnan” is none; “d’Athos” is “of Athos”.
    if (ELIDED.test(word)) {
      const { within: bare, starts: first } = counts.capitals.get(word.slice(2)) ?? NEVER
      const uses = counts.small.get(word)?.count ?? 0
      return uses >= FEWEST_ELIDED && uses > 10 * (bare + first)
    }
    const { within, starts, acts } = counts.capitals.get(word) ?? NEVER
    // “said Good”, “Irish agreed”
    if (NOBODY.has(small))
      return SOMETIMES.has(small) && speaking.alone.has(small) && within > 0 && within >= starts
    const inSmall = counts.small.get(small)?.count ?? 0
    // “May said”: the name of a speaker may be a common word.
    if (
      speaking.all.has(small) &&
      (within > 4 || (inSmall <= 2 * within + 1 && (within > 0 || !small.endsWith('ly'))))
    )
      return true
    if (CALENDAR.has(small)) return false
    if (inSmall === 0 && within === 0) return usesCapitals && acts > 0 && !small.endsWith('ly')
    return usesCapitals && (within > inSmall || (within + starts > 4 * inSmall && within > 0))
  }
}

/** How often a capitalised word occurs within sentences, begins them, and is their subject there. */
interface Uses {
  within: number
  starts: number
  acts: number
}

const NEVER: Readonly<Uses> = { within: 0, starts: 0, acts: 0 }

interface Counts {
  readonly capitals: ReadonlyMap<string, Readonly<Uses>>
  readonly small: ReadonlyMap<string, Readonly<{ count: number }>>
}

function countCapitals(texts: readonly string[]): Counts {
  const capitals = new Map<string, Uses>()
  const small = new Map<string, { count: number }>()
  for (const text of texts) {
    // Each word of a novel is examined, which would take several times as long with a regular expression.
    for (let start = 0, end = 0; start < text.length; start = Math.max(end, start + 1)) {
      if (kindAt(text, start) !== LETTER) continue
      end = endOfWord(text, start)
      const whole = text.slice(start, end)
      if (!isCapital(text, start)) {
        const uses = small.get(whole)
        if (uses === undefined) small.set(whole, { count: 1 })
        else uses.count++
        continue
      }
      const own = whole.replace(POSSESSIVE, '')
      let found = capitals.get(own)
      if (found === undefined) capitals.set(own, (found = { ...NEVER }))
      const before = text.slice(Math.max(0, start - 8), start)
      if (SENTENCE_START.test(before) && !AFTER_TITLE.test(before)) {
        found.starts++
        if (ACTS.test(text.slice(end, end + 20))) found.acts++
      } else found.within++
    }
  }
  return { capitals, small }
}

/** The kind of a character in a word. */
const [OTHER, LETTER, MARK] = [0, 1, 2]
/** The characters of languages with Latin script. */
const COMMON = Uint8Array.from({ length: 0x250 }, (_, code) => kindOf(String.fromCharCode(code)))

function kindOf(character: string): number {
  return /\p{L}/u.test(character) ? LETTER : /\p{M}/u.test(character) ? MARK : OTHER
}

function isCapital(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  // a to z are most of them.
  if (code >= 0x61 && code <= 0x7a) return false
  const letter = text[at] ?? ''
  return letter !== letter.toLowerCase()
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return COMMON[code] ?? (at < text.length ? kindOf(text[at] ?? '') : OTHER)
}

/** The end of the word that begins at a position: letters, with apostrophes and hyphens between them. */
function endOfWord(text: string, start: number): number {
  let end = start
  for (;;) {
    while (kindAt(text, end) !== OTHER) end++
    if (!JOINERS.includes(text.charCodeAt(end)) || kindAt(text, end + 1) !== LETTER) return end
    end++
  }
}

/** ’ ' - */
const JOINERS = [0x2019, 0x27, 0x2d]

/** Whether a language capitalises nouns: it has German rather than English function words. */
function hasCapitalNouns({ small }: Counts): boolean {
  const count = (words: string) =>
    words.split(' ').reduce((sum, word) => sum + (small.get(word)?.count ?? 0), 0)
  return (
    count('und der die das nicht ich ist war sich sagte fragte') >
    count('the and of to he she was said it that')
  )
}

/** A name that may have another word. */
interface OpenName {
  readonly start: number
  end: number
  title: string
  readonly words: string[]
  isPossessive: boolean
  isInitial: boolean
}

/** The names in a text, in order. */
export function namesIn(text: string, isNameWord: (word: string) => boolean): Name[] {
  const found: OpenName[] = []
  let open: OpenName | null = null
  for (const { 0: written, index: begin } of text.matchAll(CAPITALISED)) {
    const [whole, index] =
      ELIDED.test(written) && !isNameWord(written) ? [written.slice(2), begin + 2] : [written, begin]
    const isPossessive = POSSESSIVE.test(whole)
    const word = isPossessive ? whole.slice(0, -2) : whole
    const end = index + word.length
    const isInitial = word.length === 1 && text[end] === '.'
    if (open !== null && (open.isPossessive || !joinsName(text.slice(open.end, index), open))) open = null
    if (open !== null && open.words.length > 0 && beginsAnother(text, word, end)) open = null
    if (open === null) {
      open = beginName(text, word, index, isNameWord)
      if (open === null) continue
      open.isPossessive = isPossessive
      found.push(open)
    } else if (isSecondTitle(open, text, word, end)) {
      // “the Reverend Mr. Quill”: the second title is the one that others use.
      open.title = titleOf(word)
      open.end = end
    } else if (isInitial || isNameWord(word) || isNamed(open, word)) {
      if (!isInitial) open.words.push(word)
      open.end = end
      open.isInitial = isInitial
      open.isPossessive = isPossessive
    } else {
      // “To Tom Mr. Quill said”: a title begins another name.
      open = TITLES.has(titleOf(word)) ? beginName(text, word, index, isNameWord) : null
      if (open !== null) found.push(open)
    }
  }
  return found.filter(({ words }) => words.length > 0)
}

/** Whether a title follows another: “Rev. Mr. Quill”, “Miss Lady Ann”. */
function isSecondTitle({ title, words }: OpenName, text: string, word: string, end: number): boolean {
  // “Lady St Cloud” belongs to the family St Cloud.
  const isTitled = TITLES.has(titleOf(word)) && titleOf(word) !== 'saint' && isTitleOf(text, word, end)
  return title !== '' && words.length === 0 && isTitled
}

/** A title is followed by a name, even if it is a common word. */
function isNamed({ title, words }: OpenName, word: string): boolean {
  return title !== '' && words.length === 0 && !CONTRACTED.test(word)
}

function beginName(
  text: string,
  word: string,
  start: number,
  isNameWord: (word: string) => boolean,
): OpenName | null {
  const end = start + word.length
  const name = { start, end, title: '', words: [], isPossessive: false, isInitial: false }
  const title = titleOf(word)
  if ((TITLES.has(title) || TITLES.has(word.toLowerCase())) && isTitleOf(text, word, end))
    return { ...name, title }
  if (word.length === 1)
    return /^\.\s?\p{Lu}/u.test(text.slice(end, end + 3)) ? { ...name, isInitial: true } : null
  // “Mother said”: a title by itself can be a name.
  if (!isNameWord(word)) return null
  const small = SMALL_TITLE.exec(text.slice(Math.max(0, start - LONGEST_SMALL_TITLE), start))
  const smallTitle = small?.groups?.['title'] ?? ''
  return { ...name, start: start - (small?.[0].length ?? 0), title: smallTitle, words: [word] }
}

/** A name in a script without capitals, found beside a verb of speech; null for any other text. */
export function uncasedName(text: string): Name | null {
  const words = text.trim()
  if (words === '' || words.toLowerCase() !== words.toUpperCase()) return null
  return { start: 0, end: words.length, title: '', words: [words], isPossessive: false }
}

/** What follows a title: “Mr. Quill”, “Mr. van Loon”, “Mis’ Quill”. */
const TITLED = new RegExp(`^[.’']?\\s{1,2}(?:(?:${PARTICLES})\\s){0,2}\\p{Lu}`, 'u')
/** Titles with a period; after any other, a period ends the sentence. */
const ABBREVIATED = new Set(
  'mr mrs ms dr st m mme mlle fr hr sr sra srta capt col prof rev lt lieut sgt cpl gen maj hon insp supt ens messrs'.split(
    ' ',
  ),
)

/** Whether a name follows a title. In “She saw the Captain. Mira rose.”, none does. */
function isTitleOf(text: string, word: string, end: number): boolean {
  return TITLED.test(text.slice(end, end + 20)) && (text[end] !== '.' || ABBREVIATED.has(word.toLowerCase()))
}

/** Whether a word is a title after a name: “Lord Brandt Mme Quill” are two people in a list without commas. */
function beginsAnother(text: string, word: string, end: number): boolean {
  return genderOfTitle(titleOf(word)) !== null && isTitleOf(text, word, end)
}

/** Whether a capitalised word continues a name: “Mr. Quill”, “J. R. Quill”, “Ann van Quill”. */
function joinsName(
  between: string,
  { words, isInitial }: { readonly words: readonly string[]; readonly isInitial: boolean },
): boolean {
  if (words.length === 0 && TITLED.test(`${between}A`)) return true
  // “Mr. St. Cloud”
  if (words.at(-1) === 'St') return /^\.?\s{1,2}$/u.test(between)
  if (words.length === 0 || isInitial) return /^\.?\s{0,2}$/u.test(between)
  return words.length < 4 && JOINED.test(between)
}
