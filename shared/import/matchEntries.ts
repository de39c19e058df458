/** Matches the headings and blocks of a story with those of a file: by name if both have it, otherwise by their words. */
import type { SequenceEntry } from '../story/records.ts'
import { movedOffset } from '../story/mergeText.ts'
import { markOfWords, type IncomingEntry, type KnownEntry } from './incoming.ts'
import { matchTexts, sameWords, wordsIn } from './matchTexts.ts'

/** An entry of the file, or several entries of one paragraph, with the matched entries of the story. */
export interface Slot {
  /** The indices of its entries in the story, ascending; empty if the file adds it. */
  readonly olds: readonly number[]
  /** The index of its entry in the file; of the first if there are several. */
  readonly fresh: number
  /** The words for each of `olds` if the story divides the file’s words differently; otherwise null. */
  readonly texts: readonly string[] | null
}

/** The blocks of one paragraph, from index `start` to before `end`, and their joined text. */
interface Unit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A paragraph with more blocks in the story is matched block by block. */
const MOST_DIVIDED = 20
/** How many renamed lines are needed to conclude that names are only line numbers. */
const FEWEST_COUNTED = 3

/**
 * Matches the entries of a story with those of a file. `known` returns the marks of an entry of the story from the file’s last import. Returns the
 * slots in the order of the file.
 */
export function matchEntries(
  before: readonly SequenceEntry[],
  after: readonly IncomingEntry[],
  known: (id: string) => KnownEntry | undefined,
): Slot[] {
  const nameOf = (id: string) => known(id)?.name ?? ''
  const records = after.map(({ record }) => record)
  const [oldUnits, newUnits] = [unitsOf(before), unitsOf(records)]
  const pairs = pairsByName(before, after, { oldUnits, newUnits, nameOf })
  pairEdited(before, records, { oldUnits, newUnits, known }, pairs)
  const { matches, joined } = matchTexts(
    oldUnits.map(({ text }) => text),
    newUnits.map(({ text }) => text),
    pairs,
  )
  const joins = new Map(joined.map((each) => [each.after[0], each]))
  const slots: Slot[] = []
  for (const [index, unit] of newUnits.entries()) {
    const from = matches[index] ?? -1
    const old = oldUnits[from]
    const join = joins.get(index)
    if (from === -2) continue
    if (join !== undefined) {
      const olds = join.before.flatMap((place) => placesOf(oldUnits[place]))
      slots.push({ olds, fresh: unit.start, texts: olds.map((place) => textOf(before[place])) })
    } else if (old === undefined) {
      for (const fresh of placesOf(unit)) slots.push({ olds: [], fresh, texts: null })
    } else slots.push(...slotsOf(before, records, old, unit))
  }
  const chapters = matchChapters(before, after, { slots, nameOf })
  for (const [fresh, record] of records.entries())
    if (record.type === 'chapter') {
      const old = chapters.get(fresh)
      slots.push({ olds: old === undefined ? [] : [old], fresh, texts: null })
    }
  return slots.sort((a, b) => a.fresh - b.fresh)
}

function unitsOf(entries: readonly SequenceEntry[]): Unit[] {
  const units: { start: number; end: number; texts: string[] }[] = []
  let open: (typeof units)[number] | undefined
  for (const [place, entry] of entries.entries()) {
    if (entry.type === 'chapter') open = undefined
    else if (open !== undefined && entry.breakBefore === 'sentence' && entry.name === '') {
      open.end = place + 1
      open.texts.push(entry.text)
    } else units.push((open = { start: place, end: place + 1, texts: [entry.text] }))
  }
  return units.map(({ start, end, texts }) => ({ start, end, text: texts.join(' ') }))
}

const placesOf = (unit: Unit | undefined) =>
  unit === undefined ? [] : Array.from({ length: unit.end - unit.start }, (_, index) => unit.start + index)

const textOf = (entry: SequenceEntry | undefined) =>
  entry === undefined ? '' : entry.type === 'chapter' ? entry.title : entry.text

/** The slots of a paragraph that is in both. */
function slotsOf(
  before: readonly SequenceEntry[],
  after: readonly SequenceEntry[],
  old: Unit,
  unit: Unit,
): Slot[] {
  const [olds, news] = [placesOf(old), placesOf(unit)]
  const [fresh = 0] = news
  if (olds.length === news.length)
    return news.map((place, index) => ({ olds: olds.slice(index, index + 1), fresh: place, texts: null }))
  if (sameWords(old.text) === sameWords(unit.text))
    return [{ olds, fresh, texts: olds.map((place) => textOf(before[place])) }]
  if (olds.length > news.length && olds.length <= MOST_DIVIDED)
    return [
      {
        olds,
        fresh,
        texts: divideAs(
          olds.map((place) => textOf(before[place])),
          unit.text,
        ),
      },
    ]
  // The file’s parts may be quotations that the writer did not want as separate blocks.
  const isDividedMore = news.every((place) => isOf(textOf(after[place]), old.text))
  if (isDividedMore && olds.length <= MOST_DIVIDED)
    return [
      {
        olds,
        fresh,
        texts: divideAs(
          olds.map((place) => textOf(before[place])),
          unit.text,
        ),
      },
    ]
  const { matches } = matchTexts(
    olds.map((place) => textOf(before[place])),
    news.map((place) => textOf(after[place])),
  )
  return news.map((place, index) => {
    const from = matches[index] ?? -1
    return { olds: from < 0 ? [] : olds.slice(from, from + 1), fresh: place, texts: null }
  })
}

/** Whether more than half of the words of a text are in another. */
function isOf(text: string, whole: string): boolean {
  const words = wordsIn(text)
  const others = new Set(wordsIn(whole))
  return words.filter((word) => others.has(word)).length * 2 > words.length
}

/** Divides changed words at the places at which `parts`, their earlier version, were divided. */
function divideAs(parts: readonly string[], words: string): string[] {
  const whole = parts.join(' ')
  let end = 0
  let from = 0
  return parts.map((part, index) => {
    end += part.length + 1
    const to = index === parts.length - 1 ? words.length : Math.max(from, movedOffset(whole, words, end - 1))
    const piece = words.slice(from, to).trim()
    from = to
    return piece
  })
}

interface Names {
  readonly oldUnits: readonly Unit[]
  readonly newUnits: readonly Unit[]
  readonly nameOf: (id: string) => string
}

/** Pairs units with the same stored id or name: the index of the story’s unit by that of the file’s. */
function pairsByName(
  before: readonly SequenceEntry[],
  after: readonly IncomingEntry[],
  { oldUnits, newUnits, nameOf }: Names,
): Map<number, number> {
  const ids = new Map(before.map(({ id }, place) => [String(id), place]))
  const unitAt = new Map(oldUnits.map(({ start }, index) => [start, index]))
  const pairs = new Map<number, number>()
  const taken = new Set<number>()
  const add = (to: number, from: number) => {
    if (pairs.has(to) || taken.has(from)) return
    pairs.set(to, from)
    taken.add(from)
  }
  for (const [to, { start }] of newUnits.entries()) {
    const from = unitAt.get(ids.get(after[start]?.storedId ?? '') ?? -1)
    if (from !== undefined) add(to, from)
  }
  const oldNames = Map.groupBy(oldUnits.keys(), (index) => {
    const entry = before[oldUnits[index]?.start ?? 0]
    return entry?.type !== 'block' ? '' : entry.name === '' ? nameOf(entry.id) : entry.name
  })
  const newNames = Map.groupBy(newUnits.keys(), (index) => after[newUnits[index]?.start ?? 0]?.name ?? '')
  const byName: [number, number][] = []
  for (const [name, news] of newNames) {
    const olds = name === '' ? [] : (oldNames.get(name) ?? [])
    const words = Map.groupBy(olds, (from) => sameWords(oldUnits[from]?.text ?? ''))
    const rest = news.filter((to) => {
      const from = words.get(sameWords(newUnits[to]?.text ?? ''))?.shift()
      if (from !== undefined) byName.push([to, from])
      return from === undefined
    })
    const left = olds.filter((from) => words.get(sameWords(oldUnits[from]?.text ?? ''))?.includes(from))
    for (const [index, to] of rest.entries()) {
      const from = left[index]
      if (from !== undefined) byName.push([to, from])
    }
  }
  for (const [to, from] of withoutCounted(byName, oldUnits, newUnits)) add(to, from)
  return pairs
}

/**
 * Pairs by name, without the changed lines if the names are only line numbers: one added line renames all lines after it. Names are
 * considered numbers if most of the changed lines have the words of another line.
 */
function withoutCounted(
  pairs: readonly [number, number][],
  oldUnits: readonly Unit[],
  newUnits: readonly Unit[],
): readonly [number, number][] {
  const once = (units: readonly Unit[]) => {
    const places = new Map<string, number>()
    for (const [index, { text }] of units.entries()) {
      const key = sameWords(text)
      places.set(key, places.has(key) ? -1 : index)
    }
    return places
  }
  const [olds, news] = [once(oldUnits), once(newUnits)]
  const isChanged = ([to, from]: readonly [number, number]) =>
    sameWords(newUnits[to]?.text ?? '') !== sameWords(oldUnits[from]?.text ?? '')
  const changed = pairs.filter(isChanged)
  const isCounted = ([to, from]: readonly [number, number]) =>
    (olds.get(sameWords(newUnits[to]?.text ?? '')) ?? -1) >= 0 ||
    (news.get(sameWords(oldUnits[from]?.text ?? '')) ?? -1) >= 0
  const counted = changed.filter(isCounted)
  if (counted.length < FEWEST_COUNTED || counted.length * 2 <= changed.length) return pairs
  return pairs.filter((pair) => !isChanged(pair))
}

interface KnownUnits {
  readonly oldUnits: readonly Unit[]
  readonly newUnits: readonly Unit[]
  readonly known: (id: string) => KnownEntry | undefined
}

/** Pairs units that the writer edited with units that the file still has as last imported. */
function pairEdited(
  before: readonly SequenceEntry[],
  after: readonly SequenceEntry[],
  { oldUnits, newUnits, known }: KnownUnits,
  pairs: Map<number, number>,
): void {
  const taken = new Set(pairs.values())
  const edited = new Map<string, number>()
  for (const [from, unit] of oldUnits.entries()) {
    if (taken.has(from)) continue
    const blocks = placesOf(unit).map((place) => ({
      imported: known(before[place]?.id ?? ''),
      text: textOf(before[place]),
    }))
    if (blocks.every(({ imported, text }) => imported?.hasWords(text) !== false)) continue
    const words = blocks.map(({ imported }) => imported?.words ?? '').join(' ')
    edited.set(words, edited.has(words) ? -1 : from)
  }
  if (edited.size === 0) return
  const places = Map.groupBy(newUnits.keys(), (to) =>
    placesOf(newUnits[to])
      .map((place) => markOfWords(textOf(after[place])))
      .join(' '),
  )
  for (const [words, from] of edited) {
    const [to = -1, ...others] = places.get(words) ?? []
    if (from < 0 || to < 0 || others.length > 0 || pairs.has(to)) continue
    const both = sameWords(`${newUnits[to]?.text ?? ''}${newUnits[to + 1]?.text ?? ''}`)
    if (!sameWords(oldUnits[from]?.text ?? '').startsWith(both)) pairs.set(to, from)
  }
}

interface Chapters {
  readonly slots: readonly Slot[]
  readonly nameOf: (id: string) => string
}

/**
 * Matches the headings: by name, then by the words below them, and then by title. Titles come last because a new chapter may renumber those after
 * it. Returns the index of the story’s heading by that of the file’s.
 */
function matchChapters(
  before: readonly SequenceEntry[],
  after: readonly IncomingEntry[],
  { slots, nameOf }: Chapters,
): Map<number, number> {
  const pairs = new Map<number, number>()
  const taken = new Set<number>()
  const add = (fresh: number, old: number) => {
    if (pairs.has(fresh) || taken.has(old)) return
    pairs.set(fresh, old)
    taken.add(old)
  }
  const headings = (entries: readonly SequenceEntry[]) =>
    entries.flatMap((entry, place) =>
      entry.type === 'chapter' ? [{ place, id: entry.id, title: entry.title }] : [],
    )
  const [olds, news] = [headings(before), headings(after.map(({ record }) => record))]
  const byName = Map.groupBy(olds, ({ id }) => nameOf(id))
  for (const { place } of news) {
    const name = after[place]?.name ?? ''
    const old = name === '' ? undefined : byName.get(name)?.shift()
    if (old !== undefined) add(place, old.place)
  }
  // The index of the heading above each entry; -1 if there is none.
  const above = (entries: readonly SequenceEntry[]) => {
    let heading = -1
    return entries.map(({ type }, place) => (heading = type === 'chapter' ? place : heading))
  }
  const [oldAbove, newAbove] = [above(before), above(after.map(({ record }) => record))]
  const shared = new Map<string, { readonly fresh: number; readonly old: number; letters: number }>()
  for (const { olds: places, fresh } of slots) {
    const [old = -1, heading = -1] = [oldAbove[places[0] ?? -1], newAbove[fresh]]
    if (old < 0 || heading < 0) continue
    const key = `${old} ${heading}`
    const there = shared.get(key)
    const letters = textOf(after[fresh]?.record).length + 1
    if (there === undefined) shared.set(key, { fresh: heading, old, letters })
    else there.letters += letters
  }
  const title = (entries: readonly SequenceEntry[], place: number) => sameWords(textOf(entries[place]))
  const isSameTitle = (fresh: number, old: number) =>
    sameWords(textOf(after[fresh]?.record)) === title(before, old)
  const likely = [...shared.values()].sort((a, b) => b.letters - a.letters)
  for (const { fresh, old } of likely) if (isSameTitle(fresh, old)) add(fresh, old)
  for (const { fresh, old } of likely) add(fresh, old)
  const rest = olds.filter(({ place }) => !taken.has(place))
  const { matches } = matchTexts(
    rest.map((each) => each.title),
    news.map(({ place, title: written }) => (pairs.has(place) ? '' : written)),
  )
  for (const [index, { place }] of news.entries()) {
    const old = rest[matches[index] ?? -1]
    if (old !== undefined && textOf(after[place]?.record) !== '') add(place, old.place)
  }
  return pairs
}
