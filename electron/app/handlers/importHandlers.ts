import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Emit, Handlers } from '../../../shared/ipc/contract.ts'
import type { DocumentReader } from '../../lib/documents/documentReader.ts'
import { sourceFromStory } from '../../../shared/import/sourceFromStory.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { FileRef } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import type { ImportReading } from '../../../shared/ipc/importContract.ts'
import type { ProjectView } from '../../../shared/ipc/projectView.ts'

export interface ImportHandlersOptions {
  readonly files: Pick<HostFiles, 'pathOf'>
  readonly reader: Pick<DocumentReader, 'readImport'>
  /** The story in a project file, which is not changed. Throws what `openConnection` throws. */
  readonly readStory: (path: string) => Story
  /** Opens a new draft of records. */
  readonly openDraft: (records: readonly StoryRecord[]) => ProjectView
  readonly emit: Emit
}

type ImportChannel = Extract<keyof Handlers, `import:${string}`>

/** Reading what is to become a story, before anything is made of it. */
export function createImportHandlers({
  files,
  reader,
  readStory,
  openDraft,
  emit,
}: ImportHandlersOptions): Pick<Handlers, ImportChannel> {
  /** What stops the last reading of each file. */
  const stops = new Map<FileRef, AbortController>()
  return {
    async 'import:readFile'({ ref, isAdded = false, ...how }) {
      const stop = new AbortController()
      stops.set(ref, stop)
      try {
        const file = await files.pathOf(ref, 'open')
        if (fileTypeOf(file)?.story === 'project') return isAdded ? readingOf(file, readStory(file)) : null
        return await reader.readImport({ file, ...how, suggestsSpeakers: true }, stop.signal, (progress) =>
          emit('import:progress', { ref, ...progress }),
        )
      } finally {
        if (stops.get(ref) === stop) stops.delete(ref)
      }
    },
    async 'import:stop'({ ref }) {
      stops.get(ref)?.abort(new UserFacingError('request-cancelled'))
      return {}
    },
    'import:readText': ({ text, ...how }) =>
      reader.readImport({
        file: { name: 'text', bytes: Buffer.from(text) },
        encoding: 'utf-8',
        suggestsSpeakers: true,
        ...how,
      }),
    'import:makeStory': async ({ records }) => openDraft(records),
  }
}

function readingOf(path: string, story: Story): ImportReading {
  return {
    name: basename(path),
    sizeBytes: statSync(path).size,
    source: sourceFromStory(story),
    table: null,
    encoding: null,
    readAs: null,
  }
}
