/** Puts the embedded speech service together: data folder, speech workers, conversions, HTTP. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startConversions } from './conversions.ts'
import { openConversionStore } from './conversionStore.ts'
import { createHttpServer } from './httpServer.ts'
import { serviceRoutes } from './routes.ts'
import { startSpeakers } from './speakers.ts'

export interface ServiceOptions {
  /** What callers send as `x-api-key`. */
  readonly key: string
  /** Where conversions and their audio are kept; made where it is missing. */
  readonly dataFolder: string
  /** Entry of the speech worker: source or bundle. */
  readonly workerUrl: URL
  /** 0 for any that is free. */
  readonly port?: number
  /** Finished conversions are forgotten after this many days; never, unless told. */
  readonly keepDays?: number | null
  onFault?(message: string): void
}

export interface RunningService {
  readonly baseUrl: string
  /** Lets requests end, stops what is under way so that it goes on next time, and frees everything. */
  close(): Promise<void>
}

const DAY_MS = 86_400_000
/** How long answers under way may take when the service closes. */
const CLOSE_GRACE_MS = 2_000

/** Starts the service on 127.0.0.1. Rejects when the folder is in use or cannot be written, or the port is taken. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { key, dataFolder, workerUrl, port = 0, keepDays = null } = options
  const audioFolder = join(dataFolder, 'audio')
  mkdirSync(audioFolder, { recursive: true })
  const store = openConversionStore(join(dataFolder, 'conversions.sqlite'))
  if (keepDays !== null) {
    for (const uuid of store.removeFinishedBefore(Date.now() - keepDays * DAY_MS)) {
      rmSync(join(audioFolder, `${uuid}.mp3`), { force: true })
    }
  }
  const speakers = startSpeakers({ workerUrl })
  const conversions = startConversions({
    store,
    speakers,
    audioFolder,
    newUuid: randomUUID,
    newToken: () => randomBytes(24).toString('base64url'),
    now: Date.now,
  })
  let baseUrl = ''
  const server = createHttpServer({
    key,
    routes: serviceRoutes(conversions, () => baseUrl),
    onFault: (requestId, error) =>
      options.onFault?.(
        `request ${requestId}: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}`,
      ),
  })

  async function close(): Promise<void> {
    const isClosed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    await Promise.all([isClosed, conversions.close(), speakers.close()])
    clearTimeout(timer)
    store.close()
  }

  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    await close()
    throw error
  }
  const address = server.address()
  const listeningPort = typeof address === 'object' && address !== null ? address.port : port
  baseUrl = `http://127.0.0.1:${listeningPort}`
  return { baseUrl, close }
}
