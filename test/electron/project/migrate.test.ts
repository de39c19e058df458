import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../electron/lib/clock.ts'
import { createOpenProjects } from '../../../electron/project/openProjects.ts'
import { createProjects } from '../../../electron/project/projects.ts'
import { parseJsonRow, toJsonRow } from '../../../electron/lib/sqlite/sqlite.ts'
import { FORMAT_VERSION } from '../../../shared/project-file/format.ts'
import type { Story } from '../../../shared/story/story.ts'
import { startChild } from './childProcess.ts'
import {
  bytesOf,
  conversionOf,
  fingerprint,
  newProject,
  refusalOf,
  reopen,
  sequentialIds,
  storeAudio,
  storyOfBlocks,
  takeOf,
  tempFolder,
  writeText,
} from './support.ts'
import { long } from '../../support/tags.ts'

const NEW_FIELDS = ['vibe', 'customPrompt', 'source', 'audioId']

/** A file as version 1 wrote it, without its later fields or with them. Returns its story. */
function version1(path: string, shape: 'early' | 'late', blocks = 20): Story {
  const project = newProject(path, storyOfBlocks(blocks))
  const audioId = storeAudio(project, bytesOf(30_000))
  project.addTakes([takeOf('take', audioId)], {
    id: 'render',
    audioId,
    storyKey: 'k',
    durationMs: 5,
    credits: 3,
    createdAtMs: 1,
  })
  project.jobs.insert(conversionOf('c', { state: 'completed' }))
  const story = project.story()
  project.close()
  const db = new DatabaseSync(path)
  db.exec('BEGIN; PRAGMA user_version = 1')
  if (shape === 'early') {
    for (const table of ['records', 'conversions']) {
      for (const row of db.prepare(`SELECT rowid AS place, json, checksum FROM ${table}`).all()) {
        const { json, checksum } = toJsonRow(
          JSON.parse(JSON.stringify(parseJsonRow(row)), (key, value: unknown) =>
            NEW_FIELDS.includes(key) ? undefined : value,
          ),
        )
        db.prepare(`UPDATE ${table} SET json = ?, checksum = ? WHERE rowid = ?`).run(
          json,
          checksum,
          Number(row['place']),
        )
      }
    }
  }
  db.exec('COMMIT')
  db.close()
  return story
}

function read<T>(path: string, ask: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return ask(db)
  } finally {
    db.close()
  }
}

const versionOf = (path: string) =>
  read(path, (db) => db.prepare('PRAGMA user_version').get()?.['user_version'])

describe('a file of format version 1', () => {
  it.each(['early', 'late'] as const)(
    'in its %s form is migrated to the current version, and a copy is kept',
    (shape) => {
      const folder = tempFolder()
      const path = join(folder, 'story.fabula')
      const story = version1(path, shape)

      const project = reopen(path)
      expect(project.keptCopy).toBe(`${path}.format-1.bak`)
      expect(project.story()).toEqual(story)
      expect(project.takes()).toHaveLength(1)
      expect(project.render()).toMatchObject({ id: 'render' })
      expect(project.jobs.find('c')).toEqual(conversionOf('c', { state: 'completed' }))
      writeText(project, 'goes on')
      project.close()

      expect(versionOf(path)).toBe(FORMAT_VERSION)
      expect(versionOf(`${path}.format-1.bak`)).toBe(1)
      expect(readdirSync(folder)).toEqual(['story.fabula', 'story.fabula.format-1.bak'])
      expect(reopen(path).keptCopy, 'only once').toBeNull()
      expect(reopen(`${path}.format-1.bak`).story(), 'the copy can be opened').toEqual(story)
    },
  )

  it('opens if the program died after writing the new format into the first page, before the commit', () => {
    const folder = tempFolder()
    const [path, dead] = [join(folder, 'old.fabula'), join(folder, 'dead.fabula')]
    const story = version1(path, 'late')
    const db = new DatabaseSync(path)
    // The journal is complete on disk before the first page is written: a cache of two pages has it written here.
    db.exec('PRAGMA cache_size = 2; BEGIN; PRAGMA user_version = 2')
    db.exec('CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(200000))')
    copyFileSync(`${path}-journal`, `${dead}-journal`)
    const bytes = readFileSync(path)
    bytes.writeInt32BE(FORMAT_VERSION, 60) // the position of user_version in the header
    writeFileSync(dead, bytes)
    db.exec('ROLLBACK')
    db.close()
    const project = reopen(dead)
    expect(project.keptCopy).toBe(`${dead}.format-1.bak`)
    expect(project.story()).toEqual(story)
  })

  it('never replaces an earlier copy', () => {
    const folder = tempFolder()
    const path = join(folder, 'story.fabula')
    writeFileSync(`${path}.format-1.bak`, 'an earlier copy')
    version1(path, 'late')
    expect(reopen(path).keptCopy).toBe(`${path}.format-1-2.bak`)
    expect(readFileSync(`${path}.format-1.bak`, 'utf8')).toBe('an earlier copy')
  })

  it('has its own copy beside the copy of an earlier file with the same name', () => {
    const folder = tempFolder()
    const path = join(folder, 'story.fabula')
    const earlier = version1(path, 'late', 3)
    reopen(path).close()
    rmSync(path)
    const later = version1(path, 'late', 4)
    expect(reopen(path).keptCopy).toBe(`${path}.format-1-2.bak`)
    expect(reopen(`${path}.format-1.bak`).story()).toEqual(earlier)
    expect(reopen(`${path}.format-1-2.bak`).story()).toEqual(later)
  })

  it('that is damaged is refused, left unchanged, and not copied', () => {
    const folder = tempFolder()
    const path = join(folder, 'story.fabula')
    version1(path, 'early')
    const db = new DatabaseSync(path)
    db.exec("UPDATE records SET checksum = checksum + 1 WHERE id = 'block-7'")
    db.close()
    const before = fingerprint(path)
    expect(refusalOf(() => reopen(path))).toBe('project-corrupt')
    expect(fingerprint(path)).toEqual(before)
    expect(readdirSync(folder)).toEqual(['story.fabula'])
  })

  it('that is a draft keeps its title in the list, and its copy is not listed as a draft', async () => {
    const dataDir = tempFolder()
    const openProjects = createOpenProjects(systemClock)
    const projects = createProjects({ dataDir, now: () => 1, createId: sequentialIds(), openProjects })
    version1(join(dataDir, 'drafts', 'old.fabula'), 'early')
    expect(projects.recents()).toMatchObject([{ title: 'A story', isDraft: true }])
    projects.openRecent(projects.recents()[0]?.id ?? ('' as never))
    expect(projects.recents()).toHaveLength(1)
    await openProjects.closeAll()
  })

  it.each(['copy', 'begin', 'write', 'end'] as const)(
    'is complete in the old or the new version after a kill at: %s',
    long,
    async (moment) => {
      const folder = tempFolder()
      const path = join(folder, 'story.fabula')
      const story = version1(path, 'early', 5000)
      const before = fingerprint(path).hash

      await startChild(`migrate-${moment}`, path).ended()
      if (moment === 'write') {
        expect(fingerprint(path).hash, 'the kill cut a transaction short').not.toBe(before)
      }
      const project = reopen(path)
      expect(project.keptCopy === null).toBe(moment === 'end')
      expect(project.story()).toEqual(story)
      expect(project.takes()).toHaveLength(1)
      project.close()
      expect(versionOf(path)).toBe(FORMAT_VERSION)
      expect(read(path, (db) => db.prepare('PRAGMA integrity_check').get())).toEqual({
        integrity_check: 'ok',
      })
      expect(readdirSync(folder)).toEqual(['story.fabula', 'story.fabula.format-1.bak'])
      expect(versionOf(`${path}.format-1.bak`)).toBe(1)
    },
  )
})
