import { basename } from 'node:path'
import type { Emit, Handlers } from '../../../shared/ipc/contract.ts'
import type { ProjectView } from '../../../shared/ipc/projectView.ts'
import type { MissedChanges } from '../../../shared/ipc/views.ts'
import { TEXT_PURPOSES } from '../../../shared/export/exportFormats.ts'
import { writeStory } from '../../../shared/export/writeStory.ts'
import { importStory } from '../../../shared/import/importStory.ts'
import type { CastingVoice } from '../../../shared/voices/casting.ts'
import { writeExport } from '../../lib/files/writeExport.ts'
import { NARRATOR } from '../../../shared/import/storyFromPlan.ts'
import type { Examples } from '../../lib/documents/examples.ts'
import type { DocumentReader } from '../../lib/documents/documentReader.ts'
import type { JobIndex } from '../../jobs/jobIndex.ts'
import { leaveProject } from '../../jobs/poller.ts'
import type { Renders } from '../../jobs/renders.ts'
import type { Runner } from '../../jobs/runner.ts'
import type { OpenProjects } from '../../project/openProjects.ts'
import type { Project } from '../../project/project.ts'
import type { OpenProject, Projects } from '../../project/projects.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import type { Exports } from '../../mixdown/exports.ts'
import type { Report } from '../../lib/report.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { noteOfCopy, type OpeningNotes } from '../openingNotes.ts'

export interface ProjectHandlersOptions {
  readonly projects: Projects
  readonly openProjects: OpenProjects
  readonly runner: Runner
  readonly renders: Renders
  readonly index: JobIndex
  readonly files: Pick<HostFiles, 'pathOf'>
  readonly exports: Pick<Exports, 'written'>
  readonly examples: Examples
  readonly reader: Pick<DocumentReader, 'readImport'>
  /** The voices of this computer, for the characters of a new story. */
  readonly voices: () => readonly CastingVoice[]
  readonly notes: OpeningNotes
  readonly newId: () => string
  readonly emit: Emit
  readonly report: Report
}

type ProjectChannel = Extract<keyof Handlers, `project:${string}`>

export type ProjectHandlers = ReturnType<typeof createProjectHandlers>

/** Opens, changes and saves stories. */
export function createProjectHandlers(options: ProjectHandlersOptions) {
  const {
    projects,
    openProjects,
    runner,
    renders,
    index,
    files,
    exports,
    examples,
    reader,
    voices,
    notes,
    newId,
    emit,
    report,
  } = options
  /** The projects for which the writer has been notified of the kept copy. */
  const told = new WeakSet<OpenProject['project']>()

  /** Returns the view of an open project to the page, which follows it from now on. */
  function show(open: OpenProject): ProjectView {
    const { project, recentId, location, fileName } = open
    if (openProjects.show(project.projectId)) {
      runner.resume(project)
      renders.goOn(project)
    }
    const keptCopy = project.keptCopy === null || told.has(project) ? null : basename(project.keptCopy)
    told.add(project)
    const brokenOff = renders.brokenOff(project)
    return {
      projectId: project.projectId,
      recentId,
      location,
      fileName,
      keptCopy,
      revision: project.revision(),
      records: [...project.story().records.values()],
      takes: [...project.takes()],
      render: project.render(),
      jobs: index.viewRender(project),
      ...(brokenOff !== null && { brokenOff }),
    }
  }

  /** Opens a story's own file. Throws the errors of `openProject`. */
  async function openFile(path: string, isCopy = false): Promise<ProjectView> {
    await openProjects.untilClosed()
    if (isCopy) return showCopy(path)
    try {
      const opened = projects.openFile(path)
      return { ...show(opened), notes: opened.project.isDraft ? [] : notes.of(opened.project.path) }
    } catch (error) {
      if (error instanceof UserFacingError && error.code === 'project-read-only') return showCopy(path)
      throw error
    }
  }

  function showCopy(path: string): ProjectView {
    return { ...show(projects.openCopy(path)), notes: [noteOfCopy(path)] }
  }

  const handlers: Pick<Handlers, ProjectChannel> = {
    'project:create': async ({ title }) => show(projects.create(title)),
    async 'project:openExample'({ exampleId }) {
      const { records } = await examples.readRecords(exampleId)
      return show(projects.createCopy(records))
    },
    'project:open': async ({ ref, isCopy }) => openFile(await files.pathOf(ref, 'open'), isCopy),
    async 'project:createFromText'({ title, text, narrator }) {
      const file = { name: 'text', bytes: Buffer.from(text) }
      const { source } = await reader.readImport({ file, title, encoding: 'utf-8' })
      const options = { readsQuotations: false, narrator, voices: voices() }
      return show(projects.createDraft(importStory(source, options, newId)))
    },
    'project:openRecent': async ({ recentId, isCopy }) => openFile(projects.pathOf(recentId), isCopy),
    async 'project:close'({ projectId }) {
      await leaveProject(projectId, { openProjects, runner, report })
      return {}
    },
    async 'project:change'({ projectId, revision, changeId, change, history }) {
      const project = openProjects.get(projectId)
      if (project.revision() !== revision)
        return { kind: 'behind', missed: missedChangesOf(project, revision) }
      project.commit(change, changeId, history)
      return { kind: 'committed', revision: project.revision() }
    },
    'project:changesSince': async ({ projectId, revision }) =>
      missedChangesOf(openProjects.get(projectId), revision),
    'project:takeHistory': async ({ projectId, pageId, others }) =>
      openProjects.get(projectId).takeHistory(pageId, others),
    async 'project:readSteps'({ projectId, ids }) {
      const { edits, gone } = openProjects.get(projectId).readSteps(ids)
      return { edits: [...edits], gone: [...gone] }
    },
    'project:saveVersion': async ({ projectId, name }) => openProjects.get(projectId).saveVersion(name),
    'project:keepVersion': async ({ projectId, reason, name }) =>
      openProjects.get(projectId).keepVersionBefore(reason, name),
    'project:versions': async ({ projectId }) => [...openProjects.get(projectId).versions()],
    'project:readVersion': async ({ projectId, versionId }) => [
      ...openProjects.get(projectId).readVersion(versionId),
    ],
    async 'project:exportText'({ projectId, format, ref, narrator = NARRATOR }) {
      const path = await files.pathOf(ref, TEXT_PURPOSES[format])
      writeExport(path, writeStory(openProjects.get(projectId).story(), format, { narrator }))
      return exports.written(path)
    },
    async 'project:saveAs'({ projectId, ref }) {
      const path = await files.pathOf(ref, 'save-as')
      const saved = await projects.saveAs(projectId, path)
      const { recentId, location, fileName } = saved
      emit('project:moved', { projectId, recentId, location, fileName })
      return show(saved)
    },
  }

  return {
    handlers,
    show,
    openStory: openFile,
  }
}

/** The changes since the revision that a page knows, or the whole story. */
function missedChangesOf(project: Project, revision: number): MissedChanges {
  const changes = project.changesSince(revision)
  return changes === null
    ? { kind: 'story', revision: project.revision(), records: [...project.story().records.values()] }
    : { kind: 'changes', changes: [...changes] }
}

/** Notifies every page of changes to open stories. */
export function tellProjects(openProjects: OpenProjects, emit: Emit): void {
  openProjects.watch({
    edited(project) {
      emit('project:changed', { projectId: project.projectId, revision: project.revision() })
    },
    closed({ projectId }) {
      // When the app ends, it closes every story; pages must not open them again.
      if (!openProjects.isOver) emit('project:closed', { projectId })
    },
  })
}
