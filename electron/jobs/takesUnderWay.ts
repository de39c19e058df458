/** Which takes are being made, by whomever, so that audio that is on its way is waited for and not bought a second time. */
import { plannedTakes } from '../../shared/jobs/payload.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Take } from '../../shared/story/takes.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { Runner } from './runner.ts'
import type { Task } from './tasks.ts'

/** A render that will bring takes. */
interface Reservation {
  readonly render: Pick<Task, 'project' | 'signal'>
  readonly keys: ReadonlySet<string>
  readonly ended: Promise<undefined>
}

export interface TakesUnderWay {
  /** Runs `make` once per key at a time. */
  share(project: Project, key: string, make: () => Promise<Take>): Promise<Take>
  /**
   * Waits for renders and accepted jobs that bring such takes. Throws `request-cancelled` where the writer stops what is waited
   * for.
   */
  untilBrought(project: Project, keys: ReadonlySet<string>): Promise<void>
  /** Runs `make` for a key once nothing is made for these keys, instead of sharing what is made. */
  makeNext(project: Project, key: string, others: readonly string[], make: () => Promise<Take>): Promise<Take>
  /** Resolves when no take with one of these keys is being made, and no accepted job with such a take is followed. */
  untilMade(project: Project, keys: ReadonlySet<string>): Promise<void>
  /** Lets everybody who wants takes with these keys wait while `work` makes them for a render. */
  reserve(render: Reservation['render'], keys: ReadonlySet<string>, work: () => Promise<void>): Promise<void>
}

export function createTakesUnderWay(runner: Runner): TakesUnderWay {
  /** Takes being made, by project and key. */
  const making = new Map<string, Promise<Take>>()
  const nameOf = (project: Project, key: string) => `${project.projectId} ${key}`
  const reservations = new Set<Reservation>()

  /** Waits for the accepted jobs with such takes. Throws `request-cancelled` where the writer stops the job that is waited for. */
  async function untilFetched(project: Project, keys: ReadonlySet<string>): Promise<void> {
    const isWanted = ({ state, payload }: JobRecord) =>
      state === 'accepted' && plannedTakes(payload).some(({ key }) => keys.has(key))
    for (const job of project.jobs.list().filter(isWanted)) {
      // A job whose audio could not be fetched is waited for only while it is asked about again.
      if (job.error !== null && runner.activity(job.id) === null) continue
      await runner.fetch(project, job).catch(() => undefined)
      if (project.work.closing.aborted || runner.isStopped(job.id))
        throw new UserFacingError('request-cancelled')
    }
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

    async untilBrought(project, keys) {
      const isWanted = (reservation: Reservation) =>
        reservation.render.project === project && keys.values().some((key) => reservation.keys.has(key))
      for (;;) {
        const reservation = reservations.values().find(isWanted)
        if (reservation === undefined) break
        await reservation.ended
        if (reservation.render.signal.aborted) throw new UserFacingError('request-cancelled')
      }
      await untilFetched(project, keys)
    },

    async untilMade(project, keys) {
      await Promise.allSettled([...keys].map(async (key) => making.get(nameOf(project, key))))
      await untilFetched(project, keys)
    },

    async reserve(render, keys, work) {
      const ended = Promise.withResolvers<undefined>()
      const reservation = { render, keys, ended: ended.promise }
      reservations.add(reservation)
      try {
        await work()
      } finally {
        reservations.delete(reservation)
        ended.resolve(undefined)
      }
    },
  }
}
