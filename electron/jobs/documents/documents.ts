/**
 * Documents that are turned into speech: sent once, followed, and kept with their audio in the document library. What goes
 * on with each can be asked and is told as it changes.
 */
import type { DocumentView } from '../../../shared/ipc/documentsContract.ts'
import type { ProjectId } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { TextModel } from '../../../shared/speech-api/models.ts'
import type { Conversion } from '../../../shared/speech-api/responses.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import type { AudioStore, JobRecord, Project } from '../../project/project.ts'
import type { FindClient } from '../../speech/connections.ts'
import { createRedactPassword, withhold } from '../../lib/http/redact.ts'
import type { Redact } from '../../lib/http/redact.ts'
import type { Submissions } from '../submissions.ts'
import type { Collect } from '../takes/collectConversion.ts'
import type { Delivery } from '../takes/makeTake.ts'
import { createProjectWork } from '../takes/projectWork.ts'
import { createDocumentActivities } from './documentActivity.ts'
import type { Activity, DocumentActivitiesOptions } from './documentActivity.ts'
import { openDocument } from './documentFile.ts'
import { formatDocumentRequest, identityOf, readSentDocument, stateOf } from './documentRecords.ts'
import type { DocumentRequest, SentDocument } from './documentRecords.ts'
import { createDocumentRemoval } from './removeDocument.ts'
import type { DocumentRemoval } from './removeDocument.ts'

export interface DocumentsOptions extends DocumentActivitiesOptions {
  readonly findClient: FindClient
  readonly submissions: Submissions
  readonly collect: Collect
  /** Ends what others do with the library, before it is closed. */
  readonly settle?: (projectId: ProjectId) => Promise<void>
}

export interface DocumentOrder {
  readonly path: string
  readonly connectionId: string
  readonly voiceId: string
  readonly model: TextModel
  readonly speed: number
  /** Sent and forgotten; null for none. */
  readonly password: string | null
}

export interface Documents {
  /** Newest first, without those that were put aside. */
  list(): readonly DocumentView[]
  /** Whether there are others, in a file that another program has open. */
  isHeldElsewhere(): boolean
  /**
   * Sends a document and answers when its record is on disk and its upload begins. One that was converted before in the same
   * way, or is being converted, is given instead of sent. Throws what `openDocument` throws, and
   * `conversion-outcome-unknown`.
   */
  start(order: DocumentOrder): Promise<{ readonly document: DocumentView; readonly isNew: boolean }>
  /** Stops an upload, or following. */
  stop(documentId: string): void
  /** Follows a conversion that was accepted. */
  follow(documentId: string): void
  /**
   * Fetches the audio of one accepted conversion, or takes what the writer brings for it. Rejects with why there is none.
   */
  collect(documentId: string, delivery: Delivery): Promise<void>
  /** Puts aside what failed, has no known outcome, or is not followed. */
  dismiss(documentId: string): void
  /**
   * Takes a finished document off the list and its audio off the disk. Resolves when that is done, which waits for whoever
   * reads audio of the library. Passes over one that is not finished or gone already.
   */
  remove(documentId: string): Promise<void>
  readonly hold: DocumentRemoval['hold']
  /**
   * Puts a library that cannot be read aside, as it is, and begins a new one. Gives where the old one is now, or null where
   * there was nothing wrong with it.
   */
  setAside(): string | null
  /** A finished document and its project. Throws `document-gone`. */
  finished(documentId: string): FinishedDocument
  /** Whether a project is the library. */
  owns(project: Project): boolean
  /** The library's audio, where the id is the library's. */
  findAudio(projectId: string): AudioStore | undefined
  /** To be called when the app starts: goes on with what was under way. */
  resume(): void
  /** Masks a document's password in what a service says of it; of one that is not known any more, all of it. */
  redactFor(documentId: string): Redact
  /** Tells what a record is after somebody else changed it. */
  recordChanged(record: JobRecord): void
  close(): Promise<void>
}

export interface FinishedDocument extends SentDocument {
  readonly project: Project
  readonly audioId: string
  readonly durationMs: number
}

export function createDocuments(options: DocumentsOptions): Documents {
  const { library, findClient, submissions, collect, clock, report } = options
  const activities = createDocumentActivities(options)
  const { find, view, tell, stepper, run } = activities
  const work = createProjectWork(clock)
  const removal = createDocumentRemoval(work, clock)
  /** In memory only: what masks the passwords that were sent since the app started. */
  const masks = new Map<string, Redact>()

  function redactFor(documentId: string): Redact {
    const known = masks.get(documentId)
    if (known !== undefined) return known
    try {
      return find(documentId).sent.payload.isProtected ? withhold : (text) => text
    } catch {
      return withhold
    }
  }

  async function collectDocument(
    project: Project,
    record: JobRecord,
    last: Conversion | null,
    entry: Activity,
  ) {
    const step = stepper(record.id, entry)
    await collect({
      project,
      record,
      last,
      redact: redactFor(record.id),
      signal: AbortSignal.any([entry.stop.signal, work.closing]),
      onProgress: ({ status, percentage, remainingMs }) =>
        step({ phase: 'converting', status, percentage, remainingMs, isFollowed: true, error: null }),
      keep: () => undefined, // The record itself names the audio.
    })
  }

  function followNow(project: Project, record: JobRecord): void {
    if (activities.get(record.id) !== undefined) return
    const { percentage } = record
    const status = record.status ?? STATUS.converting
    const entry: Activity = {
      state: { phase: 'converting', status, percentage, remainingMs: null, isFollowed: true, error: null },
      stop: new AbortController(),
    }
    void work.run(() => run(record.id, entry, () => collectDocument(project, record, null, entry)))
    tell(record.id)
  }

  /** The conversion that was made, or is being made, of the same bytes in the same voice. */
  function findSame(project: Project, connectionId: string, identity: string): JobRecord | undefined {
    return project.jobs.list().find((record) => {
      if (record.connectionId !== connectionId) return false
      const isGood =
        activities.get(record.id) !== undefined || record.state === 'accepted' || record.state === 'completed'
      const sent = isGood ? readSentDocument(record) : null
      return sent !== null && identityOf(sent.request) === identity
    })
  }

  async function send(order: DocumentOrder): Promise<{ document: DocumentView; isNew: boolean }> {
    const { connectionId, voiceId, model, speed, password } = order
    const file = await openDocument(order.path)
    const to = await findClient(connectionId)
    const project = library.open()
    const { name: fileName, byteLength: sizeBytes, sha256 } = file
    const request: DocumentRequest = { fileName, sizeBytes, sha256, model, voiceId, speed }
    const identity = identityOf(request)
    const same = findSame(project, connectionId, identity)
    if (same !== undefined) {
      if (same.state === 'accepted') followNow(project, same)
      return { document: view(same.id), isNew: false }
    }

    const stop = new AbortController()
    const entry: Activity = { state: { phase: 'uploading', sentBytes: 0 }, stop }
    const signal = AbortSignal.any([stop.signal, work.closed])
    const begun = Promise.withResolvers<{ readonly documentId: string; readonly isNew: boolean }>()
    const submitting = submissions.submit(
      project,
      to,
      {
        endpoint: 'document',
        body: formatDocumentRequest(request),
        identity,
        payload: { kind: 'document', path: file.path, isProtected: password !== null },
        send(client, recordId) {
          masks.set(recordId, createRedactPassword(password))
          begun.resolve({ documentId: recordId, isNew: true })
          const step = stepper(recordId, entry)
          const onProgress = (sentBytes: number) => step({ phase: 'uploading', sentBytes })
          return client.submitDocument({ model, voiceId, speed, password, file, onProgress }, signal)
        },
      },
      signal,
    )
    // One that was accepted meanwhile is given as it is.
    submitting.then(({ record }) => begun.resolve({ documentId: record.id, isNew: false }), begun.reject)
    const { documentId, isNew } = await begun.promise
    if (isNew) {
      const goOn = async () => {
        const submission = await submitting
        if (submission.kind !== 'accepted') return
        await collectDocument(project, submission.record, submission.conversion, entry)
      }
      void work.run(() => run(documentId, entry, goOn))
    }
    return { document: view(documentId), isNew }
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
        .map(({ record }) => view(record.id))
    },
    isHeldElsewhere: () => library.isHeldElsewhere(),
    start: send,
    stop(documentId) {
      activities.get(documentId)?.stop.abort()
    },
    follow(documentId) {
      const { project, sent } = find(documentId)
      if (sent.record.state === 'accepted') followNow(project, sent.record)
    },
    async collect(documentId, delivery) {
      const { project, sent } = find(documentId)
      const end = await work.run(() =>
        collect({
          ...{ project, record: sent.record, ...delivery, redact: redactFor(documentId) },
          ...{ signal: work.closing, keep: () => undefined },
        }),
      )
      if (end.kind === 'failed' || end.kind === 'lost') throw end.error
    },
    dismiss(documentId) {
      const { project, sent } = find(documentId)
      const isFinished = stateOf(project, sent.record).phase === 'completed'
      if (activities.get(documentId) !== undefined || isFinished) return
      project.jobs.update(documentId, { state: 'dismissed', updatedAtMs: clock.now() })
      tell(documentId)
    },
    async remove(documentId) {
      await removal.remove(find(documentId).project, documentId)
    },
    hold: removal.hold,
    setAside: () => library.setAside(),
    finished(documentId) {
      const { project, sent } = find(documentId)
      const state = stateOf(project, sent.record)
      if (state.phase !== 'completed') throw new UserFacingError('document-gone')
      return { ...sent, project, audioId: state.audioId, durationMs: state.durationMs }
    },
    owns: (project) => library.current() === project,
    findAudio(projectId) {
      const project = library.current()
      return project?.projectId === projectId ? project.audio : undefined
    },
    redactFor,
    resume() {
      try {
        const project = library.openExisting()
        if (project === null) return
        const accepted = project.jobs.list().filter(({ state }) => state === 'accepted')
        for (const record of accepted) if (readSentDocument(record) !== null) followNow(project, record)
      } catch (error) {
        // What a person can act on is said where they look at their documents.
        if (!(error instanceof UserFacingError)) report('documents', error)
      }
    },
    recordChanged(record) {
      const entry = activities.get(record.id)
      // Settled otherwise, as by audio that the writer brought: nobody has to be asked any more.
      if (entry !== undefined && record.state === 'completed') entry.stop.abort()
      if (entry === undefined && readSentDocument(record) !== null) tell(record.id)
    },
    async close() {
      await work.close()
      const projectId = library.current()?.projectId
      if (projectId !== undefined) await options.settle?.(projectId)
      library.close()
    },
  }
}
