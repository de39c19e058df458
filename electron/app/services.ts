/** Fabula without a window: everything behind the contract, for any host that brings its files and its way to tell. */
import type { Condition } from '../../shared/commands/commands.ts'
import type { Emit, Handlers } from '../../shared/ipc/contract.ts'
import { projectIdSchema, type AppInfo, type Settings } from '../../shared/ipc/views.ts'
import { createExamples } from '../lib/documents/examples.ts'
import { createReadWords } from './readWords.ts'
import { createAppHandlers } from './handlers/appHandlers.ts'
import { createConversionHandlers } from './handlers/conversionHandlers.ts'
import { createDocumentHandlers } from './handlers/documentHandlers.ts'
import { createFileHandlers } from './handlers/fileHandlers.ts'
import { createProjectHandlers } from './handlers/projectHandlers.ts'
import { createServerHandlers } from './handlers/serverHandlers.ts'
import { createSpeechHandlers } from './handlers/speechHandlers.ts'
import { createVibesHandlers } from './handlers/vibesHandlers.ts'
import { createDocumentReader } from '../lib/documents/documentReader.ts'
import type { AudioStore } from '../project/project.ts'
import { createRooms, type RoomsOptions } from './rooms.ts'
import { createVoiceDirectory } from '../speech/voiceDirectory.ts'

export interface ServicesOptions extends RoomsOptions {
  readonly info: Pick<AppInfo, 'version' | 'host' | 'platform'>
  readonly examplesDir: string
  readonly onReadyToClose?: () => void
  /** Told which conditions of commands hold, for a host with a menu bar. */
  readonly onConditions?: (holding: readonly Condition[]) => void
  /** Told of the settings after each change. */
  readonly onSettings?: (settings: Settings) => void
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
  const { info, files, emit, report } = options
  const rooms = createRooms(options)
  const { settings, servers, connections, speech, conversions } = rooms
  const { projects, stories, takesRoom, exports, documents, clock, newId, now } = rooms
  const documentWorkerUrl =
    options.serviceProcess?.documentWorkerUrl ??
    new URL('../lib/documents/documentWorker.ts', import.meta.url)
  const examples = createExamples(options.examplesDir)
  const project = createProjectHandlers({ projects, stories, files, examples, newId })

  return {
    handlers: {
      ...createAppHandlers({
        info,
        files,
        settings,
        onReadyToClose: options.onReadyToClose ?? (() => {}),
        onConditions: options.onConditions ?? (() => {}),
        onSettings(updated) {
          conversions.webhooks.apply().catch((error: unknown) => report('webhooks', error))
          options.onSettings?.(updated)
        },
      }),
      ...createServerHandlers({
        servers,
        speech,
        voices: createVoiceDirectory({
          builtIn: speech.connection,
          engines: () => servers.list('engine'),
          clock,
        }),
        emit,
        report,
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
    close: () => rooms.close(),
  }
}
