/** The app without a window, put together as every host puts it together (electron/app/services.ts), over new folders. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../build/root.mjs'
import { createServices, type Services, type ServicesOptions } from '../../electron/app/services.ts'
import { createFolderFiles, type FolderFiles } from '../../electron/hosts/browser/folderFiles.ts'
import type { EventName, EventPayload } from '../../shared/ipc/contract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'

export interface TestApp {
  /** The services as they run now. */
  readonly services: Services
  readonly handlers: Services['handlers']
  /** A folder for everything that the test writes; it is deleted at the end. */
  readonly home: string
  /** The app's own folder, in `home`. */
  readonly dataDir: string
  /** The folder of the files that a writer chooses, in `home`. */
  readonly files: FolderFiles
  /** The events that a page receives, oldest first, since the app was last started. */
  readonly told: readonly { readonly event: EventName; readonly payload: EventPayload<EventName> }[]
  /** The errors that the app writes to its log, since it was last started. */
  readonly reported: readonly unknown[]
  /** Ends the app; `start` starts it again with the same folders. */
  stop(): Promise<void>
  start(): void
  /** Ends the app and deletes its folders. */
  close(): Promise<void>
}

export interface TestAppOptions extends Partial<
  Omit<ServicesOptions, 'dataDir' | 'examplesDir' | 'files' | 'emit' | 'report'>
> {
  /** False for a test that needs no built-in voice: the app then reports that its speech service does not start. */
  readonly hasVoice?: boolean
}

/** The error of a speech service that does not start, because a test has `hasVoice: false`. */
export const noVoice = new UserFacingError('local-service-failed', { reason: 'not in this test' })

/** Starts the app, with the options of the real one if a test names them. */
export async function openTestApp({ hasVoice = true, ...options }: TestAppOptions = {}): Promise<TestApp> {
  const home = await mkdtemp(join(tmpdir(), 'fabula-app-'))
  const dataDir = join(home, 'data')
  const files = await createFolderFiles(join(home, 'folder'))
  let told: { event: EventName; payload: EventPayload<EventName> }[] = []
  let reported: unknown[] = []
  let services: Services
  let isRunning = false
  const app: TestApp = {
    get services() {
      return services
    },
    get handlers() {
      return services.handlers
    },
    home,
    dataDir,
    files,
    get told() {
      return told
    },
    get reported() {
      return reported
    },
    async stop() {
      if (!isRunning) return
      isRunning = false
      await services.close()
    },
    start() {
      isRunning = true
      told = []
      reported = []
      services = createServices({
        info: { version: '1.2.3', host: 'browser', platform: 'linux', systemLanguages: null },
        examplesDir: join(root, 'examples'),
        ...(hasVoice ? {} : { startService: () => Promise.reject(noVoice) }),
        ...options,
        dataDir,
        files,
        emit: (event, payload) => void told.push({ event, payload }),
        report: (_where, error) => void reported.push(error),
      })
    },
    async close() {
      await app.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
  app.start()
  return app
}
