/** The connections that the writer set up, in `connections.json`; their keys are in a place of their own (keyStore.ts). */
import { join } from 'node:path'
import { connectionInfoSchema } from '../../shared/ipc/connectionsContract.ts'
import type { ConnectionInfo, ConnectionsView } from '../../shared/ipc/connectionsContract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { keepAside, readJsonFile, writeJsonFile } from '../lib/files/jsonFile.ts'
import { parseBaseUrl } from './baseUrl.ts'
import type { Connections } from './connections.ts'
import { createRedact, withhold } from '../lib/http/redact.ts'
import type { Redact } from '../lib/http/redact.ts'
import type { KeyOwner, KeyStore } from './keyStore.ts'

export interface ConnectionDraft {
  /** Null for a new one. */
  readonly id: string | null
  readonly name: string
  readonly baseUrl: string
  readonly webhookPublicKey: string
  /** Null leaves the key as it is. */
  readonly key: { readonly text: string; readonly keep: 'safest' | 'session' | 'file' } | null
}

export interface ConnectionStore {
  list(): readonly ConnectionInfo[]
  /** What the renderer may know. */
  view(): ConnectionsView
  /**
   * Adds or changes a connection and gives its id. A changed origin takes its key away, unless a new one comes along.
   * Throws `connection-name-missing`, `base-url-invalid`, `base-url-not-https`, `connection-unknown`, `settings-not-saved`,
   * and what the key store throws.
   */
  save(draft: ConnectionDraft): string
  removeKey(id: string): void
  /** Removes a connection and its key. Stories that name it keep their audio. */
  remove(id: string): void
  /** Masks a connection's key in what its service says unasked; all of it where the key cannot be had. */
  redactFor(id: string): Redact
  /** Throws `connection-unknown` where there is none of that id. */
  readonly connections: Connections
}

/**
 * The id of a connection to an address: the same for the same address on every machine, so that a story that comes back
 * from elsewhere, or a connection that was removed and set up again, finds its takes and its conversions.
 */
export function connectionIdOf(baseUrl: URL): string {
  return `at ${baseUrl.host}${baseUrl.pathname.replace(/\/+$/, '')}`.slice(0, 60)
}

/** Reads its file each time it is asked: another host may share the folder. */
export function createConnectionStore(dataDir: string, keys: KeyStore): ConnectionStore {
  const path = join(dataDir, 'connections.json')

  function list(): ConnectionInfo[] {
    const content = readJsonFile(path)
    if (content === undefined) return []
    if (!Array.isArray(content)) {
      keepAside(path)
      return []
    }
    return content.flatMap((entry) => {
      const parsed = connectionInfoSchema.safeParse(entry)
      return parsed.success ? [parsed.data] : []
    })
  }

  function write(connections: readonly ConnectionInfo[]): void {
    try {
      writeJsonFile(path, connections)
    } catch (error) {
      throw new UserFacingError('settings-not-saved', {}, { cause: error })
    }
  }

  function find(id: string): ConnectionInfo {
    const found = list().find((connection) => connection.id === id)
    if (found === undefined) throw new UserFacingError('connection-unknown')
    return found
  }

  return {
    list,

    view: () => ({
      keeping: keys.keeping(),
      connections: list().map((connection) => {
        const protection = keys.protection(connection.id)
        return { ...connection, hasKey: protection !== null, protection }
      }),
    }),

    save({ id, name, baseUrl, webhookPublicKey, key }) {
      const url = parseBaseUrl(baseUrl)
      if (name.trim() === '') throw new UserFacingError('connection-name-missing')
      const known = list()
      const before = id === null ? null : find(id)
      const saved: ConnectionInfo = {
        id: before?.id ?? freeId(connectionIdOf(url), known),
        name: name.trim(),
        baseUrl: url.href.replace(/\/+$/, ''),
        webhookPublicKey: webhookPublicKey.trim(),
      }
      const hasMoved = before !== null && ownerOf(before).origin !== url.origin
      if (key !== null) keys.set(ownerOf(saved), key.text, key.keep)
      else if (hasMoved) keys.remove(saved.id)
      write(
        before === null ? [...known, saved] : known.map((other) => (other.id === saved.id ? saved : other)),
      )
      return saved.id
    },

    removeKey: (id) => keys.remove(find(id).id),

    remove(id) {
      keys.remove(find(id).id)
      write(list().filter((connection) => connection.id !== id))
    },

    redactFor(id) {
      try {
        return createRedact(keys.get(ownerOf(find(id))))
      } catch {
        return withhold
      }
    },

    connections: {
      get(connectionId) {
        return Promise.resolve().then(() => {
          const connection = find(connectionId)
          const key = () => keys.get(ownerOf(connection))
          return { connectionId, baseUrl: connection.baseUrl, key, isBuiltIn: false }
        })
      },
    },
  }
}

/** The built-in connection beside those that the writer set up. */
export function withBuiltIn(builtIn: Connections, own: Connections): Connections {
  return { get: (id) => (id === BUILT_IN_CONNECTION ? builtIn : own).get(id) }
}

function ownerOf({ id, name, baseUrl }: ConnectionInfo): KeyOwner {
  return { id, name, origin: parseBaseUrl(baseUrl).origin }
}

function freeId(wished: string, known: readonly ConnectionInfo[]): string {
  const isTaken = (id: string) => id === BUILT_IN_CONNECTION || known.some((other) => other.id === id)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wished : `${wished} ${number}`
    if (!isTaken(id)) return id
  }
}
