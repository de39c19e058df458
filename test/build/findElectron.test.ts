import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findElectron, obtainElectron, whyNoWindow } from '../../build/findElectron.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-electron-test-'))
  await writeFile(join(folder, 'package.json'), '{ "version": "45.4.1" }')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function putProgram(version = '45.4.1') {
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', 'electron'), '')
  await chmod(join(folder, 'dist', 'electron'), 0o755)
  await writeFile(join(folder, 'dist', 'version'), version)
  await writeFile(join(folder, 'path.txt'), 'electron')
}

describe('Electron is found', () => {
  test('if its program has the version of its package', async () => {
    await putProgram()
    expect(findElectron(folder, {})).toEqual({ path: join(folder, 'dist', 'electron') })
  })

  test('but not if it was never downloaded', () => {
    expect(findElectron(folder, {})).toEqual({ missing: 'its program has not been downloaded' })
  })

  test('but not if its package is missing', () => {
    expect(findElectron(join(folder, 'nowhere'), {})).toEqual({ missing: 'its package is not installed' })
  })

  test('but not if its program has another version, as after an update of the package', async () => {
    await putProgram('44.0.0')
    expect(findElectron(folder, {})).toEqual({ missing: 'its program is version 44.0.0, not 45.4.1' })
  })

  test('but not if the download was interrupted', async () => {
    await putProgram()
    await rm(join(folder, 'dist', 'electron'))
    expect(findElectron(folder, {})).toEqual({ missing: 'its program is not there' })
  })
})

describe('downloading Electron', () => {
  test('runs its own installer if it is missing', async () => {
    await writeFile(
      join(folder, 'install.js'),
      `const fs = require('node:fs')
       fs.mkdirSync(__dirname + '/dist')
       fs.writeFileSync(__dirname + '/dist/electron', '')
       fs.writeFileSync(__dirname + '/dist/version', '45.4.1')
       fs.writeFileSync(__dirname + '/path.txt', 'electron')`,
    )
    expect(await obtainElectron(folder)).toEqual({ path: join(folder, 'dist', 'electron') })
  })

  test('fails if the installer fails', async () => {
    await writeFile(join(folder, 'install.js'), 'process.exit(1)')
    expect(await obtainElectron(folder)).toEqual({
      missing: expect.stringContaining('cannot be downloaded') as string,
    })
  })

  test('fails if no more data arrives', async () => {
    await writeFile(join(folder, 'install.js'), 'setInterval(() => {}, 1000)')
    expect(await obtainElectron(folder, 300)).toEqual({
      missing: expect.stringContaining('cannot be downloaded') as string,
    })
  })
})

describe('a window', () => {
  test('needs a display on Linux', () => {
    expect(whyNoWindow({}, 'linux', 1000)).toBe('there is no display')
    expect(whyNoWindow({ DISPLAY: ':0' }, 'linux', 1000)).toBeUndefined()
    expect(whyNoWindow({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 1000)).toBeUndefined()
    expect(whyNoWindow({}, 'darwin', 501)).toBeUndefined()
  })

  test('is not opened as root on Linux, because Electron would have to drop its sandbox', () => {
    expect(whyNoWindow({ DISPLAY: ':0' }, 'linux', 0)).toContain('sandbox')
  })
})
