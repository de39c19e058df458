/** The session of the open story: made when it opens, and dropped when it closes or another opens. */
import type { Output } from '../../shared/ipc/contract.ts'
import type { ProjectView } from '../../shared/ipc/projectView.ts'
import type { MissedChanges, ProjectId } from '../../shared/ipc/views.ts'
import { derive } from '../../shared/lib/derive.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { afterOtherChange, execute } from '../../shared/story/history.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import type { LexiconEntry, StoryRecord } from '../../shared/story/records.ts'
import { storyFromRecords, withCommonLexicon } from '../../shared/story/story.ts'
import { currentSession, type App, type Session } from '../stores/app.ts'
import { addAudio, createAudioStore } from '../stores/audioStore.ts'
import { createEditorStore } from '../stores/editorStore.ts'
import { createKeptHistory } from '../stores/keptHistory.ts'
import { createPeaksCache } from '../stores/peaksCache.ts'
import { createPlaybackStore } from '../stores/playbackStore.ts'
import { createSaver, type SentChange } from '../stores/saver.ts'
import { createStoryStore, takeStep } from '../stores/storyStore.ts'
import { viewAfter, withdrawHostErrors } from '../stores/viewStore.ts'
import { keepSelectionValid, noteToReread } from './editing.ts'
import { hearJobs } from './jobs.ts'
import { keepUnsaved } from './unsaved.ts'

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
      const edit = { id, label, subject, change, coalesceKey: coalesceKey ?? null, atMs: Date.now() }
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
