/** Which service makes the speech. The host provides it: a built-in service that it started, or one that the writer named. */
import type { SpeechClient } from './speechClient.ts'
import { createSpeechClient } from './speechClient.ts'

export interface Connection {
  readonly connectionId: string
  /** https, or http on this machine only. */
  readonly baseUrl: string
  /** Asked for each request, and kept nowhere else. */
  readonly key: () => string | Promise<string>
  /** The embedded service: fast to ask, and known to take the extensions in milliseconds. */
  readonly isBuiltIn: boolean
}

export interface Connections {
  /** Waits for a service that is still starting. Throws a UserFacingError where there is no such connection, or none to be had. */
  get(connectionId: string): Promise<Connection>
}

export interface ClientOfConnection {
  readonly connection: Connection
  readonly client: SpeechClient
}

/** Gives a client for a connection as it is now: a built-in service that was started again has another address. */
export type FindClient = (connectionId: string) => Promise<ClientOfConnection>

/** Clients by address, so that what one learned of its server (that it has no history) is known to all who ask. */
export function createFindClient(
  connections: Connections,
  createClient: (connection: Connection) => SpeechClient = createSpeechClient,
): FindClient {
  const clients = new Map<string, ClientOfConnection>()
  return async (connectionId) => {
    const connection = await connections.get(connectionId)
    const known = clients.get(connectionId)
    if (known?.connection.baseUrl === connection.baseUrl) return known
    const found = { connection, client: createClient(connection) }
    clients.set(connectionId, found)
    return found
  }
}
