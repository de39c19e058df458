/**
 * Entry of the service process. With command-line options (commandLine.ts), it runs standalone, and prints one line of JSON
 * when it is ready. Started by the app, it takes its settings from the first message, and ends when the app ends.
 */
import { randomBytes } from 'node:crypto'
import { readCommandLine, USAGE } from './commandLine.ts'
import { FolderInUseError } from './conversions/serviceDatabase.ts'
import { hostMessageSchema, type ServiceMessage } from './hostMessages.ts'
import { forkNatural, spawnThroughApp } from './natural/naturalSpawn.ts'
import { findParent, type ParentPort } from './processPorts.ts'
import { startService, type RunningService, type ServiceOptions } from './service.ts'

/** Starts the service, and shuts it down on the first SIGINT or SIGTERM. */
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

function serveHost(host: ParentPort<ServiceMessage>): void {
  const throughApp = spawnThroughApp((request) => host.send(request))
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
        () => undefined, // The parent already knows that the service did not start.
      )
      return
    }
    if (message.kind === 'load') {
      service?.then(
        (running) => running.loadVoices(message.voices, message.next),
        () => undefined, // The parent already knows that the service did not start.
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
        () => undefined, // The parent already knows that the service did not start.
      )
      return
    }
    if (message.kind === 'child') {
      throughApp.hear(message)
      return
    }
    service ??= run({
      ...message,
      naturalUrl: new URL(message.naturalUrl),
      spawnNatural: host.canFork ? forkNatural : throughApp.spawn,
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
  const naturalUrl = new URL('./natural/naturalProcess.ts', import.meta.url)
  const { baseUrl } = await run({ ...options, key, workerUrl, documentWorkerUrl, naturalUrl })
  console.log(JSON.stringify(options.key === undefined ? { baseUrl, key } : { baseUrl }))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// Command-line options mean a standalone service, even if the parent process has opened a channel.
const host = process.argv.length > 2 ? null : findParent<ServiceMessage>()
if (host !== null) serveHost(host)
else {
  serveAlone().catch((error: unknown) => {
    console.error(`The speech service could not start: ${messageOf(error)}`)
    process.exit(1)
  })
}
