import type { Emit, Handlers } from '../../../shared/ipc/contract.ts'
import type { FileRef, ProjectId } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { CastingVoice } from '../../../shared/voices/casting.ts'
import type { ProjectView } from '../../../shared/ipc/projectView.ts'
import type { DocumentReader } from '../../lib/documents/documentReader.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import type { Reviews } from '../reviews.ts'

export interface ImportHandlersOptions {
  readonly files: Pick<HostFiles, 'pathOf'>
  readonly reader: Pick<DocumentReader, 'readImport'>
  readonly reviews: Reviews
  /** The story that is open. */
  readonly openStory: (projectId: ProjectId) => Story
  /** Opens a new draft of records. */
  readonly openDraft: (records: readonly StoryRecord[]) => ProjectView
  /** The voices of this computer, for those who speak in a new story. */
  readonly voices: () => readonly CastingVoice[]
  readonly emit: Emit
}

type ImportChannel = Extract<keyof Handlers, `import:${string}`>

/** The bytes of a pasted text, as those of a file. */
const pasted = ({ text, ...how }: { readonly text: string }) =>
  ({ file: { name: 'text', bytes: Buffer.from(text) }, encoding: 'utf-8', ...how }) as const

/** Reading what is to become a story, its review, and the story that is made of what the writer decided. */
export function createImportHandlers({
  files,
  reader,
  reviews,
  openStory,
  openDraft,
  voices,
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
        if (fileTypeOf(file)?.story === 'project') return isAdded ? await reviews.open({ story: file }) : null
        return await reviews.open({ file, ...how }, stop.signal, (progress) =>
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
    'import:readText': (text) => reader.readImport(pasted(text)),
    'import:reviewText': (text) => reviews.open(pasted(text)),
    'import:map': ({ review, ...asked }) => reviews.ask(review, { kind: 'map', ...asked }),
    'import:plan': ({ review, ...asked }) => reviews.ask(review, { kind: 'plan', ...asked }),
    'import:rows': ({ review, ...asked }) => reviews.ask(review, { kind: 'rows', ...asked }),
    'import:passages': ({ review, ...asked }) => reviews.ask(review, { kind: 'passages', ...asked }),
    'import:makeStory': async ({ review, choices, narrator }) => {
      const by = { narrator, voices: voices() }
      return openDraft(await reviews.ask(review, { kind: 'records', choices, by }))
    },
    'import:addition': ({ review, projectId, choices, narrator }) => {
      const story = [...openStory(projectId).records.values()]
      const by = { narrator, voices: voices() }
      return reviews.ask(review, { kind: 'addition', story, choices, by })
    },
    async 'import:end'({ review }) {
      await reviews.end(review)
      return {}
    },
  }
}
