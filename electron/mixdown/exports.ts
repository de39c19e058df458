import { basename } from 'node:path'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Emit, EventPayload, Input, Output } from '../../shared/ipc/contract.ts'
import type { ProjectId } from '../../shared/ipc/views.ts'
import { STEM_NAMES } from '../../shared/export/exportFiles.ts'
import { exportedStory, type ExportPart } from '../../shared/export/exportPart.ts'
import type { HostFiles } from '../lib/files/fileRefs.ts'
import { type Report, toWireError } from '../lib/report.ts'
import type { Project } from '../project/project.ts'
import { type Clock, createProgressEstimate, hasPassed } from '../lib/clock.ts'
import { type ExportSettings, writesFolder } from '../../shared/export/exportSettings.ts'
import { writeBeside } from './besideFiles.ts'
import { coverOf, readCover } from './coverFile.ts'
import { checkedFileOf } from './checkedFile.ts'
import type { Cover } from './formats/audioSink.ts'
import { mixdown, type MixdownOptions } from './mixdown.ts'
import type { MixThreads } from './mixThread.ts'

/** The interval of progress events; short enough for a progress bar. */
const TELL_EVERY_MS = 200
/** The number of finished exports whose files are remembered. */
const MOST_FINISHED = 100
/** If there are more files, only their folder is shown. */
const MOST_TOLD = 20

export interface ExportsOptions {
  /** Throws if the project is not open. */
  readonly findProject: (projectId: ProjectId) => Project
  readonly files: Pick<HostFiles, 'pathOf' | 'downloadLink' | 'showFile'>
  readonly emit: Emit
  readonly clock: Clock
  readonly newId: () => string
  readonly report: Report
  readonly threads?: MixThreads | undefined
}

interface Running {
  /** Null if it only measures. */
  readonly path: string | null
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/** The project to export: with credits, or reduced to a part, which is mixed from its blocks' takes. */
function exported(project: Project, part: ExportPart, settings: ExportSettings): MixdownOptions['project'] {
  const { story, takes, audio } = project
  const render = part.kind === 'story' ? project.render : () => null
  return { story: () => exportedStory(story(), part, settings), takes, render, audio }
}

type ExportTarget = Omit<Input<'export:start'>, 'projectId' | 'part'>
type Outcome = EventPayload<'export:progress'>['outcome']

export type Exports = ReturnType<typeof createExports>

/** Exports in progress, for the channels `export:start` and `export:cancel`; the outcome is sent as `export:progress`. */
export function createExports({ findProject, files, emit, clock, newId, report, threads }: ExportsOptions) {
  const running = new Map<string, Running>()
  /** The files of finished exports; the first is the one to show. */
  const finished = new Map<string, readonly string[]>()

  const toFile = (path: string) => ({ fileName: basename(path), download: files.downloadLink(path) })

  function remember(exportId: string, paths: readonly string[]): void {
    if (finished.size >= MOST_FINISHED) finished.clear()
    finished.set(exportId, paths)
  }

  async function run(
    exportId: string,
    project: MixdownOptions['project'],
    path: string | null,
    { settings, leavesOutMissing, ...names }: ExportTarget,
    coverToWrite: () => Promise<Cover | null>,
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
      if (!hasPassed(TELL_EVERY_MS, toldAtMs, nowMs)) return
      toldAtMs = nowMs
      tell(fraction, remainingMs, { kind: 'running' })
    }

    try {
      const cover = await coverToWrite()
      const story = project.story()
      const done = await mixdown(
        {
          project,
          settings,
          cover,
          path,
          leavesOutMissing,
          signal,
          onProgress,
          ...(threads && { threads }),
          names: {
            narrator: names.narrator ?? STEM_NAMES.narrator,
            music: names.music ?? STEM_NAMES.music,
            sample: names.sample ?? STEM_NAMES.sample,
          },
        },
        (made, folder) => writeBeside(story, made, folder, settings),
      )
      if (path === null) {
        tell(1, 0, { kind: 'checked', files: done.files.map(checkedFileOf) })
        return
      }
      const audio = done.files.flatMap((file) => file.path ?? [])
      const [first = path, ...others] = audio
      remember(exportId, [first, ...others, ...done.beside])
      tell(1, 0, {
        kind: 'done',
        ...toFile(first),
        fileCount: audio.length,
        location: writesFolder(settings) ? path : first,
        beside: [...others, ...done.beside].slice(0, MOST_TOLD).map(toFile),
        durationMs: done.files
          .filter(({ isStem, isSample }) => !isStem && !isSample)
          .reduce((sum, file) => sum + file.durationMs, 0),
      })
    } catch (error) {
      if (signal.aborted) tell(last, null, { kind: 'cancelled' })
      else tell(last, null, { kind: 'failed', error: toWireError(error, 'export', report) })
    } finally {
      running.delete(exportId)
    }
  }

  /** Like `start`, for something other than an open story; it ends when `owner`, whose audio it reads, closes. */
  async function startFrom(
    { work }: Pick<Project, 'work'>,
    source: MixdownOptions['project'],
    file: ExportTarget,
  ): Promise<Output<'export:start'>> {
    const { settings, ref, cover } = file
    const purpose = writesFolder(settings) ? 'export-folder' : (`export-${settings.format}` as const)
    const path = ref === null ? null : await files.pathOf(ref, purpose)
    const coverPath = typeof cover === 'string' ? await files.pathOf(cover, 'cover') : null
    const coverToWrite = async () => {
      if (coverPath !== null) return readCover(coverPath)
      return cover === null || typeof cover === 'string' ? null : coverOf(Buffer.from(cover.jpeg, 'base64'))
    }
    if (path !== null && running.values().some((other) => other.path === path)) {
      throw new UserFacingError('export-under-way', { name: basename(path) })
    }
    if (work.closing.aborted) throw new UserFacingError('request-cancelled')
    const exportId = newId()
    const controller = new AbortController()
    const signal = AbortSignal.any([controller.signal, work.closing])
    const ended = work.run(() => run(exportId, source, path, file, coverToWrite, signal))
    running.set(exportId, { path, controller, ended })
    return { exportId }
  }

  /** Resolves when all current exports have ended, successfully or not. */
  async function allEnded(): Promise<void> {
    await Promise.all([...running.values()].map(({ ended }) => ended))
  }

  return {
    /** Throws `export-under-way` if a file of that name is being made, and the errors of `files.pathOf`. */
    async start({ projectId, part, ...file }: Input<'export:start'>): Promise<Output<'export:start'>> {
      const project = findProject(projectId)
      return startFrom(project, exported(project, part, file.settings), file)
    },
    startFrom,
    /** Shows the first file of an export in the system's file manager. */
    async show({ exportId }: Input<'export:show'>): Promise<Output<'export:show'>> {
      const [first] = finished.get(exportId) ?? []
      if (first !== undefined) files.showFile(first)
      return {}
    },
    /** Registers a file that was written in another way, so that it can be shown and dragged like an export; returns the page’s view. */
    written(path: string): Output<'project:exportText'> {
      const exportId = newId()
      remember(exportId, [path])
      return { exportId, location: path, ...toFile(path) }
    },
    /** The files that an export has written; empty if it is unknown or not done. */
    filesOf: (exportId: string): readonly string[] => finished.get(exportId) ?? [],
    /** Does nothing if the export is already done. */
    async cancel({ exportId }: Input<'export:cancel'>): Promise<Output<'export:cancel'>> {
      const found = running.get(exportId)
      found?.controller.abort()
      await found?.ended
      return {}
    },
    /** Resolves when an export has ended, successfully or not. */
    ended: async (exportId: string): Promise<void> => running.get(exportId)?.ended,
    /** The number of exports that write files; those that only measure are not counted. */
    count: (): number => [...running.values()].filter(({ path }) => path !== null).length,
    async stopAll(): Promise<void> {
      for (const { controller } of running.values()) controller.abort()
      await allEnded()
    },
    allEnded,
  }
}
