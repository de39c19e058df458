/**
 * Documents that are turned into speech: jobs in the app's library, which also stores their audio. The library is one project file of the
 * app, which is as safe as a story's file. A second Fabula that uses the same folder has its own file.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { JobState } from '../../shared/jobs/job.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Clock } from '../lib/clock.ts'
import { shrinkFile } from '../project/audioFiles.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import {
  type DocumentPasswords,
  documentRequestOf,
  type DocumentSpeech,
  documentUpload,
  identityOf,
  inUtf8,
  openDocument,
  readSentDocument,
  type SentDocument,
} from './kinds/document.ts'
import type { During } from './confirmations.ts'
import type { JobIndex } from './jobIndex.ts'
import type { Runner } from './runner.ts'
import { PROJECT_EXTENSION } from '../../shared/files/fileTypes.ts'
import { projectIdSchema } from '../../shared/ipc/views.ts'
import type { ErrorCodeFor } from '../../shared/messages/errors.ts'
import { newStoryRecords } from '../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../shared/story/records.ts'
import { moveDatabaseFiles } from '../lib/sqlite/sqlite.ts'
import { createProject } from '../project/createProject.ts'
import { openProject } from '../project/openProject.ts'
import { toProjectError } from '../lib/files/diskFaults.ts'
import type { OpenProjects } from '../project/openProjects.ts'

const GOOD_STATES: readonly JobState[] = ['sending', 'accepted', 'completed']

interface DocumentsOptions {
  readonly library: DocumentLibrary
  readonly findClient: FindClient
  readonly runner: Runner
  readonly passwords: DocumentPasswords
  readonly view: JobIndex['view']
  /** Ends the confirmation for a document when it was sent, or could not be sent. */
  readonly during: During
  readonly clock: Clock
}

export interface DocumentOrder extends DocumentSpeech {
  readonly path: string
  readonly connectionId: string
}

export interface FinishedDocument extends SentDocument {
  readonly project: Project
  readonly audioId: string
  readonly durationMs: number
}

export type Documents = ReturnType<typeof createDocuments>

export function createDocuments(options: DocumentsOptions) {
  const { library, findClient, runner, passwords, view, during, clock } = options
  const reading = new Set<Promise<unknown>>()

  /** Throws `document-gone`. */
  function find(documentId: string): { project: Project; sent: SentDocument } {
    const project = library.current()
    const job = project?.jobs.find(documentId)
    const sent = job === undefined ? null : readSentDocument(job)
    if (project === null || sent === null) throw new UserFacingError('document-gone')
    return { project, sent }
  }

  /** Throws `document-gone`. */
  function viewIn(project: Project, id: string): JobView {
    const job = view(project, id)
    if (job === undefined) throw new UserFacingError('document-gone')
    return job
  }

  /** The finished or running job for the same bytes in the same voice. */
  function findSame(project: Project, connectionId: string, identity: string): JobRecord | undefined {
    return project.jobs.list().find((job) => {
      if (job.connectionId !== connectionId || !GOOD_STATES.includes(job.state)) return false
      const sent = readSentDocument(job)
      return sent !== null && identityOf(sent.request) === identity
    })
  }

  async function removeUnread(project: Project, documentId: string): Promise<void> {
    const { closing } = project.work
    const isClosed = new Promise<void>((resolve) => {
      closing.addEventListener('abort', () => resolve(), { once: true })
    })
    while (reading.size > 0 && !closing.aborted) await Promise.race([Promise.allSettled(reading), isClosed])
    if (closing.aborted) return
    const job = project.jobs.find(documentId)
    if (job?.state !== 'completed') return
    const { audioId } = job
    project.transaction(() => {
      project.jobs.update(documentId, { state: 'dismissed', audioId: null, updatedAtMs: clock.now() })
      if (audioId !== null) project.audio.remove(audioId)
    })
    // Other work runs in between. Space that is not released before the app closes is reused.
    await shrinkFile(project)
  }

  async function start({
    path,
    connectionId,
    ...speech
  }: DocumentOrder): Promise<{ readonly job: JobView; readonly isNew: boolean }> {
    const { encoding } = speech
    const original = await openDocument(path)
    const file = encoding === undefined ? original : await inUtf8(original, encoding)
    const to = await findClient(connectionId)
    const project = library.open()
    const same = findSame(project, connectionId, identityOf(documentRequestOf(file, speech)))
    if (same !== undefined) {
      // The job stores why there is no audio.
      if (same.state === 'accepted') runner.fetch(project, same).catch(() => undefined)
      return { job: viewIn(project, same.id), isNew: false }
    }
    const begun = Promise.withResolvers<{ documentId: string; isNew: boolean }>()
    runner
      .run(project, 'document', async (task) => {
        passwords.add(task.id, speech.password)
        task.tell({ sentBytes: 0 })
        const upload = documentUpload(file, speech, (sentBytes) => task.tell({ sentBytes }))
        await runner.send(task, to, upload, (id) => begun.resolve({ documentId: id, isNew: id === task.id }))
      })
      .result.catch(begun.reject) // the error came before the job was on disk; otherwise the job stores it
    const { documentId, isNew } = await begun.promise
    return { job: viewIn(project, documentId), isNew }
  }

  return {
    /** The jobs of the library, newest first, except dismissed ones. Throws like opening the library. */
    list(): readonly JobView[] {
      const project = library.openExisting()
      if (project === null) return []
      return project.jobs
        .list()
        .filter(({ state }) => state !== 'dismissed')
        .map(({ id }) => viewIn(project, id))
    },
    /**
     * Sends a document, and resolves when its job is on disk and its upload starts. If the document was or is being converted in the same
     * way, it returns that job and sends nothing. Throws like `openDocument`, and `conversion-outcome-unknown`.
     */
    start: (order: DocumentOrder): Promise<{ readonly job: JobView; readonly isNew: boolean }> =>
      during({ projectId: library.current()?.projectId, blockId: null }, () => start(order)),
    /**
     * The request of a failed document, so that it can be sent again, without its password, which is not stored. Throws
     * `document-gone`, and `conversion-still-open` if the document did not fail and might be paid for twice.
     */
    orderOf(documentId: string): DocumentOrder {
      const { request, payload, job } = find(documentId).sent
      if (job.state !== 'failed') throw new UserFacingError('conversion-still-open')
      const { voiceId, model, speed, encoding } = request
      return {
        path: payload.path,
        connectionId: job.connectionId,
        voiceId,
        model,
        speed,
        encoding,
        password: null,
      }
    },
    /**
     * Removes a finished document from the list, and deletes its audio. Resolves when that is done, which waits until nothing reads audio
     * of the library. Ignores a document that is not finished or already gone.
     */
    async remove(documentId: string): Promise<void> {
      const { project } = find(documentId)
      await project.work.run(() => removeUnread(project, documentId))
    },
    /** Keeps the audio of all documents until its reader has finished. */
    hold<T>(promise: Promise<T>): Promise<T> {
      const release = () => reading.delete(promise)
      reading.add(promise)
      promise.then(release, release)
      return promise
    },
    /** A finished document and its project. Throws `document-gone`. */
    finished(documentId: string): FinishedDocument {
      const { project, sent } = find(documentId)
      const { audioId, state } = sent.job
      const audio = audioId === null ? undefined : project.audio.find(audioId)
      if (state !== 'completed' || audio === undefined) throw new UserFacingError('document-gone')
      return { ...sent, project, audioId: audio.audioId, durationMs: audio.durationMs }
    },
  }
}

/** The most libraries in a folder: one for each host that may run at the same time. */
const MAX_FILES = 8

interface DocumentLibraryOptions {
  /** The app's folder. */
  readonly dataDir: string
  readonly now: () => number
  readonly newId: () => string
  readonly openProjects: OpenProjects
}

export type DocumentLibrary = ReturnType<typeof createDocumentLibrary>

/** The documents in the app's folder. Nothing is created or opened before it is needed. */
export function createDocumentLibrary(options: DocumentLibraryOptions) {
  const { dataDir, now, newId, openProjects } = options
  const folder = join(dataDir, 'documents')
  const projectId = projectIdSchema.parse(newId())
  let isHeld = false

  /** The project, once it is open. It closes with all projects. */
  const current = () => openProjects.find(projectId) ?? null

  const pathOf = (number: number) =>
    join(folder, `documents${number === 1 ? '' : `-${number}`}${PROJECT_EXTENSION}`)

  /**
   * Opens the file, or creates it if there is none. Throws `documents-damaged`, `documents-newer`,
   * `documents-unavailable`, or `project-disk-full` if it cannot be created.
   */
  function open(): Project {
    const project = current()
    if (project !== null) return project
    isHeld = false
    for (let number = 1; number <= MAX_FILES; number++) {
      const opened = tryToOpen(pathOf(number))
      if (opened !== null) return opened
    }
    throw new UserFacingError('documents-unavailable')
  }

  /** Opens the file if there is one. Throws like `open`. */
  function openExisting(): Project | null {
    const project = current()
    if (project !== null) return project
    isHeld = false
    for (let number = 1; existsSync(pathOf(number)); number++) {
      const opened = tryToOpen(pathOf(number))
      if (opened !== null) return opened
    }
    return null
  }

  /** Opens the file; null if another program, usually another Fabula, holds it. */
  function tryToOpen(path: string): Project | null {
    try {
      mkdirSync(folder, { recursive: true })
      const project = openOrCreate(path)
      openProjects.add({ project, recentId: null, initial: undefined })
      openProjects.show(projectId) // it stays open
      return project
    } catch (error) {
      if (isOpenElsewhere(error)) {
        isHeld = true
        return null
      }
      throw asLibraryError(error)
    }
  }

  /**
   * Renames a file that is damaged or belongs to a newer version, with all of its content, so that `open` creates a
   * new one. Returns the new path of the old file; null if there is no such file.
   */
  function setAside(): string | null {
    if (current() !== null) return null
    for (let number = 1; existsSync(pathOf(number)); number++) {
      const path = pathOf(number)
      try {
        if (tryToOpen(path) !== null) return null
      } catch (error) {
        if (isBeyondReading(error)) return moveAside(path)
        throw error
      }
    }
    return null
  }

  function moveAside(path: string): string {
    for (let count = 1; ; count++) {
      const aside = join(folder, `set-aside-${count}${PROJECT_EXTENSION}`)
      if (existsSync(aside)) continue
      renameSync(path, aside)
      moveDatabaseFiles(path, aside, renameSync)
      return aside
    }
  }

  function openOrCreate(path: string): Project {
    const onJob = (job: JobRecord) => openProjects.changed(projectId, job)
    const projectOptions = { projectId, isDraft: false, now, createId: newId, onJob }
    if (existsSync(path)) return openProject(path, projectOptions)
    const ids = {
      story: storyIdSchema.parse(newId()),
      block: blockIdSchema.parse(newId()),
    }
    return createProject(path, newStoryRecords(ids, 'Documents'), projectOptions)
  }

  return {
    open,
    openExisting,
    setAside,
    /** Whether another program has a file of the library open, so that its documents cannot be listed here. */
    isHeldElsewhere: (): boolean => isHeld,
    current,
  }
}

function isOpenElsewhere(error: unknown): boolean {
  return error instanceof UserFacingError && error.code === 'project-locked'
}

/** Codes with advice for a file of the app: the advice for a story's file (open a backup, choose another) does not help here. */
const LIBRARY_CODES: Readonly<Record<string, ErrorCodeFor>> = {
  'project-corrupt': 'documents-damaged',
  'project-foreign': 'documents-damaged',
  'project-newer': 'documents-newer',
  'project-unreleased': 'documents-newer',
  'project-read-only': 'documents-unavailable',
  'project-disk-error': 'documents-unavailable',
}

function asLibraryError(error: unknown): unknown {
  const known = toProjectError(error, 'documents')
  const code = known instanceof UserFacingError ? LIBRARY_CODES[known.code] : undefined
  return code === undefined ? known : new UserFacingError(code, {}, { cause: error })
}

function isBeyondReading(error: unknown): boolean {
  return error instanceof UserFacingError && ['documents-damaged', 'documents-newer'].includes(error.code)
}
