/** Which headings and blocks of a story are those of a file: by the names that both know, else by their words. */
import type { SequenceEntry } from '../story/records.ts'
import { movedOffset } from '../story/mergeText.ts'
import { markOfWords, type IncomingEntry, type KnownEntry } from './incoming.ts'
import { matchTexts, sameWords, wordsIn } from './matchTexts.ts'

/** What a heading or block of the file, or several, are in the story. */
export interface Slot {
  /** The places of its entries in the story, one after the other; none for what the file adds. */
  readonly olds: readonly number[]
  /** The place of its entry in the file; of several, the first. */
  readonly fresh: number
  /** The words that each of `olds` gets, if the story divides the words of the file in another way. */
  readonly texts: readonly string[] | null
}

/** Blocks that make one paragraph. */
interface Unit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** More blocks of one paragraph are matched one by one. */
const MOST_DIVIDED = 20
/** So many lines have to have got each other’s names before names that only count lines are told from those that stay. */
const FEWEST_COUNTED = 3

/**
 * Matches the entries of a story with those of a file. `known` tells what the file said of an entry of the story when it was imported. The slots are
 * in the order of the file.
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

/** The slots of a paragraph that was found again. */
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
  // Words in quotation marks are blocks of their own only where the writer took that.
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

/** Whether most words of a text are among those of another. */
function isOf(text: string, whole: string): boolean {
  const words = wordsIn(text)
  const others = new Set(wordsIn(whole))
  return words.filter((word) => others.has(word)).length * 2 > words.length
}

/** Divides words where other ones, which they were before, were divided. */
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

/** The units of the file that have a name which one of the story has, too: the place of that one by theirs. */
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
 * Pairs by name without those of names that only count lines: a line that is added gives all that follow the name of the one before. If most of
 * the lines whose words changed have the words of another line, these names say nothing.
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

/** Pairs what the writer edited with what the file says as it said it before. */
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
    const said = placesOf(unit).map((place) => ({
      said: known(before[place]?.id ?? ''),
      text: textOf(before[place]),
    }))
    if (said.every((each) => each.said?.hasWords(each.text) !== false)) continue
    const words = said.map((each) => each.said?.words ?? '').join(' ')
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
 * The place of a heading of the story by that of a heading of the file: by its name, then by the words below it, and then by its title. A number in
 * the title is not what a chapter is known by: the chapters after a new one get other numbers.
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
  // The headings above each entry of the story, and of the file.
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
