/** The jobs of the whole app, put together: the engine, the index across projects, spending, events, documents and the poller. */
import { join } from 'node:path'
import type { Emit } from '../../shared/ipc/contract.ts'
import type { Settings } from '../../shared/ipc/views.ts'
import { blocksAtOnce } from '../../shared/jobs/pace.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { jobsOfRender } from '../../shared/jobs/renderState.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { BlockId } from '../../shared/story/records.ts'
import type { Clock } from '../lib/clock.ts'
import type { Report } from '../lib/report.ts'
import type { OpenProjects } from '../project/openProjects.ts'
import type { Project } from '../project/project.ts'
import type { Projects } from '../project/projects.ts'
import type { During } from './confirmations.ts'
import { createDocumentLibrary, type DocumentLibrary } from './documents/documentLibrary.ts'
import { createDocuments, type Documents } from './documents/documents.ts'
import { createJobEngine, type JobEngine, type JobEngineOptions } from './engine.ts'
import type { EventSecrets } from './events/eventSecrets.ts'
import { createEventStore, createOfferedAudio } from './events/eventStore.ts'
import { createEventReceiver, type EventReceiver } from './events/webhooks.ts'
import { createJobActions, type JobActions } from './jobActions.ts'
import { createIndexWriter } from './indexWriter.ts'
import { createJobIndex, type JobIndex } from './jobIndex.ts'
import { createJobViews } from './jobViews.ts'
import { createKeptQueues } from './keptQueues.ts'
import { createLedger, type LedgerBook, type LedgerOptions } from './ledger.ts'
import { openLibrary } from './libraryDatabase.ts'
import type { Takes } from './makeTake.ts'
import { createPoller, fetchAccepted } from './poller.ts'

/** The jobs of a project that pages are told of when it is opened or closed: as many as the list shows at first. */
const MAX_TOLD = 100
/** A render has as many jobs as blocks at most, of which few are open at a time. */
const MOST_OF_RENDER = 1_000

export interface JobsOptions extends Pick<
  JobEngineOptions,
  'connections' | 'timeouts' | 'paces' | 'stretch'
> {
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

export interface Jobs extends Omit<JobEngine, 'passwords'> {
  readonly index: JobIndex
  readonly ledger: LedgerBook
  readonly webhooks: EventReceiver
  readonly actions: JobActions
  readonly documents: Documents
  readonly documentLibrary: DocumentLibrary
  /** The name that the list of conversions has now, where it could not be used and was begun anew. */
  readonly setAside: readonly string[]
  /** The jobs that say how the render of an open project is. */
  viewRender(project: Project): JobView[]
  /** A job of an open project as the page sees it; undefined where it is over and has no record. */
  viewJob(project: Project, id: string): JobView | undefined
  /** Tells every page how listed jobs are, after something that their projects do not know has changed. */
  tell(ids: readonly string[]): void
  /** Asks about waiting jobs at once: the computer slept, or a network is back. */
  pollNow(): void
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
  const views = createJobViews({
    library,
    openProjects,
    clock,
    report,
    jobOf: (project, id) => runner.job(project, id),
    nameOfConnection: (id) => ownConnections().find((connection) => connection.id === id)?.name ?? null,
    offeredHost: offered.offeredHost,
    nextRoundMs: ({ id, errorCode }) => (runner.isStopped(id) ? null : poller.nextMs(errorCode)),
  })
  const index = createJobIndex({ library, views })
  const indexWriter = createIndexWriter(library, report)
  function isUuidTaken(uuid: string, connectionId: string): boolean {
    try {
      return index.findByUuid(uuid, new Set([connectionId])) !== undefined
    } catch (error) {
      report('conversions', error) // the project's own jobs are known all the same
      return false
    }
  }
  const keptQueues = createKeptQueues({ dataDir, library, report })
  const ledger = createLedger({ library, index: indexWriter, caps: options.caps, now, report })
  const { passwords, ...engine } = createJobEngine({
    ...options,
    downloadsDir: join(dataDir, 'downloads'),
    recall: offered.recall,
    guard: ledger.guard,
    isUuidTaken,
    atOnce: (connectionId) => blocksAtOnce(connectionId, settings().blocksAtOnce),
    history: index.paces,
    keptQueues,
  })
  const { runner, findClient } = engine
  const { during } = ledger.guard
  const takes = endingConfirmations(engine.takes, during)
  const documentLibrary = createDocumentLibrary({ dataDir, now, newId, openProjects })
  const documents = createDocuments({
    library: documentLibrary,
    findClient,
    runner,
    passwords,
    clock,
    view: views.of,
  })
  const actions = createJobActions({ index, tell, findClient, openProjects, projects, runner, clock })
  const webhooks = createEventReceiver({
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
      actions.resume(id).catch((error: unknown) => {
        // The job is settled by now, or its project cannot be opened: the poller asks when it can.
        if (!(error instanceof UserFacingError)) report('webhooks', error)
      })
      tell([id])
    },
    onState: (state) => emit('webhooks:changed', state),
    now,
  })
  const poll = (path: string) => projects.use(path, (project) => fetchAccepted(runner, project))
  const poller = createPoller({ index, poll, clock, report })

  /** Tells every page how jobs of an open project are. */
  function tellOf(project: Project, ids: readonly string[]): void {
    if (ids.length === 0) return
    try {
      const told = ids.map((id) => ({ id, job: views.of(project, id) }))
      emit('jobs:changed', {
        jobs: told.flatMap(({ job }) => job ?? []),
        gone: told.flatMap(({ id, job }) => (job === undefined ? id : [])),
      })
    } catch (error) {
      report('jobs', error) // the job goes on
    }
  }

  function tell(ids: readonly string[]): void {
    const jobs = ids.flatMap((id) => index.find(id) ?? [])
    if (jobs.length > 0) emit('jobs:changed', { jobs, gone: [] })
  }

  function tellNewest(project: Project): void {
    const newest = project.jobs.list().slice(0, MAX_TOLD)
    tellOf(
      project,
      newest.map(({ id }) => id),
    )
  }

  openProjects.watch({ opened: keptQueues.opened })
  openProjects.watch(indexWriter.watch)
  openProjects.watch({
    changed(_, job) {
      if (job.state === 'failed') ledger.giveBack(job)
    },
  })
  openProjects.watch({
    opened: tellNewest,
    changed: (project, { id }) => tellOf(project, [id]),
    closed: tellNewest,
  })
  runner.watch((project, id) => tellOf(project, [id]))

  return {
    ...engine,
    takes,
    viewRender: (project) =>
      jobsOfRender(runner.jobs(project))
        .slice(0, MOST_OF_RENDER)
        .flatMap(({ id }) => views.of(project, id) ?? []),
    viewJob: views.of,
    tell,
    index,
    ledger,
    webhooks,
    actions,
    documents: {
      ...documents,
      start: (order) =>
        during({ projectId: documentLibrary.current()?.projectId, blockId: null }, () =>
          documents.start(order),
        ),
    },
    documentLibrary,
    setAside: library.setAsideAs === null ? [] : [library.setAsideAs],
    pollNow: () => poller.pollNow(),
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

/** Takes whose confirmations past the caps end with what was asked for. */
function endingConfirmations(takes: Takes, during: During): Takes {
  function ending<Rest extends readonly unknown[], T>(
    ask: (project: Project, blockId: BlockId, ...rest: Rest) => Promise<T>,
  ): typeof ask {
    return (project, blockId, ...rest) =>
      during({ projectId: project.projectId, blockId }, () => ask(project, blockId, ...rest))
  }
  return {
    ...takes,
    make: ending(takes.make),
    readAgain: ending(takes.readAgain),
    audition: ending(takes.audition),
  }
}
