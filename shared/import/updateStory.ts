/**
 * Updates a story from a changed file: matches the entries of the file with those of the story and lists the differences. `updateChange` applies
 * the ones that the writer accepts.
 */
import * as z from 'zod'
import { isLocked } from '../story/locks.ts'
import {
  blockIdSchema,
  blockSchema,
  chapterIdSchema,
  chapterSchema,
  characterSchema,
  lexiconEntrySchema,
  type Block,
  type Chapter,
  type CharacterId,
  type SequenceEntry,
} from '../story/records.ts'
import type { Story } from '../story/story.ts'
import {
  importedAs,
  knownEntry,
  type Aspect,
  type Imported,
  type Incoming,
  type IncomingEntry,
  type KnownEntry,
} from './incoming.ts'
import { matchEntries, type Slot } from './matchEntries.ts'
import { inOrder, sameWords } from './matchTexts.ts'

export const DIFFERENCE_KINDS = ['added', 'changed', 'removed', 'moved'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

const sequenceIdSchema = z.union([blockIdSchema, chapterIdSchema])
/** The fields of a heading or block whose value in the file differs. */
const patchSchema = z.strictObject({
  title: chapterSchema.shape.title.exactOptional(),
  text: blockSchema.shape.text.exactOptional(),
  name: blockSchema.shape.name.exactOptional(),
  characterId: blockSchema.shape.characterId.exactOptional(),
  emotion: blockSchema.shape.emotion.exactOptional(),
  silenceBeforeMs: blockSchema.shape.silenceBeforeMs.exactOptional(),
  durationMs: blockSchema.shape.durationMs.exactOptional(),
})
export type EntryPatch = z.infer<typeof patchSchema>

const differenceSchema = z.strictObject({
  /** Identifies the difference within the update. */
  key: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** Its headings or blocks: several only if they moved together. */
  ids: z.array(sequenceIdSchema),
  type: z.enum(['block', 'chapter']),
  /** The words before and after; for a move, the words of the first moved entry, and of the entry before its new place. */
  before: z.string(),
  after: z.string(),
  /** The title of its chapter; '' if it has none. */
  chapter: z.string(),
  /** The added record, or the fields that change. */
  added: z.union([blockSchema, chapterSchema]).exactOptional(),
  patch: patchSchema.exactOptional(),
  /** Why it is not accepted by default: the block is locked, the writer also changed its words, or the last import did not contain it. */
  kept: z.enum(['locked', 'edited', 'own']).exactOptional(),
})
export type UpdateDifference = Readonly<z.infer<typeof differenceSchema>>

export const storyUpdateSchema = z.strictObject({
  /** In the order of the file; removed entries at their places in the story. */
  differences: z.array(differenceSchema),
  /** The ids of the file’s headings and blocks in its order: the story’s ids of matched entries, and the new ids of added ones. */
  order: z.array(sequenceIdSchema),
  /** The number of headings and blocks of the story that are also in the file. */
  found: z.int().min(0),
  /** The names that more than one entry of the file has. */
  repeated: z.array(z.strictObject({ name: z.string(), count: z.int().min(2) })),
  /** The characters that the story does not have, and their lexicon entries. */
  cast: z.array(characterSchema),
  lexicon: z.array(lexiconEntrySchema),
})
export type StoryUpdate = Readonly<z.infer<typeof storyUpdateSchema>>

/** The recorded origin of a story. */
export interface UpdateOrigin {
  /** The marks of this file’s last import; null if unknown. */
  readonly imported: Imported | null
  /** The ids of headings and blocks imported from other files, which are not compared. */
  readonly others?: ReadonlySet<string>
}

export interface Comparison {
  readonly update: StoryUpdate
  /** The marks of this file, to be stored once the writer has decided about the differences. */
  readonly imported: Imported
}

/** Compares a story with the current content of a file. */
export function compareWithFile(story: Story, incoming: Incoming, origin: UpdateOrigin): Comparison {
  const { imported, others = new Set() } = origin
  const before = story.sequence.filter(({ id }) => !others.has(id))
  const known = (id: string) => (imported === null ? undefined : knownEntry(imported, id))
  const slots = matchEntries(before, incoming.entries, known)
  const compared: Compared = {
    before,
    slots,
    entries: incoming.entries,
    known,
    isKnown: imported !== null,
    namesSpeakers: incoming.namesSpeakers,
    characterOf: charactersOf(before, slots, { entries: incoming.entries, known }),
  }
  const update = {
    differences: differencesOf(compared),
    order: slots.flatMap(({ olds, fresh }) =>
      olds.length === 0
        ? (incoming.entries[fresh]?.record.id ?? [])
        : olds.flatMap((place) => before[place]?.id ?? []),
    ),
    found: slots.reduce((sum, { olds }) => sum + olds.length, 0),
    repeated: repeatedNames(incoming.entries),
    cast: [...incoming.cast],
    lexicon: [...incoming.lexicon],
  }
  return { update, imported: importedAs(entriesByStoryId(compared)) }
}

/** The keys of the differences that are accepted by default. */
export function usuallyTaken({ differences }: Pick<StoryUpdate, 'differences'>): ReadonlySet<string> {
  return new Set(differences.flatMap(({ key, kept }) => (kept === undefined ? [key] : [])))
}

interface Compared {
  readonly before: readonly SequenceEntry[]
  readonly entries: readonly IncomingEntry[]
  readonly slots: readonly Slot[]
  readonly known: (id: string) => KnownEntry | undefined
  /** Whether the file’s last import is known. */
  readonly isKnown: boolean
  readonly namesSpeakers: boolean
  readonly characterOf: (id: CharacterId | null) => CharacterId | null
}

function differencesOf(compared: Compared): UpdateDifference[] {
  const { before, slots, entries } = compared
  const differences: UpdateDifference[] = []
  const moves = movesOf(compared)
  const found = new Set(slots.flatMap(({ olds }) => olds))
  const titles = chapterTitles(before)
  let chapter = ''
  let follows = ''
  let place = 0
  /** Adds the entries of the story that are no longer in the file, up to a place of the story. */
  const addRemoved = (until: number) => {
    for (; place < until; place += 1) {
      const entry = before[place]
      if (entry === undefined || found.has(place) || textOf(entry).trim() === '') continue
      differences.push(removedOf(compared, entry, titles[place] ?? ''))
    }
  }
  for (const [index, slot] of slots.entries()) {
    const record = entries[slot.fresh]?.record
    if (record === undefined) continue
    const [first] = slot.olds
    if (first !== undefined && !moves.has(index)) addRemoved(first)
    if (record.type === 'chapter') chapter = record.title
    if (first === undefined) differences.push(addedOf(compared, record, chapter))
    else differences.push(...changesOf(compared, slot, chapter))
    const ids = moves.get(index) ?? []
    const entry = before[first ?? -1]
    if (ids.length > 0 && entry !== undefined)
      differences.push({
        ...{ key: `moved ${entry.id}`, kind: 'moved', ids: [...ids], type: entry.type },
        ...{ before: textOf(entry), after: follows, chapter },
      })
    follows = textOf(record)
  }
  addRemoved(before.length)
  return differences
}

const textOf = (entry: SequenceEntry) => (entry.type === 'chapter' ? entry.title : entry.text)

/** The title of the chapter of each entry. */
function chapterTitles(entries: readonly SequenceEntry[]): string[] {
  let title = ''
  return entries.map((entry) => (title = entry.type === 'chapter' ? entry.title : title))
}

function removedOf({ known, isKnown }: Compared, entry: SequenceEntry, chapter: string): UpdateDifference {
  const previous = known(entry.id)
  const ownership = previous === undefined ? 'own' : previous.hasWords(textOf(entry)) ? null : 'edited'
  const kept = isLockedEntry(entry) ? 'locked' : isKnown ? ownership : null
  return {
    ...{ key: `removed ${entry.id}`, kind: 'removed', ids: [entry.id], type: entry.type },
    ...{ before: textOf(entry), after: '', chapter },
    ...(kept !== null && { kept }),
  }
}

const isLockedEntry = (entry: SequenceEntry) => entry.type === 'block' && isLocked(entry)

function addedOf({ characterOf }: Compared, record: Block | Chapter, chapter: string): UpdateDifference {
  const added =
    record.type === 'chapter' ? record : { ...record, characterId: characterOf(record.characterId) }
  return {
    ...{ key: `added ${record.id}`, kind: 'added', ids: [record.id], type: record.type },
    ...{ before: '', after: textOf(record), chapter, added },
  }
}

/** The differences between the matched entries of a slot and the file. */
function changesOf(compared: Compared, slot: Slot, chapter: string): UpdateDifference[] {
  const { before, entries, known } = compared
  const fresh = entries[slot.fresh]
  const olds = slot.olds.flatMap((place) => before[place] ?? [])
  const [first] = olds
  if (fresh === undefined || first === undefined) return []
  const previous = known(first.id)
  const isAsRead =
    previous?.hasWords(olds.map(textOf).join(' ')) === true ||
    olds.every((old) => known(old.id)?.hasWords(textOf(old)) === true)
  const isEdited = previous !== undefined && !isAsRead
  return olds.flatMap((old, index): UpdateDifference[] => {
    const text = slot.texts?.[index]
    if (text === '' && textOf(old).trim() !== '') return [removedOf(compared, old, chapter)]
    const patch = text === undefined ? patchOf(compared, old, fresh) : text === textOf(old) ? {} : { text }
    if (Object.keys(patch).length === 0) return []
    const isOfWords = 'text' in patch || 'title' in patch
    const kept = isLockedEntry(old) ? 'locked' : isEdited && isOfWords ? 'edited' : null
    return [
      {
        ...{ key: `changed ${old.id}`, kind: 'changed', ids: [old.id], type: old.type },
        ...{ before: textOf(old), after: patch.text ?? patch.title ?? textOf(old), chapter, patch },
        ...(kept !== null && { kept }),
      },
    ]
  })
}

/**
 * The fields of the file’s entry that differ from the story and, if the last import is known, from that import. Emotion and times are compared
 * only if it is known, and times only with that import.
 */
function patchOf(compared: Compared, old: SequenceEntry, fresh: IncomingEntry): EntryPatch {
  const { known, namesSpeakers, characterOf } = compared
  const previous = known(old.id)
  const { record } = fresh
  const isNew = (aspect: Aspect) => previous === undefined || previous.isChanged(aspect, fresh)
  if (old.type === 'chapter' || record.type === 'chapter') {
    const isOther = old.type === record.type && textOf(old) !== textOf(record) && isNew('words')
    return isOther ? { title: textOf(record) } : {}
  }
  const characterId = characterOf(record.characterId)
  const hasTimes = record.silenceBeforeMs !== null || record.durationMs !== null
  return {
    ...(old.text !== record.text && isNew('words') && { text: record.text }),
    ...(record.name !== '' && old.name !== record.name && isNew('name') && { name: record.name }),
    ...(namesSpeakers && old.characterId !== characterId && isNew('speaker') && { characterId }),
    // Unless the last import shows a change in the file, the writer’s values stay.
    ...(previous?.isChanged('emotion', fresh) === true &&
      old.emotion !== record.emotion && { emotion: record.emotion }),
    ...(previous?.isChanged('times', fresh) === true &&
      hasTimes && { silenceBeforeMs: record.silenceBeforeMs, durationMs: record.durationMs }),
  }
}

/** The moved slots by index: the first slot of those that moved together has the ids of all their entries, the others have none. */
function movesOf({ before, slots }: Compared): ReadonlyMap<number, readonly SequenceEntry['id'][]> {
  const places = Int32Array.from(slots, ({ olds }) => olds[0] ?? -1)
  const letters = (place: number) => {
    const entry = before[place]
    return entry === undefined ? 0 : textOf(entry).length + 1
  }
  const weights = slots.map(({ olds }) => olds.reduce((sum, place) => sum + letters(place), 0))
  const ordered = inOrder(places, weights)
  const moves = new Map<number, SequenceEntry['id'][]>()
  let run: SequenceEntry['id'][] = []
  let next = -1
  for (const [index, { olds }] of slots.entries()) {
    const [first] = olds
    if (first === undefined || ordered.has(index)) {
      next = -1
      continue
    }
    const ids = olds.flatMap((place) => before[place]?.id ?? [])
    if (first === next) {
      run.push(...ids)
      moves.set(index, [])
    } else moves.set(index, (run = ids))
    next = (olds.at(-1) ?? 0) + 1
  }
  return moves
}

/**
 * How many unchanged lines identify a character of the file with a character of the story by another name: a single line may have been reassigned.
 * One line is enough if the last import had the same speaker for it.
 */
const FEWEST_LINES = 2

/**
 * Returns a function that maps a character of the file to the character of the story that speaks most of its unchanged lines, so that a character
 * that was renamed or merged in the story is recognised. Other characters are returned unchanged.
 */
function charactersOf(
  before: readonly SequenceEntry[],
  slots: readonly Slot[],
  { entries, known }: Pick<Compared, 'entries' | 'known'>,
): (id: CharacterId | null) => CharacterId | null {
  const votes = new Map<CharacterId | null, Map<CharacterId | null, number>>()
  for (const { olds, fresh } of slots) {
    const [old, now] = [before[olds[0] ?? -1], entries[fresh]]
    const record = now?.record
    if (old?.type !== 'block' || record?.type !== 'block' || olds.length > 1) continue
    if (now === undefined || sameWords(old.text) !== sameWords(record.text)) continue
    const previous = known(old.id)
    if (previous?.isChanged('speaker', now) === true) continue
    const counts = votes.get(record.characterId) ?? new Map<CharacterId | null, number>()
    const vote = previous === undefined ? 1 : FEWEST_LINES
    counts.set(old.characterId, (counts.get(old.characterId) ?? 0) + vote)
    votes.set(record.characterId, counts)
  }
  const chosen = new Map(
    Array.from(votes, ([id, counts]) => {
      const total = counts.values().reduce((sum, count) => sum + count, 0)
      const [most = id, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
      return [id, count * 2 > total && count >= FEWEST_LINES ? most : id] as const
    }),
  )
  return (id) => (chosen.has(id) ? (chosen.get(id) ?? null) : id)
}

function repeatedNames(entries: readonly IncomingEntry[]): StoryUpdate['repeated'] {
  const counts = new Map<string, number>()
  for (const { name } of entries) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
  return Array.from(counts, ([name, count]) => ({ name, count })).filter(({ count }) => count > 1)
}

/** The entries of the file, by their ids in the story. */
function entriesByStoryId({ before, slots, entries }: Compared): (readonly [string, IncomingEntry])[] {
  return slots.flatMap(({ olds, fresh, texts }) => {
    const entry = entries[fresh]
    if (entry === undefined) return []
    const { record } = entry
    if (olds.length === 0) return [[record.id, entry] as const]
    return olds.flatMap((place, index) => {
      const id = before[place]?.id
      if (id === undefined) return []
      const text = texts?.[index]
      const part =
        text === undefined || record.type === 'chapter' ? entry : { ...entry, record: { ...record, text } }
      return [[id, part] as const]
    })
  })
}
