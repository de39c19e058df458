/**
 * Entry of the service process. Run with options it stands alone and prints one line of JSON when it is ready; started
 * by the app it takes its settings from the first message, and ends when the app does.
 *
 *     main.ts [--port N] [--key K] [--data FOLDER]
 */
import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hostMessageSchema } from './hostMessages.ts'
import type { ServiceMessage } from './hostMessages.ts'
import { startService } from './service.ts'
import type { RunningService, ServiceOptions } from './service.ts'

/** The app's end of the line: Node's own for a forked process, or Electron's for a utility process. */
interface HostPort {
  send(message: ServiceMessage): void
  onMessage(listener: (message: unknown) => void): void
  onGone(listener: () => void): void
}

/** Electron adds it to utility processes; Node's types do not know it. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
}

function findHost(): HostPort | null {
  const parentPort = (process as { parentPort?: ParentPort }).parentPort
  if (parentPort !== undefined) {
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', (event) => listener(event.data)),
      // Electron ends its utility processes itself.
      onGone: () => {},
    }
  }
  // Whoever passes options wants a service that stands alone, even when there happens to be a channel.
  if (process.send === undefined || process.argv.length > 2) return null
  return {
    send: (message) => process.send?.(message),
    onMessage: (listener) => process.on('message', listener),
    onGone: (listener) => process.on('disconnect', listener),
  }
}

/** Starts, tells of it, and closes in order on the first of the signals to do so. */
async function run(options: ServiceOptions): Promise<RunningService> {
  const service = await startService({ ...options, onFault: (message) => console.error(message) })
  let isClosing = false
  const close = () => {
    if (isClosing) return
    isClosing = true
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
  return { baseUrl: service.baseUrl, close: async () => close() }
}

function serveHost(host: HostPort): void {
  let service: Promise<RunningService> | null = null
  const stop = () => {
    if (service === null) process.exit(0)
    service.then((running) => running.close()).catch(() => process.exit(1))
  }
  host.onGone(stop)
  host.onMessage((data) => {
    const message = hostMessageSchema.parse(data)
    if (message.kind === 'stop') {
      stop()
      return
    }
    service ??= run({ ...message, workerUrl: new URL(message.workerUrl) })
    service.then(
      ({ baseUrl }) => host.send({ ready: true, baseUrl }),
      (error: unknown) => {
        host.send({ ready: false, message: messageOf(error) })
        process.exitCode = 1
        setImmediate(() => process.exit())
      },
    )
  })
}

async function serveAlone(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, key: { type: 'string' }, data: { type: 'string' } },
  })
  const port = values.port === undefined ? 0 : Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port is a number from 0 to 65535')
  if (values.key === '') throw new Error('--key must not be empty')
  const key = values.key ?? randomBytes(24).toString('base64url')
  const dataFolder = values.data ?? defaultDataFolder()
  const { baseUrl } = await run({
    key,
    dataFolder,
    port,
    workerUrl: new URL('./speakWorker.ts', import.meta.url),
  })
  console.log(JSON.stringify(values.key === undefined ? { baseUrl, key } : { baseUrl }))
}

/** Where programs of this system keep their data. */
function defaultDataFolder(): string {
  const { APPDATA, XDG_DATA_HOME } = process.env
  const roots: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(homedir(), 'Library', 'Application Support'),
    win32: APPDATA ?? join(homedir(), 'AppData', 'Roaming'),
  }
  return join(
    roots[process.platform] ?? XDG_DATA_HOME ?? join(homedir(), '.local', 'share'),
    'Fabula',
    'service',
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const host = findHost()
if (host !== null) serveHost(host)
else {
  serveAlone().catch((error: unknown) => {
    console.error(`The speech service could not start: ${messageOf(error)}`)
    process.exit(1)
  })
}
