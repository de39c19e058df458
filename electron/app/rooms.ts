/** The rooms that do the app's work, put together over one folder: what they need of one another is said here and nowhere else. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Emit } from '../../shared/ipc/contract.ts'
import { startBuiltInService, startInFreeFolder } from './builtInService.ts'
import { createConversionsRoom, type Workers } from '../jobs/conversions/conversionsRoom.ts'
import { createDocumentsRoom } from '../jobs/documents/documentsRoom.ts'
import type { HostFiles } from '../lib/files/fileRefs.ts'
import type { Report } from '../lib/report.ts'
import {
  startLocalService,
  type LocalService,
  type LocalServiceOptions,
} from '../local-service/startLocalService.ts'
import { createExports } from '../mixdown/exports.ts'
import { createOpenStories } from './openStories.ts'
import { createProjects } from '../project/projects.ts'
import { createSettingsStore } from './settingsStore.ts'
import { systemClock, type Clock } from '../lib/clock.ts'
import { createConnections } from '../speech/connections.ts'
import { fileKeySafe, type KeySafe } from '../speech/servers/keyStore.ts'
import { createKeyStore } from '../speech/servers/keyStore.ts'
import { createServerStore, engineSettingsOf } from '../speech/servers/serverStore.ts'
import { createTakesRoom } from '../jobs/takes/takesRoom.ts'

export interface RoomsOptions {
  /** The app's own folder. */
  readonly dataDir: string
  readonly files: HostFiles
  readonly emit: Emit
  readonly report: Report
  /** How this host starts the speech service's process; Node's way over the sources unless told. */
  readonly serviceProcess?: Pick<
    LocalServiceOptions,
    'entryUrl' | 'workerUrl' | 'documentWorkerUrl' | 'spawn'
  >
  /** How this host keeps the keys of servers; in a file unless told. */
  readonly keySafe?: KeySafe
  /** Told of every key in use, so that logs can be kept free of it. */
  readonly onKey?: (key: string) => void
  readonly clock?: Clock
  readonly newId?: () => string
  readonly startService?: (options: LocalServiceOptions) => Promise<LocalService>
}

export type Rooms = ReturnType<typeof createRooms>

/** Opens the rooms, starts the built-in voice, and goes on with what was under way. */
export function createRooms(options: RoomsOptions) {
  const { dataDir, files, emit, report, keySafe: safe = fileKeySafe, onKey = () => {} } = options
  const { clock = systemClock, newId = randomUUID, startService = startLocalService } = options
  mkdirSync(dataDir, { recursive: true })
  const now = () => clock.now()

  const settings = createSettingsStore(dataDir)
  const keys = createKeyStore({ dataDir, safe, onKey })
  const servers = createServerStore(dataDir, keys)
  const speech = startBuiltInService({
    start() {
      const settings = { engines: engineSettingsOf(servers, (error) => report('engines', error)) }
      return startInFreeFolder(
        (dataFolder) => startService({ dataFolder, settings, ...options.serviceProcess }),
        join(dataDir, 'service'),
      )
    },
    onState: (state) => emit('speech:state', { state }),
    report,
    now,
  })
  const connections = createConnections(speech.connection, servers)

  const conversions = createConversionsRoom({
    dataDir,
    settings: () => settings.get(),
    connections: () => servers.list('connection'),
    redactKey: servers.redactFor,
    workers: () => workers,
    emit,
    report,
    clock,
  })
  const { watch } = conversions.log
  const projects = createProjects({ dataDir, now, createId: newId, watch })
  const takesRoom = createTakesRoom({
    connections,
    emit,
    downloadsDir: join(dataDir, 'downloads'),
    peaksDir: join(dataDir, 'peaks'),
    report,
    clock,
    newId,
    ...conversions.overview,
  })
  const exports = createExports({ findProject: projects.get, files, emit, clock, newId, report })
  const { settle } = exports
  const documents = createDocumentsRoom({ dataDir, takesRoom, emit, clock, report, newId, watch, settle })
  const stories = createOpenStories({ projects, takesRoom, settle, report })

  /** What is asked for a conversion goes to those who look after it: a document's has no story. */
  const workers: Workers = {
    findClient: takesRoom.findClient,
    use: (place, work) =>
      place.project !== undefined && documents.owns(place.project)
        ? work(place.project)
        : stories.use(place.path, work),
    async tend({ path, project }) {
      if (project !== undefined && documents.owns(project)) documents.resume()
      else await stories.tend(path)
    },
    collect: (project, record, delivery) =>
      documents.owns(project)
        ? documents.collect(record.id, delivery)
        : takesRoom.collect(project, record, delivery),
    redactPassword: (id) => documents.redactFor(id),
    refresh(project) {
      if (!documents.owns(project)) takesRoom.renders.refresh(project)
    },
  }
  documents.resume()
  conversions.start()

  return {
    ...{ settings, servers, connections, speech, conversions },
    ...{ projects, stories, takesRoom, exports, documents },
    ...{ clock, newId, now },
    async close() {
      await stories.closeAll()
      await documents.close()
      // What the others write until they are closed is logged there.
      await conversions.close()
      await speech.close()
    },
  }
}
