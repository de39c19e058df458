/** Fabula without a window: everything behind the contract, for any host that brings its files and its way to tell. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Condition } from '../../shared/commands/commands.ts'
import type { Emit, Handlers } from '../../shared/ipc/contract.ts'
import { projectIdSchema, type AppInfo, type Settings } from '../../shared/ipc/views.ts'
import { createJobs } from '../jobs/jobs.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { systemClock, type Clock } from '../lib/clock.ts'
import type { HostFiles } from '../lib/files/fileRefs.ts'
import type { Report } from '../lib/report.ts'
import * as localService from '../local-service/startLocalService.ts'
import { createDocumentReader } from '../lib/documents/documentReader.ts'
import { createExamples } from '../lib/documents/examples.ts'
import { createExports } from '../mixdown/exports.ts'
import { createAudioPeaks } from '../project/audioPeaks.ts'
import { createOpenProjects } from '../project/openProjects.ts'
import type { AudioStore } from '../project/project.ts'
import { createProjects, type Projects } from '../project/projects.ts'
import { createConnections } from '../speech/connections.ts'
import { createKeyStore, fileKeySafe, type KeySafe } from '../speech/servers/keyStore.ts'
import { createServerStore, engineSettingsOf } from '../speech/servers/serverStore.ts'
import { createVoiceDirectory } from '../speech/voiceDirectory.ts'
import { startBuiltInService, startInFreeFolder } from './builtInService.ts'
import { prepareDataFolder } from './dataFolder.ts'
import { createAppHandlers } from './handlers/appHandlers.ts'
import { createDocumentHandlers } from './handlers/documentHandlers.ts'
import { createFileHandlers } from './handlers/fileHandlers.ts'
import { createJobHandlers } from './handlers/jobHandlers.ts'
import { createProjectHandlers, tellProjects } from './handlers/projectHandlers.ts'
import { createServerHandlers } from './handlers/serverHandlers.ts'
import { createSpeechHandlers } from './handlers/speechHandlers.ts'
import { createVibesHandlers } from './handlers/vibesHandlers.ts'
import { createReadWords } from './readWords.ts'
import { createSettingsStore } from './settingsStore.ts'

export interface ServicesOptions {
  readonly info: Pick<AppInfo, 'version' | 'host' | 'platform'>
  /** The app's own folder. */
  readonly dataDir: string
  readonly examplesDir: string
  readonly files: HostFiles
  readonly emit: Emit
  readonly report: Report
  /** How this host starts the speech service's process. Default: Node runs the sources. */
  readonly serviceProcess?: Pick<
    localService.LocalServiceOptions,
    'entryUrl' | 'workerUrl' | 'documentWorkerUrl' | 'spawn'
  >
  /** How this host keeps the keys of servers. Default: in a file. */
  readonly keySafe?: KeySafe
  /** Told of every key in use, so that logs can be kept free of it. */
  readonly onKey?: (key: string) => void
  readonly onReadyToClose?: (isSaved: boolean) => void
  /** Told which conditions of commands hold, for a host with a menu bar. */
  readonly onConditions?: (holding: readonly Condition[]) => void
  /** Told of the settings after each change. */
  readonly onSettings?: (settings: Settings) => void
  readonly clock?: Clock
  readonly newId?: () => string
  readonly startService?: typeof localService.startLocalService
}

export interface Services {
  readonly handlers: Handlers
  /** The audio of an open project, for the media route; undefined for any other. */
  findAudio(projectId: string): AudioStore | undefined
  /** Copies a story's file to another path; see `Projects.copy`. */
  readonly copyProject: Projects['copy']
  settings(): Settings
  /** Tells a page that has just come what goes on already. */
  sendInitialState(emit: Emit): void
  /** Closes every project and ends the speech service. */
  close(): Promise<void>
}

/** Builds the app's services over one folder, starts the built-in voice, and goes on with jobs of earlier runs. */
export function createServices(options: ServicesOptions): Services {
  const { dataDir, files, emit, report, keySafe: safe = fileKeySafe, onKey = () => {} } = options
  const { clock = systemClock, newId = randomUUID, startService = localService.startLocalService } = options
  const setAside = prepareDataFolder(dataDir)
  const now = () => clock.now()
  const settings = createSettingsStore(dataDir)
  const keys = createKeyStore({ dataDir, safe, onKey })
  const servers = createServerStore(dataDir, keys)
  const setAsideByService: string[] = []
  const tellSetAside = (tell: Emit) => {
    if (setAsideByService.length > 0) tell('app:setAside', { names: [...setAsideByService] })
  }
  const speech = startBuiltInService({
    async start() {
      const settings = { engines: engineSettingsOf(servers, (error) => report('engines', error)) }
      const service = await startInFreeFolder(
        (dataFolder) => startService({ dataFolder, settings, ...options.serviceProcess }),
        join(dataDir, 'service'),
      )
      setAsideByService.push(...service.setAside)
      tellSetAside(emit)
      return service
    },
    onState: (state) => emit('speech:state', { state }),
    report,
    now,
  })
  const connections = createConnections(speech.connection, servers)

  const openProjects = createOpenProjects(clock)
  const projects = createProjects({ dataDir, now, createId: newId, openProjects })
  const jobs = createJobs({
    ...{ dataDir, connections, openProjects, projects, emit, report, clock, newId },
    settings: settings.get,
    caps: settings.caps,
    loseCaps: settings.loseCaps,
    ownConnections: () => servers.list('connection'),
    redactKey: servers.redactFor,
  })
  openProjects.watch({
    changed(_project, { state, connectionId, uuid }) {
      if (state === 'completed' && connectionId === BUILT_IN_CONNECTION && uuid !== null)
        speech.tellCollected(uuid)
    },
  })
  const exports = createExports({ findProject: openProjects.get, files, emit, clock, newId, report })
  jobs.start()

  const { webhooks, runner, takes, viewRender } = jobs
  const examples = createExamples(options.examplesDir)
  const voices = createVoiceDirectory({
    builtIn: speech.connection,
    engines: () => servers.list('engine'),
    clock,
  })
  const peaks = createAudioPeaks({ cacheDir: join(dataDir, 'peaks') })
  const workerUrl =
    options.serviceProcess?.documentWorkerUrl ??
    new URL('../lib/documents/documentWorker.ts', import.meta.url)
  const reader = createDocumentReader({ workerUrl })
  const project = createProjectHandlers({
    ...{ projects, openProjects, runner, viewRender, files, examples, reader, emit, report },
  })
  tellProjects(openProjects, emit)
  const { show, openStory } = project

  return {
    handlers: {
      ...createAppHandlers({
        ...{ info: { ...options.info, setAside: [...setAside, ...jobs.setAside] }, files, settings },
        onReadyToClose: options.onReadyToClose ?? (() => {}),
        onConditions: options.onConditions ?? (() => {}),
        onSettings(updated) {
          webhooks.apply().catch((error: unknown) => report('webhooks', error))
          options.onSettings?.(updated)
        },
      }),
      ...createServerHandlers({ servers, speech, voices, emit, report }),
      ...createFileHandlers({ files, projects, openProjects, examples }),
      ...project.handlers,
      ...createJobHandlers({ jobs, openProjects, settings, files, openStory }),
      ...createVibesHandlers({ connections, openProjects, takes, files, clock }),
      ...createDocumentHandlers({
        ...jobs,
        files,
        exports,
        projects,
        show,
        newId,
        now,
        readWords: createReadWords(reader),
        reader,
      }),
      ...createSpeechHandlers({ openProjects, takes, peaks, exports }),
    },
    findAudio(projectId) {
      const id = projectIdSchema.safeParse(projectId)
      return id.success ? openProjects.find(id.data)?.audio : undefined
    },
    copyProject: projects.copy,
    settings: settings.get,
    sendInitialState(tell) {
      tell('speech:state', { state: speech.state() })
      tellSetAside(tell)
      tell('app:listening', {})
    },
    async close() {
      await openProjects.closeAll()
      // What is written until the projects are closed is in the index of jobs.
      await jobs.close()
      await speech.close()
    },
  }
}
