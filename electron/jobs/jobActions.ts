/** Actions on a job of any project; a closed project is opened for their duration. */
import * as z from 'zod'
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
import type { ConversionTable } from './conversionTable.ts'
import type { JobIndex } from './jobIndex.ts'
import { sentInput } from './requestFacts.ts'
import type { Runner } from './runner.ts'
import { toFinishedConversion, toServiceFields } from './submissions.ts'

/** The longest wait for audio to start. */
const LOADING_MS = 30_000

export interface JobActionsOptions {
  readonly index: JobIndex
  readonly conversions: ConversionTable
  readonly findClient: FindClient
  readonly openProjects: OpenProjects
  readonly projects: Projects
  readonly runner: Runner
  readonly clock: Clock
}

export type JobActions = ReturnType<typeof createJobActions>

/** Each function throws `conversion-gone`, and errors of opening the job's project. */
export function createJobActions(options: JobActionsOptions) {
  const { index, conversions, openProjects, projects, findClient, runner, clock } = options
  const listening = new Map<string, AbortController>()

  async function withProject<T>(id: string, work: (project: Project) => Promise<T>): Promise<T> {
    const open = runner.projectOf(id) ?? openProjects.ofJob(id)
    return projects.use(open?.path ?? index.pathOf(id), work)
  }

  /** Resolves as soon as `begin` does. The project stays open until the job's audio is stored, or cannot be fetched. */
  function beginFetching(id: string, begin: (project: Project) => Promise<JobRecord>): Promise<void> {
    const begun = Promise.withResolvers<undefined>()
    withProject(id, async (project) => {
      const job = await begin(project)
      begun.resolve(undefined)
      // The job stores why there is no audio, and the index reports it.
      await runner.follow(project, job).catch(() => undefined)
    }).catch(begun.reject)
    return begun.promise
  }

  return {
    /** Polls the service again; resolves when that has started. Throws `conversion-not-waiting`. */
    resume: (id: string): Promise<void> =>
      beginFetching(id, async (project) => {
        const job = jobIn(project, id)
        if (job.state !== 'accepted') throw new UserFacingError('conversion-not-waiting')
        return job
      }),

    /** Keeps the project open while its audio is played, however long that takes. Returns where the audio starts. */
    listen(id: string): Promise<ProjectId> {
      listening.get(id)?.abort()
      const heard = new AbortController()
      listening.set(id, heard)
      const begun = Promise.withResolvers<ProjectId>()
      withProject(id, async (project) => {
        const { audioId } = jobIn(project, id)
        const audio = audioId === null ? undefined : project.audio.find(audioId)
        if (audio === undefined) throw new UserFacingError('audio-not-in-project')
        begun.resolve(project.projectId)
        // A page that was closed does not report it.
        await clock.sleep(audio.durationMs + LOADING_MS, heard.signal).catch(() => undefined)
      }).catch(begun.reject)
      return begun.promise
    },

    stopListening(id: string): void {
      listening.get(id)?.abort()
      listening.delete(id)
    },

    /** The conversions listed by the service that may be the outcome of an unknown job; null if it has no list. */
    claimable: (id: string): Promise<Claimable[] | null> =>
      withProject(id, async (project) => {
        const job = unknownIn(project, id)
        const { client } = await findClient(job.connectionId)
        const listed = await client.listHistory()
        if (listed === null) return null
        const taken = new Set(project.jobs.list().map(({ uuid }) => uuid))
        const isFree = ({ uuid }: Conversion) =>
          !taken.has(uuid) && conversions.findByUuid(uuid, new Set([job.connectionId])) === undefined
        return listed.filter((conversion) => isFree(conversion) && mayBe(conversion, job)).map(toClaimable)
      }),

    /** Makes a conversion of the service the job's outcome. Throws `claim-other-input`, `claim-taken`, and errors of the service. */
    claim: (id: string, uuid: string): Promise<void> =>
      beginFetching(id, async (project) => {
        const job = unknownIn(project, id)
        if (conversions.findByUuid(uuid, new Set([job.connectionId])) !== undefined)
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
        unknownIn(project, id) // The job may have been settled meanwhile.
        return project.jobs.update(id, {
          state: 'accepted',
          uuid,
          ...toServiceFields(conversion, job),
          error: null,
          updatedAtMs: clock.now(),
        })
      }),

    /** Stores audio that the writer supplies; `from` is a path or an address. */
    attach: (id: string, from: { readonly path: string } | { readonly url: string }): Promise<void> =>
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

    /** Stops a job and dismisses it, even while its request is being sent. */
    cancel: (id: string): Promise<void> =>
      withProject(id, async (project) => {
        runner.cancel(project, id)
      }),

    /** Dismisses a job that failed, has an unknown outcome, is not followed or has lost its audio; then the same request may be sent again. */
    dismiss: (id: string): Promise<void> =>
      withProject(id, async (project) => {
        runner.dismiss(project, id)
      }),

    /** Removes a job from the list. Throws `conversion-still-open` if the job waits and its project exists. */
    removeFromList(id: string): void {
      const view = index.find(id)
      if (view === undefined) return
      if (isOpenEnded(view) && view.isStoryThere) throw new UserFacingError('conversion-still-open')
      conversions.setListed(id, false)
      index.tell([id])
    },

    /** Undoes `removeFromList`. */
    restoreToList(id: string): void {
      conversions.setListed(id, true)
      index.tell([id])
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

/** The tolerance between the time of a request and the date of its conversion: clocks differ. */
const CLOCK_SLACK_MS = 10 * 60_000

/** Whether a conversion has the words of a job. Services may trim the text, or shorten it for a list. */
export function isSameInput(conversion: Conversion, { requestBody }: JobRecord): boolean {
  const [sent, listed] = [sentInput(requestBody), conversion.input].map((text) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/(?:…|\.\.\.)$/, '')
      .trim(),
  )
  if (sent === undefined || listed === undefined) return false
  return listed === sent || (listed.length >= 40 && sent.startsWith(listed))
}

/** Whether a conversion may be the outcome of a job, for the writer to decide. */
export function mayBe(conversion: Conversion, job: JobRecord): boolean {
  const isLateEnough =
    conversion.createdAtMs === null || conversion.createdAtMs >= job.createdAtMs - CLOCK_SLACK_MS
  return isLateEnough && isSameInput(conversion, job)
}

/**
 * Looks up the unknown outcomes of a project's requests in the history of their service. A conversion becomes the outcome if it is the
 * only one of that time with the same words, voice, model and speed, and no job of the project has it. Nothing is sent again. Throws
 * errors of the service and the network.
 */
export async function claimUnknown(
  project: Project,
  connectionId: string,
  findClient: FindClient,
  nowMs: number,
): Promise<void> {
  const unknown = project.jobs
    .list()
    .filter((job) => job.state === 'unknown' && job.connectionId === connectionId)
  if (unknown.length === 0) return
  const { client } = await findClient(connectionId)
  const listed = (await client.listHistory()) ?? []
  for (const job of unknown) {
    const taken = new Set(project.jobs.list().map(({ uuid }) => uuid))
    const [found, other] = listed.filter(
      (conversion) => !taken.has(conversion.uuid) && isOutcome(conversion, job),
    )
    if (found === undefined || other !== undefined || project.jobs.find(job.id)?.state !== 'unknown') continue
    const fields = { uuid: found.uuid, ...toServiceFields(found, job), error: null, updatedAtMs: nowMs }
    project.jobs.update(job.id, { state: 'accepted', ...fields })
  }
}

const settingsSchema = z.object({ voice_id: z.string(), model: z.string(), speed: z.number() })

function isOutcome(conversion: Conversion, job: JobRecord): boolean {
  const { createdAtMs, voiceId, model, speed } = conversion
  const isOfItsTime = createdAtMs !== null && createdAtMs <= job.createdAtMs + CLOCK_SLACK_MS
  // A request for a whole story has settings for each block, not for itself.
  const sent = settingsSchema.safeParse(JSON.parse(job.requestBody)).data
  const isSame =
    sent === undefined || (voiceId === sent.voice_id && model === sent.model && speed === sent.speed)
  return isOfItsTime && isSame && mayBe(conversion, job)
}
