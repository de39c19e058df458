/** What goes on with documents at this moment, over what is written down of them: an upload, or a conversion that is followed. */
import type { Emit } from '../../../shared/ipc/contract.ts'
import type { DocumentState, DocumentView } from '../../../shared/ipc/documentsContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Project } from '../../project/project.ts'
import type { Clock } from '../../lib/clock.ts'
import type { DocumentLibrary } from './documentLibrary.ts'
import { readSentDocument, viewOf } from './documentRecords.ts'
import type { SentDocument } from './documentRecords.ts'

/** The page draws a bar; more often than this it only costs. */
const TELL_EVERY_MS = 200

/** One thing that goes on. */
export interface Activity {
  state: DocumentState
  readonly stop: AbortController
}

export interface DocumentActivities {
  get(documentId: string): Activity | undefined
  /** Throws `document-gone`. */
  find(documentId: string): { readonly project: Project; readonly sent: SentDocument }
  /** A document as it is now. Throws `document-gone`. */
  view(documentId: string): DocumentView
  tell(documentId: string): void
  /** Gives a function that tells of each step, but not more often than can be seen. */
  stepper(documentId: string, activity: Activity): (state: DocumentState) => void
  /** Runs what goes on with one document; when it ends, its record says what became of it. Never rejects. */
  run(documentId: string, activity: Activity, task: () => Promise<void>): Promise<void>
}

export interface DocumentActivitiesOptions {
  readonly library: DocumentLibrary
  readonly emit: Emit
  readonly clock: Clock
  readonly report: (where: string, error: unknown) => void
}

export function createDocumentActivities(options: DocumentActivitiesOptions): DocumentActivities {
  const { library, emit, clock, report } = options
  const running = new Map<string, Activity>()
  let revision = 0

  function find(documentId: string): { project: Project; sent: SentDocument } {
    const project = library.current()
    const record = project?.jobs.find(documentId)
    const sent = record === undefined ? null : readSentDocument(record)
    if (project === null || sent === null) throw new UserFacingError('document-gone')
    return { project, sent }
  }

  function view(documentId: string): DocumentView {
    const { project, sent } = find(documentId)
    revision = Math.max(revision + 1, clock.now())
    return viewOf(project, sent, running.get(documentId)?.state, revision)
  }

  function tell(documentId: string): void {
    emit('documents:changed', { document: view(documentId) })
  }

  return {
    get: (documentId) => running.get(documentId),
    find,
    view,
    tell,
    stepper(documentId, activity) {
      let toldAtMs = -Infinity
      let isDue = false
      const tellNow = () => {
        toldAtMs = clock.now()
        tell(documentId)
      }
      return (state) => {
        const isNewPhase = state.phase !== activity.state.phase
        activity.state = state
        const waitMs = toldAtMs + TELL_EVERY_MS - clock.now()
        if (isNewPhase || waitMs <= 0) {
          tellNow()
          return
        }
        if (isDue) return
        isDue = true
        // The last step before a long pause is told, too: an upload may stand still, or wait for its answer.
        void clock.sleep(waitMs, activity.stop.signal).then(
          () => {
            isDue = false
            if (running.get(documentId) === activity) tellNow()
          },
          () => undefined, // Stopped, which is told by whoever runs it.
        )
      }
    },
    run(documentId, activity, task) {
      running.set(documentId, activity)
      return task()
        .catch((error: unknown) => {
          if (!(error instanceof UserFacingError)) report('documents', error)
        })
        .finally(() => {
          running.delete(documentId)
          tell(documentId)
        })
    },
  }
}
