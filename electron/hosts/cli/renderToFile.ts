import { basename, join } from 'node:path'
import { exportedStory, storyWithoutMissing } from '../../../shared/export/exportPart.ts'
import { type ExportSettings, writesFolder } from '../../../shared/export/exportSettings.ts'
import { findingsOf } from '../../../shared/export/findings.ts'
import { isOpenEnded, type JobState } from '../../../shared/jobs/job.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { scripts } from '../../../shared/messages/names.ts'
import { heardBlocksOf } from '../../../shared/story/heardBlocks.ts'
import { stoppedEntries } from '../../../shared/story/lexiconCommands.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import type { PlanOptions, RenderPlan } from '../../../shared/story/renderPlan.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { indexTakes } from '../../../shared/story/takes.ts'
import { unreadBlocksOf } from '../../../shared/story/unreadBlocks.ts'
import type { PackLanguages } from '../../../shared/voices/languages.ts'
import { isLatinLanguage, voicesReading } from '../../../shared/voices/scripts.ts'
import type { SpendingGuard } from '../../jobs/submissions.ts'
import { createProgressEstimate, systemClock } from '../../lib/clock.ts'
import type { Report } from '../../lib/report.ts'
import { writeBeside } from '../../mixdown/besideFiles.ts'
import { checkedFileOf } from '../../mixdown/checkedFile.ts'
import { readCover } from '../../mixdown/coverFile.ts'
import { assertCanWrite } from '../../lib/files/writeExport.ts'
import { mixdown } from '../../mixdown/mixdown.ts'
import type { Project } from '../../project/project.ts'
import type { KeptRender } from './keptRenders.ts'
import { counted, type ProgressLine, queueTexts } from './terminalText.ts'
import { type ChosenPlan, partOfChoice, planChoice, type RenderChoice } from './renderChoice.ts'
import { type RenderSummary, summariseBlocks, summariseFile } from './renderSummary.ts'
import type { SpeechService } from './speechService.ts'
import { toUserFacing } from '../../../shared/ipc/result.ts'
import type { QueueView } from '../../../shared/jobs/jobView.ts'
import { createJobEngine } from '../../jobs/engine.ts'
import { claimUnknown } from '../../jobs/jobActions.ts'

interface RenderToFileOptions {
  /** A project of this run, which `keep` may close. */
  readonly project: Project
  /** Moves the project to the folder for paid audio, before a request goes to a service that may charge. */
  readonly keep: (project: Project, connectionId: string) => Promise<KeptRender>
  /** Confirmation that requests without an answer, or whose audio cannot be fetched, are sent again. */
  readonly maySendAgain: boolean
  /** Whether `project` is the writer's own rather than a copy. */
  readonly isInPlace: boolean
  readonly choice: RenderChoice
  /** Null if no file is written. */
  readonly outPath: string | null
  readonly settings: ExportSettings
  readonly coverPath: string | null
  /** Called only if audio is missing. */
  readonly startService: () => SpeechService
  /** Approves each request before credits are spent. */
  readonly guard: SpendingGuard
  readonly workFolder: string
  readonly progress: ProgressLine
  /** Called with a sentence that the writer should know in addition to the outcome. */
  readonly warn: (sentence: string) => void
  readonly report: Report
  readonly signal: AbortSignal
}

/**
 * Renders missing audio and writes the story to a file, which appears only when it is complete. Throws the error that prevents it, or the
 * signal's reason; audio that a service may have charged for is then kept for the same command.
 */
export async function renderToFile(options: RenderToFileOptions): Promise<RenderSummary> {
  const { project, outPath, startService, keep } = options
  if (outPath !== null) assertCanWrite(outPath, writesFolder(options.settings))
  const statesBefore = new Map(project.jobs.list().map(({ id, state }) => [id, state]))
  const { plan } = planFor(options)
  for (const warning of stoppedWarnings(project.story())) options.warn(warning)
  if (plan.way === null && plan.barred.length === 0) return writeFile({ ...options, statesBefore, plan })
  const service = startService()
  if (!service.isHosted) {
    const warnings = scriptWarnings(options.project.story(), service.packLanguages)
    for (const warning of warnings) options.warn(warning)
  }
  try {
    if (!service.isHosted) return await makeAndWrite({ ...options, statesBefore, plan }, service)
    const kept = await keep(project, service.connectionId)
    const run = { ...options, project: kept.project, statesBefore, plan }
    try {
      const summary = await makeAndWrite(run, service)
      kept.remove()
      return summary
    } catch (error) {
      if (isPaid(run)) {
        options.warn(
          'The service may have charged for this. What there is so far is kept: the same command goes on from there.',
        )
        kept.project.close()
      } else kept.remove()
      throw error
    }
  } finally {
    await service.close()
  }
}

async function makeAndWrite(run: Run, service: SpeechService): Promise<RenderSummary> {
  const onProgress = ({ fraction, remainingMs, blocks, waitsBecause }: MakeProgress) => {
    const activity = waitsBecause === undefined ? 'Rendering' : `${waitsBecause}. Rendering`
    run.progress.tell(activity, fraction, remainingMs, blocks === null ? [] : queueTexts(blocks))
  }
  const { plan, options: choice } = planFor(run) // an earlier project of this render may have more audio
  await makeAudio({ ...run, choice, service, onProgress })
  return writeFile({ ...run, plan })
}

/** Plans the render. Throws like `planChoice`, and `export-needs-render` if blocks of the file would have no audio. */
function planFor({ project, choice, isInPlace, outPath, settings }: RenderToFileOptions): ChosenPlan {
  const chosen = planChoice(project, choice, isInPlace, settings)
  const { only } = chosen.options
  if (outPath === null || only === undefined || only === null || choice.leavesOutMissing) return chosen
  const all = planChoice(project, { ...choice, isOnlyChanged: false, maxCredits: null }, isInPlace, settings)
  const left = all.plan.make.filter(({ block }) => !only.has(block.id))
  if (left.length > 0) throw new UserFacingError('export-needs-render', { count: left.length })
  return chosen
}

async function writeFile({
  project,
  choice,
  outPath,
  settings,
  coverPath,
  progress,
  signal,
  statesBefore,
  plan,
}: Run): Promise<RenderSummary> {
  const made = completedConversions(project).filter(({ id }) => statesBefore.get(id) !== 'completed')
  const costs = made.map(({ connectionId, usedCredits, estimatedCredits }) =>
    connectionId === BUILT_IN_CONNECTION ? 0 : (usedCredits ?? estimatedCredits),
  )
  const credits = costs.reduce<number | null>(
    (sum, cost) => (sum === null || cost === null ? null : sum + cost),
    0,
  )
  if (outPath === null)
    return {
      path: null,
      files: [],
      findings: [],
      captions: [],
      durationMs: null,
      credits,
      leftOut: 0,
      blocks: summariseBlocks(project.story(), project.story(), plan, []),
    }
  const estimate = createProgressEstimate()
  const onProgress = (fraction: number) =>
    progress.tell(`Writing ${basename(outPath)}`, fraction, estimate.observe(fraction * 100, Date.now()))
  const cover = coverPath === null ? null : await readCover(coverPath)
  const part = partOfChoice(project.story(), choice)
  const story = exportedStory(project.story(), part, settings)
  const { takes, audio } = project
  // A part of a story is laid out from the takes of its blocks; the audio of a whole story cannot be used.
  const render = part.kind === 'story' ? project.render : () => null
  const { leavesOutMissing } = choice
  const done = await mixdown(
    {
      project: { story: () => story, takes, render, audio },
      settings,
      cover,
      path: outPath,
      leavesOutMissing,
      signal,
      onProgress,
    },
    (files, folder) => writeBeside(story, files, folder, settings),
  )
  const own = done.files.filter(({ isStem, isSample }) => !isStem && !isSample)
  return {
    path: outPath,
    files: done.files.map(summariseFile),
    findings: findingsOf(story, done.files.map(checkedFileOf), [], false).map((finding) => ({
      ...finding,
      block: finding.blockId === null ? null : blockNumber(project.story(), finding.blockId),
    })),
    captions: done.beside,
    durationMs: Math.round(own.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    credits,
    leftOut: leavesOutMissing
      ? heardBlocksOf(story).length - heardBlocksOf(storyWithoutMissing(story, indexTakes(takes()))).length
      : 0,
    blocks: summariseBlocks(project.story(), story, plan, own),
  }
}

/** One call, with the states of the conversions when it started. */
interface Run extends RenderToFileOptions {
  readonly statesBefore: ReadonlyMap<string, JobState>
  readonly plan: RenderPlan
}

/** Whether a service may have charged for a conversion of the project that the input did not have, or had in another state. */
function isPaid({ project, statesBefore }: Pick<Run, 'project' | 'statesBefore'>): boolean {
  return project.jobs
    .list()
    .some(
      ({ id, state, connectionId }) =>
        state !== 'failed' &&
        state !== 'dismissed' &&
        connectionId !== BUILT_IN_CONNECTION &&
        statesBefore.get(id) !== state,
    )
}

function completedConversions(project: Project) {
  return project.jobs.list().filter(({ state }) => state === 'completed')
}

/** A warning about the lexicon entries that are turned off; none if there are none. */
function stoppedWarnings(story: Story): string[] {
  const stopped = stoppedEntries(story)
  const named = stopped.slice(0, 20).map(({ entry: { written }, blocks }) => {
    const where = blocks === null ? 'all blocks' : counted(blocks, 'block')
    return `"${written.length > 40 ? `${written.slice(0, 40)}…` : written}" (${where})`
  })
  if (stopped.length > named.length) named.push(`${stopped.length - named.length} more`)
  if (stopped.length === 0) return []
  return [
    `These entries of the lexicon are turned off because they take too long to find or say too much: ${named.join(', ')}. The story is spoken without them there. Simplify or remove them.`,
  ]
}

/** A warning for each voice and script or language that do not match, in story order. */
function scriptWarnings(story: Story, packs: PackLanguages): string[] {
  return unreadBlocksOf(story, packs).map(({ voiceId, script }) => {
    if (script === 'Kanji')
      return `The voice ${voiceId} reads kana only, and reads kanji wrong. Write them in kana.`
    const offered = voicesReading(script)
      .slice(0, 3)
      .map(({ id, name }) => `${id} (${name})`)
    const voices =
      offered.length === 0 ? 'No local voice reads them.' : `Voices that read them: ${offered.join(', ')}.`
    if (isLatinLanguage(script))
      return `The voice ${voiceId} speaks another language than ${scripts[script]} and reads it wrong. ${voices}`
    return `The voice ${voiceId} does not read ${scripts[script]} and spells them one by one. ${voices}`
  })
}

/** Has a speech service render a story, as “Render story” does in the app, and waits for the audio. */
interface MakeProgress {
  /** 0 to 1. */
  readonly fraction: number
  /** Estimated from the service's earlier times; null if it has none. */
  readonly remainingMs: number | null
  /** The queue of a render of single blocks; null for a render of the whole story. */
  readonly blocks: QueueView | null
  /** Why the service waits for a voice server, and until when, in the service's words; undefined if it does not wait. */
  readonly waitsBecause: string | undefined
}

interface MakeAudioOptions {
  readonly project: Project
  readonly service: SpeechService
  /** Approves each request before credits are spent. */
  readonly guard: SpendingGuard
  readonly workFolder: string
  /** Whether the project is the writer's own rather than a copy. */
  readonly isInPlace: boolean
  /** Which part of the story is rendered, and how. */
  readonly choice: PlanOptions
  /** Confirmation that requests without an answer, or whose audio cannot be fetched, are sent again. */
  readonly maySendAgain: boolean
  readonly report: Report
  readonly signal: AbortSignal
  readonly onProgress: (progress: MakeProgress) => void
}

/**
 * Renders the project's story, which is addressed to the service; its audio is in the project when this resolves. A job that the
 * service accepted earlier is fetched, not bought again. If the outcome of a request is not known, the other blocks are rendered before
 * this throws. Throws the failure, or the signal's reason. Afterwards the project can only be closed.
 */
async function makeAudio(options: MakeAudioOptions): Promise<void> {
  const { project, service, choice, guard, workFolder, maySendAgain, report, signal, onProgress } = options
  dismissOthers(project, options)
  const { connections } = service
  const downloadsDir = join(workFolder, 'downloads')
  const { runner, renders, findClient } = createJobEngine({
    connections,
    emit: () => {},
    downloadsDir,
    report,
    guard,
  })
  runner.watch(() => {
    const state = renders.state(project, service.connectionId)
    if (state.phase !== 'running') return
    const { percentage, remainingMs, blocks } = state
    const [waitsBecause] = runner.jobs(project).flatMap(({ activity }) => activity?.waitsBecause ?? [])
    onProgress({ fraction: percentage / 100, remainingMs, blocks, waitsBecause })
  })
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }) // the reason that `abort` was called with
  })
  const settled = () => Promise.race([project.work.settled(), aborted])
  try {
    signal.throwIfAborted()
    await claimUnknown(project, service.connectionId, findClient, Date.now()).catch((error: unknown) => {
      if (!(error instanceof UserFacingError)) throw error // the service does not answer: the outcome stays unknown
    })
    // Conversions found in the service's history are not sent again, even with confirmation.
    if (maySendAgain) dismissUnknown(project, service.connectionId)
    runner.resume(project, ({ connectionId }) => connectionId === service.connectionId)
    await settled()
    const resumed = renders.state(project, service.connectionId)
    if (resumed.phase === 'failed' && !maySendAgain) throw toUserFacing(resumed.error)
    const despite = maySendAgain ? openJobs(project, service.connectionId) : []
    renders.start(project, { ...choice, despite })
    await settled()
    const state = renders.state(project, service.connectionId)
    if (state.phase === 'failed' || state.phase === 'unknown') throw toUserFacing(state.error)
  } finally {
    await project.work.close(systemClock)
  }
}

function openJobs(project: Project, ofConnection: string): string[] {
  return project.jobs
    .list()
    .filter((job) => job.connectionId === ofConnection && isOpenEnded(job))
    .map(({ id }) => id)
}

function dismissUnknown(project: Project, ofConnection: string): void {
  for (const { id, state, connectionId } of project.jobs.list())
    if (state === 'unknown' && connectionId === ofConnection)
      project.jobs.update(id, { state: 'dismissed', updatedAtMs: Date.now() })
}

/**
 * Dismisses open jobs that cannot be followed: those of the built-in voice, whose service has ended and which cost nothing, and, in a copy,
 * those of other services, which stay open in the story itself.
 */
function dismissOthers(project: Project, { service, isInPlace }: MakeAudioOptions): void {
  for (const job of project.jobs.list()) {
    const isFree = job.connectionId === BUILT_IN_CONNECTION
    const isOther = job.connectionId !== service.connectionId && !isInPlace
    if ((isFree || isOther) && isOpenEnded(job)) project.jobs.update(job.id, { state: 'dismissed' })
  }
}
