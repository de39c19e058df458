import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { chooseConnection } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { unsoldVoicesOf } from '../../../shared/story/unsoldVoices.ts'
import { naturalVoicesOf } from '../../../shared/voices/voicePacks.ts'
import { createSettingsStore } from '../../app/settingsStore.ts'
import { findVoicesFolder } from '../../app/voicesFolder.ts'
import { indexWriter } from '../../jobs/jobIndex.ts'
import { createLedger, hasCap, NO_CAPS, type LedgerBook } from '../../jobs/ledger.ts'
import { openLibrary, type LibraryDatabase } from '../../jobs/libraryDatabase.ts'
import { requestFacts } from '../../jobs/requestFacts.ts'
import type { SpendingGuard } from '../../jobs/submissions.ts'
import type { Report } from '../../lib/report.ts'
import { readInstalledPacks, type InstalledPack } from '../../lib/voices/installedPacks.ts'
import { openProject } from '../../project/openProject.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import { keepRender, keptFolder, type KeptRender } from './keptRenders.ts'
import { openInput, type InputOptions } from './openInput.ts'
import { createProgressLine } from './progressLine.ts'
import { creditsOf, describePlan, isMade, planChoice, planJson, withSampleFrom } from './renderChoice.ts'
import type { RenderOrder } from './renderOrder.ts'
import { describeSummary } from './renderSummary.ts'
import { renderToFile } from './renderToFile.ts'
import { openServers, readEngines } from './servers.ts'
import { speakingConnection, startSpeechService } from './speechService.ts'

const ownProject = () => ({
  projectId: projectIdSchema.parse(randomUUID()),
  isDraft: false,
  createId: randomUUID,
})

/** Where the command runs. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv
  readonly stderr: NodeJS.WriteStream
  /** Told, in a sentence, what a writer should know beside the outcome. */
  readonly warn: (sentence: string) => void
  readonly report: Report
  /** Told the keys that are in use. */
  readonly onKey: (key: string) => void
  readonly dataDir: string
  readonly signal: AbortSignal
}

/** The outcome of a command for programs and for people. */
export interface Outcome {
  readonly json: object
  /** Whole lines. */
  readonly text: string
}

/** What is printed of an outcome: one line of JSON, or text. */
export function printed({ json, text }: Outcome, isJson: boolean): string {
  return isJson ? `${JSON.stringify(json)}\n` : text
}

/**
 * Renders a story, or plans that, and returns the outcome. Throws what is in the way. `onCredits` is told, however it ends, what
 * the services were asked for, or what the plan costs.
 */
export async function renderCommand(
  command: RenderOrder,
  input: InputOptions,
  { env, stderr, warn, report, onKey, dataDir, signal }: Terminal,
  onCredits: (credits: number) => void = () => undefined,
): Promise<Outcome> {
  const { mayPassCaps, isInPlace } = command
  const spending = createSpending({ dataDir, mayPassCaps, isInPlace, now: Date.now, warn, report })
  /** The project in which the render goes on, once there is one. */
  let current: Project | undefined
  let isKept = false as boolean // set by `keep`
  const onJob = (record: JobRecord) => {
    if (current !== undefined) spending.changed(current, record)
  }
  const project = isInPlace
    ? openProject(command.input, { ...input, ...ownProject(), onJob })
    : await openInput(command.input, { ...input, onJob })
  current = project
  async function keep(from: Project, connectionId: string): Promise<KeptRender> {
    if (isInPlace) {
      isKept = true
      const close = () => {
        from.close()
      }
      return { project: from, path: from.path, remove: close }
    }
    const { projectId } = from
    const projectOptions = { ...input, ...ownProject(), projectId, onJob }
    const kept = await keepRender(from, connectionId, { dataDir, projectOptions })
    isKept = true // whoever writes the file closes what is kept
    current = kept.project
    for (const job of current.jobs.list()) spending.changed(current, job)
    return { ...kept, project: addressedTo(kept.project, connectionId) }
  }
  const progress = createProgressLine(stderr)
  const servers = openServers({ dataDir, onKey })
  const wished = { env, connection: command.connection, ofStory: project.story().info.connectionId, servers }
  const startService = () =>
    startSpeechService({
      ...wished,
      engines: () => readEngines(servers, project.story(), { warn }),
      dataFolder: join(input.workFolder, 'service'),
      voicesFolder: findVoicesFolder(dataDir),
      report,
    })
  try {
    const { workFolder } = input
    const { guard } = spending
    // A story that has all its audio needs no service, whichever is named.
    const settings = withSampleFrom(command.settings, project.story(), command.sampleFrom)
    const isWhole = isMade(project, command.choice, settings)
    const addressed = isWhole ? project : addressedTo(project, speakingConnection(wished))
    if (command.isPlan) {
      const { plan } = planChoice(addressed, command.choice, isInPlace, settings)
      const story = addressed.story()
      onCredits(creditsOf(plan))
      return { json: planJson(story, plan), text: describePlan(story, plan) }
    }
    if (command.outPath !== null) {
      const packs = readInstalledPacks(findVoicesFolder(dataDir))
      for (const warning of licenceWarnings(addressed.story(), packs)) warn(warning)
    }
    const options = { ...command, settings, project: addressed, keep, workFolder, startService, guard }
    const summary = await renderToFile({ ...options, progress, warn, report, signal })
    return { json: summary, text: describeSummary(summary) }
  } finally {
    progress.end()
    if (!command.isPlan) onCredits(spending.credits())
    if (!isKept) project.close()
    spending.close()
  }
}

/** A sentence for each kind of licence that a writer should know of. */
function licenceWarnings(story: Story, packs: readonly InstalledPack[]): string[] {
  const voices = packs.flatMap(({ manifest }) =>
    naturalVoicesOf(manifest).map(({ id, name }) => ({ id, name, licence: manifest.licence })),
  )
  const { forbidden, notStated } = unsoldVoicesOf(story, voices)
  return [
    ...(forbidden.length === 0
      ? []
      : [`Commercial use of these voices is not allowed: ${forbidden.join(', ')}.`]),
    ...(notStated.length === 0
      ? []
      : [`Commercial use of these voices is unclear: ${notStated.join(', ')}.`]),
  ]
}

/** A project as it is for one run, in which a connection speaks its story. The choice is not stored. */
export function addressedTo(project: Project, connectionId: string): Project {
  const addressed = new WeakMap<Story, Story>()
  return {
    ...project,
    get path() {
      return project.path
    },
    story() {
      const story = project.story()
      if (story.info.connectionId === connectionId) return story
      const known = addressed.get(story) ?? apply(story, chooseConnection(story, connectionId))
      addressed.set(story, known)
      return known
    },
  }
}

// What the terminal shares with the app about money: the list of conversions, what they cost, and the caps. Only services
// that may charge are written of; the app's folder is not touched for the built-in voice.

interface SpendingOptions {
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

interface Books {
  readonly library: LibraryDatabase
  readonly writer: ReturnType<typeof indexWriter>
  readonly ledger: LedgerBook
}

/** Opens nothing before something is sent to a service that may charge. */
function createSpending(options: SpendingOptions) {
  const { dataDir, mayPassCaps, isInPlace, now, warn, report } = options
  const settings = createSettingsStore(dataDir)
  /** The jobs of this command with what each costs. */
  const own = new Map<string, number>()
  /** Null if the list cannot be had. */
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

  /** Whether an earlier command began a conversion and left it in this project. */
  function isOfEarlierRun(project: Project, jobId: string): boolean {
    if ((!isInPlace && !project.path.startsWith(keptFolder(dataDir))) || findBooks() === null) return false
    return books?.library.conversions.pathOf(jobId) === project.path
  }

  /** Throws `credit-cap-story`, `credit-cap-day`, `caps-unreadable`, and `spending-not-recorded` if there are caps and no list. */
  const guard: SpendingGuard = {
    // The terminal asks nothing while it works: a command says beforehand whether it may pass the caps.
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
    /** To be told of each conversion of a project as it changes. Only the terminal's own conversions are written of. */
    changed(project: Project, record: JobRecord): void {
      if (record.connectionId === BUILT_IN_CONNECTION) return
      const credits = own.get(record.id)
      if (credits !== undefined)
        own.set(record.id, Math.max(credits, record.estimatedCredits ?? 0, record.usedCredits ?? 0))
      if (credits !== undefined || isOfEarlierRun(project, record.id))
        findBooks()?.writer.changed(project, record)
    },
    /** What this command has asked services for: of each conversion the highest that Fabula or the service said, whatever became of it. */
    credits: (): number => [...own.values()].reduce((sum, credits) => sum + credits, 0),
    /** To be called when the project is closed, and goes with its folder. */
    close(): void {
      books?.library.close()
    },
  }
}
