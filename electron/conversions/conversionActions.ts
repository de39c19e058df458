/** What a writer can do with a conversion, wherever in the app it began. */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Claimable, ConversionView } from '../../shared/ipc/conversionsContract.ts'
import type { Conversion } from '../../shared/speech-api/responses.ts'
import type { ConversionRecord, Project } from '../project/project.ts'
import type { FindClient } from '../speech/connections.ts'
import { seenOf } from '../speech/submissions.ts'
import type { Wakes } from '../speech/wakes.ts'
import { finishedBy } from '../takes/finishedBy.ts'
import type { Delivery } from '../takes/makeTake.ts'
import type { ConversionLog } from './conversionLog.ts'
import { sentInput } from './requestFacts.ts'

/** A claim goes back this far before the request left: clocks differ. */
const CLOCK_SLACK_MS = 10 * 60_000

export interface ActionsOptions {
  readonly log: ConversionLog
  readonly findClient: FindClient
  readonly wakes: Wakes
  readonly collect: (project: Project, record: ConversionRecord, delivery: Delivery) => Promise<void>
  /** Tells the room that a conversion belongs to that its record was settled. */
  readonly refresh: (project: Project) => void
  readonly now: () => number
}

export interface ConversionActions {
  /** Asks the service again. Throws `conversion-story-closed`, `conversion-not-waiting`. */
  follow(id: string): void
  /** What the service lists that may be the outcome of this one; null where it lists nothing. */
  claimable(id: string): Promise<Claimable[] | null>
  /** Throws `claim-other-input`, `claim-taken`, and why the service does not tell. */
  claim(id: string, uuid: string): Promise<void>
  /** Stores what the writer brings; `from` is a path or an address. */
  attach(id: string, from: { readonly path: string } | { readonly url: string }): Promise<void>
  putAside(id: string): void
  /** Throws `conversion-still-open` for one that waits and whose story is there. */
  forget(id: string): void
}

export function createConversionActions(options: ActionsOptions): ConversionActions {
  const { log, findClient, wakes, collect, refresh, now } = options

  function find(id: string): { project: Project; record: ConversionRecord } {
    const project = log.place(id)?.project
    if (project === undefined) throw new UserFacingError('conversion-story-closed')
    const record = project.conversions.find(id)
    if (record === undefined) throw new UserFacingError('conversion-gone')
    return { project, record }
  }

  function findUnknown(id: string): { project: Project; record: ConversionRecord } {
    const found = find(id)
    if (found.record.state !== 'unknown') throw new UserFacingError('conversion-not-unknown')
    return found
  }

  /** Why it came to nothing is kept with the conversion, and told by the log. */
  function followQuietly(project: Project, record: ConversionRecord): void {
    if (wakes.wake(record.id)) return
    collect(project, record, { last: null }).catch(() => undefined)
  }

  return {
    follow(id) {
      const { project, record } = find(id)
      if (record.state !== 'accepted') throw new UserFacingError('conversion-not-waiting')
      followQuietly(project, record)
    },

    async claimable(id) {
      const { project, record } = findUnknown(id)
      const { client } = await findClient(record.connectionId)
      const listed = await client.listHistory()
      if (listed === null) return null
      const taken = new Set(project.conversions.list().map(({ uuid }) => uuid))
      const isFree = ({ uuid }: Conversion) =>
        !taken.has(uuid) && log.findByUuid(uuid, new Set([record.connectionId])) === undefined
      return listed.filter((conversion) => isFree(conversion) && mayBe(conversion, record)).map(toClaimable)
    },

    async claim(id, uuid) {
      const { project, record } = findUnknown(id)
      if (log.findByUuid(uuid, new Set([record.connectionId])) !== undefined)
        throw new UserFacingError('claim-taken')
      const { client } = await findClient(record.connectionId)
      const answer = await client.history(uuid)
      if (answer.kind === 'no-history') throw new UserFacingError('service-no-history', { host: client.host })
      if (answer.kind !== 'found') throw answer.error
      const { conversion } = answer
      if (!isSameInput(conversion, record)) throw new UserFacingError('claim-other-input')
      findUnknown(id) // It may have been settled while the service was asked.
      const claimed = project.conversions.update(id, {
        state: 'accepted',
        uuid,
        ...seenOf(conversion),
        error: null,
        updatedAtMs: now(),
      })
      refresh(project)
      followQuietly(project, claimed)
    },

    async attach(id, from) {
      const { project, record } = find(id)
      if (record.state !== 'accepted' && record.state !== 'unknown')
        throw new UserFacingError('conversion-not-waiting')
      if ('path' in from) {
        await collect(project, record, { last: null, byHand: { path: from.path } })
        return
      }
      const url = URL.parse(from.url.trim())
      if (url?.protocol !== 'https:') throw new UserFacingError('attach-address-invalid')
      await collect(project, record, { last: finishedBy(record, url.href), byHand: { path: null } })
    },

    putAside(id) {
      const { project } = findUnknown(id)
      project.conversions.update(id, { state: 'dismissed', updatedAtMs: now() })
      refresh(project)
    },

    forget(id) {
      const view = log.find(id)
      if (view === undefined) return
      if (isOpenEnded(view) && view.isStoryThere) throw new UserFacingError('conversion-still-open')
      log.hide(id)
    },
  }
}

/** Something has still to be done about it. */
function isOpenEnded({ state }: ConversionView): boolean {
  return state === 'sending' || state === 'accepted' || state === 'unknown'
}

/** Services may trim what they were sent, or cut it short for a list. */
function isSameInput(conversion: Conversion, { requestBody }: ConversionRecord): boolean {
  const [sent, listed] = [sentInput(requestBody), conversion.input].map((text) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/(?:…|\.\.\.)$/, '')
      .trim(),
  )
  if (sent === undefined || listed === undefined) return false
  return listed === sent || (listed.length >= 40 && sent.startsWith(listed))
}

function mayBe(conversion: Conversion, record: ConversionRecord): boolean {
  const isLateEnough =
    conversion.createdAtMs === null || conversion.createdAtMs >= record.createdAtMs - CLOCK_SLACK_MS
  return isLateEnough && isSameInput(conversion, record)
}

function toClaimable({ uuid, input, status, voiceId, usedCredit, createdAtMs }: Conversion): Claimable {
  return { uuid, input: input.slice(0, 300), status, voiceId, usedCredits: usedCredit, createdAtMs }
}
