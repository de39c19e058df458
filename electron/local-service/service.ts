/** Puts the embedded speech service together: data folder, speech workers, conversions, HTTP. */
import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, type Stats, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { STATUS } from '../../shared/speech-api/statuses.ts'
import { systemClock } from '../lib/clock.ts'
import { createDocumentReader } from '../lib/documents/documentReader.ts'
import { diskFaultOf } from '../lib/files/diskFaults.ts'
import { setAside } from '../lib/files/atomicFile.ts'
import type { EngineSettings } from '../lib/http/engineSettings.ts'
import { findSherpa } from '../lib/voices/installedPacks.ts'
import { createConversionStore, type StoredConversion, toWireRecord } from './conversions/conversionStore.ts'
import { startConversions } from './conversions/conversions.ts'
import { createDeliveryStore, startWebhookSender } from './conversions/webhookSender.ts'
import { openServiceDatabase, UnusableDatabaseError } from './conversions/serviceDatabase.ts'
import { openSigningKey, type SigningKey } from './conversions/signingKey.ts'
import { createNaturalEngine } from './engines/naturalEngine.ts'
import { openPackVoices } from './engines/packVoices.ts'
import { createVoiceLibrary } from './engines/voiceLibrary.ts'
import { serviceHandlers } from './http/handlers.ts'
import { createHttpServer, createRateLimit } from './http/httpServer.ts'
import { forkNatural, type NaturalSpawn } from './natural/naturalSpawn.ts'
import { DEFAULT_SERVICE_SETTINGS, type ServiceSettings } from './hostMessages.ts'
import { startSpeechEngines } from './speech/speech.ts'
import { startWorkerPool } from './speech/workerPool.ts'
import { createVibes } from './vibes.ts'

export interface ServiceOptions {
  /** What callers send as `x-api-key`. */
  readonly key: string
  /** Where conversions and their audio are kept; made if it is missing. */
  readonly dataFolder: string
  /** Entry of the speech worker: source or bundle. */
  readonly workerUrl: URL
  /** Entry of the threads that read documents: source or bundle. */
  readonly documentWorkerUrl: URL
  /** Entry of the process of a voice pack: source or bundle. */
  readonly naturalUrl: URL
  /** Starts that process; Node's fork by default. */
  readonly spawnNatural?: NaturalSpawn
  /** 0 for any that is free. */
  readonly port?: number
  /** Finished conversions are forgotten after this many days; never by default. */
  readonly keepDays?: number | null
  /** The app's folder of voice packs; none if there are no natural voices. */
  readonly voicesFolder?: string | null | undefined
  readonly settings?: ServiceSettings
  /** Called with lines for a log; they never contain a key or a text. */
  onFault?(message: string): void
}

export interface RunningService {
  readonly baseUrl: string
  /** The names that files of its folder now have which could not be used. */
  readonly setAside: readonly string[]
  /** Speaks with these other engines from now on. */
  setEngines(engines: readonly EngineSettings[]): void
  /** Reads the folder of voice packs again. */
  readVoices(): void
  /** Loads the models of these voice packs, so that they speak at once. */
  loadVoices(packIds: readonly string[]): void
  /** Removes the audio of a finished conversion, whose record stays. */
  removeAudio(uuid: string): void
  /** Lets requests end, stops what is under way so that it goes on next time, and frees everything. */
  close(): Promise<void>
}

const DAY_MS = 86_400_000
/** How long answers under way may take when the service closes. */
const CLOSE_GRACE_MS = 2_000

/** Starts the service on 127.0.0.1. Rejects when the folder is in use or cannot be written, or the port is taken. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const {
    key,
    dataFolder,
    workerUrl,
    documentWorkerUrl,
    port = 0,
    keepDays = null,
    voicesFolder = null,
    settings = DEFAULT_SERVICE_SETTINGS,
  } = options
  const log = (message: string) => options.onFault?.(message)
  const { database, audioFolder, uploadFolder, pieceFolder, signingKeyPath, setAside } =
    openServiceFolder(dataFolder)
  for (const name of setAside) log(`a file that could not be used is set aside as ${name}`)
  const store = createConversionStore(database)
  if (keepDays !== null) {
    for (const uuid of store.removeFinishedBefore(Date.now() - keepDays * DAY_MS)) {
      rmSync(join(audioFolder, `${uuid}.mp3`), { force: true })
    }
  }

  let baseUrl = ''
  const record = (conversion: StoredConversion) =>
    toWireRecord(conversion, `${baseUrl}/media/${conversion.mediaToken}.mp3`)
  const signingKey = lazily(() => openSigningKey(signingKeyPath))
  const packs = openPackVoices(voicesFolder)
  const pool = startWorkerPool({ workerUrl })
  const natural = createNaturalEngine({
    packs,
    sherpa: findSherpa(),
    entryUrl: options.naturalUrl,
    spawn: options.spawnNatural ?? forkNatural,
    shape: pool.speak,
    clock: systemClock,
  })
  const speech = startSpeechEngines({
    pool,
    natural,
    engines: settings.engines,
    folder: pieceFolder,
    now: Date.now,
  })
  const voices = createVoiceLibrary(speech.engines, packs)
  const webhooks = startWebhookSender({
    store: createDeliveryStore(database),
    urls: settings.webhooks,
    retryMs: settings.webhookRetryMs,
    signingKey,
    findRecord(uuid) {
      const conversion = store.find(uuid)
      if (conversion === null) return null
      // Events are short: who wants the times of words asks for the record.
      const timings = conversion.timings.map(({ words: _, ...timing }) => timing)
      return record({ ...conversion, timings })
    },
    newUuid: randomUUID,
    now: Date.now,
    onFailure: log,
  })
  const conversions = startConversions({
    store,
    speaking: speech,
    findVoice: voices.find,
    audioFolder,
    newUuid: randomUUID,
    newToken: () => randomBytes(24).toString('base64url'),
    now: Date.now,
    onEnding: ({ uuid, status }, kind) => webhooks.add({ uuid, status, kind }),
    // Until there is an address, there is none to tell of the audio.
    onEnded() {
      if (baseUrl !== '') webhooks.deliver()
    },
  })
  const server = createHttpServer({
    key,
    handlers: serviceHandlers({
      conversions,
      voices,
      vibes: createVibes(database, Date.now),
      signingKey,
      baseUrl: () => baseUrl,
      record,
      reader: createDocumentReader({ workerUrl: documentWorkerUrl }),
      uploadFolder,
    }),
    rateLimit: createRateLimit(settings.ratePerMinute, () => performance.now()),
    onFault: (requestId, error) =>
      log(`request ${requestId}: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}`),
  })

  async function close(): Promise<void> {
    const isClosed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    await Promise.all([isClosed, conversions.close(), speech.close(), webhooks.close()])
    clearTimeout(timer)
    database.close()
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
  webhooks.deliver()
  function removeAudio(uuid: string): void {
    if (store.find(uuid)?.status === STATUS.completed) rmSync(conversions.audioPath(uuid), { force: true })
  }
  function readVoices(): void {
    packs.read()
    natural.packsChanged()
  }
  return {
    ...{ baseUrl, setAside, readVoices, removeAudio, close },
    setEngines: speech.setEngines,
    loadVoices: natural.load,
  }
}

/** Made when it is first needed: a key pair takes a moment, and most services never sign anything. */
function lazily(open: () => Promise<SigningKey>): () => Promise<SigningKey> {
  let key: Promise<SigningKey> | undefined
  return () => (key ??= open())
}

// The service's data folder, made ready before the service starts: rid of what would keep it from starting.

interface ServiceFolder {
  /** Open, and locked for this service. */
  readonly database: DatabaseSync
  readonly audioFolder: string
  readonly uploadFolder: string
  /** Where pieces of audio lie until they are part of a file; empty. */
  readonly pieceFolder: string
  readonly signingKeyPath: string
  /** The names that files now have which were damaged, of a newer version, or in the place of others. */
  readonly setAside: readonly string[]
}

/**
 * Opens the folder, and creates it if it is missing. Files that cannot be used are set aside, and replaced by new ones. Throws
 * `FolderInUseError`, and the errors of the disk.
 */
function openServiceFolder(dataFolder: string): ServiceFolder {
  mkdirSync(dataFolder, { recursive: true })
  const place = (name: string) => join(dataFolder, name)
  const databasePath = place('conversions.sqlite')
  const [audioFolder, uploadFolder, pieceFolder, signingKeyPath] = [
    place('audio'),
    place('uploads'),
    place('pieces'),
    place('webhook-key.pem'),
  ]
  const names: string[] = []
  const putAside = (path: string) => void names.push(basename(setAside(path)))
  const putAsideWhere = (path: string, isUnusable: (stats: Stats) => boolean) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats !== undefined && isUnusable(stats)) putAside(path)
  }

  putAsideWhere(databasePath, (stats) => stats.isDirectory())
  const database = openUsable()
  for (const folder of [audioFolder, uploadFolder]) putAsideWhere(folder, (stats) => !stats.isDirectory())
  putAsideWhere(signingKeyPath, (stats) => stats.isDirectory() || holdsNoKey(signingKeyPath))
  // A service that was killed leaves some.
  rmSync(pieceFolder, { recursive: true, force: true })
  mkdirSync(pieceFolder, { mode: 0o700 })
  return { database, audioFolder, uploadFolder, pieceFolder, signingKeyPath, setAside: names }

  function openUsable(): DatabaseSync {
    try {
      return openServiceDatabase(databasePath)
    } catch (error) {
      if (!(error instanceof UnusableDatabaseError) && diskFaultOf(error) !== 'damaged') throw error
      putAside(databasePath)
      // A service deletes audio that its database does not know.
      putAsideWhere(audioFolder, (stats) => stats.isDirectory() && readdirSync(audioFolder).length > 0)
      return openServiceDatabase(databasePath)
    }
  }
}

/** A key that may not be read now is left alone. */
function holdsNoKey(path: string): boolean {
  try {
    createPrivateKey(readFileSync(path))
    return false
  } catch (error) {
    return diskFaultOf(error) === undefined
  }
}
