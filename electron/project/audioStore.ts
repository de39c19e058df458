/**
 * Audio inside the project file, in chunks of 1 MiB. Chunks are committed as they arrive, so that a long download neither
 * holds a transaction open nor fills memory; a row in `audio`, written last, is what makes them audio of the project.
 */
import { storedAudioSchema } from '../../shared/project-file/format.ts'
import { projectError } from '../lib/files/diskFaults.ts'
import type { AudioInfo, ProjectAudioStore, AudioWriter } from './project.ts'
import type { ProjectDatabase } from './projectDatabase.ts'
import { SELECT_AUDIO } from './readProject.ts'

export const CHUNK_BYTES = 1024 * 1024
/** Pages returned to the disk at a time: a page is 4 KiB, so this is quick. */
const SHRINK_PAGES = 4096

/** The audio of an open project. */
export function createProjectAudioStore(
  database: ProjectDatabase,
  createId: () => string,
): ProjectAudioStore {
  const { transaction } = database

  function begin(audioId = createId()): AudioWriter {
    const chunk = new Uint8Array(CHUNK_BYTES)
    let filled = 0
    let chunks = 0
    let byteLength = 0
    let isDone = false

    function assertGoingOn(): void {
      if (isDone) throw new Error('This audio was finished or given up before')
    }

    function storeChunk(): void {
      const bytes = chunk.subarray(0, filled)
      transaction(() => database.run('INSERT INTO audio_chunks VALUES (?, ?, ?)', audioId, chunks, bytes))
      chunks += 1
      filled = 0
    }

    return {
      write(bytes) {
        assertGoingOn()
        for (let offset = 0; offset < bytes.length;) {
          if (filled === CHUNK_BYTES) storeChunk()
          const part = bytes.subarray(offset, offset + CHUNK_BYTES - filled)
          chunk.set(part, filled)
          filled += part.length
          offset += part.length
        }
        byteLength += bytes.length
      },
      finish({ type, durationMs }, alongside) {
        assertGoingOn()
        const info = storedAudioSchema.parse({ audioId, type, byteLength, durationMs })
        const tail = chunk.subarray(0, filled)
        transaction(() => {
          if (filled > 0) database.run('INSERT INTO audio_chunks VALUES (?, ?, ?)', audioId, chunks, tail)
          database.run('INSERT INTO audio VALUES (?, ?, ?, ?)', audioId, type, byteLength, durationMs)
          alongside?.(audioId)
        })
        isDone = true
        return info
      },
      abort() {
        if (isDone) return
        isDone = true
        try {
          transaction(() => database.run('DELETE FROM audio_chunks WHERE audio_id = ?', audioId))
        } catch {
          // The caller reports the cause. Rows that could not be deleted here are deleted when the project is next opened.
        }
      },
    }
  }

  function unnamed(known: readonly string[]): readonly string[] {
    const named = new Set<unknown>(known)
    for (const table of ['takes', 'renders', 'conversions'])
      for (const row of database.all(`SELECT DISTINCT json_extract(json, '$.audioId') AS id FROM ${table}`))
        named.add(row['id'])
    return database.all('SELECT id FROM audio').flatMap(({ id }) => (named.has(id) ? [] : [String(id)]))
  }

  function remove(audioId: string): void {
    transaction(() => {
      database.run('DELETE FROM audio WHERE id = ?', audioId)
      database.run('DELETE FROM audio_chunks WHERE audio_id = ?', audioId)
    })
  }

  function shrink(): boolean {
    const free = freePages()
    if (free === 0) return false
    // `all` steps to the end: a single step would return only one page.
    transaction(() => database.all(`PRAGMA incremental_vacuum(${SHRINK_PAGES})`))
    return freePages() < free
  }

  function freePages(): number {
    return Number(database.get('PRAGMA freelist_count')?.['freelist_count'])
  }

  return { ...createAudioReader(database), begin, unnamed, remove, shrink }
}

/** The audio of a project file opened for reading only. */
export function createAudioReader(
  file: Pick<ProjectDatabase, 'path' | 'get'>,
): Pick<ProjectAudioStore, 'find' | 'read'> {
  function find(audioId: string): AudioInfo | undefined {
    const row = file.get(`${SELECT_AUDIO} WHERE id = ?`, audioId)
    return row === undefined ? undefined : storedAudioSchema.parse(row)
  }

  function read(audioId: string, offset: number, length: number, buffer?: Uint8Array): Uint8Array {
    const info = find(audioId)
    if (info === undefined) throw new Error(`The project has no audio ${audioId}`)
    const end = Math.min(info.byteLength, offset + length)
    const count = Math.max(0, end - offset)
    const result = buffer?.subarray(0, count) ?? new Uint8Array(count)
    for (let at = offset; at < end;) {
      const within = at % CHUNK_BYTES
      const part = readPart(
        audioId,
        Math.floor(at / CHUNK_BYTES),
        within,
        Math.min(end - at, CHUNK_BYTES - within),
      )
      result.set(part, at - offset)
      at += part.length
    }
    return result
  }

  /** The chunk that was read last. SQLite reads a whole chunk for any part of it, and most readers go on where they were. */
  let last: { readonly audioId: string; readonly number: number; readonly bytes: Uint8Array } | null = null

  function readPart(audioId: string, number: number, offset: number, length: number): Uint8Array {
    if (last?.audioId !== audioId || last.number !== number) {
      const sql = 'SELECT bytes FROM audio_chunks WHERE audio_id = ? AND number = ?'
      const bytes = file.get(sql, audioId, number)?.['bytes']
      if (!(bytes instanceof Uint8Array)) throw projectError('project-corrupt', file.path)
      last = { audioId, number, bytes }
    }
    const part = last.bytes.subarray(offset, offset + length)
    if (part.length !== length) throw projectError('project-corrupt', file.path)
    return part
  }

  return { find, read }
}

/** Removes the chunks of audio that never became whole: a download that a crash or a full disk cut short. */
export function sweepUnfinishedAudio(database: ProjectDatabase): void {
  const unfinished = 'FROM audio_chunks WHERE audio_id NOT IN (SELECT id FROM audio)'
  if (database.get(`SELECT 1 ${unfinished} LIMIT 1`) === undefined) return
  database.transaction(() => database.run(`DELETE ${unfinished}`))
}
