/** An open project: the story and its takes in memory, kept in sync with one SQLite file that is always up to date. */
import { realpathSync } from 'node:fs'
import * as z from 'zod'
import { type Origin, originSchema } from '../../shared/import/origin.ts'
import type { CommittedChange, ProjectId } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { apply, type Change, invert } from '../../shared/story/changes.ts'
import type { PageHistory } from '../../shared/story/history.ts'
import type { LexiconEntry } from '../../shared/story/records.ts'
import { withCommonLexicon } from '../../shared/story/story.ts'
import { type StoryRender, storyRenderSchema, type Take, takeSchema } from '../../shared/story/takes.ts'
import { parseJsonRow, toJsonRow } from '../lib/sqlite/sqlite.ts'
import { createProjectAudioStore, sweepUnfinishedAudio } from './audioStore.ts'
import { createHistoryStore } from './historyStore.ts'
import { createJobStore, settleInterruptedJobs } from './jobStore.ts'
import { createProjectWork, type JobRecord, type Project } from './project.ts'
import { assertStorable, openProjectDatabase, type ProjectDatabase, writeChange } from './projectDatabase.ts'
import { withProjectErrors } from '../lib/files/diskFaults.ts'
import { type ProjectState, readProject } from './readProject.ts'
import { createVersionStore } from './versionStore.ts'

export interface ProjectOptions {
  readonly projectId: ProjectId
  readonly isDraft: boolean
  /** Whether the file is removed at the end of the program, so that its writes need not outlast a power failure. `saveAs` ends that. */
  readonly isTemporary?: boolean
  readonly now: () => number
  readonly createId: () => string
  /** Called with each job as it is on disk after a change. */
  readonly onJob?: ((job: JobRecord) => void) | undefined
  /** Called after each change of the story, once it is on disk. */
  readonly onChange?: (() => void) | undefined
  /** The entries of the lexicon for all stories, as they are now; none by default. */
  readonly commonLexicon?: (() => readonly LexiconEntry[]) | undefined
}

/**
 * Opens the project file at `path` and locks it until `close`. Throws a UserFacingError: `project-not-found`, `-foreign`,
 * `-corrupt`, `-newer`, `-read-only`, `-locked`, `-disk-full` or `-disk-error`. A refused file is not changed.
 * `written` is the content of a file that was just made from it, which need not be read again.
 */
export function openProject(path: string, options: ProjectOptions, written?: ProjectState): Project {
  const realPath = withProjectErrors(path, () => realpathSync(path))
  const { projectId, now, createId } = options
  let isDraft = options.isDraft
  let before: ProjectState | undefined
  const changedJobs = new Set<string>()
  const { database, content, keptCopy } = openProjectDatabase(
    realPath,
    written === undefined ? readProject : () => written,
    {
      begun() {
        before = state
        changedJobs.clear()
      },
      committed() {
        for (const id of [...changedJobs]) {
          const job = jobs.find(id)
          if (job !== undefined) options.onJob?.(job)
        }
      },
      rolledBack() {
        state = before ?? state
        jobs.forgetList()
      },
    },
    options.isTemporary,
  )
  const { transaction } = database
  let state = content

  const log = createChangeLog()
  /** Audio of music that no record names yet. */
  const toBePlaced = new Set<string>()

  function commit(change: Change, changeId: string | null = null, kept?: PageHistory): void {
    const before = state.story
    assertStorable(before, change)
    const story = apply(before, change)
    if (story === before && kept === undefined) return
    transaction(() => {
      writeChange(database, before, story, change)
      if (kept !== undefined) history.write(kept, () => ({ change, inverse: invert(before, change) }))
      state = { ...state, story }
    })
    if (story === before) return
    versions.worked(before, change)
    for (const record of change.put) if (record.type === 'music') toBePlaced.delete(record.audioId)
    log.add(change, changeId)
    options.onChange?.()
  }

  /** The time of the newest take or render; null until it is needed. */
  let newestMs: number | null = null
  function takeTimeMs(nowMs: number): number {
    const times = () => [...state.takes, state.render].map((made) => made?.createdAtMs ?? -Infinity)
    newestMs = Math.max(
      newestMs ?? times().reduce((newest, time) => Math.max(newest, time), -Infinity),
      nowMs,
    )
    return newestMs
  }

  function addTakes(takes: readonly Take[], render?: StoryRender): void {
    if (takes.length === 0 && render === undefined) return
    transaction(() => {
      for (const audioId of new Set(
        [...takes, ...(render === undefined ? [] : [render])].map((use) => use.audioId),
      )) {
        if (audio.find(audioId) === undefined) throw new Error(`The project has no audio ${audioId}`)
      }
      for (const take of takes) insertTake(take)
      if (render !== undefined) insertRender(render)
      state = { ...state, takes: [...state.takes, ...takes], render: render ?? state.render }
    })
    if (newestMs !== null) for (const { createdAtMs } of takes) newestMs = Math.max(newestMs, createdAtMs) // from another story
  }

  function insertTake(take: Take): void {
    const { json, checksum } = toJsonRow(takeSchema.parse(take))
    database.run('INSERT INTO takes (id, json, checksum) VALUES (?, ?, ?)', take.id, json, checksum)
  }

  function renameTake(takeId: string, name: string): Take {
    const known = state.takes.find(({ id }) => id === takeId)
    if (known === undefined) throw new UserFacingError('take-gone')
    const take = takeSchema.parse({ ...known, name })
    const { json, checksum } = toJsonRow(take)
    transaction(() => {
      database.run('UPDATE takes SET json = ?, checksum = ? WHERE id = ?', json, checksum, takeId)
      state = { ...state, takes: state.takes.map((each) => (each === known ? take : each)) }
    })
    return take
  }

  function removeTakes(takeIds: ReadonlySet<string>): void {
    const removed = state.takes.filter(({ id }) => takeIds.has(id))
    if (removed.length === 0) return
    const takes = state.takes.filter(({ id }) => !takeIds.has(id))
    const needed = new Set([
      ...takes.map(({ audioId }) => audioId),
      ...database.all("SELECT json_extract(json, '$.audioId') AS id FROM renders").map((row) => row['id']),
    ])
    const freed = new Set(removed.map(({ audioId }) => audioId).filter((audioId) => !needed.has(audioId)))
    transaction(() => {
      for (const { id } of removed) database.run('DELETE FROM takes WHERE id = ?', id)
      for (const { id, audioId } of jobs.list())
        if (audioId !== null && freed.has(audioId)) jobs.update(id, { audioId: null })
      for (const audioId of freed) audio.remove(audioId)
      state = { ...state, takes }
    })
  }

  function insertRender(render: StoryRender): void {
    const { json, checksum } = toJsonRow(storyRenderSchema.parse(render))
    database.run('INSERT INTO renders (json, checksum) VALUES (?, ?)', json, checksum)
  }

  const audio = createProjectAudioStore(database, createId)
  const jobs = createJobStore(database, (id) => void changedJobs.add(id))
  const history = createHistoryStore(database)
  const work = createProjectWork()
  const versions = createVersionStore(database, { now, createId, work })
  const origins = createOriginStore(database)

  try {
    sweepUnfinishedAudio(database)
    settleInterruptedJobs(jobs, now())
  } catch (error) {
    database.close()
    throw error
  }

  return {
    projectId,
    get path() {
      return database.path
    },
    get isDraft() {
      return isDraft
    },
    keptCopy,
    audio,
    jobs,
    work,
    story: () =>
      options.commonLexicon === undefined
        ? state.story
        : withCommonLexicon(state.story, options.commonLexicon()),
    takes: () => state.takes,
    render: () => state.render,
    commit,
    revision: () => log.revision,
    changesSince: (revision) => log.since(revision),
    takeTimeMs,
    addTakes,
    renameTake,
    removeTakes,
    audioOfNothing: () => audio.unnamed([...state.story.music.map(({ audioId }) => audioId), ...toBePlaced]),
    keepForMusic(audioId) {
      if (state.story.music.every((music) => music.audioId !== audioId)) toBePlaced.add(audioId)
    },
    takeHistory: history.take,
    readSteps: (ids) => history.read(ids, state.story),
    saveVersion: (name) => versions.save(state.story, name),
    keepVersionBefore: (reason, name = '') => versions.keep(state.story, reason, name),
    versions: () => versions.list(),
    origins: () => origins.list(),
    keepOrigin: (origin, replacedPath) => origins.keep(origin, replacedPath),
    readVersion: (versionId) => versions.read(versionId),
    musicOfVersion: (versionId) => versions.musicIn(versionId),
    transaction,
    copyTo: (target) => settled(() => database.copyTo(target)),
    saveAs: (target) =>
      settled(() => {
        database.moveTo(target)
        isDraft = false
      }),
    close() {
      versions.close()
      database.close()
    },
  }
}

/** The action itself is synchronous: a write in between would be missing from the copy. */
function settled(action: () => void): Promise<void> {
  return new Promise((resolve) => {
    action()
    resolve()
  })
}

// The latest changes of an open story, numbered, so that a page that has missed some of them can catch up.

/** A page that is further behind reads the whole story again. */
export const KEPT_CHANGES = 200

/** An empty log, at revision 0. */
export function createChangeLog() {
  const kept: CommittedChange[] = []
  let revision = 0
  return {
    /** The number of the latest change; 0 for the story as it was opened. */
    get revision(): number {
      return revision
    },
    add(change: Change, changeId: string | null): void {
      revision += 1
      kept.push({ revision, changeId, change })
      if (kept.length > KEPT_CHANGES) kept.shift()
    },
    /** The changes after a revision, oldest first, or null if some of them are no longer kept or there is no such revision. */
    since(from: number): readonly CommittedChange[] | null {
      const missed = revision - from
      if (missed < 0 || missed > kept.length) return null
      return kept.slice(kept.length - missed)
    },
  }
}

/** The number of files that are remembered. */
const MOST_ORIGINS = 100

const numberSchema = z.object({ number: z.int() })

/** The files that an open story came from. Unreadable entries are skipped: the story does not need them. */
function createOriginStore(database: ProjectDatabase) {
  function rows(): { readonly number: number; readonly origin: Origin | null }[] {
    return database.all('SELECT number, json, checksum FROM origins ORDER BY number DESC').map((row) => {
      const { number } = numberSchema.parse(row)
      try {
        return { number, origin: originSchema.parse(parseJsonRow(row)) }
      } catch {
        return { number, origin: null }
      }
    })
  }
  return {
    /** The latest first. */
    list: (): readonly Origin[] => rows().flatMap(({ origin }) => origin ?? []),
    /** Remembers a file as it was imported last, in place of the one at `replacedPath`. */
    keep(origin: Origin, replacedPath: string = origin.path): void {
      const { json, checksum } = toJsonRow(originSchema.parse(origin))
      database.transaction(() => {
        for (const [index, { number, origin: known }] of rows().entries())
          if (known === null || [origin.path, replacedPath].includes(known.path) || index >= MOST_ORIGINS - 1)
            database.run('DELETE FROM origins WHERE number = ?', number)
        database.run('INSERT INTO origins (json, checksum) VALUES (?, ?)', json, checksum)
      })
    },
  }
}
