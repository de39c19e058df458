/** Writes a change of the story to its table: only the records it touches. */
import type { Change } from '../../shared/story/changes.ts'
import type { RecordId, StoryRecord } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import { toJsonRow, type Statements } from '../lib/sqlite/sqlite.ts'

const PUT = `INSERT INTO records (id, type, json, checksum) VALUES (?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET json = excluded.json, checksum = excluded.checksum`

/** Writes one record, new or changed. */
export function putRecord(to: Statements, record: StoryRecord): void {
  const { json, checksum } = toJsonRow(record)
  to.run(PUT, record.id, record.type, json, checksum)
}

/** Writes the difference that `change` made between two states of a story. */
export function writeChange(to: Statements, before: Story, after: Story, change: Change): void {
  const ids = new Set<RecordId>([...change.put.map((record) => record.id), ...change.remove])
  for (const id of ids) {
    const record = after.records.get(id)
    if (record === before.records.get(id)) continue
    if (record === undefined) to.run('DELETE FROM records WHERE id = ?', id)
    else putRecord(to, record)
  }
}

/**
 * Throws if a change would put a second story record, or a record of another type in place of one. The fields of the records
 * are checked where a change arrives (app/dispatcher.ts).
 */
export function assertStorable(story: Story, change: Change): void {
  for (const record of change.put) {
    const known = story.records.get(record.id)
    if (known === undefined ? record.type === 'story' : known.type !== record.type) {
      throw new Error(`A change puts ${record.type} ${record.id}, which the story does not allow`)
    }
  }
}
