import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openProjectDatabase } from '../../../electron/project/projectDatabase.ts'
import { leaveJournal } from './childProcess.ts'
import {
  bytesOf,
  conversionOf,
  fingerprint,
  firstBlock,
  newProject,
  refusalOf,
  refusalOfAsync,
  reopen,
  storeAudio,
  takeOf,
  tempFolder,
  writeText,
} from './support.ts'
import { long } from '../../support/tags.ts'

describe('a temporary project', () => {
  it('flushes its writes to disk once it is saved elsewhere', () => {
    const folder = tempFolder()
    const [path, saved] = [join(folder, 'story.fabula'), join(folder, 'saved.fabula')]
    newProject(path).close()
    const watch = { begun: () => {}, committed: () => {}, rolledBack: () => {} }
    const { database } = openProjectDatabase(path, () => null, watch, true)
    const flushing = () => database.get('PRAGMA synchronous')?.['synchronous']
    expect(flushing()).toBe(0)
    database.moveTo(saved)
    expect(flushing()).toBe(2)
    database.close()
  })
})

describe('a copy of a project', () => {
  it('contains everything, and the original stays in use, unchanged', async () => {
    const folder = tempFolder()
    const [path, copy] = [join(folder, 'story.fabula'), join(folder, 'copy.fabula')]
    const project = newProject(path)
    const bytes = bytesOf(1_200_000)
    const audioId = storeAudio(project, bytes)
    project.addTakes([takeOf('take', audioId)])
    project.jobs.insert(conversionOf('c', { state: 'completed' }))
    const version = project.saveVersion('One')
    await project.copyTo(copy)
    expect(project.path).toBe(path)
    writeText(project, 'only here')

    const copied = reopen(copy)
    expect(firstBlock(copied).text).toBe('')
    expect(copied.takes()).toEqual(project.takes())
    expect(copied.jobs.list()).toEqual(project.jobs.list())
    expect(copied.versions()).toEqual([version])
    expect(Buffer.from(copied.audio.read(audioId, 0, 9e9)).equals(bytes)).toBe(true)
    copied.close()
    project.close()
    expect(readdirSync(folder).toSorted()).toEqual(['copy.fabula', 'story.fabula'])
  })

  it('replaces an existing file, and the journal beside it', long, async () => {
    const folder = tempFolder()
    const target = join(folder, 'target.fabula')
    await leaveJournal(target)
    writeFileSync(target, 'something else')
    const project = newProject(join(folder, 'story.fabula'))
    writeText(project, 'mine')
    await project.copyTo(target)
    expect(firstBlock(reopen(target)).text).toBe('mine')
    expect(
      readdirSync(folder).filter((name) => name.startsWith('target.fabula.') || name.endsWith('-journal')),
    ).toEqual(['story.fabula-journal'])
  })

  it('is refused onto the open file itself, onto another open file or a folder, and into a missing folder', async () => {
    const folder = tempFolder()
    const path = join(folder, 'story.fabula')
    const project = newProject(path)
    const other = newProject(join(folder, 'other.fabula'))
    mkdirSync(join(folder, 'folder.fabula'))
    writeText(project, 'whole')
    expect(await refusalOfAsync(() => project.copyTo(path))).toBe('project-same-file')
    expect(await refusalOfAsync(() => project.copyTo(other.path))).toBe('project-locked')
    expect(await refusalOfAsync(() => project.copyTo(join(folder, 'missing', 'x.fabula')))).toBe(
      'project-not-found',
    )
    expect(await refusalOfAsync(() => project.copyTo(join(folder, 'folder.fabula')))).not.toBe('accepted')
    expect(readdirSync(folder).some((name) => name.endsWith('.part'))).toBe(false)
    project.close()
    expect(firstBlock(reopen(path)).text).toBe('whole')
  })
})

describe('Save As', () => {
  it('continues in the copy and leaves the old file unchanged', async () => {
    const folder = tempFolder()
    const [path, target] = [join(folder, 'story.fabula'), join(folder, 'target.fabula')]
    newProject(path).close()
    const before = fingerprint(path)
    const project = reopen(path, { isDraft: true })
    await project.saveAs(target)
    expect(project).toMatchObject({ path: target, isDraft: false })
    writeText(project, 'in the copy')
    expect(fingerprint(path)).toEqual(before)
    expect(refusalOf(() => reopen(target))).toBe('project-locked')
    project.close()
    expect(firstBlock(reopen(target)).text).toBe('in the copy')
    expect(firstBlock(reopen(path)).text).toBe('')
  })

  it('does not disturb running tasks', async () => {
    const folder = tempFolder()
    const project = newProject(join(folder, 'story.fabula'))
    project.jobs.insert(conversionOf('c'))
    const bytes = bytesOf(2_500_000)
    const writer = project.audio.begin()
    writer.write(bytes.subarray(0, 2_000_000))

    await project.saveAs(join(folder, 'target.fabula'))

    expect(project.jobs.find('c')?.state).toBe('sending')
    writer.write(bytes.subarray(2_000_000))
    const { audioId } = writer.finish({ type: 'audio/mpeg', durationMs: 5 }, (id) =>
      project.addTakes([takeOf('take', id)]),
    )
    project.jobs.update('c', { state: 'completed' })
    project.close()
    const again = reopen(join(folder, 'target.fabula'))
    expect(Buffer.from(again.audio.read(audioId, 0, 9e9)).equals(bytes)).toBe(true)
    expect(again.jobs.find('c')?.state).toBe('completed')
  })

  it('that fails leaves the project in its file, and the target unchanged', async () => {
    const folder = tempFolder()
    const project = newProject(join(folder, 'story.fabula'))
    const other = newProject(join(folder, 'other.fabula'))
    expect(await refusalOfAsync(() => project.saveAs(other.path))).toBe('project-locked')
    expect(project.path).toBe(join(folder, 'story.fabula'))
    writeText(project, 'goes on')
    other.close()
    expect(existsSync(other.path)).toBe(true)
    expect(readFileSync(other.path).subarray(0, 15).toString()).toBe('SQLite format 3')
  })
})
