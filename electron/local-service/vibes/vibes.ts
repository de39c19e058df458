/** The caller's own vibes, kept in SQLite, and the platform's beside them. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { MAX_CUSTOM_VIBES } from '../../../shared/speech-api/limits.ts'
import { formatServiceTime } from '../../../shared/speech-api/times.ts'
import type { VibeRecord, VibeRequest } from '../../../shared/speech-api/vibes.ts'
import { listMasterVibes } from './masterVibes.ts'

/** The one caller there is: a service has one key. */
const USER_ID = 1

const rowSchema = z.object({
  id: z.number().int(),
  vibe: z.string(),
  prompt: z.string(),
  createdAtMs: z.number().int(),
  updatedAtMs: z.number().int(),
})

export type Vibes = ReturnType<typeof createVibes>

/** The vibes in the service's database; `now` is in milliseconds. */
export function createVibes(database: DatabaseSync, now: () => number) {
  const all = database.prepare('SELECT * FROM vibes ORDER BY id')
  const byId = database.prepare('SELECT * FROM vibes WHERE id = ?')
  const count = database.prepare('SELECT count(*) AS total FROM vibes')
  const insert = database.prepare(
    'INSERT INTO vibes (vibe, prompt, createdAtMs, updatedAtMs) VALUES (:vibe, :prompt, :nowMs, :nowMs) RETURNING *',
  )
  // Times travel in whole seconds, and a change has to show in `updated_at`, however soon it comes.
  const change = database.prepare(
    `UPDATE vibes SET vibe = :vibe, prompt = :prompt,
       updatedAtMs = max(:nowMs, (updatedAtMs / 1000 + 1) * 1000) WHERE id = :id RETURNING *`,
  )
  const erase = database.prepare('DELETE FROM vibes WHERE id = ? RETURNING *')

  const read = (row: unknown) => (row === undefined ? null : toRecord(rowSchema.parse(row)))
  /** Oldest first. */
  const list = () => z.array(rowSchema).parse(all.all()).map(toRecord)

  return {
    list,
    /** Custom vibes whose name or prompt holds the text, in whatever case and form it is written. */
    search(text: string): VibeRecord[] {
      const key = fold(text)
      return list().filter(({ vibe, prompt }) => fold(vibe).includes(key) || fold(prompt).includes(key))
    },
    /** Null if there are as many as there may be. */
    create({ vibe, prompt }: VibeRequest): VibeRecord | null {
      if (Number(count.get()?.['total']) >= MAX_CUSTOM_VIBES) return null
      return read(insert.get({ vibe, prompt, nowMs: now() }))
    },
    /** Null if there is no custom vibe with this id. */
    update: (id: number, { vibe, prompt }: VibeRequest): VibeRecord | null =>
      read(change.get({ id, vibe, prompt, nowMs: now() })),
    /** The vibe as it was, or null if there is none with this id. */
    remove: (id: number): VibeRecord | null => read(erase.get(id)),
    /** The prompt of a custom or a master vibe. */
    findPrompt: (id: number): string | null =>
      (read(byId.get(id)) ?? listMasterVibes().find((vibe) => vibe.id === id))?.prompt ?? null,
  }
}

function toRecord(row: z.output<typeof rowSchema>): VibeRecord {
  return {
    type: 'user_vibe',
    id: row.id,
    created_at: formatServiceTime(row.createdAtMs),
    vibe: row.vibe,
    prompt: row.prompt,
    user_id: USER_ID,
    updated_at: formatServiceTime(row.updatedAtMs),
  }
}

/** One form for all spellings: by way of lower case so that ẞ becomes SS, in upper case because Σ has two lower ones. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')
}
