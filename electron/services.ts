/** Fabula without a window: everything behind the contract, for any host that brings its files and its way to tell. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Emit, Handlers } from '../shared/ipc/contract.ts'
import { projectIdSchema, type AppInfo, type Settings } from '../shared/ipc/views.ts'
import { startBuiltInService, startInFreeFolder } from './builtInService.ts'
import { createDocumentsRoom } from './documentSpeech/documentsRoom.ts'
import { createReadWords } from './documentSpeech/readWords.ts'
import { createDocumentReader } from './local-service/documents/documentReader.ts'
import { createConversionsRoom } from './conversions/conversionsRoom.ts'
import { createExamples } from './documents/examples.ts'
import { createAppHandlers } from './ipc/appHandlers.ts'
import { createConnectionHandlers } from './ipc/connectionHandlers.ts'
import { createEngineHandlers } from './ipc/engineHandlers.ts'
import { createDocumentHandlers } from './ipc/documentHandlers.ts'
import { createConversionHandlers } from './ipc/conversionHandlers.ts'
import { createFileHandlers } from './ipc/fileHandlers.ts'
import type { HostFiles } from './ipc/fileRefs.ts'
import { createProjectHandlers } from './ipc/projectHandlers.ts'
import type { Report } from './ipc/report.ts'
import { createSpeechHandlers } from './ipc/speechHandlers.ts'
import { createVibesHandlers } from './ipc/vibesHandlers.ts'
import {
  startLocalService,
  type LocalService,
  type LocalServiceOptions,
} from './local-service/startLocalService.ts'
import { createExports } from './mixdown/exports.ts'
import type { AudioStore } from './project/project.ts'
import { createProjects } from './project/projects.ts'
import { createOpenStories } from './openStories.ts'
import { createSettingsStore } from './settings/settingsStore.ts'
import { systemClock, type Clock } from './speech/clock.ts'
import { createConnectionStore, withBuiltIn } from './speech/connectionStore.ts'
import { createEngineStore } from './speech/engineStore.ts'
import { createVoiceDirectory } from './speech/voiceDirectory.ts'
import { fileKeySafe, type KeySafe } from './speech/keySafe.ts'
import { createKeyStore } from './speech/keyStore.ts'
import { createTakesRoom } from './takes/takesRoom.ts'

export interface ServicesOptions {
  readonly info: Pick<AppInfo, 'version' | 'host' | 'platform'>
  /** The app's own folder. */
  readonly dataDir: string
  readonly examplesDir: string
  readonly files: HostFiles
  readonly emit: Emit
  readonly report: Report
  /** How this host starts the speech service's process; Node's way over the sources unless told. */
  readonly serviceProcess?: Pick<
    LocalServiceOptions,
    'entryUrl' | 'workerUrl' | 'documentWorkerUrl' | 'spawn'
  >
  /** How this host keeps the keys of connections; in a file unless told. */
  readonly keySafe?: KeySafe
  /** Told of every key in use, so that logs can be kept free of it. */
  readonly onKey?: (key: string) => void
  readonly onReadyToClose?: () => void
  /** Told of the settings after each change. */
  readonly onSettings?: (settings: Settings) => void
  readonly clock?: Clock
  readonly newId?: () => string
  readonly startService?: (options: LocalServiceOptions) => Promise<LocalService>
}

export interface Services {
  readonly handlers: Handlers
  /** The audio of an open project, for the media route; undefined for any other. */
  findAudio(projectId: string): AudioStore | undefined
  settings(): Settings
  /** Tells a page that has just come what goes on already. */
  greet(emit: Emit): void
  /** Closes every project and ends the speech service. */
  close(): Promise<void>
}

/** Builds the app's services over one folder, and starts the built-in voice. */
export function createServices(options: ServicesOptions): Services {
  const { info, dataDir, files, emit, report } = options
  const { clock = systemClock, newId = randomUUID, startService = startLocalService } = options
  const documentWorkerUrl =
    options.serviceProcess?.documentWorkerUrl ??
    new URL('./local-service/documents/documentWorker.ts', import.meta.url)
  mkdirSync(dataDir, { recursive: true })
  const now = () => clock.now()

  const { keySafe: safe = fileKeySafe, onKey = () => {} } = options
  const keys = createKeyStore({ dataDir, safe, onKey })
  const engines = createEngineStore(dataDir, keys)
  const speech = startBuiltInService({
    start() {
      const settings = { engines: engines.settings((error) => report('engines', error)) }
      return startInFreeFolder(
        (dataFolder) => startService({ dataFolder, settings, ...options.serviceProcess }),
        join(dataDir, 'service'),
      )
    },
    onState: (state) => emit('speech:state', { state }),
    report,
    now,
  })
  const settings = createSettingsStore(dataDir)
  const conversions = createConversionsRoom({
    dataDir,
    settings: () => settings.get(),
    connections: () => ownConnections.list(),
    redactKey: (id) => ownConnections.redactFor(id),
    workers: () => ({
      findClient: takesRoom.findClient,
      use: (place, work) =>
        place.project !== undefined && documents.owns(place.project)
          ? work(place.project)
          : stories.use(place.path, work),
      async tend({ path, project }) {
        if (project !== undefined && documents.owns(project)) documents.resume()
        else await stories.tend(path)
      },
      collect: (story, record, delivery) =>
        documents.owns(story)
          ? documents.collect(record.id, delivery)
          : takesRoom.collect(story, record, delivery),
      redactPassword: (id) => documents.redactFor(id),
      refresh(story) {
        if (!documents.owns(story)) takesRoom.renders.refresh(story)
      },
    }),
    emit,
    report,
    clock,
  })
  const projects = createProjects({ dataDir, now, createId: newId, watch: conversions.log.watch })
  const ownConnections = createConnectionStore(dataDir, keys)
  const connections = withBuiltIn(speech.connections, ownConnections.connections)
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
  const findProject = projects.get
  const exports = createExports({ findProject, files, emit, clock, newId, report })
  const examples = createExamples(options.examplesDir)
  const documents = createDocumentsRoom({
    ...{ dataDir, takesRoom, emit, clock, report, newId },
    watch: conversions.log.watch,
    settle: exports.settle,
  })
  const stories = createOpenStories({ projects, takesRoom, settle: exports.settle, report })
  const project = createProjectHandlers({ projects, stories, files, examples, newId })
  documents.resume()
  conversions.start()

  return {
    handlers: {
      ...createAppHandlers({
        info,
        files,
        settings,
        onReadyToClose: options.onReadyToClose ?? (() => {}),
        onSettings(updated) {
          conversions.webhooks.apply().catch((error: unknown) => report('webhooks', error))
          options.onSettings?.(updated)
        },
      }),
      ...createConnectionHandlers(ownConnections, emit),
      ...createEngineHandlers({
        ...{ store: engines, speech, emit, report },
        voices: createVoiceDirectory({ builtIn: speech.connections, engines: engines.list, clock }),
      }),
      ...createFileHandlers({ files, projects, stories, examples }),
      ...project.handlers,
      ...createConversionHandlers({ room: conversions, settings, files, openStory: project.openStory }),
      ...createVibesHandlers({ connections, projects, takes: takesRoom.takes, files, clock }),
      ...createDocumentHandlers({
        ...{ documents, files, exports, projects, newId, now },
        show: project.show,
        readWords: createReadWords(createDocumentReader({ workerUrl: documentWorkerUrl })),
      }),
      ...createSpeechHandlers({ projects, takesRoom, exports }),
    },
    findAudio(projectId) {
      const id = projectIdSchema.safeParse(projectId)
      try {
        return id.success ? (documents.findAudio(id.data) ?? projects.get(id.data).audio) : undefined
      } catch {
        return undefined // It is not open (any more).
      }
    },
    settings: () => settings.get(),
    greet: (tell) => tell('speech:state', { state: speech.state() }),
    async close() {
      await stories.closeAll()
      await documents.close()
      // What the others write until they are closed is logged there.
      await conversions.close()
      await speech.close()
    },
  }
}
