import { basename, extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { DocumentLibrary, Documents, FinishedDocument } from '../../jobs/documents.ts'
import type { JobActions } from '../../jobs/jobActions.ts'
import { EXPORT_PRESETS, withFormat } from '../../../shared/export/exportSettings.ts'
import type { Exports } from '../../mixdown/exports.ts'
import type { DocumentReader } from '../../lib/documents/documentReader.ts'
import type { Projects } from '../../project/projects.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import type { ProjectHandlers } from './projectHandlers.ts'
import type { DocumentFile } from '../../lib/documents/documentWorker.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { defaultOptions, type ImportOptions } from '../../../shared/import/options.ts'
import { planSource } from '../../../shared/import/plan.ts'
import type { Planned } from '../../../shared/import/planned.ts'
import type { ImportSource } from '../../../shared/import/source.ts'
import type { ImportReading } from '../../../shared/ipc/importContract.ts'
import { storyRecordsOf } from '../../../shared/import/storyFromPlan.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { heardBlocksOf } from '../../../shared/story/heardBlocks.ts'
import { blockKeys, storyKey, type Take } from '../../../shared/story/takes.ts'
import type { ImportFile } from '../../lib/documents/import/readImport.ts'
import type { MixdownOptions } from '../../mixdown/mixdown.ts'
import type { Project } from '../../project/project.ts'
import { openDocument } from '../../jobs/kinds/document.ts'

interface DocumentHandlersOptions {
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

/** Returns the words of an untrusted document; it is read in a separate thread. */
type ReadWords = (document: DocumentFile) => Promise<string>

/** Only the reader's own time limit ends the reading of a document. */
const unlimited = new AbortController().signal

/** Rejects with the reader's `document-…` errors: a wrong password, a damaged or an empty document. */
export function createReadWords(reader: DocumentReader): ReadWords {
  return async (document) => {
    const sections = await reader.readSections(document, unlimited)
    return sections.map(({ text }) => text).join('')
  }
}

/** Makes a story from a finished document: its words as blocks, like an import, and its audio as the story's render. */
const COPY_BYTES = 1024 * 1024

/**
 * The records of a story with the words of a document: its title, its chapters, and a block for each paragraph, including headings, all in
 * the document's voice. Throws `document-changed` if the document was moved or changed, because the audio speaks exactly its earlier words,
 * and the errors of `openDocument`, `readImport` and `storyRecordsOf`.
 */
export async function storyOfDocument(
  { request, payload, job }: FinishedDocument,
  { password, readImport, newId }: StoryTools,
): Promise<StoryRecord[]> {
  const { fileName: name, sha256, voiceId, model, speed, encoding } = request
  const file = await openDocument(payload.path)
  if (file.sha256 !== sha256) throw new UserFacingError('document-changed', { name })
  const { source } = await readImport({ file: file.path, password, encoding })
  return storyRecordsOf(planSpoken(source), newId).map((each): StoryRecord => {
    if (each.type !== 'story') return each
    const { connectionId } = job
    return { ...each, connectionId, defaults: { ...each.defaults, voiceId, model, speed } }
  })
}

interface StoryTools {
  /** The password of a protected document. */
  readonly password: string | null
  /** Reads the untrusted document, in a separate thread. */
  readonly readImport: (asked: ImportFile) => Promise<ImportReading>
  readonly newId: () => string
}

/** A plan of everything that the document's audio says, with no silences added. */
function planSpoken(source: ImportSource): Planned {
  const suggestions = { lines: [], names: new Map<string, string>() }
  const usual = defaultOptions(source)
  const options: ImportOptions = {
    ...usual,
    chapters: usual.chapters.map((chapter) => ({
      ...chapter,
      isIncluded: chapter.sections.every((index) => source.sections[index]?.kind !== 'contents'),
    })),
    pieces: new Set(['footnote', 'citation', 'link']),
    speaksTitles: true,
    hasPauses: false,
  }
  return planSource(source, suggestions, options)
}

const titleOf = (fileName: string) => fileName.slice(0, -extname(fileName).length)

/** A document's audio as input for an export: a story with only this render. */
export function mixdownOfDocument({
  project,
  audioId,
  durationMs,
  job,
  request,
}: FinishedDocument): MixdownOptions['project'] {
  const story = apply(project.story(), renameStory(project.story(), titleOf(request.fileName)))
  const { id, createdAtMs } = job
  const render = { id, audioId, storyKey: storyKey(story), durationMs, credits: null, createdAtMs }
  return { story: () => story, takes: () => [], render: () => render, audio: project.audio }
}

/** Copies a document's audio into the project that was made from it, as its render, and as the take of its block if it has only one. */
export async function addDocumentAudio(
  target: Project,
  { project, audioId, durationMs, request }: FinishedDocument,
  { newId, nowMs }: { newId: () => string; nowMs: number },
): Promise<void> {
  const audio = project.audio.find(audioId)
  const story = target.story()
  const [block, ...others] = heardBlocksOf(story)
  if (audio === undefined || block === undefined) throw new UserFacingError('document-gone')
  const writer = target.audio.begin()
  try {
    for (let offset = 0; offset < audio.byteLength; offset += COPY_BYTES) {
      writer.write(project.audio.read(audioId, offset, COPY_BYTES))
      // Each piece is a write to disk: let other events through in between.
      await setImmediate()
    }
    writer.finish({ type: audio.type, durationMs }, (copyId) => {
      const { voiceId, model, speed } = request
      const made = { audioId: copyId, createdAtMs: nowMs }
      const take: Take = {
        ...made,
        kind: 'speech',
        name: '',
        id: newId(),
        key: blockKeys(story, block).own,
        blockId: block.id,
        startMs: 0,
        endMs: durationMs,
        voiceId,
        model,
        speed,
      }
      const render = { ...made, id: newId(), storyKey: storyKey(story), durationMs, credits: null }
      target.addTakes(others.length === 0 ? [take] : [], render)
    })
  } catch (error) {
    writer.abort()
    throw error
  }
}
