import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../electron/lib/clock.ts'
import { createOpenProjects } from '../../../electron/project/openProjects.ts'
import { createProjects } from '../../../electron/project/projects.ts'
import { deletedDraftIdSchema } from '../../../shared/ipc/views.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { firstBlock, newProject, refusalOf, reopen, sequentialIds, tempFolder, writeText } from './support.ts'

const DAY_MS = 86_400_000

/** Projects in an app folder, with a clock that the test sets. */
function startHost() {
  const dataDir = tempFolder()
  const clock = { nowMs: 1_000 * DAY_MS }
  const openProjects = createOpenProjects(systemClock)
  const projects = createProjects({
    dataDir,
    now: () => clock.nowMs,
    createId: sequentialIds(),
    openProjects,
  })
  onTestFinished(() => openProjects.closeAll())
  /** A closed draft with this text. */
  const closedDraft = async (words: string) => {
    const { project, recentId } = projects.create('Untitled')
    project.commit(renameStory(project.story(), words))
    writeText(project, words)
    openProjects.show(project.projectId)
    await openProjects.leave(project.projectId)
    return recentId
  }
  const drafts = () => readdirSync(join(dataDir, 'drafts'))
  return { dataDir, clock, projects, openProjects, closedDraft, drafts }
}

describe('a deleted draft', () => {
  it('is listed as deleted, and can be restored with its text', async () => {
    const { projects, clock, closedDraft, drafts } = startHost()
    const recentId = await closedDraft('Precious')
    const deletedId = projects.deleteDraft(recentId)
    expect([projects.recents(), drafts()]).toEqual([[], []])
    expect(projects.bin.list()).toEqual([{ id: deletedId, title: 'Precious', deletedAtMs: clock.nowMs }])
    projects.bin.restore(deletedDraftIdSchema.parse(deletedId))
    expect(projects.bin.list()).toEqual([])
    const [recent] = projects.recents()
    expect(recent).toMatchObject({ title: 'Precious', isDraft: true, exists: true })
    if (recent === undefined) throw new Error('The draft is not in the list')
    expect(firstBlock(projects.openRecent(recent.id).project).text).toBe('Precious')
  })

  it('cannot be deleted while it is open', () => {
    const { projects } = startHost()
    const { project, recentId } = projects.create('Untitled')
    writeText(project, 'in use')
    expect(refusalOf(() => projects.deleteDraft(recentId))).toBe('project-locked')
    expect([projects.bin.list(), projects.recents().length]).toEqual([[], 1])
  })

  it('is moved and restored along with the copies of its older format', async () => {
    const { projects, dataDir, closedDraft, drafts } = startHost()
    const recentId = await closedDraft('Old')
    const [name = ''] = drafts()
    writeFileSync(join(dataDir, 'drafts', `${name}.format-1.bak`), 'as it was')
    const deletedId = deletedDraftIdSchema.parse(projects.deleteDraft(recentId))
    expect(drafts()).toEqual([])
    projects.bin.restore(deletedId)
    expect(drafts().toSorted()).toEqual([name, `${name}.format-1.bak`])
  })

  it('is permanently removed after thirty days, and not before', async () => {
    const { projects, dataDir, clock, closedDraft } = startHost()
    const deletedId = projects.deleteDraft(await closedDraft('Old'))
    clock.nowMs += 30 * DAY_MS - 1
    expect(projects.bin.list()).toMatchObject([{ id: deletedId }])
    clock.nowMs += 1
    expect(projects.bin.list()).toEqual([])
    expect(readdirSync(join(dataDir, 'discarded'))).toEqual([])
  })

  it('can be permanently deleted, and then not be restored', async () => {
    const { projects, dataDir, closedDraft } = startHost()
    const deletedId = deletedDraftIdSchema.parse(projects.deleteDraft(await closedDraft('Old')))
    projects.bin.remove(deletedId)
    expect(readdirSync(join(dataDir, 'discarded'))).toEqual([])
    expect(refusalOf(() => projects.bin.restore(deletedId))).toBe('deleted-draft-gone')
    projects.bin.remove(deletedId)
  })

  it('of an earlier version is listed, and its thirty days start when it is first listed', () => {
    const { projects, dataDir, clock } = startHost()
    mkdirSync(join(dataDir, 'discarded'))
    const path = join(dataDir, 'discarded', '12345678-aaaa.fabula') // a name that starts like a time
    const project = newProject(path)
    writeText(project, 'kept')
    project.close()
    const [deleted] = projects.bin.list()
    expect(deleted).toMatchObject({ deletedAtMs: clock.nowMs })
    if (deleted === undefined) throw new Error('The draft is not in the list')
    projects.bin.restore(deleted.id)
    expect(firstBlock(reopen(join(dataDir, 'drafts', '12345678-aaaa.fabula'))).text).toBe('kept')
  })
})

it('an id that is not in the bin cannot name another file', () => {
  const { projects, dataDir } = startHost()
  writeFileSync(join(dataDir, 'other.fabula'), 'mine')
  for (const id of ['../other.fabula', 'deleted-1-../../other.fabula', join(dataDir, 'other.fabula')]) {
    projects.bin.remove(deletedDraftIdSchema.parse(id))
    expect(refusalOf(() => projects.bin.restore(deletedDraftIdSchema.parse(id)))).toBe('deleted-draft-gone')
  }
  expect(existsSync(join(dataDir, 'other.fabula'))).toBe(true)
})

it('removing a story with its own file from the list can be undone, and does not touch the file', async () => {
  const { projects, openProjects } = startHost()
  const path = join(tempFolder(), 'one.fabula')
  newProject(path).close()
  const { project, recentId } = projects.openFile(path)
  openProjects.show(project.projectId)
  await openProjects.leave(project.projectId)
  const before = projects.recents()
  projects.removeFromList(recentId)
  expect([projects.recents(), existsSync(path)]).toEqual([[], true])
  projects.restoreToList(recentId)
  expect(projects.recents()).toEqual(before)
})

it('a draft cannot be removed from the list, because it is listed nowhere else', async () => {
  const { projects, closedDraft } = startHost()
  projects.removeFromList(await closedDraft('Here'))
  expect(projects.recents()).toMatchObject([{ title: 'Here' }])
})
