/** Installs a voice pack from its publisher: downloads the archive, checks it, unpacks it, and moves the pack to its place. */
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AUDIO_TYPES, type AudioType } from '../../../shared/files/fileTypes.ts'
import { MAX_SAMPLE_BYTES } from '../../../shared/ipc/voicePacksContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { CatalogueEntry } from '../../../shared/voices/voiceCatalogue.ts'
import { bytesSource } from '../../lib/audio/audioSource.ts'
import { checkWholeAudio, probeAudio } from '../../lib/audio/decode.ts'
import type { Clock } from '../../lib/clock.ts'
import { diskFaultOf } from '../../lib/files/diskFaults.ts'
import { isLoopback, isPublicAddress } from '../../lib/http/baseUrl.ts'
import type { FaultKind, Timeouts } from '../../lib/http/httpExchange.ts'
import {
  type AskedAddress,
  type DownloadProgress,
  downloadResumably,
  NOTHING_YET,
} from '../../lib/http/resumableDownload.ts'
import { unpackInThread } from '../../lib/archives/unpackThread.ts'
import { findModel } from './findModel.ts'
import type { VoicesFolder } from './voicesFolder.ts'
import type { ErrorCodeFor } from '../../../shared/messages/errors.ts'
import { ArchiveFault } from '../../lib/archives/unpackArchive.ts'

/** Larger than any archive in the catalogue. */
const MAX_ARCHIVE_BYTES = 4 * 1024 ** 3
/** The archive and its unpacked files are on the disk at the same time. */
const ROOM_FACTOR = 2.5

export interface PackTools {
  readonly folder: VoicesFolder
  readonly catalogue: readonly CatalogueEntry[]
  readonly unpackWorkerUrl: URL
  readonly clock: Clock
  readonly timeouts?: Timeouts | undefined
}

export interface Getting {
  /** Called with the number of bytes downloaded so far. */
  readonly onBytes: (bytes: number, totalBytes: number | null) => void
  /** Called when the archive is complete and unpacking starts. */
  readonly onUnpack: () => void
  readonly signal: AbortSignal
}

/**
 * Installs a pack. A download that is stopped or interrupted can be resumed; one that differs from the catalogue is deleted. Throws
 * UserFacingErrors named `voice-…`, and the reason of the signal.
 */
export async function getPack(entry: CatalogueEntry, tools: PackTools, getting: Getting): Promise<void> {
  const { folder } = tools
  const { pack, download, size } = entry
  if (folder.has(pack.id)) throw new UserFacingError('voice-here', { name: pack.name })
  let work: string | null = null
  let state: DownloadProgress | null = null
  try {
    await assureRoom(folder, (size?.bytes ?? 0) * ROOM_FACTOR, pack.name)
    work = folder.newWorkFolder()
    const archive = archiveIn(work)
    const from = takeStopped(folder.path, pack.id, work, download.url)
    state = from
    await downloadArchive(entry, archive, tools, getting, from, (progress) => {
      state = progress
      getting.onBytes(progress.bytes, progress.totalBytes ?? (size?.isExact === true ? size.bytes : null))
    })
    state = null // a complete but wrong archive would be wrong again
    await check(entry, archive)
    getting.onUnpack()
    const unpacked = join(work, 'unpacked')
    mkdirSync(unpacked)
    await unpackInThread({ path: archive, folder: unpacked }, tools.unpackWorkerUrl, getting.signal)
    rmSync(archive)
    const model = await findModel(unpacked, { manifest: pack, catalogue: [], name: pack.name })
    if (!folder.place(work, model.folder, model.manifest))
      throw new UserFacingError('voice-here', { name: pack.name })
  } catch (error) {
    // On a full disk, stories need the space.
    const isFull = diskFaultOf(error) === 'full'
    if (work !== null && state !== null && !isFull)
      keepStopped(folder.path, pack.id, work, download.url, state)
    getting.signal.throwIfAborted()
    throw toPackError(error, pack.name)
  } finally {
    if (work !== null) rmSync(work, { recursive: true, force: true })
  }
}

/** Throws `voice-disk-full` if the disk has less free space. */
export async function assureRoom(folder: VoicesFolder, bytes: number, name: string): Promise<void> {
  if ((await folder.freeBytes()) < bytes) throw new UserFacingError('voice-disk-full', { name })
}

async function downloadArchive(
  { download, size }: CatalogueEntry,
  path: string,
  { clock, timeouts }: PackTools,
  { signal }: Getting,
  from: DownloadProgress,
  onProgress: (progress: DownloadProgress) => void,
): Promise<void> {
  const first = new URL(download.url)
  await downloadResumably({
    address: download.url,
    path,
    from,
    isDurable: true,
    onProgress,
    signal,
    clock,
    ...(timeouts && { timeouts }),
    maxBytes: size?.isExact === true ? size.bytes : MAX_ARCHIVE_BYTES,
    ask: async (address, before) => judged(address, before ?? first, first),
    errors: {
      unavailable: ({ host }, status) => new UserFacingError('voice-unavailable', { host, status }),
      tooLarge: () => new UserFacingError('voice-differs'),
      fault: (kind, { host }) => networkError(kind, host),
    },
  })
}

/** A recording of a voice, as its publisher made it. */
export interface VoiceSample {
  readonly type: AudioType
  readonly bytes: Uint8Array
}

/**
 * Downloads the sample at an address of the catalogue. Throws UserFacingErrors: `voice-sample-unusable` if it is not whole audio, or too large,
 * and those of the network named `voice-…`; and the reason of the signal.
 */
export async function getSample(
  address: string,
  { folder, clock, timeouts }: PackTools,
  signal: AbortSignal,
): Promise<VoiceSample> {
  const first = new URL(address)
  const unusable = () => new UserFacingError('voice-sample-unusable', { host: first.host })
  let work: string | null = null
  try {
    work = folder.newWorkFolder()
    const path = join(work, 'sample')
    await downloadResumably({
      ...{ address, path, signal, clock, maxBytes: MAX_SAMPLE_BYTES },
      ...(timeouts && { timeouts }),
      ask: async (next, before) => judged(next, before ?? first, first),
      errors: {
        unavailable: ({ host }, status) => new UserFacingError('voice-unavailable', { host, status }),
        tooLarge: unusable,
        fault: (kind, { host }) => networkError(kind, host),
      },
    })
    const bytes = await readFile(path)
    const source = bytesSource(bytes)
    if ((await checkWholeAudio(source)) !== 'whole') throw unusable()
    return { type: AUDIO_TYPES[(await probeAudio(source)).container], bytes }
  } catch (error) {
    signal.throwIfAborted()
    throw toPackError(error, first.host)
  } finally {
    if (work !== null) rmSync(work, { recursive: true, force: true })
  }
}

/** Allows redirects to https only, and not to the local computer or network, unless the catalogue's own address is there. */
function judged(address: string, from: URL, first: URL): AskedAddress {
  const url = URL.parse(address, from.href)
  const isNear = isLoopback(first)
  const isAllowed = url !== null && (url.protocol === 'https:' || (isNear && isLoopback(url)))
  if (!isAllowed || url.username !== '' || url.password !== '')
    throw new UserFacingError('voice-address-refused', { host: url?.host ?? '' })
  return { url, headers: {}, mayConnectTo: isNear ? undefined : isPublicAddress }
}

/** Throws `voice-differs` if the archive is not the one that the catalogue lists. */
async function check({ download, size }: CatalogueEntry, archive: string): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(archive)) {
    hash.update(piece as Buffer) // a stream without an encoding yields buffers
    bytes += (piece as Buffer).length
  }
  const isSize = size?.isExact !== true || bytes === size.bytes
  if (!isSize || (download.sha256 !== null && hash.digest('hex') !== download.sha256))
    throw new UserFacingError('voice-differs')
}

const OF_ARCHIVE: Readonly<Record<ArchiveFault['kind'], ErrorCodeFor<{ name: string; entry: string }>>> = {
  unknown: 'voice-file-unknown',
  damaged: 'voice-archive-damaged',
  unsafe: 'voice-archive-unsafe',
  inflates: 'voice-archive-inflates',
}

const OF_NETWORK: Readonly<Record<FaultKind, ErrorCodeFor<{ host: string }>>> = {
  'unknown-name': 'voice-offline',
  unreachable: 'voice-offline',
  proxy: 'network-proxy',
  'proxy-kind': 'network-proxy-kind',
  'refused-address': 'voice-address-refused',
  untrusted: 'voice-untrusted',
  'timed-out': 'voice-cut-off',
  'cut-off': 'voice-cut-off',
  'too-large': 'voice-differs',
  'unusable-header': 'voice-cut-off',
  aborted: 'request-cancelled',
}

function networkError(kind: FaultKind, host: string): UserFacingError {
  return new UserFacingError(OF_NETWORK[kind], { host })
}

/** The error to show if work on the pack `name` failed; unexpected errors are returned unchanged. */
export function toPackError(error: unknown, name: string): unknown {
  if (error instanceof UserFacingError) return error
  if (error instanceof ArchiveFault)
    return new UserFacingError(
      OF_ARCHIVE[error.kind],
      { name, entry: printable(error.entry) },
      { cause: error },
    )
  switch (diskFaultOf(error)) {
    case undefined:
      return error
    case 'full':
      return new UserFacingError('voice-disk-full', { name }, { cause: error })
    default:
      return new UserFacingError('voice-not-kept', { name }, { cause: error })
  }
}

/** A name from an untrusted archive, made safe to show in a message, even in a terminal. */
function printable(entry: string): string {
  return entry.slice(0, 200).replaceAll(/\p{C}/gu, '\ufffd')
}

// Stopped downloads can be resumed. A running download belongs to one process: it is in the process's own hidden folder, and gets its own
// name only when it is stopped.
const ARCHIVE = 'archive'
const STATE = 'download.json'

const stateSchema = z.object({
  url: z.string(),
  bytes: z.int().min(0),
  totalBytes: z.int().min(0).nullable(),
  validator: z.string().nullable(),
})

function archiveIn(work: string): string {
  return join(work, ARCHIVE)
}

function stoppedPath(voices: string, packId: string): string {
  return join(voices, `.get-${packId}`)
}

/** The number of bytes of a stopped download. */
export function stoppedBytes(voices: string, packId: string): number {
  try {
    return statSync(archiveIn(stoppedPath(voices, packId))).size
  } catch {
    return 0
  }
}

/** Moves a stopped download of the address into the folder `work`, and returns its progress. */
function takeStopped(voices: string, packId: string, work: string, url: string): DownloadProgress {
  const stopped = stoppedPath(voices, packId)
  try {
    const taken = join(work, 'stopped')
    // Two processes may try this: a rename succeeds for only one of them.
    renameSync(stopped, taken)
    const { url: ofUrl, ...state } = stateSchema.parse(JSON.parse(readFileSync(join(taken, STATE), 'utf8')))
    const bytes = Math.min(state.bytes, statSync(archiveIn(taken)).size)
    if (ofUrl !== url || bytes === 0) return NOTHING_YET
    renameSync(archiveIn(taken), archiveIn(work))
    return { ...state, bytes }
  } catch {
    return NOTHING_YET
  }
}

/** Keeps the download in `work` for later. Does nothing if there is nothing to resume. */
function keepStopped(
  voices: string,
  packId: string,
  work: string,
  url: string,
  state: DownloadProgress,
): void {
  if (state.bytes === 0 || state.validator === null || !existsSync(archiveIn(work))) return
  const stopped = stoppedPath(voices, packId)
  try {
    writeFileSync(join(work, STATE), JSON.stringify({ url, ...state }))
    rmSync(stopped, { recursive: true, force: true })
    renameSync(work, stopped)
  } catch {
    // The disk cannot be written to: the download starts again.
  }
}
