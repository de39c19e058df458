import type { AudioFormat } from '../../../shared/files/fileTypes.ts'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import type { Report } from '../../lib/report.ts'
import { mixdown } from '../../mixdown/mixdown.ts'
import type { Mixdown } from '../../mixdown/mixdown.ts'
import { toMixdownError } from '../../mixdown/mixdownErrors.ts'
import type { JobState } from '../../../shared/jobs/job.ts'
import type { Project } from '../../project/project.ts'
import { createProgressEstimate } from '../../lib/progressEstimate.ts'
import type { SpendingGuard } from '../../jobs/submissions.ts'
import { withWholeAudio } from '../../project/audioFiles.ts'
import { makeAudio, missingBlocks } from './makeAudio.ts'
import type { ProgressLine } from './progressLine.ts'
import type { SpeechService } from './speechService.ts'

export interface RenderOptions {
  /** A project of this run's own. */
  readonly project: Project
  readonly outPath: string
  readonly format: AudioFormat
  /** Asked only where audio is missing. */
  readonly startService: () => SpeechService
  /** Has the last word before credits are spent. */
  readonly guard: SpendingGuard
  /** Told where what is unfinished is kept. */
  readonly onKept: (path: string) => void
  readonly workFolder: string
  readonly progress: ProgressLine
  /** Told, in a sentence, what a writer should know beside the outcome. */
  readonly warn: (sentence: string) => void
  readonly report: Report
  readonly signal: AbortSignal
}

/** What `render --json` prints. */
export interface RenderSummary {
  readonly path: string
  /** Of the finished file, measured. */
  readonly durationMs: number
  /** What this run cost: 0 for the built-in voice, null where the service did not say. */
  readonly credits: number | null
  /** The blocks that speak, and where: null where the service did not say. */
  readonly blocks: readonly {
    readonly name: string
    readonly startMs: number | null
    readonly endMs: number | null
  }[]
}

/**
 * Makes the audio that is missing and writes the story to a file, which is there only when it is whole. Throws what is in the
 * way, or the signal's reason; what a hosted service may have charged for is then kept beside the output.
 */
export async function renderToFile(options: RenderOptions): Promise<RenderSummary> {
  const { project, outPath, format, progress, signal } = options
  assertCanWrite(outPath)
  const statesBefore = new Map(project.jobs.list().map(({ id, state }) => [id, state]))
  const thisRun: Run = { ...options, statesBefore }
  if (missingBlocks(project) > 0) await makeMissing(thisRun)
  const done = await withUnfinishedKept(thisRun, () => {
    const estimate = createProgressEstimate()
    const onProgress = (fraction: number) =>
      progress.tell(`Writing ${basename(outPath)}`, fraction, estimate.observe(fraction * 100, Date.now()))
    return mixdown({ project, format, path: outPath, signal, onProgress })
  })
  const made = completedConversions(project).filter(({ id }) => statesBefore.get(id) !== 'completed')
  const costs = made.map(({ connectionId, usedCredits, estimatedCredits }) =>
    connectionId === BUILT_IN_CONNECTION ? 0 : (usedCredits ?? estimatedCredits),
  )
  return {
    path: outPath,
    durationMs: await withWholeAudio(outPath, ({ durationMs }) => Promise.resolve(Math.round(durationMs))),
    credits: costs.reduce<number | null>(
      (sum, cost) => (sum === null || cost === null ? null : sum + cost),
      0,
    ),
    blocks: summariseBlocks(project, done),
  }
}

/** Finds out that the file cannot be written before anything is spoken, or paid for. */
function assertCanWrite(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK)
    if (existsSync(path)) accessSync(path, constants.W_OK)
  } catch (error) {
    throw toMixdownError(error, path)
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new UserFacingError('export-not-writable', { name: basename(path) })
  }
}

/** One call, with how the conversions stood when it began. */
interface Run extends RenderOptions {
  readonly statesBefore: ReadonlyMap<string, JobState>
}

async function makeMissing(options: Run): Promise<void> {
  const { startService, progress } = options
  const service = startService()
  try {
    const onProgress = (fraction: number, remainingMs: number | null) =>
      progress.tell('Rendering', fraction, remainingMs)
    await withUnfinishedKept(options, () => makeAudio({ ...options, service, onProgress }))
  } finally {
    await service.close()
  }
}

/** Where something goes wrong after a hosted service was asked, keeps the project: it holds the conversion, or its audio. */
async function withUnfinishedKept<T>(
  { project, outPath, warn, onKept, statesBefore }: Run,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action()
  } catch (error) {
    // What was so before is in the file that was read.
    const isPaid = project.jobs
      .list()
      .some(
        ({ id, state, connectionId }) =>
          state !== 'failed' &&
          state !== 'dismissed' &&
          connectionId !== BUILT_IN_CONNECTION &&
          statesBefore.get(id) !== state,
      )
    if (isPaid) {
      const path = freePath(outPath)
      await project.copyTo(path)
      onKept(path)
      warn(
        `The service may have charged for this. What there is so far is kept in ${path}: render that file to go on.`,
      )
    }
    throw error
  }
}

function freePath(outPath: string): string {
  const stem = join(dirname(outPath), basename(outPath, extname(outPath)))
  for (let n = 1; ; n += 1) {
    const path = `${stem}.unfinished${n === 1 ? '' : `-${n}`}.fabula`
    if (!existsSync(path)) return path
  }
}

function completedConversions(project: Project) {
  return project.jobs.list().filter(({ state }) => state === 'completed')
}

function summariseBlocks(project: Project, { speech }: Mixdown): RenderSummary['blocks'] {
  const story = project.story()
  const { blocks } = storyMakerRequestOf(story, { exactMs: true })
  return spokenBlocksOf(story).map(({ id }, index) => ({
    name: blocks[index]?.name ?? '',
    startMs: speech.get(id)?.startMs ?? null,
    endMs: speech.get(id)?.endMs ?? null,
  }))
}
