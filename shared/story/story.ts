/**
 * A story in memory: its records by id, and the two orders that everything needs, kept sorted. `Story` values are immutable; `apply`
 * (changes.ts) makes the next one and keeps every unchanged part, so that comparing identities shows what to draw again.
 */
import * as z from 'zod'
import { derive } from '../lib/derive.ts'
import { MAX_STORED_TEXT } from './limits.ts'
import type {
  Character,
  LexiconEntry,
  Music,
  RecordId,
  SequenceEntry,
  StoryInfo,
  StoryRecord,
} from './records.ts'

/**
 * The records of a story, by id. Each typed letter makes a new story: it shares the map of the previous story and holds the changes since
 * then in its own small map.
 */
export type RecordMap = ReadonlyMap<RecordId, StoryRecord>

/** The most changed records that a map holds on top of the shared one. With more, a full map is made. */
const MOST_CHANGED = 64

/** The map with some records put and others, which it must contain, removed. The order is that of a `Map` with the same changes. */
export function withRecords(
  records: RecordMap,
  puts: readonly StoryRecord[],
  removed: readonly RecordId[],
): RecordMap {
  const shared = records instanceof ChangedRecords ? records.shared : records
  const isSmall = removed.length === 0 && puts.every(({ id }) => shared.has(id))
  const changed = new Map(records instanceof ChangedRecords ? records.changed : [])
  if (isSmall && changed.size + puts.length <= MOST_CHANGED) {
    for (const record of puts) changed.set(record.id, record)
    return new ChangedRecords(shared, changed)
  }
  const whole = new Map(records)
  for (const id of removed) whole.delete(id)
  for (const record of puts) whole.set(record.id, record)
  return whole
}

/** A map with different values for some of its keys. */
class ChangedRecords implements RecordMap {
  readonly shared: RecordMap
  readonly changed: RecordMap

  constructor(shared: RecordMap, changed: RecordMap) {
    this.shared = shared
    this.changed = changed
  }

  get size(): number {
    return this.shared.size
  }

  get(id: RecordId): StoryRecord | undefined {
    return this.changed.get(id) ?? this.shared.get(id)
  }

  has(id: RecordId): boolean {
    return this.shared.has(id)
  }

  keys(): MapIterator<RecordId> {
    return this.shared.keys()
  }

  *values(): MapIterator<StoryRecord> {
    for (const [id, record] of this.shared) yield this.changed.get(id) ?? record
  }

  *entries(): MapIterator<[RecordId, StoryRecord]> {
    for (const [id, record] of this.shared) yield [id, this.changed.get(id) ?? record]
  }

  [Symbol.iterator](): MapIterator<[RecordId, StoryRecord]> {
    return this.entries()
  }

  forEach(act: (record: StoryRecord, id: RecordId, records: RecordMap) => void): void {
    for (const [id, record] of this) act(record, id, this)
  }
}

export interface Story {
  readonly info: StoryInfo
  readonly records: RecordMap
  /** Blocks and chapters in story order. */
  readonly sequence: readonly SequenceEntry[]
  /** Characters in the order of the cast list. */
  readonly cast: readonly Character[]
  /** The lexicon of the story and its characters. */
  readonly lexicon: readonly LexiconEntry[]
  /** Music and effects, by their ids; `musicLayout` places them. */
  readonly music: readonly Music[]
  /** The words spoken before and after the story in an audiobook; null if there are none. Not a record of the story. */
  readonly credits: Credits | null
  /** The lexicon of all stories: the app's own entries, which are not records of the story. */
  readonly commonLexicon: readonly LexiconEntry[]
}

const creditSchema = z.string().max(MAX_STORED_TEXT)
/** The words of the credits; empty words are not spoken. */
export const creditsSchema = z.strictObject({ opening: creditSchema, closing: creditSchema }).readonly()
export type Credits = z.infer<typeof creditsSchema>

interface Ranked {
  readonly id: string
  readonly rank: string
}

/** Order by rank; equal ranks (two writers, a merge) fall back to the id, so that order is always total. */
export function compareRank(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/**
 * Builds a story from its records in any order. It does not have the lexicon for all stories yet (`withCommonLexicon`).
 * Throws if there is not exactly one story record: that is a damaged file.
 */
export function storyFromRecords(records: Iterable<StoryRecord>): Story {
  const byId = new Map<RecordId, StoryRecord>()
  let info: StoryInfo | undefined
  for (const record of records) {
    if (record.type === 'story') {
      if (info !== undefined) throw new Error('A story has one story record, and this has two')
      info = record
    }
    byId.set(record.id, record)
  }
  if (info === undefined) throw new Error('A story has one story record, and this has none')
  return {
    info,
    records: byId,
    sequence: sortSequence(byId),
    cast: sortCast(byId),
    lexicon: lexiconOf(byId),
    music: musicOf(byId),
    credits: null,
    commonLexicon: NO_ENTRIES,
  }
}

const NO_ENTRIES: readonly LexiconEntry[] = []

/** A story with the entries of the lexicon for all stories; the same story and entries return the same object. */
export function withCommonLexicon(story: Story, commonLexicon: readonly LexiconEntry[]): Story {
  return story.commonLexicon === commonLexicon ? story : withCommon(story, commonLexicon)
}

const withCommon = derive((story: Story, commonLexicon: readonly LexiconEntry[]): Story => ({
  ...story,
  commonLexicon,
}))

/** A story with credits; the same story and words return the same object. Null leaves existing credits. */
export function withCredits(story: Story, credits: Credits | null): Story {
  const known = story.credits
  return credits === null || (credits.opening === known?.opening && credits.closing === known.closing)
    ? story
    : withWords(story, credits.opening, credits.closing)
}

const withWords = derive((story: Story, opening: string, closing: string): Story => ({
  ...story,
  credits: { opening, closing },
}))

/** A story whose words are sent as written; the same object for the same story. Its records stay. */
export const withoutLexicon = derive((story: Story): Story => ({
  ...story,
  lexicon: NO_ENTRIES,
  commonLexicon: NO_ENTRIES,
}))

/** All blocks and chapters of a record map, in story order. */
export function sortSequence(records: RecordMap): readonly SequenceEntry[] {
  const entries: SequenceEntry[] = []
  for (const record of records.values()) {
    if (record.type === 'block' || record.type === 'chapter') entries.push(record)
  }
  return entries.sort(compareRank)
}

/** All entries of the lexicon of a record map; always the same object if there are none. */
export function lexiconOf(records: RecordMap): readonly LexiconEntry[] {
  const entries: LexiconEntry[] = []
  for (const record of records.values()) if (record.type === 'lexiconEntry') entries.push(record)
  return entries.length === 0 ? NO_ENTRIES : entries
}

const NO_MUSIC: readonly Music[] = []

/** All music of a record map, in an order that does not depend on the map's; always the same object if there is none. */
export function musicOf(records: RecordMap): readonly Music[] {
  const music: Music[] = []
  for (const record of records.values()) if (record.type === 'music') music.push(record)
  return music.length === 0 ? NO_MUSIC : music.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** All characters of a record map, in cast order. */
export function sortCast(records: RecordMap): readonly Character[] {
  const cast: Character[] = []
  for (const record of records.values()) {
    if (record.type === 'character') cast.push(record)
  }
  return cast.sort(compareRank)
}
