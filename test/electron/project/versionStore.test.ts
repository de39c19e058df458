import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject } from '../../../electron/project/createProject.ts'
import type { Project } from '../../../electron/project/project.ts'
import {
  MANY_BLOCKS,
  MAX_KEPT_BYTES,
  MAX_KEPT_VERSIONS,
  thinnedOut,
  WORK_BETWEEN_VERSIONS_MS,
} from '../../../electron/project/versionStore.ts'
import type { Version } from '../../../shared/ipc/views.ts'
import { removeEntries } from '../../../shared/story/blockCommands.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { firstBlock, options, reopen, storyOfBlocks, tempFolder, writeText } from './support.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const START_MS = 1_700_000_000_000

/** A project with a clock that the test sets. */
function withClock(blocks = 3) {
  const clock = { ms: START_MS }
  const now = () => clock.ms
  const path = join(tempFolder(), 'story.fabula')
  const project = createProject(path, storyOfBlocks(blocks), options({ now }))
  return {
    project,
    clock,
    reopen: () => {
      project.close()
      return reopen(path, { now })
    },
  }
}

/** The reasons of the versions, oldest first, after all that are due were written. */
async function reasons(project: Project): Promise<string[]> {
  await project.work.settled()
  return project
    .versions()
    .map(({ reason }) => reason)
    .toReversed()
}

describe('automatic versions', () => {
  it('are saved after half an hour of work, with the story as it was then', async () => {
    const { project, clock } = withClock()
    writeText(project, 'First')
    clock.ms += WORK_BETWEEN_VERSIONS_MS - 1
    writeText(project, 'Last of it')
    expect(await reasons(project)).toEqual([])
    clock.ms += 1
    writeText(project, 'After it')
    expect(await reasons(project)).toEqual(['time'])
    const [version] = project.versions()
    const kept = storyFromRecords(project.readVersion(version?.id ?? ''))
    expect(blocksOf(kept)[0]?.text).toBe('Last of it')
    expect(version).toMatchObject({ blocks: 3, name: '', createdAtMs: clock.ms })
    expect(version?.bytes).toBeGreaterThan(100)
    clock.ms += WORK_BETWEEN_VERSIONS_MS
    writeText(project, 'And after that')
    expect(await reasons(project)).toEqual(['time', 'time'])
    project.close()
  })

  it('are not saved if the story has not changed since the last version of any kind', async () => {
    const { project, clock } = withClock()
    writeText(project, 'First')
    project.saveVersion('Mine')
    expect(await project.keepVersionBefore('restore', 'Other')).toBeNull()
    writeText(project, 'Second')
    expect(await project.keepVersionBefore('import', 'Tides.docx')).toMatchObject({
      ...{ reason: 'import', name: 'Tides.docx' },
    })
    expect(await project.keepVersionBefore('update')).toBeNull()
    clock.ms += WORK_BETWEEN_VERSIONS_MS
    writeText(project, 'Third')
    // Half an hour without a change is not work.
    expect(await reasons(project)).toEqual(['saved', 'import'])
    project.close()
  })

  it('are not saved of an empty story', async () => {
    const { project } = withClock(1)
    writeText(project, '')
    expect(await project.keepVersionBefore('import')).toBeNull()
    project.close()
  })

  it.each([
    ['removes', (blocks: number) => blocks > 0],
    ['replaces the words of', (blocks: number) => blocks > 0],
  ])('are saved before a change that %s many blocks, and not before a smaller one', async (how) => {
    const { project } = withClock(200)
    const change = (count: number) => {
      const blocks = blocksOf(project.story()).slice(0, count)
      if (how !== 'removes')
        return { put: blocks.map((each) => ({ ...each, text: `${each.text}!` })), remove: [] }
      const ids = blocks.map(({ id }) => id)
      return removeEntries(project.story(), ids)
    }
    project.commit(change(MANY_BLOCKS))
    expect(await reasons(project)).toEqual([])
    const before = project.story()
    project.commit(change(MANY_BLOCKS + 1))
    expect(await reasons(project)).toEqual(['replace'])
    const [version] = project.versions()
    expect(storyFromRecords(project.readVersion(version?.id ?? '')).sequence).toEqual(before.sequence)
    project.close()
  })

  it('include the work of a session that was closed before its half hour was over', async () => {
    const { project, clock, reopen } = withClock()
    const step = { id: 'one', label: 'edits.rename', subject: '', place: { blocks: 0, first: 0, name: '' } }
    const put = [{ step: { ...step, atMs: clock.ms }, isUndone: false, edit: 'sent' as const }]
    project.commit(renameStory(project.story(), 'Renamed'), undefined, {
      pageId: 'page',
      update: { put, undone: [], redone: [], removed: [] },
    })
    clock.ms += WORK_BETWEEN_VERSIONS_MS
    const again = reopen()
    writeText(again, 'Next session')
    expect(await reasons(again)).toEqual(['time'])
  })

  it('are not written into a story that is closed meanwhile', async () => {
    const { project, reopen } = withClock()
    writeText(project, 'First')
    const kept = project.keepVersionBefore('import')
    const again = reopen()
    expect(await kept).toBeNull()
    expect(again.versions()).toEqual([])
    expect(firstBlock(again).text).toBe('First')
  })
})

describe('thinning', () => {
  const version = (id: string, createdAtMs: number, more: Partial<Version> = {}): Version => ({
    ...{ id, reason: 'time', name: '', createdAtMs, blocks: 1, bytes: 1000 },
    ...more,
  })
  const NOW_MS = 400 * DAY_MS
  const keptOf = (versions: readonly Version[], nowMs = NOW_MS) => {
    const gone = new Set(thinnedOut(versions, nowMs))
    return versions.filter(({ id }) => !gone.has(id))
  }
  /** A version for each half hour of a year, newest first. */
  const year = Array.from({ length: 365 * 48 }, (_, index) =>
    version(String(index), NOW_MS - index * 30 * MINUTE_MS),
  )

  it('leaves all versions of a day, one for each day of a month, and one for each earlier week', () => {
    const kept = keptOf(year)
    const ages = kept.map(({ createdAtMs }) => (NOW_MS - createdAtMs) / DAY_MS)
    const between = (from: number, to: number) => ages.filter((age) => age >= from && age < to).length
    expect(between(0, 1)).toBe(48)
    expect(between(1, 31)).toBeOneOf([30, 31])
    expect(between(31, 366)).toBeOneOf([48, 49])
  })

  it('keeps one version for each day even if it is repeated each half hour', () => {
    let versions: readonly Version[] = []
    for (let half = 0; half < 48 * 40; half += 1) {
      const nowMs = NOW_MS + half * 30 * MINUTE_MS
      versions = keptOf([version(String(half), nowMs), ...versions], nowMs)
    }
    const nowMs = NOW_MS + 48 * 40 * 30 * MINUTE_MS
    const days = new Set(versions.map(({ createdAtMs }) => Math.floor(createdAtMs / DAY_MS)))
    for (let day = 1; day < 30; day += 1) expect(days).toContain(Math.floor(nowMs / DAY_MS) - day)
  })

  it('never removes versions saved by the writer', () => {
    const saved = year.map((each) => ({ ...each, reason: 'saved' as const, bytes: MAX_KEPT_BYTES }))
    expect(thinnedOut(saved, NOW_MS)).toEqual([])
  })

  it('stays below its limits of bytes and of versions, and keeps the newest however large', () => {
    const minutes = Array.from({ length: 1000 }, (_, index) =>
      version(String(index), NOW_MS - index * MINUTE_MS),
    )
    expect(keptOf(minutes)).toHaveLength(MAX_KEPT_VERSIONS)
    const large = minutes.map((each) => ({ ...each, bytes: MAX_KEPT_BYTES / 4 }))
    expect(keptOf(large).map(({ id }) => id)).toEqual(['0', '1', '2', '3'])
    expect(keptOf([version('huge', NOW_MS, { bytes: MAX_KEPT_BYTES * 2 })])).toHaveLength(1)
  })

  it('is done in the file when versions are saved', async () => {
    const { project, clock } = withClock()
    for (let half = 0; half < 8; half += 1) {
      writeText(project, `Text ${half}`)
      await project.keepVersionBefore('import')
      clock.ms += 6 * HOUR_MS
    }
    project.saveVersion('Mine')
    clock.ms += 10 * DAY_MS
    writeText(project, 'Much later')
    await project.keepVersionBefore('import')
    expect(project.versions().length).toBeOneOf([4, 5]) // one for each of two or three days, Mine, and the last
    expect(project.versions().some(({ name }) => name === 'Mine')).toBe(true)
    project.close()
  })
})
