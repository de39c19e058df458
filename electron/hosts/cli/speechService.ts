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
import { type Connection, type Connections, createConnections } from '../../speech/connections.ts'
import type { ServerStore } from '../../speech/servers/serverStore.ts'
import { connectionOf, type Env, findConnection } from './servers.ts'

/** The service that speaks the story: the built-in service, a connection of the app, or the service that the environment names. */
export interface SpeechService {
  readonly connectionId: string
  /** A hosted service may charge, and does not support the extensions in milliseconds. */
  readonly isHosted: boolean
  /** The languages of the built-in service's natural voices. */
  readonly packLanguages: PackLanguages
  readonly connections: Connections
  close(): Promise<void>
}

export interface SpeechServiceOptions {
  readonly env: Env
  /** The value of the option: the name of a connection, or `built-in`. */
  readonly connection: string | undefined
  /** The connection that the story uses. */
  readonly ofStory: string
  readonly servers: ServerStore
  /** The engines whose voices the built-in service also uses. */
  readonly engines: () => readonly EngineSettings[]
  /** The folder for the built-in service's data while it runs. */
  readonly dataFolder: string
  /** The app's folder of voice packs. */
  readonly voicesFolder: string
  readonly report: Report
}

/**
 * Chooses the service, and starts it at once if it is the built-in one. Throws `connection-not-found` if the named connection does not exist,
 * `connection-unknown` if that of the story does not, `base-url-invalid`, `base-url-not-https`,
 * or `api-key-missing` if FABULA_BASE_URL is set and FABULA_API_KEY is not.
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
  return findConnection(servers, connection ?? servers.find('connection', ofStory).id)
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
