import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Story } from '../../../shared/story/story.ts'
import type { Take } from '../../../shared/story/takes.ts'
import {
  bytesOf,
  conversionOf,
  fingerprint,
  newProject,
  randomNumbers,
  refusalOf,
  reopen,
  storeAudio,
  storyOfBlocks,
  takeOf,
  tempFolder,
} from './support.ts'
import { long } from '../../support/tags.ts'

const MUTATIONS = 300
const CODES = ['project-foreign', 'project-corrupt', 'project-newer', 'accepted']

describe('a damaged file', () => {
  it(`is refused untouched, or contains the saved story: ${String(MUTATIONS)} mutations`, long, () => {
    const folder = tempFolder()
    const whole = makeWhole(join(folder, 'whole.fabula'))
    const random = randomNumbers(2026)
    const counts = new Map<string, number>()
    for (let round = 0; round < MUTATIONS; round += 1) {
      const path = join(folder, 'damaged.fabula')
      writeFileSync(path, mutate(whole.bytes, random))
      const before = fingerprint(path)
      const code = refusalOf(() => {
        const project = reopen(path)
        const [story, takes] = [project.story(), project.takes()]
        project.close()
        expect(story).toEqual(whole.story)
        expect(takes).toEqual(whole.takes)
      })
      expect(fingerprint(path)).toEqual(before)
      expect(CODES).toContain(code)
      counts.set(code, (counts.get(code) ?? 0) + 1)
    }
    expect(readdirSync(folder).toSorted()).toEqual(['damaged.fabula', 'whole.fabula'])
    expect(counts.get('project-corrupt')).toBeGreaterThan(MUTATIONS / 3)
  })

  it('is refused for a single changed bit in a word of the story', () => {
    const folder = tempFolder()
    const { bytes } = makeWhole(join(folder, 'whole.fabula'))
    const word = 'Sentence 77'
    // Every occurrence: SQLite leaves old bytes in unused parts of a page, which are never read.
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1))
      bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(refusalUntouched(join(folder, 'flipped.fabula'), bytes)).toBe('project-corrupt')
  })

  it.each([
    [
      'a row that is no record',
      `UPDATE records SET json = '{}', checksum = ${crc32('{}')} WHERE id = 'block-1'`,
    ],
    ['a record under the id of another', "UPDATE records SET id = 'other' WHERE id = 'block-1'"],
    ['no story record', "DELETE FROM records WHERE type = 'story'"],
    ['a missing piece of audio', 'DELETE FROM audio_chunks WHERE number = 1'],
    ['a conversion that is none', `UPDATE conversions SET json = '[]', checksum = ${crc32('[]')}`],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM takes; END'],
    ['a table of somebody else', 'CREATE TABLE extra (x)'],
    ['a version from before the first', 'PRAGMA user_version = 0'],
    ['a write-ahead log', 'PRAGMA journal_mode = WAL'],
  ])('is refused for %s', (_, sql) => {
    const folder = tempFolder()
    const { path } = makeWhole(join(folder, 'whole.fabula'))
    alter(path, sql)
    const before = fingerprint(path)
    expect(refusalOf(() => reopen(path))).toBe('project-corrupt')
    expect(fingerprint(path)).toEqual(before)
    expect(readdirSync(folder)).toEqual(['whole.fabula'])
  })
})

describe('a file in another format', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452'.padEnd(400, '0'), 'hex')
  it.each([
    ['nothing', ''],
    ['a text', 'Once upon a time there was a king. '.repeat(100)],
    ['a short text', 'SQLite format 3'],
    ['a picture', png],
    ['zeros', new Uint8Array(8192)],
  ])('is refused as foreign: %s', (_, content) => {
    expect(refusalUntouched(join(tempFolder(), 'other.fabula'), content)).toBe('project-foreign')
  })

  it('is refused as foreign: another program’s database', () => {
    const path = join(tempFolder(), 'other.fabula')
    alter(
      path,
      'PRAGMA application_id = 252006674; CREATE TABLE records (id, type, json); PRAGMA user_version = 1',
    )
    const before = fingerprint(path)
    expect(refusalOf(() => reopen(path))).toBe('project-foreign')
    expect(fingerprint(path)).toEqual(before)
  })

  it('is refused as foreign: a folder', () => {
    const path = join(tempFolder(), 'folder.fabula')
    mkdirSync(path)
    expect(refusalOf(() => reopen(path))).toBe('project-foreign')
  })
})

describe('a file of a newer version', () => {
  it('is refused with its version, whatever its content', () => {
    const folder = tempFolder()
    const { path } = makeWhole(join(folder, 'whole.fabula'))
    alter(path, 'PRAGMA user_version = 99; CREATE TABLE lexicon (word)')
    const before = fingerprint(path)
    expect(() => reopen(path)).toThrow(
      expect.objectContaining({ code: 'project-newer', params: { name: 'whole.fabula', version: 99 } }),
    )
    expect(fingerprint(path)).toEqual(before)
  })
})

function makeWhole(path: string): { path: string; bytes: Buffer; story: Story; takes: readonly Take[] } {
  const project = newProject(path, storyOfBlocks(150))
  const audioId = storeAudio(project, bytesOf(1_048_576 + 30_000))
  project.addTakes(
    Array.from({ length: 40 }, (_, index) => takeOf(`take-${String(index)}`, audioId)),
    { id: 'render', audioId, storyKey: 'k', durationMs: 5, credits: 3, createdAtMs: 1 },
  )
  project.jobs.insert(conversionOf('c', { state: 'completed', requestBody: 'x'.repeat(9000) }))
  project.saveVersion('One')
  const [story, takes] = [project.story(), project.takes()]
  project.close()
  return { path, bytes: readFileSync(path), story, takes }
}

/** One of: a bit flipped, the end cut off, a stretch of zeros, two stretches swapped. Half of them near the start. */
function mutate(whole: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(whole)
  const reach = random() < 0.5 ? 4096 * 24 : bytes.length
  const place = (room: number) => Math.floor(random() * (reach - room))
  switch (Math.floor(random() * 5)) {
    case 0: {
      const at = random() < 0.4 ? Math.floor(random() * 100) : place(1)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
      return bytes
    }
    case 1:
      return bytes.subarray(0, place(0))
    case 2: {
      const length = [1, 16, 512, 4096][Math.floor(random() * 4)] ?? 1
      const at = place(length)
      return bytes.fill(0, at, at + length)
    }
    case 3:
      for (let times = 0; times < 20; times += 1) bytes[place(1)] = Math.floor(random() * 256)
      return bytes
    default: {
      const [a, b] = [place(4096), place(4096)].map((at) => at - (at % 4096))
      if (a === undefined || b === undefined) return bytes
      whole.copy(bytes, a, b, b + 4096)
      whole.copy(bytes, b, a, a + 4096)
      return bytes
    }
  }
}

function refusalUntouched(path: string, content: string | Uint8Array): string {
  writeFileSync(path, content)
  const before = fingerprint(path)
  const code = refusalOf(() => reopen(path))
  expect(fingerprint(path)).toEqual(before)
  return code
}

function alter(path: string, sql: string): void {
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
}
