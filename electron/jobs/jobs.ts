/** The jobs of the whole app, put together: the engine, the index across projects, spending, events, documents and the poller. */
import { join } from 'node:path'
import type { Emit } from '../../shared/ipc/contract.ts'
import type { ProjectId, RenderView, Settings } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Clock } from '../lib/clock.ts'
import type { Report } from '../lib/report.ts'
import type { OpenProjects } from '../project/openProjects.ts'
import type { Project } from '../project/project.ts'
import type { Projects } from '../project/projects.ts'
import { createDocumentLibrary } from './documents/documentLibrary.ts'
import type { DocumentLibrary } from './documents/documentLibrary.ts'
import { createDocuments } from './documents/documents.ts'
import type { Documents } from './documents/documents.ts'
import { createEngine } from './engine.ts'
import type { Engine, EngineOptions } from './engine.ts'
import type { EventSecrets } from './events/eventSecrets.ts'
import { createEventStore, createOfferedAudio } from './events/eventStore.ts'
import { createWebhooks } from './events/webhooks.ts'
import type { Webhooks } from './events/webhooks.ts'
import { createJobActions } from './jobActions.ts'
import type { JobActions } from './jobActions.ts'
import { createJobIndex } from './jobIndex.ts'
import type { JobIndex } from './jobIndex.ts'
import { createLedger } from './ledger.ts'
import type { LedgerBook, LedgerOptions } from './ledger.ts'
import { openLibrary } from './libraryDatabase.ts'
import { createPoller, fetchAccepted } from './poller.ts'

export interface JobsOptions extends Pick<EngineOptions, 'connections' | 'timeouts' | 'paces' | 'stretch'> {
  /** The app's own folder. */
  readonly dataDir: string
  readonly openProjects: OpenProjects
  readonly projects: Pick<Projects, 'use'>
  readonly settings: () => Settings
  /** The caps on credits as they are on disk. Throws `caps-unreadable`. */
  readonly caps: LedgerOptions['caps']
  /** Called where what was spent is not known any more. */
  readonly loseCaps?: () => void
  /** The connections that the writer set up. */
  readonly ownConnections: () => readonly {
    readonly id: string
    readonly name: string
    readonly webhookPublicKey: string
  }[]
  readonly redactKey: EventSecrets['redactKey']
  readonly emit: Emit
  readonly report: Report
  readonly clock: Clock
  readonly newId: () => string
}

export interface Jobs extends Omit<Engine, 'passwords'> {
  readonly index: JobIndex
  readonly ledger: LedgerBook
  readonly webhooks: Webhooks
  readonly actions: JobActions
  readonly documents: Documents
  readonly documentLibrary: DocumentLibrary
  /** The name that the list of conversions has now, where it could not be used and was begun anew. */
  readonly setAside: readonly string[]
  /** The render of a project, as the page is told of it. */
  viewRender(project: Project): RenderView
  /** Goes on with the jobs of earlier runs, and listens for events where the settings say so. */
  start(): void
  /** To be called when every project is closed. */
  close(): Promise<void>
}

export function createJobs(options: JobsOptions): Jobs {
  const { dataDir, openProjects, projects, settings, ownConnections, emit, report, clock, newId } = options
  const now = () => clock.now()
  const library = openLibrary(dataDir, options.loseCaps)
  const events = createEventStore(library)
  const offered = createOfferedAudio(events, () => settings().webhookHosts)
  const index = createJobIndex({
    library,
    projectAt: (path) => openProjects.at(path)?.project,
    nameOfConnection: (id) => ownConnections().find((connection) => connection.id === id)?.name ?? null,
    offeredHost: offered.offeredHost,
    onChange: (conversion) => emit('conversions:changed', { conversion }),
    report,
  })
  const ledger = createLedger({ library, index, caps: options.caps, now, report })
  const { passwords, ...engine } = createEngine({
    ...options,
    downloadsDir: join(dataDir, 'downloads'),
    recall: offered.recall,
    guard: ledger.guard,
  })
  const { runner, findClient, renders } = engine
  const documentLibrary = createDocumentLibrary({ dataDir, now, newId, openProjects })
  const documents = createDocuments({ library: documentLibrary, findClient, runner, passwords, clock })
  const actions = createJobActions({ index, findClient, projects, runner, clock })
  const webhooks = createWebhooks({
    events,
    index,
    keys: () =>
      ownConnections().flatMap(({ id, webhookPublicKey }) =>
        webhookPublicKey === '' ? [] : [{ connectionId: id, pem: webhookPublicKey }],
      ),
    settings,
    secrets: {
      redactKey: options.redactKey,
      redactPassword: (id) => passwords.redactFor(documentLibrary.current()?.jobs.find(id)),
    },
    onJob(id) {
      actions.follow(id).catch((error: unknown) => {
        // The job is settled by now, or its project cannot be opened: the poller asks when it can.
        if (!(error instanceof UserFacingError)) report('webhooks', error)
      })
      index.tell(id)
    },
    onState: (state) => emit('webhooks:changed', state),
    now,
  })
  const poll = (path: string) => projects.use(path, (project) => fetchAccepted(runner, project))
  const poller = createPoller({ index, poll, clock, report })

  const told = new Map<ProjectId, string>()
  let revision = 0

  function viewRender(project: Project): RenderView {
    revision = Math.max(revision + 1, clock.now())
    const { projectId } = project
    return { projectId, revision, state: renders.state(project), render: project.render() }
  }

  /** Tells the page how far a render or a document is. */
  function tell(project: Project, jobId: string): void {
    const { projectId } = project
    if (project === documentLibrary.current()) {
      const document = documents.view(jobId)
      if (document !== undefined) emit('documents:changed', { document })
      return
    }
    const view = viewRender(project)
    const text = JSON.stringify(view.state)
    if (text === (told.get(projectId) ?? IDLE)) return
    told.set(projectId, text)
    emit('render:changed', view)
  }

  openProjects.watch(index.watch)
  openProjects.watch({
    changed: (project, { id }) => tell(project, id),
    closed: ({ projectId }) => void told.delete(projectId),
  })
  runner.watch(tell)

  return {
    ...engine,
    viewRender,
    index,
    ledger,
    webhooks,
    actions,
    documents,
    documentLibrary,
    setAside: library.setAsideAs === null ? [] : [library.setAsideAs],
    start() {
      try {
        const project = documentLibrary.openExisting()
        if (project !== null) runner.resume(project)
      } catch (error) {
        // What a person can act on is said where the documents are listed.
        if (!(error instanceof UserFacingError)) report('documents', error)
      }
      poller.start()
      webhooks.apply().catch((error: unknown) => report('webhooks', error))
    },
    async close() {
      await poller.close()
      await webhooks.close()
      library.close()
    },
  }
}

const IDLE = JSON.stringify({ phase: 'idle' })
