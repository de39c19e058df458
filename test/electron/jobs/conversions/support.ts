import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createConversionsRoom } from '../../../../electron/jobs/conversions/conversionsRoom.ts'
import type { ConversionsRoom } from '../../../../electron/jobs/conversions/conversionsRoom.ts'
import type { Project } from '../../../../electron/project/project.ts'
import { createOpenStories } from '../../../../electron/app/openStories.ts'
import type { OpenStories } from '../../../../electron/app/openStories.ts'
import { createProjects } from '../../../../electron/project/projects.ts'
import type { Projects } from '../../../../electron/project/projects.ts'
import type { Connection } from '../../../../electron/speech/connections.ts'
import { createRedact, withhold } from '../../../../electron/lib/http/redact.ts'
import { createTakesRoom } from '../../../../electron/jobs/takes/takesRoom.ts'
import type { TakesRoom } from '../../../../electron/jobs/takes/takesRoom.ts'
import type { ConversionView } from '../../../../shared/ipc/conversionsContract.ts'
import type { EventName, EventPayload } from '../../../../shared/ipc/contract.ts'
import { events } from '../../../../shared/ipc/contract.ts'
import { DEFAULT_APP_SETTINGS } from '../../../../shared/ipc/views.ts'
import type { Settings } from '../../../../shared/ipc/views.ts'
import type { StoryRecord } from '../../../../shared/story/records.ts'
import { sequentialIds } from '../../project/support.ts'
import { CANARY_KEY, QUICK, tempFolder, testClock } from '../../speech/support.ts'
import { storyOf } from '../takes/support.ts'

export interface Desk {
  readonly folder: string
  readonly room: ConversionsRoom
  readonly takes: TakesRoom
  readonly projects: Projects
  readonly stories: OpenStories
  readonly project: Project
  /** What the page was told, oldest first. */
  readonly told: { readonly event: EventName; readonly payload: EventPayload<EventName> }[]
  set(settings: Partial<Settings>): Promise<void>
  /** The only conversion in the list. */
  only(): ConversionView
  /** Ends this run of the app. */
  end(): Promise<void>
}

export interface DeskOptions {
  readonly connection: Connection
  readonly records?: readonly StoryRecord[]
  readonly publicKey?: string
  /** The app's folder of an earlier run that has ended. */
  readonly folder?: string
}
let runs = 0

/** One story over real files, with everything that watches its conversions. */
export function desk({
  connection,
  records = storyOf([{ text: 'Hello there' }]),
  publicKey = '',
  folder = tempFolder(),
}: DeskOptions): Desk {
  const clock = testClock()
  const told: Desk['told'] = []
  const emit = <E extends EventName>(event: E, payload: EventPayload<E>) => {
    events[event].parse(payload)
    told.push({ event, payload })
  }
  let settings: Settings = DEFAULT_APP_SETTINGS
  const report = (_: string, error: unknown) => {
    throw error
  }
  const room = createConversionsRoom({
    dataDir: folder,
    settings: () => settings,
    connections: () => [{ id: connection.connectionId, name: 'The hosted one', webhookPublicKey: publicKey }],
    redactKey: () => createRedact(CANARY_KEY),
    workers: () => ({
      findClient: takes.findClient,
      use: (place, work) => stories.use(place.path, work),
      tend: ({ path }) => stories.tend(path),
      collect: takes.collect,
      refresh: takes.renders.refresh,
      redactPassword: () => withhold,
    }),
    emit,
    report,
    clock,
  })
  const projects = createProjects({
    dataDir: folder,
    now: clock.now,
    createId: sequentialIds(`id-${(runs += 1)}`),
    watch: room.log.watch,
  })
  const takes = createTakesRoom({
    connections: { get: async () => connection },
    emit,
    downloadsDir: join(folder, 'downloads'),
    peaksDir: join(folder, 'peaks'),
    report,
    clock,
    newId: sequentialIds(`made-${runs}`),
    timeouts: QUICK,
    ...room.overview,
  })
  const stories = createOpenStories({ projects, takesRoom: takes, settle: async () => undefined, report })
  const { project } = projects.createDraft(records)
  stories.show(project)
  let ending: Promise<void> | undefined
  const end = () =>
    (ending ??= (async () => {
      await stories.closeAll()
      await room.close()
    })())
  onTestFinished(end)
  return {
    folder,
    room,
    takes,
    projects,
    stories,
    project,
    told,
    async set(patch) {
      settings = { ...settings, ...patch }
      await room.webhooks.apply()
    },
    only() {
      const { conversions } = room.log.list()
      const [only] = conversions
      if (only === undefined || conversions.length > 1) throw new Error(`${conversions.length} conversions`)
      return only
    },
    end,
  }
}
