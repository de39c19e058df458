/**
 * The life of conversions: 1 (speaking) → 12 (laying down the last audio) → 13 (final form of the file) → 2, or 3 with a
 * message. After a restart those that were under way begin again as 11. A few run at a time, so that one sentence need
 * not wait for a novel; the workers take pieces of all of them in turn.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isTerminalStatus, STATUS } from '../../../shared/speech-api/statuses.ts'
import { bitRateOf, blocksToSpeak, creditsOf, subjectOf } from '../speech/blocksToSpeak.ts'
import type { FindVoice } from '../speech/blocksToSpeak.ts'
import type {
  ConversionProgress,
  ConversionRequest,
  ConversionStore,
  StoredConversion,
} from './conversionStore.ts'
import { EngineFailure } from '../engines/engineApi.ts'
import { NothingToSpeakError, renderSpeech } from '../speech/renderSpeech.ts'
import type { Phase, RenderedSpeech } from '../speech/renderSpeech.ts'
import type { Speaking } from '../speech/speechPlan.ts'

export interface Conversions {
  /** Puts a conversion on disk and in the queue, and gives it as it is then: status 1, nothing done. */
  submit(request: ConversionRequest): StoredConversion
  /** With the progress of this moment. */
  find(uuid: string): StoredConversion | null
  findByMediaToken(token: string): StoredConversion | null
  list(range: { readonly offset: number; readonly limit: number }): {
    rows: StoredConversion[]
    total: number
  }
  audioPath(uuid: string): string
  /** Stops what is under way; it goes on when the service next starts. */
  close(): Promise<void>
}

export interface ConversionsOptions {
  readonly store: ConversionStore
  readonly speaking: Speaking
  readonly findVoice: FindVoice
  readonly audioFolder: string
  readonly newUuid: () => string
  readonly newToken: () => string
  readonly now: () => number
  /** Called while the end of a conversion is stored: what it stores is stored with it or not at all. */
  readonly onEnding: (conversion: StoredConversion, kind: ConversionRequest['kind']) => void
  /** Called when the end is stored. */
  readonly onEnded: () => void
}

const MOST_AT_ONCE = 4
/** Percent for the speaking; the rest is for the file. */
const SPEAKING_PERCENT = 90
const PHASES: Readonly<Record<Phase, Partial<ConversionProgress>>> = {
  downloading: { status: STATUS.downloadingAudio },
  joining: { status: STATUS.joiningAudio, percentage: 95 },
  merging: { status: STATUS.mergingAudio, percentage: 98 },
}
/** Progress goes to disk this often, so that it does not fall back far after a crash. */
const STORED_PERCENT_STEP = 10

/** Starts the conversions of a store: those that were under way first. */
export function startConversions(options: ConversionsOptions): Conversions {
  const { store, audioFolder, now } = options
  const live = new Map<string, ConversionProgress>()
  const queue: string[] = []
  const running = new Set<Promise<void>>()
  const stop = new AbortController()

  mkdirSync(audioFolder, { recursive: true })
  removeLeftovers(audioFolder, store)
  const audioPath = (uuid: string) => join(audioFolder, `${uuid}.mp3`)

  function find(uuid: string): StoredConversion | null {
    return withProgress(store.find(uuid))
  }

  function withProgress(stored: StoredConversion | null): StoredConversion | null {
    return stored === null ? null : { ...stored, ...live.get(stored.uuid) }
  }

  /** Changes what pollers see; what matters after a crash also goes to disk. A percentage never falls. */
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

  async function convert(conversion: StoredConversion): Promise<void> {
    const { uuid } = conversion
    const path = audioPath(uuid)
    try {
      const request = store.findRequest(uuid)
      if (request === null) throw new Error('its request is no longer there')
      const rendered: RenderedSpeech = await renderSpeech({
        blocks: blocksToSpeak(request, options.findVoice),
        speaking: options.speaking,
        path,
        kbps: bitRateOf(request),
        signal: stop.signal,
        onSpoken: (characters) =>
          advance(conversion, {
            percentage: Math.floor((SPEAKING_PERCENT * characters) / Math.max(1, conversion.estimatedCredit)),
          }),
        onPhase: (phase) => advance(conversion, PHASES[phase]),
      })
      advance(conversion, {
        status: STATUS.completed,
        percentage: 100,
        usedCredit: conversion.estimatedCredit,
        fileSize: statSync(path).size,
        timings: [...rendered.timings],
      })
    } catch (error) {
      if (stop.signal.aborted) return
      advance(conversion, { status: STATUS.failed, errorMessage: describeFailure(error) })
    }
  }

  function startNext(): void {
    while (running.size < MOST_AT_ONCE && !stop.signal.aborted) {
      const uuid = queue.shift()
      if (uuid === undefined) return
      const conversion = find(uuid)
      if (conversion === null) continue
      const run = convert(conversion).finally(() => {
        running.delete(run)
        startNext()
      })
      running.add(run)
    }
  }

  for (const uuid of store.listUnfinished()) {
    const conversion = store.find(uuid)
    if (conversion !== null) advance(conversion, { status: STATUS.reworking })
    queue.push(uuid)
  }
  startNext()

  return {
    submit(request) {
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
      queue.push(conversion.uuid)
      startNext()
      return conversion
    },
    find,
    findByMediaToken: (token) => withProgress(store.findByMediaToken(token)),
    list(range) {
      const { rows, total } = store.list(range)
      return { rows: rows.map((row) => ({ ...row, ...live.get(row.uuid) })), total }
    },
    audioPath,
    async close() {
      stop.abort(new Error('The speech service is closing'))
      await Promise.all(running)
    },
  }
}

/** Half-made audio, and audio of conversions that the store does not know, can be of no use to anybody. */
function removeLeftovers(audioFolder: string, store: ConversionStore): void {
  for (const name of readdirSync(audioFolder)) {
    const uuid = /^(.+)\.mp3$/.exec(name)?.[1]
    if (uuid === undefined || store.find(uuid) === null) rmSync(join(audioFolder, name), { force: true })
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof NothingToSpeakError || error instanceof EngineFailure) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'The disk is full'
  return `The speech could not be made: ${error instanceof Error ? error.message : String(error)}`
}
