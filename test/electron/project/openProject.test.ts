import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createProject } from '../../../electron/project/createProject.ts'
import { addBlocks, moveEntriesBy, patchBlocks, removeEntries } from '../../../shared/story/blockCommands.ts'
import { addChapter, addCharacter, removeCharacter, renameStory } from '../../../shared/story/castCommands.ts'
import type { Change } from '../../../shared/story/changes.ts'
import {
  blockIdSchema,
  chapterIdSchema,
  characterIdSchema,
  storyIdSchema,
} from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { storyContent } from '../../support/storyContent.ts'
import { leaveJournal } from './childProcess.ts'
import {
  blankStory,
  bytesOf,
  conversionOf,
  fingerprint,
  firstBlock,
  newProject,
  options,
  randomNumbers,
  refusalOf,
  reopen,
  sequentialIds,
  storeAudio,
  storyOfBlocks,
  takeOf,
  tempFolder,
  writeText,
} from './support.ts'

describe('a project file', () => {
  it('contains after reopening exactly what was committed', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    writeText(project, 'Es war einmal\u0000 „ein“ 𝔎önig \ud800.')
    const before = project.story()
    project.close()
    expect(reopen(path).story()).toEqual(storyContent(before))
  })

  it('is a single file once it is closed', () => {
    const folder = tempFolder()
    const project = newProject(join(folder, 'story.fabula'))
    writeText(project, 'Once')
    project.close()
    expect(readdirSync(folder)).toEqual(['story.fabula'])
  })

  it('is not changed by opening and closing it', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    storeAudio(project, bytesOf(3000))
    project.close()
    const before = fingerprint(path)
    reopen(path).close()
    expect(fingerprint(path)).toEqual(before)
  })

  it('never replaces an existing file', () => {
    const path = join(tempFolder(), 'story.fabula')
    writeFileSync(path, 'my diary')
    expect(() => createProject(path, blankStory(), options())).toThrow('already')
    expect(refusalOf(() => reopen(path))).toBe('project-foreign')
  })

  it('does not use the journal of a deleted file', async () => {
    const path = join(tempFolder(), 'story.fabula')
    await leaveJournal(path)
    const project = newProject(path)
    const before = project.story()
    project.close()
    expect(reopen(path).story()).toEqual(storyContent(before))
  })

  it('is the same after 1,000 random changes and reopening', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    const random = randomNumbers(7)
    const createId = sequentialIds('n')
    for (let round = 0; round < 1000; round += 1)
      project.commit(randomChange(project.story(), random, createId))
    const before = project.story()
    project.close()
    const after = reopen(path).story()
    expect(after.records.size).toBeGreaterThan(100)
    expect(after.info).toEqual(before.info)
    expect(after.sequence).toEqual(before.sequence)
    expect(after.cast).toEqual(before.cast)
  })

  it('commits one block among 5,000 in under 5 ms of processor time, or as fast as a busy disk allows', () => {
    const folder = tempFolder()
    const project = newProject(join(folder, 'story.fabula'), storyOfBlocks(5000))
    const bare = bareTransactions(join(folder, 'bare.db'))
    const random = randomNumbers(1)
    const rounds = Array.from({ length: 101 }, (_, round) => {
      const id = blockIdSchema.parse(`block-${String(Math.floor(random() * 5000))}`)
      const change = patchBlocks(project.story(), [id], { text: `Round ${String(round)}. `.repeat(25) })
      const before = process.cpuUsage()
      const commit = millisecondsOf(() => project.commit(change))
      const { user, system } = process.cpuUsage(before)
      return { commit: Math.min(commit, (user + system) / 1000), bare: millisecondsOf(bare) }
    })
    expect(median(rounds.map((round) => round.commit))).toBeLessThan(
      Math.max(5, 5 * median(rounds.map((round) => round.bare))),
    )
  })
})

describe('a commit', () => {
  it('without effect writes nothing', () => {
    const path = join(tempFolder(), 'story.fabula')
    newProject(path).close()
    const before = fingerprint(path)
    const project = reopen(path)
    project.commit({ put: [firstBlock(project)], remove: [blockIdSchema.parse('gone')] })
    project.close()
    expect(fingerprint(path)).toEqual(before)
  })

  it.each([
    ['a second story record', { ...blankStory()[0], id: storyIdSchema.parse('other') }],
    ['a block in place of the story record', { ...blankStory()[1], id: blockIdSchema.parse('story') }],
  ])('refuses %s, which could not be reopened', (_, record) => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    const before = project.story()
    expect(() => project.commit({ put: [record], remove: [] } as Change)).toThrow()
    expect(project.story()).toBe(before)
    project.close()
    expect(reopen(path).story()).toEqual(storyContent(before))
  })

  it.each([
    ['deleted', (path: string) => rmSync(path)],
    ['moved', (path: string) => renameSync(path, `${path}.old`)],
    [
      'replaced',
      (path: string) => {
        renameSync(path, `${path}.old`)
        writeFileSync(path, 'other')
      },
    ],
  ])('reports that the file was %s, and Save As keeps the story', async (_, take) => {
    const folder = tempFolder()
    const path = join(folder, 'story.fabula')
    const project = newProject(path)
    writeText(project, 'kept')
    const before = project.story()
    take(path)
    expect(refusalOf(() => writeText(project, 'not yet'))).toBe('project-moved')
    expect(project.story()).toBe(before)

    const elsewhere = join(folder, 'elsewhere.fabula')
    await project.saveAs(elsewhere)
    writeText(project, 'goes on')
    project.close()
    expect(firstBlock(reopen(elsewhere)).text).toBe('goes on')
  })
})

describe('a transaction', () => {
  it('leaves none of its writes in the file or in memory if one fails', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    const audioId = storeAudio(project, bytesOf(10))
    const before = project.story()
    const failing = () =>
      project.transaction(() => {
        writeText(project, 'never')
        project.addTakes([takeOf('take', audioId)])
        project.jobs.insert(conversionOf('c'))
        throw new Error('and then this')
      })
    expect(failing).toThrow('and then this')
    expect(project.story()).toBe(before)
    expect(project.takes()).toEqual([])
    expect(project.jobs.list()).toEqual([])
    project.close()
    expect(reopen(path).story()).toEqual(storyContent(before))
  })

  it('fails as a whole if a part failed, even if that error was caught', () => {
    const project = newProject(join(tempFolder(), 'story.fabula'))
    const careless = () =>
      project.transaction(() => {
        writeText(project, 'half')
        try {
          project.transaction(() => {
            throw new Error('the other half')
          })
        } catch {
          // as careless code might do
        }
      })
    expect(careless).toThrow('the other half')
    expect(firstBlock(project).text).toBe('')
    writeText(project, 'goes on')
    expect(firstBlock(project).text).toBe('goes on')
  })

  it('cannot be asynchronous', () => {
    const project = newProject(join(tempFolder(), 'story.fabula'))
    expect(() => project.transaction(() => Promise.resolve())).toThrow('cannot wait')
  })
})

describe('named versions', () => {
  it('can be read as they were, newest first', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    writeText(project, 'first')
    const first = project.story()
    project.saveVersion('Draft one')
    project.commit(removeEntries(project.story(), [firstBlock(project).id]))
    project.saveVersion('')
    project.close()

    const again = reopen(path)
    const versions = again.versions()
    expect(versions.map(({ name, blocks }) => [name, blocks])).toEqual([
      ['', 0],
      ['Draft one', 1],
    ])
    expect(again.readVersion(versions[1]?.id ?? '')).toEqual([...first.records.values()])
  })
})

describe('conversions', () => {
  it('that were being sent when the program ended have an unknown outcome, but no others', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    project.jobs.insert(conversionOf('sent', { requestBody: 'über' }))
    project.jobs.insert(conversionOf('done', { state: 'completed' }))
    project.jobs.update('done', { usedCredits: 12, requestBody: '{}' })
    project.close()

    const again = reopen(path, { now: () => 99 })
    expect(again.jobs.list()).toEqual([
      conversionOf('done', { state: 'completed', usedCredits: 12, requestBody: '{}' }),
      conversionOf('sent', { state: 'unknown', updatedAtMs: 99, requestBody: 'über' }),
    ])
    expect(again.jobs.find('other')).toBeUndefined()
    expect(() => again.jobs.update('other', { percentage: 1 })).toThrow()
  })

  it('are listed as stored, and unchanged ones are not read again', () => {
    const project = newProject(join(tempFolder(), 'story.fabula'))
    project.jobs.insert(conversionOf('a'))
    project.jobs.insert(conversionOf('b'))
    const [b, a] = project.jobs.list()
    project.jobs.update('b', { percentage: 7 })
    const failing = () =>
      project.transaction(() => {
        project.jobs.update('a', { percentage: 9 })
        expect(project.jobs.list()).toMatchObject([{ percentage: 7 }, { percentage: 9 }])
        throw new Error('and then this')
      })
    expect(failing).toThrow('and then this')
    expect(project.jobs.list()).toEqual([{ ...b, percentage: 7 }, a])

    const [, listed] = project.jobs.list()
    expect(project.jobs.list()[1]).toBe(listed)
    project.jobs.update('a', { requestBody: 'other' })
    expect(project.jobs.list()[1]?.requestBody).toBe('other')
  })
})

describe('takes', () => {
  it('and the newest render are still there after reopening', () => {
    const path = join(tempFolder(), 'story.fabula')
    const project = newProject(path)
    const audioId = storeAudio(project, bytesOf(10))
    const render = { id: 'r1', audioId, storyKey: 'k', durationMs: 5, credits: null, createdAtMs: 1 }
    project.addTakes([takeOf('a', audioId), takeOf('b', audioId)], render)
    project.addTakes([takeOf('c', audioId)], { ...render, id: 'r2' })
    project.close()
    const again = reopen(path)
    expect(again.takes().map((take) => take.id)).toEqual(['a', 'b', 'c'])
    expect(again.render()?.id).toBe('r2')
  })

  it('are not stored without their audio', () => {
    const project = newProject(join(tempFolder(), 'story.fabula'))
    expect(() => project.addTakes([takeOf('a', 'nowhere')])).toThrow('no audio')
    expect(project.takes()).toEqual([])
  })
})

describe('opening', () => {
  it('refuses a path without a file, and creates nothing there', () => {
    const path = join(tempFolder(), 'story.fabula')
    expect(refusalOf(() => reopen(path))).toBe('project-not-found')
    expect(existsSync(path)).toBe(false)
  })

  it('refuses a file that this process already has open, under any name, and keeps its lock', () => {
    const folder = tempFolder()
    const path = join(folder, 'story.fabula')
    const project = newProject(path)
    expect(refusalOf(() => reopen(path))).toBe('project-locked')
    expect(refusalOf(() => reopen(join(folder, '.', 'story.fabula')))).toBe('project-locked')
    writeText(project, 'still mine')
    project.close()
    expect(firstBlock(reopen(path)).text).toBe('still mine')
  })
})

/** The minimum cost of a durable write of one row on this disk. */
function bareTransactions(path: string): () => void {
  const db = new DatabaseSync(path)
  onTestFinished(() => db.close())
  db.exec('PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE rows (text TEXT) STRICT')
  const insert = db.prepare('INSERT INTO rows VALUES (?)')
  return () => insert.run('x'.repeat(400))
}

function millisecondsOf(action: () => unknown): number {
  const start = performance.now()
  action()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}

function randomChange(story: Story, random: () => number, createId: () => string): Change {
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const entry = pick(story.sequence)
  const character = pick(story.cast)
  const id = createId()
  switch (Math.floor(random() * 8)) {
    case 0:
    case 1:
      return addBlocks(story, [{ id: blockIdSchema.parse(id), text: `Text ${id}` }], entry?.id ?? null)
    case 2:
      return addChapter(story, { id: chapterIdSchema.parse(id), title: id }, entry?.id ?? null)
    case 3:
      return addCharacter(story, { id: characterIdSchema.parse(id), name: id })
    case 4:
      return random() < 0.4 && character !== undefined
        ? removeCharacter(story, character.id)
        : renameStory(story, id)
    case 5:
      return entry === undefined
        ? { put: [], remove: [] }
        : moveEntriesBy(story, [entry.id], Math.floor(random() * 9) - 4)
    case 6:
      return random() < 0.3 && entry !== undefined
        ? removeEntries(story, [entry.id])
        : { put: [], remove: [] }
    default:
      if (entry?.type !== 'block') return { put: [], remove: [] }
      return patchBlocks(story, [entry.id], {
        text: id,
        characterId: character?.id ?? null,
        silenceBeforeMs: 250,
      })
  }
}
