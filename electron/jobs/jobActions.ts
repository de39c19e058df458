/** Actions on a job of any project; a closed project is opened for their duration. */
import type { Claimable } from '../../shared/ipc/jobsContract.ts'
import type { ProjectId } from '../../shared/ipc/views.ts'
import { isOpenEnded } from '../../shared/jobs/job.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Conversion } from '../../shared/speech-api/responses.ts'
import type { Clock } from '../lib/clock.ts'
import type { OpenProjects } from '../project/openProjects.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { Projects } from '../project/projects.ts'
import type { FindClient } from '../speech/connections.ts'
import { isSameInput, mayBe } from './claim.ts'
import { toFinishedConversion, toServiceFields } from './conversionFields.ts'
import type { JobIndex } from './jobIndex.ts'
import type { Runner } from './runner.ts'

/** How long audio may take to begin. */
const LOADING_MS = 30_000

export interface JobActionsOptions {
  readonly index: JobIndex
  /** Tells every page how a listed job is. */
  readonly tell: (ids: readonly string[]) => void
  readonly findClient: FindClient
  readonly openProjects: Pick<OpenProjects, 'ofJob'>
  readonly projects: Pick<Projects, 'use'>
  readonly runner: Runner
  readonly clock: Clock
}

/** Each throws `conversion-gone`, and what opening the job's project throws. */
export interface JobActions {
  /** Asks the service again; answers when that is begun. Throws `conversion-not-waiting`. */
  resume(id: string): Promise<void>
  /** Keeps the project open while its audio is heard, for as long as this takes; gives where it plays from. */
  listen(id: string): Promise<ProjectId>
  stopListening(id: string): void
  /** What the service lists that may be the outcome of an unknown job; null where it lists nothing. */
  claimable(id: string): Promise<Claimable[] | null>
  /** Makes a conversion of the service the outcome. Throws `claim-other-input`, `claim-taken`, and why the service does not tell. */
  claim(id: string, uuid: string): Promise<void>
  /** Stores what the writer brings; `from` is a path or an address. */
  attach(id: string, from: { readonly path: string } | { readonly url: string }): Promise<void>
  /** Stops a job and dismisses it, also where its request is on its way. */
  cancel(id: string): Promise<void>
  /** Puts an end to a job that failed, has no known outcome, is not followed or has lost its audio: the same may be sent again. */
  dismiss(id: string): Promise<void>
  /** Throws `conversion-still-open` for a job that waits and whose project is there. */
  removeFromList(id: string): void
  /** Undoes `removeFromList`. */
  restoreToList(id: string): void
}

export function createJobActions(options: JobActionsOptions): JobActions {
  const { index, tell, openProjects, projects, findClient, runner, clock } = options
  const listening = new Map<string, AbortController>()

  async function withProject<T>(id: string, work: (project: Project) => Promise<T>): Promise<T> {
    const open = runner.projectOf(id) ?? openProjects.ofJob(id)
    return projects.use(open?.path ?? index.pathOf(id), work)
  }

  /** Answers once `begin` has, while the project stays open until the job's audio is there, or cannot be had. */
  function beginFetching(id: string, begin: (project: Project) => Promise<JobRecord>): Promise<void> {
    const begun = Promise.withResolvers<undefined>()
    withProject(id, async (project) => {
      const job = await begin(project)
      begun.resolve(undefined)
      // Why there is no audio is kept with the job, and told by the index.
      await runner.follow(project, job).catch(() => undefined)
    }).catch(begun.reject)
    return begun.promise
  }

  return {
    resume: (id) =>
      beginFetching(id, async (project) => {
        const job = jobIn(project, id)
        if (job.state !== 'accepted') throw new UserFacingError('conversion-not-waiting')
        return job
      }),

    listen(id) {
      listening.get(id)?.abort()
      const heard = new AbortController()
      listening.set(id, heard)
      const begun = Promise.withResolvers<ProjectId>()
      withProject(id, async (project) => {
        const { audioId } = jobIn(project, id)
        const audio = audioId === null ? undefined : project.audio.find(audioId)
        if (audio === undefined) throw new UserFacingError('audio-not-in-project')
        begun.resolve(project.projectId)
        // A page that went away does not say so.
        await clock.sleep(audio.durationMs + LOADING_MS, heard.signal).catch(() => undefined)
      }).catch(begun.reject)
      return begun.promise
    },

    stopListening(id) {
      listening.get(id)?.abort()
      listening.delete(id)
    },

    claimable: (id) =>
      withProject(id, async (project) => {
        const job = unknownIn(project, id)
        const { client } = await findClient(job.connectionId)
        const listed = await client.listHistory()
        if (listed === null) return null
        const taken = new Set(project.jobs.list().map(({ uuid }) => uuid))
        const isFree = ({ uuid }: Conversion) =>
          !taken.has(uuid) && index.findByUuid(uuid, new Set([job.connectionId])) === undefined
        return listed.filter((conversion) => isFree(conversion) && mayBe(conversion, job)).map(toClaimable)
      }),

    claim: (id, uuid) =>
      beginFetching(id, async (project) => {
        const job = unknownIn(project, id)
        if (index.findByUuid(uuid, new Set([job.connectionId])) !== undefined)
          throw new UserFacingError('claim-taken')
        const { client } = await findClient(job.connectionId)
        const answer = await client.history(uuid)
        if (answer.kind === 'no-history')
          throw new UserFacingError('service-no-history', { host: client.host })
        if (answer.kind === 'forgotten')
          throw new UserFacingError('conversion-forgotten', { host: client.host })
        if (answer.kind !== 'found') throw answer.error
        const { conversion } = answer
        if (!isSameInput(conversion, job)) throw new UserFacingError('claim-other-input')
        unknownIn(project, id) // It may have been settled while the service was asked.
        return project.jobs.update(id, {
          state: 'accepted',
          uuid,
          ...toServiceFields(conversion, job),
          error: null,
          updatedAtMs: clock.now(),
        })
      }),

    attach: (id, from) =>
      withProject(id, async (project) => {
        const job = jobIn(project, id)
        if (job.state !== 'accepted' && job.state !== 'unknown')
          throw new UserFacingError('conversion-not-waiting')
        if ('path' in from) {
          await runner.fetch(project, job, { last: null, byHand: { path: from.path } })
          return
        }
        const url = URL.parse(from.url.trim())
        if (url?.protocol !== 'https:') throw new UserFacingError('attach-address-invalid')
        await runner.fetch(project, job, {
          last: toFinishedConversion(job, url.href),
          byHand: { path: null },
        })
      }),

    cancel: (id) =>
      withProject(id, async (project) => {
        runner.cancel(project, id)
      }),

    dismiss: (id) =>
      withProject(id, async (project) => {
        runner.dismiss(project, id)
      }),

    removeFromList(id) {
      const view = index.find(id)
      if (view === undefined) return
      if (isOpenEnded(view) && view.isStoryThere) throw new UserFacingError('conversion-still-open')
      index.setListed(id, false)
      tell([id])
    },

    restoreToList(id) {
      index.setListed(id, true)
      tell([id])
    },
  }
}

function jobIn(project: Project, id: string): JobRecord {
  const job = project.jobs.find(id)
  if (job === undefined) throw new UserFacingError('conversion-gone')
  return job
}

function unknownIn(project: Project, id: string): JobRecord {
  const job = jobIn(project, id)
  if (job.state !== 'unknown') throw new UserFacingError('conversion-not-unknown')
  return job
}

function toClaimable({ uuid, input, status, voiceId, usedCredit, createdAtMs }: Conversion): Claimable {
  return { uuid, input: input.slice(0, 300), status, voiceId, usedCredits: usedCredit, createdAtMs }
}
