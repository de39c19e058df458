import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AS_FOUND } from '../../../shared/import/reviewView.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import type { EventName } from '../../../shared/ipc/contract.ts'
import type { Services } from '../../../electron/app/services.ts'
import { openTestApp, type TestApp } from '../../support/testApp.ts'
import { eventually } from '../../support/eventually.ts'

let app: TestApp
let services: Services
const onReadyToClose = vi.fn()
const onSettings = vi.fn()

beforeEach(async () => {
  vi.clearAllMocks()
  app = await openTestApp({ hasVoice: false, onReadyToClose, onSettings })
  services = app.services
})
afterEach(() => app.close())

test('a new page gets the current state of the voice', async () => {
  await eventually(() => expect(app.told).toEqual([{ event: 'speech:state', payload: { state: 'failed' } }]))
  const greeting: [EventName, unknown][] = []
  services.sendInitialState((event, payload) => greeting.push([event, payload]))
  expect(greeting).toEqual([
    ['speech:state', { state: 'failed' }],
    ['app:listening', {}],
  ])
})

test('a change is on disk when the call returns, and a story closed and reopened is the same', async () => {
  const { handlers } = services
  const view = await handlers['project:create']({ title: 'Fox' })
  const put = view.records.map((record) => (record.type === 'block' ? { ...record, text: 'Once.' } : record))
  await handlers['project:change']({
    projectId: view.projectId,
    revision: 0,
    changeId: 'change',
    change: { put, remove: [] },
  })
  // Opening does not wait for the page to say that it has closed.
  const [, reopened] = await Promise.all([
    handlers['project:close']({ projectId: view.projectId }),
    handlers['project:openRecent']({ recentId: view.recentId }),
  ])
  expect(reopened.projectId).not.toBe(view.projectId)
  expect(reopened.records).toEqual(put)
  expect(reopened.jobs).toEqual([])
  await expect(
    handlers['project:change']({
      projectId: view.projectId,
      revision: 0,
      changeId: 'change',
      change: { put, remove: [] },
    }),
  ).rejects.toThrow(expect.objectContaining({ code: 'project-not-open' }))
})

test('a change based on an old revision is not committed, and its page gets the changes that it missed', async () => {
  const { handlers } = services
  const { projectId, records } = await handlers['project:create']({ title: 'Fox' })
  const story = storyFromRecords(records)
  const changeOf = (text: string) =>
    patchBlocks(
      story,
      blocksOf(story).map(({ id }) => id),
      { text },
    )
  const send = (changeId: string, revision: number) =>
    handlers['project:change']({ projectId, revision, changeId, change: changeOf(changeId) })
  expect(await send('first', 0)).toEqual({ kind: 'committed', revision: 1 })
  const first = { revision: 1, changeId: 'first', change: changeOf('first') }
  const missed = { kind: 'changes', changes: [first] }
  expect(await send('second', 0)).toEqual({ kind: 'behind', missed })
  expect(await handlers['project:changesSince']({ projectId, revision: 0 })).toEqual(missed)
  expect(await handlers['project:changesSince']({ projectId, revision: 1 })).toEqual({
    kind: 'changes',
    changes: [],
  })
  expect(await send('second', 1)).toEqual({ kind: 'committed', revision: 2 })
  expect(await handlers['project:changesSince']({ projectId, revision: 3 })).toMatchObject({
    kind: 'story',
    revision: 2,
    records: expect.arrayContaining([expect.objectContaining({ text: 'second' })]),
  })
  expect(app.told.filter(({ event }) => event === 'project:changed').map(({ payload }) => payload)).toEqual([
    { projectId, revision: 1 },
    { projectId, revision: 2 },
  ])
})

test('every page is notified when a story is closed or continues in another file, but not when the app ends', async () => {
  const { handlers } = services
  const { projectId, recentId } = await handlers['project:create']({ title: 'Fox' })
  const { ref } = await handlers['files:place']({ purpose: 'save-as', name: 'Fox' })
  const saved = await handlers['project:saveAs']({ projectId, ref })
  expect(saved.recentId).not.toBe(recentId)
  await handlers['project:close']({ projectId })
  await handlers['project:openRecent']({ recentId: saved.recentId })
  const { told } = app
  await app.stop()
  const ofProjects = told.filter(({ event }) => event === 'project:moved' || event === 'project:closed')
  expect(ofProjects).toEqual([
    {
      event: 'project:moved',
      payload: {
        projectId,
        recentId: saved.recentId,
        location: saved.location,
        fileName: 'Fox.fabula',
      },
    },
    { event: 'project:closed', payload: { projectId } },
  ])
})

test('a reloaded page gets its open project', async () => {
  const { handlers } = services
  const view = await handlers['project:create']({ title: 'Fox' })
  const again = await handlers['project:openRecent']({ recentId: view.recentId })
  expect(again).toEqual({ ...view, notes: [] })
})

test('other calls are answered while a text is being read, however long that takes', async () => {
  const gate = join(app.home, 'gate')
  const workerPath = join(app.home, 'slow.mjs')
  await writeFile(
    workerPath,
    `import { existsSync } from 'node:fs'
    import { parentPort } from 'node:worker_threads'
    while (!existsSync(${JSON.stringify(gate)}));
    parentPort.postMessage({ kind: 'refused', code: 'document-too-complex', params: {} })`,
  )
  const slow = await openTestApp({
    hasVoice: false,
    serviceProcess: { documentWorkerUrl: pathToFileURL(workerPath) },
  })
  try {
    await writeFile(join(slow.files.folder, 'tale.md'), 'Once.\n')
    const { ref } = await slow.handlers['files:place']({ purpose: 'open', name: 'tale.md' })
    const opening = slow.handlers['import:readFile']({ ref, password: null })
    expect(await slow.handlers['recents:list']({})).toEqual([])
    const stopped = expect(slow.handlers['import:readFile']({ ref, password: null })).rejects.toMatchObject({
      code: 'request-cancelled',
    })
    await slow.handlers['import:stop']({ ref })
    await writeFile(gate, '')
    await stopped
    await expect(opening).rejects.toMatchObject({ code: 'document-too-complex' })
  } finally {
    await slow.close()
  }
})

test('a text is read for review, and the decisions of the review make a draft', async () => {
  await writeFile(join(app.files.folder, 'tale.md'), '# Tale\n\nOnce.\n')
  const { ref } = await services.handlers['files:place']({ purpose: 'open', name: 'tale.md' })
  const reading = await services.handlers['import:readFile']({ ref, password: null })
  if (reading === null) throw new Error('A text is not a story’s own file')
  const choices = { mapping: AS_FOUND, options: reading.source.usual }
  const { handlers } = services
  const { review } = reading
  const { records } = await handlers['import:storyRecords']({ review, choices, narrator: 'Narrator' })
  expect(records).toContainEqual(expect.objectContaining({ type: 'block', text: 'Once.' }))
  expect(await handlers['recents:list']({})).toEqual([])
  const { projectId, recentId, ...view } = await handlers['import:makeStory']({ review })
  expect(view).toMatchObject({ location: null, fileName: null, revision: 0 })
  await handlers['project:close']({ projectId })
  expect((await handlers['project:openRecent']({ recentId })).records.toSorted(byId)).toEqual(
    records.toSorted(byId),
  )
  // Each of its records is saved once.
  await expect(handlers['import:makeStory']({ review })).rejects.toMatchObject({ code: 'import-review-over' })
})

test('what a review makes is not saved once the review has ended', async () => {
  const { handlers } = services
  const { review, source } = await handlers['import:reviewText']({ title: 'Tale', text: 'Once.' })
  const choices = { mapping: AS_FOUND, options: source.usual }
  await handlers['import:storyRecords']({ review, choices, narrator: 'Narrator' })
  await handlers['import:end']({ review })
  await expect(handlers['import:makeStory']({ review })).rejects.toMatchObject({ code: 'import-review-over' })
  expect(await handlers['recents:list']({})).toEqual([])
})

const byId = (a: StoryRecord, b: StoryRecord) => (a.id < b.id ? -1 : 1)

test('versions can be named, listed and read', async () => {
  const { handlers } = services
  const { projectId, records } = await handlers['project:create']({ title: 'Fox' })
  const version = await handlers['project:saveVersion']({ projectId, name: 'First' })
  expect(await handlers['project:versions']({ projectId })).toEqual([version])
  expect(await handlers['project:readVersion']({ projectId, versionId: version.id })).toEqual(records)
})

test('only the audio of open projects is served', async () => {
  const { handlers } = services
  const { projectId } = await handlers['project:create']({ title: 'Fox' })
  expect(services.findAudio(projectId)?.find('a1')).toBeUndefined()
  expect(services.findAudio(projectId)).toBeDefined()
  await handlers['project:close']({ projectId })
  expect(services.findAudio(projectId)).toBeUndefined()
  expect(services.findAudio('')).toBeUndefined()
  expect(services.findAudio('x'.repeat(1000))).toBeUndefined()
})

test('settings are stored and sent to the host, and undefined values do not reset them', async () => {
  const { handlers } = services
  const updated = await handlers['settings:update']({ theme: 'dark', webhookPort: undefined })
  expect(updated).toEqual({ ...(await handlers['settings:get']({})), theme: 'dark' })
  expect(updated.webhookPort).toBe(47_318)
  expect(onSettings).toHaveBeenCalledExactlyOnceWith(updated)
})

test('the host is notified when a page is ready to close', async () => {
  await services.handlers['app:readyToClose']({ isSaved: false })
  expect(onReadyToClose).toHaveBeenCalledExactlyOnceWith(false)
})

test('the app reports its version and host, its voices and its examples', async () => {
  expect(await services.handlers['app:info']({})).toEqual({
    version: '1.2.3',
    host: 'browser',
    platform: 'linux',
    systemLanguages: null,
    filePicker: 'own',
    folder: app.files.folder,
    setAside: [],
  })
  const { voices } = await services.handlers['voices:list']({})
  expect(voices.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['OA001', 'OA002', 'OA003', 'OA004', 'OA005', 'OA006']),
  )
  expect(await services.handlers['examples:list']({})).not.toEqual([])
})
