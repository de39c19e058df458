/** Opening, closing and saving stories. */
import i18next from 'i18next'
import type { SavedPurpose } from '../../shared/files/fileTypes.ts'
import { TEXT_PURPOSES, type TextFormat } from '../../shared/export/exportFormats.ts'
import { creditsOfPart, type ExportPart } from '../../shared/export/exportPart.ts'
import { type ExportSettings, writesFolder } from '../../shared/export/exportSettings.ts'
import type { Input } from '../../shared/ipc/contract.ts'
import type { OpeningNote, ProjectView } from '../../shared/ipc/projectView.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { findChapter } from '../../shared/story/selectors.ts'
import type { Notice } from '../stores/viewStore.ts'
import { type App, currentSession, type Session, storyOf } from '../stores/app.ts'
import { revealBlock } from './editing.ts'
import { choosePlace, runExport } from './exporting.ts'
import { flushDeletes } from '../stores/pendingDeletes.ts'
import { dropSession, openSession, takeUnsaved } from './session.ts'
import { blocksOfPart, partOf, renderNow, renderStory } from './rendering.ts'
import { withUpdate } from '../stores/jobsStore.ts'
import type { StoryProject } from '../stores/storyStore.ts'
import type { FileRef, ProjectId, RecentId } from '../../shared/ipc/views.ts'
import { closeDialog } from './dialogs.ts'

/** Shows a project that the host has opened, in a new session. */
export function showProject(app: App, view: ProjectView, { keepsDialog = false } = {}): Session {
  const session = openSession(app, view)
  app.jobs.setState((state) => withUpdate(state, { jobs: view.jobs, gone: [] }))
  app.view.setState(({ dialog }) => ({
    dialog: keepsDialog ? dialog : null,
    notices: [
      ...(view.keptCopy === null ? [] : [keptCopyNotice(view.keptCopy)]),
      ...(view.notes ?? []).map(openingNotice),
    ],
  }))
  // Changes by other pages since the answer were announced before this page showed the story.
  session.saver.catchUp()
  takeUnsaved(session).catch(app.report)
  window.history.replaceState(null, '', `#${view.recentId}`)
  return session
}

/** Shows the new location of the open project. */
export function showPlace(session: Session, { projectId, recentId, location, fileName }: StoryProject): void {
  if (session.isClosed() || session.story.getState().project.projectId !== projectId) return
  session.story.setState({ project: { projectId, recentId, location, fileName } })
  window.history.replaceState(null, '', `#${recentId}`)
}

function keptCopyNotice(name: string): Notice {
  return { id: 0, tone: 'note', stays: true, message: 'app.keptCopy', params: { name } }
}

function openingNotice({ kind, ...params }: OpeningNote, index: number): Notice {
  return { id: -1 - index, tone: 'note', stays: true, message: `app.opened.${kind}`, params }
}

/** Shows why a story cannot be opened, and offers a copy if another program has it open. */
export function offerCopy(app: App, openCopy: () => Promise<ProjectView>): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof UserFacingError) || error.code !== 'project-locked') throw error
    const run = async () => {
      await replaceProject(app, openCopy)
    }
    const { code, params } = error
    const notice: Notice = {
      id: 0,
      tone: 'error',
      stays: true,
      message: `errors.${code}`,
      params,
      action: { label: 'app.openCopy', run },
    }
    app.view.setState(({ notices }) => ({ notices: [...notices.filter(({ id }) => id !== 0), notice] }))
  }
}

/** Closes the story once everything is on disk. */
export async function closeProject(session: Session): Promise<void> {
  closeDialog(session)
  await session.saver.flush()
  await flushDeletes(session.audio)
  if (session.isClosed()) return // closed meanwhile
  // The page no longer shows the story when the host reports that it is closed.
  dropSession(session)
  const { projectId } = session.story.getState().project
  await session.bridge.call('project:close', { projectId })
  if (currentSession(session) !== null) return // another was opened meanwhile
  window.history.replaceState(null, '', '#')
  await refreshWelcome(session)
}

/** Closes the open story, if any, and shows another. Closes the open dialog, too, unless `keepsDialog` is set. */
export async function replaceProject(
  app: App,
  next: () => Promise<ProjectView>,
  shown: { readonly keepsDialog?: boolean } = {},
): Promise<Session> {
  await currentSession(app)?.saver.flush()
  const view = await next()
  const leaving = currentSession(app)
  await leaving?.saver.flush() // saves what was typed meanwhile
  if (leaving !== null) await flushDeletes(leaving.audio)
  const projectId = currentSession(app)?.story.getState().project.projectId
  const session = showProject(app, view, shown)
  if (projectId !== undefined && projectId !== view.projectId)
    await app.bridge.call('project:close', { projectId })
  return session
}

/** Starts an empty story, with the cursor in its first block. */
export async function createStory(app: App, title: string): Promise<void> {
  writeInFirst(await replaceProject(app, () => app.bridge.call('project:create', { title })))
}

/** Puts the cursor at the end of the first block of a newly opened story. */
export function writeInFirst(session: Session): void {
  const [first] = session.editor.getState().selection
  if (first !== undefined) revealBlock(session, first, true)
}

/** Opens a copy of an example. */
export function openExample(app: App, exampleId: string): Promise<Session> {
  return replaceProject(app, () => app.bridge.call('project:openExample', { exampleId }))
}

/** Opens a recent story. */
export async function openRecent(app: App, recentId: RecentId): Promise<void> {
  await replaceProject(app, () => app.bridge.call('project:openRecent', { recentId })).catch(
    offerCopy(app, () => app.bridge.call('project:openRecent', { recentId, isCopy: true })),
  )
}

/** Copies the open story to a file that the writer chooses, and continues in the copy. */
export async function saveAs(session: Session): Promise<void> {
  await choosePlaceOfStory(session, 'save-as', async (projectId, ref) => {
    showPlace(session, await session.bridge.call('project:saveAs', { projectId, ref }))
    session.note('app.savedAs')
  })
}

/** What to export of the open story, and how. */
export interface ExportChoice {
  readonly part: ExportPart
  readonly cover: Input<'export:start'>['cover']
  /** Whether blocks without audio are left out; otherwise they are rendered first. */
  readonly leavesOutMissing: boolean
}

/**
 * Exports the open story, or a part of it, to a file or folder that the writer chooses, with caption files beside it. A failed render
 * of missing audio ends it. Calls `onPlace` once the place is chosen.
 */
export async function exportStory(
  session: Session,
  settings: ExportSettings,
  { part, cover, leavesOutMissing }: ExportChoice,
  onPlace: () => void,
): Promise<void> {
  const missing = () => {
    if (leavesOutMissing) return 0
    const { changed, notMade } = partOf(storyOf(session), session.audio.getState(), part, settings).counts
    return changed + notMade
  }
  const write = async (projectId: ProjectId, ref: FileRef) => {
    onPlace()
    if (missing() > 0) {
      const story = storyOf(session)
      const credits = creditsOfPart(story, part, settings)
      if (!(await renderStory(session, blocksOfPart(story, part), credits))) return
      await renderEnd(session)
      if (session.isClosed() || missing() > 0) return
    }
    await runExport(session, projectId, () =>
      session.bridge.call('export:start', {
        projectId,
        ref,
        part,
        cover,
        leavesOutMissing,
        settings,
        narrator: i18next.t('inspector.narrator'),
        music: i18next.t('music.lane'),
        sample: i18next.t('exports.sample'),
      }),
    )
  }
  const purpose = writesFolder(settings) ? 'export-folder' : (`export-${settings.format}` as const)
  const chapter = part.kind === 'chapter' ? findChapter(storyOf(session), part.id) : undefined
  await choosePlaceOfStory(session, purpose, write, chapter?.title)
}

/** Exports the open story as text, to a file that the writer chooses. Calls `onPlace` once the place is chosen. */
export async function exportText(session: Session, format: TextFormat, onPlace: () => void): Promise<void> {
  await choosePlaceOfStory(session, TEXT_PURPOSES[format], async (projectId, ref) => {
    onPlace()
    const narrator = i18next.t('inspector.narrator')
    const asked = { projectId, format, ref, narrator }
    const { exportId, ...file } = await session.bridge.call('project:exportText', asked)
    // A running export of audio keeps its place in the news.
    if (session.state.getState().exporting?.outcome.kind === 'running')
      session.note('app.exported', { name: file.fileName })
    else {
      const outcome = { kind: 'done', fileCount: 1, beside: [], ...file } as const
      session.state.setState({
        exporting: { exportId, projectId, fraction: 1, remainingMs: null, outcome },
      })
    }
  })
}

/** Waits until no render of the open story is running, or until the story is closed. */
function renderEnd(session: Session): Promise<void> {
  const { signal } = session
  return new Promise((resolve) => {
    const isOver = () => signal.aborted || renderNow(session).phase !== 'running'
    const look = () => {
      if (!isOver()) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = session.jobs.subscribe(look)
    signal.addEventListener('abort', look)
    look()
  })
}

/** Asks where to write a file of the open story, or of a named part, and writes it once every edit is on disk. */
async function choosePlaceOfStory(
  session: Session,
  purpose: SavedPurpose,
  write: (projectId: ProjectId, ref: FileRef) => Promise<void>,
  part?: string,
): Promise<void> {
  const title = [storyOf(session).info.title, part ?? ''].filter(Boolean).join(' - ')
  const save = async (ref: FileRef) => {
    await session.saver.flush()
    if (!session.isClosed()) await write(session.story.getState().project.projectId, ref)
  }
  await choosePlace(session, purpose, title, save, session.signal)
}

/** Refreshes the welcome screen's lists. */
export async function refreshWelcome(app: App): Promise<void> {
  const [recents, deletedDrafts, examples] = await Promise.all([
    app.bridge.call('recents:list', {}),
    app.bridge.call('drafts:listDeleted', {}),
    app.bridge.call('examples:list', {}),
  ])
  app.state.setState({ recents, deletedDrafts, examples })
}
