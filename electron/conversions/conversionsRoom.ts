/** Everything that looks at conversions across stories, put together: log, ledger, events, and what can be done. */
import type { Emit } from '../../shared/ipc/contract.ts'
import type { Settings } from '../../shared/ipc/views.ts'
import type { ConversionRecord, Project } from '../project/project.ts'
import type { Clock } from '../speech/clock.ts'
import type { FindClient } from '../speech/connections.ts'
import type { SpendingGuard } from '../speech/submissions.ts'
import { createWakes } from '../speech/wakes.ts'
import type { Wakes } from '../speech/wakes.ts'
import type { CollectorOptions } from '../takes/collectConversion.ts'
import type { Delivery } from '../takes/makeTake.ts'
import { createConversionActions } from './conversionActions.ts'
import type { ConversionActions } from './conversionActions.ts'
import { createConversionLog } from './conversionLog.ts'
import type { ConversionLog } from './conversionLog.ts'
import type { EventKey } from './eventSignature.ts'
import { createEventStore } from './eventStore.ts'
import { createLedger } from './ledger.ts'
import type { LedgerBook } from './ledger.ts'
import { openLibrary } from './libraryDatabase.ts'
import { createWebhooks } from './webhooks.ts'
import type { Webhooks } from './webhooks.ts'

/** What the rooms that send and fetch need of this one. */
export interface Overview {
  readonly guard: SpendingGuard
  readonly wakes: Wakes
  readonly recall: NonNullable<CollectorOptions['recall']>
}

/** What this room needs of those that send and fetch. */
export interface Workers {
  readonly findClient: FindClient
  readonly collect: (project: Project, record: ConversionRecord, delivery: Delivery) => Promise<void>
  readonly refresh: (project: Project) => void
}

export interface ConversionsRoom {
  readonly log: ConversionLog
  readonly ledger: LedgerBook
  readonly webhooks: Webhooks
  readonly actions: ConversionActions
  readonly overview: Overview
  close(): Promise<void>
}

export interface ConversionsRoomOptions {
  readonly dataDir: string
  readonly settings: () => Settings
  /** The connections that the writer set up. */
  readonly connections: () => readonly {
    readonly id: string
    readonly name: string
    readonly webhookPublicKey: string
  }[]
  /** Asked when something is done, and not before: the rooms are made after this one. */
  readonly workers: () => Workers
  readonly emit: Emit
  readonly report: (where: string, error: unknown) => void
  readonly clock: Clock
}

export function createConversionsRoom(options: ConversionsRoomOptions): ConversionsRoom {
  const { dataDir, settings, connections, workers, emit, report, clock } = options
  const now = () => clock.now()
  const library = openLibrary(dataDir)
  const events = createEventStore(library)
  const wakes = createWakes(clock)

  const log = createConversionLog({
    library,
    nameOfConnection: (id) => connections().find((connection) => connection.id === id)?.name ?? null,
    offeredHost: (id) => webhooks.offeredHost(id),
    onChange: (conversion) => emit('conversions:changed', { conversion }),
    report,
  })
  const ledger = createLedger({ library, caps: settings, now })
  const actions = createConversionActions({
    log,
    findClient: (connectionId) => workers().findClient(connectionId),
    wakes,
    collect: (project, record, delivery) => workers().collect(project, record, delivery),
    refresh: (project) => workers().refresh(project),
    now,
  })
  const webhooks = createWebhooks({
    events,
    log,
    keys: (): EventKey[] =>
      connections().flatMap(({ id, webhookPublicKey }) =>
        webhookPublicKey === '' ? [] : [{ connectionId: id, pem: webhookPublicKey }],
      ),
    settings,
    onConversion(id) {
      // A story that is closed asks for its conversions when it is opened.
      if (log.place(id)?.project !== undefined) actions.follow(id)
      log.tell(id)
    },
    onState: (state) => emit('webhooks:changed', state),
    now,
  })
  webhooks.apply().catch((error: unknown) => report('webhooks', error))

  return {
    log,
    ledger,
    webhooks,
    actions,
    overview: { guard: ledger.guard, wakes, recall: (record) => webhooks.recall(record) },
    async close() {
      await webhooks.close()
      library.close()
    },
  }
}
