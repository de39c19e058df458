/** Asks a service's history about one conversion until it is over, ever less often. */
import type { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isTerminalStatus, STATUS } from '../../shared/speech-api/statuses.ts'
import type { Conversion } from '../../shared/speech-api/responses.ts'
import type { Clock } from '../lib/clock.ts'
import { createProgressEstimate } from '../lib/progressEstimate.ts'
import type { HistoryAnswer } from './speechClient.ts'

/** How often a service is asked. */
export interface Pace {
  readonly firstMs: number
  readonly factor: number
  readonly longestMs: number
  /**
   * After this long with nothing but failures, the writer gets an error; the conversion can be followed again.
   * Counted in waits and not by the clock, so that a machine that slept does not give up when it wakes.
   */
  readonly giveUpAfterMs: number
  /** The same for answers that the service does not know the conversion: a new conversion may be known a little later. */
  readonly forgottenAfterMs: number
}
export const BUILT_IN_PACE: Pace = {
  firstMs: 150,
  factor: 1.25,
  longestMs: 1_000,
  giveUpAfterMs: 15_000,
  forgottenAfterMs: 1_000,
}
export const HOSTED_PACE: Pace = {
  firstMs: 1_000,
  factor: 1.4,
  longestMs: 30_000,
  giveUpAfterMs: 30_000,
  forgottenAfterMs: 10_000,
}

export interface FollowProgress {
  readonly status: number
  /** 0 to 100; it never falls. */
  readonly percentage: number
  readonly remainingMs: number | null
}

export type FollowEnd =
  | { readonly kind: 'completed'; readonly conversion: Conversion }
  /** The service says that the conversion failed. */
  | { readonly kind: 'failed'; readonly conversion: Conversion }
  | { readonly kind: 'no-history' }
  /** The service does not know the conversion. */
  | { readonly kind: 'forgotten' }
  /** Nothing is known of the conversion's end: it can be followed again. */
  | { readonly kind: 'lost'; readonly error: UserFacingError }
  | { readonly kind: 'stopped' }

export interface Follow {
  /** The record as last seen; a finished one ends the following at once. */
  readonly last: Conversion | null
  /** Asks once. It may find the service at another address each time. */
  readonly ask: (signal: AbortSignal) => Promise<HistoryAnswer>
  readonly pace: Pace
  readonly clock: Clock
  /** 0 to 1, for waits that do not all fall together. */
  readonly random: () => number
  readonly signal: AbortSignal
  /** Called after each record that the service answers with. */
  readonly onProgress: (progress: FollowProgress, conversion: Conversion) => void
  /** Called when the service is asked again, by the clock, each time that it did not answer; null once it answers. */
  readonly onRetry: (nextTryMs: number | null) => void
}

/** Follows a conversion to its end, or until the signal stops it. */
export async function followConversion(follow: Follow): Promise<FollowEnd> {
  const { ask, pace, clock, random, signal } = follow
  const estimate = createProgressEstimate()
  let percentage = 0
  let waitMs = pace.firstMs
  let failingMs = 0
  let unknownMs = 0
  let isFailing = false

  function see(conversion: Conversion): FollowEnd | null {
    percentage = Math.max(percentage, conversion.percentage)
    const remainingMs = estimate.observe(percentage, clock.now())
    follow.onProgress({ status: conversion.status, percentage, remainingMs }, conversion)
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
        // The service is there and names the time to come back: that is not a failure.
        failingMs = 0
        leastWaitMs = answer.waitMs
      } else if (failingMs >= pace.giveUpAfterMs) return { kind: 'lost', error: answer.error }
      const jittered = Math.round(waitMs * (0.8 + 0.4 * random()))
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
