/**
 * The data about money that the terminal shares with the app: the list of conversions, their costs, and the caps. Only services that may
 * charge are recorded; a render by the built-in voice does not touch the app's folder.
 */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { createSettingsStore } from '../../app/settingsStore.ts'
import { indexWriter } from '../../jobs/jobIndex.ts'
import { createLedger, hasCap, NO_CAPS, type LedgerBook } from '../../jobs/ledger.ts'
import { openLibrary, type LibraryDatabase } from '../../jobs/libraryDatabase.ts'
import { requestFacts } from '../../jobs/requestFacts.ts'
import type { SpendingGuard } from '../../jobs/submissions.ts'
import type { Report } from '../../lib/report.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import { keptFolder } from './keptRenders.ts'

interface SpendingOptions {
  /** The app's folder. */
  readonly dataDir: string
  /** Whether the command may exceed every cap. */
  readonly mayPassCaps: boolean
  /** Whether the project is the writer's own, where earlier commands may have started conversions. */
  readonly isInPlace: boolean
  readonly now: () => number
  readonly warn: (sentence: string) => void
  readonly report: Report
}

interface Books {
  readonly library: LibraryDatabase
  readonly writer: ReturnType<typeof indexWriter>
  readonly ledger: LedgerBook
}

/** Opens nothing before a request goes to a service that may charge. */
export function createSpending(options: SpendingOptions) {
  const { dataDir, mayPassCaps, isInPlace, now, warn, report } = options
  const settings = createSettingsStore(dataDir)
  /** The jobs of this command with their costs. */
  const own = new Map<string, number>()
  /** Null if the list cannot be opened. */
  let books: Books | null | undefined

  function openBooks(): Books {
    const library = openLibrary(dataDir, settings.loseCaps)
    const caps = mayPassCaps ? () => NO_CAPS : settings.caps
    const writer = indexWriter(library, report)
    return { library, writer, ledger: createLedger({ library, caps, now, report }) }
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

  /** Whether an earlier command started a conversion that is still open in this project. */
  function isOfEarlierRun(project: Project, jobId: string): boolean {
    if ((!isInPlace && !project.path.startsWith(keptFolder(dataDir))) || findBooks() === null) return false
    return books?.library.conversions.pathOf(jobId) === project.path
  }

  /** Throws `credit-cap-story`, `credit-cap-day`, `caps-unreadable`, and `spending-not-recorded` if there are caps but no list. */
  const guard: SpendingGuard = {
    // The terminal asks no questions while it works: an argument says whether it may exceed the caps.
    during: (_, work) => work(),
    reserve(project, connection, job) {
      if (connection.isBuiltIn) return
      own.set(job.id, requestFacts(job.requestBody).estimate)
      findBooks()?.ledger.reserve(project, connection, job)
    },
    release(jobId) {
      own.delete(jobId)
      books?.ledger.release(jobId)
    },
  }

  return {
    guard,
    /** Records a change of a project's conversion if the terminal started the conversion. */
    changed(project: Project, record: JobRecord): void {
      if (record.connectionId === BUILT_IN_CONNECTION) return
      const credits = own.get(record.id)
      if (credits !== undefined)
        own.set(record.id, Math.max(credits, record.estimatedCredits ?? 0, record.usedCredits ?? 0))
      if (credits !== undefined || isOfEarlierRun(project, record.id))
        findBooks()?.writer.changed(project, record)
    },
    /** The credits of all requests of this command: for each the highest figure of Fabula or the service, whatever its outcome. */
    credits: (): number => [...own.values()].reduce((sum, credits) => sum + credits, 0),
    /** Closes the list of conversions. Call this after the project is closed. */
    close(): void {
      books?.library.close()
    },
  }
}
