import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fingerprint, reopen, tempFolder } from './support.ts'

const fixtures = new URL('../../fixtures/projects/', import.meta.url)

const UNKNOWN_PAYLOAD = '{"for": "story"}'

/** Every format version ever released. Format version 1 is read as it is; later ones will be read from it. */
it.each(['v1'])('a file of format %s opens with everything that it held', (version) => {
  const frozen = fileURLToPath(new URL(`${version}/everything.fabula`, fixtures))
  const path = join(tempFolder(), 'everything.fabula')
  copyFileSync(frozen, path)
  const before = fingerprint(path).hash

  const project = reopen(path)
  const audioId = project.takes()[0]?.audioId ?? ''
  const bytes = project.audio.read(audioId, 0, 9e9)
  const versions = project.versions()
  const content = {
    records: [...project.story().records.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    takes: project.takes(),
    render: project.render(),
    // A job's endpoint is stored as `kind`, and its payload as `purpose`; the frozen payload is of no known kind.
    conversions: project.jobs.list().map(({ endpoint, payload, ...job }) => ({
      ...job,
      kind: endpoint,
      ...(payload === null && { purpose: UNKNOWN_PAYLOAD }),
    })),
    versions,
    firstVersion: project.readVersion(versions[1]?.id ?? ''),
    audio: project.audio.find(audioId),
  }
  project.close()

  // What was added to records since then has its default: it is in the content and not in the frozen file.
  expect(content).toMatchObject(
    JSON.parse(readFileSync(new URL(`${version}/everything.json`, fixtures), 'utf8')),
  )
  expect([...bytes]).toEqual(Array.from({ length: 5000 }, (_, index) => (index * 7) % 256))
  expect(fingerprint(path).hash, 'a file of the current format is not written to by opening it').toBe(before)
})
