/**
 * @module-tag long
 * The packaged app, with a stand-in for Electron's own files: the contents of the package, and that it runs from there alone.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { once } from 'node:events'
import { extractAll, getRawHeader, listPackage } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wrongFuses } from '../../build/checkFuses.ts'
import { pinnedEnv, pinnedNode, scriptArgs } from '../../build/pinnedNode.mjs'
import { root } from '../../build/root.mjs'
import { speechPackage } from '../../build/stageApp.ts'
import { DICTIONARIES } from '../../electron/lib/spelling/dictionaries.ts'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import { bundles, keptPackages } from '../../vite.desktop.config.ts'
import { launchWithStandin } from '../fakes/electronStandin/launch.ts'
import { writeStandinElectron } from '../support/standinElectron.ts'
import { workerBrowser } from './support/worker.ts'

const packed = join(root, 'out', 'packages', `linux${process.arch === 'arm64' ? '-arm64' : ''}-unpacked`)
const resources = join(packed, 'resources')
const archive = join(resources, 'app.asar')
const unpacked = join(resources, 'app.asar.unpacked')
const MB = 1_000_000

/** Within this, the speech service starts and speaks on a machine that is busy with other tests. */
const BUSY_MS = 100_000

/** Names of files without the hashes that change with their content. */
const plain = (name: string) => name.replace(/-[\w-]{8}(?=\.\w+$)/, '')

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

/** The stand-in is a Linux program. The release workflow makes and checks packages for Windows and macOS. */
describe.skipIf(process.platform !== 'linux')('a package of the desktop app', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fabula-packed-'))
    writeStandinElectron(join(folder, 'electron'))
    const args = scriptArgs('build/package.ts', ['--dir', '--electron-dist', join(folder, 'electron')])
    const { stdout, stderr } = await promisify(execFile)(pinnedNode, args, { cwd: root, env: pinnedEnv() })
    expect(`${stdout}${stderr}`).not.toMatch(
      /⨯|is missed|is not set|default Electron icon|duplicate dependenc|cannot find/i,
    )
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('contains its code, its page, its examples and the npm packages that it loads, and nothing else', async () => {
    const names = listPackage(archive, { isPack: false }).map((name) => name.slice(1))
    const isFolder = new Set(names.map((name) => name.slice(0, Math.max(0, name.lastIndexOf('/')))))
    const files = names.filter((name) => !isFolder.has(name))
    const tops = new Set(
      files.map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('out') ? 2 : 1)
          .join('/'),
      ),
    )
    expect([...tops].toSorted()).toEqual([
      'examples',
      'node_modules',
      'out/desktop',
      'out/renderer',
      'package.json',
    ])
    expect(files.filter((name) => name.startsWith('out/desktop/')).toSorted()).toEqual(
      bundles.map(({ out }) => `out/desktop/${out}`).toSorted(),
    )
    const page = await filesBelow(join(root, 'out', 'renderer'))
    expect(
      files
        .filter((name) => name.startsWith('out/renderer/'))
        .map(plain)
        .toSorted(),
    ).toEqual(
      page
        .filter((name) => !name.endsWith('.map'))
        .map((name) => plain(`out/renderer/${name}`))
        .toSorted(),
    )
    const examples = await filesBelow(join(root, 'examples'))
    expect(files.filter((name) => name.startsWith('examples/')).toSorted()).toEqual(
      examples.map((name) => `examples/${name}`),
    )
    const speech = speechPackage(process.platform, process.arch)
    const packages = new Set(
      files.flatMap((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []),
    )
    expect([...packages].toSorted()).toEqual(
      [
        '@echogarden/espeak-ng-emscripten',
        ...Object.keys(DICTIONARIES).map((id) => `dictionary-${id.toLowerCase()}`),
        'hunspell-wasm',
        'opusscript',
        'rubberband-wasm',
        speech,
        'sherpa-onnx-node',
      ].toSorted(),
    )
    const code = files.filter((name) => !name.startsWith('examples/'))
    expect(code.filter((name) => /\.map$|\.tsx?$|\.test\.|README|\.env|\.pem$|\.key$/i.test(name))).toEqual(
      [],
    )
  })

  test('keeps outside the archive only files that are started or loaded by path', async () => {
    const files = await filesBelow(unpacked)
    expect(files.filter((name) => name.startsWith('out/'))).toEqual(
      bundles
        .filter(({ format }) => format === 'es')
        .map(({ out }) => `out/desktop/${out}`)
        .toSorted(),
    )
    expect(files.every((name) => name.startsWith('out/desktop/') || name.startsWith('node_modules/'))).toBe(
      true,
    )
  })

  test('contains no folder name of the machine that built it, and no secret', async () => {
    const texts = [
      archive,
      ...(await filesBelow(unpacked))
        .filter((name) => /\.m?js$/.test(name))
        .map((name) => join(unpacked, name)),
    ]
    for (const path of texts) {
      const content = (await readFile(path)).toString('latin1')
      expect(content.includes(root), path).toBe(false)
      expect(
        /BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----\n|\bghp_[A-Za-z0-9]{36}|\bAKIA[0-9A-Z]{16}\b/.test(
          content,
        ),
        path,
      ).toBe(false)
    }
  })

  test('stays small', async () => {
    const sizes = await Promise.all(
      (await filesBelow(unpacked)).map(async (name) => (await stat(join(unpacked, name))).size),
    )
    expect((await stat(archive)).size).toBeLessThan(10 * MB)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(110 * MB)
  })

  test('has its fuses set, and comes with the licences and three languages', async () => {
    expect(await wrongFuses(join(packed, 'fabula'))).toEqual([])
    expect(await readFile(join(resources, 'LICENSE.txt'), 'utf8')).toContain('GNU GENERAL PUBLIC LICENSE')
    expect(await readFile(join(resources, 'THIRD-PARTY-NOTICES.txt'), 'utf8')).toContain('rubberband-wasm')
    expect((await readdir(join(packed, 'locales'))).toSorted()).toEqual([
      'de.pak',
      'en-GB.pak',
      'en-US.pak',
      'es.pak',
    ])
    expect(getRawHeader(archive).headerString).toContain('"integrity"')
  })

  test('has everything that its processes and threads load in the files beside the archive', async () => {
    const alone = join(folder, 'alone')
    await cp(unpacked, alone, { recursive: true })
    for (const { out } of bundles.filter(({ format }) => format === 'es')) {
      const path = join(alone, 'out', 'desktop', out)
      const code = await readFile(path, 'utf8')
      for (const name of keptPackages.filter(
        (kept) => code.includes(`from "${kept}"`) || code.includes(`("${kept}")`),
      ))
        expect(createRequire(path).resolve(name), `${out} loads ${name}`).toContain(alone)
      const worker = new Worker(
        `const { parentPort } = require('node:worker_threads')
        import(${JSON.stringify(pathToFileURL(path).href)}).then(() => 'loaded', (error) => error.code ?? String(error)).then((text) => parentPort.postMessage({ loading: text }))`,
        { eval: true, stderr: true },
      )
      const [message] = (await once(worker, 'message')) as [{ loading?: string }]
      await worker.terminate()
      expect(message.loading ?? 'loaded', out).not.toMatch(/MODULE_NOT_FOUND|ERR_UNSUPPORTED|ENOENT/)
    }
  })

  test('runs from its archive in a folder far from the project: a block is spoken and exported', async () => {
    const appFolder = join(folder, 'app')
    extractAll(archive, appFolder)
    const app = await launchWithStandin({
      appFolder,
      userData: join(folder, 'user'),
      args: ['--data', join(folder, 'data')],
      browser: await workerBrowser(),
    })
    const page = await app.firstPage()
    await page.getByRole('button', { name: 'New story' }).click()
    await page.getByRole('textbox', { name: 'Text of block 1' }).fill('A fox went out.')
    const place = join(folder, 'fox.mp3')
    await app.answerDialog('showSaveDialog', { canceled: false, filePath: place })
    await page.keyboard.press('Control+e')
    const dialog = page.getByRole('dialog', { name: 'Export the story' })
    await dialog.getByRole('button', { name: 'Export…' }).press('Enter')
    await page.getByRole('button', { name: 'Show', exact: true }).waitFor({ timeout: BUSY_MS })
    expect((await decodeAudio(await readFile(place))).samples.length).toBeGreaterThan(10_000)
    expect((await app.stop()).code).toBe(0)
  })
})
