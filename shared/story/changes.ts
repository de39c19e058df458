/**
 * Every edit, however large, is one `Change`: records to put and ids to remove. The same value is what undo keeps, what
 * goes to disk and what crosses the IPC boundary.
 */
import * as z from 'zod'
import {
  blockIdSchema,
  chapterIdSchema,
  characterIdSchema,
  coverIdSchema,
  lexiconEntryIdSchema,
  musicIdSchema,
  type RecordId,
  type SequenceEntry,
  type StoryRecord,
  storyRecordSchema,
} from './records.ts'
import { compareRank, lexiconOf, musicOf, sortCast, sortSequence, type Story, withRecords } from './story.ts'

export const changeSchema = z.strictObject({
  put: z.array(storyRecordSchema).readonly(),
  /** Every record except the story record, without which there is no story. */
  remove: z
    .array(
      z.union([
        blockIdSchema,
        chapterIdSchema,
        characterIdSchema,
        lexiconEntryIdSchema,
        musicIdSchema,
        coverIdSchema,
      ]),
    )
    .readonly(),
})

export type Change = Readonly<z.infer<typeof changeSchema>>
type RemovableId = Change['remove'][number]

export const EMPTY_CHANGE: Change = { put: [], remove: [] }

/** A change, and its inverse, which contains the earlier state of every touched record. */
export interface ReversibleChange {
  readonly change: Change
  readonly inverse: Change
}

export const EMPTY_REVERSIBLE: ReversibleChange = { change: EMPTY_CHANGE, inverse: EMPTY_CHANGE }

/** Whether a change contains nothing to put or remove. */
export function isEmptyChange(change: Change): boolean {
  return change.put.length === 0 && change.remove.length === 0
}

/**
 * The story after a change. Parts that the change does not touch keep their identity; a change without effect returns the
 * same story. Within a change, a put wins over a remove of the same id. The story record cannot be removed.
 */
export function apply(story: Story, change: Change): Story {
  const puts = new Map(change.put.map((record): [RecordId, StoryRecord] => [record.id, record]))
  const effectivePuts = [...puts.values()].filter(
    (record) => !isSameRecord(story.records.get(record.id), record),
  )
  // Ids are branded for the compiler only: a change from a page or a file may still name the story record.
  const isRemovable = (id: RecordId) =>
    !puts.has(id) && ![undefined, 'story'].includes(story.records.get(id)?.type)
  const removed = change.remove.filter(isRemovable)
  if (effectivePuts.length === 0 && removed.length === 0) return story

  const records = withRecords(story.records, effectivePuts, removed)
  const touched = [...effectivePuts, ...removed.map((id) => story.records.get(id))]
  const info = effectivePuts.find((record) => record.type === 'story') ?? story.info
  const sequence = touched.some((record) => record?.type === 'block' || record?.type === 'chapter')
    ? nextSequence(story, effectivePuts, removed, records)
    : story.sequence
  const cast = touched.some((record) => record?.type === 'character') ? sortCast(records) : story.cast
  const lexicon = touched.some((record) => record?.type === 'lexiconEntry')
    ? lexiconOf(records)
    : story.lexicon
  const music = touched.some((record) => record?.type === 'music') ? musicOf(records) : story.music
  return { ...story, info, records, sequence, cast, lexicon, music }
}

/** The change that takes `apply(story, change)` back to `story`. */
export function invert(story: Story, change: Change): Change {
  const put: StoryRecord[] = []
  const remove: RemovableId[] = []
  const seen = new Set<RecordId>()
  for (const id of [...change.put.map((record) => record.id), ...change.remove]) {
    if (seen.has(id)) continue
    seen.add(id)
    const before = story.records.get(id)
    if (before !== undefined) put.push(before)
    else if (id !== story.info.id) remove.push(id as RemovableId) // every id but the story's can be removed
  }
  return { put, remove }
}

/** One change with the effect of `first` and then `second`. */
export function composeChanges(first: Change, second: Change): Change {
  const put = new Map<RecordId, StoryRecord>(first.put.map((record) => [record.id, record]))
  const remove = new Set<RemovableId>(first.remove.filter((id) => !put.has(id)))
  for (const id of second.remove) {
    put.delete(id)
    remove.add(id)
  }
  for (const record of second.put) {
    if (record.type !== 'story') remove.delete(record.id)
    put.set(record.id, record)
  }
  return { put: [...put.values()], remove: [...remove] }
}

/** One reversible change with the effect of `first` and then `second`. */
export function composeReversible(first: ReversibleChange, second: ReversibleChange): ReversibleChange {
  return {
    change: composeChanges(first.change, second.change),
    inverse: composeChanges(second.inverse, first.inverse),
  }
}

/** The index at which `entry` stands, or would stand, in a sequence: binary search by rank. */
export function sequenceIndexOf(sequence: readonly SequenceEntry[], entry: SequenceEntry): number {
  let low = 0
  let high = sequence.length
  while (low < high) {
    const middle = (low + high) >> 1
    const candidate = sequence[middle]
    if (candidate !== undefined && compareRank(candidate, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Typing changes one record in place: that case replaces an array element, all others sort again. */
function nextSequence(
  story: Story,
  puts: readonly StoryRecord[],
  removed: readonly RecordId[],
  records: ReadonlyMap<RecordId, StoryRecord>,
): readonly SequenceEntry[] {
  const inPlace: [number, SequenceEntry][] = []
  for (const record of puts) {
    if (record.type !== 'block' && record.type !== 'chapter') continue
    const before = story.records.get(record.id)
    if (before?.type !== record.type || before.rank !== record.rank) return sortSequence(records)
    inPlace.push([sequenceIndexOf(story.sequence, record), record])
  }
  if (removed.length > 0) return sortSequence(records)
  const sequence = [...story.sequence]
  for (const [index, record] of inPlace) sequence[index] = record
  return sequence
}

/** Whether two records are equal, field by field. */
export function isSameRecord(a: StoryRecord | undefined, b: StoryRecord): boolean {
  return a?.type === b.type && isSameValue(a, b)
}

/** Whether two values of records are equal. Records are plain data: nested objects without lists. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameValue(Reflect.get(a, key), Reflect.get(b, key)))
  )
}

/** The change that turns one story into another, as restoring a version does. */
export function changeBetween(from: Story, to: Story): Change {
  const put = [...to.records.values()].filter((record) => !isSameRecord(from.records.get(record.id), record))
  const remove = [...from.records.keys()].filter((id) => !to.records.has(id) && id !== from.info.id)
  return { put, remove: remove as RemovableId[] } // every id but the story's can be removed
}
