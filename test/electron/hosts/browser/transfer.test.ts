import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolderFiles, type FolderFiles } from '../../../../electron/hosts/browser/folderFiles.ts'
import { receiveUpload } from '../../../../electron/hosts/browser/transfer.ts'
import { canMount, smallDisk } from '../../project/smallDisk.ts'
import { fileRefSchema } from '../../../../shared/ipc/views.ts'

let folder: string
let files: FolderFiles
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'fabula-transfer-')))
  files = await createFolderFiles(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const upload = (name: string, purpose: string) =>
  receiveUpload(files, new URLSearchParams({ name, purpose }), Readable.from([Buffer.from('the bytes')]))

test('uploaded audio is available for one purpose, not listed in the folder, and deleted after use', async () => {
  await writeFile(join(folder, 'tone.mp3'), 'the writer’s own')
  const { ref, name } = await upload('tone.mp3', 'audio')
  expect(name).toBe('tone.mp3')
  expect((await files.list('audio')).map((entry) => entry.name)).toEqual(['tone.mp3'])
  expect(await readFile(await files.pathOf(ref, 'audio'), 'utf8')).toBe('the bytes')
  await expect(files.pathOf(ref, 'open')).rejects.toThrow(expect.objectContaining({ code: 'file-unknown' }))
  await files.done(ref)
  await expect(files.pathOf(ref, 'audio')).rejects.toThrow(expect.objectContaining({ code: 'file-unknown' }))
  expect(await readdir(folder)).toEqual(['tone.mp3'])
})

test('a file of the writer is never deleted', async () => {
  const { ref } = await upload('tale.fabula', 'open')
  await files.done(ref)
  await files.done(fileRefSchema.parse('never-lent.mp3'))
  expect(await readdir(folder)).toEqual(['tale.fabula'])
})

test.each([
  ['tale.md', 'open'],
  ['front.png', 'cover'],
  ['joe.zip', 'voice'],
] as const)('%s, which is only read, is stored outside the folder', async (name, purpose) => {
  await writeFile(join(folder, name), 'the writer’s own')
  const taken = await upload(name, purpose)
  expect(taken.name).toBe(name)
  const path = await files.pathOf(taken.ref, purpose)
  expect([basename(path), await readFile(path, 'utf8')]).toEqual([name, 'the bytes'])
  expect((await files.list(purpose)).map((entry) => entry.name)).toEqual([name])
  await files.done(taken.ref)
  expect(await readdir(folder)).toEqual([name])
})

test('an uploaded document is kept, since it is read again if it is sent again', async () => {
  await upload('tale.pdf', 'document')
  expect(await readdir(folder)).toEqual(['tale.pdf'])
})

test.skipIf(!canMount)(
  'a full disk is reported, and no partial file is left on it (needs root on Linux)',
  async () => {
    const disk = smallDisk('64k')
    const small = await createFolderFiles(disk)
    const query = new URLSearchParams({ name: 'tale.md', purpose: 'open' })
    await expect(receiveUpload(small, query, Readable.from([Buffer.alloc(200_000)]))).rejects.toMatchObject({
      code: 'project-disk-full',
      params: { name: 'tale.md' },
    })
    expect(await readdir(disk)).toEqual([])
  },
)

test('uploading a story removes SQLite’s leftovers of the same name; uploading a document does not', async () => {
  for (const ending of ['-journal', '-wal', '-shm']) {
    await writeFile(join(folder, `tale.fabula${ending}`), 'of a file that is gone')
    await writeFile(join(folder, `tale.txt${ending}`), 'a note of the writer')
  }
  await upload('tale.fabula', 'open')
  await upload('tale.txt', 'document')
  expect((await readdir(folder)).toSorted()).toEqual([
    'tale.fabula',
    'tale.txt',
    'tale.txt-journal',
    'tale.txt-shm',
    'tale.txt-wal',
  ])
})
