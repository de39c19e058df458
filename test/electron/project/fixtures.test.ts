import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { JobRecord } from '../../../electron/project/project.ts'
import { FORMAT_VERSION } from '../../../shared/project-file/formatSteps.ts'
import { storedSchemas } from '../../fixtures/projects/storedSchemas.ts'
import { fingerprint, refusalOf, reopen, tempFolder } from './support.ts'

const fixtures = new URL('../../fixtures/projects/', import.meta.url)
const current = `v${String(FORMAT_VERSION)}`

it('what a project file stores changes only together with the format version', () => {
  const path = new URL(`${current}/schemas.json`, fixtures)
  expect(
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null,
    'A stored shape changed. Add a step to FORMAT_STEPS in shared/project-file/formatSteps.ts, which makes a new version, ' +
      'and run `node test/fixtures/projects/makeFixture.ts` for the new version. Never change the files of an older version',
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

it.each(['v1', 'v2', 'v3', 'v4', 'v5', 'v6'])(
  'a file of format %s opens with everything that it held',
  (version) => {
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
      }
      project.close()

      // The fields that later versions added have their defaults: they are in the content and not in the frozen file.
      const held: unknown = JSON.parse(
        readFileSync(new URL(`${version}/everything.json`, fixtures), 'utf8'),
        // Before version 3, no silence could be told from a silence of 0 ms.
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
  },
)

it('a file of the next format version is refused as newer', () => {
  const path = join(tempFolder(), 'next.fabula')
  copyFileSync(new URL(`${current}/everything.fabula`, fixtures), path)
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA user_version = ${String(FORMAT_VERSION + 1)}`)
  db.close()
  expect(refusalOf(() => reopen(path))).toBe('project-newer')
})

/** A job as the content of version 1 names its fields; the frozen payload is of no known kind. */
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
