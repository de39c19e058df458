/** Where in a story an edit was made, for the list of edits on screen. */
import * as z from 'zod'
import { sequenceIndexOf, type Change } from './changes.ts'
import { MAX_LABEL } from './limits.ts'
import type { RecordId, SequenceEntry, StoryRecord } from './records.ts'
import type { Story } from './story.ts'

export const editPlaceSchema = z.strictObject({
  /** How many blocks the edit touched. */
  blocks: z.int().min(0),
  /** The number that the first of them had; 0 if it touched none. */
  first: z.int().min(0),
  /** The chapter that it was in, or the heading, character, word or music that was edited; '' if that has no name. */
  name: z.string().max(MAX_LABEL),
})
export type EditPlace = Readonly<z.infer<typeof editPlaceSchema>>

/** The place of a change that made `after` out of `before`. Takes time proportional to the change, and one pass over the sequence. */
export function placeOfEdit(before: Story, after: Story, change: Change): EditPlace {
  const ids = new Set<RecordId>([...change.put.map(({ id }) => id), ...change.remove])
  let blocks = 0
  let firstIndex = Infinity
  let sequence = after.sequence
  let named: StoryRecord | undefined
  for (const id of ids) {
    const old = before.records.get(id)
    const now = after.records.get(id)
    if (old === now) continue
    const record = now ?? old
    if (record === undefined) continue
    named ??= record
    if (record.type !== 'block') continue
    blocks += 1
    const where = now === undefined ? before.sequence : after.sequence
    const index = sequenceIndexOf(where, record)
    if (index < firstIndex) [firstIndex, sequence] = [index, where]
  }
  if (blocks === 0) return { blocks, first: 0, name: named === undefined ? '' : nameOf(named) }
  let first = 0
  let chapter: SequenceEntry | undefined
  for (const entry of sequence.slice(0, firstIndex + 1)) {
    if (entry.type === 'block') first += 1
    else chapter = entry
  }
  return { blocks, first, name: chapter === undefined ? '' : nameOf(chapter) }
}

function nameOf(record: StoryRecord): string {
  switch (record.type) {
    case 'chapter':
      return record.title
    case 'character':
    case 'music':
      return record.name
    case 'lexiconEntry':
      return record.written
    default:
      return ''
  }
}
