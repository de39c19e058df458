/** Assembles everything that makes audio for open projects, for the terminal and for the app, which adds a list of all jobs. */
import { randomUUID } from 'node:crypto'
import type { Emit } from '../../shared/ipc/contract.ts'
import { blocksAtOnce, type Paces } from '../../shared/jobs/pace.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { stretchToLength } from '../lib/audio/stretch.ts'
import { systemClock, type Clock } from '../lib/clock.ts'
import type { Report } from '../lib/report.ts'
import { createFindClient, type Connections } from '../speech/connections.ts'
import { createSpeechClient } from '../speech/speechClient.ts'
import { createFetchJob, type FetchJobOptions } from './fetchJob.ts'
import { createDocumentPasswords } from './kinds/document.ts'
import type { ChangeLength } from './kinds/takeAudio.ts'
import type { KeptQueues } from './renderQueue.ts'
import { createRenders } from './renders.ts'
import { createRunner } from './runner.ts'
import { createSubmissions, type SpendingGuard, type SubmissionsOptions } from './submissions.ts'
import { createTakes } from './takes.ts'

export interface JobEngineOptions extends Pick<
  FetchJobOptions,
  'downloadsDir' | 'paces' | 'timeouts' | 'recall'
> {
  readonly connections: Connections
  readonly emit: Emit
  readonly report: Report
  readonly clock?: Clock
  readonly newId?: () => string
  readonly stretch?: ChangeLength
  readonly guard?: SpendingGuard
  readonly isUuidTaken?: SubmissionsOptions['isUuidTaken']
  /** The number of blocks that a service makes at the same time. */
  readonly atOnce?: (connectionId: string) => number
  /** The earlier speed of a service; unknown by default. */
  readonly history?: (connectionId: string) => Paces
  /** Stores queues of renders across restarts; by default they are kept in memory only. */
  readonly keptQueues?: KeptQueues
}

export type JobEngine = ReturnType<typeof createJobEngine>

export function createJobEngine(options: JobEngineOptions) {
  const { connections, emit, downloadsDir, report, timeouts, paces, recall, guard, isUuidTaken, keptQueues } =
    options
  const { clock = systemClock, newId = randomUUID, stretch = stretchToLength } = options
  const { atOnce = blocksAtOnce, history = () => ({ all: null, byVoice: {} }) } = options
  const during: SpendingGuard['during'] = guard?.during ?? ((_, work) => work())
  const network = { clock, ...(timeouts && { timeouts }) }
  const findClient = createFindClient(connections, ({ baseUrl, key }) =>
    createSpeechClient({ baseUrl, key, ...network }),
  )
  const passwords = createDocumentPasswords()
  const submissions = createSubmissions({
    clock,
    ...(guard && { guard }),
    ...(isUuidTaken && { isUuidTaken }),
  })
  const fetchJob = createFetchJob({
    findClient,
    downloadsDir,
    ...network,
    ...(paces && { paces }),
    ...(recall && { recall }),
  })
  const runner = createRunner({
    emit,
    submissions,
    fetchJob,
    stretch,
    redactFor: passwords.redactFor,
    clock,
    newId,
    report,
    async cancel({ connectionId, uuid }) {
      // Only the embedded service is known to cancel this way; at others, deleting a record might mean something else.
      if (connectionId !== BUILT_IN_CONNECTION || uuid === null) return
      const { client } = await findClient(connectionId)
      await client.cancel(uuid)
    },
  })
  const takes = createTakes({ emit, runner, findClient, stretch, clock, newId, atOnce, during })
  const renders = createRenders({
    runner,
    takes,
    findClient,
    clock,
    report,
    atOnce,
    history,
    keptQueues,
    during,
  })
  return { runner, takes, renders, findClient, passwords }
}
