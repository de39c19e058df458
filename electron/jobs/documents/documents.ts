/** Documents that are turned into speech: jobs in the app's library file, which also stores their audio. */
import type { JobState } from '../../../shared/jobs/job.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Clock } from '../../lib/clock.ts'
import { shrinkFile } from '../../project/audioFiles.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import type { FindClient } from '../../speech/connections.ts'
import {
  documentRequestOf,
  documentUpload,
  identityOf,
  readSentDocument,
  type DocumentPasswords,
  type DocumentSpeech,
  type SentDocument,
  inUtf8,
  openDocument,
} from '../kinds/document.ts'
import type { During } from '../confirmations.ts'
import type { JobIndex } from '../jobIndex.ts'
import type { Runner } from '../runner.ts'
import type { DocumentLibrary } from './documentLibrary.ts'

const GOOD_STATES: readonly JobState[] = ['sending', 'accepted', 'completed']

export interface DocumentsOptions {
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
