/**
 * The servers of the terminal: those that the app has, of which connections can be listed, added, tested and removed here and engines are only
 * used; and the service that the environment variables FABULA_BASE_URL and FABULA_API_KEY name, for scripts.
 */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ServerTest, ServerView } from '../../../shared/servers/contract.ts'
import type { TestOutcome } from '../../../shared/servers/kinds.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { EngineSettings } from '../../lib/http/engineSettings.ts'
import { createKeyStore, fileKeySafe } from '../../speech/servers/keyStore.ts'
import {
  connectionIdOf,
  createServerStore,
  engineSettingsOf,
  type ServerStore,
} from '../../speech/servers/serverStore.ts'
import { testServer } from '../../speech/servers/testServer.ts'
import { errorText } from './terminalText.ts'
import { parseBaseUrl } from '../../lib/http/baseUrl.ts'
import type { Connection } from '../../speech/connections.ts'

export type ConnectionsCommand =
  | { readonly kind: 'list-connections' }
  | { readonly kind: 'add-connection'; readonly name: string; readonly baseUrl: string }
  /** Without a name, tests the service that the environment names. */
  | { readonly kind: 'test-connection'; readonly name: string | undefined }
  | { readonly kind: 'remove-connection'; readonly name: string }

/** Parses the words after `connections`. Returns a sentence if they are wrong. */
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

interface ServersOptions {
  readonly env: Env
  /** The app's folder. */
  readonly dataDir: string
  readonly stdin: () => AsyncIterable<Uint8Array>
  /** Called with a sentence that the writer should know in addition to the outcome. */
  readonly warn: (sentence: string) => void
  /** Called with every key in use, so that it can be masked in logs. */
  readonly onKey: (key: string) => void
}

/** The servers in the app's folder. The terminal has no keychain: it stores a key in a file, unencrypted. */
export function openServers({ dataDir, onKey }: Pick<ServersOptions, 'dataDir' | 'onKey'>): ServerStore {
  return createServerStore(dataDir, createKeyStore({ dataDir, safe: fileKeySafe, onKey }))
}

/** Runs the command and returns the text to print. Throws `connection-not-found`, `connection-test-failed` and others. */
export async function runConnections(command: ConnectionsCommand, options: ServersOptions): Promise<string> {
  const servers = openServers(options)
  switch (command.kind) {
    case 'list-connections':
      return servers.view().connection.map(describeConnection).join('')
    case 'add-connection': {
      const { name, baseUrl } = command
      const key = { text: await readKey(options.stdin()), keep: 'safest' } as const
      servers.save({ kind: 'connection', id: null, name, baseUrl, webhookPublicKey: '', key })
      options.warn(
        'The key is kept in keys.json in Fabula’s folder, which only your account can read. It is not encrypted.',
      )
      return `Added ${name}.\n`
    }
    case 'test-connection': {
      const found = await testConnection(servers, command.name, options.env)
      if (found.outcome !== 'works') throw failedTest(found)
      return `Connected to ${found.host}. Vibes found: ${found.count}.\n`
    }
    case 'remove-connection':
      servers.remove('connection', findConnection(servers, command.name).id)
      return `Removed ${command.name}.\n`
  }
}

/** Tests a connection by its name; without a name, the service that the environment names. */
async function testConnection(servers: ServerStore, name: string | undefined, env: Env): Promise<ServerTest> {
  if (name !== undefined) {
    const server = servers.find('connection', findConnection(servers, name).id)
    return testServer(server, servers.keyOf(server))
  }
  const connection = connectionOf(env)
  if (connection === null) throw new UserFacingError('environment-names-no-service')
  return testServer({ kind: 'connection', baseUrl: connection.baseUrl }, await connection.key())
}

/** Finds a connection by its name or id. Throws `connection-not-found`. */
export function findConnection(servers: ServerStore, name: string): ServerView<'connection'> {
  const connections = servers.view().connection
  const found =
    connections.find((connection) => connection.name === name) ?? connections.find(({ id }) => id === name)
  if (found === undefined) throw new UserFacingError('connection-not-found', { name })
  return found
}

/**
 * The engines of the app, with their keys, for the built-in service that the terminal starts. An engine whose key cannot be read here gets
 * none; `onKeyless` is called with its name and the reason.
 */
export function readEngines(
  servers: ServerStore,
  onKeyless: (name: string, reason: string) => void,
): EngineSettings[] {
  return engineSettingsOf(servers, (error, name) =>
    onKeyless(name, error instanceof UserFacingError ? errorText(error) : String(error)),
  )
}

/** Whether a block of the story is spoken by an engine. */
export function speaksWithEngine(story: Story, name: string): boolean {
  return story.sequence.some(
    (entry) => entry.type === 'block' && settingsOf(story, entry).voiceId.startsWith(`${name}:`),
  )
}

function describeConnection({ name, baseUrl, protection }: ServerView<'connection'>): string {
  return `${name}\t${baseUrl}\t${KEY_STATES[protection ?? 'none']}\n`
}

const KEY_STATES = {
  none: 'no key',
  sealed: 'key protected by the desktop app',
  file: 'key stored unencrypted on this computer',
  session: 'key for this session',
} as const

/** The failure of a test: what happened, with the HTTP status and the words of the service if it answered. */
function failedTest({ outcome, host, status, message }: ServerTest): UserFacingError {
  const what = REASONS[outcome as TestOutcome<'connection'>] // a test of connections has no other outcomes
  const code = status === 0 ? '' : ` (HTTP status ${status})`
  const words = message.trim().replace(/\.$/, '')
  const reason = `${what}${code}${words === '' ? '' : `: “${words}”`}`
  return new UserFacingError('connection-test-failed', { host, reason })
}

const REASONS: Readonly<Record<TestOutcome<'connection'>, string>> = {
  works: 'it works',
  'key-refused': 'the service does not accept the key',
  refused: 'the service refused the request',
  'not-this-server': 'the address belongs to something other than a speech service',
  redirected: 'the service redirects to another address, and the key is not sent there',
  'name-unknown': 'there is no network, or the name of the server does not exist',
  unreachable: 'there is no answer',
  silent: 'the service did not answer in time',
  'cut-off': 'the connection was interrupted',
  untrusted: 'the certificate of the server is not trusted, so the key was not sent',
  busy: 'the service is busy',
  'server-error': 'the service reports an error of its own',
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

export type Env = Readonly<Record<string, string | undefined>>

/** Whether the environment names a hosted service. */
export function namesHostedService(env: Env): boolean {
  return (env['FABULA_BASE_URL'] ?? '') !== ''
}

/**
 * The connection to the service that the environment names; null if it names none. Throws `base-url-invalid`, `base-url-not-https`, or
 * `api-key-missing` if FABULA_API_KEY is empty.
 */
export function connectionOf(env: Env): Connection | null {
  if (!namesHostedService(env)) return null
  const baseUrl = parseBaseUrl(env['FABULA_BASE_URL'] ?? '')
  const key = env['FABULA_API_KEY'] ?? ''
  if (key === '') throw new UserFacingError('api-key-missing')
  // The id comes from the address, so an unfinished render resumes at this service and at no other.
  return { connectionId: connectionIdOf(baseUrl), baseUrl: baseUrl.href, key: () => key, isBuiltIn: false }
}
