/**
 * The records of a story, by id. Each typed letter makes a new story: it shares the map of the previous story and holds the changes since
 * then in its own small map.
 */
import type { RecordId, StoryRecord } from './records.ts'

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
