import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isInstalled } from '../../build/setUp.mjs'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-set-up-'))
  await mkdir(join(folder, 'node_modules'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const locked = {
  '': { version: '0.1.0' },
  'node_modules/react': { version: '19.3.1', integrity: 'sha512-a' },
  'node_modules/only-on-windows': { version: '1.0.0', integrity: 'sha512-b', optional: true },
}

const writeLock = (packages: object) =>
  writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
const writeInstalled = (packages: object) =>
  writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))

describe('the installed packages match the lock file', () => {
  test('if every package has its locked version, except optional ones for other machines', async () => {
    await writeLock(locked)
    await writeInstalled({ 'node_modules/react': locked['node_modules/react'] })
    expect(isInstalled(folder)).toBe(true)
  })

  test('but not if a package is missing', async () => {
    await writeLock(locked)
    await writeInstalled({})
    expect(isInstalled(folder)).toBe(false)
  })

  test('but not if a package has another version or another content', async () => {
    await writeLock(locked)
    await writeInstalled({ 'node_modules/react': { version: '19.3.0', integrity: 'sha512-a' } })
    expect(isInstalled(folder)).toBe(false)
    await writeInstalled({ 'node_modules/react': { version: '19.3.1', integrity: 'sha512-c' } })
    expect(isInstalled(folder)).toBe(false)
  })

  test('but not if an optional package has another version', async () => {
    await writeLock(locked)
    await writeInstalled({
      ...locked,
      'node_modules/only-on-windows': { version: '0.9.0', integrity: 'sha512-b' },
    })
    expect(isInstalled(folder)).toBe(false)
  })

  test('but not if an install was interrupted before npm wrote its record, or while it wrote it', async () => {
    await writeLock(locked)
    expect(isInstalled(folder)).toBe(false)
    await writeFile(join(folder, 'node_modules', '.package-lock.json'), '{"packages": {"node_mod')
    expect(isInstalled(folder)).toBe(false)
  })
})
