/** The service's own files, damaged in every way that a disk, a person or another version can: it starts, and reports what it set aside. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openServiceDatabase } from '../../../electron/local-service/conversions/serviceDatabase.ts'
import { API_PATHS } from '../../../shared/speech-api/endpoints.ts'
import { runService } from './runService.ts'
import { long } from '../../support/tags.ts'

const GARBAGE = Buffer.from('\u0000half of a file {"', 'utf8')
const DATABASE = 'conversions.sqlite'

let whole: Buffer
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-damaged-'))
  openServiceDatabase(join(folder, DATABASE)).close()
  whole = readFileSync(join(folder, DATABASE))
  rmSync(folder, { recursive: true })
})

function change(path: string, sql: string): void {
  writeFileSync(path, whole)
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
}

const damages: [what: string, name: string, damage: (path: string) => void][] = [
  ['a database that is none', DATABASE, (path) => writeFileSync(path, GARBAGE)],
  [
    'a database with a damaged page',
    DATABASE,
    (path) => writeFileSync(path, Buffer.from(whole).fill(0xa5, 4096, 3 * 4096)),
  ],
  ['a database of a newer version', DATABASE, (path) => change(path, 'PRAGMA user_version = 99')],
  [
    'a database with other columns',
    DATABASE,
    (path) => change(path, 'ALTER TABLE vibes RENAME COLUMN prompt TO words'),
  ],
  [
    'a folder in the place of the database',
    DATABASE,
    (path) => mkdirSync(join(path, 'inside'), { recursive: true }),
  ],
  ['a file in the place of the folder for audio', 'audio', (path) => writeFileSync(path, GARBAGE)],
  ['a signing key that is none', 'webhook-key.pem', (path) => writeFileSync(path, GARBAGE)],
  ['a folder in the place of the signing key', 'webhook-key.pem', (path) => mkdirSync(path)],
]

describe('a service starts despite', () => {
  test.each(damages)('%s, which it sets aside', long, async (_what, name, damage) => {
    const folder = mkdtempSync(join(tmpdir(), 'fabula-damaged-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    damage(join(folder, name))
    const service = await runService(folder)
    onTestFinished(() => service.stop('SIGKILL'))
    expect(service.log()).toContain(`${name}.damaged`)
    expect((await service.post('/uapi/v1/custom-vibes', { vibe: 'calm', prompt: 'slowly' })).status).toBe(200)
    expect((await service.speak('/uapi/v1/text-to-speech', { input: 'One.' })).conversion.status).toBe(2)
    const aside = readdirSync(folder).filter((other) => other.includes('damaged'))
    expect(aside).toEqual([`${name}.damaged`])
  })
})

test('audio of a database that is set aside is not deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-damaged-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  change(join(folder, DATABASE), 'PRAGMA user_version = 99')
  mkdirSync(join(folder, 'audio'))
  writeFileSync(join(folder, 'audio', 'one.mp3'), 'audio')
  const service = await runService(folder)
  onTestFinished(() => service.stop('SIGKILL'))
  expect(readdirSync(join(folder, 'audio.damaged'))).toEqual(['one.mp3'])
  expect(readdirSync(join(folder, 'audio'))).toEqual([])
})

test('a service with valid files sets nothing aside', long, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-damaged-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (let start = 0; start < 2; start += 1) {
    const service = await runService(folder)
    expect((await service.get(API_PATHS.webhookKey)).status).toBe(200)
    expect(service.log()).toBe('')
    await service.stop()
  }
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
})
