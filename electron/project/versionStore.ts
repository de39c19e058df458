/** Named versions: the story's records as they were, gzipped, whose checksum gzip brings along. */
import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod'
import { versionSchema } from '../../shared/ipc/views.ts'
import type { Version } from '../../shared/ipc/views.ts'
import { FORMAT_VERSION } from '../../shared/project-file/formatSteps.ts'
import { parseStored } from '../../shared/project-file/storedRecords.ts'
import type { StoryRecord } from '../../shared/story/records.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { ProjectDatabase } from './projectDatabase.ts'
import { projectError } from './projectErrors.ts'

export interface VersionStore {
  save(story: Story, version: Omit<Version, 'blocks'>): Version
  /** Newest first. */
  list(): readonly Version[]
  read(versionId: string): readonly StoryRecord[]
}

/** Far above any story; a damaged or hostile file must not fill the memory. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

const snapshotSchema = z.object({ format: z.int(), records: z.instanceof(Uint8Array) })

/** The named versions of an open project. */
export function createVersionStore(database: ProjectDatabase): VersionStore {
  return {
    save(story, { id, name, createdAtMs }) {
      const version = { id, name, createdAtMs, blocks: blocksOf(story).length }
      const snapshot = gzipSync(JSON.stringify([...story.records.values()]))
      database.transaction(() =>
        database.run(
          'INSERT INTO versions (id, name, created_at_ms, blocks, format, records) VALUES (?, ?, ?, ?, ?, ?)',
          id,
          name,
          createdAtMs,
          version.blocks,
          FORMAT_VERSION,
          snapshot,
        ),
      )
      return version
    },
    list() {
      const rows = database.all(
        'SELECT id, name, created_at_ms AS createdAtMs, blocks FROM versions ORDER BY number DESC',
      )
      return refuseDamage(() => rows.map((row) => versionSchema.parse(row)))
    },
    read(versionId) {
      const row = database.get('SELECT format, records FROM versions WHERE id = ?', versionId)
      if (row === undefined) throw new Error(`The project has no version ${versionId}`)
      return refuseDamage(() => {
        const { format, records } = snapshotSchema.parse(row)
        const text = new TextDecoder().decode(gunzipSync(records, { maxOutputLength: MAX_UNPACKED_BYTES }))
        const values = z.array(z.unknown()).parse(JSON.parse(text))
        return values.map((value) => parseStored('records', value, format))
      })
    },
  }

  function refuseDamage<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      throw projectError('project-corrupt', database.path, {}, error)
    }
  }
}
