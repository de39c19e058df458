/** Fabula without a window: everything behind the contract, for any host that brings its files and its way to tell. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Condition } from '../../shared/commands/commands.ts'
import type { Emit, Handlers } from '../../shared/ipc/contract.ts'
import { projectIdSchema, type AppInfo, type Settings } from '../../shared/ipc/views.ts'
import { createJobs } from '../jobs/jobs.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { castingVoicesOf } from '../../shared/voices/casting.ts'
import { systemClock, type Clock } from '../lib/clock.ts'
import { withoutOpenStories } from '../lib/files/fileRefs.ts'
import type { HostFiles } from '../lib/files/fileRefs.ts'
import { createDocumentReader } from '../lib/documents/documentReader.ts'
import { createExamples } from '../lib/documents/examples.ts'
import { createExports } from '../mixdown/exports.ts'
import type { Exports } from '../mixdown/exports.ts'
import type { MixThreads } from '../mixdown/mixThread.ts'
import { createAudioPeaks } from '../project/audioPeaks.ts'
import { packsOfStory } from '../speech/packs/voicesOfPack.ts'
import { createFindLiveTake } from '../jobs/liveTakes.ts'
import type { FindLiveTake } from '../jobs/liveTakes.ts'
import { createOpenProjects } from '../project/openProjects.ts'
import { createOutlineReader } from '../project/outlineReader.ts'
import type { ProjectAudioStore } from '../project/project.ts'
import { readStoryFile } from '../project/readStoryFile.ts'
import { createProjects, type Projects } from '../project/projects.ts'
import { prepareDataFolder } from './dataFolder.ts'
import { diagnosticsText } from './diagnostics.ts'
import { LOGS_FOLDER } from '../lib/logFile.ts'
import { createAppHandlers } from './handlers/appHandlers.ts'
import { createDocumentHandlers } from './handlers/documentHandlers.ts'
import { createFileHandlers } from './handlers/fileHandlers.ts'
import { createImportHandlers } from './handlers/importHandlers.ts'
import { createReviews } from './reviews.ts'
import { createLabelHandlers } from './handlers/labelHandlers.ts'
import { createJobHandlers } from './handlers/jobHandlers.ts'
import { createProjectHandlers, tellProjects } from './handlers/projectHandlers.ts'
import { createServerHandlers } from './handlers/serverHandlers.ts'
import { createMusicHandlers } from './handlers/musicHandlers.ts'
import { createSpeechHandlers } from './handlers/speechHandlers.ts'
import { createVibesHandlers } from './handlers/vibesHandlers.ts'
import { createVoicePackHandlers } from './handlers/voicePackHandlers.ts'
import { createLexiconStore } from './lexiconStore.ts'
import { findVoicesFolder } from './voicesFolder.ts'
import { createOpeningNotes } from './openingNotes.ts'
import { createReadWords } from './readWords.ts'
import { createSettingsStore } from './settingsStore.ts'
import { createSpeechServices } from './speech.ts'
import type { SpeechServicesOptions } from './speech.ts'
import { createWorkUnderWay } from './workUnderWay.ts'
import type { Work } from './workUnderWay.ts'

export interface ServicesOptions extends SpeechServicesOptions {
  readonly info: Pick<AppInfo, 'version' | 'host' | 'platform' | 'systemLanguages' | 'isSafe'>
  readonly examplesDir: string
  readonly files: HostFiles
  readonly onReadyToClose?: (isSaved: boolean) => void
  /** Told which conditions of commands hold, for a host with a menu bar. */
  readonly onConditions?: (holding: readonly Condition[]) => void
  /** Shows a notification of the system, for a host that can; gives whether it did. */
  readonly notify?: (title: string, body: string) => boolean
  /** Told each time that the work under way is another. */
  readonly onWork?: (work: Work) => void
  /** Opens a folder in the system's file manager, for a host that can; gives whether it did. */
  readonly openFolder?: (folder: string) => Promise<boolean>
  /** Told of the settings after each change. */
  readonly onSettings?: (settings: Settings) => void
  readonly clock?: Clock
  readonly newId?: () => string
  /** Where the code of the threads that mix lies, in a bundled app. */
  readonly mixThreads?: MixThreads
  /** Where the code of the threads that read outlines of stories lies, in a bundled app. */
  readonly outlineWorkerUrl?: URL
}

export interface Services {
  /** The exports that end with the app. */
  readonly exports: Pick<Exports, 'count' | 'stopAll' | 'allEnded'>
  readonly handlers: Handlers
  /** The audio of an open project, for the media route; undefined for any other. */
  findAudio(projectId: string): ProjectAudioStore | undefined
  /** The audio of a block while it is made, for the media route. */
  readonly findLive: FindLiveTake
  /** Copies a story's file to another path; see `Projects.copy`. */
  readonly copyProject: Projects['copy']
  settings(): Settings
  /** Stories opened lately, and where each is kept; see `Projects`. */
  readonly recents: Pick<Projects, 'recents' | 'pathOf' | 'removeFromList'>
  /** See `Exports`. */
  readonly exportedFiles: Exports['filesOf']
  /** Tells a page that has just come what goes on already. */
  sendInitialState(emit: Emit): void
  /** To be called when the computer has slept. */
  pollNow(): void
  /** Closes every project and ends the speech service. */
  close(): Promise<void>
}

/** Builds the app's services over one folder, starts the built-in voice, and goes on with jobs of earlier runs. */
export function createServices(options: ServicesOptions): Services {
  const { dataDir, report, clock = systemClock, newId = randomUUID } = options
  const files = withoutOpenStories(options.files)
  const hearWork = createWorkUnderWay(options.onWork ?? (() => {}))
  const emit: Emit = (event, payload) => {
    hearWork(event, payload)
    options.emit(event, payload)
  }
  const setAside = prepareDataFolder(dataDir)
  const now = () => clock.now()
  const settings = createSettingsStore(dataDir)
  const lexicon = createLexiconStore(dataDir, (entries) => emit('lexicon:changed', { entries }))
  const speech = createSpeechServices({ ...options, emit, hasPacks: options.info.isSafe !== true, clock })
  const { servers, builtIn, connections, voices, voicePacks } = speech

  const openProjects = createOpenProjects(clock)
  const outlines = createOutlineReader({ workerUrl: options.outlineWorkerUrl })
  const projects = createProjects({
    outlines,
    dataDir,
    now,
    createId: newId,
    openProjects,
    commonLexicon: lexicon.entries,
  })
  const jobs = createJobs({
    dataDir,
    connections,
    openProjects,
    projects,
    emit,
    report,
    clock,
    newId,
    settings: settings.get,
    caps: settings.caps,
    loseCaps: settings.loseCaps,
    ownConnections: () => servers.list('connection'),
    redactKey: servers.redactFor,
  })
  openProjects.watch({
    opened(project) {
      const packs = packsOfStory(project.story(), speech.packs())
      if (packs.length > 0) builtIn.loadVoices(packs)
    },
    changed(_project, { state, connectionId, uuid }) {
      if (state === 'completed' && connectionId === BUILT_IN_CONNECTION && uuid !== null)
        builtIn.tellCollected(uuid)
    },
  })
  const exports = createExports({
    findProject: openProjects.get,
    files,
    emit,
    clock,
    newId,
    report,
    threads: options.mixThreads,
  })
  jobs.start()

  const { webhooks, runner, renders, takes, viewRender } = jobs
  const examples = createExamples(options.examplesDir)
  const peaks = createAudioPeaks({ cacheDir: join(dataDir, 'peaks') })
  const workerUrl =
    options.serviceProcess?.documentWorkerUrl ??
    new URL('../lib/documents/documentWorker.ts', import.meta.url)
  const reader = createDocumentReader({ workerUrl })
  const readStory = (path: string) => openProjects.at(path)?.project.story() ?? readStoryFile(path)
  const reviews = createReviews({ reader, readStory, newId: randomUUID })
  const castingVoices = () => castingVoicesOf(speech.packs().map(({ manifest }) => manifest))
  const project = createProjectHandlers({
    projects,
    openProjects,
    runner,
    renders,
    viewRender,
    files,
    examples,
    reader,
    voices: castingVoices,
    notes: createOpeningNotes(dataDir),
    newId,
    emit,
    report,
  })
  tellProjects(openProjects, emit)
  const { show, openStory } = project

  return {
    exports,
    handlers: {
      ...createAppHandlers({
        info: { ...options.info, setAside: [...setAside, ...jobs.setAside] },
        files,
        settings,
        onReadyToClose: options.onReadyToClose ?? (() => {}),
        onConditions: options.onConditions ?? (() => {}),
        notify: options.notify ?? (() => false),
        diagnostics: () => diagnosticsText({ info: options.info, dataDir, settings: settings.get() }),
        logsFolder: join(dataDir, LOGS_FOLDER),
        places: { folder: dataDir, voices: findVoicesFolder(dataDir) },
        openFolder: options.openFolder ?? (async () => false),
        onSettings(updated) {
          webhooks.apply().catch((error: unknown) => report('webhooks', error))
          options.onSettings?.(updated)
        },
      }),
      ...createServerHandlers({ servers, speech: builtIn, voices, emit, report }),
      ...createVoicePackHandlers({ packs: voicePacks, files, projects, openProjects, report }),
      ...createFileHandlers({ files, projects, openProjects, examples, emit, report }),
      ...project.handlers,
      ...createJobHandlers({ jobs, openProjects, settings, files, openStory, packs: speech.packs }),
      'lexicon:list': async () => lexicon.reload(),
      'lexicon:change': async ({ put, remove }) => lexicon.change(put, remove),
      ...createVibesHandlers({ connections, projects, openProjects, takes, files, clock }),
      ...createImportHandlers({
        files,
        reader,
        reviews,
        openProject: (projectId) => openProjects.get(projectId),
        newId: randomUUID,
        openDraft: (records) => show(projects.createDraft([...records])),
        voices: castingVoices,
        emit,
      }),
      ...createLabelHandlers(servers),
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
      ...createMusicHandlers({ openProjects, projects, files }),
      ...createSpeechHandlers({
        ...{ openProjects, projects, takes, peaks, exports, emit, newId, now },
        connectionIds: () => servers.list('connection').map(({ id }) => id),
      }),
    },
    findAudio(projectId) {
      const id = projectIdSchema.safeParse(projectId)
      return id.success ? openProjects.find(id.data)?.audio : undefined
    },
    findLive: createFindLiveTake({
      findProject(projectId) {
        const id = projectIdSchema.safeParse(projectId)
        return id.success ? openProjects.find(id.data) : undefined
      },
      builtIn: builtIn.connection,
      clock,
    }),
    copyProject: projects.copy,
    settings: settings.get,
    recents: projects,
    exportedFiles: exports.filesOf,
    sendInitialState(tell) {
      speech.sendInitialState(tell)
      tell('app:listening', {})
    },
    pollNow: jobs.pollNow,
    async close() {
      outlines.close()
      await reviews.close()
      await openProjects.closeAll()
      await voicePacks.close()
      // What is written until the projects are closed is in the index of jobs.
      await jobs.close()
      await builtIn.close()
    },
  }
}
