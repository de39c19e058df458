/** The voice packs of this computer: what there is, what can be got, and the line of those that are being got, one at a time. */
import { toUserFacing } from '../../../shared/ipc/result.ts'
import type { PackState, PackView, VoicePacksView } from '../../../shared/ipc/voicePacksContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { CatalogueEntry } from '../../../shared/voices/voiceCatalogue.ts'
import { voicePackSchema } from '../../../shared/voices/voicePacks.ts'
import type { VoicePack } from '../../../shared/voices/voicePacks.ts'
import { hasPassed } from '../../lib/clock.ts'
import { createProgressEstimate } from '../../lib/progressEstimate.ts'
import { toWireError } from '../../lib/report.ts'
import type { Report } from '../../lib/report.ts'
import { createInTurn } from '../../lib/turns.ts'
import { findSherpa } from '../../lib/voices/sherpaPackage.ts'
import type { SherpaState } from '../../lib/voices/sherpaPackage.ts'
import { addPack } from './addPack.ts'
import { getPack } from './getPack.ts'
import type { PackTools } from './getPack.ts'
import { stoppedBytes } from './stoppedDownloads.ts'

/** Progress is told a few times a second. */
const TELL_EVERY_MS = 250

export interface VoicePacksOptions extends PackTools {
  /** Told of every change, progress included. */
  readonly onChange: (view: VoicePacksView) => void
  /** Called when a pack has come or gone: the embedded service then reads its packs again. Awaited before the change is reported. */
  readonly onVoices: () => Promise<void>
  /** Whether natural voices can speak here. Default: looks for the package. */
  readonly findEngine?: () => SherpaState
  readonly report: Report
}

export interface VoicePacks {
  view(): Promise<VoicePacksView>
  /** Gets a pack in its turn. Rejects with what stopped it; the state tells it, too. Throws `voice-unknown`. */
  get(packId: string): Promise<void>
  /** Stops getting a pack, or takes it out of the line. */
  stop(packId: string): void
  /** Adds the pack in an archive, in a folder, or in one or both files of a Piper voice. Throws UserFacingErrors. */
  add(paths: readonly string[]): Promise<VoicePack>
  /** Renames a pack that is here. Throws `voice-unknown`, and `voice-name-unusable` for one that no pack can have. */
  rename(packId: string, name: string): Promise<void>
  /** Throws `voice-unknown` if it is not here. */
  remove(packId: string): Promise<void>
  /** Stops what goes on, and waits for it. */
  close(): Promise<void>
}

export function createVoicePacks(options: VoicePacksOptions): VoicePacks {
  const { folder, catalogue, clock, report, onChange, onVoices, findEngine = findSherpa } = options
  /** What goes on, or went wrong, by the pack's id. */
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

  /** The name of the pack that is being got now. */
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
    const listed = catalogue.map(({ pack, size, remark }): PackView => ({
      ...viewOf(kept.find((each) => each.pack.id === pack.id)?.pack ?? pack),
      size,
      remark,
      state: stateOf(pack.id, here.get(pack.id)),
    }))
    const own = kept
      .filter(({ pack }) => !catalogue.some((entry) => entry.pack.id === pack.id))
      .map(({ pack, bytes }): PackView => ({
        ...viewOf(pack),
        size: { bytes, isExact: true },
        remark: null,
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

  /** The progress of this moment is told in the end, even if no more comes. */
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
    get(packId) {
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
    stop(packId) {
      if (states.get(packId)?.kind === 'waiting') set(packId, null)
      stops.get(packId)?.abort()
    },
    add: (paths) =>
      work(async () => {
        const pack = await addPack(paths, options, closing.signal)
        states.delete(pack.id)
        await onVoices()
        await tell()
        return pack
      }),
    async rename(packId, name) {
      if (!voicePackSchema.shape.name.safeParse(name).success)
        throw new UserFacingError('voice-name-unusable', { name })
      if (!folder.rename(packId, name.trim())) throw new UserFacingError('voice-unknown', { name: packId })
      await onVoices()
      await tell()
    },
    async remove(packId) {
      if (!folder.remove(packId)) throw new UserFacingError('voice-unknown', { name: packId })
      if (states.get(packId)?.kind === 'failed') states.delete(packId)
      await onVoices()
      await tell()
    },
    async close() {
      closing.abort()
      await Promise.allSettled(works)
    },
  }
}

function viewOf({ id, name, author, languages, speakers, licence }: VoicePack) {
  return { id, name, author, languages, speakers, licence }
}
