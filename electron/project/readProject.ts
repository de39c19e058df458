/** Everything that is read, and checked, before a project file counts as open. */
import * as z from 'zod'
import {
  parseStoredRecords,
  storedAudioSchema,
  storedJobSchema,
} from '../../shared/project-file/storedRecords.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import type { Story } from '../../shared/story/story.ts'
import { storyRenderSchema, takeSchema } from '../../shared/story/takes.ts'
import type { StoryRender, Take } from '../../shared/story/takes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Connection } from './connection.ts'
import { isSqliteError, projectError } from './projectErrors.ts'
import { checksumOf } from './schema.ts'

/** A project's part that lives in memory. */
export interface ProjectState {
  readonly story: Story
  readonly takes: readonly Take[]
  readonly render: StoryRender | null
}

/** Reads and checks a whole file, but for the audio's bytes and old versions. Throws `project-corrupt`; never writes. */
export function readProject(connection: Connection): ProjectState {
  try {
    checkAudio(connection)
    for (const value of readJsonRows(connection, 'conversions')) storedJobSchema.parse(value)
    return {
      story: readStory(connection),
      takes: readTakes(connection),
      render: readRender(connection),
    }
  } catch (error) {
    if (error instanceof UserFacingError || isSqliteError(error)) throw error
    throw projectError('project-corrupt', connection.path, {}, error)
  }
}

const jsonRowSchema = z.object({ json: z.string(), checksum: z.int() })

/** The value of a row's JSON. Throws where the text is not the one that was written. */
export function parseJsonRow(row: unknown): unknown {
  const { json, checksum } = jsonRowSchema.parse(row)
  if (checksumOf(json) !== checksum) throw new Error('The checksum of a stored record does not fit')
  return JSON.parse(json)
}

function readJsonRows(connection: Connection, table: 'takes' | 'renders' | 'conversions'): unknown[] {
  return connection.db.prepare(`SELECT json, checksum FROM ${table} ORDER BY rowid`).all().map(parseJsonRow)
}

function readStory(connection: Connection): Story {
  const rows = connection.db.prepare('SELECT id, type, json, checksum FROM records').all()
  const records = parseStoredRecords(rows.map(parseJsonRow), connection.formatVersion)
  records.forEach((record, index) => {
    const row = rows[index]
    if (row?.['id'] !== record.id || row['type'] !== record.type)
      throw new Error('A record is not what its row says')
  })
  return storyFromRecords(records)
}

function readTakes(connection: Connection): readonly Take[] {
  return readJsonRows(connection, 'takes').map((value) => takeSchema.parse(value))
}

function readRender(connection: Connection): StoryRender | null {
  return (
    readJsonRows(connection, 'renders')
      .map((value) => storyRenderSchema.parse(value))
      .at(-1) ?? null
  )
}

export const SELECT_AUDIO =
  'SELECT id AS audioId, type, byte_length AS byteLength, duration_ms AS durationMs FROM audio'

const audioRowsSchema = z.array(storedAudioSchema)
const lengthsSchema = z.array(z.object({ audioId: z.string(), bytes: z.int() }))

/** Every audio has all of its chunks. SQLite knows a blob's length without reading it. */
function checkAudio({ db }: Connection): void {
  const stored = db.prepare(
    'SELECT audio_id AS audioId, sum(length(bytes)) AS bytes FROM audio_chunks GROUP BY audio_id',
  )
  const lengths = new Map(lengthsSchema.parse(stored.all()).map((row) => [row.audioId, row.bytes]))
  for (const { audioId, byteLength } of audioRowsSchema.parse(db.prepare(SELECT_AUDIO).all())) {
    if ((lengths.get(audioId) ?? 0) !== byteLength) throw new Error(`Audio ${audioId} is not complete`)
  }
}
