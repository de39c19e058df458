/** The app's side of the embedded service: starts its process, sends it the settings, and ends it. */
import { randomBytes } from 'node:crypto'
import audioProcess from './audioProcess.json' with { type: 'json' }
import type { TextToSpeechRequest } from '../../shared/speech-api/requests.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { type ChildPort, forkChild, type Spawn, withoutKeys } from './processPorts.ts'
import { type HostMessage, serviceMessageSchema, type ServiceSettingsInput } from './hostMessages.ts'
import { serveChildren } from './natural/naturalSpawn.ts'
import type { EngineSettingsInput } from '../lib/http/engineSettings.ts'

/** The process of the service. */
export type ServiceProcess = ChildPort<HostMessage>

export interface LocalServiceOptions {
  /** The folder of the service's conversions and audio. */
  readonly dataFolder: string
  /** The app's folder of voice packs; without one, the service has no natural voices. */
  readonly voicesFolder?: string
  /** The entries of the process and its workers, for bundled hosts; the sources by default. */
  readonly entryUrl?: URL
  readonly workerUrl?: URL
  readonly documentWorkerUrl?: URL
  readonly naturalUrl?: URL
  /** Starts the process; Node's fork by default. */
  readonly spawn?: Spawn<HostMessage>
  /** Starts the processes of voice packs for a service inside Electron, which cannot start them itself. */
  readonly spawnNatural?: Spawn<unknown>
  /** Finished conversions are removed after this many days, because the app keeps its audio in projects; null for never. */
  readonly keepDays?: number | null
  /** Webhooks, rate and other engines; none by default. */
  readonly settings?: ServiceSettingsInput
  readonly startTimeoutMs?: number
}

export interface LocalService {
  readonly baseUrl: string
  /** The new names of files in its folder that could not be used. */
  readonly setAside: readonly string[]
  /** Generated for this start, and not known to any other program. */
  readonly key: string
  /** Replaces the other engines. Resolves when the service uses the new ones, or when its process has ended. */
  setEngines(engines: readonly EngineSettingsInput[]): Promise<void>
  /** Makes the service read the folder of voice packs again. Resolves when that is done, or when its process has ended. */
  readVoices(): Promise<void>
  /** Makes the service prepare these voices, so that they speak without a delay, and what will probably be heard next. */
  loadVoices(voiceIds: readonly string[], next: TextToSpeechRequest | null): void
  /** Notifies the service that the app has stored the audio of a conversion, so that the service need not keep it. */
  tellCollected(uuid: string): void
  /** Shuts the process down, or kills it after some seconds. */
  stop(): Promise<void>
  /** Adds a listener that is called if the process ends without a call of `stop`. */
  onUnexpectedExit(listener: (code: number | null) => void): void
}

const STOP_GRACE_MS = 5_000

/**
 * Starts the embedded service and waits until it answers. Rejects with `local-service-folder-in-use`, and with
 * `local-service-failed` (params: `reason`) if it cannot start for another reason or takes too long.
 */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const {
    dataFolder,
    voicesFolder = null,
    entryUrl = new URL('./main.ts', import.meta.url),
    workerUrl = new URL('./speech/speakWorker.ts', import.meta.url),
    documentWorkerUrl = new URL('../lib/documents/documentWorker.ts', import.meta.url),
    naturalUrl = new URL('./natural/naturalProcess.ts', import.meta.url),
    spawn = forkService,
    spawnNatural,
    keepDays = 30,
    settings,
    startTimeoutMs = 15_000,
  } = options
  const key = randomBytes(32).toString('base64url')
  const service = spawn(entryUrl)
  const awaited = new Map<number, () => void>()
  const tellChange = async (
    change: { kind: 'engines'; engines: EngineSettingsInput[] } | { kind: 'voices' },
  ) => {
    const turn = awaited.size
    const taken = new Promise<void>((resolve) => awaited.set(turn, resolve))
    trySend(service, { ...change, turn })
    await Promise.race([taken, exit])
  }
  const listeners: ((code: number | null) => void)[] = []
  let isStopping = false
  const exit = new Promise<number | null>((resolve) => service.onExit(resolve))
  void exit.then((code) => {
    if (!isStopping) for (const listener of listeners) listener(code)
  })

  const children =
    spawnNatural === undefined ? null : serveChildren(spawnNatural, (event) => trySend(service, event))
  void exit.then(() => children?.endAll())

  const started = new Promise<Pick<LocalService, 'baseUrl' | 'setAside'>>((resolve, reject) => {
    service.onMessage((data) => {
      const message = serviceMessageSchema.safeParse(data)
      if (!message.success) return
      if ('turnTaken' in message.data) awaited.get(message.data.turnTaken)?.()
      else if ('child' in message.data) children?.take(message.data)
      else if (message.data.ready) resolve(message.data)
      else if (message.data.isFolderInUse) reject(new UserFacingError('local-service-folder-in-use'))
      else reject(failure(message.data.message))
    })
    void exit.then((code) => reject(failure(`it ended with code ${code ?? 'none'}`)))
  })
  const timer = new AbortController()
  const urls = {
    workerUrl: workerUrl.href,
    documentWorkerUrl: documentWorkerUrl.href,
    naturalUrl: naturalUrl.href,
  }
  service.send({ kind: 'start', key, dataFolder, voicesFolder, ...urls, keepDays, settings })
  try {
    const { baseUrl, setAside } = await Promise.race([started, rejectAfter(startTimeoutMs, timer.signal)])
    return {
      baseUrl,
      setAside,
      key,
      setEngines: (engines) => tellChange({ kind: 'engines', engines: [...engines] }),
      readVoices: () => tellChange({ kind: 'voices' }),
      loadVoices: (voices, next) => trySend(service, { kind: 'load', voices: [...voices], next }),
      tellCollected: (uuid) => trySend(service, { kind: 'collected', uuid }),
      async stop() {
        isStopping = true
        const force = setTimeout(() => service.kill(), STOP_GRACE_MS)
        trySend(service, { kind: 'stop' })
        await exit
        clearTimeout(force)
      },
      onUnexpectedExit: (listener) => void listeners.push(listener),
    }
  } catch (error) {
    service.kill()
    throw error
  } finally {
    timer.abort()
  }
}

function failure(reason: string): UserFacingError {
  return new UserFacingError('local-service-failed', { reason })
}

function rejectAfter(ms: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(failure(`it did not answer within ${ms / 1000} seconds`)), ms)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
}

/** Sends a message, and kills the process if that fails, for example because it has just ended. */
function trySend(service: ServiceProcess, message: HostMessage): void {
  try {
    service.send(message)
  } catch {
    service.kill()
  }
}

/**
 * The options of the process. It does not receive the keys of hosted services, because it does not need them. Its threads allocate and
 * free a lot of audio: audioProcess.json makes V8 collect garbage early, compile in the thread that needs the code and inline the small
 * functions of LAME, and makes glibc's malloc (others ignore it) return freed memory to the system. The build starts the terminal's
 * processes with the same options.
 */
export function serviceProcessOptions(env: NodeJS.ProcessEnv): {
  env: NodeJS.ProcessEnv
  execArgv: string[]
} {
  return {
    env: { ...audioProcess.env, ...withoutKeys(env) },
    execArgv: audioProcess.execArgv,
  }
}

function forkService(entryUrl: URL): ServiceProcess {
  return forkChild(entryUrl, {
    ...serviceProcessOptions(process.env),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}
