/** What the list of recent stories says of stories that are open, closed, or were changed elsewhere. */
import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../electron/lib/clock.ts'
import { createOpenProjects } from '../../../electron/project/openProjects.ts'
import { createProjects } from '../../../electron/project/projects.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { newProject, reopen, sequentialIds, storyOfBlocks, tempFolder, writeText } from './support.ts'

function start(dataDir: string) {
  const openProjects = createOpenProjects(systemClock)
  onTestFinished(() => openProjects.closeAll())
  const projects = createProjects({ dataDir, now: Date.now, createId: sequentialIds(), openProjects })
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

it('tells how long a story is and how it begins, while it is open and after it was closed', async () => {
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

it('reads a closed file only where it was written since, such as by a program that was killed', async () => {
  const path = join(tempFolder(), 'one.fabula')
  newProject(path).close()
  const dataDir = tempFolder()
  await start(dataDir).openAndLeave(path, (project) => writeText(project, 'Before'))
  const elsewhere = reopen(path)
  elsewhere.commit(renameStory(elsewhere.story(), 'Changed elsewhere'))
  elsewhere.close()
  utimesSync(path, new Date(), new Date(Date.now() + 5000))
  const { projects } = start(dataDir)
  expect(projects.recents()).toMatchObject([
    { title: 'Changed elsewhere', summary: { firstWords: 'Before' } },
  ])

  const { atime, mtime } = statSync(path)
  writeFileSync(path, 'no story at all')
  utimesSync(path, atime, mtime)
  expect(projects.recents()).toMatchObject([
    { title: 'Changed elsewhere', summary: { firstWords: 'Before' } },
  ])
})

it('keeps the title of a file that cannot be read, and says nothing of its content', async () => {
  const path = join(tempFolder(), 'one.fabula')
  newProject(path).close()
  const { projects, openAndLeave } = start(tempFolder())
  await openAndLeave(path, (project) => project.commit(renameStory(project.story(), 'The damaged')))
  writeFileSync(path, 'no story at all')
  utimesSync(path, new Date(), new Date(Date.now() + 5000))
  expect(projects.recents()).toMatchObject([{ title: 'The damaged', summary: null, exists: true }])
})
