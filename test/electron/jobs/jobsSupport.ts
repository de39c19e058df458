import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createJobs, type Jobs } from '../../../electron/jobs/jobs.ts'
import { leaveProject } from '../../../electron/jobs/poller.ts'
import { createRedact } from '../../../electron/lib/http/redact.ts'
import { createOpenProjects, type OpenProjects } from '../../../electron/project/openProjects.ts'
import type { Project } from '../../../electron/project/project.ts'
import { createProjects, type Projects } from '../../../electron/project/projects.ts'
import type { Connection } from '../../../electron/speech/connections.ts'
import { events, type EventName, type EventPayload } from '../../../shared/ipc/contract.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { DEFAULT_APP_SETTINGS, type ProjectId, type Settings } from '../../../shared/ipc/views.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { sequentialIds } from '../project/support.ts'
import { CANARY_KEY, PATIENT, tempFolder, testClock } from '../speech/support.ts'
import { drivenRenders, storyOf, type DrivenRenders } from './engineSupport.ts'

export interface Desk extends Omit<Jobs, 'renders'> {
  readonly renders: DrivenRenders
  readonly folder: string
  readonly projects: Projects
  readonly openProjects: OpenProjects
  readonly project: Project
  /** The events that the page received, oldest first. */
  readonly told: { readonly event: EventName; readonly payload: EventPayload<EventName> }[]
  set(settings: Partial<Settings>): Promise<void>
  /** The only job in the list. */
  only(): JobView
  /** The writer leaves a project. */
  leave(projectId: ProjectId): Promise<void>
  /** Ends this run of the app. */
  end(): Promise<void>
}

export interface DeskOptions {
  readonly connection: Connection
  readonly records?: readonly StoryRecord[]
  readonly publicKey?: string
  /** The app's folder from an earlier run that has ended. */
  readonly folder?: string
  /** Called for errors that nobody can act on; they fail the test by default. */
  readonly report?: (error: unknown) => void
}
let runs = 0

/** One story over real files, with everything that watches its jobs. */
export function desk({
  connection,
  records = storyOf([{ text: 'Hello there' }]),
  publicKey = '',
  folder = tempFolder(),
  report: onReport = (error) => {
    throw error
  },
}: DeskOptions): Desk {
  const clock = testClock()
  const told: Desk['told'] = []
  const emit = <E extends EventName>(event: E, payload: EventPayload<E>) => {
    events[event].parse(payload)
    told.push({ event, payload })
  }
  let settings: Settings = DEFAULT_APP_SETTINGS
  const report = (_: string, error: unknown) => onReport(error)
  const newId = sequentialIds(`id-${(runs += 1)}`)
  const openProjects = createOpenProjects(clock)
  const projects = createProjects({ dataDir: folder, now: clock.now, createId: newId, openProjects })
  const jobs = createJobs({
    dataDir: folder,
    connections: { get: async () => connection },
    openProjects,
    projects,
    settings: () => settings,
    caps: () => settings,
    ownConnections: () => [
      { id: connection.connectionId, name: 'The hosted one', webhookPublicKey: publicKey },
    ],
    redactKey: () => createRedact(CANARY_KEY),
    emit,
    report,
    clock,
    newId,
    timeouts: PATIENT,
  })
  const { project } = projects.createDraft(records)
  openProjects.show(project.projectId)
  let ending: Promise<void> | undefined
  const end = () =>
    (ending ??= (async () => {
      await openProjects.closeAll()
      await jobs.close()
    })())
  onTestFinished(end)
  return {
    ...jobs,
    renders: drivenRenders(jobs),
    folder,
    projects,
    openProjects,
    project,
    told,
    async set(patch) {
      settings = { ...settings, ...patch }
      await jobs.webhooks.apply()
    },
    only() {
      const listed = jobs.index.list().jobs
      const [only] = listed
      if (only === undefined || listed.length > 1) throw new Error(`${listed.length} jobs`)
      return only
    },
    leave: (projectId) => leaveProject(projectId, { openProjects, runner: jobs.runner, report }),
    end,
  }
}

/** A document of one sentence in a folder, as it is given to the hosted service. */
export function tideOrder(folder: string) {
  const path = join(folder, 'tide.txt')
  writeFileSync(path, 'The tide came in.')
  return {
    path,
    connectionId: 'hosted',
    voiceId: 'OA001',
    model: 'tts-1',
    speed: 1,
    password: null,
  } as const
}
