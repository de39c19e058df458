import type { Emit, Handlers } from '../../../shared/ipc/contract.ts'
import type { ReviewId } from '../../../shared/ipc/importContract.ts'
import { type FileRef, fileRefSchema, type ProjectId } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { fileTypeOf } from '../../../shared/files/fileTypes.ts'
import { markedEntries } from '../../../shared/import/incoming.ts'
import type { Origin } from '../../../shared/import/origin.ts'
import type { ReviewChoices } from '../../../shared/import/reviewView.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import type { CastingVoice } from '../../../shared/voices/casting.ts'
import type { ProjectView } from '../../../shared/ipc/projectView.ts'
import type { DocumentReader } from '../../lib/documents/documentReader.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import type { Project } from '../../project/project.ts'
import { findNewer, knownOf, originOf } from '../origins.ts'
import type { Reviews } from '../reviews.ts'
import { estimatedTokens, labelRequest, readLabels } from '../../../shared/import/speakers/labelling.ts'
import { askLanguageModel } from '../../speech/languageModel.ts'
import type { ServerStore } from '../../speech/servers/serverStore.ts'

interface ImportHandlersOptions {
  readonly files: Pick<HostFiles, 'pathOf'>
  readonly reader: Pick<DocumentReader, 'readImport' | 'expectReview'>
  readonly reviews: Reviews
  /** The open story. */
  readonly openProject: (projectId: ProjectId) => Pick<Project, 'story' | 'origins' | 'keepOrigin'>
  readonly newId: () => string
  /** Opens a new draft of records. */
  readonly openDraft: (records: readonly StoryRecord[]) => ProjectView
  /** The voices of this computer, to cast a new story. */
  readonly voices: () => readonly CastingVoice[]
  readonly emit: Emit
}

type ImportChannel = Extract<keyof Handlers, `import:${string}`>

/** The records that a file made by these decisions. */
interface Made {
  readonly choices: ReviewChoices
  readonly records: readonly StoryRecord[]
}

/** A new story that is not saved yet, and the file that it came from. */
interface Unsaved {
  readonly records: readonly StoryRecord[]
  readonly origin: Promise<Origin | null>
}

/** Treats pasted text like the bytes of a file. */
const pasted = ({ text, ...how }: { readonly text: string }) =>
  ({ file: { name: 'text', bytes: Buffer.from(text) }, encoding: 'utf-8', ...how }) as const

/** Reads a source, serves its review, and makes a story from the writer's decisions. */
export function createImportHandlers({
  files,
  reader,
  reviews,
  openProject,
  newId,
  openDraft,
  voices,
  emit,
}: ImportHandlersOptions): Pick<Handlers, ImportChannel> {
  /** Stops the latest reading of each file. */
  const stops = new Map<FileRef, AbortController>()
  /** Changed source files that were reported to the page. */
  const newer = new Map<FileRef, Origin>()
  /** The origin of each review whose update was compared. */
  const compared = new Map<ReviewId, Origin>()
  /** The records of a new story that a page has, and that are not saved yet. */
  const unsaved = new Map<ReviewId, Unsaved>()

  /** The file from which these records were made, and how; null for a text that was pasted. */
  async function originFor(review: ReviewId, { choices, records }: Made): Promise<Origin | null> {
    const file = reviews.fileOf(review)
    if (file === null) return null
    const made = markedEntries(records)
    return { ...file, ...(await reviews.ask(review, { kind: 'remember', choices, made })) }
  }

  return {
    async 'import:readFile'({ ref, isAdded = false, ...how }) {
      const stop = new AbortController()
      stops.set(ref, stop)
      try {
        const origin = newer.get(ref)
        const file = origin?.path ?? (await files.pathOf(ref, 'open'))
        if (fileTypeOf(file)?.story === 'project') return isAdded ? await reviews.open({ story: file }) : null
        return await reviews.open(
          { file, readAs: origin?.readAs ?? undefined, ...how },
          stop.signal,
          (progress) => emit('import:progress', { ref, ...progress }),
        )
      } finally {
        if (stops.get(ref) === stop) stops.delete(ref)
      }
    },
    async 'import:expect'() {
      reader.expectReview()
      return {}
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
    'import:storyRecords': async ({ review, choices, narrator }) => {
      const by = { narrator, voices: voices() }
      const records = await reviews.ask(review, { kind: 'records', choices, by })
      // The thread of the review goes on while the page prepares the story, and while it is saved.
      const origin = originFor(review, { choices, records })
      origin.catch(() => undefined) // thrown when the story is saved
      unsaved.set(review, { records, origin })
      return { records: [...records] }
    },
    'import:makeStory': async ({ review }) => {
      const made = unsaved.get(review)
      if (made === undefined) throw new UserFacingError('import-review-over')
      unsaved.delete(review)
      const { records: _, ...view } = openDraft(made.records)
      const origin = await made.origin
      if (origin !== null) openProject(view.projectId).keepOrigin(origin)
      return view
    },
    'import:addition': async ({ review, projectId, choices, narrator }) => {
      const project = openProject(projectId)
      const story = [...project.story().records.values()]
      const by = { narrator, voices: voices() }
      const addition = await reviews.ask(review, { kind: 'addition', story, choices, by })
      const origin = await originFor(review, { choices, records: addition.put })
      if (origin !== null) project.keepOrigin(origin)
      return addition
    },
    'import:compare': async ({ review, projectId, choices, narrator }) => {
      const project = openProject(projectId)
      const file = reviews.fileOf(review)
      const origins = project.origins()
      const origin = originOf(origins, file)
      const by = { narrator, voices: voices(), ...knownOf(origins, origin) }
      const asked = { choices, way: origin?.way ?? null, by, story: [...project.story().records.values()] }
      const answer = await reviews.ask(review, { kind: 'compare', ...asked })
      const { update, imported, way } = answer
      if (file !== null) compared.set(review, { ...file, way, imported })
      return { update, choices: answer.choices, isKnown: origin !== null }
    },
    async 'import:updated'({ review, projectId }) {
      const origin = compared.get(review)
      const project = openProject(projectId)
      if (origin !== undefined) project.keepOrigin(origin, originOf(project.origins(), origin)?.path)
      return {}
    },
    async 'import:newerFile'({ projectId }) {
      const found = await findNewer(openProject(projectId).origins())
      if (found === null) return null
      const ref = fileRefSchema.parse(newId())
      newer.set(ref, found.origin)
      return { ref, name: found.origin.name, modifiedMs: found.modifiedMs }
    },
    async 'import:end'({ review }) {
      compared.delete(review)
      unsaved.delete(review)
      await reviews.end(review)
      return {}
    },
  }
}

type LabelChannel = Extract<keyof Handlers, `labels:${string}`>

/** A review whose unclear lines a language model is labelling. */
interface Run {
  tokens: number
  stop: AbortController
}

/** The number of runs to remember; older ones have ended. */
const MOST_RUNS = 100

/** Asks the writer's language model who speaks the lines of an import. Sends nothing that could exceed the server's token limit. */
export function createLabelHandlers(
  servers: Pick<ServerStore, 'find' | 'keyOf' | 'prepareKeys'>,
): Pick<Handlers, LabelChannel> {
  const runs = new Map<string, Run>()
  return {
    async 'labels:ask'({ serverId, run: id, speakers, passage }) {
      const server = servers.find('languageModel', serverId)
      const run = runs.get(id) ?? { tokens: 0, stop: new AbortController() }
      run.stop = new AbortController()
      runs.set(id, run)
      for (const old of [...runs.keys()].slice(0, -MOST_RUNS)) runs.delete(old)
      if (run.tokens + estimatedTokens(passage, speakers) > server.maxTokens)
        throw new UserFacingError('language-model-over-limit', { limit: server.maxTokens })
      const question = labelRequest(passage, speakers)
      await servers.prepareKeys()
      const key = servers.keyOf(server)
      const { json, tokens } = await askLanguageModel({ server, key, ...question, signal: run.stop.signal })
      run.tokens += tokens
      return { labels: readLabels(json, passage, speakers), tokens }
    },
    async 'labels:stop'({ run }) {
      runs.get(run)?.stop.abort(new UserFacingError('request-cancelled'))
      return {}
    },
  }
}
