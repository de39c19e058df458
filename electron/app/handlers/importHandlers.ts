import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { DocumentReader } from '../../lib/documents/documentReader.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import type { ProjectView } from '../../../shared/ipc/projectView.ts'

export interface ImportHandlersOptions {
  readonly files: Pick<HostFiles, 'pathOf'>
  readonly reader: Pick<DocumentReader, 'readImport'>
  /** Opens a new draft of records. */
  readonly openDraft: (records: readonly StoryRecord[]) => ProjectView
}

type ImportChannel = Extract<keyof Handlers, `import:${string}`>

/** Reading what is to become a story, before anything is made of it. */
export function createImportHandlers({
  files,
  reader,
  openDraft,
}: ImportHandlersOptions): Pick<Handlers, ImportChannel> {
  return {
    async 'import:readFile'({ ref, encoding, password }) {
      const file = await files.pathOf(ref, 'open')
      return fileTypeOf(file)?.story === 'project' ? null : reader.readImport({ file, encoding, password })
    },
    'import:readText': ({ text }) =>
      reader.readImport({ file: { name: 'text.txt', bytes: Buffer.from(text) }, encoding: 'utf-8' }),
    'import:makeStory': async ({ records }) => openDraft(records),
  }
}
