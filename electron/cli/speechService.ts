import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { startBuiltInService } from '../builtInService.ts'
import type { Report } from '../ipc/report.ts'
import type { EngineSettings } from '../local-service/serviceSettings.ts'
import { startLocalService } from '../local-service/startLocalService.ts'
import { parseBaseUrl } from '../speech/baseUrl.ts'
import { connectionIdOf } from '../speech/connectionStore.ts'
import type { ConnectionStore } from '../speech/connectionStore.ts'
import type { Connections } from '../speech/connections.ts'

import { findConnection } from './connections.ts'

export type Env = Readonly<Record<string, string | undefined>>

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

/** Whether the environment names a hosted service. */
export function namesHostedService(env: Env): boolean {
  return (env['FABULA_BASE_URL'] ?? '') !== ''
}

/**
 * Chooses the service; the built-in one starts at once. Throws `connection-unknown`, `base-url-invalid`, `base-url-not-https`,
 * or `api-key-missing` where FABULA_BASE_URL is there and FABULA_API_KEY is not.
 */
export function startSpeechService(options: SpeechServiceOptions): SpeechService {
  const { env, connection, ofStory, store, engines, dataFolder, report } = options
  if (connection === undefined && namesHostedService(env))
    return hostedService(env['FABULA_BASE_URL'] ?? '', env['FABULA_API_KEY'] ?? '')
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

function hostedService(address: string, key: string): SpeechService {
  const baseUrl = parseBaseUrl(address)
  if (key === '') throw new UserFacingError('api-key-missing')
  // What is kept of an unfinished render must find its way back to this service, and to no other.
  const connectionId = connectionIdOf(baseUrl)
  const connection = { connectionId, baseUrl: baseUrl.href, key: () => key, isBuiltIn: false }
  return {
    connectionId,
    isHosted: true,
    connections: { get: () => Promise.resolve(connection) },
    close: () => Promise.resolve(),
  }
}
