import { chmodSync, existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { APPLICATION_ID, FORMAT_VERSION } from '../../shared/project-file/format.ts'
import { storyRecordSchema, type StoryRecord } from '../../shared/story/records.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import { removeDatabaseFiles, createStatements } from '../lib/sqlite/sqlite.ts'
import { renameDurably, syncFile } from '../lib/files/atomicFile.ts'
import { newPartPath } from '../lib/files/partFiles.ts'
import { openProject, type ProjectOptions } from './openProject.ts'
import type { Project } from './project.ts'
import { withProjectErrors } from './projectErrors.ts'
import { TABLES } from './schema.ts'
import { putRecord } from './storyWriter.ts'

/**
 * Makes a project file of `records` and opens it. The file gets its name only once it is complete; an existing file is never replaced.
 * Throws the errors of `openProject`.
 */
export function createProject(
  path: string,
  records: readonly StoryRecord[],
  options: ProjectOptions,
): Project {
  const story = storyFromRecords(records.map((record) => storyRecordSchema.parse(record)))
  if (existsSync(path)) throw new Error(`There is a file at ${path} already`)
  const partPath = newPartPath(dirname(path))
  withProjectErrors(path, () => {
    try {
      writeNewFile(partPath, story.records.values())
      if (options.isDraft) chmodSync(partPath, 0o600)
      syncFile(partPath)
      removeDatabaseFiles(path)
      renameDurably(partPath, path)
    } catch (error) {
      rmSync(partPath, { force: true })
      throw error
    }
  })
  return openProject(path, options)
}

function writeNewFile(path: string, records: Iterable<StoryRecord>): void {
  const db = new DatabaseSync(path)
  try {
    // The file becomes smaller again when audio is removed. Must be set before the first table; stored in the file from then on.
    db.exec('PRAGMA auto_vacuum = INCREMENTAL')
    // Nobody has seen this file yet: a crash leaves nothing to roll back.
    db.exec(
      `PRAGMA journal_mode = OFF; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT_VERSION}`,
    )
    db.exec('BEGIN')
    for (const table of TABLES) db.exec(table)
    const statements = createStatements(db)
    for (const record of records) putRecord(statements, record)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}
