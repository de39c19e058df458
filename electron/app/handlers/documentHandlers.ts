import { basename } from 'node:path'
import type { Handlers } from '../../../shared/ipc/contract.ts'
import { addDocumentAudio, mixdownOfDocument, storyOfDocument } from '../documentStory.ts'
import type { ReadWords } from '../readWords.ts'
import type { DocumentLibrary } from '../../jobs/documents/documentLibrary.ts'
import type { JobActions } from '../../jobs/jobActions.ts'
import type { Documents } from '../../jobs/documents/documents.ts'
import { EXPORT_PRESETS, withFormat } from '../../../shared/export/exportSettings.ts'
import type { Exports } from '../../mixdown/exports.ts'
import type { DocumentReader } from '../../lib/documents/documentReader.ts'
import type { Projects } from '../../project/projects.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import type { ProjectHandlers } from './projectHandlers.ts'

export interface DocumentHandlersOptions {
  readonly documents: Documents
  readonly documentLibrary: DocumentLibrary
  readonly actions: Pick<JobActions, 'dismiss'>
  readonly files: Pick<HostFiles, 'pathOf'>
  readonly exports: Pick<Exports, 'startFrom' | 'ended'>
  readonly projects: Pick<Projects, 'createDraft'>
  readonly show: ProjectHandlers['show']
  readonly readWords: ReadWords
  readonly reader: Pick<DocumentReader, 'readEncodings' | 'readImport'>
  readonly newId: () => string
  readonly now: () => number
}

type DocumentChannel = Extract<keyof Handlers, `documents:${string}`>

/** Converts documents to speech, and uses their audio. */
export function createDocumentHandlers(options: DocumentHandlersOptions): Pick<Handlers, DocumentChannel> {
  const {
    documents,
    documentLibrary,
    actions,
    files,
    exports,
    projects,
    show,
    readWords,
    reader,
    newId,
    now,
  } = options
  return {
    'documents:open': async () => {
      const jobs = documents.list()
      return { jobs: [...jobs], isHeldElsewhere: documentLibrary.isHeldElsewhere() }
    },
    async 'documents:sample'({ ref, ...reading }) {
      const path = await files.pathOf(ref, 'document')
      return { text: sampleOf(await readWords({ ...reading, path, name: basename(path) })) }
    },
    'documents:encodings': async ({ ref }) => [
      ...(await reader.readEncodings(await files.pathOf(ref, 'document'))),
    ],
    async 'documents:export'({ id, format, ref }) {
      const finished = documents.finished(id)
      const source = mixdownOfDocument(finished)
      const started = await documents.hold(
        exports.startFrom(finished.project, source, {
          ref,
          cover: null,
          leavesOutMissing: false,
          settings: withFormat(EXPORT_PRESETS.none, format),
        }),
      )
      void documents.hold(exports.ended(started.exportId))
      return started
    },
    async 'documents:sendAgain'({ id }) {
      const { job } = await documents.start(documents.orderOf(id))
      await actions.dismiss(id)
      return { job }
    },
    async 'documents:remove'({ id }) {
      await documents.remove(id)
      return {}
    },
    async 'documents:setAside'() {
      return { location: documentLibrary.setAside() }
    },
    async 'documents:toStory'({ id, password }) {
      const finished = documents.finished(id)
      const { readImport } = reader
      const records = await storyOfDocument(finished, { password, readImport, newId })
      const open = projects.createDraft(records)
      await documents.hold(addDocumentAudio(open.project, finished, { newId, nowMs: now() }))
      return show(open)
    },
  }
}

const PIECES = 16
const PIECE_CHARACTERS = 250

/** Samples from all parts of a text: a title page or preface may use a different script from the rest. */
function sampleOf(text: string): string {
  if (text.length <= PIECES * PIECE_CHARACTERS) return text
  const step = text.length / PIECES
  return Array.from({ length: PIECES }, (_, index) => {
    const from = Math.floor(index * step)
    return text.slice(from, from + PIECE_CHARACTERS)
  }).join(' ')
}
