/**
 * The states of conversions: 1 (speaking) → 12 (writing the last audio) → 13 (finishing the file) → 2, or 3 with a message.
 * After a restart, unfinished conversions begin again as 11. Several run at a time: `chooseNext` decides which one starts
 * next, and speech/pieceQueue.ts whose piece is spoken next.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isTerminalStatus, STATUS } from '../../../shared/speech-api/statuses.ts'
import { diskFaultOf } from '../../lib/files/diskFaults.ts'
import { EngineFailure } from '../engines/engineFailure.ts'
import { bitRateOf, blocksToSpeak, creditsOf, subjectOf, type FindVoice } from '../speech/blocksToSpeak.ts'
import { createLiveAudio, type LiveAudio } from '../speech/liveAudio.ts'
import { renderSpeech, NothingToSpeakError, type Phase, type RenderedSpeech } from '../speech/renderSpeech.ts'
import type { Speaking } from '../speech/speechPlan.ts'
import type {
  ConversionProgress,
  ConversionRequest,
  ConversionStore,
  StoredConversion,
} from './conversionStore.ts'

export interface ConversionsOptions {
  readonly store: ConversionStore
  readonly speaking: Speaking
  readonly findVoice: FindVoice
  readonly audioFolder: string
  readonly newUuid: () => string
  readonly newToken: () => string
  readonly now: () => number
  /** Called in the transaction that stores the end of a conversion. */
  readonly onEnding: (conversion: StoredConversion, kind: ConversionRequest['kind']) => void
  /** Called after that transaction. */
  readonly onEnded: () => void
}

/** A running conversion. */
interface Run {
  readonly cancel: AbortController
  /** Characters still to be spoken. */
  remaining: number
  /** Settles when the end of the conversion is stored, or when the service has stopped it. */
  readonly ended: Promise<void>
  live?: LiveAudio
}

/** The part of the progress that is speech, in percent; the rest is for the end of the file, which is encoded while more is spoken. */
const SPEAKING_PERCENT = 98
const PHASES: Readonly<Record<Phase, Partial<ConversionProgress>>> = {
  downloading: { status: STATUS.downloadingAudio },
  joining: { status: STATUS.joiningAudio, percentage: 98 },
  merging: { status: STATUS.mergingAudio, percentage: 99 },
}
/** Progress is written to disk at each step, so that little of it is lost in a crash. */
const STORED_PERCENT_STEP = 10
/** The audio of longer texts is not held in memory for live listening: about five minutes of speech. */
const MOST_LIVE_CHARACTERS = 5_000

export type Conversions = ReturnType<typeof startConversions>

/** Starts running the conversions of a store, unfinished ones first. */
export function startConversions(options: ConversionsOptions) {
  const { store, audioFolder, now } = options
  const live = new Map<string, ConversionProgress>()
  const waiting: WaitingConversion[] = []
  const running = new Map<string, Run>()
  let overtaking = 0
  const stop = new AbortController()

  mkdirSync(audioFolder, { recursive: true })
  removeLeftovers(audioFolder, store)
  const audioPath = (uuid: string) => join(audioFolder, `${uuid}.mp3`)

  /** The conversion with its current progress. */
  function find(uuid: string): StoredConversion | null {
    return withProgress(store.find(uuid))
  }

  function withProgress(stored: StoredConversion | null): StoredConversion | null {
    return stored === null ? null : { ...stored, ...live.get(stored.uuid) }
  }

  /** Updates the progress that pollers see, and on disk if it matters after a crash. A percentage never decreases. */
  function advance(conversion: StoredConversion, change: Partial<ConversionProgress>): void {
    const { status, percentage, usedCredit, errorMessage, fileSize, timings } = conversion
    const before = live.get(conversion.uuid) ?? {
      status,
      percentage,
      usedCredit,
      errorMessage,
      fileSize,
      timings,
    }
    const after = { ...before, ...change, updatedAtMs: now() }
    after.percentage = Math.max(before.percentage, after.percentage)
    live.set(conversion.uuid, after)
    const step = (percent: number) => Math.floor(percent / STORED_PERCENT_STEP)
    if (isTerminalStatus(after.status)) {
      end(conversion, after)
    } else if (after.status !== before.status || step(after.percentage) > step(before.percentage)) {
      store.update(conversion.uuid, after)
    }
  }

  function end(conversion: StoredConversion, final: ConversionProgress): void {
    const { uuid } = conversion
    store.finish(uuid, final, () => {
      const kind = store.findKind(uuid)
      if (kind !== null) options.onEnding({ ...conversion, ...final }, kind)
    })
    live.delete(uuid)
    options.onEnded()
  }

  async function convert(conversion: StoredConversion, cancel: AbortController): Promise<void> {
    const { uuid, estimatedCredit } = conversion
    const remainingCharacters = () => running.get(uuid)?.remaining ?? estimatedCredit
    const signal = AbortSignal.any([stop.signal, cancel.signal])
    const path = audioPath(uuid)
    try {
      const request = store.findRequest(uuid)
      if (request === null) throw new Error('its request is no longer there')
      const rendered: RenderedSpeech = await renderSpeech({
        blocks: blocksToSpeak(request, options.findVoice),
        speaking: options.speaking,
        path,
        kbps: bitRateOf(request),
        owner: {
          remainingCharacters,
          signal,
          isHeard: () => running.get(uuid)?.live?.isHeard() === true,
          onWait: (why) =>
            advance(conversion, {
              status: why === null ? STATUS.downloadingAudio : STATUS.waitingForEngine,
              errorMessage: why ?? '',
            }),
        },
        onSpoken(characters) {
          const run = running.get(uuid)
          if (run !== undefined) run.remaining = estimatedCredit - characters
          // The spoken text can be longer than the text of the request.
          const share = Math.min(1, characters / Math.max(1, estimatedCredit))
          const percentage = Math.floor(SPEAKING_PERCENT * share)
          advance(conversion, { percentage })
        },
        onPhase: (phase) => advance(conversion, PHASES[phase]),
        ...(estimatedCredit <= MOST_LIVE_CHARACTERS && {
          openLive(sampleRate: number) {
            const live = createLiveAudio(sampleRate)
            const run = running.get(uuid)
            if (run !== undefined) run.live = live
            return live
          },
        }),
      })
      advance(conversion, {
        status: STATUS.completed,
        percentage: 100,
        usedCredit: estimatedCredit,
        errorMessage: '',
        fileSize: statSync(path).size,
        timings: [...rendered.timings],
      })
    } catch (error) {
      if (stop.signal.aborted && !cancel.signal.aborted) return
      advance(conversion, { status: STATUS.failed, errorMessage: describeFailure(error) })
    }
  }

  function startNext(): void {
    while (!stop.signal.aborted) {
      const remaining = [...running.values()].map((run) => run.remaining)
      const at = chooseNext(waiting, remaining, overtaking)
      if (at === null) return
      overtaking = at === 0 ? 0 : overtaking + 1
      for (const { uuid } of waiting.splice(at, 1)) start(uuid)
    }
  }

  function start(uuid: string): void {
    const conversion = find(uuid)
    if (conversion === null) return
    const cancel = new AbortController()
    const ended = convert(conversion, cancel).finally(() => {
      running.get(uuid)?.live?.end()
      running.delete(uuid)
      startNext()
    })
    running.set(uuid, { cancel, remaining: conversion.estimatedCredit, ended })
  }

  for (const uuid of store.listUnfinished()) {
    const conversion = store.find(uuid)
    if (conversion === null) continue
    advance(conversion, { status: STATUS.reworking })
    waiting.push({ uuid, characters: conversion.estimatedCredit })
  }
  startNext()

  return {
    /** Stores and queues a conversion, and returns it with status 1 and no progress. */
    submit(request: ConversionRequest): StoredConversion {
      const createdAtMs = now()
      const conversion: StoredConversion = {
        uuid: options.newUuid(),
        subject: subjectOf(request, options.findVoice),
        mediaToken: options.newToken(),
        status: STATUS.converting,
        percentage: 0,
        estimatedCredit: creditsOf(request),
        usedCredit: 0,
        errorMessage: '',
        createdAtMs,
        updatedAtMs: createdAtMs,
        fileSize: 0,
        timings: [],
      }
      store.insert(conversion, request)
      waiting.push({ uuid: conversion.uuid, characters: conversion.estimatedCredit })
      startNext()
      return conversion
    },
    find,
    /** The live audio of a short conversion, for a listener who has its uuid: one that still waits begins now. Null for any other. */
    listenTo(uuid: string): LiveAudio | null {
      const at = waiting.findIndex((each) => each.uuid === uuid && each.characters <= MOST_LIVE_CHARACTERS)
      if (at >= 0) for (const heard of waiting.splice(at, 1)) start(heard.uuid)
      return running.get(uuid)?.live ?? null
    },
    findByMediaToken: (token: string): StoredConversion | null => withProgress(store.findByMediaToken(token)),
    list(range: { readonly offset: number; readonly limit: number }): {
      rows: StoredConversion[]
      total: number
    } {
      const { rows, total } = store.list(range)
      return { rows: rows.map((row) => ({ ...row, ...live.get(row.uuid) })), total }
    },
    /**
     * Cancels a waiting or running conversion, which ends with status 3. A conversion that has ended does not change. Returns
     * the conversion in its final state, or null if there is none.
     */
    async cancel(uuid: string): Promise<StoredConversion | null> {
      const at = waiting.findIndex((conversion) => conversion.uuid === uuid)
      const conversion = at < 0 ? null : find(uuid)
      if (conversion !== null) {
        waiting.splice(at, 1)
        advance(conversion, { status: STATUS.failed, errorMessage: describeFailure(new CancelledError()) })
      }
      const run = running.get(uuid)
      run?.cancel.abort(new CancelledError())
      await run?.ended
      return find(uuid)
    },
    audioPath,
    /** Stops running conversions; they continue when the service next starts. */
    async close(): Promise<void> {
      stop.abort(new Error('The speech service is closing'))
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

/** Removes incomplete audio, and audio of conversions that are not in the store. */
function removeLeftovers(audioFolder: string, store: ConversionStore): void {
  for (const name of readdirSync(audioFolder)) {
    const uuid = /^(.+)\.mp3$/.exec(name)?.[1]
    if (uuid === undefined || store.find(uuid) === null) rmSync(join(audioFolder, name), { force: true })
  }
}

// The error messages in the records of failed conversions.

/** The caller has cancelled the conversion. */
class CancelledError extends Error {
  constructor() {
    super('The conversion was cancelled')
    this.name = 'CancelledError'
  }
}

/** The message of a failed conversion. */
function describeFailure(error: unknown): string {
  const isTold = [NothingToSpeakError, EngineFailure, CancelledError].some((kind) => error instanceof kind)
  if (error instanceof Error && isTold) return error.message
  if (diskFaultOf(error) === 'full') return 'The disk is full'
  return `The speech could not be made: ${error instanceof Error ? error.message : String(error)}`
}

// Which conversions run at the same time. Each keeps a file open and its text in memory, so only a few run, but a short conversion does
// not wait for the end of a long one.

/** A queued conversion. */
interface WaitingConversion {
  readonly uuid: string
  /** Characters to speak. */
  readonly characters: number
}

/** The number of conversions of about the same length, or shorter, that run at the same time. */
const MOST_AT_ONCE = 4
/** A running conversion does not count if it has more than this many times the characters left. */
const FAR_LONGER = 10
/** After this many others, the conversion that has waited longest is started, whatever its length. */
export const MOST_OVERTAKING = 7

/**
 * The index in `waiting` of the conversion to start now, or null if none may start. `waiting` is in the order of arrival,
 * `remaining` has the characters left of each running conversion, and `overtaking` is the number of conversions started since
 * the first in `waiting` became the first.
 */
export function chooseNext(
  waiting: readonly WaitingConversion[],
  remaining: readonly number[],
  overtaking: number,
): number | null {
  const hasPlace = (at: number) => {
    const { characters = 0 } = waiting[at] ?? {}
    return remaining.filter((left) => left <= FAR_LONGER * characters).length < MOST_AT_ONCE
  }
  const shortest = indexOfShortest(waiting)
  if (shortest === null) return null
  const candidates = overtaking >= MOST_OVERTAKING ? [0, shortest] : [shortest]
  return candidates.find(hasPlace) ?? null
}

function indexOfShortest(waiting: readonly WaitingConversion[]): number | null {
  let best: number | null = null
  for (const [at, { characters }] of waiting.entries()) {
    if (best === null || characters < (waiting[best]?.characters ?? Infinity)) best = at
  }
  return best
}
