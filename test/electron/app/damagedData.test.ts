/** Fabula's own files, damaged in every way that a disk, a person or another version can: it starts, and reports what it set aside. */
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createSettingsStore } from '../../../electron/app/settingsStore.ts'
import { newPartPath } from '../../../electron/lib/files/atomicFile.ts'
import { openTestApp, type TestApp } from '../../support/testApp.ts'
import { eventually } from '../../support/eventually.ts'
import { long } from '../../support/tags.ts'

/** An app whose folder was changed while it did not run. */
async function startAfter(damage: (dataDir: string) => void): Promise<TestApp> {
  const app = await openTestApp({ hasVoice: false })
  onTestFinished(() => app.close())
  await app.stop()
  damage(app.dataDir)
  app.start()
  return app
}

/** Uses every list that the app keeps, and returns the names that it set aside. */
async function use({ handlers }: TestApp): Promise<string[]> {
  const { setAside } = await handlers['app:info']({})
  await handlers['settings:update']({ theme: 'dark' })
  await handlers['jobs:list']({ filter: {}, after: null })
  await handlers['recents:list']({})
  const id = await handlers['servers:save']({
    kind: 'connection',
    id: null,
    name: 'Studio',
    baseUrl: 'https://speech.example',
    webhookPublicKey: '',
    key: { text: 'a-key', keep: 'safest' },
  })
  expect(id).toBeDefined()
  const { projectId } = await handlers['project:create']({ title: 'New' })
  await handlers['project:close']({ projectId })
  return setAside
}

const GARBAGE = Buffer.from('\u0000half of a file {"', 'utf8')

test('leftover part files of a killed program are removed at the next start', async () => {
  const app = await startAfter((dataDir) => {
    // The name of this process's own part with another start time: a process that has ended.
    const part = basename(newPartPath(dataDir)).replace(/-[0-9a-z]+-(?=[0-9a-f]+\.part$)/, '-0-')
    for (const folder of ['', 'drafts']) writeFileSync(join(dataDir, folder, part), 'half of a file')
  })
  const names = readdirSync(app.dataDir, { recursive: true }).map(String)
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
})

test.each(['keys.json', 'recents.json', 'connections.json', 'engines.json'])(
  'a damaged %s is set aside',
  async (name) => {
    const app = await startAfter((dataDir) => writeFileSync(join(dataDir, name), GARBAGE))
    expect(await use(app)).toEqual([`${name}.damaged`])
    expect(readFileSync(join(app.dataDir, `${name}.damaged`))).toEqual(GARBAGE)
  },
)

test.each([
  'keys.json',
  'recents.json',
  'connections.json',
  'engines.json',
  'settings.json',
  'library.db',
  'files.lock',
])('a folder in the place of %s is set aside', async (name) => {
  const app = await startAfter((dataDir) => {
    rmSync(join(dataDir, name), { force: true })
    mkdirSync(join(dataDir, name, 'inside'), { recursive: true })
  })
  expect(await use(app)).toEqual([`${name}.damaged`])
  expect(readdirSync(join(app.dataDir, `${name}.damaged`))).toEqual(['inside'])
})

test.each(['drafts', 'discarded', 'documents', 'downloads', 'peaks', 'service'])(
  'a file in the place of the folder %s is set aside',
  async (name) => {
    const app = await startAfter((dataDir) => {
      rmSync(join(dataDir, name), { recursive: true, force: true })
      writeFileSync(join(dataDir, name), 'a file')
    })
    expect(await use(app)).toEqual([`${name}.damaged`])
    expect(readFileSync(join(app.dataDir, `${name}.damaged`), 'utf8')).toBe('a file')
  },
)

const libraries: [what: string, damage: (path: string) => void][] = [
  ['is no database', (path) => writeFileSync(path, GARBAGE)],
  [
    'has a damaged page',
    (path) => {
      const bytes = readFileSync(path)
      bytes.fill(0xa5, 4096, 3 * 4096)
      writeFileSync(path, bytes)
    },
  ],
  [
    'is of a newer version',
    (path) => change(path, 'PRAGMA user_version = 99; ALTER TABLE events RENAME TO news'),
  ],
  ['has other columns', (path) => change(path, 'ALTER TABLE conversions RENAME COLUMN estimate TO guess')],
]

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
}

test.each(libraries)('a library that %s is set aside unchanged', async (_what, damage) => {
  let before: Buffer | undefined
  const app = await startAfter((dataDir) => {
    damage(join(dataDir, 'library.db'))
    before = readFileSync(join(dataDir, 'library.db'))
  })
  expect(await use(app)).toEqual(['library.db.damaged'])
  expect(readFileSync(join(app.dataDir, 'library.db.damaged'))).toEqual(before)
  expect(app.reported.filter((error) => !String(error).includes('local-service-failed'))).toEqual([])
})

test('after the list of conversions was damaged, the caps have to be set again', async () => {
  const app = await openTestApp({ hasVoice: false })
  onTestFinished(() => app.close())
  await app.handlers['settings:update']({ creditsPerDay: 10 })
  await app.stop()
  writeFileSync(join(app.dataDir, 'library.db'), GARBAGE)
  app.start()
  expect(createSettingsStore(app.dataDir).caps).toThrow(expect.objectContaining({ code: 'caps-unreadable' }))
  expect((await app.handlers['settings:get']({})).creditsPerDay).toBeNull()
})

test(
  'a damaged file of the local voice is set aside, the voice starts, and every page is notified',
  long,
  async () => {
    const app = await openTestApp()
    onTestFinished(() => app.close())
    await app.stop()
    writeFileSync(join(app.dataDir, 'service', 'conversions.sqlite'), GARBAGE)
    app.start()
    const told = { event: 'app:setAside', payload: { names: ['conversions.sqlite.damaged'] } }
    await eventually(() =>
      expect(app.told).toContainEqual({ event: 'speech:state', payload: { state: 'ready' } }),
    )
    expect(app.told).toContainEqual(told)
    const later: unknown[] = []
    app.services.sendInitialState((event, payload) => void later.push({ event, payload }))
    expect(later).toContainEqual(told)
  },
)

test('an earlier file that was set aside is never replaced', async () => {
  const app = await startAfter((dataDir) => {
    writeFileSync(join(dataDir, 'recents.json'), 'first')
    writeFileSync(join(dataDir, 'recents.json.damaged'), 'earlier')
  })
  expect((await app.handlers['app:info']({})).setAside).toEqual(['recents.json.damaged-2'])
  expect(readFileSync(join(app.dataDir, 'recents.json.damaged'), 'utf8')).toBe('earlier')
})

test.skipIf(process.platform === 'win32')(
  'the folder, drafts and the library are accessible only to this user',
  async () => {
    const app = await startAfter((dataDir) => chmodSync(dataDir, 0o755))
    await use(app)
    await app.handlers['project:create']({ title: 'Secret' })
    const mode = (...names: string[]) => statSync(join(app.dataDir, ...names)).mode & 0o777
    expect(mode('.')).toBe(0o700)
    expect(mode('library.db')).toBe(0o600)
    const drafts = readdirSync(join(app.dataDir, 'drafts'))
    expect(drafts.length).toBeGreaterThan(0)
    for (const name of drafts) expect(mode('drafts', name)).toBe(0o600)
  },
)
