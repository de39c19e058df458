/**
 * Entry of the service process. Run with options it stands alone and prints one line of JSON when it is ready; started
 * by the app it takes its settings from the first message, and ends when the app does. Options: commandLine.ts.
 */
import { randomBytes } from 'node:crypto'
import { readCommandLine, USAGE } from './commandLine.ts'
import { FolderInUseError } from './conversions/serviceDatabase.ts'
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
  return { ...service, close: async () => close() }
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
    if (message.kind === 'collected') {
      service?.then(
        (running) => running.removeAudio(message.uuid),
        () => undefined, // The failure to start has been told.
      )
      return
    }
    if (message.kind === 'engines' || message.kind === 'voices') {
      service?.then(
        (running) => {
          if (message.kind === 'engines') running.setEngines(message.engines)
          else running.readVoices()
          host.send({ turnTaken: message.turn })
        },
        () => undefined, // That it did not start has been told.
      )
      return
    }
    service ??= run({
      ...message,
      workerUrl: new URL(message.workerUrl),
      documentWorkerUrl: new URL(message.documentWorkerUrl),
    })
    service.then(
      ({ baseUrl, setAside }) => host.send({ ready: true, baseUrl, setAside: [...setAside] }),
      (error: unknown) => {
        const isFolderInUse = error instanceof FolderInUseError
        host.send({ ready: false, isFolderInUse, message: messageOf(error) })
        process.exitCode = 1
        setImmediate(() => process.exit())
      },
    )
  })
}

async function serveAlone(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2), process.env)
  if (options === 'help') {
    console.log(USAGE)
    return
  }
  const key = options.key ?? randomBytes(24).toString('base64url')
  const workerUrl = new URL('./speech/speakWorker.ts', import.meta.url)
  const documentWorkerUrl = new URL('../lib/documents/documentWorker.ts', import.meta.url)
  const { baseUrl } = await run({ ...options, key, workerUrl, documentWorkerUrl })
  console.log(JSON.stringify(options.key === undefined ? { baseUrl, key } : { baseUrl }))
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
