/**
 * The cost of speech by story, connection and day, and the caps that a submission may exceed only with a confirmation. The built-in
 * voice costs nothing and is not counted.
 */
import type { Ledger } from '../../shared/ipc/jobsContract.ts'
import type { Settings } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Report } from '../lib/report.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { Connection } from '../speech/connections.ts'
import { createConfirmations } from './confirmations.ts'
import { toRow } from './jobIndex.ts'
import type { LibraryDatabase } from './libraryDatabase.ts'
import { blockOfPayload, requestFacts } from './requestFacts.ts'

type Caps = Pick<Settings, 'creditsPerStory' | 'creditsPerDay'>
export const NO_CAPS: Caps = { creditsPerStory: null, creditsPerDay: null }

export interface LedgerOptions {
  readonly library: LibraryDatabase
  /** The current caps. Throws `caps-unreadable`. */
  readonly caps: () => Caps
  readonly now: () => number
  readonly report: Report
}

export type LedgerBook = ReturnType<typeof createLedger>

export function createLedger({ library, caps, now, report }: LedgerOptions) {
  const { conversions } = library
  const confirmations = createConfirmations()

  /** Throws if a job would exceed a cap. */
  function assertUnder(limits: Caps, project: Project, job: JobRecord): void {
    const { creditsPerStory, creditsPerDay } = limits
    const { estimate } = requestFacts(job.requestBody)
    const about = { request: job.requestHash, blockId: blockOfPayload(job.payload) ?? '' }
    const story = conversions.counted({ storyId: project.story().info.id })
    const day = conversions.counted({ sinceMs: startOfDay(now()) })
    const over = (cap: number | null, spent: number) => cap !== null && spent + estimate > cap
    const scope = over(creditsPerStory, story) ? 'story' : over(creditsPerDay, day) ? 'day' : null
    // A document's cost is known only after the service has read it, so with a cap, each document needs a confirmation.
    if (job.endpoint === 'document' && hasCap(limits)) throw new UserFacingError('credit-cap-blind', about)
    if (scope === null) return
    throw new UserFacingError(scope === 'story' ? 'credit-cap-story' : 'credit-cap-day', {
      estimate,
      spent: scope === 'story' ? story : day,
      cap: (scope === 'story' ? creditsPerStory : creditsPerDay) ?? 0,
      ...about,
    })
  }

  return {
    read: (): Ledger => conversions.ledger((days) => startOfDay(now(), days)),
    allow: confirmations.allow,
    giveBack: confirmations.giveBack,
    during: confirmations.during,
    /** The ledger's part in a submission; see `SpendingGuard`. */
    reserve(project: Project, connection: Connection, job: JobRecord): void {
      if (connection.isBuiltIn) return
      const limits = confirmations.use(project, job) ? NO_CAPS : caps()
      try {
        // One transaction: if two processes reserve at once, the second counts what the first wrote.
        library.transaction(() => {
          assertUnder(limits, project, job)
          conversions.put(toRow(project, job))
        })
      } catch (error) {
        if (error instanceof UserFacingError) {
          confirmations.refuse(project, job)
          throw error
        }
        if (hasCap(limits)) throw new UserFacingError('spending-not-recorded', {}, { cause: error })
        report('ledger', error)
      }
    },
    /** Removes the record for a job that is not sent. */
    release(jobId: string): void {
      try {
        conversions.remove(jobId)
      } catch (error) {
        report('ledger', error) // the sums stay too high until the project is opened again
      }
    },
  }
}

/** Whether any cap is set. */
export function hasCap({ creditsPerStory, creditsPerDay }: Caps): boolean {
  return (creditsPerStory ?? creditsPerDay) !== null
}

/** Midnight in the writer's time zone. */
function startOfDay(nowMs: number, daysBefore = 0): number {
  const date = new Date(nowMs)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime()
}
