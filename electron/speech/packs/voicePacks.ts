/** The voice packs of this computer: the installed ones, those that can be downloaded, and the queue of downloads, which runs one at a time. */
import { mkdirSync, rmSync } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { toUserFacing } from '../../../shared/ipc/result.ts'
import type { PackState, PackView, VoicePacksView } from '../../../shared/ipc/voicePacksContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { CatalogueEntry } from '../../../shared/voices/voiceCatalogue.ts'
import { type VoicePack, voicePackSchema } from '../../../shared/voices/voicePacks.ts'
import { ArchiveFault, MAX_ARCHIVE_ENTRIES } from '../../lib/archives/unpackArchive.ts'
import { unpackInThread } from '../../lib/archives/unpackThread.ts'
import { createProgressEstimate, hasPassed } from '../../lib/clock.ts'
import { assertNotOpenHere } from '../../lib/files/atomicFile.ts'
import { type Report, toWireError } from '../../lib/report.ts'
import { createInTurn } from '../../lib/turns.ts'
import { findSherpa, type SherpaState } from '../../lib/voices/installedPacks.ts'
import { findModel } from './findModel.ts'
import {
  assureRoom,
  getPack,
  getSample,
  type PackTools,
  stoppedBytes,
  toPackError,
  type VoiceSample,
} from './getPack.ts'
import { type PiperFiles, piperFilesIn, piperFilesOf } from './piperVoice.ts'

/** Progress is reported a few times a second. */
const TELL_EVERY_MS = 250

export interface VoicePacksOptions extends PackTools {
  /** Called after every change, including progress. */
  readonly onChange: (view: VoicePacksView) => void
  /** Called after a pack was added or removed, so that the embedded service reads its packs again. Awaited before the change is reported. */
  readonly onVoices: () => Promise<void>
  /** Whether natural voices can be used here. Default: looks for the package. */
  readonly findEngine?: () => SherpaState
  readonly report: Report
}

export type VoicePacks = ReturnType<typeof createVoicePacks>

export function createVoicePacks(options: VoicePacksOptions) {
  const { folder, catalogue, clock, report, onChange, onVoices, findEngine = findSherpa } = options
  /** The current activity or error of each pack, by id. */
  const states = new Map<string, PackState>()
  const stops = new Map<string, AbortController>()
  const works = new Set<Promise<unknown>>()
  const inTurn = createInTurn(() => 1)
  const closing = new AbortController()
  let toldAtMs = -Infinity
  let isProgressDue = false

  function stateOf(packId: string, isHere: Extract<PackState, { kind: 'here' }> | undefined): PackState {
    const bytes = stoppedBytes(folder.path, packId)
    const state = states.get(packId)
    if (state?.kind === 'failed') return isHere ?? { ...state, bytes }
    if (state?.kind === 'waiting') return { ...state, behind: nameOfNow() }
    return state ?? isHere ?? { kind: 'absent', bytes }
  }

  /** The name of the pack that is being downloaded. */
  function nameOfNow(): string | null {
    const isNow = ({ pack: { id } }: CatalogueEntry) =>
      ['connecting', 'getting', 'unpacking'].includes(states.get(id)?.kind ?? '')
    return catalogue.find(isNow)?.pack.name ?? null
  }

  async function view(): Promise<VoicePacksView> {
    const kept = folder.list()
    const here = new Map(
      kept.map(({ pack, ...facts }) => [pack.id, { kind: 'here' as const, ...facts }] as const),
    )
    const listed = catalogue.map(({ pack, size, remark, sample }): PackView => ({
      ...viewOf(kept.find((each) => each.pack.id === pack.id)?.pack ?? pack),
      size,
      remark,
      sampleHost: sample === null ? null : new URL(sample).host,
      state: stateOf(pack.id, here.get(pack.id)),
    }))
    const own = kept
      .filter(({ pack }) => !catalogue.some((entry) => entry.pack.id === pack.id))
      .map(({ pack, bytes }): PackView => ({
        ...viewOf(pack),
        size: { bytes, isExact: true },
        remark: null,
        sampleHost: null,
        state: stateOf(pack.id, here.get(pack.id)),
      }))
    const engine = findEngine()
    return {
      packs: [...own, ...listed],
      folder: folder.path,
      usedBytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
      freeBytes: await folder.freeBytes().catch(() => null),
      unavailable: engine.isAvailable ? null : engine.reason,
    }
  }

  async function tell(): Promise<void> {
    toldAtMs = clock.now()
    onChange(await view())
  }

  function set(packId: string, state: PackState | null): void {
    if (state === null) states.delete(packId)
    else states.set(packId, state)
    const nowMs = clock.now()
    if (state?.kind !== 'getting' || hasPassed(TELL_EVERY_MS, toldAtMs, nowMs))
      tell().catch((error: unknown) => report('voice packs', error))
    else tellLater(toldAtMs + TELL_EVERY_MS - nowMs)
  }

  /** The latest progress is always reported in the end, even if no more follows. */
  function tellLater(waitMs: number): void {
    if (isProgressDue) return
    isProgressDue = true
    clock
      .sleep(waitMs, closing.signal)
      .then(tell)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) report('voice packs', error)
      })
      .finally(() => (isProgressDue = false))
  }

  async function work<T>(action: () => Promise<T>): Promise<T> {
    const running = action()
    works.add(running)
    try {
      return await running
    } finally {
      works.delete(running)
    }
  }

  async function getInTurn(entry: CatalogueEntry, signal: AbortSignal): Promise<void> {
    const { id } = entry.pack
    signal.throwIfAborted()
    set(id, { kind: 'connecting', host: new URL(entry.download.url).host })
    const estimate = createProgressEstimate()
    await getPack(entry, options, {
      signal,
      onBytes(bytes, totalBytes) {
        const percentage = totalBytes === null ? null : (100 * bytes) / totalBytes
        const remainingMs = percentage === null ? null : estimate.observe(percentage, clock.now())
        set(id, { kind: 'getting', bytes, totalBytes, remainingMs })
      },
      onUnpack: () => set(id, { kind: 'unpacking' }),
    })
    await onVoices()
  }

  return {
    view,
    /**
     * Downloads and installs a pack when it is its turn. Rejects with the error that stopped it, which the pack's state also shows. Throws
     * `voice-unknown`.
     */
    get(packId: string): Promise<void> {
      const entry = catalogue.find(({ pack }) => pack.id === packId)
      if (entry === undefined) return Promise.reject(new UserFacingError('voice-unknown', { name: packId }))
      if (stops.has(packId)) return Promise.resolve()
      const stop = new AbortController()
      stops.set(packId, stop)
      set(packId, { kind: 'waiting', behind: null })
      return work(async () => {
        const signal = AbortSignal.any([stop.signal, closing.signal])
        try {
          await inTurn('packs', () => getInTurn(entry, signal))
          stops.delete(packId)
          set(packId, null)
        } catch (error) {
          stops.delete(packId)
          if (signal.aborted) {
            set(packId, null)
            throw new UserFacingError('request-cancelled')
          }
          const told = toWireError(error, 'voice packs', report)
          set(packId, { kind: 'failed', error: told, bytes: 0 })
          throw toUserFacing(told, { cause: error })
        }
      })
    },
    /** The sample of a voice from its publisher; nothing is kept. Throws `voice-unknown` if there is none, and as `getSample`. */
    sample(packId: string): Promise<VoiceSample> {
      const entry = catalogue.find(({ pack }) => pack.id === packId)
      const address = entry?.sample ?? null
      if (address === null) return Promise.reject(new UserFacingError('voice-unknown', { name: packId }))
      return work(() => getSample(address, options, closing.signal))
    },
    /** Stops downloading a pack, or removes it from the queue. */
    stop(packId: string): void {
      if (states.get(packId)?.kind === 'waiting') set(packId, null)
      stops.get(packId)?.abort()
    },
    /** Adds a pack from an archive, a folder, or one or both files of a Piper voice. Throws UserFacingErrors. */
    add: (paths: readonly string[]): Promise<VoicePack> =>
      work(async () => {
        const pack = await addPack(paths, options, closing.signal)
        states.delete(pack.id)
        await onVoices()
        await tell()
        return pack
      }),
    /** Renames an installed pack. Throws `voice-unknown`, and `voice-name-unusable` for an invalid name. */
    async rename(packId: string, name: string): Promise<void> {
      if (!voicePackSchema.shape.name.safeParse(name).success)
        throw new UserFacingError('voice-name-unusable', { name })
      if (!folder.rename(packId, name.trim())) throw new UserFacingError('voice-unknown', { name: packId })
      await onVoices()
      await tell()
    },
    /** Throws `voice-unknown` if it is not installed. */
    async remove(packId: string): Promise<void> {
      if (!folder.remove(packId)) throw new UserFacingError('voice-unknown', { name: packId })
      if (states.get(packId)?.kind === 'failed') states.delete(packId)
      await onVoices()
      await tell()
    },
    /** Stops the current download, and waits until it has ended. */
    async close(): Promise<void> {
      closing.abort()
      await Promise.allSettled(works)
    },
  }
}

function viewOf({ id, name, author, languages, speakers, licence }: VoicePack) {
  return { id, name, author, languages, speakers, licence }
}

// Adds the writer's own voice pack: an archive, a folder with a model's files, or the two files of a Piper voice.

/**
 * Adds the voice at `paths` and returns its manifest: an archive, a folder, or one or both files of a Piper voice. The originals are not
 * changed. Throws UserFacingErrors.
 */
async function addPack(paths: readonly string[], tools: PackTools, signal: AbortSignal): Promise<VoicePack> {
  const { folder, catalogue } = tools
  const [path = ''] = paths
  const name = basename(path)
  for (const each of paths) {
    await stat(each).catch(() => {
      throw new UserFacingError('file-not-found', { name: basename(each) })
    })
  }
  let work: string | null = null
  try {
    const source = await stat(path)
    const piper = source.isDirectory() && paths.length === 1 ? piperFilesIn(path, name) : piperFilesOf(paths)
    if (piper === null && paths.length > 1)
      throw new UserFacingError('voice-many', {
        name,
        voices: paths
          .map((each) => basename(each))
          .slice(0, 3)
          .join(', '),
      })
    const bytes =
      piper === null ? (source.isFile() ? source.size * 1.5 : 0) : (await stat(piper.model)).size * 1.1
    await assureRoom(folder, bytes, name)
    work = folder.newWorkFolder()
    const unpacked = join(work, 'unpacked')
    mkdirSync(unpacked)
    if (piper !== null) await copyPiper(piper, unpacked)
    else if (source.isDirectory())
      await copyFolder(path, unpacked, signal, () => findModel(path, { catalogue, name }))
    else await unpackInThread({ path, folder: unpacked }, tools.unpackWorkerUrl, signal)
    const model = await findModel(unpacked, { catalogue, name })
    if (!folder.place(work, model.folder, model.manifest))
      throw new UserFacingError('voice-here', { name: model.manifest.name })
    return model.manifest
  } catch (error) {
    signal.throwIfAborted()
    throw toPackError(error, name)
  } finally {
    if (work !== null) rmSync(work, { recursive: true, force: true })
  }
}

/** Copies the files of a Piper voice, under matching names. Throws like `copyFolder`. */
async function copyPiper({ model, config, card }: PiperFiles, to: string): Promise<void> {
  const name = basename(model)
  const files = [
    { from: model, as: name },
    { from: config, as: `${name}.json` },
    ...(card === null ? [] : [{ from: card, as: 'MODEL_CARD' }]),
  ]
  for (const { from } of files) assertNotOpenHere(from)
  for (const { from, as } of files) {
    if ((await stat(from)).size > MAX_BYTES) throw new ArchiveFault('inflates')
    await copyFile(from, join(to, as))
    await chmod(join(to, as), 0o600)
  }
}

/** Larger than any model that sherpa-onnx supports. */
const MAX_BYTES = 4 * 1024 ** 3

/**
 * Copies a folder into the empty folder `to`, after `check` has looked for a model in it: somebody may have chosen their whole disk. Throws
 * `ArchiveFault`, `project-locked`, the errors of `check` and of the disk, and the reason of the signal.
 */
async function copyFolder(
  from: string,
  to: string,
  signal: AbortSignal,
  check: () => Promise<unknown>,
): Promise<void> {
  let bytes = 0
  const names = await readdir(from, { recursive: true })
  if (names.length > MAX_ARCHIVE_ENTRIES) throw new ArchiveFault('inflates')
  for (const name of names) assertNotOpenHere(join(from, name))
  await check()
  for (const name of names) {
    signal.throwIfAborted()
    const entry = await lstat(join(from, name))
    if (entry.isDirectory()) await mkdir(join(to, name), { recursive: true })
    else if (entry.isFile()) {
      bytes += entry.size
      if (bytes > MAX_BYTES) throw new ArchiveFault('inflates')
      await mkdir(join(to, name, '..'), { recursive: true })
      await copyFile(join(from, name), join(to, name))
    } else throw new ArchiveFault('unsafe', name)
  }
}
