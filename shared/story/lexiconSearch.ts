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
  readonly exact: string
  readonly folded: string
}

/**
 * Makes the search for some forms. A word begins and ends where a letter, a digit or a mark of one stands beside another
 * character, in every script; so in a script without spaces, a whole run of letters is one word. A form that begins or ends
 * with another character, such as “Dr.”, may touch a word there.
 */
export function createFormSearch<T>(forms: readonly Form<T>[]): FindForms<T> {
  const words = createTable<T>()
  const inside = createTable<T>()
  for (const form of forms) {
    const exact = straightened(form.written)
    const prepared = { ...form, exact, folded: folded(form.written) }
    if (form.isWord && isWordUnit(exact, 0)) {
      const { folded: letters } = prepared
      add(words, hashOf(letters, 0, endOfWord(letters, 0)), prepared)
    } else if (exact !== '') add(inside, hashOf(prepared.folded, 0, Math.min(START, exact.length)), prepared)
  }
  const starts = new Set([...inside.forms.values()].flat().map(({ exact }) => Math.min(START, exact.length)))
  return (text) => {
    const found: FormMatch<T>[] = []
    const exact = straightened(text)
    const letters = folded(text)
    if (words.forms.size > 0) findWords(words, exact, letters, found)
    for (const length of starts) findInside(inside, length, exact, letters, found)
    return found
  }
}

/** How many units of a form that is found anywhere are looked up at each place of a text. */
const START = 3

/** Forms by the hash of their first units, and a table that says at once that there is none. */
interface Table<T> {
  readonly mayHave: Uint8Array
  readonly forms: Map<number, Prepared<T>[]>
}

const createTable = <T>(): Table<T> => ({ mayHave: new Uint8Array(65_536), forms: new Map() })

function add<T>({ mayHave, forms }: Table<T>, hash: number, form: Prepared<T>): void {
  mayHave[hash & 0xffff] = 1
  const same = forms.get(hash)
  if (same === undefined) forms.set(hash, [form])
  else same.push(form)
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 0
  for (let index = start; index < end; index += 1) hash = nextHash(hash, text.charCodeAt(index))
  return hash
}

const nextHash = (hash: number, unit: number) => (Math.imul(hash, 31) + unit) | 0

function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length && isWordUnit(text, end)) end += 1
  return end
}

/** Looks up each word of a text. */
function findWords<T>(table: Table<T>, exact: string, letters: string, found: FormMatch<T>[]): void {
  const { mayHave, forms } = table
  let start = -1
  let hash = 0
  for (let index = 0; index <= letters.length; index += 1) {
    const unit = letters.charCodeAt(index) // NaN at the end, which is no part of a word
    const kind = unitKinds[unit] ?? IS_OTHER
    if (kind === IS_WORD || (kind !== IS_OTHER && isWordUnit(letters, index))) {
      if (start < 0) {
        start = index
        hash = 0
      }
      hash = nextHash(hash, unit)
      continue
    }
    if (start >= 0 && mayHave[hash & 0xffff] === 1) collect(forms.get(hash), start, exact, letters, found)
    start = -1
  }
}

/** Looks up each place of a text. */
function findInside<T>(
  table: Table<T>,
  length: number,
  exact: string,
  letters: string,
  found: FormMatch<T>[],
): void {
  for (let start = 0; start + length <= letters.length; start += 1) {
    const hash = hashOf(letters, start, start + length)
    if (table.mayHave[hash & 0xffff] === 1)
      collect(
        table.forms.get(hash)?.filter((form) => Math.min(START, form.exact.length) === length),
        start,
        exact,
        letters,
        found,
      )
  }
}

function collect<T>(
  forms: readonly Prepared<T>[] | undefined,
  start: number,
  exact: string,
  letters: string,
  found: FormMatch<T>[],
): void {
  for (const form of forms ?? []) {
    const isHere = form.isCaseSensitive
      ? exact.startsWith(form.exact, start)
      : letters.startsWith(form.folded, start)
    const end = start + form.exact.length
    if (isHere && (!form.isWord || isWholeWord(exact, start, end)))
      found.push({ start, end, value: form.value })
  }
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const isOpenBefore = start === 0 || !isWordUnit(text, start) || !isWordUnit(text, start - 1)
  const isOpenAfter = end === text.length || !isWordUnit(text, end - 1) || !isWordUnit(text, end)
  return isOpenBefore && isOpenAfter
}

const WORD = /[\p{L}\p{N}\p{M}]/u
/** What is known of each UTF-16 unit: 0 is nothing yet. */
const unitKinds = new Uint8Array(65_536)
const IS_WORD = 1
const IS_OTHER = 2

/** Whether the letter, digit or mark of a word stands at a place, which may be either half of a surrogate pair. */
function isWordUnit(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  const known = unitKinds[unit]
  if (known === IS_WORD) return true
  if (known === IS_OTHER) return false
  if (unit >= 0xd800 && unit <= 0xdfff) {
    const isLowHalf = unit >= 0xdc00
    return WORD.test(String.fromCodePoint(text.codePointAt(isLowHalf && index > 0 ? index - 1 : index) ?? 0))
  }
  const isWord = WORD.test(String.fromCharCode(unit))
  unitKinds[unit] = isWord ? IS_WORD : IS_OTHER
  return isWord
}

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
