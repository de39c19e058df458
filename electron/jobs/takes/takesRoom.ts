/** Everything that makes audio for open projects, put together: what a host needs of this room. */
import { randomUUID } from 'node:crypto'
import type { Emit } from '../../../shared/ipc/contract.ts'
import type { RenderState } from '../../../shared/ipc/views.ts'
import { stretchToLength } from '../../lib/audio/stretch.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Clock } from '../../lib/clock.ts'
import { createFindClient } from '../../speech/connections.ts'
import type { Connections, FindClient } from '../../speech/connections.ts'
import type { Pace } from '../../speech/followConversion.ts'
import type { Timeouts } from '../../lib/http/httpExchange.ts'
import { createSpeechClient } from '../../speech/speechClient.ts'
import { createSubmissions } from '../submissions.ts'
import type { SpendingGuard, Submissions } from '../submissions.ts'
import type { Wakes } from '../../speech/wakes.ts'
import { createAudioPeaks } from '../../project/audioPeaks.ts'
import type { AudioPeaks } from '../../project/audioPeaks.ts'
import { createCollector } from './collectConversion.ts'
import type { Collect, CollectorOptions } from './collectConversion.ts'
import type { Stretch } from './fitTake.ts'
import { createTakes } from './makeTake.ts'
import type { Delivery, Takes } from './makeTake.ts'
import { createRenders } from './renderStory.ts'
import type { Renders } from './renderStory.ts'

export interface TakesRoomOptions {
  readonly connections: Connections
  readonly emit: Emit
  /** Folders of the app's own. What is in them can be lost. */
  readonly downloadsDir: string
  readonly peaksDir: string
  readonly report: (where: string, error: unknown) => void
  readonly clock?: Clock
  readonly newId?: () => string
  readonly stretch?: Stretch
  readonly timeouts?: Timeouts
  readonly paces?: { readonly builtIn: Pace; readonly hosted: Pace }
  readonly wakes?: Wakes
  readonly recall?: CollectorOptions['recall']
  readonly guard?: SpendingGuard
}

export interface TakesRoom {
  readonly renders: Renders
  readonly takes: Takes
  readonly peaks: AudioPeaks
  readonly findClient: FindClient
  /** Follows and stores whatever it is given to keep: for conversions that belong to no story. */
  readonly collector: Collect
  readonly submissions: Submissions
  /** Fetches one conversion's audio, or takes what the writer brings. Rejects with why there is none. */
  collect(project: Project, record: JobRecord, delivery: Delivery): Promise<void>
  /** Goes on with what was under way where nobody does yet, and tells what the project's render is at. */
  resume(project: Project): RenderState
  /** Resolves when nothing goes on for a project any more. */
  settled(project: Project): Promise<void>
  /** To be called before a project closes. */
  release(project: Project): Promise<void>
}

export function createTakesRoom(options: TakesRoomOptions): TakesRoom {
  const { connections, emit, downloadsDir, peaksDir, report, timeouts, paces } = options
  const { clock = systemClock, newId = randomUUID, stretch = stretchToLength } = options
  const network = { clock, ...(timeouts && { timeouts }) }
  const findClient = createFindClient(connections, ({ baseUrl, key }) =>
    createSpeechClient({ baseUrl, key, ...network }),
  )
  const { wakes, recall, guard } = options
  const submissions = createSubmissions({ newId, clock, ...(guard && { guard }) })
  const collect = createCollector({
    findClient,
    downloadsDir,
    ...network,
    ...(paces && { paces }),
    ...(wakes && { wakes }),
    ...(recall && { recall }),
  })
  const shared = { emit, findClient, submissions, collect, stretch, clock, newId }
  const renders = createRenders({
    ...shared,
    makeBlock: (project, story, block) => takes.makeAs(project, story, block),
    report,
  })
  const takes = createTakes({ ...shared, onOutcomeUnknown: (project) => renders.noteUnknown(project) })

  return {
    renders,
    takes,
    peaks: createAudioPeaks({ cacheDir: peaksDir }),
    findClient,
    collector: collect,
    submissions,
    async collect(project, record, delivery) {
      if (record.endpoint === 'story') await renders.collect(project, record, delivery)
      else await takes.collect(project, record, delivery)
    },
    resume(project) {
      takes.resume(project)
      return renders.resume(project)
    },
    async settled(project) {
      await Promise.all([renders.settled(project), takes.settled(project)])
    },
    async release(project) {
      await Promise.all([renders.release(project), takes.release(project)])
    },
  }
}
