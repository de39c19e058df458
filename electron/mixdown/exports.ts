import { basename } from 'node:path'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Emit, EventPayload, Input, Output } from '../../shared/ipc/contract.ts'
import type { ProjectId } from '../../shared/ipc/views.ts'
import type { ChapterId } from '../../shared/story/records.ts'
import { chapterStory } from '../../shared/story/selectors.ts'
import type { HostFiles } from '../lib/files/fileRefs.ts'
import { toWireError } from '../lib/report.ts'
import type { Report } from '../lib/report.ts'
import type { Project } from '../project/project.ts'
import type { Clock } from '../lib/clock.ts'
import { createProgressEstimate } from '../lib/progressEstimate.ts'
import { writeCaptionFiles } from './captionFiles.ts'
import { mixdown } from './mixdown.ts'
import type { MixdownOptions } from './mixdown.ts'

/** The renderer draws a bar; more often than this it only costs. */
const TELL_EVERY_MS = 200

export interface ExportsOptions {
  /** Throws where the project is not open. */
  readonly findProject: (projectId: ProjectId) => Project
  readonly files: Pick<HostFiles, 'pathOf' | 'downloadLink'>
  readonly emit: Emit
  readonly clock: Clock
  readonly newId: () => string
  readonly report: Report
}

/** Exports under way, as the channels `export:start` and `export:cancel` want them; the outcome comes as `export:progress`. */
export interface Exports {
  /** Throws `export-under-way` where a file of that name is being made, and what `files.pathOf` throws. */
  start(input: Input<'export:start'>): Promise<Output<'export:start'>>
  /** As `start`, of something other than an open story; it ends when `owner`, whose audio it reads, closes. */
  startFrom(
    owner: Pick<Project, 'work'>,
    source: MixdownOptions['project'],
    file: Pick<Input<'export:start'>, 'format' | 'ref' | 'captions'>,
  ): Promise<Output<'export:start'>>
  /** Passes over an export that is done already. */
  cancel(input: Input<'export:cancel'>): Promise<Output<'export:cancel'>>
  /** Resolves when an export is over, however it ended. */
  ended(exportId: string): Promise<void>
}

interface Running {
  readonly path: string
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/** One chapter of a project, made of its blocks' takes. */
function chapterOf({ story, takes, audio }: Project, id: ChapterId): MixdownOptions['project'] {
  return { story: () => chapterStory(story(), id), takes, render: () => null, audio }
}

type Outcome = EventPayload<'export:progress'>['outcome']

export function createExports({ findProject, files, emit, clock, newId, report }: ExportsOptions): Exports {
  const running = new Map<string, Running>()

  async function run(
    exportId: string,
    project: MixdownOptions['project'],
    path: string,
    { format, captions }: Pick<Input<'export:start'>, 'format' | 'captions'>,
    signal: AbortSignal,
  ) {
    const estimate = createProgressEstimate()
    let toldAtMs = -Infinity
    let last = 0

    function tell(fraction: number, remainingMs: number | null, outcome: Outcome): void {
      last = fraction
      emit('export:progress', { exportId, fraction, remainingMs, outcome })
    }

    function onProgress(fraction: number): void {
      const nowMs = clock.now()
      const remainingMs = estimate.observe(fraction * 100, nowMs)
      if (nowMs - toldAtMs < TELL_EVERY_MS) return
      toldAtMs = nowMs
      tell(fraction, remainingMs, { kind: 'running' })
    }

    try {
      const story = project.story()
      const done = await mixdown({ project, format, path, signal, onProgress })
      const toFile = (made: string) => ({ fileName: basename(made), download: files.downloadLink(made) })
      const beside = writeCaptionFiles(story, path, done, captions).map(toFile)
      const { durationMs } = done
      tell(1, 0, { kind: 'done', ...toFile(path), location: path, beside, durationMs })
    } catch (error) {
      if (signal.aborted) tell(last, null, { kind: 'cancelled' })
      else tell(last, null, { kind: 'failed', error: toWireError(error, 'export', report) })
    } finally {
      running.delete(exportId)
    }
  }

  const startFrom: Exports['startFrom'] = async ({ work }, source, { ref, ...file }) => {
    const path = await files.pathOf(ref, `export-${file.format}`)
    if (running.values().some((other) => other.path === path)) {
      throw new UserFacingError('export-under-way', { name: basename(path) })
    }
    const exportId = newId()
    const controller = new AbortController()
    const signal = AbortSignal.any([controller.signal, work.closing])
    const ended = work.run(() => run(exportId, source, path, file, signal))
    running.set(exportId, { path, controller, ended })
    return { exportId }
  }

  return {
    async start({ projectId, chapterId, ...file }) {
      const project = findProject(projectId)
      return startFrom(project, chapterId === null ? project : chapterOf(project, chapterId), file)
    },
    startFrom,
    async cancel({ exportId }) {
      const found = running.get(exportId)
      found?.controller.abort()
      await found?.ended
      return {}
    },
    ended: async (exportId) => running.get(exportId)?.ended,
  }
}
