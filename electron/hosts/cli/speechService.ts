import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { startBuiltInService } from '../../app/builtInService.ts'
import type { Report } from '../../lib/report.ts'
import type { EngineSettings } from '../../lib/http/engineSettings.ts'
import { startLocalService } from '../../local-service/startLocalService.ts'
import type { ConnectionStore } from '../../speech/connectionStore.ts'
import type { Connection, Connections } from '../../speech/connections.ts'
import { findConnection } from './connections.ts'
import { connectionOf } from './environment.ts'
import type { Env } from './environment.ts'

/** Who speaks: the built-in voice, or the service that the environment names. */
export interface SpeechService {
  readonly connectionId: string
  /** A hosted service may charge, and does not take the extensions in milliseconds. */
  readonly isHosted: boolean
  readonly connections: Connections
  close(): Promise<void>
}

export interface SpeechServiceOptions {
  readonly env: Env
  /** What the terminal named: a connection of the writer's, or `built-in`. */
  readonly connection: string | undefined
  /** The connection that the story has chosen. */
  readonly ofStory: string
  readonly store: ConnectionStore
  /** Engines that the built-in service speaks with beside its own. */
  readonly engines: () => readonly EngineSettings[]
  /** Where the built-in service keeps its data while it runs. */
  readonly dataFolder: string
  readonly report: Report
}

/**
 * Chooses the service; the built-in one starts at once. Throws `connection-unknown`, `base-url-invalid`, `base-url-not-https`,
 * or `api-key-missing` where FABULA_BASE_URL is there and FABULA_API_KEY is not.
 */
export function startSpeechService(options: SpeechServiceOptions): SpeechService {
  const { env, connection, ofStory, store, engines, dataFolder, report } = options
  const ofEnvironment = connection === undefined ? connectionOf(env) : null
  if (ofEnvironment !== null) return hostedService(ofEnvironment)
  const wished = connection ?? ofStory
  if (wished !== BUILT_IN_CONNECTION) return ownService(store, wished)
  const service = startBuiltInService({
    start: () => startLocalService({ dataFolder, keepDays: null, settings: { engines: [...engines()] } }),
    onState: () => {},
    report,
    now: Date.now,
  })
  const { connections, close } = service
  return { connectionId: BUILT_IN_CONNECTION, isHosted: false, connections, close }
}

function ownService(store: ConnectionStore, name: string): SpeechService {
  const { id, hasKey, name: shown } = findConnection(store, name)
  if (!hasKey) throw new UserFacingError('connection-without-key', { name: shown })
  return {
    connectionId: id,
    isHosted: true,
    connections: store.connections,
    close: () => Promise.resolve(),
  }
}

function hostedService(connection: Connection): SpeechService {
  return {
    connectionId: connection.connectionId,
    isHosted: true,
    connections: { get: () => Promise.resolve(connection) },
    close: () => Promise.resolve(),
  }
}
