/** The change that applies the accepted differences of an update. */
import { generateNKeysBetween } from 'fractional-indexing'
import type { Change } from '../story/changes.ts'
import { withMusic } from '../story/musicLayout.ts'
import type { Block, Chapter, RecordId, SequenceEntry } from '../story/records.ts'
import type { Story } from '../story/story.ts'
import type { EntryPatch, StoryUpdate } from './updateStory.ts'

/** The change that applies the differences with these keys. Skips entries that are gone from the story. A changed block is unlocked. */
export function updateChange(story: Story, update: StoryUpdate, taken: ReadonlySet<string>): Change {
  const put = new Map<RecordId, SequenceEntry>()
  const added = new Set<RecordId>()
  const removed = new Set<RecordId>()
  const moving = new Set<RecordId>()
  for (const difference of update.differences) {
    const { key, kind, ids } = difference
    if (!taken.has(key)) continue
    for (const id of ids) {
      const record = story.records.get(id)
      if (difference.added !== undefined) {
        put.set(id, difference.added)
        added.add(id)
      } else if (record?.type !== 'block' && record?.type !== 'chapter') continue
      else if (kind === 'removed') removed.add(id)
      else if (kind === 'moved') moving.add(id)
      else if (difference.patch !== undefined) put.set(id, patched(record, difference.patch))
    }
  }
  const stays = story.sequence.filter(({ id }) => !removed.has(id) && !moving.has(id))
  const comes = (id: RecordId) => added.has(id) || moving.has(id)
  for (const entry of placed(stays, update.order, comes)) {
    const { id, rank } = entry
    const record = put.get(id) ?? story.records.get(id)
    if (record?.type === 'block' || record?.type === 'chapter') put.set(id, { ...record, rank })
  }
  const speakers = new Set(
    [...put.values()].map((entry) => (entry.type === 'block' ? entry.characterId : null)),
  )
  const cast = update.cast.filter(({ id }) => speakers.has(id) && !story.records.has(id))
  const lexicon = update.lexicon.filter(({ characterId }) => cast.some(({ id }) => id === characterId))
  const remove = story.sequence.flatMap(({ id }) => (removed.has(id) ? [id] : []))
  return withMusic(story, { put: [...cast, ...put.values(), ...lexicon], remove })
}

function patched(record: Block | Chapter, { title, ...patch }: EntryPatch): Block | Chapter {
  if (record.type === 'chapter') return title === undefined ? record : { ...record, title }
  return { ...record, ...patch, lockedKey: null }
}

type Placed = Pick<SequenceEntry, 'id' | 'rank'>

/**
 * The new ranks of added and moved entries: each run of them comes right after the staying entry that precedes it in the file, or before the first
 * staying entry of the file if none precedes it. If ranks leave no room, all entries get new ranks.
 */
function placed(
  stays: readonly SequenceEntry[],
  order: readonly SequenceEntry['id'][],
  comes: (id: RecordId) => boolean,
): Placed[] {
  const staying = new Set<RecordId>(stays.map(({ id }) => id))
  const inFile = new Set<RecordId>(order)
  const runs = new Map<RecordId | null, SequenceEntry['id'][]>()
  let anchor: RecordId | null = null
  for (const id of order) {
    if (staying.has(id)) anchor = id
    else if (comes(id)) {
      const run = runs.get(anchor)
      if (run === undefined) runs.set(anchor, [id])
      else run.push(id)
    }
  }
  if (runs.size === 0) return []
  const all: Placed[] = []
  const ranked: Placed[] = []
  /** The number of runs without room. */
  let tight = 0
  const place = (anchored: RecordId | null, after: Placed | undefined, before: Placed | undefined) => {
    const run = runs.get(anchored) ?? []
    const [lower, upper] = [after?.rank ?? null, before?.rank ?? null]
    // Entries of two writers can have the same rank, which leaves no room between them.
    const hasRoom = run.length === 0 || lower === null || upper === null || lower < upper
    if (!hasRoom) tight += 1
    const ranks = hasRoom ? generateNKeysBetween(lower, upper, run.length) : []
    const entries = run.map((id, index) => ({ id, rank: ranks[index] ?? '' }))
    all.push(...entries)
    ranked.push(...entries)
  }
  const first = stays.findIndex(({ id }) => inFile.has(id))
  for (const [index, entry] of stays.entries()) {
    if (index === first) place(null, stays[index - 1], entry)
    all.push(entry)
    place(entry.id, entry, stays[index + 1])
  }
  if (first < 0) place(null, stays.at(-1), undefined)
  if (tight === 0) return ranked
  const ranks = generateNKeysBetween(null, null, all.length)
  return all.map(({ id }, index) => ({ id, rank: ranks[index] ?? '' }))
}
