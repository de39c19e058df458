/** Polls a service's history about one conversion until it ends, at growing intervals; then downloads its audio. */
import { isIP } from 'node:net'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isTerminalStatus, STATUS } from '../../shared/speech-api/statuses.ts'
import type { Conversion } from '../../shared/speech-api/responses.ts'
import { type Clock, createProgressEstimate } from '../lib/clock.ts'
import type { HistoryAnswer } from './speechClient.ts'
import { API_KEY_HEADER } from '../../shared/speech-api/endpoints.ts'
import { isLoopback, isPublicAddress, parseBaseUrl } from '../lib/http/baseUrl.ts'
import { downloadResumably } from '../lib/http/resumableDownload.ts'
import type { Connection } from './connections.ts'
import type { Timeouts } from '../lib/http/httpExchange.ts'
import { faultError } from './askService.ts'

/** The polling intervals. */
export interface Pace {
  readonly firstMs: number
  readonly factor: number
  readonly longestMs: number
  /** Whether the interval is at most half of the estimated time left, but not below the first one: for a service on this computer. */
  readonly shortensAtEnd: boolean
  /**
   * After this long with failures only, the writer gets an error; the conversion can be followed again. Measured in waits rather than by
   * the clock, so that a computer that slept does not give up when it wakes.
   */
  readonly giveUpAfterMs: number
  /** The same for responses that the service does not know the conversion, since a new conversion may become known a little later. */
  readonly forgottenAfterMs: number
}
export const BUILT_IN_PACE: Pace = {
  firstMs: 150,
  factor: 1.25,
  longestMs: 1_000,
  shortensAtEnd: true,
  giveUpAfterMs: 15_000,
  forgottenAfterMs: 1_000,
}
export const HOSTED_PACE: Pace = {
  firstMs: 1_000,
  factor: 1.4,
  longestMs: 30_000,
  shortensAtEnd: false,
  giveUpAfterMs: 30_000,
  forgottenAfterMs: 10_000,
}

export interface FollowProgress {
  readonly status: number
  /** 0 to 100; it never decreases. */
  readonly percentage: number
  readonly remainingMs: number | null
  /** Why the service waits for a voice server, in the service's words; undefined if it does not wait. */
  readonly waitsBecause: string | undefined
}

export type FollowEnd =
  | { readonly kind: 'completed'; readonly conversion: Conversion }
  /** The service reports that the conversion failed. */
  | { readonly kind: 'failed'; readonly conversion: Conversion }
  | { readonly kind: 'no-history' }
  /** The service does not know the conversion. */
  | { readonly kind: 'forgotten' }
  /** The outcome is unknown: the conversion can be followed again. */
  | { readonly kind: 'lost'; readonly error: UserFacingError }
  | { readonly kind: 'stopped' }

interface Follow {
  /** The last known record; a finished one ends the following at once. */
  readonly last: Conversion | null
  /** Polls once. The address of the service may change between calls. */
  readonly ask: (signal: AbortSignal) => Promise<HistoryAnswer>
  readonly pace: Pace
  readonly clock: Clock
  /** 0 to 1; spreads the waits so that they do not coincide. */
  readonly random: () => number
  readonly signal: AbortSignal
  /** Called after each record that the service returns. */
  readonly onProgress: (progress: FollowProgress, conversion: Conversion) => void
  /** Called with the time of the next attempt whenever the service does not respond, and with null once it responds. */
  readonly onRetry: (nextTryMs: number | null) => void
}

/** Follows a conversion until it ends, or the signal is aborted. */
export async function followConversion(follow: Follow): Promise<FollowEnd> {
  const { ask, pace, clock, random, signal } = follow
  const estimate = createProgressEstimate()
  let percentage = 0
  let remainingMs = null as number | null // set by `see`
  let waitMs = pace.firstMs
  let failingMs = 0
  let unknownMs = 0
  let isFailing = false

  function see(conversion: Conversion): FollowEnd | null {
    percentage = Math.max(percentage, conversion.percentage)
    remainingMs = estimate.observe(percentage, clock.now())
    const { status, errorMessage } = conversion
    const waitsBecause = status === STATUS.waitingForEngine ? errorMessage : undefined
    follow.onProgress({ status, percentage, remainingMs, waitsBecause }, conversion)
    if (!isTerminalStatus(conversion.status)) return null
    return { kind: conversion.status === STATUS.completed ? 'completed' : 'failed', conversion }
  }

  try {
    signal.throwIfAborted()
    let end = follow.last === null ? null : see(follow.last)
    while (end === null) {
      const answer = await ask(signal)
      signal.throwIfAborted()
      let leastWaitMs = 0
      const wasFailing = isFailing
      isFailing = answer.kind === 'retry' && answer.waitMs === null
      if (wasFailing && !isFailing) follow.onRetry(null)
      if (answer.kind === 'no-history') return answer
      if (answer.kind === 'refused') return { kind: 'lost', error: answer.error }
      if (answer.kind === 'found') {
        failingMs = 0
        unknownMs = 0
        end = see(answer.conversion)
        if (end !== null) return end
      } else if (answer.kind === 'forgotten') {
        if (unknownMs >= pace.forgottenAfterMs) return answer
      } else if (answer.waitMs !== null) {
        // The service responds and names the time of the next request, so this is not a failure.
        failingMs = 0
        leastWaitMs = answer.waitMs
      } else if (failingMs >= pace.giveUpAfterMs) return { kind: 'lost', error: answer.error }
      const halfMs = pace.shortensAtEnd && remainingMs !== null ? remainingMs / 2 : Infinity
      const likedMs = Math.max(pace.firstMs, Math.min(waitMs, halfMs))
      const jittered = Math.round(likedMs * (0.8 + 0.4 * random()))
      if (answer.kind === 'retry') failingMs += jittered
      if (answer.kind === 'forgotten') unknownMs += jittered
      const sleepMs = Math.max(leastWaitMs, jittered)
      if (isFailing) follow.onRetry(clock.now() + sleepMs)
      await clock.sleep(sleepMs, signal)
      waitMs = Math.min(pace.longestMs, waitMs * pace.factor)
    }
    return end
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' }
    throw error
  }
}

/** More than 70 hours of speech at 64 kbit/s. */
const MAX_AUDIO_BYTES = 2 * 1024 ** 3

export interface Download {
  /** As the service returned it; may be relative to its base URL. */
  readonly mediaUrl: string
  readonly connection: Pick<Connection, 'baseUrl' | 'key'>
  /** Overwritten. After an error, its content is not valid audio. */
  readonly path: string
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock
  readonly timeouts?: Timeouts
  readonly maxBytes?: number
}

/**
 * Downloads the audio of a conversion to `path`, resuming after an interrupted connection, and returns the number of bytes. The key is
 * sent only to the service's own origin, wherever the address or a redirect leads. Throws `audio-address-refused` (neither https nor the service's own
 * origin, or on this machine or in its network, if the service itself is not), `audio-unavailable`, `audio-too-large`, or a network error after several tries.
 */
export async function downloadAudio(download: Download): Promise<number> {
  const { connection, path, signal, clock, timeouts, maxBytes = MAX_AUDIO_BYTES } = download
  const base = parseBaseUrl(connection.baseUrl)
  const first = mediaAddress(download.mediaUrl, base)
  return downloadResumably({
    address: first.href,
    path,
    signal,
    maxBytes,
    ...(clock && { clock }),
    ...(timeouts && { timeouts }),
    async ask(address, from) {
      const url = from === undefined ? first : mediaAddress(address, base, from)
      return {
        url,
        mayConnectTo: isNearService(url, base) ? undefined : isPublicAddress,
        headers: url.origin === base.origin ? { [API_KEY_HEADER]: await connection.key() } : {},
      }
    },
    errors: {
      unavailable: ({ host }, status) => new UserFacingError('audio-unavailable', { host, status }),
      tooLarge: () => new UserFacingError('audio-too-large', { megabytes: Math.floor(maxBytes / 1024 ** 2) }),
      fault: (kind, { host }) => faultError(kind, host),
    },
  })
}

/**
 * Whether an address in the local network is allowed, because the service itself is there. Other services must not use the app to reach
 * addresses that are not on the internet.
 */
function isNearService(url: URL, base: URL): boolean {
  const address = base.hostname.replace(/^\[|\]$/g, '')
  return (
    url.hostname === base.hostname || isLoopback(base) || (isIP(address) !== 0 && !isPublicAddress(address))
  )
}

function mediaAddress(
  address: string,
  base: URL,
  relativeTo: URL = new URL(`${base.href.replace(/\/+$/, '')}/`),
): URL {
  const url = URL.parse(address, relativeTo.href)
  const isAllowed = url !== null && (url.protocol === 'https:' || url.origin === base.origin)
  if (!isAllowed || url.username !== '' || url.password !== '') {
    throw new UserFacingError('audio-address-refused', { host: url?.host ?? '' })
  }
  return url
}
