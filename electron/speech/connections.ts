/** The services that make speech: the built-in service, and the connections that the writer set up. */
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { ServerStore } from './servers/serverStore.ts'
import { createSpeechClient, type SpeechClient } from './speechClient.ts'

/** The address of a service, and its key. */
export interface Connection {
  readonly connectionId: string
  /** https, or http on this computer only. */
  readonly baseUrl: string
  /** Called for each request; the key is stored nowhere else. */
  readonly key: () => string | Promise<string>
  /** Whether this is the embedded service, which responds fast and supports the extensions in milliseconds. */
  readonly isBuiltIn: boolean
}

export type Connections = ReturnType<typeof createConnections>

/** The built-in service, and the connections in the store. */
export function createConnections(builtIn: () => Promise<Connection>, servers: ServerStore) {
  return {
    /** Waits for a service that is starting. Throws `connection-unknown`, or the reason why the service cannot start. */
    async get(connectionId: string): Promise<Connection> {
      if (connectionId === BUILT_IN_CONNECTION) return builtIn()
      const server = servers.find('connection', connectionId)
      const key = async () => {
        await servers.prepareKeys()
        return servers.keyOf(server)
      }
      return { connectionId, baseUrl: server.baseUrl, key, isBuiltIn: false }
    },
  }
}

export interface ClientOfConnection {
  readonly connection: Connection
  readonly client: SpeechClient
}

/** Returns a client for the current state of a connection: a restarted built-in service has another address. */
export type FindClient = (connectionId: string) => Promise<ClientOfConnection>

/** Keeps clients by address, so that all callers share what a client learned about its server (that it has no history). */
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
