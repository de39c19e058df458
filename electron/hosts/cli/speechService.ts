import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ServerView } from '../../../shared/servers/contract.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { naturalVoicesOf } from '../../../shared/voices/voicePacks.ts'
import { NO_PACKS, type PackLanguages } from '../../../shared/voices/languages.ts'
import { startBuiltInService } from '../../app/builtInService.ts'
import type { Report } from '../../lib/report.ts'
import type { EngineSettings } from '../../lib/http/engineSettings.ts'
import { readInstalledPacks } from '../../lib/voices/installedPacks.ts'
import { startLocalService } from '../../local-service/startLocalService.ts'
import { createConnections, type Connection, type Connections } from '../../speech/connections.ts'
import type { ServerStore } from '../../speech/servers/serverStore.ts'
import { connectionOf, type Env } from './environment.ts'
import { connectionOfStory, findConnection } from './servers.ts'

/** The service that speaks the story: the built-in service, a connection of the app, or the service that the environment names. */
export interface SpeechService {
  readonly connectionId: string
  /** A hosted service may charge, and does not take the extensions in milliseconds. */
  readonly isHosted: boolean
  /** The languages of its natural voices. */
  readonly packLanguages: PackLanguages
  readonly connections: Connections
  close(): Promise<void>
}

export interface SpeechServiceOptions {
  readonly env: Env
  /** The option of the command line: the name of a connection, or `built-in`. */
  readonly connection: string | undefined
  /** The connection that the story has chosen. */
  readonly ofStory: string
  readonly servers: ServerStore
  /** Engines that the built-in service speaks with beside its own. */
  readonly engines: () => readonly EngineSettings[]
  /** Where the built-in service keeps its data while it runs. */
  readonly dataFolder: string
  /** The app's folder of voice packs. */
  readonly voicesFolder: string
  readonly report: Report
}

/**
 * Chooses the service; the built-in one starts at once. Throws `connection-not-found` if the named connection does not exist,
 * `connection-unknown` if that of the story does not, `base-url-invalid`, `base-url-not-https`,
 * or `api-key-missing` if FABULA_BASE_URL is there and FABULA_API_KEY is not.
 */
export function startSpeechService(options: SpeechServiceOptions): SpeechService {
  const { env, connection, servers, engines, dataFolder, voicesFolder, report } = options
  const ofEnvironment = connection === undefined ? connectionOf(env) : null
  if (ofEnvironment !== null) return hostedService(ofEnvironment)
  const own = ownConnection(options)
  if (own !== null) return ownService(servers, own)
  const service = startBuiltInService({
    start: () =>
      startLocalService({ dataFolder, voicesFolder, keepDays: null, settings: { engines: [...engines()] } }),
    onState: () => {},
    report,
    now: Date.now,
  })
  return {
    connectionId: BUILT_IN_CONNECTION,
    isHosted: false,
    packLanguages: languagesIn(voicesFolder),
    connections: createConnections(service.connection, servers),
    close: service.close,
  }
}

/** The id of the connection that `startSpeechService` chooses; throws the same. */
export function speakingConnection(
  options: Pick<SpeechServiceOptions, 'env' | 'connection' | 'ofStory' | 'servers'>,
): string {
  const ofEnvironment = options.connection === undefined ? connectionOf(options.env) : null
  return ofEnvironment?.connectionId ?? ownConnection(options)?.id ?? BUILT_IN_CONNECTION
}

/** The connection that the command names, or else the story; null for the built-in service. */
function ownConnection({
  connection,
  ofStory,
  servers,
}: Pick<SpeechServiceOptions, 'connection' | 'ofStory' | 'servers'>): ServerView<'connection'> | null {
  if ((connection ?? ofStory) === BUILT_IN_CONNECTION) return null
  return connection === undefined ? connectionOfStory(servers, ofStory) : findConnection(servers, connection)
}

function ownService(servers: ServerStore, { id, hasKey, name }: ServerView<'connection'>): SpeechService {
  if (!hasKey) throw new UserFacingError('connection-without-key', { name })
  return {
    connectionId: id,
    isHosted: true,
    packLanguages: NO_PACKS,
    connections: createConnections(() => Promise.reject(new UserFacingError('connection-unknown')), servers),
    close: () => Promise.resolve(),
  }
}

function hostedService(connection: Connection): SpeechService {
  return {
    connectionId: connection.connectionId,
    isHosted: true,
    packLanguages: NO_PACKS,
    connections: { get: () => Promise.resolve(connection) },
    close: () => Promise.resolve(),
  }
}

function languagesIn(voicesFolder: string): PackLanguages {
  const voices = readInstalledPacks(voicesFolder).flatMap(({ manifest }) => naturalVoicesOf(manifest))
  return new Map(voices.map(({ id, language }) => [id, language]))
}
