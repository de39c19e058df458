/** Documents that are turned into speech: jobs of the app's own library file, where their audio is kept, too. */
import { setImmediate } from 'node:timers/promises'
import type { DocumentState, DocumentView } from '../../../shared/ipc/documentsContract.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import type { JobState } from '../../../shared/jobs/job.ts'
import type { JobActivity } from '../../../shared/jobs/renderState.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import type { Clock } from '../../lib/clock.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import type { FindClient } from '../../speech/connections.ts'
import { documentRequestOf, documentUpload, identityOf, readSentDocument } from '../kinds/document.ts'
import type { DocumentPasswords, DocumentSpeech, SentDocument } from '../kinds/document.ts'
import { inUtf8, openDocument } from '../kinds/documentFile.ts'
import type { Runner } from '../runner.ts'
import type { DocumentLibrary } from './documentLibrary.ts'

const GOOD_STATES: readonly JobState[] = ['sending', 'accepted', 'completed']

export interface DocumentsOptions {
  readonly library: DocumentLibrary
  readonly findClient: FindClient
  readonly runner: Runner
  readonly passwords: DocumentPasswords
  readonly clock: Clock
}

export interface DocumentOrder extends DocumentSpeech {
  readonly path: string
  readonly connectionId: string
}

export interface Documents {
  /** Newest first, without those that were dismissed. Throws what opening the library throws. */
  list(): readonly DocumentView[]
  /** A document as it is now; undefined for another job. */
  view(documentId: string): DocumentView | undefined
  /**
   * Sends a document and answers when its job is on disk and its upload begins. A document that was converted before in the same
   * way, or is being converted, is given instead of sent. Throws what `openDocument` throws, and `conversion-outcome-unknown`.
   */
  start(order: DocumentOrder): Promise<{ readonly document: DocumentView; readonly isNew: boolean }>
  /** Follows a job that was accepted. */
  follow(documentId: string): void
  /** Ends a job whose service is known to end it: the embedded service does. It goes from the list. */
  cancel(documentId: string): void
  /** Dismisses a job that failed, has no known outcome, or is not followed. */
  dismiss(documentId: string): void
  /**
   * Takes a finished document off the list and its audio off the disk. Resolves when that is done, which waits for whoever reads
   * audio of the library. Passes over a document that is not finished or gone already.
   */
  remove(documentId: string): Promise<void>
  /** Keeps the audio of all documents until something that reads it is over. */
  hold<T>(reading: Promise<T>): Promise<T>
  /** A finished document and its project. Throws `document-gone`. */
  finished(documentId: string): FinishedDocument
}

export interface FinishedDocument extends SentDocument {
  readonly project: Project
  readonly audioId: string
  readonly durationMs: number
}

export function createDocuments(options: DocumentsOptions): Documents {
  const { library, findClient, runner, passwords, clock } = options
  const reading = new Set<Promise<unknown>>()
  let revision = 0

  /** Throws `document-gone`. */
  function find(documentId: string): { project: Project; sent: SentDocument } {
    const project = library.current()
    const job = project?.jobs.find(documentId)
    const sent = job === undefined ? null : readSentDocument(job)
    if (project === null || sent === null) throw new UserFacingError('document-gone')
    return { project, sent }
  }

  function toView(project: Project, { job, request, payload }: SentDocument): DocumentView {
    revision = Math.max(revision + 1, clock.now())
    const { fileName: name, sizeBytes, voiceId, model, speed } = request
    const { id, connectionId, estimatedCredits, usedCredits, createdAtMs } = job
    const state = stateOf(project, job, runner.activity(id))
    const facts = { id, name, sizeBytes, voiceId, model, speed, connectionId, estimatedCredits, usedCredits }
    return { ...facts, isProtected: payload.isProtected, createdAtMs, revision, state }
  }

  function view(documentId: string): DocumentView {
    const { project, sent } = find(documentId)
    return toView(project, sent)
  }

  /** The job that was made, or is being made, of the same bytes in the same voice. */
  function findSame(project: Project, connectionId: string, identity: string): JobRecord | undefined {
    return project.jobs.list().find((job) => {
      if (job.connectionId !== connectionId || !GOOD_STATES.includes(job.state)) return false
      const sent = readSentDocument(job)
      return sent !== null && identityOf(sent.request) === identity
    })
  }

  function follow(documentId: string): void {
    const { project, sent } = find(documentId)
    // Why there is no audio is kept with the job.
    if (sent.job.state === 'accepted') runner.fetch(project, sent.job).catch(() => undefined)
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
    // Others get their turn in between. What is not given back when the app closes is used again.
    while (!isAborted(closing) && project.audio.shrink()) await setImmediate()
  }

  return {
    list() {
      const project = library.openExisting()
      if (project === null) return []
      return project.jobs
        .list()
        .filter(({ state }) => state !== 'dismissed')
        .map(readSentDocument)
        .filter((sent) => sent !== null)
        .map((sent) => toView(project, sent))
    },
    view(documentId) {
      const project = library.current()
      const job = project?.jobs.find(documentId)
      const sent = job === undefined ? null : readSentDocument(job)
      return project === null || sent === null ? undefined : toView(project, sent)
    },
    async start({ path, connectionId, ...speech }) {
      const { encoding } = speech
      const original = await openDocument(path)
      const file = encoding === undefined ? original : await inUtf8(original, encoding)
      const to = await findClient(connectionId)
      const project = library.open()
      const same = findSame(project, connectionId, identityOf(documentRequestOf(file, speech)))
      if (same !== undefined) {
        if (same.state === 'accepted') follow(same.id)
        return { document: view(same.id), isNew: false }
      }
      const begun = Promise.withResolvers<{ documentId: string; isNew: boolean }>()
      runner
        .run(project, 'document', async (task) => {
          passwords.add(task.id, speech.password)
          task.tell({ sentBytes: 0 })
          const upload = documentUpload(file, speech, (sentBytes) => task.tell({ sentBytes }))
          await runner.send(task, to, upload, (id) =>
            begun.resolve({ documentId: id, isNew: id === task.id }),
          )
        })
        .catch(begun.reject) // it came before the job was on disk, or the job tells it
      const { documentId, isNew } = await begun.promise
      return { document: view(documentId), isNew }
    },
    follow,
    cancel(documentId) {
      const { project } = find(documentId)
      runner.cancel(project, documentId)
    },
    dismiss(documentId) {
      const { project, sent } = find(documentId)
      if (sent.job.state !== 'completed') runner.dismiss(project, documentId)
      else if (stateOf(project, sent.job, null).phase !== 'completed') {
        // Its audio is gone.
        project.jobs.update(documentId, { state: 'dismissed', updatedAtMs: clock.now() })
      }
    },
    async remove(documentId) {
      const { project } = find(documentId)
      await project.work.run(() => removeUnread(project, documentId))
    },
    hold(promise) {
      const release = () => reading.delete(promise)
      reading.add(promise)
      promise.then(release, release)
      return promise
    },
    finished(documentId) {
      const { project, sent } = find(documentId)
      const state = stateOf(project, sent.job, null)
      if (state.phase !== 'completed') throw new UserFacingError('document-gone')
      return { ...sent, project, audioId: state.audioId, durationMs: state.durationMs }
    },
  }
}

/** Reads it anew: while something is waited for, a signal changes. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted
}

/** What a job says of its document. */
function stateOf(project: Project, job: JobRecord, activity: JobActivity | null): DocumentState {
  switch (job.state) {
    case 'sending':
      return { phase: 'uploading', sentBytes: activity?.sentBytes ?? 0 }
    case 'accepted':
      return {
        phase: 'converting',
        status: activity?.status ?? job.status ?? STATUS.converting,
        percentage: activity?.percentage ?? job.percentage,
        remainingMs: activity?.remainingMs ?? null,
        isFollowed: activity?.isFollowed ?? false,
        error: activity === null ? job.error : null,
      }
    case 'completed': {
      const audio = job.audioId === null ? undefined : project.audio.find(job.audioId)
      if (audio === undefined) return { phase: 'failed', error: errorOf('audio-not-in-project') }
      return {
        phase: 'completed',
        projectId: project.projectId,
        audioId: audio.audioId,
        durationMs: audio.durationMs,
      }
    }
    case 'failed':
      return { phase: 'failed', error: job.error ?? errorOf('conversion-failed-unexplained') }
    case 'unknown':
      return { phase: 'unknown', error: job.error ?? errorOf('conversion-interrupted') }
    case 'dismissed':
      return { phase: 'dismissed' }
  }
}

function errorOf(code: ErrorCode): WireError {
  return { code, params: {} }
}
