/**
 * Faults of natural voices in the whole app: during a download, during speech, and if none can speak.
 * @module-tag long
 */
import { createCipheriv } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { packTar, type TarHeader } from 'modern-tar'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../build/root.mjs'
import type { CatalogueEntry } from '../../shared/voices/voiceCatalogue.ts'
import { canMount, smallDisk } from '../electron/project/smallDisk.ts'
import { eventually } from '../support/eventually.ts'
import { entryFor, startPackServer, syntheticArchive } from '../support/packServer.ts'
import { syntheticManifest, writeSyntheticPack } from '../support/syntheticVoice.ts'
import { expectAccessible } from './support/accessibility.ts'
import { appWithoutVoices } from './support/appWithoutVoices.ts'
import type { Editor } from './support/editor.ts'
import { soundingIn } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

const MB = 1e6
const HELLO = 'hello there'

/** Bytes that cannot be compressed. */
const noise = (length: number) =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length))

async function archiveWith(header: Partial<TarHeader> & { name: string }, body: Buffer = Buffer.alloc(0)) {
  return gzipSync(await packTar([{ header: { type: 'file', size: body.length, ...header }, body }]))
}

const large = syntheticArchive('large', (folder) => writeFileSync(join(folder, 'notes.bin'), noise(2.5 * MB)))
const half = Math.ceil(large.length / 2)
const small = syntheticArchive('small')
const ARCHIVES = {
  '/small.tar.bz2': small,
  '/large.tar.bz2': large,
  '/escapes.tar.gz': await archiveWith({ name: 'voice/../../../escaped.txt' }, Buffer.from('x')),
  '/links.tar.gz': await archiveWith({ name: 'voice/model.onnx', type: 'symlink', linkname: '/etc/passwd' }),
  '/bomb.tar.gz': await archiveWith({ name: 'zeros' }, Buffer.alloc(70 * MB)),
  '/swells.tar.gz': await archiveWith({ name: 'zeros' }, Buffer.alloc(6 * MB)),
}
/** The first answer for the slow archive stays open in the middle. */
const publisher = await startPackServer({ ...ARCHIVES, '/slow.tar.bz2': large }, (request, response) => {
  if (request.url !== '/slow.tar.bz2' || request.headers.range !== undefined) return false
  response.writeHead(200, { etag: '"one"', 'content-length': large.length })
  response.write(large.subarray(0, half))
  return true
})

function entry(name: string, path: string, changes: Partial<CatalogueEntry> = {}): CatalogueEntry {
  const archive = { ...ARCHIVES, '/slow.tar.bz2': large }[path] ?? null
  return { ...entryFor(`${publisher.origin}${path}`, archive, { id: name.toLowerCase(), name }), ...changes }
}

const withoutChecks = (path: string): Partial<CatalogueEntry> => ({
  download: { url: `${publisher.origin}${path}`, sha256: null },
  size: null,
})
const CATALOGUE = [
  entry('Slow', '/slow.tar.bz2'),
  entry('Swapped', '/small.tar.bz2', {
    download: { url: `${publisher.origin}/small.tar.bz2`, sha256: '0'.repeat(64) },
  }),
  entry('Escapes', '/escapes.tar.gz'),
  entry('Links', '/links.tar.gz'),
  entry('Bomb', '/bomb.tar.gz'),
  entry('Wide', '/large.tar.bz2'),
  entry('Unsized', '/large.tar.bz2', withoutChecks('/large.tar.bz2')),
  entry('Swells', '/swells.tar.gz', withoutChecks('/swells.tar.gz')),
]
const HUGE = syntheticManifest({
  ...{ id: 'huge', name: 'Huge' },
  speakers: syntheticManifest().speakers.map((speaker) => ({ ...speaker, name: 'Huge' })),
})
const home = mkdtempSync(join(tmpdir(), 'fabula-catalogue-'))
const catalogue = join(home, 'catalogue.json')
writeFileSync(catalogue, JSON.stringify(CATALOGUE))
const withoutVoices = appWithoutVoices()
afterAll(async () => {
  await publisher.close()
  withoutVoices.remove()
  rmSync(home, { recursive: true, force: true })
})

async function openList(page: Page, editor: Editor) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('natural voices')
  await page.getByRole('menuitem', { name: /^Get natural voices/ }).press('Enter')
  const settings = editor.dialog('Settings')
  await settings.getByRole('heading', { name: 'Natural voices' }).waitFor()
  return settings
}

/** Plays a block, and returns the message for it once it has failed. */
async function failureOf(page: Page, editor: Editor, number: number): Promise<string> {
  await editor.button(`Play block ${number}`).click()
  await editor.state(number, 'Failed').waitFor({ timeout: 30_000 })
  return page.getByRole('alert').innerText()
}

async function expectHeard(page: Page, editor: Editor, number: number): Promise<void> {
  await editor.button(`Play block ${number}`).click()
  await expect.poll(async () => (await soundingIn(page)) !== undefined, { timeout: 30_000 }).toBe(true)
  await editor.state(number, 'Rendered').waitFor()
}

describe('in an app on a small computer', () => {
  const studio = useStudio({
    hasOwnHost: true,
    hostOptions: {
      args: ['--voice-catalogue', catalogue],
      env: { NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'test/fakes/smallComputer.ts')).href}` },
    },
  })
  /** The contents of the app's folder of voices, including hidden folders. */
  const kept = () => readdirSync(join(studio.data, 'voices'))

  test('a voice that is not what the catalogue lists, or is hostile, is refused with its reason, and leaves no files', async () => {
    const { page, editor } = studio
    const settings = await openList(page, editor)
    const reasons = {
      Swapped: /^What arrived is not the file that Fabula’s catalog lists: .* It was deleted/,
      Escapes: /^“Escapes” contains something that does not belong in a voice: voice\/\.\.\/.*escaped\.txt\./,
      Links: /^“Links” contains something that does not belong in a voice: voice\/model\.onnx\./,
      Bomb: /^“Bomb” grows far too large when it is unpacked\./,
    }
    for (const [name, reason] of Object.entries(reasons)) {
      await settings.getByRole('button', { name: `Get ${name}` }).click()
      await settings
        .getByRole('row', { name })
        .getByRole('alert')
        .getByText(reason)
        .waitFor({ timeout: 30_000 })
    }
    expect(kept()).toEqual([])
    expect(readdirSync(studio.data)).not.toContain('escaped.txt')
    await expectAccessible(page, 'Natural voices that were refused', '[role=dialog]')
  })

  test('an interrupted download continues where it stopped', async () => {
    const { page, editor } = studio
    const settings = await openList(page, editor)
    await settings.getByRole('button', { name: 'Get Slow' }).click()
    await settings.getByRole('row', { name: /^Slow/ }).getByText('50 %').waitFor()
    await expectAccessible(page, 'A natural voice that is got', '[role=dialog]')
    await settings.getByRole('button', { name: 'Stop downloading Slow' }).click()
    await settings.getByRole('button', { name: 'Resume downloading Slow' }).click()
    await settings.getByRole('button', { name: 'More about Slow' }).waitFor({ timeout: 30_000 })
    expect(publisher.requests.at(-1)?.headers.range).toBe(`bytes=${half}-`)
    expect(kept()).toEqual(['slow'])
  })

  test.skipIf(!canMount)(
    'a disk that is too small or fills up keeps no part of a voice (needs root)',
    async () => {
      const { page, editor } = studio
      const disk = smallDisk('2m')
      rmSync(join(studio.data, 'voices'), { recursive: true, force: true })
      symlinkSync(disk, join(studio.data, 'voices'))
      onTestFinished(() => rmSync(join(studio.data, 'voices')))
      const settings = await openList(page, editor)
      const asked = publisher.requests.length
      for (const name of ['Wide', 'Unsized', 'Swells']) {
        await settings.getByRole('button', { name: `Get ${name}` }).click()
        await settings
          .getByRole('row', { name })
          .getByRole('alert')
          .getByText(/^There is not enough space on the disk/)
          .waitFor({ timeout: 30_000 })
        expect(kept()).toEqual([])
      }
      expect(publisher.requests.slice(asked).map(({ url }) => url)).toEqual([
        '/large.tar.bz2',
        '/swells.tar.gz',
      ])
    },
  )

  test('a voice that crashes or uses too much memory fails only its own block', async () => {
    const { page, editor, host } = studio
    writeSyntheticPack(join(studio.data, 'voices'))
    writeSyntheticPack(join(studio.data, 'voices'), HUGE, {
      samplesPerCharacter: 1_000_000,
    })
    await page.reload()
    await editor.newStory(
      `${HELLO}. `.repeat(100),
      HELLO,
      'a text that takes the model much memory.',
      'Good night.',
    )
    await editor.text(1).focus()
    await editor.chooseVoice('Tone')
    await editor.text(2).focus()
    await editor.chooseVoice('Tone')
    await editor.text(3).focus()
    await editor.chooseVoice('Huge')

    await editor.button('Play block 1').click()
    // Each process of the voice is killed until the block has failed: some parts of it may be spoken in between.
    await eventually(async () => {
      for (const pid of await host.naturalPids()) process.kill(pid, 'SIGKILL')
      if (!(await editor.state(1, 'Failed').isVisible())) throw new Error('It speaks still')
    })
    await page
      .getByRole('alert')
      .getByText(/The natural voice Tone ended in the middle of its speech: .* Nothing else is lost\./)
      .waitFor()
    await expectHeard(page, editor, 2)
    expect(await failureOf(page, editor, 3)).toMatch(
      /The natural voice Huge needed \d+ MB of memory, which is more than it may have on this computer/,
    )
    await expectHeard(page, editor, 4)
    await editor.text(1).fill(HELLO)
    await expectHeard(page, editor, 1)
  })
})

describe('in an app without the package of natural voices', () => {
  const studio = useStudio({ hasOwnHost: true, hostOptions: { appFolder: withoutVoices.folder } })

  test('the list reports this, a natural voice fails with the reason, and the other voices still work', async () => {
    const { page, editor } = studio
    writeSyntheticPack(join(studio.data, 'voices'))
    await page.reload()
    await page.getByRole('button', { name: 'New story' }).waitFor()
    const settings = await openList(page, editor)
    await settings
      .getByText(/^Natural voices do not work: a part of Fabula .* is missing\. All other voices do\./)
      .waitFor()
    await expectAccessible(page, 'Natural voices that cannot speak', '[role=dialog]')
    await page.keyboard.press('Escape')
    await editor.newStory('Good evening.', HELLO)
    await editor.text(2).focus()
    await editor.chooseVoice('Tone')
    expect(await failureOf(page, editor, 2)).toContain('the package sherpa-onnx-node is missing')
    await expectHeard(page, editor, 1)
  })
})
