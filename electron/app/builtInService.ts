/**
 * The embedded speech service as the app's built-in connection. It starts with the app, so that the first Play does not wait for it, and
 * restarts if its process ends by itself.
 */
import type { TextToSpeechRequest } from '../../shared/speech-api/requests.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { EventPayload } from '../../shared/ipc/contract.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { Report } from '../lib/report.ts'
import type { LocalService } from '../local-service/startLocalService.ts'
import type { EngineSettings } from '../lib/http/engineSettings.ts'
import type { Connection } from '../speech/connections.ts'

export type SpeechState = EventPayload<'speech:state'>['state']

export interface BuiltInServiceOptions {
  readonly start: () => Promise<LocalService>
  readonly onState: (state: SpeechState) => void
  readonly report: Report
  /** In milliseconds. */
  readonly now: () => number
}

/** A service that ends sooner is not restarted automatically: it would end again. */
const STEADY_MS = 10_000

export type BuiltInService = ReturnType<typeof startBuiltInService>

/** Starts the service at once. If that fails, each call of `connection` tries again. */
export function startBuiltInService({ start, onState, report, now }: BuiltInServiceOptions) {
  let state: SpeechState = 'starting'
  let isClosed = false
  let running: Promise<LocalService> | undefined

  function change(next: SpeechState): void {
    if (next === state || isClosed) return
    state = next
    onState(next)
  }

  function run(): Promise<LocalService> {
    change('starting')
    const starting = start()
    running = starting
    starting.then(
      (service) => {
        const readyAtMs = now()
        change('ready')
        service.onUnexpectedExit((code) => {
          report('built-in voice', new Error(`The speech service ended with code ${code ?? 'none'}`))
          running = undefined
          if (!isClosed && now() - readyAtMs > STEADY_MS) void run().catch(() => undefined)
          else change('failed')
        })
      },
      (error: unknown) => {
        report('built-in voice', error)
        running = undefined
        change('failed')
      },
    )
    return starting
  }

  void run().catch(() => undefined)

  return {
    state: (): SpeechState => state,
    /** Waits for a service that is starting. Throws the reason why it cannot start, and `request-cancelled` after `close`. */
    async connection(): Promise<Connection> {
      if (isClosed) throw new UserFacingError('request-cancelled')
      const { baseUrl, key } = await (running ?? run())
      return { connectionId: BUILT_IN_CONNECTION, baseUrl, key: () => key, isBuiltIn: true }
    },
    /** Passes new engines to a running or starting service. A service started later reads its engines itself (`start`). */
    async setEngines(engines: readonly EngineSettings[]): Promise<void> {
      const service = await running?.catch(() => undefined)
      await service?.setEngines(engines)
    },
    /** Notifies a running or starting service that voice packs were added or removed. A service started later reads them itself. */
    async readVoices(): Promise<void> {
      const service = await running?.catch(() => undefined)
      await service?.readVoices()
    },
    /** Asks a running or starting service to prepare these voices, so that they speak without a delay, and what will probably be heard next. */
    loadVoices(voiceIds: readonly string[], next: TextToSpeechRequest | null): void {
      running?.then(
        (service) => service.loadVoices(voiceIds, next),
        () => undefined, // The error was reported at the start of the service.
      )
    },
    /** Notifies the service that the app has stored a conversion's audio, so the service may delete it. */
    tellCollected(uuid: string): void {
      running?.then(
        (service) => service.tellCollected(uuid),
        () => undefined, // The error was reported at the start of the service.
      )
    },
    /** Ends the process for good. */
    async close(): Promise<void> {
      isClosed = true
      const service = await running?.catch(() => undefined)
      await service?.stop()
    },
  }
}

/** The hosts that may run at once with one app folder: the desktop app, the browser host, a terminal or two. */
const MAX_SERVICES = 8

/** Starts a service in the folder, or in a sibling folder if another host's service uses it: two services cannot share a folder's conversions. */
export async function startInFreeFolder(
  start: (dataFolder: string) => Promise<LocalService>,
  folder: string,
): Promise<LocalService> {
  for (let number = 1; ; number++) {
    try {
      return await start(number === 1 ? folder : `${folder}-${number}`)
    } catch (error) {
      const isInUse = error instanceof UserFacingError && error.code === 'local-service-folder-in-use'
      if (number === MAX_SERVICES || !isInUse) throw error
    }
  }
}
