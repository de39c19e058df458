/**
 * Brings an accepted conversion home: follows it, fetches its audio into a file, checks that it is whole, and stores it
 * together with what it is for. Until that commits, the conversion stays accepted and can be collected again.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { fromUserFacing } from '../../../shared/ipc/result.ts'
import type { ResultSource } from '../../../shared/jobs/job.ts'
import type { Conversion } from '../../../shared/speech-api/responses.ts'
import { isTerminalStatus, STATUS } from '../../../shared/speech-api/statuses.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FindClient } from '../../speech/connections.ts'
import { downloadAudio } from '../../speech/downloadAudio.ts'
import { BUILT_IN_PACE, followConversion, HOSTED_PACE } from '../../speech/followConversion.ts'
import type { ConversionProgress, FollowEnd, Pace } from '../../speech/followConversion.ts'
import type { Timeouts } from '../../lib/http/httpExchange.ts'
import type { Redact } from '../../lib/http/redact.ts'
import { redactMessage, shorten } from '../../speech/serviceErrors.ts'
import type { HistoryAnswer } from '../../speech/speechClient.ts'
import type { Wakes } from '../../speech/wakes.ts'
import { toServiceFields } from '../submissions.ts'
import { toFinishedConversion } from './toFinishedConversion.ts'
import { storeAudio, withWholeAudio } from '../../project/audioFiles.ts'

/** Each step is a write to disk. */
const KEPT_PERCENT_STEP = 10

export interface CollectorOptions {
  readonly findClient: FindClient
  /** A folder of the app's own, for audio that is on its way. */
  readonly downloadsDir: string
  readonly clock: Clock
  readonly random?: () => number
  readonly paces?: { readonly builtIn: Pace; readonly hosted: Pace }
  readonly timeouts?: Timeouts
  /** Ends waits between two questions early. */
  readonly wakes?: Wakes
  /** What the service told of a conversion otherwise: asked where it has no history. May throw a UserFacingError. */
  readonly recall?: (record: JobRecord) => Conversion | null
}

export interface Collection {
  readonly project: Project
  /** Accepted by its service. */
  readonly record: JobRecord
  /** The answer to the submission, where it is at hand. */
  readonly last: Conversion | null
  /** Audio that the writer brings: a file, or an address of their own choice in `last`. The service is not asked. */
  readonly byHand?: { readonly path: string | null } | undefined
  /** Masks what the service's words must not bring back, beside the key: the password of a document. */
  readonly redact?: Redact
  readonly signal: AbortSignal
  readonly onProgress?: (progress: ConversionProgress) => void
  /** Called inside the transaction that stores the audio. */
  readonly keep: (
    audio: { readonly audioId: string; readonly durationMs: number },
    conversion: Conversion,
  ) => void
}

export type CollectEnd =
  | { readonly kind: 'kept'; readonly conversion: Conversion }
  /** The service says that the conversion failed. */
  | { readonly kind: 'failed'; readonly error: UserFacingError }
  /** The audio is not here, and may be had later. */
  | { readonly kind: 'lost'; readonly error: UserFacingError }
  | { readonly kind: 'stopped' }

export type Collect = (collection: Collection) => Promise<CollectEnd>

export function createCollector(options: CollectorOptions): Collect {
  const { findClient, downloadsDir, clock, random = Math.random, timeouts, wakes, recall } = options
  const { paces = { builtIn: BUILT_IN_PACE, hosted: HOSTED_PACE } } = options

  return async (collection) => {
    const { record, signal, byHand } = collection
    const path = join(downloadsDir, `${record.id}.part`)
    try {
      if (typeof byHand?.path === 'string') {
        const conversion = toFinishedConversion(record, null)
        await storeConversion(collection, conversion, 'by-hand', byHand.path)
        return { kind: 'kept', conversion }
      }
      const { end, source } = await endOf(collection)
      if (end.kind === 'failed') return markFailed(collection, end.conversion)
      if (end.kind === 'no-history') return lose(collection, await noHistory(record))
      if (end.kind === 'lost') return lose(collection, end.error)
      if (end.kind === 'stopped') return end

      await mkdir(downloadsDir, { recursive: true })
      const fetched = await fetchAudio(collection, end.conversion, path)
      await storeConversion(collection, fetched, fetched === end.conversion ? source : 'history', path)
      return { kind: 'kept', conversion: fetched }
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' }
      if (error instanceof UserFacingError) return lose(collection, error)
      throw error
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Keeps with a conversion why its audio is not here; what the writer brought in vain says nothing about it. */
  function lose({ project, record, byHand, redact }: Collection, failure: UserFacingError): CollectEnd {
    const error = redact === undefined ? failure : redactMessage(failure, redact)
    if (byHand === undefined && project.jobs.find(record.id)?.state === 'accepted')
      project.jobs.update(record.id, { error: fromUserFacing(error), updatedAtMs: clock.now() })
    return { kind: 'lost', error }
  }

  /** How the conversion ended, and who said so. */
  async function endOf(collection: Collection): Promise<{ end: FollowEnd; source: ResultSource }> {
    const { project, record, last, signal, onProgress, byHand } = collection
    const keepProgress = progressKeeper(project, record)
    const connection = await findClient(record.connectionId).then(
      ({ connection }) => connection,
      () => null,
    )
    const end = await followConversion({
      last,
      ask: (askSignal) => askHistory(record, askSignal),
      pace: connection?.isBuiltIn ? paces.builtIn : paces.hosted,
      clock: wakes?.clockFor(record.id) ?? clock,
      random,
      signal,
      onProgress: (progress) => {
        if (byHand !== undefined) return
        keepProgress(progress)
        onProgress?.(progress)
      },
    })
    if (byHand !== undefined) return { end, source: 'by-hand' }
    const told = end.kind === 'no-history' ? recall?.(record) : null
    if (told?.status === STATUS.completed)
      return { end: { kind: 'completed', conversion: told }, source: 'webhook' }
    if (told?.status === STATUS.failed)
      return { end: { kind: 'failed', conversion: told }, source: 'webhook' }
    return { end, source: last !== null && isTerminalStatus(last.status) ? 'response' : 'history' }
  }

  /** Writes down what the service says of a conversion on its way: each new status, and the percentage in steps. */
  function progressKeeper(project: Project, { id, status, percentage }: JobRecord) {
    let kept = { status, percentage }
    return (seen: ConversionProgress) => {
      if (seen.status === kept.status && seen.percentage < kept.percentage + KEPT_PERCENT_STEP) return
      kept = { status: seen.status, percentage: seen.percentage }
      if (!isTerminalStatus(seen.status))
        project.jobs.update(id, { ...kept, error: null, updatedAtMs: clock.now() })
    }
  }

  async function askHistory({ connectionId, uuid }: JobRecord, signal: AbortSignal): Promise<HistoryAnswer> {
    try {
      const { client } = await findClient(connectionId)
      return await client.history(uuid ?? '', signal)
    } catch (error) {
      // A built-in service that does not start, or a connection that is no longer there.
      if (error instanceof UserFacingError) return { kind: 'trouble', error, waitMs: null }
      throw error
    }
  }

  /** Downloads the audio. An address that is no longer good is asked for once more. */
  async function fetchAudio(
    { record, signal, byHand }: Collection,
    conversion: Conversion,
    path: string,
  ): Promise<Conversion> {
    const { connection } = await findClient(record.connectionId)
    const fetchFrom = async ({ mediaUrl }: Conversion) => {
      if (mediaUrl === null) throw new UserFacingError('audio-missing')
      await downloadAudio({ mediaUrl, connection, path, signal, clock, ...(timeouts && { timeouts }) })
    }
    try {
      await fetchFrom(conversion)
      return conversion
    } catch (error) {
      const canAskAgain = byHand === undefined && record.uuid !== null
      if (!(error instanceof UserFacingError) || error.code !== 'audio-unavailable' || !canAskAgain)
        throw error
      const again = await askHistory(record, signal)
      if (again.kind !== 'found' || again.conversion.mediaUrl === conversion.mediaUrl) throw error
      await fetchFrom(again.conversion)
      return again.conversion
    }
  }

  async function storeConversion(
    collection: Collection,
    conversion: Conversion,
    source: ResultSource,
    path: string,
  ): Promise<void> {
    const { project, record, signal, keep } = collection
    await withWholeAudio(path, (audio) =>
      storeAudio(project.audio, audio, signal, (audioId) => {
        // Two ways may bring the same audio: the first one counts.
        if (project.jobs.find(record.id)?.state === 'completed')
          throw new UserFacingError('conversion-settled')
        keep({ audioId, durationMs: audio.durationMs }, conversion)
        project.jobs.update(record.id, {
          state: 'completed',
          ...toServiceFields(conversion),
          error: null,
          source,
          audioId,
          updatedAtMs: clock.now(),
        })
      }),
    )
  }

  function markFailed({ project, record, redact }: Collection, conversion: Conversion): CollectEnd {
    const words = shorten(conversion.errorMessage)
    const message = words === '' ? '' : (redact?.(words) ?? words)
    const error =
      message === ''
        ? new UserFacingError('conversion-failed-unexplained')
        : new UserFacingError('conversion-failed', { message })
    project.jobs.update(record.id, {
      state: 'failed',
      ...toServiceFields(conversion),
      error: fromUserFacing(error),
      updatedAtMs: clock.now(),
    })
    return { kind: 'failed', error }
  }

  async function noHistory(record: JobRecord): Promise<UserFacingError> {
    const { client } = await findClient(record.connectionId)
    return new UserFacingError('service-no-history', { host: client.host })
  }
}
