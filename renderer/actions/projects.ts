/** Opening, leaving and keeping stories. */
import i18next from 'i18next'
import { TEXT_PURPOSES } from '../../shared/export/textFormats.ts'
import type { TextFormat } from '../../shared/export/textFormats.ts'
import type { ExportPart } from '../../shared/export/exportPart.ts'
import { writesFolder } from '../../shared/export/exportSettings.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import type { Input } from '../../shared/ipc/contract.ts'
import type { OpeningNote, ProjectView } from '../../shared/ipc/projectView.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { storyFromRecords, withCommonLexicon } from '../../shared/story/story.ts'
import { indexTakes } from '../../shared/story/takes.ts'
import { blocksOf, findChapter } from '../../shared/story/selectors.ts'
import type { Notice } from '../stores/viewStore.ts'
import { revealBlock } from './editing.ts'
import { runExport } from './exporting.ts'
import { choosePlace } from './places.ts'
import { flushDeletes } from './undoableDelete.ts'
import { takeUnsaved } from './unsaved.ts'
import { blocksOfPart, partOf, renderNow, renderStory } from './rendering.ts'
import { NO_AUDIO, withAudio } from '../stores/audioStore.ts'
import { withUpdate } from '../stores/jobsStore.ts'
import { openedStory } from '../stores/storyStore.ts'
import type { StoryProject } from '../stores/storyStore.ts'
import type { SavedPurpose, FileRef, ProjectId, RecentId } from '../../shared/ipc/views.ts'
import type { World } from '../stores/world.ts'

/** Shows a project that the host has opened. */
export function showProject(world: World, view: ProjectView): void {
  const story = withCommonLexicon(storyFromRecords(view.records), world.app.getState().commonLexicon)
  world.player.reset()
  world.peaks.reset()
  world.saver.reset(view.revision)
  const { takes: allTakes, render } = view
  // Audio that came before the answer that shows the story.
  const more = world.audio.getState().ofOthers.filter(({ projectId }) => projectId === view.projectId)
  world.audio.setState(more.reduce(withAudio, { ...NO_AUDIO, allTakes, takes: indexTakes(allTakes), render }))
  world.jobs.setState((state) => withUpdate(state, { jobs: view.jobs, gone: [] }))
  const { projectId, recentId, location, fileName } = view
  world.story.setState({
    open: openedStory({ projectId, recentId, location, fileName }, story),
    saving: 'saved',
  })
  const first = blocksOf(story)[0]
  world.view.setState({
    selection: first === undefined ? [] : [first.id],
    dialog: null,
    brokenOff: view.brokenOff ?? null,
    notices: [
      ...(view.keptCopy === null ? [] : [keptCopyNotice(view.keptCopy)]),
      ...(view.notes ?? []).map(openingNotice),
    ],
  })
  // What another page changed since the answer was made was told of a story that this page did not show yet.
  world.saver.catchUp().catch(world.report)
  takeUnsaved(world, recentId).catch(world.report)
  window.history.replaceState(null, '', `#${recentId}`)
}

/** Shows where the open project is kept from now on. */
export function showPlace(world: World, { projectId, recentId, location, fileName }: StoryProject): void {
  const { open } = world.story.getState()
  if (open?.project.projectId !== projectId) return
  world.story.setState({ open: { ...open, project: { projectId, recentId, location, fileName } } })
  window.history.replaceState(null, '', `#${recentId}`)
}

function keptCopyNotice(name: string): Notice {
  return { id: 0, tone: 'note', stays: true, message: 'app.keptCopy', params: { name } }
}

function openingNotice({ kind, ...params }: OpeningNote, index: number): Notice {
  return { id: -1 - index, tone: 'note', stays: true, message: `app.opened.${kind}`, params }
}

/** Shows why a story cannot be opened, and offers a copy if another program has it open. */
export function offerCopy(world: World, openCopy: () => Promise<ProjectView>): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof UserFacingError) || error.code !== 'project-locked') throw error
    const run = () => replaceProject(world, openCopy)
    const { code, params } = error
    const notice: Notice = {
      id: 0,
      tone: 'error',
      stays: true,
      message: `errors.${code}`,
      params,
      action: { label: 'app.openCopy', run },
    }
    world.view.setState(({ notices }) => ({ notices: [...notices.filter(({ id }) => id !== 0), notice] }))
  }
}

/** Leaves the open story, when everything of it is on disk. */
export async function closeProject(world: World): Promise<void> {
  const open = world.story.getState().open
  if (open === null) return
  world.view.setState({ dialog: null })
  await world.saver.flush()
  await flushDeletes(world.audio)
  if (open.session.signal.aborted) return // left meanwhile
  world.player.reset()
  // The page no longer shows the story when the host tells that it is closed.
  world.story.setState({ open: null })
  world.audio.setState(NO_AUDIO)
  await world.bridge.call('project:close', { projectId: open.project.projectId })
  if (world.story.getState().open !== null) return // another was opened meanwhile
  window.history.replaceState(null, '', '#')
  await refreshWelcome(world)
}

/** Leaves the open story and shows another. */
export async function replaceProject(world: World, next: () => Promise<ProjectView>): Promise<void> {
  await world.saver.flush()
  const view = await next()
  await world.saver.flush() // what was written meanwhile
  await flushDeletes(world.audio)
  const before = world.story.getState().open
  showProject(world, view)
  if (before !== null && before.project.projectId !== view.projectId) {
    await world.bridge.call('project:close', { projectId: before.project.projectId })
  }
}

/** Starts an empty story, with the cursor in its first block. */
export async function createStory(world: World, title: string): Promise<void> {
  await replaceProject(world, () => world.bridge.call('project:create', { title }))
  const first = world.view.getState().selection[0]
  if (first !== undefined) revealBlock(world, first, true)
}

/** Opens a copy of an example. */
export function openExample(world: World, exampleId: string): Promise<void> {
  return replaceProject(world, () => world.bridge.call('project:openExample', { exampleId }))
}

/** Opens a story that was open before. */
export function openRecent(world: World, recentId: RecentId): Promise<void> {
  return replaceProject(world, () => world.bridge.call('project:openRecent', { recentId })).catch(
    offerCopy(world, () => world.bridge.call('project:openRecent', { recentId, isCopy: true })),
  )
}

/** Copies the open story to a file that the writer chooses, and continues in the copy. */
export async function saveAs(world: World): Promise<void> {
  await choosePlaceOfStory(world, 'save-as', async (projectId, ref) => {
    showPlace(world, await world.bridge.call('project:saveAs', { projectId, ref }))
    world.note('app.savedAs')
  })
}

/** What of the open story is exported, and with what. */
export interface ExportChoice {
  readonly part: ExportPart
  readonly cover: Input<'export:start'>['cover']
  /** Whether blocks without audio are left out; else they are rendered first. */
  readonly leavesOutMissing: boolean
}

/**
 * Exports the open story, or a part of it, to a file or folder that the writer chooses, with files of captions beside it. A render
 * of what is missing that fails ends it. Calls `onPlace` once the place is chosen.
 */
export async function exportStory(
  world: World,
  settings: ExportSettings,
  { part, cover, leavesOutMissing }: ExportChoice,
  onPlace: () => void,
): Promise<void> {
  const missing = () => {
    const open = world.story.getState().open
    if (open === null || leavesOutMissing) return 0
    const { changed, notMade } = partOf(open.story, world.audio.getState(), part).counts
    return changed + notMade
  }
  const write = async (projectId: ProjectId, ref: FileRef) => {
    onPlace()
    const story = world.story.getState().open?.story
    if (missing() > 0 && story !== undefined) {
      if (!(await renderStory(world, blocksOfPart(story, part)))) return
      await renderEnd(world)
      if (world.story.getState().open?.project.projectId !== projectId || missing() > 0) return
    }
    await runExport(world, projectId, () =>
      world.bridge.call('export:start', {
        projectId,
        ref,
        part,
        cover,
        leavesOutMissing,
        settings,
        narrator: i18next.t('inspector.narrator'),
      }),
    )
  }
  const purpose = writesFolder(settings) ? 'export-folder' : (`export-${settings.format}` as const)
  const story = world.story.getState().open?.story
  const chapter = part.kind === 'chapter' && story !== undefined ? findChapter(story, part.id) : undefined
  await choosePlaceOfStory(world, purpose, write, chapter?.title)
}

/** Exports the open story as text, to a file that the writer chooses. Calls `onPlace` once the place is chosen. */
export async function exportText(world: World, format: TextFormat, onPlace: () => void): Promise<void> {
  await choosePlaceOfStory(world, TEXT_PURPOSES[format], async (projectId, ref) => {
    onPlace()
    const narrator = i18next.t('inspector.narrator')
    const { fileName } = await world.bridge.call('project:exportText', { projectId, format, ref, narrator })
    world.note('app.exported', { name: fileName })
  })
}

/** Waits until no render of the open story runs, or until the story is closed. */
function renderEnd(world: World): Promise<void> {
  const signal = world.story.getState().open?.session.signal
  return new Promise((resolve) => {
    const isOver = () => signal?.aborted !== false || renderNow(world).phase !== 'running'
    const look = () => {
      if (!isOver()) return
      stop()
      signal?.removeEventListener('abort', look)
      resolve()
    }
    const stop = world.jobs.subscribe(look)
    signal?.addEventListener('abort', look)
    look()
  })
}

/** Asks where to write a file of the open story, or of a named part, and writes it when every edit is on disk. */
async function choosePlaceOfStory(
  world: World,
  purpose: SavedPurpose,
  write: (projectId: ProjectId, ref: FileRef) => Promise<void>,
  part?: string,
): Promise<void> {
  const story = world.story.getState().open
  if (story === null) return
  const title = [story.story.info.title, part ?? ''].filter(Boolean).join(' - ')
  const save = async (ref: FileRef) => {
    await world.saver.flush()
    const { open } = world.story.getState()
    if (open?.session === story.session) await write(open.project.projectId, ref)
  }
  await choosePlace(world, purpose, title, save, story)
}

/** Brings the welcome screen's lists up to date. */
export async function refreshWelcome(world: World): Promise<void> {
  const [recents, deletedDrafts, examples] = await Promise.all([
    world.bridge.call('recents:list', {}),
    world.bridge.call('drafts:listDeleted', {}),
    world.bridge.call('examples:list', {}),
  ])
  world.app.setState({ recents, deletedDrafts, examples })
}
