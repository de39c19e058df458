/**
 * What a file would put into an open story, and marks of what it put there before: by them an update tells what the file changed from what the
 * writer did.
 */
import * as z from 'zod'
import { derive } from '../lib/derive.ts'
import type { Block, Chapter, StoryRecord } from '../story/records.ts'
import type { Story } from '../story/story.ts'
import { sameWords } from './matchTexts.ts'
import { plannedEntries, plannedRecords, type PlannedRecords } from './storyFromPlan.ts'
import type { Planned } from './planned.ts'

/** A heading or a block as the file has it. */
export interface IncomingEntry {
  readonly record: Block | Chapter
  /** By which the file itself names it, such as the id of a line or the number of a scene; '' for none. */
  readonly name: string
  /** The id that a block of a story’s own file has there; null for any other. */
  readonly storedId: string | null
  /** The key of who speaks; null for the narrator. */
  readonly speaker: string | null
}

export interface Incoming extends Pick<PlannedRecords, 'cast' | 'lexicon'> {
  readonly entries: readonly IncomingEntry[]
  /** Whether the file itself tells who speaks, so that a writer reads its names as its own. */
  readonly namesSpeakers: boolean
}

/** What a plan would put into a story. Throws `document-too-many-paragraphs`. */
export function incomingOf(planned: Planned, story: Story, newId: () => string): Incoming {
  const { cast, lexicon, sequence } = plannedRecords(planned, story, newId)
  return { cast, lexicon, entries: withNames(planned, sequence), namesSpeakers: planned.source.namesSpeakers }
}

/** What is marked of a heading or a block: to send it to a thread takes much less time than to send all of it. */
export type MarkedEntry =
  | Pick<Chapter, 'type' | 'id' | 'title'>
  | Pick<Block, 'type' | 'id' | 'text' | 'name' | 'emotion' | 'silenceBeforeMs' | 'durationMs'>

/** The headings and blocks among some records, in their order, as they are marked. */
export function markedEntries(records: readonly StoryRecord[]): MarkedEntry[] {
  return records.flatMap((record): MarkedEntry[] => {
    if (record.type === 'chapter') return [{ type: record.type, id: record.id, title: record.title }]
    if (record.type !== 'block') return []
    const { type, id, text, name, emotion, silenceBeforeMs, durationMs } = record
    return [{ type, id, text, name, emotion, silenceBeforeMs, durationMs }]
  })
}

/** The marks of the headings and blocks that were just made of a plan, in their order. */
export function importedFrom(planned: Planned, sequence: readonly MarkedEntry[]): Imported {
  return importedAs(withNames(planned, sequence).map((entry) => [entry.record.id, entry]))
}

function withNames<Entry extends MarkedEntry>(
  planned: Planned,
  records: readonly Entry[],
): (Omit<IncomingEntry, 'record'> & { readonly record: Entry })[] {
  return plannedEntries(planned).flatMap((entry, index) => {
    const record = records[index]
    if (record === undefined) return []
    if ('title' in entry) return [{ record, name: entry.name, storedId: null, speaker: null }]
    const { stored, speaker } = entry
    return [
      { record, name: record.type === 'block' ? record.name : '', storedId: stored?.id ?? null, speaker },
    ]
  })
}

/** What a file said of each heading and block, by its id in the story: a mark for each of its `ASPECTS`, or the name of a heading. */
export const importedSchema = z.record(z.string().max(64), z.string().max(400))
export type Imported = z.infer<typeof importedSchema>

/** The marks of entries, by the ids that they have in the story. */
export function importedAs(entries: Iterable<readonly [id: string, entry: Marked]>): Imported {
  const marks: Record<string, string> = {}
  for (const [id, entry] of entries) marks[id] = makeMarks(entry).join(' ')
  return marks
}

type Marked = Pick<IncomingEntry, 'name' | 'speaker'> & { readonly record: MarkedEntry }

/** What an update compares of an entry. */
export const ASPECTS = ['words', 'speaker', 'emotion', 'times', 'name'] as const
export type Aspect = (typeof ASPECTS)[number]

/** The marks of an entry, in the order of `ASPECTS`; the last is its name itself. */
function makeMarks({ record, name, speaker }: Marked): readonly string[] {
  if (record.type === 'chapter') return [markOfWords(record.title), '', '', '', name]
  const { text, emotion, silenceBeforeMs, durationMs } = record
  return [
    markOfWords(text),
    hashOf(speaker ?? ''),
    hashOf(emotion ?? ''),
    hashOf(`${silenceBeforeMs} ${durationMs}`),
    name,
  ]
}

/** A comparison asks for each aspect. */
const marksOf: (entry: IncomingEntry) => readonly string[] = derive(makeMarks)

/** What is known of what a file said of an entry. */
export interface KnownEntry {
  /** The name that the file gave it; '' for none. */
  readonly name: string
  /** Whether the file says another thing now. */
  isChanged(aspect: Aspect, now: IncomingEntry): boolean
  /** A mark of its words there. */
  readonly words: string
  /** Whether the words in the story are still those of the file. */
  hasWords(words: string): boolean
}

/** A mark of words, whatever their white space. */
export function markOfWords(words: string): string {
  return hashOf(sameWords(words))
}

/** What `imported` knows of an entry; undefined for one that the file did not have. */
export function knownEntry(imported: Imported, id: string): KnownEntry | undefined {
  if (!Object.hasOwn(imported, id)) return undefined
  // A name may have spaces.
  const [words = '', speaker = '', emotion = '', times = '', ...name] = (imported[id] ?? '').split(' ')
  const marks = [words, speaker, emotion, times, name.join(' ')]
  return {
    name: marks[4] ?? '',
    isChanged(aspect, now) {
      const place = ASPECTS.indexOf(aspect)
      return marksOf(now)[place] !== marks[place]
    },
    words,
    hasWords: (text) => markOfWords(text) === words,
  }
}

/** A hash of 53 bits, which tells changes apart and protects nothing: https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js */
function hashOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
