/**
 * What the rest of the main process sees of an open project: a story that is always on disk, the audio that belongs to
 * it, and the jobs that make it. `openProject.ts` builds it over one SQLite file.
 */
import type { AudioType } from '../../shared/files/fileTypes.ts'
import type { CommittedChange, KeptReason, ProjectId, Version } from '../../shared/ipc/views.ts'
import type { Origin } from '../../shared/import/origin.ts'
import type { Job } from '../../shared/jobs/job.ts'
import type { JobPayload } from '../../shared/jobs/payload.ts'
import type { Change } from '../../shared/story/changes.ts'
import type { KeptHistory, PageHistory } from '../../shared/story/keptHistory.ts'
import type { Music, StoryRecord } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import type { StoryRender, Take } from '../../shared/story/takes.ts'
import type { ReadSteps } from './historyStore.ts'
import type { ProjectWork } from './projectWork.ts'

/** Stored audio: whole, checked, and measured. */
export interface AudioInfo {
  readonly audioId: string
  readonly type: AudioType
  readonly byteLength: number
  readonly durationMs: number
}

/** Audio on its way into the project; nothing of it is seen until `finish`. */
export interface AudioWriter {
  write(bytes: Uint8Array): void
  /** Makes the audio part of the project, together with whatever `alongside` commits, in one transaction. */
  finish(info: { type: AudioType; durationMs: number }, alongside?: (audioId: string) => void): AudioInfo
  abort(): void
}

export interface ProjectAudioStore {
  /** Begins to write audio, by default under a new id; an id that is given is that of no other audio here. */
  begin(audioId?: string): AudioWriter
  find(audioId: string): AudioInfo | undefined
  /** Up to `length` bytes from `offset`; fewer at the end. */
  read(audioId: string, offset: number, length: number): Uint8Array
  /** The stored audio that neither a row of the file nor `known` names. */
  unnamed(known: readonly string[]): readonly string[]
  /** Takes audio away for good. Only for audio that no take, render or conversion names any more. */
  remove(audioId: string): void
  /**
   * Gives the disk back some of what removed audio took, and says whether there may be more. In a file of an
   * earlier program, which was not made to shrink, the room is used again instead.
   */
  shrink(): boolean
}

/** A job as a project file keeps it. */
export interface JobRecord extends Job {
  /** Hash of what makes two requests the same: an identical request is blocked while the outcome of this one is unknown. */
  readonly requestHash: string
  /** The body as it was sent, or what stands for a body that is no JSON. It never holds a key. */
  readonly requestBody: string
  /** Null for a payload that this version does not know. */
  readonly payload: JobPayload | null
}

/** The jobs of a project; each write is durable when it returns. */
export interface JobStore {
  insert(job: JobRecord): void
  /** Gives the job after the change. */
  update(id: string, patch: Partial<Omit<JobRecord, 'id' | 'payload'>>): JobRecord
  find(id: string): JobRecord | undefined
  /** Newest first; of a file with very many, those that are not over, and the newest of the others. */
  list(): readonly JobRecord[]
  /**
   * The place of a job among those of its file, which increases with each new job, whatever the clock says. An id that the file does not
   * have gets a place after all jobs of now.
   */
  orderOf(id: string): number
}

export interface Project {
  readonly projectId: ProjectId
  /** The file; drafts live in the app's own folder. */
  readonly path: string
  readonly isDraft: boolean
  /** The copy of the file as it was, where opening it brought it to a newer format version. */
  readonly keptCopy: string | null
  readonly audio: ProjectAudioStore
  readonly jobs: JobStore
  /** What goes on with the project while it is open. */
  readonly work: ProjectWork
  /** With the entries of the lexicon for all stories. */
  story(): Story
  takes(): readonly Take[]
  render(): StoryRender | null
  /**
   * Applies a change to the story and commits it; durable when it returns. Throws `project-disk-full`, `-disk-error` or
   * `-moved`: the story is then what it was before, as on disk, and the same change can be committed again later.
   * `changeId` is the name that the sender gave the change; `history` is what became of its history, and is committed with it.
   */
  commit(change: Change, changeId?: string, history?: PageHistory): void
  /** The history that the file keeps; see `HistoryStore`. */
  takeHistory(pageId: string, others: readonly string[]): KeptHistory
  readSteps(ids: readonly string[]): ReadSteps
  /** How many changes were committed since the project was opened. */
  revision(): number
  /** The changes after a revision, oldest first; null where some of them are not kept any more. */
  changesSince(revision: number): readonly CommittedChange[] | null
  /**
   * The time of a take or render that is stored at `nowMs`: not before that of an earlier one, since the newest is heard, even if the clock
   * was set back.
   */
  takeTimeMs(nowMs: number): number
  /** Adds takes, and with a render replaces the story's render, in one transaction. */
  addTakes(takes: readonly Take[], render?: StoryRender): void
  /** Gives a take another name. Throws `take-gone`. */
  renameTake(takeId: string, name: string): Take
  /** Removes takes, and the audio that no other take and no render needs; jobs lose the audio with it. One transaction. */
  removeTakes(takeIds: ReadonlySet<string>): void
  /**
   * The stored audio that no take, render, conversion or music of the story names, and that was not stored for music which is still to be
   * placed; versions may name it.
   */
  audioOfNothing(): readonly string[]
  /** Keeps audio for music that a page is about to place, until it is placed or the story is closed. */
  keepForMusic(audioId: string): void
  /** Keeps the story as it is now under a name, until the writer deletes it. Throws as `commit`. */
  saveVersion(name: string): Version
  /**
   * Keeps the story as it is now before a change, or after a time of work; `name` is the name of what comes. Null if the newest
   * version is the story as it is. Such versions are thinned out with age.
   */
  keepVersionBefore(reason: KeptReason, name?: string): Promise<Version | null>
  versions(): readonly Version[]
  readVersion(versionId: string): readonly StoryRecord[]
  musicOfVersion(versionId: string): readonly Music[]
  /** The files that the story came from, the latest first. */
  origins(): readonly Origin[]
  /** Remembers a file as it was imported last, in place of the one at `replacedPath`. Throws as `commit`. */
  keepOrigin(origin: Origin, replacedPath?: string): void
  /** Runs several writes as one transaction; after a failure neither file nor memory has any of them. */
  transaction<T>(write: () => T): T
  /** A complete copy at another path (which is replaced only once the copy is whole). */
  copyTo(path: string): Promise<void>
  /** Copies as `copyTo` does and goes on in the copy, with everything that is under way; it is no draft any more. */
  saveAs(path: string): Promise<void>
  close(): void
}
