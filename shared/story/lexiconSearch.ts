/** Finding many written forms in a text at once, in a time that hardly grows with their number. */

/** A written form to find, and a value to know it by. */
export interface Form<T> {
  readonly written: string
  /** Whether the form is found as a whole word only. */
  readonly isWord: boolean
  readonly isCaseSensitive: boolean
  readonly value: T
}

export interface FormMatch<T> {
  readonly start: number
  readonly end: number
  readonly value: T
}

/** Gives every place of every form in a text, also those that overlap. Places are in UTF-16 units. */
export type FindForms<T> = (text: string) => FormMatch<T>[]

/** A form with its letters as they are compared. */
interface Prepared<T> extends Form<T> {
  /** Of its first word, or of its first units where it is found anywhere. */
  readonly hash: number
  readonly exact: string
  /** '' where its own case is compared alone. */
  readonly folded: string
}

/**
 * Makes the search for some forms. A word begins and ends where a letter, a digit or a mark of one stands beside another
 * character, in every script; so in a script without spaces, a whole run of letters is one word. A form that begins or ends
 * with another character, such as “Dr.”, may touch a word there.
 */
export function createFormSearch<T>(forms: readonly Form<T>[]): FindForms<T> {
  const words: Prepared<T>[] = []
  const inside: Prepared<T>[] = []
  for (const form of forms) {
    const exact = straightened(form.written)
    if (exact === '') continue
    const isFromWord = form.isWord && isWordUnit(exact, 0)
    const hash = hashOf(exact, 0, isFromWord ? endOfWord(exact, 0) : Math.min(START, exact.length))
    const same = form.isCaseSensitive ? '' : folded(form.written)
    const list = isFromWord ? words : inside
    list.push({ ...form, hash, exact, folded: same })
  }
  const [wordTable, insideTable] = [createTable(words), createTable(inside)]
  const starts = [...new Set(inside.map(({ exact }) => Math.min(START, exact.length)))]
  return (text) => {
    const found: FormMatch<T>[] = []
    if (words.length > 0) findWords(wordTable, text, found)
    for (const length of starts) findInside(insideTable, length, text, found)
    return found
  }
}

/** How many units of a form that is found anywhere are looked up at each place of a text. */
const START = 3

/** Forms by the hash of their first units. */
interface Table<T> {
  /** 0 where there is none. As many as a power of two. */
  readonly hashes: Int32Array
  /** At the indices of their hashes. */
  readonly forms: readonly (readonly Prepared<T>[] | undefined)[]
}

/** So many places for each hash that nearly every look-up ends at the first. */
const PLACES = 8

/** Forms as a table that is small and flat: each word of a long story is looked up, and nearly none is there. */
function createTable<T>(prepared: readonly Prepared<T>[]): Table<T> {
  const size = 2 ** Math.ceil(Math.log2(PLACES * Math.max(1, prepared.length)))
  const hashes = new Int32Array(size)
  const forms = new Array<Prepared<T>[] | undefined>(size)
  for (const form of prepared) {
    const place = placeOf(hashes, form.hash)
    hashes[place] = form.hash
    const same = forms[place]
    if (same === undefined) forms[place] = [form]
    else same.push(form)
  }
  return { hashes, forms }
}

/** The index of a hash, or of the free place where it belongs. */
function placeOf(hashes: Int32Array, hash: number): number {
  const last = hashes.length - 1
  let place = (hash >> 1) & last
  while (hashes[place] !== 0 && hashes[place] !== hash) place = (place + 1) & last
  return place
}

function formsAt<T>({ hashes, forms }: Table<T>, hash: number): readonly Prepared<T>[] | undefined {
  const place = placeOf(hashes, hash)
  return hashes[place] === 0 ? undefined : forms[place]
}

/** The hash of some units of a text, the same for upper and lower case. It is odd, and so never 0. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0
  for (let index = start; index < end; index += 1) hash = nextHash(hash, codeAt(text, index))
  return hash | 1
}

const nextHash = (hash: number, code: number) => (Math.imul(hash, 31) + code) | 0

function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length && isWordUnit(text, end)) end += 1
  return end
}

/** Looks up each word of a text. */
function findWords<T>(table: Table<T>, text: string, found: FormMatch<T>[]): void {
  const units = unitsOf(text)
  const { length } = text
  let start = 0
  while (start < length) {
    let index = start
    let hash = 0
    for (; index < length; index += 1) {
      const code = codes[units[index] ?? 0] ?? BETWEEN
      if (code === BETWEEN) break
      hash = nextHash(hash, code)
    }
    const forms = index > start ? formsAt(table, hash | 1) : undefined
    if (forms !== undefined) collect(forms, start, text, found, index)
    start = index + 1
  }
}

const encoder = new TextEncoder()
const ascii = new Uint8Array(8192)
let wide = new Uint16Array(8192)

/**
 * The UTF-16 units of a text, until the next call, all of which have a known code: letters are read from an array in half the time
 * that they take from a string. A half of a pair is given as its code.
 */
function unitsOf(text: string): Uint8Array | Uint16Array {
  const { read, written } = encoder.encodeInto(text, ascii)
  if (read === text.length && written === read) return ascii // a unit is a byte
  if (wide.length < text.length) wide = new Uint16Array(text.length)
  for (let index = 0; index < text.length; index += 1) {
    const code = codeAt(text, index)
    const unit = text.charCodeAt(index)
    wide[index] = codes[unit] === 0 ? code : unit
  }
  return wide
}

/** Looks up each place of a text. */
function findInside<T>(table: Table<T>, length: number, text: string, found: FormMatch<T>[]): void {
  for (let start = 0; start + length <= text.length; start += 1) {
    const forms = formsAt(table, hashOf(text, start, start + length))
    const asLong = forms?.filter((form) => Math.min(START, form.exact.length) === length)
    if (asLong !== undefined) collect(asLong, start, text, found)
  }
}

/**
 * Adds those of some forms that stand at a place: the same hash does not mean the same letters. `wordEnd` is the end of the word
 * that begins there, where that is known.
 */
function collect<T>(
  forms: readonly Prepared<T>[],
  start: number,
  text: string,
  found: FormMatch<T>[],
  wordEnd?: number,
): void {
  for (const form of forms) {
    const end = start + form.exact.length
    if (!isFormAt(form, text, start, end)) continue
    if (form.isWord && end !== wordEnd && !isWholeWord(text, start, end)) continue
    found.push({ start, end, value: form.value })
  }
}

function isFormAt<T>(
  { exact, folded: same, isCaseSensitive }: Prepared<T>,
  text: string,
  start: number,
  end: number,
) {
  if (text.startsWith(exact, start)) return true
  const here = text.slice(start, end)
  return isCaseSensitive ? straightened(here) === exact : folded(here) === same
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const isOpenBefore = start === 0 || !isWordUnit(text, start) || !isWordUnit(text, start - 1)
  const isOpenAfter = end === text.length || !isWordUnit(text, end - 1) || !isWordUnit(text, end)
  return isOpenBefore && isOpenAfter
}

const WORD = /[\p{L}\p{N}\p{M}]/u
/** The code of whatever stands between words. */
const BETWEEN = 1
/** The code of a letter, digit or mark that takes two units. */
const PAIR = 0x78
/** The codes of units that are known by now; 0 is not known. Each code is its own code. */
const codes = new Uint16Array(65_536)
for (let unit = 0; unit < 128; unit += 1) readCode(String.fromCharCode(unit), 0)

/** A number that the unit at a place has in common with those that are compared as the same letter. */
const codeAt = (text: string, index: number) => codes[text.charCodeAt(index)] || readCode(text, index)

function readCode(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  if (unit >= 0xd800 && unit <= 0xdfff) {
    // Either half of a pair asks what the whole of it is.
    const first = unit >= 0xdc00 && index > 0 ? index - 1 : index
    return WORD.test(String.fromCodePoint(text.codePointAt(first) ?? 0)) ? PAIR : BETWEEN
  }
  const letter = String.fromCharCode(unit)
  const code = WORD.test(letter) ? folded(letter).charCodeAt(0) : BETWEEN
  codes[unit] = code
  return code
}

/** Whether the letter, digit or mark of a word stands at a place. */
const isWordUnit = (text: string, index: number) => codeAt(text, index) !== BETWEEN

/** A text with one kind of apostrophe, whichever its typesetter chose. */
function straightened(text: string): string {
  return text.replaceAll('’', "'")
}

/** A text in which upper and lower case are the same, with as many UTF-16 units as before. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  const same =
    lower.length === text.length
      ? lower
      : Array.from(text, (letter) => {
          const small = letter.toLowerCase()
          return small.length === letter.length ? small : letter
        }).join('')
  return straightened(same).replaceAll('ς', 'σ')
}
