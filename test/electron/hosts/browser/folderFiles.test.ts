import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { extensionsFor, isFolderUse, type FilePurpose } from '../../../../shared/files/fileTypes.ts'
import {
  filePurposeSchema,
  fileRefSchema,
  takenPurposeSchema,
  type FileRef,
} from '../../../../shared/ipc/views.ts'
import { createFolderFiles, type FolderFiles } from '../../../../electron/hosts/browser/folderFiles.ts'
import { receiveUpload } from '../../../../electron/hosts/browser/transfer.ts'
import { refusedNames } from '../../lib/files/refusedNames.ts'

let home: string
let folder: string
let files: FolderFiles
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'fabula-folder-')))
  folder = join(home, 'Fabula')
  files = await createFolderFiles(folder)
})
afterEach(() => rm(home, { recursive: true, force: true }))

const ref = (name: string) => fileRefSchema.parse(name)
const fileUnknown = expect.objectContaining({ code: 'file-unknown' })

/** A reference as the page gets it: for a file that it uploads, or for a path to write to. */
async function giveOut(purpose: FilePurpose): Promise<{ ref: FileRef; name: string }> {
  if (!takenPurposeSchema.safeParse(purpose).success) return files.place(purpose, 'Fox')
  const name = `Fox${extensionsFor(purpose)[0] ?? ''}`
  return receiveUpload(files, new URLSearchParams({ name, purpose }), Readable.from(['x']))
}

describe.each(filePurposeSchema.options)('a reference for %s', (purpose) => {
  test('leads to its path, also when something exists there', async () => {
    const { ref: given, name } = await giveOut(purpose)
    const path = await files.pathOf(given, purpose)
    expect(path.startsWith(folder)).toBe(true)
    if (takenPurposeSchema.safeParse(purpose).success) return
    expect(path).toBe(join(folder, name))
    await (isFolderUse(purpose) ? mkdir(path) : writeFile(path, 'x'))
    expect(await files.place(purpose, 'Fox')).toEqual({ ref: given, name, exists: true })
    expect(await files.pathOf(given, purpose)).toBe(path)
    expect(await files.list(purpose)).toMatchObject([{ ref: given, name }])
  })

  test('does not lead to a file in place of a folder, or the other way round', async () => {
    const name = `Fox${extensionsFor(purpose)[0] ?? ''}`
    await (isFolderUse(purpose) ? writeFile(join(folder, name), 'x') : mkdir(join(folder, name)))
    await expect(files.pathOf(ref(name), purpose)).rejects.toThrow(fileUnknown)
    expect(await files.list(purpose)).toEqual([])
    await expect(files.place(purpose, name)).rejects.toThrow(
      expect.objectContaining({ code: 'place-taken', params: { name } }),
    )
  })
})

describe('a folder', () => {
  test.each(['קיפוד ושועל', '狐狸と灯台の物語', 'ثعلب', 'n'.repeat(150), 'Fox.fabula', 'Fox & Owl (2)'])(
    'may be named “%s”',
    async (name) => {
      const place = await files.place('export-folder', name)
      expect(place).toEqual({ ref: name, name, exists: false })
      expect(await files.pathOf(place.ref, 'export-folder')).toBe(join(folder, name))
    },
  )

  test.each(refusedNames.filter((name) => name !== ''))('may not be named %j', async (name) => {
    await expect(files.pathOf(ref(name), 'export-folder')).rejects.toThrow(fileUnknown)
  })

  test('is not reached through a link that leads out of Fabula’s folder', async () => {
    await mkdir(join(home, 'elsewhere'))
    await symlink(join(home, 'elsewhere'), join(folder, 'link'))
    await expect(files.pathOf(ref('link'), 'export-folder')).rejects.toThrow(fileUnknown)
    await expect(files.place('export-folder', 'link')).rejects.toThrow(fileUnknown)
  })
})

describe('a made-up reference', () => {
  test.each(refusedNames.filter((name) => name !== ''))('%j leads nowhere', async (name) => {
    await expect(files.pathOf(ref(name), 'open')).rejects.toThrow(fileUnknown)
    await expect(files.pathOf(ref(name), 'save-as')).rejects.toThrow(fileUnknown)
    await expect(files.existing(name)).rejects.toThrow(fileUnknown)
  })

  test('does not follow a link that leads out of the folder', async () => {
    await writeFile(join(home, 'secret.fabula'), 'secret')
    await symlink(join(home, 'secret.fabula'), join(folder, 'link.fabula'))
    await expect(files.pathOf(ref('link.fabula'), 'open')).rejects.toThrow(fileUnknown)
    await expect(files.pathOf(ref('link.fabula'), 'save-as')).rejects.toThrow(fileUnknown)
    await expect(files.existing('link.fabula')).rejects.toThrow(fileUnknown)
    expect(await files.list('open')).toEqual([])
  })

  test('does not write through a link to a file that does not exist yet', async () => {
    await symlink(join(home, 'new.mp3'), join(folder, 'link.mp3'))
    await expect(files.pathOf(ref('link.mp3'), 'export-mp3')).rejects.toThrow(fileUnknown)
    await expect(files.place('export-mp3', 'link')).rejects.toThrow(fileUnknown)
  })

  test('does not reach a sibling folder whose name starts with the folder’s name', async () => {
    await mkdir(`${folder}-private`)
    await writeFile(join(`${folder}-private`, 'a.fabula'), 'secret')
    await symlink(join(`${folder}-private`, 'a.fabula'), join(folder, 'a.fabula'))
    await expect(files.pathOf(ref('a.fabula'), 'open')).rejects.toThrow(fileUnknown)
  })

  test('does not lead to a folder', async () => {
    await mkdir(join(folder, 'folder.fabula'))
    await expect(files.pathOf(ref('folder.fabula'), 'open')).rejects.toThrow(fileUnknown)
  })

  test('does not lead to a file for another purpose', async () => {
    await writeFile(join(folder, 'story.fabula'), 'x')
    await expect(files.pathOf(ref('story.fabula'), 'export-mp3')).rejects.toThrow(fileUnknown)
    await expect(files.pathOf(ref('story.txt'), 'save-as')).rejects.toThrow(fileUnknown)
  })
})

test('lists the files that can be opened, newest first', async () => {
  const atSeconds = { 'a.fabula': 100, 'b.TXT': 300, 'c.md': 200, 'd.mp3': 400, '.hidden.fabula': 500 }
  for (const [name, seconds] of Object.entries(atSeconds)) {
    await writeFile(join(folder, name), name)
    await utimes(join(folder, name), seconds, seconds)
  }
  await mkdir(join(folder, 'sub.fabula'))
  expect(await files.list('open')).toEqual([
    { ref: 'b.TXT', name: 'b.TXT', sizeBytes: 5, modifiedAtMs: 300_000 },
    { ref: 'c.md', name: 'c.md', sizeBytes: 4, modifiedAtMs: 200_000 },
    { ref: 'a.fabula', name: 'a.fabula', sizeBytes: 8, modifiedAtMs: 100_000 },
  ])
  expect((await files.list('export-mp3')).map(({ name }) => name)).toEqual(['d.mp3'])
})

test('a link to a file within the folder is followed', async () => {
  await writeFile(join(folder, 'one.fabula'), 'x')
  await symlink('one.fabula', join(folder, 'two.fabula'))
  expect(await files.pathOf(ref('two.fabula'), 'open')).toBe(join(folder, 'one.fabula'))
})

test('places a new file under the typed name, with its extension', async () => {
  expect(await files.place('save-as', ' The Fox ')).toEqual({
    ref: 'The Fox.fabula',
    name: 'The Fox.fabula',
    exists: false,
  })
  await writeFile(join(folder, 'The Fox.fabula'), 'x')
  const placed = await files.place('save-as', 'The Fox')
  expect(placed.exists).toBe(true)
  expect(await files.pathOf(placed.ref, 'save-as')).toBe(join(folder, 'The Fox.fabula'))
  await expect(files.place('save-as', '../Fox')).rejects.toThrow(
    expect.objectContaining({ code: 'file-name-refused' }),
  )
})

test('names a missing file', async () => {
  await expect(files.pathOf(ref('gone.fabula'), 'open')).rejects.toThrow(
    expect.objectContaining({ code: 'file-not-found', params: { name: 'gone.fabula' } }),
  )
})

test('finds a free name, ignoring case', async () => {
  expect(await files.freeName('Fox.fabula')).toBe('Fox.fabula')
  await writeFile(join(folder, 'fox.fabula'), 'x')
  await writeFile(join(folder, 'FOX 2.fabula'), 'x')
  expect(await files.freeName('Fox.fabula')).toBe('Fox 3.fabula')
})

test('offers links only to finished files of the folder', () => {
  expect(files.downloadLink(join(folder, 'Fox & Owl.mp3'))).toBe('./download/Fox%20%26%20Owl.mp3')
  expect(files.downloadLink(join(home, 'Fox.mp3'))).toBeNull()
})

test('every operation that needs the folder reports if it no longer exists', async () => {
  await rm(folder, { recursive: true })
  const folderGone = expect.objectContaining({ code: 'folder-gone', params: { name: folder } })
  await expect(files.list('open')).rejects.toThrow(folderGone)
  await expect(files.freeName('Fox.fabula')).rejects.toThrow(folderGone)
  await expect(files.place('save-as', 'Fox')).rejects.toThrow(folderGone)
  for (const purpose of ['open', 'music'] as const) await expect(giveOut(purpose)).rejects.toThrow(folderGone)
})

test('files of an exported folder can be downloaded, but none that are deeper or elsewhere', async () => {
  await mkdir(join(folder, 'The Ferry/deep'), { recursive: true })
  await mkdir(join(home, 'elsewhere'))
  for (const file of [
    'Fabula/The Ferry/01 One.mp3',
    'Fabula/The Ferry/deep/01 One.mp3',
    'elsewhere/secret.mp3',
  ])
    await writeFile(join(home, file), 'sound')
  await symlink(join(home, 'elsewhere'), join(folder, 'Out'))
  const chapter = join(folder, 'The Ferry/01 One.mp3')
  expect(files.downloadLink(chapter)).toBe('./download/The%20Ferry/01%20One.mp3')
  expect(await files.existing('The Ferry/01 One.mp3')).toBe(chapter)
  expect(files.downloadLink(join(folder, 'The Ferry/deep/01 One.mp3'))).toBeNull()
  expect(files.downloadLink(join(home, 'elsewhere/secret.mp3'))).toBeNull()
  for (const other of [
    'The Ferry/deep/01 One.mp3',
    'Out/secret.mp3',
    '../elsewhere/secret.mp3',
    'The Ferry/../../x',
  ])
    await expect(files.existing(other), other).rejects.toThrow(fileUnknown)
})
