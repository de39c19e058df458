/**
 * The latest entries of the story's history, so that undo still works after the story was closed. They are written in the transaction
 * of the change that they belong to. Entries belong to their page while it is open; the next page that opens the
 * story takes them over.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import { FORMAT_VERSION, parseStored } from '../../shared/project-file/format.ts'
import type { ReversibleChange } from '../../shared/story/changes.ts'
import {
  KEPT_STEPS,
  keptEditSchema,
  type KeptHistory,
  type KeptStep,
  keptStepSchema,
  MAX_STEP_RECORDS,
  type PageHistory,
} from '../../shared/story/history.ts'
import type { Story } from '../../shared/story/story.ts'
import { parseJsonRow, type Statements, toJsonRow } from '../lib/sqlite/sqlite.ts'

/** The largest compressed size of the history in a file. The oldest entries are dropped first. */
export const MAX_HISTORY_BYTES = 16 * 1024 * 1024
/** The most that one entry unpacks to: a larger one is not kept, so that a hostile file cannot fill memory. */
const MAX_STEP_BYTES = 32 * 1024 * 1024

export interface ReadSteps {
  readonly edits: readonly (ReversibleChange & { readonly id: string })[]
  /** Entries that are no longer in the file. */
  readonly gone: readonly string[]
}

export type HistoryStore = ReturnType<typeof createHistoryStore>

/** The history in a project file. */
export function createHistoryStore(file: Statements & { transaction<T>(write: () => T): T }) {
  /** The pages that entries belong to. Entries of an earlier run belong to none. */
  const owners = new Map<string, string>()

  function put(step: KeptStep, isUndone: boolean, edit: Uint8Array): void {
    const { json, checksum } = toJsonRow(step)
    file.run(
      `INSERT INTO history (id, is_undone, at_ms, json, checksum, format, edit) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET is_undone = excluded.is_undone, at_ms = excluded.at_ms,
        json = excluded.json, checksum = excluded.checksum, format = excluded.format, edit = excluded.edit`,
      ...[step.id, Number(isUndone), step.atMs, json, checksum, FORMAT_VERSION],
      edit,
    )
  }

  const has = (id: string) => file.get('SELECT 1 FROM history WHERE id = ?', id) !== undefined

  /** Undo goes back step by step: earlier edits would be undone out of order if one in between is missing. */
  function forgetAll(): void {
    file.run('DELETE FROM history')
    owners.clear()
  }

  function prune(): void {
    const rows = file.all('SELECT number, length(edit) AS bytes FROM history ORDER BY number DESC')
    let left = MAX_HISTORY_BYTES
    const first = rows.findIndex(({ bytes }, index) => index >= KEPT_STEPS || (left -= Number(bytes)) < 0)
    if (first >= 0) file.run('DELETE FROM history WHERE number <= ?', Number(rows[first]?.['number']))
  }

  function readOne(id: string, story: Story): ReversibleChange | null {
    const row = file.get('SELECT format, edit FROM history WHERE id = ?', id)
    if (row === undefined) return null
    try {
      const { format, edit } = z.object({ format: z.int(), edit: z.instanceof(Uint8Array) }).parse(row)
      const read = unpack(edit, format)
      return fits(read, story) ? read : null
    } catch {
      return null // damaged, or written by a version with other records
    }
  }

  /** Removes an entry, and those that can only be undone or redone after it. Returns the ids of all removed entries. */
  function dropFrom(id: string): readonly string[] {
    const row = file.get('SELECT number, is_undone FROM history WHERE id = ?', id)
    if (row === undefined) return [id]
    const isUndone = Number(row['is_undone'])
    const beyond = `FROM history WHERE is_undone = ? AND number ${isUndone === 0 ? '<=' : '>='} ?`
    const ids = file
      .all(`SELECT id ${beyond}`, isUndone, row['number'] ?? 0)
      .map((each) => String(each['id']))
    file.transaction(() => file.run(`DELETE ${beyond}`, isUndone, row['number'] ?? 0))
    return ids
  }

  return {
    /**
     * Writes the update of a page's history, in the transaction of its change. `sent` is that change as it was committed, with its
     * inverse.
     */
    write({ pageId, update }: PageHistory, sent: () => ReversibleChange): void {
      for (const { step, isUndone, edit } of update.put) {
        // A page whose answer was lost sends its change again, which then changes nothing.
        if (edit === 'sent' && has(step.id)) continue
        const packed = edit === null ? null : pack(edit === 'sent' ? sent() : edit)
        if (packed === null) forgetAll()
        else {
          put(step, isUndone, packed)
          owners.set(step.id, pageId)
        }
      }
      for (const id of update.undone) file.run('UPDATE history SET is_undone = 1 WHERE id = ?', id)
      for (const id of update.redone) file.run('UPDATE history SET is_undone = 0 WHERE id = ?', id)
      for (const id of update.removed) file.run('DELETE FROM history WHERE id = ?', id)
      if (update.put.length > 0) prune()
    },
    /** Hands over the entries that do not belong to another open page. Unreadable entries are left out. */
    take(pageId: string, others: readonly string[]): KeptHistory {
      const alive = new Set(others)
      const past: KeptHistory['past'][number][] = []
      const future: KeptHistory['past'][number][] = []
      for (const row of file.all('SELECT id, is_undone, json, checksum FROM history ORDER BY number')) {
        const owner = owners.get(String(row['id']))
        if (owner !== undefined && owner !== pageId && alive.has(owner)) continue
        const step = parseStep(row)
        if (step === null) {
          // Edits before an unreadable entry cannot be undone without it.
          if (row['is_undone'] === 0) past.length = 0
          continue
        }
        owners.set(step.id, pageId)
        if (row['is_undone'] === 0) past.push(step)
        else future.unshift(step)
      }
      return { past, future }
    },
    /** Reads entries that fit the story. The others are dropped, with those that depend on them. */
    read(ids: readonly string[], story: Story): ReadSteps {
      const edits: (ReversibleChange & { readonly id: string })[] = []
      const gone: string[] = []
      for (const id of ids) {
        const edit = readOne(id, story)
        if (edit === null) gone.push(...dropFrom(id))
        else edits.push({ id, ...edit })
      }
      return { edits, gone }
    },
  }
}

/** Gzip includes a checksum of its content. Null for an edit that is too large to be kept. */
function pack(edit: ReversibleChange): Uint8Array | null {
  const { change, inverse } = edit
  const records = change.put.length + change.remove.length + inverse.put.length + inverse.remove.length
  if (records > MAX_STEP_RECORDS) return null
  const json = Buffer.from(JSON.stringify({ change, inverse }))
  return json.length > MAX_STEP_BYTES ? null : gzipSync(json, { level: 1 })
}

const storedChangeSchema = z.object({ put: z.array(z.unknown()), remove: z.array(z.unknown()) })

function unpack(packed: Uint8Array, format: number): ReversibleChange {
  const text = gunzipSync(packed, { maxOutputLength: MAX_STEP_BYTES }).toString()
  const stored = z.object({ change: storedChangeSchema, inverse: storedChangeSchema }).parse(JSON.parse(text))
  const today = ({ put, remove }: z.infer<typeof storedChangeSchema>) => ({
    put: put.map((record) => parseStored('records', record, format)),
    remove,
  })
  return keptEditSchema.parse({ change: today(stored.change), inverse: today(stored.inverse) })
}

/** Whether an edit can belong to this story: it has one story record, and a record keeps its type. */
function fits({ change, inverse }: ReversibleChange, story: Story): boolean {
  const isRemovable = (id: string) => id !== story.info.id
  return (
    [...change.put, ...inverse.put].every(({ id, type }) =>
      type === 'story' ? id === story.info.id : (story.records.get(id)?.type ?? type) === type,
    ) && [...change.remove, ...inverse.remove].every(isRemovable)
  )
}

function parseStep(row: unknown) {
  try {
    return keptStepSchema.parse(parseJsonRow(row))
  } catch {
    return null
  }
}
