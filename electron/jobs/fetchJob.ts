/**
 * Follows an accepted job, downloads its audio into a file, checks that the audio is complete, and stores it with its takes in one
 * transaction. Until that commits, the job stays accepted and can be fetched again.
 */
import { mkdir, rm } from 'node:fs/promises'
import { fromUserFacing } from '../../shared/ipc/result.ts'
import type { ResultSource } from '../../shared/jobs/job.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Conversion } from '../../shared/speech-api/responses.ts'
import { isTerminalStatus, STATUS } from '../../shared/speech-api/statuses.ts'
import type { Clock } from '../lib/clock.ts'
import { toAppError } from '../lib/files/diskFaults.ts'
import { newPartPath } from '../lib/files/atomicFile.ts'
import { createInTurn } from '../lib/turns.ts'
import type { Timeouts } from '../lib/http/httpExchange.ts'
import type { Redact } from '../lib/http/redact.ts'
import { storeAudio, withWholeAudio } from '../project/audioFiles.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { ClientOfConnection, FindClient } from '../speech/connections.ts'
import {
  BUILT_IN_PACE,
  downloadAudio,
  followConversion,
  type FollowEnd,
  type FollowProgress,
  HOSTED_PACE,
  type Pace,
} from '../speech/followConversion.ts'
import { redactMessage, shorten } from '../speech/askService.ts'
import type { HistoryAnswer } from '../speech/speechClient.ts'
import { higherCredits, toFinishedConversion, toServiceFields } from './submissions.ts'

/** The percentage is stored in steps, because each is a write to disk. */
const KEPT_PERCENT_STEP = 10

export interface FetchJobOptions {
  readonly findClient: FindClient
  /** The app's folder for downloads in progress. */
  readonly downloadsDir: string
  readonly clock: Clock
  readonly random?: () => number
  readonly paces?: { readonly builtIn: Pace; readonly hosted: Pace }
  readonly timeouts?: Timeouts
  /** What an event reported about a job: used if the history does not report it. May throw a UserFacingError. */
  readonly recall?: (job: JobRecord) => Conversion | null
}

/** What is known when a fetch starts, besides its job. */
export interface FetchStart {
  /** The service's last response about the conversion. */
  readonly last: Conversion | null
  /** The client that sent the request, if it was just sent. */
  readonly to?: ClientOfConnection
  /** Audio that the writer supplies: a file, or null for an address in `last`. The service is not polled then. */
  readonly byHand?: { readonly path: string | null }
}

export interface FetchOrder extends FetchStart {
  readonly project: Project
  /** Accepted by its service. */
  readonly job: JobRecord
  /** Masks the password of a document in the service's messages; the key is masked elsewhere. */
  readonly redact: Redact
  /** Times the waits between polls. */
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onProgress: (progress: FollowProgress) => void
  /** Called with the time of the next attempt if the service does not respond, and with null once it responds. */
  readonly onRetry: (nextTryMs: number | null) => void
  /** Called inside the transaction that stores the audio. */
  readonly store: (
    audio: { readonly audioId: string; readonly durationMs: number },
    conversion: Conversion,
  ) => void
}

export type FetchEnd =
  | { readonly kind: 'stored' }
  /** The service reports that the conversion failed. */
  | { readonly kind: 'failed'; readonly error: UserFacingError }
  /** The audio could not be fetched now, but may be available later. */
  | { readonly kind: 'lost'; readonly error: UserFacingError }
  | { readonly kind: 'stopped' }

export type FetchJob = (order: FetchOrder) => Promise<FetchEnd>

/** A project file may contain thousands of accepted jobs, so a service is not polled about all of them at once. */
const REQUESTS_AT_ONCE = 4

export function createFetchJob(options: FetchJobOptions): FetchJob {
  const { findClient, downloadsDir, clock, random = Math.random, timeouts, recall } = options
  const { paces = { builtIn: BUILT_IN_PACE, hosted: HOSTED_PACE } } = options

  const inTurn = createInTurn(() => REQUESTS_AT_ONCE)

  return async (order) => {
    const { job, signal, byHand } = order
    const path = newPartPath(downloadsDir)
    const service = connectTo(order)
    let finished: Conversion | null = null
    try {
      if (typeof byHand?.path === 'string') {
        await storeConversion(order, toFinishedConversion(job, null), 'by-hand', byHand.path)
        return { kind: 'stored' }
      }
      const { end, source } = await endOf(order, service)
      if (end.kind === 'failed') return markFailed(order, end.conversion)
      if (end.kind === 'no-history' || end.kind === 'forgotten') {
        const { client } = await service.get()
        const code = end.kind === 'forgotten' ? 'conversion-forgotten' : 'service-no-history'
        return lose(order, new UserFacingError(code, { host: client.host }))
      }
      if (end.kind === 'lost') return lose(order, end.error)
      if (end.kind === 'stopped') return end

      finished = end.conversion
      await mkdir(downloadsDir, { recursive: true })
      const fetched = await fetchAudio(order, service, end.conversion, path)
      await storeConversion(order, fetched, fetched === end.conversion ? source : 'history', path)
      return { kind: 'stored' }
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' }
      // A file that the writer supplied is not deleted.
      const told = typeof byHand?.path === 'string' ? error : toAppError(error)
      if (told instanceof UserFacingError) return lose(order, told, finished)
      throw error
    } finally {
      await rm(path, { force: true })
    }
  }

  /** The client of a job. It is looked up again after an error, because a restarted built-in service has a new address. */
  function connectTo({ job, to }: FetchOrder) {
    let known = to
    return {
      async get(): Promise<ClientOfConnection> {
        known ??= await findClient(job.connectionId)
        return known
      },
      async ask(signal: AbortSignal): Promise<HistoryAnswer> {
        try {
          const { client } = await this.get()
          const answer = await inTurn(job.connectionId, () => client.history(job.uuid ?? '', signal))
          if (answer.kind === 'retry') known = undefined
          return answer
        } catch (error) {
          // The built-in service does not start, or the connection was removed.
          if (error instanceof UserFacingError) return { kind: 'retry', error, waitMs: null }
          throw error
        }
      },
    }
  }
  type Service = ReturnType<typeof connectTo>

  /**
   * Stores in the job why its audio is missing, and the cost that `finished` states. Nothing is stored if audio that the writer supplied
   * could not be used.
   */
  function lose(
    { project, job, byHand, redact }: FetchOrder,
    failure: UserFacingError,
    finished: Conversion | null = null,
  ): FetchEnd {
    const error = redactMessage(failure, redact)
    const current = project.jobs.find(job.id)
    if (byHand === undefined && current?.state === 'accepted')
      project.jobs.update(job.id, {
        ...(finished !== null && higherCredits(finished, current)),
        error: fromUserFacing(error),
        updatedAtMs: clock.now(),
      })
    return { kind: 'lost', error }
  }

  /** How the conversion ended, and whether the history or an event reported it. */
  async function endOf(
    order: FetchOrder,
    service: Service,
  ): Promise<{ end: FollowEnd; source: ResultSource }> {
    const { project, job, last, signal, onProgress, byHand } = order
    const storeProgress = progressStore(project, job)
    const isBuiltIn = await service.get().then(
      ({ connection }) => connection.isBuiltIn,
      () => false,
    )
    const end = await followConversion({
      last,
      ask: (askSignal) => service.ask(askSignal),
      pace: isBuiltIn ? paces.builtIn : paces.hosted,
      clock: order.clock,
      random,
      signal,
      onProgress: (progress, conversion) => {
        if (byHand !== undefined) return
        storeProgress(progress, conversion)
        onProgress(progress)
      },
      onRetry: order.onRetry,
    })
    if (byHand !== undefined) return { end, source: 'by-hand' }
    const told = end.kind === 'no-history' || end.kind === 'forgotten' ? recall?.(job) : null
    if (told?.status === STATUS.completed)
      return { end: { kind: 'completed', conversion: told }, source: 'webhook' }
    if (told?.status === STATUS.failed)
      return { end: { kind: 'failed', conversion: told }, source: 'webhook' }
    return { end, source: last !== null && isTerminalStatus(last.status) ? 'response' : 'history' }
  }

  /** Stores the progress of a conversion: each new status, higher credits, and the percentage in steps. */
  function progressStore(project: Project, job: JobRecord) {
    let stored: Pick<JobRecord, 'status' | 'percentage' | 'estimatedCredits' | 'usedCredits'> = job
    return ({ status, percentage }: FollowProgress, conversion: Conversion) => {
      if (isTerminalStatus(status)) return
      const seen = { status, percentage, ...higherCredits(conversion, stored) }
      const isStep = status !== stored.status || percentage >= stored.percentage + KEPT_PERCENT_STEP
      const isSameCredits =
        seen.estimatedCredits === stored.estimatedCredits && seen.usedCredits === stored.usedCredits
      if (!isStep && isSameCredits) return
      stored = seen
      project.jobs.update(job.id, { ...seen, error: null, updatedAtMs: clock.now() })
    }
  }

  /** Downloads the audio. Requests a new address once if the address has expired. */
  async function fetchAudio(
    { job, signal, byHand }: FetchOrder,
    service: Service,
    conversion: Conversion,
    path: string,
  ): Promise<Conversion> {
    const { connection } = await service.get()
    const fetchFrom = async ({ mediaUrl }: Conversion) => {
      if (mediaUrl === null) throw new UserFacingError('audio-missing')
      const download = { mediaUrl, connection, path, signal, clock, ...(timeouts && { timeouts }) }
      await inTurn(job.connectionId, () => downloadAudio(download))
    }
    try {
      await fetchFrom(conversion)
      return conversion
    } catch (error) {
      const canAskAgain = byHand === undefined && job.uuid !== null
      if (!(error instanceof UserFacingError) || error.code !== 'audio-unavailable' || !canAskAgain)
        throw error
      const again = await service.ask(signal)
      if (again.kind !== 'found' || again.conversion.mediaUrl === conversion.mediaUrl) throw error
      await fetchFrom(again.conversion)
      return again.conversion
    }
  }

  async function storeConversion(
    { project, job, signal, store }: FetchOrder,
    conversion: Conversion,
    source: ResultSource,
    path: string,
  ): Promise<void> {
    await withWholeAudio(path, (audio) =>
      storeAudio(project.audio, audio, signal, (audioId) => {
        // The same audio may arrive twice: the first one counts.
        const current = project.jobs.find(job.id) ?? job
        if (current.state === 'completed') throw new UserFacingError('conversion-settled')
        store({ audioId, durationMs: audio.durationMs }, conversion)
        project.jobs.update(job.id, {
          state: 'completed',
          ...toServiceFields(conversion, current),
          error: null,
          source,
          audioId,
          updatedAtMs: clock.now(),
        })
      }),
    )
  }

  function markFailed({ project, job, redact }: FetchOrder, conversion: Conversion): FetchEnd {
    const words = shorten(conversion.errorMessage)
    const message = words === '' ? '' : redact(words)
    const error =
      message === ''
        ? new UserFacingError('conversion-failed-unexplained')
        : new UserFacingError('conversion-failed', { message })
    project.jobs.update(job.id, {
      state: 'failed',
      ...toServiceFields(conversion, project.jobs.find(job.id) ?? job),
      error: fromUserFacing(error),
      updatedAtMs: clock.now(),
    })
    return { kind: 'failed', error }
  }
}
