import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findVoicesFolder, localFolderOf } from '../../../../electron/app/appFolder.ts'
import {
  canLock,
  createFailedStarts,
  deleteOldDumps,
  useOwnPlaces,
} from '../../../../electron/hosts/desktop/foundation.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fabula-places-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

/** Makes an app use the places of a folder, and returns its paths. */
function placesIn(dataDir: string, localDir = dataDir) {
  const places: Record<string, string> = { userData: join(home, 'of Electron') }
  const start = vi.fn()
  useOwnPlaces(
    {
      getPath: (name) => places[name] ?? '',
      setPath: (name, path) => void (places[name] = path),
      setAppLogsPath: (path = '') => void (places['logs'] = path),
    },
    { start },
    dataDir,
    localDir,
  )
  expect(start).toHaveBeenCalledExactlyOnceWith({ uploadToServer: false })
  return places
}

test('all data is in the app’s own folder, in separate subfolders that are created', () => {
  const data = join(home, 'not', 'there')
  const places = placesIn(data)
  expect(places).toEqual({
    userData: join(data, 'chromium'),
    sessionData: join(data, 'chromium'),
    logs: join(data, 'logs'),
    crashDumps: join(data, 'crashes'),
  })
  for (const place of Object.values(places)) expect(existsSync(place)).toBe(true)
})

test('a file that blocks a folder is set aside', () => {
  for (const name of ['chromium', 'logs', 'crashes']) writeFileSync(join(home, name), name)
  for (const place of Object.values(placesIn(home))) expect(readdirSync(place)).toEqual([])
  const kept = readdirSync(home).filter((name) => !['chromium', 'logs', 'crashes'].includes(name))
  expect(kept.map((name) => readFileSync(join(home, name), 'utf8')).toSorted()).toEqual([
    'chromium',
    'crashes',
    'logs',
  ])
})

test('apps with different data folders have different profiles, by which Electron distinguishes them', () => {
  expect(placesIn(join(home, 'one'))['userData']).not.toBe(placesIn(join(home, 'two'))['userData'])
})

test.each(['of Fabula', 'of Electron'])(
  'unsaved text and the encryption key are copied from a profile %s',
  (name) => {
    const [earlier, data] = [join(home, name), join(home, 'of Fabula')]
    mkdirSync(join(earlier, 'Local Storage', 'leveldb'), { recursive: true })
    writeFileSync(join(earlier, 'Local Storage', 'leveldb', '1.log'), 'unsaved words')
    writeFileSync(join(earlier, 'Local State'), 'the seal')
    mkdirSync(join(earlier, 'Cache'))
    const { userData = '' } = placesIn(data)
    expect(readdirSync(userData).toSorted()).toEqual(['Local State', 'Local Storage'])
    expect(readFileSync(join(userData, 'Local Storage', 'leveldb', '1.log'), 'utf8')).toBe('unsaved words')
    writeFileSync(join(userData, 'Local State'), 'a newer seal')
    placesIn(data)
    expect(readFileSync(join(userData, 'Local State'), 'utf8')).toBe('a newer seal')
  },
)

test('on Windows, large files that can be downloaded again are not kept in the roaming profile', () => {
  const env = { APPDATA: '/roaming', LOCALAPPDATA: '/local' }
  expect(localFolderOf(join('/roaming', 'Fabula'), env, 'win32', '/home')).toBe(join('/local', 'Fabula'))
  expect(localFolderOf('/stick/Fabula', env, 'win32', '/home')).toBe('/stick/Fabula')
  expect(localFolderOf(join('/roaming', 'Fabula'), env, 'darwin', '/home')).toBe(join('/roaming', 'Fabula'))
})

test('voices in an earlier folder are moved, and no folder of voices hides another', () => {
  const [data, local] = [join(home, 'data'), join(home, 'local')]
  mkdirSync(join(data, 'voices', 'mine'), { recursive: true })
  expect(findVoicesFolder(data, local)).toBe(join(local, 'voices'))
  expect(readdirSync(join(local, 'voices'))).toEqual(['mine'])
  expect(existsSync(join(data, 'voices'))).toBe(false)
  expect(findVoicesFolder(data, local)).toBe(join(local, 'voices'))
  expect(findVoicesFolder(data, data)).toBe(join(data, 'voices'))
})

test('voices that cannot be moved are used in place', () => {
  const [data, local] = [join(home, 'data'), join(home, 'file')]
  mkdirSync(join(data, 'voices', 'mine'), { recursive: true })
  writeFileSync(local, 'a file in the way')
  expect(findVoicesFolder(data, local)).toBe(join(data, 'voices'))
})

test('only the newest crash dumps are kept, whichever folder Chromium uses', () => {
  mkdirSync(join(home, 'completed'))
  for (let dump = 0; dump < 8; dump += 1) {
    for (const ending of ['dmp', 'meta']) {
      const path = join(home, 'completed', `${dump}.${ending}`)
      writeFileSync(path, '')
      utimesSync(path, dump, dump)
    }
  }
  writeFileSync(join(home, 'settings.dat'), '')
  deleteOldDumps(home)
  expect(readdirSync(join(home, 'completed')).filter((name) => name.endsWith('.dmp'))).toEqual(
    [3, 4, 5, 6, 7].map((dump) => `${dump}.dmp`),
  )
  expect(readdirSync(join(home, 'completed'))).toHaveLength(10)
  expect(existsSync(join(home, 'settings.dat'))).toBe(true)
  expect(() => deleteOldDumps(join(home, 'missing'))).not.toThrow()
})

test('failed starts are counted until one succeeds, and a damaged count is ignored', () => {
  const begin = () => createFailedStarts(home).begin()
  expect([begin(), begin(), begin()]).toEqual([0, 1, 2])
  createFailedStarts(home).succeed()
  expect(begin()).toBe(0)
  for (const content of ['{', '{"failed":"many"}', '{"failed":-3}', '[]', 'null']) {
    writeFileSync(join(home, 'starts.json'), content)
    expect(begin()).toBe(0)
  }
})

test('a start counts as a second one only if the profile can be locked, which the file system of a USB drive may not support', () => {
  expect([canLock(home, 'linux'), canLock(home, 'darwin'), canLock(home, 'win32')]).toEqual([
    false,
    false,
    true,
  ])
  if (process.platform === 'win32') return
  symlinkSync('host-4711', join(home, 'SingletonLock'))
  expect(canLock(home, 'linux')).toBe(true)
})
