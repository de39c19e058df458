/** Documents to speech, put together for a host: the library in the app's folder, and what goes on with its documents. */
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import type { ProjectWatch } from '../../project/projects.ts'
import type { TakesRoom } from '../takes/takesRoom.ts'
import { createDocumentLibrary } from './documentLibrary.ts'
import { createDocuments } from './documents.ts'
import type { Documents, DocumentsOptions } from './documents.ts'

export interface DocumentsRoomOptions extends Pick<DocumentsOptions, 'emit' | 'clock' | 'report' | 'settle'> {
  /** The app's own folder. */
  readonly dataDir: string
  readonly takesRoom: Pick<TakesRoom, 'findClient' | 'submissions' | 'collector'>
  readonly newId: () => string
  /** Told of the library and its conversions as of stories and theirs. */
  readonly watch?: ProjectWatch
}

/** Builds the room. Call `resume` once the host listens. */
export function createDocumentsRoom(options: DocumentsRoomOptions): Documents {
  const { dataDir, takesRoom, newId, watch, emit, clock, report, settle } = options
  const library = createDocumentLibrary({
    dataDir,
    ...(watch && { watch }),
    project: {
      projectId: projectIdSchema.parse(newId()),
      now: () => clock.now(),
      createId: newId,
      onJob(record) {
        const project = library.current()
        if (project !== null) watch?.changed(project, record)
        documents.recordChanged(record)
      },
    },
  })
  const { findClient, submissions, collector: collect } = takesRoom
  const documents = createDocuments({
    library,
    ...{ findClient, submissions, collect, emit, clock, report },
    ...(settle && { settle }),
  })
  return documents
}
