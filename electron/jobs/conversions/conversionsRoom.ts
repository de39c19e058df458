/** Everything that looks at conversions across stories, put together: log, ledger, events, and what can be done. */
import type { Emit } from '../../../shared/ipc/contract.ts'
import type { Settings } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FindClient } from '../../speech/connections.ts'
import type { SpendingGuard } from '../submissions.ts'
import { createWakes } from '../../speech/wakes.ts'
import type { Wakes } from '../../speech/wakes.ts'
import type { CollectorOptions } from '../takes/collectConversion.ts'
import type { Delivery } from '../takes/makeTake.ts'
import { createCaretaker } from './caretaker.ts'
import { createConversionActions } from './conversionActions.ts'
import type { ConversionActions } from './conversionActions.ts'
import { createConversionLog } from './conversionLog.ts'
import type { ConversionLog, Place } from './conversionLog.ts'
import type { EventSecrets } from './eventSecrets.ts'
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
  readonly use: <T>(place: Place, work: (project: Project) => Promise<T>) => Promise<T>
  /** Fetches what a service makes for one story. */
  readonly tend: (place: Place) => Promise<void>
  readonly collect: (project: Project, record: JobRecord, delivery: Delivery) => Promise<void>
  readonly refresh: (project: Project) => void
  readonly redactPassword: EventSecrets['redactPassword']
}

export interface ConversionsRoom {
  readonly log: ConversionLog
  readonly ledger: LedgerBook
  readonly webhooks: Webhooks
  readonly actions: ConversionActions
  readonly overview: Overview
  /** To be called when the rooms that send and fetch are there: fetches what was accepted in an earlier run. */
  start(): void
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
  readonly redactKey: EventSecrets['redactKey']
  /** Asked when something is done, and not before: the rooms are made after this one. */
  readonly workers: () => Workers
  readonly emit: Emit
  readonly report: (where: string, error: unknown) => void
  readonly clock: Clock
}

export function createConversionsRoom(options: ConversionsRoomOptions): ConversionsRoom {
  const { dataDir, settings, connections, redactKey, workers, emit, report, clock } = options
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
    use: (place, work) => workers().use(place, work),
    collect: (project, record, delivery) => workers().collect(project, record, delivery),
    refresh: (project) => workers().refresh(project),
    clock,
  })
  const webhooks = createWebhooks({
    events,
    log,
    keys: (): EventKey[] =>
      connections().flatMap(({ id, webhookPublicKey }) =>
        webhookPublicKey === '' ? [] : [{ connectionId: id, pem: webhookPublicKey }],
      ),
    settings,
    secrets: { redactKey, redactPassword: (id) => workers().redactPassword(id) },
    onConversion(id) {
      actions.follow(id).catch((error: unknown) => {
        // It is settled by now, or its story cannot be opened: it is asked for when that is.
        if (!(error instanceof UserFacingError)) report('webhooks', error)
      })
      log.tell(id)
    },
    onState: (state) => emit('webhooks:changed', state),
    now,
  })
  webhooks.apply().catch((error: unknown) => report('webhooks', error))

  const caretaker = createCaretaker({ log, tend: (place) => workers().tend(place), clock, report })

  return {
    log,
    ledger,
    webhooks,
    actions,
    overview: { guard: ledger.guard, wakes, recall: (record) => webhooks.recall(record) },
    start: () => caretaker.start(),
    async close() {
      await caretaker.close()
      await webhooks.close()
      library.close()
    },
  }
}
