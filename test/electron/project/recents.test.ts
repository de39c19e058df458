import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createRecentsStore } from '../../../electron/project/recents.ts'
import { newProject, reopen, sequentialIds, storyOfBlocks, tempFolder, writeText } from './support.ts'
import { systemClock } from '../../../electron/lib/clock.ts'
import { createOutlineReader, type OutlineReader } from '../../../electron/project/outlineReader.ts'
import { createOpenProjects } from '../../../electron/project/openProjects.ts'
import { createProjects } from '../../../electron/project/projects.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'

it('keeps the tags of a story when it is reopened, and passes those of a draft on to its saved file', () => {
  const dataDir = tempFolder()
  const recents = createRecentsStore(dataDir, sequentialIds())
  const draft = { path: '/drafts/one.fabula', title: 'One', openedAtMs: 1, isDraft: true }
  const { id } = recents.remember(draft)
  expect(recents.list()[0]?.tags).toBeUndefined()
  recents.setTags(id, ['novel', 'spring'])
  recents.remember({ ...draft, openedAtMs: 2 })
  expect(recents.find(id)?.tags).toEqual(['novel', 'spring'])
  const file = { path: '/stories/one.fabula', title: 'One', openedAtMs: 3, isDraft: false }
  const saved = recents.remember({ ...file, savedDraft: draft.path })
  expect(createRecentsStore(dataDir, sequentialIds()).find(saved.id)?.tags).toEqual(['novel', 'spring'])
  recents.setTags(saved.id, [])
  expect(recents.find(saved.id)?.tags).toEqual([])
})

function start(dataDir: string, outlines?: OutlineReader) {
  const openProjects = createOpenProjects(systemClock)
  onTestFinished(() => openProjects.closeAll())
  const projects = createProjects({
    ...{ dataDir, now: Date.now, createId: sequentialIds(), openProjects },
    ...(outlines !== undefined && { outlines }),
  })
  const openAndLeave = async (path: string, edit: (project: ReturnType<typeof newProject>) => void) => {
    const { project } = projects.openFile(path)
    openProjects.show(project.projectId)
    edit(project)
    const open = projects.recents()
    await openProjects.leave(project.projectId)
    return open
  }
  return { projects, openAndLeave }
}

it('gives the length and the beginning of a story, while it is open and after it was closed', async () => {
  const path = join(tempFolder(), 'one.fabula')
  newProject(path, storyOfBlocks(3)).close()
  const { projects, openAndLeave } = start(tempFolder())
  const open = await openAndLeave(path, (project) => writeText(project, 'Once  upon\na time.'))
  expect(open).toMatchObject([
    { summary: { blocks: 3, chapters: 0, changed: 0, notMade: 3, firstWords: 'Once upon a time.' } },
  ])
  expect(open[0]?.summary?.lengthMs).toBeGreaterThan(1000)
  expect(projects.recents()).toMatchObject([{ summary: open[0]?.summary }])
})

it('reads a closed file only if it was written since, for example by a program that was killed', async () => {
  const path = join(tempFolder(), 'one.fabula')
  newProject(path).close()
  const dataDir = tempFolder()
  await start(dataDir).openAndLeave(path, (project) => writeText(project, 'Before'))
  const elsewhere = reopen(path)
  elsewhere.commit(renameStory(elsewhere.story(), 'Changed elsewhere'))
  elsewhere.close()
  utimesSync(path, new Date(), new Date(Date.now() + 5000))
  const { projects } = start(dataDir)
  const onRead = vi.fn()
  await projects.readRecents(onRead)
  expect(onRead).toHaveBeenCalledTimes(1)
  expect(projects.recents()).toMatchObject([
    { title: 'Changed elsewhere', summary: { firstWords: 'Before' } },
  ])

  const { atime, mtime } = statSync(path)
  writeFileSync(path, 'no story at all')
  utimesSync(path, atime, mtime)
  await projects.readRecents(onRead)
  expect(onRead).toHaveBeenCalledTimes(1)
  expect(projects.recents()).toMatchObject([
    { title: 'Changed elsewhere', summary: { firstWords: 'Before' } },
  ])
})

it('keeps the title of a file that cannot be read, without a summary', async () => {
  const path = join(tempFolder(), 'one.fabula')
  newProject(path).close()
  const { projects, openAndLeave } = start(tempFolder())
  await openAndLeave(path, (project) => project.commit(renameStory(project.story(), 'The damaged')))
  writeFileSync(path, 'no story at all')
  utimesSync(path, new Date(), new Date(Date.now() + 5000))
  await projects.readRecents(() => {})
  expect(projects.recents()).toMatchObject([{ title: 'The damaged', summary: null, exists: true }])
})

it('is available at once while a slow file is read, which does not delay others and is not read again', async () => {
  const [slow, other] = ['slow', 'other'].map((name) => join(tempFolder(), `${name}.fabula`))
  const dataDir = tempFolder()
  const { openAndLeave } = start(dataDir)
  for (const path of [other, slow]) {
    newProject(path ?? '').close()
    await openAndLeave(path ?? '', (project) => writeText(project, 'Before'))
    const elsewhere = reopen(path ?? '')
    writeText(elsewhere, 'After')
    elsewhere.close()
    utimesSync(path ?? '', new Date(), new Date(Date.now() + 5000))
  }
  const { promise: slowIsRead, resolve: endSlow } = Promise.withResolvers<undefined>()
  const real = createOutlineReader()
  const asked: string[] = []
  const { projects } = start(dataDir, {
    ...real,
    read(job) {
      asked.push(job.path)
      return job.path === slow ? slowIsRead : real.read(job)
    },
  })
  const firstWords = () => projects.recents().map(({ summary }) => summary?.firstWords)
  const otherIsRead = Promise.withResolvers<undefined>()
  const all = projects.readRecents(() => otherIsRead.resolve(undefined))
  expect(firstWords()).toEqual(['Before', 'Before'])
  await otherIsRead.promise
  expect(firstWords()).toEqual(['Before', 'After'])
  await projects.readRecents(() => {})
  endSlow(undefined)
  await all
  expect(firstWords()).toEqual([undefined, 'After'])
  await projects.readRecents(() => {})
  expect(asked).toEqual([slow, other])
})

it('a story that takes too long to read is treated as unreadable', async () => {
  const path = join(tempFolder(), 'one.fabula')
  newProject(path).close()
  const reader = createOutlineReader({ timeoutMs: 1 })
  expect(await reader.read({ path, commonLexicon: [] })).toBeUndefined()
  reader.close()
  await expect(reader.read({ path, commonLexicon: [] })).rejects.toThrow(/aborted/)
})
