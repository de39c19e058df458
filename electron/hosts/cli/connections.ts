/** The connections that the app and the terminal share: listing, adding, testing and removing them without a window. */
import type { ConnectionTest, ConnectionView } from '../../../shared/ipc/connectionsContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { createConnectionStore } from '../../speech/connectionStore.ts'
import type { ConnectionStore } from '../../speech/connectionStore.ts'
import { fileKeySafe } from '../../speech/keySafe.ts'
import { createKeyStore } from '../../speech/keyStore.ts'
import { testConnection } from '../../speech/testConnection.ts'
import { connectionOf } from './environment.ts'
import type { Env } from './environment.ts'

export type ConnectionsCommand =
  | { readonly kind: 'list-connections' }
  | { readonly kind: 'add-connection'; readonly name: string; readonly baseUrl: string }
  /** Without a name it is the service that the environment names. */
  | { readonly kind: 'test-connection'; readonly name: string | undefined }
  | { readonly kind: 'remove-connection'; readonly name: string }

/** Reads what stands behind `connections`, or says what is wrong with it. */
export function parseConnectionsCommand([verb, name, baseUrl, ...rest]: readonly string[]):
  ConnectionsCommand | string {
  if (verb === undefined) return { kind: 'list-connections' }
  if (verb !== 'add' && verb !== 'test' && verb !== 'remove') return `Connections cannot “${verb}”.`
  if (name === undefined) return verb === 'test' ? { kind: 'test-connection', name } : 'Name the connection.'
  if (verb !== 'add') {
    return baseUrl === undefined ? { kind: `${verb}-connection`, name } : 'Name one connection only.'
  }
  if (baseUrl === undefined) return 'Give the base URL of the service.'
  return rest.length === 0
    ? { kind: 'add-connection', name, baseUrl }
    : 'A connection takes a name and a base URL; its key comes from standard input.'
}

export interface ConnectionsOptions {
  readonly env: Env
  /** The app's folder. */
  readonly dataDir: string
  readonly stdin: () => AsyncIterable<Uint8Array>
  /** Told, in a sentence, what a writer should know beside the outcome. */
  readonly warn: (sentence: string) => void
  /** Told of every key in use, so that logs can be kept free of it. */
  readonly onKey: (key: string) => void
}

/** The connections of the app's folder. The terminal has no keychain: a key that it keeps is in a file, not sealed. */
export function openConnections({
  dataDir,
  onKey,
}: Pick<ConnectionsOptions, 'dataDir' | 'onKey'>): ConnectionStore {
  return createConnectionStore(dataDir, createKeyStore({ dataDir, safe: fileKeySafe, onKey }))
}

/** Does what the command says and gives what is printed. Throws `connection-unknown`, `connection-test-failed` and others. */
export async function runConnections(
  command: ConnectionsCommand,
  options: ConnectionsOptions,
): Promise<string> {
  const store = openConnections(options)
  switch (command.kind) {
    case 'list-connections':
      return store.view().connections.map(describeConnection).join('')
    case 'add-connection': {
      const { name, baseUrl } = command
      const text = await readKey(options.stdin())
      store.save({ id: null, name, baseUrl, webhookPublicKey: '', key: { text, keep: 'safest' } })
      options.warn(
        'The key is kept in keys.json in Fabula’s folder, which only your account may read. It is not sealed.',
      )
      return `Added ${name}.\n`
    }
    case 'test-connection': {
      const found = await testConnection(await connectionToTest(store, command.name, options.env))
      if (found.outcome !== 'works') throw failedTest(found)
      return `It works: ${found.host} lists ${found.count} vibes.\n`
    }
    case 'remove-connection':
      store.remove(findConnection(store, command.name).id)
      return `Removed ${command.name}.\n`
  }
}

async function connectionToTest(store: ConnectionStore, name: string | undefined, env: Env) {
  if (name !== undefined) return store.connections.get(findConnection(store, name).id)
  const connection = connectionOf(env)
  if (connection === null) throw new UserFacingError('environment-names-no-service')
  return connection
}

/** Finds a connection by its name, or by its id. Throws `connection-unknown`. */
export function findConnection(store: ConnectionStore, name: string): ConnectionView {
  const { connections } = store.view()
  const found = connections.find((one) => one.name === name) ?? connections.find((one) => one.id === name)
  if (found === undefined) throw new UserFacingError('connection-unknown')
  return found
}

function describeConnection({ name, baseUrl, protection }: ConnectionView): string {
  return `${name}\t${baseUrl}\t${KEY_WORDS[protection ?? 'none']}\n`
}

const KEY_WORDS = {
  none: 'no key',
  sealed: 'key sealed by the desktop app',
  file: 'key in a file, not sealed',
  session: 'key for this session',
} as const

function failedTest({ outcome, host, status, message }: ConnectionTest): UserFacingError {
  return new UserFacingError('connection-test-failed', { host, reason: REASONS[outcome], status, message })
}

const REASONS: Readonly<Record<ConnectionTest['outcome'], string>> = {
  works: 'it works',
  'key-refused': 'the key is refused',
  refused: 'it says no',
  'not-this-service': 'it is not this service',
  redirected: 'it sends callers on to another address, where the key does not go',
  'name-unknown': 'there is no network, or no such name',
  unreachable: 'nothing answers',
  silent: 'it does not answer in time',
  'cut-off': 'the connection breaks off',
  'tls-trouble': 'its certificate cannot be trusted, so the key was not sent',
  busy: 'it has too much to do',
  'service-trouble': 'it is in trouble itself',
}

async function readKey(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stdin) {
    length += piece.length
    if (length > 10_000) throw new UserFacingError('key-unusable')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
