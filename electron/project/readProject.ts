/** Reads and checks everything needed before a project file counts as open. */
import * as z from 'zod'
import {
  OLDEST_FORMAT_VERSION,
  parseStored,
  storedAudioSchema,
  type StoredTable,
  type StoredValues,
} from '../../shared/project-file/format.ts'
import { type Story, storyFromRecords } from '../../shared/story/story.ts'
import type { StoryRender, Take } from '../../shared/story/takes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { parseJsonRow } from '../lib/sqlite/sqlite.ts'
import { openConnection, type ProjectConnection } from './connection.ts'
import { isSqliteError, projectError } from '../lib/files/diskFaults.ts'

/** The part of a project that is held in memory. */
export interface ProjectState {
  readonly story: Story
  readonly takes: readonly Take[]
  readonly render: StoryRender | null
}

/** An open file, used here for reading only. */
type ReadableFile = Pick<ProjectConnection, 'db' | 'formatVersion'>

/** Reads and checks a whole file of any format version, except the audio's bytes and named versions. Throws `project-corrupt`, or `project-unreleased` for rows of a test build; never writes. */
export function readProject(connection: ProjectConnection): ProjectState {
  try {
    checkAudio(connection)
    readTable(connection, 'conversions')
    return readStoryAndTakes(connection)
  } catch (error) {
    if (error instanceof UserFacingError || isSqliteError(error)) throw error
    if (error instanceof UnreleasedShapeError)
      throw projectError('project-unreleased', connection.path, {}, error)
    throw projectError('project-corrupt', connection.path, {}, error)
  }
}

/** Reads the story of a file of any format version, and its audio's descriptions. Throws if they are damaged; never writes. */
export function readStoryAndTakes(file: ReadableFile): ProjectState {
  return {
    story: readStory(file),
    takes: readTable(file, 'takes'),
    render: readTable(file, 'renders').at(-1) ?? null,
  }
}

function readTable<T extends StoredTable>({ db, formatVersion }: ReadableFile, table: T) {
  const rows = db.prepare(`SELECT json, checksum FROM ${table} ORDER BY rowid`).all()
  return rows.map((row) => readRow(table, row, formatVersion))
}

/** A row without fields that this version has, as a build from before the first release wrote it under this version's number. */
class UnreleasedShapeError extends Error {}

function readRow<T extends StoredTable>(table: T, row: unknown, formatVersion: number): StoredValues[T] {
  const value = parseJsonRow(row)
  try {
    return parseStored(table, value, formatVersion)
  } catch (cause) {
    parseStored(table, value, OLDEST_FORMAT_VERSION)
    throw new UnreleasedShapeError(`A row of ${table} lacks fields`, { cause })
  }
}

function readStory({ db, formatVersion }: ReadableFile): Story {
  const rows = db.prepare('SELECT id, type, json, checksum FROM records').all()
  const records = rows.map((row) => {
    const record = readRow('records', row, formatVersion)
    if (row['id'] !== record.id || row['type'] !== record.type) {
      throw new Error('A record is not what its row says')
    }
    return record
  })
  return storyFromRecords(records)
}

export const SELECT_AUDIO =
  'SELECT id AS audioId, type, byte_length AS byteLength, duration_ms AS durationMs FROM audio'

const audioRowsSchema = z.array(storedAudioSchema)
const lengthsSchema = z.array(z.object({ audioId: z.string(), bytes: z.int() }))

/** Checks that every audio has all of its chunks. SQLite knows a blob's length without reading it. */
function checkAudio({ db }: ReadableFile): void {
  const stored = db.prepare(
    'SELECT audio_id AS audioId, sum(length(bytes)) AS bytes FROM audio_chunks GROUP BY audio_id',
  )
  const lengths = new Map(lengthsSchema.parse(stored.all()).map((row) => [row.audioId, row.bytes]))
  for (const { audioId, byteLength } of audioRowsSchema.parse(db.prepare(SELECT_AUDIO).all())) {
    if ((lengths.get(audioId) ?? 0) !== byteLength) throw new Error(`Audio ${audioId} is not complete`)
  }
}

/** The story in a project file of any format version that is not open here. The file is not changed. Throws the errors of `openConnection`. */
export function readStoryFile(path: string): Story {
  const { connection, content } = openConnection(path, readProject)
  connection.close()
  return content.story
}
