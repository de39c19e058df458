/** Fabula without a window: everything behind the contract, for any host that provides file access and a way to send events. */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Condition } from '../../shared/commands/commands.ts'
import type { Emit, Handlers } from '../../shared/ipc/contract.ts'
import { type AppInfo, projectIdSchema, type Settings } from '../../shared/ipc/views.ts'
import { SERVER_KINDS } from '../../shared/servers/kinds.ts'
import { heardBlocksOf, voicesOfStory } from '../../shared/story/heardBlocks.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { castingVoicesOf } from '../../shared/voices/casting.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createFindLiveTake } from '../jobs/liveTakes.ts'
import { missingRequest } from '../jobs/takes.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { createDocumentReader } from '../lib/documents/documentReader.ts'
import { createExamples } from '../lib/documents/examples.ts'
import { type HostFiles, withoutOpenStories } from '../lib/files/fileRefs.ts'
import { LOCK_FILE } from '../lib/files/folderLock.ts'
import { removeDeadParts, setAside } from '../lib/files/atomicFile.ts'
import { LOGS_FOLDER } from '../lib/report.ts'
import { VOICES_FOLDER } from '../lib/voices/installedPacks.ts'
import { createExports } from '../mixdown/exports.ts'
import type { MixThreads } from '../mixdown/mixThread.ts'
import { createAudioPeaks } from '../project/audioPeaks.ts'
import { createOpenProjects } from '../project/openProjects.ts'
import { createOutlineReader } from '../project/outlineReader.ts'
import type { ProjectAudioStore } from '../project/project.ts'
import { createProjects } from '../project/projects.ts'
import { readStoryFile } from '../project/readProject.ts'
import { diagnosticsText } from './diagnostics.ts'
import { createAppHandlers } from './handlers/appHandlers.ts'
import { createDocumentHandlers, createReadWords } from './handlers/documentHandlers.ts'
import { createFileHandlers } from './handlers/fileHandlers.ts'
import { createImportHandlers, createLabelHandlers } from './handlers/importHandlers.ts'
import { createJobHandlers } from './handlers/jobHandlers.ts'
import { createMusicHandlers, createSpeechHandlers } from './handlers/audioHandlers.ts'
import { createProjectHandlers, tellProjects } from './handlers/projectHandlers.ts'
import { createServerHandlers, createVoicePackHandlers } from './handlers/voiceHandlers.ts'
import { createVibesHandlers } from './handlers/vibesHandlers.ts'
import { createLexiconStore } from './lexiconStore.ts'
import { createOpeningNotes } from './openingNotes.ts'
import { createReviews } from './reviews.ts'
import { createSettingsStore } from './settingsStore.ts'
import { createSpeechServices, type SpeechServicesOptions } from './speech.ts'
import { findVoicesFolder } from './appFolder.ts'
import { createWorkUnderWay, type Work } from './workUnderWay.ts'

export interface ServicesOptions extends SpeechServicesOptions {
  readonly info: Pick<AppInfo, 'version' | 'host' | 'platform' | 'systemLanguages' | 'isSafe'>
  readonly examplesDir: string
  readonly files: HostFiles
  readonly onReadyToClose?: (isSaved: boolean) => void
  /** Called with the command conditions that hold, for a host with a menu bar. */
  readonly onConditions?: (holding: readonly Condition[]) => void
  /** Shows a system notification, if the host supports that; returns whether it did. */
  readonly notify?: (title: string, body: string) => boolean
  /** Called whenever the work in progress changes. */
  readonly onWork?: (work: Work) => void
  /** Opens a folder in the system's file manager, if the host supports that; returns whether it did. */
  readonly openFolder?: (folder: string) => Promise<boolean>
  /** Called with the settings after each change. */
  readonly onSettings?: (settings: Settings) => void
  readonly clock?: Clock
  readonly newId?: () => string
  /** The code of the mixing threads, in a bundled app. */
  readonly mixThreads?: MixThreads
  /** The code of the threads that read story outlines, in a bundled app. */
  readonly outlineWorkerUrl?: URL
}

export type Services = ReturnType<typeof createServices>

/** Creates the app's services for one folder, starts the built-in voice, and resumes jobs of earlier runs. */
export function createServices(options: ServicesOptions) {
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
      const story = project.story()
      if (story.info.connectionId !== BUILT_IN_CONNECTION) return
      const [first] = heardBlocksOf(story)
      builtIn.loadVoices(voicesOfStory(story), first === undefined ? null : missingRequest(project, first.id))
    },
    changed(_project, { state, connectionId, uuid }) {
      if (state === 'completed' && connectionId === BUILT_IN_CONNECTION && uuid !== null)
        builtIn.tellCollected(uuid)
    },
  })
  /** The exports that end with the app. */
  const exports = createExports({
    findProject: openProjects.get,
    files,
    emit,
    clock,
    newId,
    report,
    threads: options.mixThreads,
  })
  const { webhooks, runner, renders, takes, index } = jobs
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
    index,
    files,
    exports,
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

  const handlers: Handlers = {
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
      openDraft: (records) => show(projects.createDraft(records)),
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
      prepare(project, blockId) {
        const next = missingRequest(project, blockId)
        if (next !== null) builtIn.loadVoices([], next)
      },
      connectionIds: () => servers.list('connection').map(({ id }) => id),
    }),
  }

  // Start last, so that all watchers receive the jobs' events.
  jobs.start()

  return {
    exports,
    handlers,
    /** The audio of an open project, for the media route; undefined for any other. */
    findAudio(projectId: string): ProjectAudioStore | undefined {
      const id = projectIdSchema.safeParse(projectId)
      return id.success ? openProjects.find(id.data)?.audio : undefined
    },
    /** The audio of a block while it is being made, for the media route. */
    findLive: createFindLiveTake({
      findProject(projectId) {
        const id = projectIdSchema.safeParse(projectId)
        return id.success ? openProjects.find(id.data) : undefined
      },
      begin: takes.begin,
      builtIn: builtIn.connection,
      clock,
    }),
    /** Copies a story's file to another path; see `Projects.copy`. */
    copyProject: projects.copy,
    settings: settings.get,
    /** Recently opened stories, and their paths; see `Projects`. */
    recents: projects,
    /** See `Exports`. */
    exportedFiles: exports.filesOf,
    /** Sends the current state to a page that was just opened. */
    sendInitialState(tell: Emit): void {
      speech.sendInitialState(tell)
      tell('app:listening', {})
    },
    /** Call this after the computer slept. */
    pollNow: jobs.pollNow,
    /** Closes every project and ends the speech service. */
    async close(): Promise<void> {
      outlines.close()
      await reviews.close()
      await openProjects.closeAll()
      await voicePacks.close()
      // Jobs are recorded in the index until the projects are closed.
      await jobs.close()
      await builtIn.close()
    },
  }
}

// Prepares the app's folder before it is used: makes it private, and removes what would keep Fabula from starting and what killed processes
// have left.

const FOLDERS = [
  'documents',
  'discarded',
  'downloads',
  'drafts',
  LOGS_FOLDER,
  'peaks',
  'service',
  VOICES_FOLDER,
]
/** The settings validate their content themselves, because a lost cap is not the same as no cap. */
const JSON_FILES = ['keys.json', 'recents.json', ...Object.values(SERVER_KINDS).map(({ file }) => file)]
const OTHER_FILES = ['settings.json', 'library.db', LOCK_FILE]

/**
 * Creates the folder if it is missing, readable by this user only, and sets unusable entries aside: files in place of folders, folders in
 * place of files, and damaged lists. Returns their new names. Throws the file system's error if the folder itself cannot be created or
 * read.
 */
export function prepareDataFolder(dataDir: string): string[] {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    chmodSync(dataDir, 0o700)
  } catch {
    // It belongs to another user, or the system does not support these permissions.
  }
  const isUnusable = (name: string): boolean => {
    const stats = statSync(join(dataDir, name), { throwIfNoEntry: false })
    if (stats === undefined) return false
    if (FOLDERS.includes(name)) return !stats.isDirectory()
    return stats.isDirectory() || (JSON_FILES.includes(name) && !isJson(join(dataDir, name)))
  }
  const setAsideNames = [...FOLDERS, ...JSON_FILES, ...OTHER_FILES]
    .filter(isUnusable)
    .map((name) => basename(setAside(join(dataDir, name))))
  for (const folder of ['', ...FOLDERS]) removeDeadParts(join(dataDir, folder))
  return setAsideNames
}

/** Whether a file contains JSON. True for a file that cannot be read now, so that it is left alone. */
function isJson(path: string): boolean {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return true
  }
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
