/**
 * What the rest of the main process sees of an open project: a story that is always on disk, the audio that belongs to
 * it, and the jobs that produce it. `openProject.ts` builds it over one SQLite file.
 */
import type { AudioType } from '../../shared/files/fileTypes.ts'
import type { CommittedChange, KeptReason, ProjectId, Version } from '../../shared/ipc/views.ts'
import type { Origin } from '../../shared/import/origin.ts'
import type { Job } from '../../shared/jobs/job.ts'
import type { JobPayload } from '../../shared/jobs/payload.ts'
import type { Change } from '../../shared/story/changes.ts'
import type { KeptHistory, PageHistory } from '../../shared/story/history.ts'
import type { Music, StoryRecord } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import type { StoryRender, Take } from '../../shared/story/takes.ts'
import type { ReadSteps } from './historyStore.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Clock } from '../lib/clock.ts'

/** Stored audio: complete, checked, and measured. */
export interface AudioInfo {
  readonly audioId: string
  readonly type: AudioType
  readonly byteLength: number
  readonly durationMs: number
}

/** Audio being written into the project; invisible until `finish`. */
export interface AudioWriter {
  write(bytes: Uint8Array): void
  /** Makes the audio part of the project, together with the writes of `alongside`, in one transaction. */
  finish(info: { type: AudioType; durationMs: number }, alongside?: (audioId: string) => void): AudioInfo
  abort(): void
}

export interface ProjectAudioStore {
  /** Begins to write audio, by default under a new id; a given id must not be in use. */
  begin(audioId?: string): AudioWriter
  find(audioId: string): AudioInfo | undefined
  /** Up to `length` bytes from `offset`; fewer at the end. They are put into `buffer` if there is one. */
  read(audioId: string, offset: number, length: number, buffer?: Uint8Array): Uint8Array
  /** The stored audio that neither a row of the file nor `known` names. */
  unnamed(known: readonly string[]): readonly string[]
  /** Removes audio permanently. Only for audio that no take, render or conversion names. */
  remove(audioId: string): void
  /**
   * Returns some of the space of removed audio to the disk, and whether there may be more. In a file of an
   * earlier version, which cannot shrink, the space is reused instead.
   */
  shrink(): boolean
}

/** A job as stored in a project file. */
export interface JobRecord extends Job {
  /** Hash that identifies equal requests: an identical request is blocked while the outcome of this one is unknown. */
  readonly requestHash: string
  /** The JSON body as sent; otherwise a string that identifies the request. It never holds a key. */
  readonly requestBody: string
  /** Null for a payload that this version does not know. */
  readonly payload: JobPayload | null
}

/** The jobs of a project; each write is durable when it returns. */
export interface JobStore {
  insert(job: JobRecord): void
  /** Returns the job after the change. */
  update(id: string, patch: Partial<Omit<JobRecord, 'id' | 'payload'>>): JobRecord
  find(id: string): JobRecord | undefined
  /** Newest first; if there are very many, the open ones and the newest of the others. */
  list(): readonly JobRecord[]
  /**
   * The place of a job among those of its file, which increases with each new job, regardless of the clock. An id that the file does not
   * have is placed after all existing jobs.
   */
  orderOf(id: string): number
}

export interface Project {
  readonly projectId: ProjectId
  /** The file; drafts live in the app's own folder. */
  readonly path: string
  readonly isDraft: boolean
  /** The copy of the file as it was, if opening migrated it to a newer format version. */
  readonly keptCopy: string | null
  readonly audio: ProjectAudioStore
  readonly jobs: JobStore
  /** The work in progress on the project while it is open. */
  readonly work: ProjectWork
  /** With the entries of the lexicon for all stories. */
  story(): Story
  takes(): readonly Take[]
  render(): StoryRender | null
  /**
   * Applies a change to the story and commits it; durable when it returns. Throws `project-disk-full`, `-disk-error` or
   * `-moved`: the story is then what it was before, as on disk, and the same change can be committed again later.
   * `changeId` is the sender's id of the change; `history` is the sender's history update, which is committed with it.
   */
  commit(change: Change, changeId?: string, history?: PageHistory): void
  /** The history that the file keeps; see `HistoryStore`. */
  takeHistory(pageId: string, others: readonly string[]): KeptHistory
  readSteps(ids: readonly string[]): ReadSteps
  /** How many changes were committed since the project was opened. */
  revision(): number
  /** The changes after a revision, oldest first; null if some of them are no longer kept. */
  changesSince(revision: number): readonly CommittedChange[] | null
  /**
   * The timestamp of a take or render stored at `nowMs`: never before that of an earlier one, because the newest one plays, even if the clock
   * was set back.
   */
  takeTimeMs(nowMs: number): number
  /** Adds takes, and with a render replaces the story's render, in one transaction. */
  addTakes(takes: readonly Take[], render?: StoryRender): void
  /** Renames a take. Throws `take-gone`. */
  renameTake(takeId: string, name: string): Take
  /** Removes takes, and the audio that no other take and no render needs; jobs lose that audio too. One transaction. */
  removeTakes(takeIds: ReadonlySet<string>): void
  /**
   * The stored audio that no take, render, conversion or music of the story names, and that was not stored for music that is still to be
   * placed; versions may name it.
   */
  audioOfNothing(): readonly string[]
  /** Keeps audio for music that a page is about to place, until it is placed or the story is closed. */
  keepForMusic(audioId: string): void
  /** Keeps the current story under a name until the writer deletes it. Throws like `commit`. */
  saveVersion(name: string): Version
  /**
   * Keeps the current story before a change or after a time of work; `name` names the change. Null if the newest
   * version equals the story. Such versions are thinned out with age.
   */
  keepVersionBefore(reason: KeptReason, name?: string): Promise<Version | null>
  versions(): readonly Version[]
  readVersion(versionId: string): readonly StoryRecord[]
  musicOfVersion(versionId: string): readonly Music[]
  /** The files that the story came from, the latest first. */
  origins(): readonly Origin[]
  /** Remembers a file as it was imported last, in place of the one at `replacedPath`. Throws like `commit`. */
  keepOrigin(origin: Origin, replacedPath?: string): void
  /** Runs several writes as one transaction; after a failure neither file nor memory has any of them. */
  transaction<T>(write: () => T): T
  /** A complete copy at another path (which is replaced only once the copy is complete). */
  copyTo(path: string): Promise<void>
  /** Copies like `copyTo` and continues in the copy, with all work in progress; it is then no longer a draft. */
  saveAs(path: string): Promise<void>
  close(): void
}

/**
 * The work in progress on one open project. Closing stops the following of jobs at once, but gives a request in flight a moment for its
 * response: without the response, nobody knows whether the request was charged.
 */
const GRACE_MS = 3_000

export type ProjectWork = ReturnType<typeof createProjectWork>

export function createProjectWork() {
  const closing = new AbortController()
  const closed = new AbortController()
  const running = new Set<Promise<unknown>>()

  /** Resolves when no task is running. */
  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running)
  }

  return {
    /** Aborted when the project is about to close: following, fetching and exporting end. */
    get closing(): AbortSignal {
      return closing.signal
    },
    /** Aborted when the project finally closes: requests in flight end, with an unknown outcome. */
    get closed(): AbortSignal {
      return closed.signal
    },
    /** Runs a task that `close` waits for. Rejects with `request-cancelled`, without starting the task, once the project is closing. */
    run<T>(task: () => Promise<T>): Promise<T> {
      if (closing.signal.aborted) return Promise.reject(new UserFacingError('request-cancelled'))
      const promise = task()
      running.add(promise)
      const remove = () => running.delete(promise)
      promise.then(remove, remove)
      return promise
    },
    settled,
    /** Ends all tasks. Must be awaited before the project is closed. */
    async close(clock: Clock): Promise<void> {
      closing.abort()
      const ended = settled()
      const waited = new AbortController()
      await Promise.race([ended, clock.sleep(GRACE_MS, waited.signal).catch(() => undefined)])
      waited.abort()
      closed.abort()
      await ended
    },
  }
}
