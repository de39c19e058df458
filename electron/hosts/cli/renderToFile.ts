import { writesFolder } from '../../../shared/export/exportSettings.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import { acxVerdicts, passesAcx } from '../../../shared/export/soundChecks.ts'
import type { SoundMeasures, SoundVerdict } from '../../../shared/export/soundChecks.ts'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { formatClock } from '../../../shared/lib/formatClock.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import type { Report } from '../../lib/report.ts'
import { writeBeside } from '../../mixdown/besideFiles.ts'
import { readCover } from '../../mixdown/coverFile.ts'
import { mixdown } from '../../mixdown/mixdown.ts'
import type { MixdownFile } from '../../mixdown/mixdown.ts'
import { toMixdownError } from '../../mixdown/mixdownErrors.ts'
import type { JobState } from '../../../shared/jobs/job.ts'
import type { Project } from '../../project/project.ts'
import { createProgressEstimate } from '../../lib/progressEstimate.ts'
import type { SpendingGuard } from '../../jobs/submissions.ts'
import type { KeptRender } from './keptRenders.ts'
import { scriptWarnings } from './scriptWarnings.ts'
import { makeAudio, missingBlocks } from './makeAudio.ts'
import type { ProgressLine } from './progressLine.ts'
import type { SpeechService } from './speechService.ts'

export interface RenderOptions {
  /** A project of this run's own, which `keep` may close. */
  readonly project: Project
  /** Takes the project to where what is paid for is kept, before a service is asked that may charge. */
  readonly keep: (project: Project, connectionId: string) => Promise<KeptRender>
  /** The writer's yes to sending again what got no answer before. */
  readonly maySendAgain: boolean
  readonly outPath: string
  readonly settings: ExportSettings
  readonly coverPath: string | null
  /** Asked only where audio is missing. */
  readonly startService: () => SpeechService
  /** Has the last word before credits are spent. */
  readonly guard: SpendingGuard
  readonly workFolder: string
  readonly progress: ProgressLine
  /** Told, in a sentence, what a writer should know beside the outcome. */
  readonly warn: (sentence: string) => void
  readonly report: Report
  readonly signal: AbortSignal
}

/** What `render --json` prints. */
export interface RenderSummary {
  /** The file, or the folder of the files. */
  readonly path: string
  readonly files: readonly FileSummary[]
  /** The files beside the audio. */
  readonly captions: readonly string[]
  /** Of the finished files, stems aside. */
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

/** A file with audio. What is measured of the sound is null where a service's audio was copied as it is. */
interface FileSummary {
  readonly path: string
  readonly title: string
  readonly durationMs: number
  readonly sound: SoundMeasures | null
  /** Whether the file is as ACX wants it, and each check; null for stems, which no shop takes. */
  readonly acx: { readonly isPassed: boolean; readonly checks: readonly SoundVerdict[] } | null
}

/**
 * Makes the audio that is missing and writes the story to a file, which is there only when it is whole. Throws what is in the
 * way, or the signal's reason; what a service may have charged for is then kept for the same command.
 */
export async function renderToFile(options: RenderOptions): Promise<RenderSummary> {
  const { project, outPath, startService, keep } = options
  assertCanWrite(outPath, writesFolder(options.settings))
  const statesBefore = new Map(project.jobs.list().map(({ id, state }) => [id, state]))
  if (missingBlocks(project) === 0) return writeFile({ ...options, statesBefore })
  const service = startService()
  if (!service.isHosted) for (const warning of scriptWarnings(options.project.story())) options.warn(warning)
  try {
    if (!service.isHosted) return await makeAndWrite({ ...options, statesBefore }, service)
    const kept = await keep(project, service.connectionId)
    const run = { ...options, project: kept.project, statesBefore }
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
  const onProgress = (fraction: number, remainingMs: number | null) =>
    run.progress.tell('Rendering', fraction, remainingMs)
  await makeAudio({ ...run, service, onProgress })
  return writeFile(run)
}

async function writeFile({
  project,
  outPath,
  settings,
  coverPath,
  progress,
  signal,
  statesBefore,
}: Run): Promise<RenderSummary> {
  const estimate = createProgressEstimate()
  const onProgress = (fraction: number) =>
    progress.tell(`Writing ${basename(outPath)}`, fraction, estimate.observe(fraction * 100, Date.now()))
  const cover = coverPath === null ? null : await readCover(coverPath)
  const done = await mixdown(
    { project, settings, cover, path: outPath, signal, onProgress },
    (files, folder) => writeBeside(project.story(), files, folder, settings),
  )
  const own = done.files.filter(({ isStem }) => !isStem)
  const made = completedConversions(project).filter(({ id }) => statesBefore.get(id) !== 'completed')
  const costs = made.map(({ connectionId, usedCredits, estimatedCredits }) =>
    connectionId === BUILT_IN_CONNECTION ? 0 : (usedCredits ?? estimatedCredits),
  )
  return {
    path: outPath,
    files: done.files.map(summariseFile),
    captions: done.beside,
    durationMs: Math.round(own.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    credits: costs.reduce<number | null>(
      (sum, cost) => (sum === null || cost === null ? null : sum + cost),
      0,
    ),
    blocks: summariseBlocks(project, own),
  }
}

/** Finds out that the file cannot be written before anything is spoken, or paid for. */
function assertCanWrite(path: string, isFolder: boolean): void {
  try {
    accessSync(dirname(path), constants.W_OK)
    if (existsSync(path)) accessSync(path, constants.W_OK)
  } catch (error) {
    throw toMixdownError(error, path)
  }
  if ((statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? isFolder) !== isFolder) {
    throw new UserFacingError('export-not-writable', { name: basename(path) })
  }
}

/** One call, with how the conversions stood when it began. */
interface Run extends RenderOptions {
  readonly statesBefore: ReadonlyMap<string, JobState>
}

/** Whether a service may have charged for a conversion of the project that the input did not have, or had in another state. */
function isPaid({ project, statesBefore }: Run): boolean {
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

function summariseFile({ path, title, durationMs, measures, isStem }: MixdownFile): FileSummary {
  return {
    path: path ?? '',
    title,
    durationMs: Math.round(durationMs),
    sound: measures,
    acx:
      measures === null || isStem ? null : { isPassed: passesAcx(measures), checks: acxVerdicts(measures) },
  }
}

function summariseBlocks(project: Project, files: readonly MixdownFile[]): RenderSummary['blocks'] {
  const speech = new Map(files.flatMap((file) => [...file.speech]))
  const story = project.story()
  const { blocks } = storyMakerRequestOf(story, { exactMs: true })
  return spokenBlocksOf(story).map(({ id }, index) => ({
    name: blocks[index]?.name ?? '',
    startMs: speech.get(id)?.startMs ?? null,
    endMs: speech.get(id)?.endMs ?? null,
  }))
}

/** What a render came to, for people to read: where the file is, how long it is, and what it cost. */
export function describeSummary({
  path,
  files,
  captions,
  durationMs,
  credits,
  blocks,
}: RenderSummary): string {
  const cost = credits === null ? ' · credits unknown' : ` · ${credits.toLocaleString('en')} credits`
  return `${[...(files.length > 1 ? files.map((file) => file.path) : [path]), ...captions].join('\n')}\n${formatClock(Math.round(durationMs / 1000) * 1000)} · ${blocks.length} blocks${credits === 0 ? '' : cost}\n`
}
