/**
 * Paid requests and their outcomes, on disk at every moment: a submission is recorded before its first byte is sent, and sent once.
 * While its outcome is unknown, no identical request is sent. Words that a request has already paid for are not bought again.
 */
import { createHash } from 'node:crypto'
import { fromUserFacing } from '../../shared/ipc/result.ts'
import {
  UNANSWERED,
  formatJobIds,
  isForgotten,
  isOpenEnded,
  isUnsettled,
  parseJobIds,
} from '../../shared/jobs/job.ts'
import { type JobPayload, plannedTakes } from '../../shared/jobs/payload.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Conversion } from '../../shared/speech-api/responses.ts'
import { STATUS } from '../../shared/speech-api/statuses.ts'
import type { Clock } from '../lib/clock.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { ClientOfConnection, Connection } from '../speech/connections.ts'
import {
  PAID_PATHS,
  type PaidKind,
  type SpeechClient,
  type SubmitOutcome,
  outcomeUnknown,
} from '../speech/speechClient.ts'
import type { During } from './confirmations.ts'
import { blockOfPayload, requestFacts } from './requestFacts.ts'

export interface SubmissionRequest {
  readonly endpoint: PaidKind
  /** The JSON body as it is sent; otherwise a string that identifies the request. */
  readonly body: string
  /** Identifies equal requests, if they need not have the same body. */
  readonly identity?: string
  readonly payload: JobPayload | null
  /** The keys of takes that make the request unnecessary; none for a request that makes no takes. */
  readonly keys?: ReadonlySet<string>
  /** Jobs that already requested the same words, which the writer chose to buy again. */
  readonly despite?: readonly string[]
  /** Whether stopping the job also aborts the request. Other requests finish, because the response shows whether they were charged. */
  readonly isStoppable?: boolean
  /** Sends a request that is not JSON. Called once, after the job is on disk. */
  readonly send?: (client: SpeechClient, signal: AbortSignal) => Promise<SubmitOutcome>
}

/** A request as a job of its own. */
export interface NewJob extends SubmissionRequest {
  readonly id: string
  /** Called after the job is on disk, before the first byte is sent. */
  readonly onStored?: () => void
}

export type Submission =
  | { readonly kind: 'accepted'; readonly job: JobRecord; readonly conversion: Conversion }
  /** Nothing was sent: an identical request was accepted earlier, its audio is not fetched yet, and its service still knows it. */
  | { readonly kind: 'already-accepted'; readonly job: JobRecord }
  /** Rejected, or certainly not sent. */
  | { readonly kind: 'failed'; readonly job: JobRecord; readonly error: UserFacingError }
  | { readonly kind: 'unknown'; readonly job: JobRecord; readonly error: UserFacingError }

/** Approves each request before credits are spent. */
export interface SpendingGuard {
  /** Runs work that the writer requested. Confirmations for it end with it. */
  readonly during: During
  /**
   * Records what a job may cost, before its request is sent. Throws if the writer must confirm it first, or if there are caps and
   * the cost cannot be recorded. From then on, other processes count the job.
   */
  reserve(project: Project, connection: Connection, job: JobRecord): void
  /** Removes the record for a job that is not sent. */
  release(jobId: string): void
}

export interface SubmissionsOptions {
  readonly clock: Clock
  readonly guard?: SpendingGuard
  /** Whether any request to a connection started the conversion `uuid`; by default, only the project's requests are checked. */
  readonly isUuidTaken?: (uuid: string, connectionId: string) => boolean
}

export type Submissions = ReturnType<typeof createSubmissions>

export function createSubmissions({ clock, guard, isUuidTaken = () => false }: SubmissionsOptions) {
  /** A response about another request's conversion, such as one repeated by a proxy, says nothing about this request. */
  function ownAnswer(
    outcome: SubmitOutcome,
    project: Project,
    connectionId: string,
    host: string,
  ): SubmitOutcome {
    if (outcome.kind !== 'accepted') return outcome
    const { uuid } = outcome.conversion
    const isKnown = project.jobs.list().some((job) => job.uuid === uuid && job.connectionId === connectionId)
    return isKnown || isUuidTaken(uuid, connectionId)
      ? { kind: 'unknown', error: new UserFacingError('conversion-repeated', { host }) }
      : outcome
  }

  return {
    /**
     * Throws `conversion-outcome-unknown` if an identical request, or another request for the same words, is being sent or has an unknown
     * outcome; `words-paid` if a service that charges has accepted another request for the same words; and `request-cancelled` if the
     * project is closing and could not store the outcome.
     */
    async submit(
      project: Project,
      { connection, client }: ClientOfConnection,
      request: NewJob,
      signal: AbortSignal,
    ): Promise<Submission> {
      if (project.work.closing.aborted) throw new UserFacingError('request-cancelled')
      const { id, endpoint, body, payload } = request
      const { send = (to: SpeechClient) => to.submit(endpoint, body, signal) } = request
      const { keys = NO_KEYS, despite = [] } = request
      const paid = connection.isBuiltIn ? [] : openJobsFor(project, { keys, despite })
      if (paid.length > 0) {
        const { estimate: credits } = requestFacts(body)
        throw alreadyPaid(paid, { host: client.host, credits, blockId: blockOfPayload(payload) ?? '' })
      }
      const requestHash = hashRequest(connection.connectionId, endpoint, request.identity ?? body)
      const same = project.jobs
        .list()
        .filter((record) => record.requestHash === requestHash && !despite.includes(record.id))
      if (same.some(isUnsettled)) throw outcomeUnknown(client.host)
      const accepted = same.find(
        (record) => record.state === 'accepted' && record.uuid !== null && !isForgotten(record),
      )
      if (accepted !== undefined) return { kind: 'already-accepted', job: accepted }

      const sending: JobRecord = {
        id,
        endpoint,
        connectionId: connection.connectionId,
        state: 'sending',
        requestHash,
        requestBody: body,
        payload,
        ...UNANSWERED,
        createdAtMs: clock.now(),
        updatedAtMs: clock.now(),
      }
      guard?.reserve(project, connection, sending)
      try {
        project.jobs.insert(sending)
      } catch (error) {
        guard?.release(id)
        throw error
      }
      request.onStored?.()
      const answer = await send(client, signal).catch((error: unknown) => {
        project.jobs.update(id, { state: 'unknown', updatedAtMs: clock.now() })
        throw error
      })
      const outcome = ownAnswer(answer, project, connection.connectionId, client.host)
      if (outcome.kind === 'accepted') {
        const { conversion } = outcome
        const job = project.jobs.update(id, {
          state: 'accepted',
          uuid: conversion.uuid,
          ...toServiceFields(conversion, sending),
          updatedAtMs: clock.now(),
        })
        return { kind: 'accepted', job, conversion }
      }
      const state = outcome.kind === 'unknown' ? 'unknown' : 'failed'
      const job = project.jobs.update(id, {
        state,
        error: fromUserFacing(outcome.error),
        updatedAtMs: clock.now(),
      })
      return { kind: state, job, error: outcome.error }
    },
  }
}

const NO_KEYS: ReadonlySet<string> = new Set()

/** Same connection, same endpoint, same identity. */
function hashRequest(connectionId: string, endpoint: PaidKind, identity: string): string {
  return createHash('sha256')
    .update(JSON.stringify([connectionId, PAID_PATHS[endpoint], identity]))
    .digest('hex')
}

/** Requested words, as the keys of the takes that would provide them. */
export interface WantedWords {
  readonly keys: ReadonlySet<string>
  /** Jobs that already requested the words, which the writer chose to buy again. */
  readonly despite: readonly string[]
}

/** The project's jobs that requested any of these words, newest first, except finished ones and ones that their service no longer knows. */
export function openJobsFor(project: Project, { keys, despite }: WantedWords): JobRecord[] {
  return project.jobs
    .list()
    .filter(
      (job) =>
        isOpenEnded(job) &&
        !despite.includes(job.id) &&
        plannedTakes(job.payload).some(({ key }) => keys.has(key)),
    )
}

/**
 * The error that words are not bought because these jobs (at least one) already requested them. It names the jobs, so that the writer
 * can buy the words anyway. `credits` is the price of the words.
 */
export function alreadyPaid(
  jobs: readonly JobRecord[],
  about: { readonly host: string; readonly credits: number; readonly blockId: string },
): UserFacingError {
  const accepted = jobs.filter(({ state }) => state === 'accepted')
  const isAccepted = accepted.length > 0
  const params = { ...about, jobs: formatJobIds((isAccepted ? accepted : jobs).map(({ id }) => id)) }
  return isAccepted
    ? new UserFacingError('words-paid', params)
    : new UserFacingError('conversion-outcome-unknown', params)
}

/** The same for several blocks of a render, as one error; undefined if there is no such failure. */
export function joinAlreadyPaid(failures: Iterable<Error>): UserFacingError | undefined {
  const paid = [...failures].filter(
    (error): error is UserFacingError => error instanceof UserFacingError && error.code === 'words-paid',
  )
  const [first] = paid
  if (first === undefined || paid.length === 1) return first
  return new UserFacingError('words-paid', {
    host: String(first.params['host']),
    credits: paid.reduce((sum, { params }) => sum + Number(params['credits']), 0),
    blockId: '',
    jobs: formatJobIds(new Set(paid.flatMap(({ params }) => parseJobIds(params)))),
  })
}

type Credits = Pick<JobRecord, 'estimatedCredits' | 'usedCredits'>

/** The fields of a job that the service's last response determines. */
export function toServiceFields(
  conversion: Conversion,
  known: Credits,
): Credits & Pick<JobRecord, 'status' | 'percentage'> {
  const { status, percentage, usedCredit } = conversion
  // 0 for finished audio means that the service does not state the cost.
  const isFinal = status === STATUS.failed || (status === STATUS.completed && usedCredit !== 0)
  return {
    status,
    percentage,
    ...higherCredits(conversion, known),
    ...(isFinal && usedCredit !== null && { usedCredits: usedCredit }),
  }
}

/** The credits of an unfinished job: the highest figure that its service has given so far. */
export function higherCredits({ estimatedCredit, usedCredit }: Conversion, known: Credits): Credits {
  return {
    estimatedCredits: higher(estimatedCredit, known.estimatedCredits),
    usedCredits: higher(usedCredit, known.usedCredits),
  }
}

function higher(said: number | null, known: number | null): number | null {
  return said === null || known === null ? (said ?? known) : Math.max(said, known)
}

/** A conversion whose audio the writer supplied; `mediaUrl` is its address, null for a file. */
export function toFinishedConversion(job: JobRecord, mediaUrl: string | null): Conversion {
  return {
    uuid: job.uuid ?? '',
    status: STATUS.completed,
    percentage: 100,
    estimatedCredit: job.estimatedCredits,
    usedCredit: job.usedCredits,
    errorMessage: '',
    mediaUrl,
    model: '',
    voiceId: '',
    speed: null,
    input: '',
    speakerName: null,
    createdAtMs: null,
    updatedAtMs: null,
    fileSize: null,
    vibeId: null,
    emotion: '',
    customPrompt: '',
    timings: null,
  }
}
