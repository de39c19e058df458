/** The session of the open story: made when it opens, dropped when it closes or another opens. Edits that are not on disk are kept and restored. */
import type { Output } from '../../shared/ipc/contract.ts'
import type { ProjectView } from '../../shared/ipc/projectView.ts'
import type { MissedChanges, ProjectId } from '../../shared/ipc/views.ts'
import { derive } from '../../shared/lib/derive.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import {
  afterOtherChange,
  EMPTY_HISTORY,
  entriesOf,
  execute,
  goOnWith,
  type History,
  historyUpdate,
  type PageHistory,
} from '../../shared/story/history.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import type { LexiconEntry, StoryRecord } from '../../shared/story/records.ts'
import { storyFromRecords, withCommonLexicon } from '../../shared/story/story.ts'
import { type App, currentSession, type Session, storyOf } from '../stores/app.ts'
import { addAudio, createAudioStore, createPeaksCache } from '../stores/audioStore.ts'
import { createEditorStore } from '../stores/editorStore.ts'
import { createPlaybackStore } from '../stores/player.ts'
import { createSaver, type SentChange } from '../stores/saver.ts'
import { createStoryStore, type StoryStore, takeStep } from '../stores/storyStore.ts'
import { viewAfter, withdrawHostErrors } from '../stores/viewStore.ts'
import { keepSelectionValid, noteToReread } from './editing.ts'
import { hearJobs } from './jobs.ts'
import { isEmptyChange } from '../../shared/story/changes.ts'
import { rebase } from '../../shared/story/rebase.ts'

/** The story of a project's records as it opens. What was worked out of it before it is shown need not be worked out again. */
export const openedStory = derive((records: readonly StoryRecord[], common: readonly LexiconEntry[]) =>
  withCommonLexicon(storyFromRecords(records), common),
)

/** Opens a session with a project that the host has opened, and shows it in place of the previous one. */
export function openSession(app: App, view: ProjectView): Session {
  const ended = new AbortController()
  const { signal } = ended
  const { projectId, recentId, location, fileName } = view
  const opened = openedStory(view.records, app.state.getState().commonLexicon)
  const story = createStoryStore({ projectId, recentId, location, fileName }, opened)
  const audio = createAudioStore(view.takes, view.render)
  const playback = createPlaybackStore()
  const editor = createEditorStore({
    selection: blocksOf(opened)
      .slice(0, 1)
      .map(({ id }) => id),
    brokenOff: view.brokenOff ?? null,
  })
  const history = createKeptHistory(app, story)
  const saver = createSaver({
    revision: view.revision,
    signal,
    send: (change) => sendChange(session, change),
    ask: (revision) => askMissedChanges(session, revision),
    newId: () => crypto.randomUUID(),
    takeHistory: history.update,
    story: () => story.getState().story,
    onMerged(merged, toReread) {
      const { history, story: before } = story.getState()
      story.setState({ story: merged, history: afterOtherChange(history, before, merged) })
      keepSelectionValid(session, before, merged)
      noteToReread(session, merged, toReread)
    },
    onState(saving) {
      story.setState({ saving })
      if (saving === 'saved') withdrawHostErrors(app.view)
      keepUnsaved(session)
    },
    onError: app.report,
  })
  const parts = { ...app, story, audio, playback, editor, saver, signal }
  const session: Session = {
    ...parts,
    peaks: createPeaksCache(app.bridge),
    player: app.createPlayer(parts),
    edit(label, change, coalesceKey, subject = '') {
      if (signal.aborted) return
      const now = story.getState()
      const id = crypto.randomUUID()
      const edit = { id, label, subject, change, coalesceKey: coalesceKey ?? null, atMs: app.now() }
      const step = execute(now.story, now.history, edit)
      if (step === null) return
      takeStep(story, step)
      saver.push(step)
    },
    isClosed: () => signal.aborted,
    close() {
      ended.abort()
      session.player.close()
      editor.setState({ renderPlan: null, unread: null }) // which answers them with no
    },
  }
  show(app, session)
  history.goOn(signal).catch(app.report)
  // Audio that arrived before the answer that shows the story.
  const { audioOfOthers } = app.state.getState()
  const more = audioOfOthers.filter((added) => added.projectId === projectId)
  for (const added of more) addAudio(audio, added)
  app.state.setState({ audioOfOthers: [] })
  return session
}

/** Drops the session of the open story, and shows the welcome screen. */
export function dropSession(app: App): void {
  show(app, null)
}

function show(app: App, next: Session | null): void {
  currentSession(app)?.close()
  app.view.setState(viewAfter(app.view.getState()))
  app.open.setState({ session: next })
}

/** Sends a change of the story to the host. */
async function sendChange(session: Session, change: SentChange): Promise<Output<'project:change'>> {
  const answer = await askOpen(session, (projectId) =>
    session.bridge.call('project:change', { projectId, ...change }),
  )
  return 'answer' in answer ? answer.answer : { kind: 'behind', missed: answer.reopened }
}

/** Asks the host for the changes of the story since a revision. */
async function askMissedChanges(session: Session, revision: number): Promise<MissedChanges> {
  const answer = await askOpen(session, (projectId) =>
    session.bridge.call('project:changesSince', { projectId, revision }),
  )
  return 'answer' in answer ? answer.answer : answer.reopened
}

/** The answer of the host about the story, or the current story if it was closed and had to be opened again. */
async function askOpen<T>(
  session: Session,
  ask: (projectId: ProjectId) => Promise<T>,
): Promise<{ readonly answer: T } | { readonly reopened: MissedChanges }> {
  const { project } = session.story.getState()
  try {
    return { answer: await ask(project.projectId) }
  } catch (error) {
    if (!(error instanceof UserFacingError) || error.code !== 'project-not-open') throw error
    if (session.isClosed()) throw error
    const view = await session.bridge.call('project:openRecent', { recentId: project.recentId })
    const { projectId, revision, records } = view
    if (session.isClosed()) throw error
    session.story.setState(({ project: before }) => ({ project: { ...before, projectId } }))
    addAudio(session.audio, view)
    hearJobs(session, { jobs: view.jobs, gone: [] })
    return { reopened: { kind: 'story', revision, records } }
  }
}

/** Keeps the open story's edits that are not on disk in the browser, or forgets them if everything is. */
export function keepUnsaved(session: Session): void {
  session.unsavedEdits.keep(session.story.getState().project.recentId, session.saver.unsaved())
}

/** Restores edits that a closed page could not save into the open story, merged with later changes. */
export async function takeUnsaved(session: Session): Promise<void> {
  await session.unsavedEdits.takeOver(session.story.getState().project.recentId, (edits) => {
    if (session.isClosed()) return false // another story was opened meanwhile
    const before = storyOf(session)
    for (const edit of edits) {
      const story = storyOf(session)
      const { change, toReread } = rebase(edit, story)
      if (!isEmptyChange(change)) session.edit('edits.bringBack', change)
      noteToReread(session, story, toReread)
    }
    if (storyOf(session) !== before) {
      keepUnsaved(session)
      session.note('app.broughtBack')
    }
    return true
  })
}

/** Keeps the history in the project file in sync with the page's, and continues that of earlier sessions. */
export interface KeptHistory {
  /** The update to save with the next edits so that the file has the page's history; undefined if it already has. */
  update(): PageHistory | undefined
  /** Takes over the entries of earlier sessions, and of closed pages. */
  goOn(signal: AbortSignal): Promise<void>
}

/** The kept history of a newly opened story. */
export function createKeptHistory(
  { bridge, page }: Pick<App, 'bridge' | 'page'>,
  store: StoryStore,
): KeptHistory {
  /** The history in the file once all updates handed out are saved. */
  let told: History = EMPTY_HISTORY
  return {
    update() {
      const { history } = store.getState()
      const update = historyUpdate(told, history)
      told = history
      return update === null ? undefined : { pageId: page.id, update }
    },
    async goOn(signal) {
      const found = page.others()
      const others = [...(found instanceof Promise ? await found : found)]
      const { projectId } = store.getState().project
      const kept = entriesOf(await bridge.call('project:takeHistory', { projectId, pageId: page.id, others }))
      if (signal.aborted || kept.past.length + kept.future.length === 0) return
      const { past } = goOnWith(kept, told)
      told = { past, future: [...kept.future, ...told.future] }
      store.setState(({ history }) => ({ history: goOnWith(kept, history) }))
    },
  }
}
