import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { JobRecord } from '../../../electron/project/project.ts'
import { parseJsonRow, toJsonRow } from '../../../electron/lib/sqlite/sqlite.ts'
import { FORMAT_VERSION, LAST_UNRELEASED_VERSION } from '../../../shared/project-file/format.ts'
import { storedSchemas } from '../../fixtures/projects/storedSchemas.ts'
import { fingerprint, refusalOf, reopen, tempFolder } from './support.ts'

const fixtures = new URL('../../fixtures/projects/', import.meta.url)
const current = `v${String(FORMAT_VERSION)}`

it('the stored content of a project file changes only together with the format version', () => {
  const path = new URL(`${current}/schemas.json`, fixtures)
  expect(
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null,
    'A stored shape changed. Before the first release: give the new field a default in its schema, or its value in the step to this ' +
      'version (FORMAT_STEPS in shared/project-file/format.ts), remove the folder of this version, and run ' +
      '`node test/fixtures/projects/makeFixture.ts`. After it: a step of its own, which makes a new version, and a new folder. ' +
      'Never change the files of an older version',
  ).toEqual(storedSchemas())
})

it('every format version has a fixture', () => {
  const versions = Array.from({ length: FORMAT_VERSION }, (_, index) => `v${String(index + 1)}`)
  expect(
    readdirSync(fixtures)
      .filter((name) => name.startsWith('v'))
      .toSorted(),
  ).toEqual(versions)
})

it.each(['v1', current])('a file of format %s opens with all its content', (version) => {
  const frozen = fileURLToPath(new URL(`${version}/everything.fabula`, fixtures))
  const folder = tempFolder()
  const path = join(folder, 'everything.fabula')
  copyFileSync(frozen, path)
  const before = fingerprint(path).hash

  for (const time of ['first', 'second']) {
    const project = reopen(path)
    const audioId = project.takes()[0]?.audioId ?? ''
    const bytes = project.audio.read(audioId, 0, 9e9)
    const versions = project.versions()
    const content = {
      records: [...project.story().records.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      takes: project.takes(),
      render: project.render(),
      conversions: project.jobs.list().map((job) => (version === 'v1' ? toVersion1(job) : job)),
      versions,
      firstVersion: project.readVersion(versions[1]?.id ?? ''),
      audio: project.audio.find(audioId),
      history: project.takeHistory('page', []),
      steps: project.readSteps(version === current ? ['step-1'] : []),
    }
    project.close()

    // Fields added by later versions have their defaults: they are in the content but not in the frozen file.
    const held: unknown = JSON.parse(
      readFileSync(new URL(`${version}/everything.json`, fixtures), 'utf8'),
      // Before version 3, “no silence” and “a silence of 0 ms” were stored alike.
      (key, value: unknown) => (key === 'silenceBeforeMs' && value === 0 && version < 'v3' ? null : value),
    )
    expect(content, `the ${time} time`).toMatchObject(held as object)
    expect([...bytes]).toEqual(Array.from({ length: 5000 }, (_, index) => (index * 7) % 256))
  }
  if (version === current) {
    expect(fingerprint(path).hash, 'opening does not write to a file of the current format').toBe(before)
    expect(readdirSync(folder)).toEqual(['everything.fabula'])
  } else {
    expect(versionOf(path)).toBe(FORMAT_VERSION)
    expect(readdirSync(folder)).toEqual([
      'everything.fabula',
      `everything.fabula.format-${version.slice(1)}.bak`,
    ])
    expect(versionOf(`${path}.format-${version.slice(1)}.bak`)).toBe(Number(version.slice(1)))
  }
})

it.each([
  [FORMAT_VERSION + 1, 'project-unreleased'],
  [LAST_UNRELEASED_VERSION, 'project-unreleased'],
  [LAST_UNRELEASED_VERSION + 1, 'project-newer'],
])('a file of format %i is refused with %s, and not changed', (version, code) => {
  const path = copyOfCurrent((db) => db.exec(`PRAGMA user_version = ${String(version)}`))
  const before = fingerprint(path)
  expect(refusalOf(() => reopen(path))).toBe(code)
  expect(fingerprint(path)).toEqual(before)
})

it('a file of the current version that lacks some fields is reported as written by a test build', () => {
  const path = copyOfCurrent((db) => {
    for (const row of db.prepare("SELECT id, json, checksum FROM records WHERE type = 'block'").all()) {
      const { breakBefore: _, ...older } = parseJsonRow(row) as Record<string, unknown>
      const { json, checksum } = toJsonRow(older)
      db.prepare('UPDATE records SET json = ?, checksum = ? WHERE id = ?').run(
        json,
        checksum,
        String(row['id']),
      )
    }
  })
  expect(refusalOf(() => reopen(path))).toBe('project-unreleased')
})

function copyOfCurrent(change: (db: DatabaseSync) => void): string {
  const path = join(tempFolder(), 'copy.fabula')
  copyFileSync(new URL(`${current}/everything.fabula`, fixtures), path)
  const db = new DatabaseSync(path)
  change(db)
  db.close()
  return path
}

/** A job with the field names of version 1; the frozen payload is of an unknown kind. */
function toVersion1({ endpoint, payload, ...job }: JobRecord) {
  return { ...job, kind: endpoint, ...(payload === null && { purpose: '{"for": "story"}' }) }
}

function versionOf(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return db.prepare('PRAGMA user_version').get()?.['user_version']
  } finally {
    db.close()
  }
}
