/** Tracks takes in progress, so that no audio is bought twice. */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { Take } from '../../shared/story/takes.ts'
import type { Project } from '../project/project.ts'
import { openJobsFor, type WantedWords } from './paidWords.ts'
import type { Runner } from './runner.ts'
import type { Task } from './tasks.ts'

/** A render that will bring takes. */
interface Reservation {
  readonly render: Pick<Task, 'project' | 'signal'>
  readonly keys: ReadonlySet<string>
  /** Resolves when it is over, with why it failed. */
  readonly ended: Promise<unknown>
}

/** One attempt to get words: a press of a button, or a render. */
export interface Attempt extends Pick<WantedWords, 'despite'> {
  /** The jobs whose audio could not be fetched in it. They are not asked about again for its other blocks. */
  readonly lost: Set<string>
}

/** A new attempt, which buys words despite these jobs. */
export function newAttempt(despite: readonly string[] = []): Attempt {
  return { despite, lost: new Set() }
}

export interface TakesUnderWay {
  /** Runs `make` once per key at a time. */
  share(project: Project, key: string, make: () => Promise<Take>): Promise<Take>
  /**
   * Waits for renders and accepted jobs that bring such takes. A job whose audio cannot be fetched now stays accepted, and its words are
   * not bought (`Submissions`). Throws `request-cancelled` if the writer stops what is waited for, and `conversion-forgotten` if a
   * service that charges turns out not to know its job any more.
   */
  untilBrought(project: Project, keys: ReadonlySet<string>, attempt: Attempt): Promise<void>
  /** Whether a render that is about to send its request brings such takes. */
  isReserved(project: Project, keys: ReadonlySet<string>): boolean
  /** Runs `make` for a key once nothing is made for these keys, instead of sharing what is made. */
  makeNext(project: Project, key: string, others: readonly string[], make: () => Promise<Take>): Promise<Take>
  /** Waits until no take with one of these keys is being made, and then as `untilBrought` for accepted jobs. Throws the same. */
  untilMade(project: Project, keys: ReadonlySet<string>, attempt: Attempt): Promise<void>
  /** Lets everybody who wants takes with these keys wait while `work` makes them for a render. */
  reserve<T>(render: Reservation['render'], keys: ReadonlySet<string>, work: () => Promise<T>): Promise<T>
}

export function createTakesUnderWay(runner: Runner): TakesUnderWay {
  /** Takes being made, by project and key. */
  const making = new Map<string, Promise<Take>>()
  const nameOf = (project: Project, key: string) => `${project.projectId} ${key}`
  const reservations = new Set<Reservation>()

  async function untilFetched(project: Project, keys: ReadonlySet<string>, attempt: Attempt): Promise<void> {
    const { despite, lost } = attempt
    for (;;) {
      const job = openJobsFor(project, { keys, despite }).find(
        ({ id, state }) => state === 'accepted' && !lost.has(id),
      )
      if (job === undefined) return
      const failure = await runner.fetch(project, job).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (project.work.closing.aborted || runner.isStopped(job.id))
        throw new UserFacingError('request-cancelled')
      lost.add(job.id)
      if (job.connectionId !== BUILT_IN_CONNECTION) assertNotForgotten(failure)
    }
  }

  /** Takes note of jobs that have just been asked about in vain. */
  function noteLost(project: Project, keys: ReadonlySet<string>, { despite, lost }: Attempt): void {
    for (const { id, error } of openJobsFor(project, { keys, despite }))
      if (error !== null && runner.activity(id) === null) lost.add(id)
  }

  function findReservation(project: Project, keys: ReadonlySet<string>): Reservation | undefined {
    return reservations
      .values()
      .find(
        (reservation) =>
          reservation.render.project === project && keys.values().some((key) => reservation.keys.has(key)),
      )
  }

  function share(project: Project, key: string, make: () => Promise<Take>): Promise<Take> {
    const name = nameOf(project, key)
    const known = making.get(name)
    if (known !== undefined) return known
    const promise = project.work.run(make).finally(() => making.delete(name))
    making.set(name, promise)
    return promise
  }

  return {
    share,

    async makeNext(project, key, others, make) {
      for (;;) {
        const shared = [key, ...others]
          .map((each) => making.get(nameOf(project, each)))
          .find((take) => take !== undefined)
        if (shared === undefined) return share(project, key, make)
        await shared.catch(() => undefined)
      }
    },

    async untilBrought(project, keys, attempt) {
      for (;;) {
        const reservation = findReservation(project, keys)
        if (reservation === undefined) break
        const failure = await reservation.ended
        if (reservation.render.signal.aborted) throw new UserFacingError('request-cancelled')
        assertNotForgotten(failure)
        noteLost(project, keys, attempt)
      }
      await untilFetched(project, keys, attempt)
    },

    isReserved: (project, keys) => findReservation(project, keys) !== undefined,

    async untilMade(project, keys, attempt) {
      const made = [...keys].flatMap((key) => making.get(nameOf(project, key)) ?? [])
      if (made.length > 0) {
        await Promise.allSettled(made)
        noteLost(project, keys, attempt)
      }
      await untilFetched(project, keys, attempt)
    },

    async reserve(render, keys, work) {
      const ended = Promise.withResolvers<unknown>()
      const reservation = { render, keys, ended: ended.promise }
      reservations.add(reservation)
      let failure: unknown
      try {
        return await work()
      } catch (error) {
        failure = error
        throw error
      } finally {
        reservations.delete(reservation)
        ended.resolve(failure)
      }
    },
  }
}

/** The writer is told that a service no longer knows a job before the same words are bought again. */
function assertNotForgotten(failure: unknown): void {
  if (failure instanceof UserFacingError && failure.code === 'conversion-forgotten') throw failure
}
