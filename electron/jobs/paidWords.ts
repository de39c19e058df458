/**
 * Words that a service was asked for and may have charged. Until their audio is here, no request asks for them again, whichever way
 * they are wanted, unless the writer buys them again on purpose.
 */
import { formatJobIds, isOpenEnded, parseJobIds } from '../../shared/jobs/job.ts'
import { plannedTakes } from '../../shared/jobs/payload.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { JobRecord, Project } from '../project/project.ts'

/** Words that are wanted, by the keys of the takes that would serve. */
export interface WantedWords {
  readonly keys: ReadonlySet<string>
  /** The jobs despite which the writer buys the words again. */
  readonly despite: readonly string[]
}

/** The jobs of a project that have asked for such words and are neither over nor forgotten by their service, newest first. */
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
 * Says that words are not bought because these jobs, of which there is at least one, have asked for them; and names the jobs, so that
 * the writer can buy the words despite them. `credits` is what the words would cost.
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

/** The same for several blocks of a render, as one error; undefined if no failure says so. */
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
