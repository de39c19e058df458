/** Stories that are read-only or open elsewhere, and notes about the folder of a story. */
import { mkdirSync, readdirSync, realpathSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createOpeningNotes } from '../../../electron/app/openingNotes.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import type { ProjectView } from '../../../shared/ipc/projectView.ts'
import { createRecentsStore } from '../../../electron/project/recents.ts'
import { openTestApp } from '../../support/testApp.ts'
import { startChild } from '../project/childProcess.ts'
import { canMount, makeReadOnly, smallDisk } from '../project/smallDisk.ts'
import { newProject, refusalOfAsync, storyOfBlocks, tempFolder } from '../project/support.ts'

async function openApp() {
  const app = await openTestApp({ hasVoice: false })
  onTestFinished(() => app.close())
  const { handlers } = app
  return {
    ...app,
    handlers,
    path: (name: string) => join(app.files.folder, name),
    open: (name: string, isCopy?: boolean) =>
      handlers['project:open']({ ref: fileRefSchema.parse(name), ...(isCopy !== undefined && { isCopy }) }),
    drafts: () => readdirSync(join(app.dataDir, 'drafts')).filter((name) => name.endsWith('.fabula')),
    async write({ projectId, revision, records }: ProjectView, text: string) {
      const block = records.find((record) => record.type === 'block')
      if (block === undefined) throw new Error('The story has no block')
      const change = { put: [{ ...block, text }], remove: [] }
      await handlers['project:change']({ projectId, revision, changeId: text, change })
    },
  }
}

test.skipIf(!canMount)(
  'a story on a read-only disk opens as a copy, and an untouched copy leaves nothing behind',
  async () => {
    const { write, handlers, dataDir, drafts } = await openApp()
    const disk = smallDisk('2m')
    newProject(join(disk, 'Fox.fabula'), storyOfBlocks(3)).close()
    const before = readFileSync(join(disk, 'Fox.fabula'))
    makeReadOnly(disk)
    const { id: recentId } = createRecentsStore(dataDir, () => 'fox').remember({
      ...{ path: realpathSync(join(disk, 'Fox.fabula')), isDraft: false, title: 'Fox', openedAtMs: 1 },
      savedDraft: undefined,
    })
    const open = () => handlers['project:openRecent']({ recentId })

    const looked = await open()
    expect(looked).toMatchObject({ location: null, notes: [{ kind: 'copy', name: 'Fox.fabula' }] })
    expect(looked.records.filter(({ type }) => type === 'block')).toHaveLength(3)
    await handlers['project:close']({ projectId: looked.projectId })
    expect(drafts()).toEqual([])

    const changed = await open()
    await write(changed, 'A fox of my own.')
    await handlers['project:close']({ projectId: changed.projectId })
    expect(drafts()).toHaveLength(1)
    expect(readFileSync(join(disk, 'Fox.fabula'))).toEqual(before)
  },
)

test('a story that another program has open is refused, and opens as a copy if the writer wants one', async () => {
  const { open, write, handlers, path, drafts } = await openApp()
  newProject(path('Fox.fabula'), storyOfBlocks(3)).close()
  const other = startChild('hold', path('Fox.fabula'))
  expect(await other.line()).toBe('open')
  expect(await refusalOfAsync(() => open('Fox.fabula'))).toBe('project-locked')
  const view = await open('Fox.fabula', true)
  expect(view).toMatchObject({ location: null, notes: [{ kind: 'copy', name: 'Fox.fabula' }] })
  await write(view, 'A fox of my own.')
  await handlers['project:close']({ projectId: view.projectId })
  expect(drafts()).toHaveLength(1)
})

test('a story that is already open here is not opened as a copy', async () => {
  const { open, path, drafts } = await openApp()
  newProject(path('Fox.fabula')).close()
  await open('Fox.fabula')
  expect(await refusalOfAsync(() => open('Fox.fabula', true))).toBe('project-locked')
  expect(drafts()).toEqual([])
})

test('a shared folder is reported once, and conflicted copies each time', async () => {
  const { open, path, handlers } = await openApp()
  mkdirSync(path('Dropbox'))
  newProject(path('Dropbox/Fox.fabula')).close()
  newProject(path('Dropbox/Hen.fabula')).close()
  writeFileSync(path('Dropbox/Fox (conflicted copy 2026-11-25).fabula'), '')
  for (const name of ['Fox.fabula', 'Hen.fabula']) symlinkSync(path(`Dropbox/${name}`), path(name))
  const conflicts = { kind: 'conflicts', names: 'Fox (conflicted copy 2026-11-25).fabula' }
  const first = await open('Fox.fabula')
  expect(first.notes).toEqual([
    { kind: 'syncFolder', service: 'Dropbox', folder: expect.stringMatching(/Dropbox$/) },
    conflicts,
  ])
  await handlers['project:close']({ projectId: first.projectId })
  expect((await open('Fox.fabula')).notes).toEqual([conflicts])
  expect((await open('Hen.fabula')).notes).toEqual([])
})

test('a folder on another computer is reported even if the app cannot record that it was', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'told-folders.json'), '{"damaged": true}')
  const notes = createOpeningNotes(folder, () => ({ service: 'network', folder: '/mnt/tales' }))
  expect(notes.of('/mnt/tales/fox.fabula')).toEqual([{ kind: 'networkFolder', folder: '/mnt/tales' }])
  expect(notes.of('/mnt/tales/fox.fabula')).toEqual([])
})
