/** Finds the written forms of many entries in a text at once, in a time that hardly grows with their number. */
import { workFor } from '../lib/patternRun.ts'
import type { Replacement } from '../lib/replacedText.ts'
import type { LexiconEntry } from './records.ts'
import { isUnspaced } from './words.ts'

/** A range of a text, in UTF-16 units, and its replacement. */
export interface LexiconHit extends Replacement {
  readonly entry: LexiconEntry
}

/** The result of a search in a text. */
export interface Found<Hits extends readonly LexiconHit[]> {
  readonly hits: Hits
  /** The number of words of the text, by `countWords`; null if the search did not count them. */
  readonly words: number | null
  /** The entries without hits because searching for them, or replacing them, would take too much work in this text. */
  readonly stopped: readonly LexiconEntry[]
}

/** Returns every occurrence of every form in a text, including overlapping ones; none at all if that would take too much work. */
export type FindForms = (text: string) => Found<LexiconHit[]>

/** The written form of an entry, with its letters folded for comparison. */
interface Form {
  readonly entry: LexiconEntry
  /** The hash of its first word, or of its first units if it may match anywhere. */
  readonly hash: number
  readonly exact: string
  readonly folded: string
}

/**
 * Creates the search for the forms of entries without patterns. A word begins and ends where a letter, a digit or
 * a combining mark meets another character, in every script; so in a script without spaces, a whole run of letters is one
 * word. A form that begins or ends with another character, such as “Dr.”, may touch a word there.
 */
export function createFormSearch(entries: readonly LexiconEntry[]): FindForms {
  const words: Form[] = []
  const inside: Form[] = []
  for (const entry of entries) {
    const exact = straightened(entry.written)
    if (exact === '') continue
    const isFromWord = entry.match === 'word' && isWordUnit(exact, 0)
    const hash = hashOf(exact, 0, isFromWord ? endOfWord(exact, 0) : startLengthOf(exact))
    const form = { entry, hash, exact, folded: folded(entry.written) }
    if (isFromWord) words.push(form)
    else inside.push(form)
  }
  const wordTable = createTable(words)
  const unitsOf = createUnitReader()
  const lengths = [...new Set(inside.map(({ exact }) => startLengthOf(exact)))]
  const insideTables = lengths.map((length) => ({
    length,
    table: createTable(inside.filter(({ exact }) => startLengthOf(exact) === length)),
  }))
  return (text) => {
    const search: Search = { text, hits: [], left: workFor(text), stopped: NONE }
    const count = words.length === 0 ? null : findWords(wordTable, search, unitsOf(text))
    for (const { length, table } of insideTables) findInside(table, length, search)
    if (search.left >= 0) return { hits: search.hits, words: count, stopped: NONE }
    const hit = search.hits.map(({ entry }) => entry)
    return { hits: [], words: count, stopped: [...new Set([...hit, ...search.stopped])] }
  }
}

const NONE: readonly LexiconEntry[] = []

/** The state of the search of a text. */
interface Search {
  readonly text: string
  readonly hits: LexiconHit[]
  /** The remaining work: below 0 the search stops. */
  left: number
  /** The entries that were skipped because no work was left. */
  stopped: readonly LexiconEntry[]
}

/** Forms that may match anywhere are looked up by at most this many first units. */
const START = 3

const startLengthOf = (exact: string) => Math.min(START, exact.length)

/** Forms by the hash of their first units. */
interface Table {
  /** 1 for each slot that has forms. Hardly any word of a story has one, and checking a byte is faster than checking the lists. */
  readonly isTaken: Uint8Array
  /** Its length is a power of two. */
  readonly forms: readonly (Forms | undefined)[]
}

/** The forms in one slot of the table: at each position of a text, one lookup for each length is enough. */
interface Forms {
  readonly all: Form[]
  readonly byLength: Map<number, Map<string, Form[]>>
}

/** Slots per form: enough that hardly any word hits a slot by chance. */
const PLACES = 16

function createTable(prepared: readonly Form[]): Table {
  const size = 2 ** Math.ceil(Math.log2(PLACES * Math.max(1, prepared.length)))
  const isTaken = new Uint8Array(size)
  const forms = new Array<Forms | undefined>(size)
  for (const form of prepared) {
    const place = form.hash & (size - 1)
    isTaken[place] = 1
    const { all, byLength } = (forms[place] ??= noForms())
    const { length } = form.exact
    const alike = byLength.get(length) ?? new Map<string, Form[]>()
    byLength.set(length, alike)
    const same = alike.get(form.folded)
    if (same === undefined) alike.set(form.folded, [form])
    else same.push(form)
    all.push(form)
  }
  return { isTaken, forms }
}

const noForms = (): Forms => ({ all: [], byLength: new Map() })

/** The forms in the slot of a hash; some may have a different hash. */
function formsAt({ isTaken, forms }: Table, hash: number): Forms | undefined {
  const place = hash & (isTaken.length - 1)
  return isTaken[place] === 0 ? undefined : forms[place]
}

/** The hash of some units of a text, the same for upper and lower case. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0
  for (let index = start; index < end; index += 1) hash = nextHash(hash, codeAt(text, index))
  return hash
}

const nextHash = (hash: number, code: number) => (Math.imul(hash, 31) + code) | 0

function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length && isWordUnit(text, end)) end += 1
  return end
}

/**
 * Looks up each word of a text, and also counts words as a writer does: from a letter or digit to the next white space. A plan
 * needs both. Returns null if the words cannot be counted in this way.
 */
function findWords(table: Table, search: Search, { units, isCountable }: Units): number | null {
  const { length } = search.text
  let count = 0
  let isAfterSpace = true
  let start = 0
  while (start < length) {
    let index = start
    let hash = 0
    for (; index < length; index += 1) {
      const code = codes[units[index] ?? 0] ?? BETWEEN
      if (code === BETWEEN) break
      hash = nextHash(hash, code)
    }
    if (index > start && isAfterSpace) {
      count += 1
      isAfterSpace = false
    }
    if (isSpace[units[index] ?? 0] === 1) isAfterSpace = true
    const forms = formsAt(table, hash)
    if (forms !== undefined) collect(forms, search, { hash, start, wordEnd: index })
    start = index + 1
  }
  return isCountable ? count : null
}

interface Units {
  /** The units of the text. Each half of a surrogate pair has its own code. */
  readonly units: Uint8Array | Uint16Array
  /** Whether letters and white space alone delimit words: there is no mark, no pair and no script without spaces. */
  readonly isCountable: boolean
}

/** The size of the buffer that a search reuses for its texts, most of which are shorter. */
const USUAL_UNITS = 8192

/**
 * Makes a function that reads the UTF-16 units of a text. They are valid until its next call. A loop over all letters of a text
 * reads them from an array in half the time that it takes from a string.
 */
function createUnitReader(): (text: string) => Units {
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(USUAL_UNITS)
  let wide = new Uint16Array(0)
  return (text) => {
    const { read, written } = encoder.encodeInto(text, bytes)
    if (read === text.length && written === read) return { units: bytes, isCountable: true } // all of it is ASCII
    if (wide.length < text.length) wide = new Uint16Array(Math.max(USUAL_UNITS, text.length))
    let isCountable = true
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index)
      const code = codes[unit] || readCode(text, index)
      const isInPair = codes[unit] === 0
      wide[index] = isInPair ? code : unit
      if (isInPair || isUncountable[unit] === 1) isCountable = false
    }
    return { units: wide, isCountable }
  }
}

/** Looks up each position of a text. */
function findInside(table: Table, length: number, search: Search): void {
  const { text } = search
  for (let start = 0; start + length <= text.length; start += 1) {
    const hash = hashOf(text, start, start + length)
    const forms = formsAt(table, hash)
    if (forms !== undefined) collect(forms, search, { hash, start })
  }
}

/** A place in a text, the hash of what begins there, and the end of the word that begins there, if known. */
interface Place {
  readonly hash: number
  readonly start: number
  readonly wordEnd?: number
}

/** Adds the forms that actually occur at a place, because equal hashes do not mean equal letters. */
function collect(forms: Forms, search: Search, { hash, start, wordEnd }: Place): void {
  const { text, hits } = search
  for (const [length, alike] of forms.byLength) {
    if (search.left < 0) return
    search.left -= LOOK_WORK + (length >> 1)
    const end = start + length
    if (end > text.length) continue
    const here = text.slice(start, end)
    for (const { entry, exact, hash: own } of alike.get(folded(here)) ?? []) {
      search.left -= HIT_WORK
      if (own !== hash || (entry.isCaseSensitive && straightened(here) !== exact)) continue
      if (entry.match === 'word' && end !== wordEnd && !isWholeWord(text, start, end)) continue
      hits.push({ start, end, spoken: entry.spoken, entry })
    }
  }
  if (search.left < 0) search.stopped = forms.all.map(({ entry }) => entry)
}

/** The work of one lookup, and of one found form. */
const LOOK_WORK = 16
const HIT_WORK = 16

function isWholeWord(text: string, start: number, end: number): boolean {
  const isOpenBefore = start === 0 || !isWordUnit(text, start) || !isWordUnit(text, start - 1)
  const isOpenAfter = end === text.length || !isWordUnit(text, end - 1) || !isWordUnit(text, end)
  return isOpenBefore && isOpenAfter
}

const WORD = /[\p{L}\p{N}\p{M}]/u
/** The code of anything between words. */
const BETWEEN = 1
/** The code of a letter, digit or mark that takes two units. */
const PAIR = 0x78
/** The codes of the units seen so far; 0 means not yet known. Each code maps to itself. */
const codes = new Uint16Array(65_536)
/** 1 for white space, for the units seen so far. */
const isSpace = new Uint8Array(65_536)
/** 1 for marks, and for letters of scripts without spaces, for the units seen so far. */
const isUncountable = new Uint8Array(65_536)
for (let unit = 0; unit < 128; unit += 1) readCode(String.fromCharCode(unit), 0)

/** A number that all units that compare as the same letter share. */
const codeAt = (text: string, index: number) => codes[text.charCodeAt(index)] || readCode(text, index)

function readCode(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  if (unit >= 0xd800 && unit <= 0xdfff) {
    // Either half of a pair is classified by the whole pair.
    const first = unit >= 0xdc00 && index > 0 ? index - 1 : index
    return WORD.test(String.fromCodePoint(text.codePointAt(first) ?? 0)) ? PAIR : BETWEEN
  }
  const letter = String.fromCharCode(unit)
  const code = WORD.test(letter) ? folded(letter).charCodeAt(0) : BETWEEN
  codes[unit] = code
  isSpace[unit] = /\s/.test(letter) ? 1 : 0
  isUncountable[unit] = /\p{M}/u.test(letter) || isUnspaced(letter) ? 1 : 0
  return code
}

/** Whether there is a letter, digit or mark of a word at a place. */
const isWordUnit = (text: string, index: number) => codeAt(text, index) !== BETWEEN

/** A text with one kind of apostrophe, whichever one was typed. */
function straightened(text: string): string {
  return text.replaceAll('’', "'")
}

/** A text with upper and lower case folded, with as many UTF-16 units as before. */
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
