/** The files that a story came from. What cannot be read of them is passed over: the story does not need it. */
import * as z from 'zod'
import { originSchema } from '../../shared/import/origin.ts'
import type { Origin } from '../../shared/import/origin.ts'
import { parseJsonRow, toJsonRow } from '../lib/sqlite/jsonRows.ts'
import type { ProjectDatabase } from './projectDatabase.ts'

export interface OriginStore {
  /** The latest first. */
  list(): readonly Origin[]
  /** Remembers a file as it was imported last, in place of the one at `replacedPath`. */
  keep(origin: Origin, replacedPath?: string): void
}

/** Files that are remembered. */
const MOST_ORIGINS = 100

const numberSchema = z.object({ number: z.int() })

/** The origins of an open project. */
export function createOriginStore(database: ProjectDatabase): OriginStore {
  function rows(): { readonly number: number; readonly origin: Origin | null }[] {
    return database.all('SELECT number, json, checksum FROM origins ORDER BY number DESC').map((row) => {
      const { number } = numberSchema.parse(row)
      try {
        return { number, origin: originSchema.parse(parseJsonRow(row)) }
      } catch {
        return { number, origin: null }
      }
    })
  }
  return {
    list: () => rows().flatMap(({ origin }) => origin ?? []),
    keep(origin, replacedPath = origin.path) {
      const { json, checksum } = toJsonRow(originSchema.parse(origin))
      database.transaction(() => {
        for (const [index, { number, origin: known }] of rows().entries())
          if (known === null || [origin.path, replacedPath].includes(known.path) || index >= MOST_ORIGINS - 1)
            database.run('DELETE FROM origins WHERE number = ?', number)
        database.run('INSERT INTO origins (json, checksum) VALUES (?, ?)', json, checksum)
      })
    },
  }
}
