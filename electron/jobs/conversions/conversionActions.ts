/** What a writer can do with a conversion, wherever in the app it began. */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Claimable } from '../../../shared/ipc/conversionsContract.ts'
import type { ProjectId } from '../../../shared/ipc/views.ts'
import type { Conversion } from '../../../shared/speech-api/responses.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import type { FindClient } from '../../speech/connections.ts'
import { isOpenEnded } from '../../../shared/jobs/job.ts'
import { toServiceFields } from '../submissions.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Wakes } from '../../speech/wakes.ts'
import { toFinishedConversion } from '../takes/toFinishedConversion.ts'
import type { Delivery } from '../takes/makeTake.ts'
import type { ConversionLog, Place } from './conversionLog.ts'
import { sentInput } from './requestFacts.ts'

/** A claim goes back this far before the request left: clocks differ. */
const CLOCK_SLACK_MS = 10 * 60_000
/** How long audio may take to begin. */
const LOADING_MS = 30_000

export interface ActionsOptions {
  readonly log: ConversionLog
  readonly findClient: FindClient
  readonly wakes: Wakes
  /** Does some work with the project where a conversion is kept, which is opened for so long where it is closed. */
  readonly use: <T>(place: Place, work: (project: Project) => Promise<T>) => Promise<T>
  readonly collect: (project: Project, record: JobRecord, delivery: Delivery) => Promise<void>
  /** Tells the room that a conversion belongs to that its record was settled. */
  readonly refresh: (project: Project) => void
  readonly clock: Clock
}

/** All of them throw `conversion-gone`, and what opening the conversion's story throws. */
export interface ConversionActions {
  /** Asks the service again; answers when that is begun. Throws `conversion-not-waiting`. */
  follow(id: string): Promise<void>
  /** Keeps its story open while its audio is heard, up to the time that this takes; gives where it plays from. */
  listen(id: string): Promise<ProjectId>
  hush(id: string): void
  /** What the service lists that may be the outcome of this one; null where it lists nothing. */
  claimable(id: string): Promise<Claimable[] | null>
  /** Throws `claim-other-input`, `claim-taken`, and why the service does not tell. */
  claim(id: string, uuid: string): Promise<void>
  /** Stores what the writer brings; `from` is a path or an address. */
  attach(id: string, from: { readonly path: string } | { readonly url: string }): Promise<void>
  putAside(id: string): Promise<void>
  /** Throws `conversion-still-open` for one that waits and whose story is there. */
  forget(id: string): void
}

export function createConversionActions(options: ActionsOptions): ConversionActions {
  const { log, use, findClient, wakes, collect, refresh, clock } = options
  const now = () => clock.now()
  const listening = new Map<string, AbortController>()

  async function withProject<T>(id: string, work: (project: Project) => Promise<T>): Promise<T> {
    const place = log.place(id)
    if (place === undefined) throw new UserFacingError('conversion-gone')
    return use(place, work)
  }

  /** Answers once `begin` has, while the story stays open until the conversion's audio is there, or cannot be had. */
  function beginFetching(id: string, begin: (project: Project) => Promise<JobRecord>): Promise<void> {
    const begun = Promise.withResolvers<undefined>()
    withProject(id, async (project) => {
      const record = await begin(project)
      begun.resolve(undefined)
      // Why it came to nothing is kept with the conversion, and told by the log.
      if (!wakes.wake(id)) await collect(project, record, { last: null }).catch(() => undefined)
    }).catch(begun.reject)
    return begun.promise
  }

  return {
    follow: (id) =>
      beginFetching(id, async (project) => {
        const record = recordIn(project, id)
        if (record.state !== 'accepted') throw new UserFacingError('conversion-not-waiting')
        return record
      }),

    listen(id) {
      listening.get(id)?.abort()
      const heard = new AbortController()
      listening.set(id, heard)
      const begun = Promise.withResolvers<ProjectId>()
      withProject(id, async (project) => {
        const { audioId } = recordIn(project, id)
        const audio = audioId === null ? undefined : project.audio.find(audioId)
        if (audio === undefined) throw new UserFacingError('audio-not-in-project')
        begun.resolve(project.projectId)
        // A page that went away does not say so.
        await clock.sleep(audio.durationMs + LOADING_MS, heard.signal).catch(() => undefined)
      }).catch(begun.reject)
      return begun.promise
    },

    hush(id) {
      listening.get(id)?.abort()
      listening.delete(id)
    },

    claimable: (id) =>
      withProject(id, async (project) => {
        const record = unknownIn(project, id)
        const { client } = await findClient(record.connectionId)
        const listed = await client.listHistory()
        if (listed === null) return null
        const taken = new Set(project.jobs.list().map(({ uuid }) => uuid))
        const isFree = ({ uuid }: Conversion) =>
          !taken.has(uuid) && log.findByUuid(uuid, new Set([record.connectionId])) === undefined
        return listed.filter((conversion) => isFree(conversion) && mayBe(conversion, record)).map(toClaimable)
      }),

    claim: (id, uuid) =>
      beginFetching(id, async (project) => {
        const record = unknownIn(project, id)
        if (log.findByUuid(uuid, new Set([record.connectionId])) !== undefined)
          throw new UserFacingError('claim-taken')
        const { client } = await findClient(record.connectionId)
        const answer = await client.history(uuid)
        if (answer.kind === 'no-history')
          throw new UserFacingError('service-no-history', { host: client.host })
        if (answer.kind !== 'found') throw answer.error
        const { conversion } = answer
        if (!isSameInput(conversion, record)) throw new UserFacingError('claim-other-input')
        unknownIn(project, id) // It may have been settled while the service was asked.
        const claimed = project.jobs.update(id, {
          state: 'accepted',
          uuid,
          ...toServiceFields(conversion),
          error: null,
          updatedAtMs: now(),
        })
        refresh(project)
        return claimed
      }),

    attach: (id, from) =>
      withProject(id, async (project) => {
        const record = recordIn(project, id)
        if (record.state !== 'accepted' && record.state !== 'unknown')
          throw new UserFacingError('conversion-not-waiting')
        if ('path' in from) {
          await collect(project, record, { last: null, byHand: { path: from.path } })
          return
        }
        const url = URL.parse(from.url.trim())
        if (url?.protocol !== 'https:') throw new UserFacingError('attach-address-invalid')
        await collect(project, record, {
          last: toFinishedConversion(record, url.href),
          byHand: { path: null },
        })
      }),

    putAside: (id) =>
      withProject(id, async (project) => {
        unknownIn(project, id)
        project.jobs.update(id, { state: 'dismissed', updatedAtMs: now() })
        refresh(project)
      }),

    forget(id) {
      const view = log.find(id)
      if (view === undefined) return
      if (isOpenEnded(view) && view.isStoryThere) throw new UserFacingError('conversion-still-open')
      log.hide(id)
    },
  }
}

function recordIn(project: Project, id: string): JobRecord {
  const record = project.jobs.find(id)
  if (record === undefined) throw new UserFacingError('conversion-gone')
  return record
}

function unknownIn(project: Project, id: string): JobRecord {
  const record = recordIn(project, id)
  if (record.state !== 'unknown') throw new UserFacingError('conversion-not-unknown')
  return record
}

/** Services may trim what they were sent, or cut it short for a list. */
function isSameInput(conversion: Conversion, { requestBody }: JobRecord): boolean {
  const [sent, listed] = [sentInput(requestBody), conversion.input].map((text) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/(?:…|\.\.\.)$/, '')
      .trim(),
  )
  if (sent === undefined || listed === undefined) return false
  return listed === sent || (listed.length >= 40 && sent.startsWith(listed))
}

function mayBe(conversion: Conversion, record: JobRecord): boolean {
  const isLateEnough =
    conversion.createdAtMs === null || conversion.createdAtMs >= record.createdAtMs - CLOCK_SLACK_MS
  return isLateEnough && isSameInput(conversion, record)
}

function toClaimable({ uuid, input, status, voiceId, usedCredit, createdAtMs }: Conversion): Claimable {
  return { uuid, input: input.slice(0, 300), status, voiceId, usedCredits: usedCredit, createdAtMs }
}
