/** The servers that the writer set up, in a file for each kind (`connections.json`, …). Their keys are stored separately (keyStore.ts). */
import { join } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import {
  type Server,
  SERVER_SCHEMAS,
  type ServerDraft,
  type ServersView,
  type ServerView,
} from '../../../shared/servers/contract.ts'
import {
  fieldsOf,
  type KindInfo,
  SERVER_KINDS,
  type ServerField,
  type ServerKind,
} from '../../../shared/servers/kinds.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { withFolderLock } from '../../lib/files/folderLock.ts'
import { keepAside, readJsonFile, updateJsonFile } from '../../lib/files/jsonFile.ts'
import { isPrivate, readAddress } from '../../lib/http/baseUrl.ts'
import { type EngineSettings, engineSettingsSchema } from '../../lib/http/engineSettings.ts'
import { createRedact, type Redact, withhold } from '../../lib/http/redact.ts'
import type { KeyOwner, KeyStore } from './keyStore.ts'

export type ServerStore = ReturnType<typeof createServerStore>

/** Reads the files for each call, because other hosts may share the folder. */
export function createServerStore(dataDir: string, keys: KeyStore) {
  const pathOf = (kind: ServerKind) => join(dataDir, SERVER_KINDS[kind].file)

  function list<K extends ServerKind>(kind: K): Server<K>[] {
    const path = pathOf(kind)
    return readServers(kind, path, readJsonFile(path)).servers as Server<K>[] // `fromStored` checks the kind
  }

  function change(kind: ServerKind, update: (servers: readonly Server[]) => readonly Server[]): void {
    const path = pathOf(kind)
    updateJsonFile(path, (stored) => {
      const { servers, others } = readServers(kind, path, stored)
      return [...update(servers).map(toStored), ...others]
    })
  }

  /** Throws `connection-unknown`, `engine-unknown` or `language-model-unknown`. */
  function find<K extends ServerKind>(kind: K, id: string): Server<K> {
    const found = list(kind).find((server) => server.id === id)
    if (found !== undefined) return found
    // A connection's id means nothing to a person, and the unknown id may be a key that was pasted by mistake.
    if (SERVER_KINDS[kind].identity === 'address') throw new UserFacingError('connection-unknown')
    throw new UserFacingError(SERVER_KINDS[kind].lendsVoices ? 'engine-unknown' : 'language-model-unknown', {
      name: id,
    })
  }

  const protectionOf = (server: Server) => keys.protection(keyIdOf(server))

  function viewOf<K extends ServerKind>(kind: K): ServerView<K>[] {
    return list(kind).map((server) => {
      const protection = protectionOf(server)
      return { ...server, hasKey: protection !== null, protection }
    })
  }

  /** '' if there is no key and the kind needs none. Throws the errors of the key store. */
  function keyOf(server: Server): string {
    if (SERVER_KINDS[server.kind].key === 'optional' && protectionOf(server) === null) return ''
    return keys.get(ownerOf(server))
  }

  function save({ kind, id, key, ...typed }: ServerDraft): string {
    const { errors, identity, key: keyRule }: KindInfo = SERVER_KINDS[kind]
    const known = list(kind)
    const before = id === null ? null : find(kind, id)
    const values = tidyValues(kind, typed)
    const name = identity === 'name' && before !== null ? before.name : values.name
    const isTaken = before === null && known.some((other) => other.id === name)
    if (isTaken && errors.taken !== undefined) throw new UserFacingError(errors.taken, { name })
    const url = readAddress(values.baseUrl)
    if (url === null) throw new UserFacingError(errors.address)
    const keepsKey = before !== null && originOf(before) === url.origin && protectionOf(before) !== null
    if ((keyRule === 'required' || key !== null || keepsKey) && !isPrivate(url))
      throw new UserFacingError(errors.open, { host: url.host })
    const newId = () => (identity === 'name' ? name : freeId(connectionIdOf(url), known))
    const saved = SERVER_SCHEMAS[kind].server.parse({
      ...values,
      kind,
      id: before?.id ?? newId(),
      name,
      baseUrl: url.href.replace(/\/+$/, ''),
    })
    if (key !== null) keys.set(ownerOf(saved), key.text, key.keep)
    // Otherwise a new server could get the key of an earlier server with its name.
    else if (!keepsKey) keys.remove(keyIdOf(saved))
    change(kind, (servers) =>
      before === null ? [...servers, saved] : servers.map((other) => (other.id === saved.id ? saved : other)),
    )
    return saved.id
  }

  return {
    /** Must be awaited before a key is needed, or a draft with a key is saved, because the system's keychain is slow. Never rejects. */
    async prepareKeys(draft?: ServerDraft): Promise<void> {
      const url = draft === undefined ? null : readAddress(draft.baseUrl)
      const key = draft?.key?.text
      await keys.prepare(url === null || key === undefined ? undefined : { origin: url.origin, key })
    },

    list,
    find,
    /** What the page may know. */
    view: (): ServersView => ({
      keeping: keys.keeping(),
      connection: viewOf('connection'),
      engine: viewOf('engine'),
      languageModel: viewOf('languageModel'),
    }),

    // The lock covers list, id and key, so that no other process changes the files in between.
    /**
     * Adds or changes a server and returns its id. If the origin changes, the key is removed, unless the draft has a new key. Throws the
     * errors that SERVER_KINDS names, `settings-not-saved`, and the errors of the key store.
     */
    save: (draft: ServerDraft): string => withFolderLock(dataDir, () => save(draft)),

    /** Throws like `find`, and `settings-not-saved`. */
    removeKey: (kind: ServerKind, id: string): void => keys.remove(keyIdOf(find(kind, id))),

    /** Removes a server and its key. Stories that use it keep their audio. Throws like `removeKey`. */
    remove(kind: ServerKind, id: string): void {
      withFolderLock(dataDir, () => {
        keys.remove(keyIdOf(find(kind, id)))
        change(kind, (servers) => servers.filter((server) => server.id !== id))
      })
    },

    keyOf,

    /** Masks a connection's key in a text; masks the whole text if the key cannot be read. */
    redactFor(connectionId: string): Redact {
      try {
        return createRedact(keyOf(find('connection', connectionId)))
      } catch {
        return withhold
      }
    },
  }
}

/**
 * All engines with their keys, for the built-in service. If the key of an engine cannot be read, the engine is returned without it, and
 * `onError` is called with the reason.
 */
export function engineSettingsOf(
  servers: ServerStore,
  onError: (error: unknown, name: string) => void,
): EngineSettings[] {
  return servers.list('engine').flatMap((engine) => {
    let key = ''
    try {
      key = servers.keyOf(engine)
    } catch (error) {
      onError(error, engine.name)
    }
    const parsed = engineSettingsSchema.safeParse({ ...engine, key })
    if (!parsed.success)
      onError(new Error(`The engine ${engine.name} in engines.json cannot be used`), engine.name)
    return parsed.success ? [parsed.data] : []
  })
}

/**
 * The id of a connection to an address: the same on every computer, so that a story from elsewhere, or a connection that was removed and
 * set up again, finds its takes and its conversions.
 */
export function connectionIdOf(baseUrl: URL): string {
  return `at ${baseUrl.host}${baseUrl.pathname.replace(/\/+$/, '')}`.slice(0, 60)
}

function freeId(wished: string, known: readonly Server[]): string {
  const isTaken = (id: string) => id === BUILT_IN_CONNECTION || known.some((other) => other.id === id)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wished : `${wished} ${number}`
    if (!isTaken(id)) return id
  }
}

/** The key store's id. No id made from an address begins with the name of a kind (`connectionIdOf`). */
function keyIdOf({ kind, id }: Server): string {
  return SERVER_KINDS[kind].identity === 'name' ? `${kind} ${id}` : id
}

function ownerOf(server: Server): KeyOwner {
  return { id: keyIdOf(server), name: server.name, origin: originOf(server) }
}

function originOf({ baseUrl }: Server): string {
  return new URL(baseUrl).origin
}

/** A server as stored in the file: without its id, if that is its name. */
function toStored({ kind, id, ...values }: Server): object {
  const leftOut = new Map(
    fieldsOf(kind).flatMap(([name, field]): [string, number][] =>
      field.type === 'number' && field.isLeftOut === true ? [[name, field.initial]] : [],
    ),
  )
  const stored = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !leftOut.has(name) || leftOut.get(name) !== value),
  )
  return SERVER_KINDS[kind].identity === 'name' ? stored : { id, ...stored }
}

/** The servers in a file's content, and the entries that are not valid servers, such as those of a newer version. */
function readServers(
  kind: ServerKind,
  path: string,
  content: unknown,
): { servers: readonly Server[]; others: readonly unknown[] } {
  if (content !== undefined && !Array.isArray(content)) keepAside(path)
  const entries: readonly unknown[] = Array.isArray(content) ? content : []
  const servers = new Map<string, Server>()
  const others: unknown[] = []
  for (const entry of entries) {
    const server = fromStored(kind, entry)
    if (server === null) others.push(entry)
    else if (!servers.has(server.id)) servers.set(server.id, server)
  }
  return { servers: [...servers.values()], others }
}

/** Null for an entry that is not a valid server. */
function fromStored(kind: ServerKind, entry: unknown): Server | null {
  if (typeof entry !== 'object' || entry === null) return null
  const hasNameAsId = SERVER_KINDS[kind].identity === 'name' && 'name' in entry
  const parsed = SERVER_SCHEMAS[kind].server.safeParse({
    ...entry,
    kind,
    ...(hasNameAsId && { id: entry.name }),
  })
  if (!parsed.success || !URL.canParse(parsed.data.baseUrl)) return null
  const values: Readonly<Record<string, unknown>> = parsed.data
  return fieldsOf(kind).every(([id, field]) => isUsable(field, values[id])) ? parsed.data : null
}

interface TidyValues extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly baseUrl: string
}

/** The typed values, trimmed and without duplicates. Throws the error of an invalid field. */
function tidyValues(kind: ServerKind, typed: TidyValues): TidyValues {
  const tidied = fieldsOf(kind).flatMap(([id, field]) => {
    if (field.type === 'key') return []
    const value = tidy(typed[id])
    if (field.type === 'text' && field.unusable !== undefined && !isUsable(field, value))
      throw new UserFacingError(field.unusable)
    return [[id, value] as const]
  })
  return { ...typed, ...Object.fromEntries(tidied) }
}

function tidy(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return value
  return [...new Set(value.map(tidy))].filter((entry) => entry !== '')
}

function isUsable(field: ServerField, value: unknown): boolean {
  if (field.type !== 'text' || field.unusable === undefined) return true
  return typeof value === 'string' && (field.pattern ?? /\S/).test(value)
}
