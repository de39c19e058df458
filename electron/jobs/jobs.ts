/** Assembles the jobs of the app: the engine, the list across projects, spending, events, documents and the poller. */
import { join } from 'node:path'
import type { Emit } from '../../shared/ipc/contract.ts'
import type { Settings } from '../../shared/ipc/views.ts'
import { blocksAtOnce } from '../../shared/jobs/pace.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Clock } from '../lib/clock.ts'
import type { Redact } from '../lib/http/redact.ts'
import type { Report } from '../lib/report.ts'
import type { OpenProjects } from '../project/openProjects.ts'
import type { Projects } from '../project/projects.ts'
import { createDocumentLibrary, createDocuments } from './documents.ts'
import { createJobEngine, type JobEngineOptions } from './engine.ts'
import { createEventStore, createOfferedAudio, openLibrary } from './libraryDatabase.ts'
import { createEventReceiver } from './eventReceiver.ts'
import { createJobActions } from './jobActions.ts'
import { createJobIndex, indexWriter } from './jobIndex.ts'
import { createKeptQueues } from './renderQueue.ts'
import { createLedger, type LedgerOptions } from './ledger.ts'
import { createPoller, fetchAccepted } from './poller.ts'

export interface JobsOptions extends Pick<
  JobEngineOptions,
  'connections' | 'timeouts' | 'paces' | 'stretch'
> {
  /** The app's folder. */
  readonly dataDir: string
  readonly openProjects: OpenProjects
  readonly projects: Projects
  readonly settings: () => Settings
  /** The caps on credits, as stored on disk. Throws `caps-unreadable`. */
  readonly caps: LedgerOptions['caps']
  /** Called if the list of spending is lost. */
  readonly loseCaps?: () => void
  /** The connections that the writer set up. */
  readonly ownConnections: () => readonly {
    readonly id: string
    readonly name: string
    readonly webhookPublicKey: string
  }[]
  /** Masks the key of a connection. */
  readonly redactKey: (connectionId: string) => Redact
  readonly emit: Emit
  readonly report: Report
  readonly clock: Clock
  readonly newId: () => string
}

export type Jobs = ReturnType<typeof createJobs>

export function createJobs(options: JobsOptions) {
  const {
    dataDir,
    connections,
    openProjects,
    projects,
    settings,
    ownConnections,
    emit,
    report,
    clock,
    newId,
  } = options
  const { timeouts, paces, stretch } = options
  const now = () => clock.now()
  const library = openLibrary(dataDir, options.loseCaps)
  const { conversions } = library
  const events = createEventStore(library)
  const offered = createOfferedAudio(events, () => settings().webhookHosts)
  const keptQueues = createKeptQueues({ dataDir, conversions, report })
  const ledger = createLedger({ library, caps: options.caps, now, report })

  function isUuidTaken(uuid: string, connectionId: string): boolean {
    try {
      return conversions.findByUuid(uuid, new Set([connectionId])) !== undefined
    } catch (error) {
      report('conversions', error) // the project's own jobs are still known
      return false
    }
  }

  const { runner, takes, renders, findClient, passwords } = createJobEngine({
    connections,
    emit,
    report,
    clock,
    newId,
    ...(timeouts && { timeouts }),
    ...(paces && { paces }),
    ...(stretch && { stretch }),
    downloadsDir: join(dataDir, 'downloads'),
    recall: offered.recall,
    guard: ledger,
    isUuidTaken,
    atOnce: (connectionId) => blocksAtOnce(connectionId, settings().blocksAtOnce),
    history: conversions.paces,
    keptQueues,
  })
  const poller = createPoller({
    waiting: conversions.waiting,
    poll: (path) => projects.use(path, (project) => fetchAccepted(runner, project)),
    clock,
    report,
  })
  const index = createJobIndex({
    library,
    openProjects,
    runner,
    nameOfConnection: (id) => ownConnections().find((connection) => connection.id === id)?.name ?? null,
    offeredHost: offered.offeredHost,
    nextRoundMs: poller.nextMs,
    emit,
    clock,
    report,
  })
  const documentLibrary = createDocumentLibrary({ dataDir, now, newId, openProjects })
  const documents = createDocuments({
    library: documentLibrary,
    findClient,
    runner,
    passwords,
    view: index.view,
    during: ledger.during,
    clock,
  })
  const actions = createJobActions({ index, conversions, findClient, openProjects, projects, runner, clock })
  const webhooks = createEventReceiver({
    events,
    conversions,
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
        // The job is already settled, or its project cannot be opened: then the poller tries again.
        if (!(error instanceof UserFacingError)) report('webhooks', error)
      })
      index.tell([id])
    },
    onState: (state) => emit('webhooks:changed', state),
    now,
  })

  // The order matters: queues compare with the list before it changes, and pages receive what is in the list.
  openProjects.watch({ opened: keptQueues.opened })
  openProjects.watch(indexWriter(library, report))
  openProjects.watch({
    changed(_, job) {
      if (job.state === 'failed') ledger.giveBack(job)
    },
  })
  index.watch()

  return {
    runner,
    takes,
    renders,
    findClient,
    index,
    conversions,
    ledger,
    webhooks,
    actions,
    documents,
    documentLibrary,
    /** The new file name of the list of conversions, if it could not be used and was replaced by an empty one. */
    setAside: library.setAsideAs === null ? [] : [library.setAsideAs],
    /** Polls waiting jobs at once, because the computer slept or a network is back. */
    pollNow: poller.pollNow,
    /** Resumes the jobs of earlier runs, and listens for events if the settings say so. */
    start(): void {
      try {
        const project = documentLibrary.openExisting()
        if (project !== null) runner.resume(project)
      } catch (error) {
        // Errors that a person can act on are shown in the list of documents.
        if (!(error instanceof UserFacingError)) report('documents', error)
      }
      poller.start()
      webhooks.apply().catch((error: unknown) => report('webhooks', error))
    },
    /** Call this after every project is closed. */
    async close(): Promise<void> {
      await poller.close()
      await webhooks.close()
      library.close()
    },
  }
}
