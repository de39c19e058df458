import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../electron/lib/clock.ts'
import { createOpenProjects, type OpenProjects } from '../../../electron/project/openProjects.ts'
import { createProjects, type OpenProject, type Projects } from '../../../electron/project/projects.ts'
import { formatLocation } from '../../../electron/project/recents.ts'
import { projectIdSchema, type ProjectId } from '../../../shared/ipc/views.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { storyContent } from '../../support/storyContent.ts'
import { startChild } from './childProcess.ts'
import {
  blankStory,
  firstBlock,
  newProject,
  refusalOf,
  refusalOfAsync,
  reopen,
  sequentialIds,
  tempFolder,
  writeText,
} from './support.ts'
import { long } from '../../support/tags.ts'

interface TestProjects extends Projects {
  readonly get: OpenProjects['get']
  /** The writer opens and leaves a project. */
  close(projectId: ProjectId): Promise<void>
}

interface Host {
  readonly projects: TestProjects
  readonly dataDir: string
  readonly folder: string
  /** Like a restart of the program; the previous one must have closed its projects. */
  restart(): TestProjects
}

function startHost(): Host {
  const [dataDir, folder] = [tempFolder(), tempFolder()]
  let clock = 1000
  const createId = sequentialIds()
  function start(): TestProjects {
    const openProjects = createOpenProjects(systemClock)
    const projects = createProjects({ dataDir, now: () => (clock += 1), createId, openProjects })
    onTestFinished(() => openProjects.closeAll())
    const close = async (projectId: ProjectId) => {
      if (openProjects.find(projectId) !== undefined) openProjects.show(projectId)
      await openProjects.leave(projectId)
    }
    return { ...projects, get: openProjects.get, close }
  }
  return { projects: start(), dataDir, folder, restart: start }
}

describe('a new story', () => {
  it('is a draft among the recent stories, without a location', async () => {
    const { projects } = startHost()
    const { project, recentId, location, fileName } = projects.create('Untitled')
    expect(project.isDraft).toBe(true)
    expect([location, fileName]).toEqual([null, null])
    expect(projects.get(project.projectId)).toBe(project)
    expect(projects.place(project.projectId)).toEqual({ recentId, location, fileName })
    expect(projects.recents()).toMatchObject([
      { id: recentId, title: 'Untitled', isDraft: true, exists: true },
    ])
  })

  it('leaves nothing behind if it is closed untouched', async () => {
    const { projects, dataDir } = startHost()
    await projects.close(projects.create('Untitled').project.projectId)
    expect(projects.recents()).toEqual([])
    expect(readdirSync(join(dataDir, 'drafts'))).toEqual([])
  })

  it.each([
    ['a word was written', ({ project }: OpenProject) => writeText(project, 'Once')],
    [
      'it was only given a title',
      ({ project }: OpenProject) => project.commit(renameStory(project.story(), 'My novel')),
    ],
    ['a version was saved', ({ project }: OpenProject) => void project.saveVersion('Empty')],
  ])('is kept when closed and after a restart if %s', async (_, touch) => {
    const { projects, restart } = startHost()
    const opened = projects.create('Untitled')
    touch(opened)
    const story = opened.project.story()
    await projects.close(opened.project.projectId)
    const next = restart()
    expect(next.recents()).toMatchObject([{ id: opened.recentId, title: story.info.title, exists: true }])
    const again = next.openRecent(opened.recentId)
    expect(again.project.story()).toEqual(storyContent(story))
    await next.close(again.project.projectId)
    expect(next.recents()).toHaveLength(1)
  })

  it('made from a text is kept even if nothing was changed', async () => {
    const { projects } = startHost()
    const records = blankStory('From a text').map((record) =>
      record.type === 'block' ? { ...record, text: 'It was a dark night.' } : record,
    )
    await projects.close(projects.createDraft(records).project.projectId)
    expect(projects.recents()).toMatchObject([{ title: 'From a text' }])
  })
})

describe('drafts', () => {
  it('copied from the same records are separate stories', () => {
    const { projects } = startHost()
    const records = blankStory('A copy of an example')
    const ids = [1, 2].map(() => projects.createCopy(records).project.story().info.id)
    expect(new Set(ids).size).toBe(2)
  })

  it('have the records that they are made of', () => {
    const { projects } = startHost()
    const records = blankStory('From a text')
    expect([...projects.createDraft(records).project.story().records.values()]).toEqual(records)
  })

  it('are found again with their titles if the list of recent stories is lost or damaged', async () => {
    const { projects, dataDir, restart } = startHost()
    const opened = projects.create('Untitled')
    opened.project.commit(renameStory(opened.project.story(), 'The lost one'))
    await projects.close(opened.project.projectId)
    writeFileSync(join(dataDir, 'recents.json'), '{"version": 1, "rec')

    const next = restart()
    const [recent] = next.recents()
    expect(recent).toMatchObject({ title: 'The lost one', isDraft: true, exists: true })
    expect(readFileSync(join(dataDir, 'recents.json.damaged'), 'utf8')).toBe('{"version": 1, "rec')
    expect(recent === undefined ? undefined : next.openRecent(recent.id).project.story().info.title).toBe(
      'The lost one',
    )
  })
})

describe('Save As', () => {
  it('does not leave a copy of an older format at the draft’s location', async () => {
    const { projects, dataDir, folder } = startHost()
    const { project } = projects.create('Untitled')
    writeText(project, 'mine')
    writeFileSync(`${project.path}.format-1.bak`, 'as it was')
    await projects.saveAs(project.projectId, join(folder, 'novel.fabula'))
    expect(readdirSync(join(dataDir, 'drafts'))).toEqual([])
  })

  it('turns a draft into a named file with the same id, and removes the draft', async () => {
    const { projects, dataDir, folder } = startHost()
    const { project } = projects.create('Untitled')
    writeText(project, 'mine')
    const target = join(folder, 'novel.fabula')
    const saved = await projects.saveAs(project.projectId, target)
    expect(saved).toMatchObject({ project, location: target, fileName: 'novel.fabula' })
    expect(projects.get(project.projectId).path).toBe(target)
    expect(readdirSync(join(dataDir, 'drafts'))).toEqual([])
    expect(projects.recents()).toMatchObject([{ id: saved.recentId, location: target, isDraft: false }])
    writeText(project, 'goes on')
    await projects.close(project.projectId)
    expect(firstBlock(reopen(target)).text).toBe('goes on')
  })

  it('keeps the draft if the list of recent stories cannot be written', async () => {
    const { projects, dataDir, folder, restart } = startHost()
    const { project } = projects.create('Untitled')
    writeText(project, 'mine')
    rmSync(join(dataDir, 'recents.json'))
    mkdirSync(join(dataDir, 'recents.json'))
    await projects.saveAs(project.projectId, join(folder, 'novel.fabula'))
    expect(firstBlock(project).text).toBe('mine')
    await projects.close(project.projectId)
    rmSync(join(dataDir, 'recents.json'), { recursive: true })
    expect(restart().recents()).toMatchObject([{ isDraft: true, exists: true }])
  })

  it('never removes a draft that the writer has reopened, even if its saved file is back', async () => {
    const { projects, dataDir, folder, restart } = startHost()
    const draft = projects.create('Untitled').project
    const draftPath = draft.path
    const target = join(folder, 'novel.fabula')
    await draft.copyTo(target)
    await projects.close(projects.openFile(target).project.projectId)
    writeText(draft, 'mine')
    await projects.close(draft.projectId)
    // The state after a program was killed before it removed the draft, on a disk that was then removed.
    const list = join(dataDir, 'recents.json')
    const { recents } = JSON.parse(readFileSync(list, 'utf8')) as { recents: { path: string }[] }
    const entries = recents.filter(({ path }) => path === target)
    writeFileSync(
      list,
      JSON.stringify({ version: 1, recents: entries.map((entry) => ({ ...entry, savedDraft: draftPath })) }),
    )
    renameSync(target, `${target}.away`)
    const next = restart()
    expect(next.recents().map(({ isDraft }) => isDraft)).toContain(true)
    renameSync(`${target}.away`, target)
    expect(next.recents()).toHaveLength(2)
    expect(existsSync(draftPath)).toBe(true)
  })

  it('of a named file keeps the old one, and both are listed as recent', async () => {
    const { projects, folder } = startHost()
    const path = join(folder, 'one.fabula')
    newProject(path).close()
    const { project } = projects.openFile(path)
    await projects.saveAs(project.projectId, join(folder, 'two.fabula'))
    expect(projects.recents().map((recent) => recent.location)).toEqual([join(folder, 'two.fabula'), path])
    expect(refusalOf(() => reopen(path))).toBe('accepted')
  })

  it('onto itself is refused and changes nothing', async () => {
    const { projects, folder } = startHost()
    const path = join(folder, 'one.fabula')
    newProject(path).close()
    const { project } = projects.openFile(path)
    expect(await refusalOfAsync(() => projects.saveAs(project.projectId, path))).toBe('project-same-file')
    writeText(project, 'goes on')
    expect(projects.recents()).toHaveLength(1)
  })
})

describe('opening', () => {
  it('gives the same project for a file that is already open, under any name', async () => {
    const { projects, folder } = startHost()
    const path = join(folder, 'one.fabula')
    newProject(path).close()
    symlinkSync(path, join(folder, 'link.fabula'))
    const first = projects.openFile(path)
    expect(projects.openFile(join(folder, 'link.fabula')).project).toBe(first.project)
    expect(projects.openRecent(first.recentId).project).toBe(first.project)
    expect(projects.recents()).toHaveLength(1)
  })

  it('keeps the id of a recent story between openings, and lists the newest first', async () => {
    const { projects, folder } = startHost()
    const [one, two] = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const path = join(folder, `${name}.fabula`)
        newProject(path).close()
        const opened = projects.openFile(path)
        await projects.close(opened.project.projectId)
        return opened
      }),
    )
    expect(projects.recents().map((recent) => recent.id)).toEqual([two?.recentId, one?.recentId])
    expect(projects.openFile(join(folder, 'one.fabula')).recentId).toBe(one?.recentId)
    expect(projects.recents().map((recent) => recent.id)).toEqual([one?.recentId, two?.recentId])
  })

  it('reports the error, and the list marks a missing file', async () => {
    const { projects, folder } = startHost()
    const path = join(folder, 'one.fabula')
    newProject(path).close()
    const { project, recentId } = projects.openFile(path)
    await projects.close(project.projectId)
    rmSync(path)
    expect(projects.recents()).toMatchObject([{ exists: false }])
    expect(refusalOf(() => projects.openRecent(recentId))).toBe('project-not-found')
    projects.removeFromList(recentId)
    expect(projects.recents()).toEqual([])
    expect(refusalOf(() => projects.openRecent(recentId))).toBe('recent-not-found')
    expect(refusalOf(() => projects.get(projectIdSchema.parse('nobody')))).toBe('project-not-open')
    expect(refusalOf(() => projects.openFile(join(folder, 'nothing.fabula')))).toBe('project-not-found')
  })

  it('releases the file for other programs once it is closed, and not before', long, async () => {
    const { projects, folder } = startHost()
    const path = join(folder, 'one.fabula')
    newProject(path).close()
    const { project } = projects.openFile(path)
    projects.recents()
    expect(existsSync(path)).toBe(true)
    expect(await startChild('hold', path).line()).toBe('project-locked')
    await projects.close(project.projectId)
    expect(await startChild('hold', path).line()).toBe('open')
    await projects.close(project.projectId)
  })
})

describe('the list of recent stories', () => {
  it('keeps its valid entries if one is invalid', async () => {
    const { projects, dataDir, folder } = startHost()
    const path = join(folder, 'one.fabula')
    newProject(path).close()
    await projects.close(projects.openFile(path).project.projectId)
    const file = join(dataDir, 'recents.json')
    const content = JSON.parse(readFileSync(file, 'utf8')) as { recents: unknown[] } // written by the store
    writeFileSync(file, JSON.stringify({ ...content, recents: [{ id: 7 }, ...content.recents] }))
    expect(projects.recents()).toMatchObject([{ location: path }])
    expect(existsSync(`${file}.damaged`)).toBe(true)
  })

  it('forgets the oldest of more than fifty files, but no drafts', async () => {
    const { projects, folder } = startHost()
    const draft = projects.create('Draft')
    writeText(draft.project, 'old')
    const path = join(folder, 'source.fabula')
    newProject(path).close()
    for (let count = 0; count < 52; count += 1) {
      const name = join(folder, `${String(count)}.fabula`)
      writeFileSync(name, readFileSync(path))
      await projects.close(projects.openFile(name).project.projectId)
    }
    const recents = projects.recents()
    expect(recents).toHaveLength(51)
    expect(recents.at(-1)?.id).toBe(draft.recentId)
  })

  it('abbreviates the home folder', async () => {
    expect(formatLocation(join('/home/ann', 'Documents', 'one.fabula'), '/home/ann')).toBe(
      '~/Documents/one.fabula',
    )
    expect(formatLocation('/home/anna/one.fabula', '/home/ann')).toBe('/home/anna/one.fabula')
  })
})
