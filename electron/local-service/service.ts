/** Assembles the embedded speech service: data folder, speech workers, conversions, HTTP. */
import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, type Stats, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { TextToSpeechBody } from '../../shared/speech-api/requests.ts'
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
import { blocksToSpeak } from './speech/blocksToSpeak.ts'
import { sampleRateOf } from './speech/renderSpeech.ts'
import { firstJobOf } from './speech/speechPlan.ts'
import { startSpeechEngines } from './speech/speech.ts'
import { prepareRules } from './speech/textPieces.ts'
import { startWorkerPool } from './speech/workerPool.ts'
import { createVibes } from './vibes.ts'

export interface ServiceOptions {
  /** The key that callers send as `x-api-key`. */
  readonly key: string
  /** The folder of conversions and their audio; created if it is missing. */
  readonly dataFolder: string
  /** Entry of the speech worker: source or bundle. */
  readonly workerUrl: URL
  /** Entry of the document reader threads: source or bundle. */
  readonly documentWorkerUrl: URL
  /** Entry of the process of a voice pack: source or bundle. */
  readonly naturalUrl: URL
  /** Starts that process; Node's fork by default. */
  readonly spawnNatural?: NaturalSpawn
  /** 0 for any free port. */
  readonly port?: number
  /** Finished conversions are removed after this many days; never by default. */
  readonly keepDays?: number | null
  /** The app's folder of voice packs; without it, there are no natural voices. */
  readonly voicesFolder?: string | null | undefined
  readonly settings?: ServiceSettings
  /** Called with lines for a log; they never contain a key or a text. */
  onFault?(message: string): void
}

export interface RunningService {
  readonly baseUrl: string
  /** The new names of files in its folder that could not be used. */
  readonly setAside: readonly string[]
  /** Replaces the other engines. */
  setEngines(engines: readonly EngineSettings[]): void
  /** Reads the folder of voice packs again. */
  readVoices(): void
  /**
   * Prepares these voices, the most used first, so that they speak at once: their models and the rules of their languages. A natural voice
   * also speaks the beginning of the text that will probably be heard next.
   */
  loadVoices(voiceIds: readonly string[], next: TextToSpeechBody | null): void
  /** Removes the audio of a finished conversion, whose record stays. */
  removeAudio(uuid: string): void
  /** Waits for running requests, stops conversions, which continue at the next start, and frees all resources. */
  close(): Promise<void>
}

/** The voices whose languages are prepared: others are seldom heard first. */
const MOST_PREPARED = 4
const DAY_MS = 86_400_000
/** The time that running requests may still take when the service closes. */
const CLOSE_GRACE_MS = 2_000

/** Starts the service on 127.0.0.1. Rejects if the folder is in use or cannot be written, or if the port is taken. */
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
      // Events are kept short: the times of words are only in the record.
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
    // Events contain the address of the audio, which is not known before the service listens.
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

  let isClosing = false
  async function close(): Promise<void> {
    isClosing = true
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
  function loadVoices(voiceIds: readonly string[], next: TextToSpeechBody | null): void {
    const found = voiceIds.flatMap((id) => voices.find(id) ?? [])
    natural.load([...new Set(found.flatMap((voice) => ('natural' in voice ? voice.natural.pack : [])))])
    const own = found.filter((voice) => !('remote' in voice))
    const languages = new Set(own.slice(0, MOST_PREPARED).map((voice) => voice.language))
    const rules = Promise.all([...languages].map((language) => prepareRules(language)))
    // Planning a text without them would keep the service from answering for half a second.
    if (next !== null) void rules.then(() => prepareBeginning(next))
  }
  function prepareBeginning(body: TextToSpeechBody): void {
    const voice = voices.find(body.voice_id)
    if (isClosing || voice === null || !('natural' in voice)) return
    const [block] = blocksToSpeak({ kind: 'text', body }, voices.find)
    const first = block === undefined ? undefined : firstJobOf(block, sampleRateOf([block.voice]))
    if (first !== undefined && 'pack' in first) natural.prepare(first)
  }
  return {
    ...{ baseUrl, setAside, readVoices, removeAudio, close },
    setEngines: speech.setEngines,
    loadVoices,
  }
}

/** Opens the key when it is first needed: creating a key pair takes a moment, and most services never sign anything. */
function lazily(open: () => Promise<SigningKey>): () => Promise<SigningKey> {
  let key: Promise<SigningKey> | undefined
  return () => (key ??= open())
}

// Prepares the data folder before the service starts: files that would prevent the start are set aside.

interface ServiceFolder {
  /** Open, and locked for this service. */
  readonly database: DatabaseSync
  readonly audioFolder: string
  readonly uploadFolder: string
  /** The folder of audio pieces that are not part of a file yet; empty at the start. */
  readonly pieceFolder: string
  readonly signingKeyPath: string
  /** The new names of files that were damaged, of a newer version, or in the place of others. */
  readonly setAside: readonly string[]
}

/**
 * Opens the folder, and creates it if it is missing. Files that cannot be used are set aside and replaced by new ones. Throws
 * `FolderInUseError` and the errors of the disk.
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
  // A service that was killed leaves pieces behind.
  rmSync(pieceFolder, { recursive: true, force: true })
  mkdirSync(pieceFolder, { mode: 0o700 })
  return { database, audioFolder, uploadFolder, pieceFolder, signingKeyPath, setAside: names }

  function openUsable(): DatabaseSync {
    try {
      return openServiceDatabase(databasePath)
    } catch (error) {
      if (!(error instanceof UnusableDatabaseError) && diskFaultOf(error) !== 'damaged') throw error
      putAside(databasePath)
      // A service deletes audio that is not in its database.
      putAsideWhere(audioFolder, (stats) => stats.isDirectory() && readdirSync(audioFolder).length > 0)
      return openServiceDatabase(databasePath)
    }
  }
}

/** Whether the file is not a key; false if an error of the disk prevents reading it. */
function holdsNoKey(path: string): boolean {
  try {
    createPrivateKey(readFileSync(path))
    return false
  } catch (error) {
    return diskFaultOf(error) === undefined
  }
}
