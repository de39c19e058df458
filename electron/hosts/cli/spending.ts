/**
 * What the terminal shares with the app about money: the list of conversions, what they cost, and the caps. Only services
 * that may charge are written of; the app's folder is not touched for the built-in voice.
 */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { createIndexWriter } from '../../jobs/indexWriter.ts'
import type { IndexWriter } from '../../jobs/indexWriter.ts'
import { createLedger, hasCap, NO_CAPS } from '../../jobs/ledger.ts'
import type { LedgerBook } from '../../jobs/ledger.ts'
import { requestFacts } from '../../jobs/requestFacts.ts'
import { openLibrary } from '../../jobs/libraryDatabase.ts'
import type { LibraryDatabase } from '../../jobs/libraryDatabase.ts'
import type { Report } from '../../lib/report.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import { createSettingsStore } from '../../app/settingsStore.ts'
import type { SpendingGuard } from '../../jobs/submissions.ts'

import { keptFolder } from './keptRenders.ts'

export interface SpendingOptions {
  /** The app's folder. */
  readonly dataDir: string
  /** Whether the command may go over every cap. */
  readonly mayPassCaps: boolean
  /** Whether the project is the writer's own, in which earlier commands may have begun conversions. */
  readonly isInPlace: boolean
  readonly now: () => number
  readonly warn: (sentence: string) => void
  readonly report: Report
}

export interface Spending {
  /** Throws `credit-cap-story`, `credit-cap-day`, `caps-unreadable`, and `spending-not-recorded` if there are caps and no list. */
  readonly guard: SpendingGuard
  /** To be told of each conversion of a project as it changes. Only the terminal's own conversions are written of. */
  changed(project: Project, record: JobRecord): void
  /** What this command has asked services for: of each conversion the highest that Fabula or the service said, whatever became of it. */
  credits(): number
  /** To be called when the project is closed, and goes with its folder. */
  close(): void
}

interface Books {
  readonly library: LibraryDatabase
  readonly index: IndexWriter
  readonly ledger: LedgerBook
}

/** Opens nothing before something is sent to a service that may charge. */
export function createSpending(options: SpendingOptions): Spending {
  const { dataDir, mayPassCaps, isInPlace, now, warn, report } = options
  const settings = createSettingsStore(dataDir)
  /** The jobs of this command with what each costs. */
  const own = new Map<string, number>()
  /** Null if the list cannot be had. */
  let books: Books | null | undefined

  function openBooks(): Books {
    const library = openLibrary(dataDir, settings.loseCaps)
    const index = createIndexWriter(library, report)
    const caps = mayPassCaps ? () => NO_CAPS : settings.caps
    return { library, index, ledger: createLedger({ library, index, caps, now, report }) }
  }

  function findBooks(): Books | null {
    if (books !== undefined) return books
    try {
      books = openBooks()
    } catch (error) {
      if (!mayPassCaps && hasCap(settings.caps()))
        throw new UserFacingError('spending-not-recorded', {}, { cause: error })
      warn('Fabula’s list of conversions cannot be opened: what this costs is not written there.')
      books = null
    }
    return books
  }

  /** Whether an earlier command began a conversion and left it in this project. */
  function isOfEarlierRun(project: Project, jobId: string): boolean {
    if ((!isInPlace && !project.path.startsWith(keptFolder(dataDir))) || findBooks() === null) return false
    return (
      books?.library.get('SELECT 1 FROM conversions WHERE id = ? AND path = ?', jobId, project.path) !==
      undefined
    )
  }

  return {
    guard: {
      // The terminal asks nothing while it works: a command says beforehand whether it may pass the caps.
      during: (_, work) => work(),
      reserve(project, connection, job) {
        if (connection.isBuiltIn) return
        own.set(job.id, requestFacts(job.requestBody).estimate)
        findBooks()?.ledger.guard.reserve(project, connection, job)
      },
      release(jobId) {
        own.delete(jobId)
        books?.ledger.guard.release(jobId)
      },
    },
    changed(project, record) {
      if (record.connectionId === BUILT_IN_CONNECTION) return
      const credits = own.get(record.id)
      if (credits !== undefined)
        own.set(record.id, Math.max(credits, record.estimatedCredits ?? 0, record.usedCredits ?? 0))
      if (credits !== undefined || isOfEarlierRun(project, record.id))
        findBooks()?.index.watch.changed(project, record)
    },
    credits: () => [...own.values()].reduce((sum, credits) => sum + credits, 0),
    close() {
      books?.library.close()
    },
  }
}
