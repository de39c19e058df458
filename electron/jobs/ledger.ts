/**
 * What speech has cost, by story, connection and day, and the caps that a submission does not pass without a confirmation. The
 * built-in voice costs nothing and is no part of either.
 */
import {
  DAYS_WITH_STORIES,
  MAX_LEDGER_LINES,
  type Ledger,
  type LedgerLine,
  type LedgerSums,
} from '../../shared/ipc/jobsContract.ts'
import type { Settings } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { Report } from '../lib/report.ts'
import type { JobRecord, Project } from '../project/project.ts'
import { createConfirmations, type Confirmations } from './confirmations.ts'
import { COUNTED_SQL, type IndexWriter } from './indexWriter.ts'
import type { SpendingGuard } from './submissions.ts'
import type { Row } from '../lib/sqlite/sqlite.ts'
import { DAY_SQL, type LibraryDatabase } from './libraryDatabase.ts'
import { blockOfPayload, requestFacts } from './requestFacts.ts'

/** `total` adds up in floating point: integers as large as a service may name would overflow. */
const SUMS = `count(*) AS conversions, total(max(estimate, 0)) AS estimated, total(max(charged, 0)) AS charged,
  total(${COUNTED_SQL}) AS counted`

export interface LedgerBook extends Pick<Confirmations, 'allow' | 'giveBack'> {
  read(): Ledger
  readonly guard: SpendingGuard
}

type Caps = Pick<Settings, 'creditsPerStory' | 'creditsPerDay'>
export const NO_CAPS: Caps = { creditsPerStory: null, creditsPerDay: null }

export interface LedgerOptions {
  readonly library: LibraryDatabase
  readonly index: Pick<IndexWriter, 'record'>
  /** The caps as they are now. Throws `caps-unreadable`. */
  readonly caps: () => Caps
  readonly now: () => number
  readonly report: Report
}

export function createLedger({ library, index, caps, now, report }: LedgerOptions): LedgerBook {
  const confirmations = createConfirmations()

  function lines(key: string, name: string, order: string): LedgerLine[] {
    return library
      .all(
        `SELECT ${key} AS key, ${name} AS name, ${SUMS} FROM conversions WHERE connection_id <> ?
         GROUP BY 1 ORDER BY ${order} LIMIT ${MAX_LEDGER_LINES}`,
        BUILT_IN_CONNECTION,
      )
      .map(toLine)
  }

  /** What services that charge were asked for, as the caps count it. */
  function counted(condition: string, value: string | number): number {
    const row = library.get(
      `SELECT total(${COUNTED_SQL}) AS counted FROM conversions WHERE connection_id <> ? AND ${condition}`,
      BUILT_IN_CONNECTION,
      value,
    )
    return Number(row?.['counted'])
  }

  return {
    read: () => ({
      // Bare columns beside max() come from the row that has the maximum: the title that the story had last.
      stories: lines('story_id', 'story_title', 'max(created_at_ms) DESC'),
      connections: lines('connection_id', 'NULL', 'max(created_at_ms) DESC'),
      days: lines(DAY_SQL, 'NULL', '1 DESC'),
      storiesByDay: library
        .all(
          `SELECT ${DAY_SQL} AS day, story_title AS title, total(charged) AS charged FROM conversions
           WHERE connection_id <> ? AND charged > 0 AND created_at_ms >= ?
           GROUP BY 1, story_id ORDER BY 1 DESC, 3 DESC LIMIT ${MAX_LEDGER_LINES}`,
          BUILT_IN_CONNECTION,
          startOfDay(now(), DAYS_WITH_STORIES - 1),
        )
        .map((row) => ({
          day: String(row['day']),
          title: String(row['title']),
          charged: Number(row['charged']),
        })),
      total: toSums(
        library.get(`SELECT ${SUMS} FROM conversions WHERE connection_id <> ?`, BUILT_IN_CONNECTION) ?? {},
      ),
    }),
    allow: confirmations.allow,
    giveBack: confirmations.giveBack,
    guard: {
      during: confirmations.during,
      reserve(project, connection, job) {
        if (connection.isBuiltIn) return
        const limits = confirmations.use(project, job) ? NO_CAPS : caps()
        try {
          // One transaction: of two processes at once, the second counts what the first has written.
          library.transaction(() => {
            assertUnder(limits, project, job)
            index.record(project, job)
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
      release(jobId) {
        try {
          library.run('DELETE FROM conversions WHERE id = ?', jobId)
        } catch (error) {
          report('ledger', error) // too much is counted until the project is opened again
        }
      },
    },
  }

  /** Throws if a job would go over a cap. */
  function assertUnder(limits: Caps, project: Project, job: JobRecord): void {
    const { creditsPerStory, creditsPerDay } = limits
    const { estimate } = requestFacts(job.requestBody)
    const about = { request: job.requestHash, blockId: blockOfPayload(job.payload) ?? '' }
    const story = counted('story_id = ?', project.story().info.id)
    const day = counted('created_at_ms >= ?', startOfDay(now()))
    const over = (cap: number | null, spent: number) => cap !== null && spent + estimate > cap
    const scope = over(creditsPerStory, story) ? 'story' : over(creditsPerDay, day) ? 'day' : null
    // What a document costs is known only when the service has read it: under a cap, each document needs a confirmation.
    if (job.endpoint === 'document' && hasCap(limits)) throw new UserFacingError('credit-cap-blind', about)
    if (scope === null) return
    throw new UserFacingError(scope === 'story' ? 'credit-cap-story' : 'credit-cap-day', {
      estimate,
      spent: scope === 'story' ? story : day,
      cap: (scope === 'story' ? creditsPerStory : creditsPerDay) ?? 0,
      ...about,
    })
  }
}

/** Whether any cap is set. */
export function hasCap({ creditsPerStory, creditsPerDay }: Caps): boolean {
  return (creditsPerStory ?? creditsPerDay) !== null
}

function toLine(row: Row): LedgerLine {
  const name = row['name']
  return {
    key: String(row['key']),
    name: typeof name === 'string' ? name : null,
    ...toSums(row),
  }
}

function toSums({ conversions, estimated, charged, counted }: Row): LedgerSums {
  return {
    conversions: Number(conversions),
    estimated: Number(estimated),
    charged: Number(charged),
    counted: Number(counted),
  }
}

/** Midnight in the writer's own time. */
function startOfDay(nowMs: number, daysBefore = 0): number {
  const date = new Date(nowMs)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime()
}
