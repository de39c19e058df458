/** The composition root of the renderer: stores, player and bridge, and the wires between them. */
import type { Output } from '../../shared/ipc/contract.ts'
import type { MissedChanges, ProjectId } from '../../shared/ipc/views.ts'
import { afterOtherChange, execute } from '../../shared/story/history.ts'
import {
  blockIdSchema,
  chapterIdSchema,
  characterIdSchema,
  lexiconEntryIdSchema,
  musicIdSchema,
} from '../../shared/story/records.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { reportConditions } from '../actions/commands.ts'
import { keepSelectionValid, noteToReread } from '../actions/editing.ts'
import { hearJobs } from '../actions/jobs.ts'
import { keepUnsaved } from '../actions/unsaved.ts'
import { createPlayer } from '../audio/createPlayer.ts'
import type { Bridge } from '../bridge/bridge.ts'
import { createAppStore } from '../stores/appStore.ts'
import { createAudioStore, withAudio } from '../stores/audioStore.ts'
import { createJobsStore } from '../stores/jobsStore.ts'
import { createPeaksCache } from '../stores/peaksCache.ts'
import { createPlaybackStore } from '../stores/playbackStore.ts'
import { createSaver } from '../stores/saver.ts'
import type { SentChange } from '../stores/saver.ts'
import { createStoryStore, steppedStory } from '../stores/storyStore.ts'
import { createStoryZooms } from '../stores/storyZooms.ts'
import { createUnsavedEdits } from '../stores/unsavedEdits.ts'
import { createVibesStore } from '../stores/vibesStore.ts'
import { createViewStore } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'
import { followHost } from './followHost.ts'
import { createMessages, withdrawHostErrors } from './messages.ts'

/** Builds a world over a bridge. Ids are random; time is the clock's. */
export function createWorld(bridge: Bridge): World {
  const story = createStoryStore()
  const audio = createAudioStore()
  const view = createViewStore(story)
  const app = createAppStore()
  const playback = createPlaybackStore()
  const { report, note, warn, announce } = createMessages(view)
  const saver = createSaver({
    send: (change) => sendChange(world, change),
    ask: (revision) => askMissedChanges(world, revision),
    newId: () => crypto.randomUUID(),
    story: () => story.getState().open?.story ?? null,
    onMerged(merged, toReread) {
      const open = story.getState().open
      if (open === null) return
      const history = afterOtherChange(open.history, open.story, merged)
      story.setState({ open: { ...open, story: merged, history } })
      keepSelectionValid(world, open.story, merged)
      noteToReread(world, merged, toReread)
    },
    onState(saving) {
      story.setState({ saving })
      if (saving === 'saved') withdrawHostErrors(view)
      keepUnsaved(world)
    },
    onError: report,
  })

  const world: World = {
    bridge,
    story,
    audio,
    view,
    vibes: createVibesStore(),
    jobs: createJobsStore(),
    app,
    playback,
    saver,
    unsavedEdits: createUnsavedEdits(localStorage, navigator.locks, crypto.randomUUID()),
    zooms: createStoryZooms(localStorage),
    peaks: createPeaksCache(bridge),
    player: createPlayer({ bridge, story, audio, playback, view, app, saver, report }),
    newBlockId: () => blockIdSchema.parse(crypto.randomUUID()),
    newChapterId: () => chapterIdSchema.parse(crypto.randomUUID()),
    newCharacterId: () => characterIdSchema.parse(crypto.randomUUID()),
    newEntryId: () => lexiconEntryIdSchema.parse(crypto.randomUUID()),
    newMusicId: () => musicIdSchema.parse(crypto.randomUUID()),
    now: () => Date.now(),
    edit(label, change, coalesceKey) {
      const open = story.getState().open
      if (open === null) return
      const edit = { label, change, coalesceKey: coalesceKey ?? null, atMs: Date.now() }
      const step = execute(open.story, open.history, edit)
      if (step === null) return
      story.setState(steppedStory(open, step))
      saver.push(step)
    },
    report,
    note,
    warn,
    announce,
  }
  followHost(world)
  reportConditions(world)
  return world
}

/** Sends a change of the open story to the host. */
async function sendChange(world: World, change: SentChange): Promise<Output<'project:change'>> {
  const answer = await askOpen(world, (projectId) =>
    world.bridge.call('project:change', { projectId, ...change }),
  )
  return 'answer' in answer ? answer.answer : { kind: 'behind', missed: answer.reopened }
}

/** Asks the host what happened to the open story since a revision. */
async function askMissedChanges(world: World, revision: number): Promise<MissedChanges> {
  const answer = await askOpen(world, (projectId) =>
    world.bridge.call('project:changesSince', { projectId, revision }),
  )
  return 'answer' in answer ? answer.answer : answer.reopened
}

/** The answer of the host about the open story, or the story as it is now where it was closed and had to be opened again. */
async function askOpen<T>(
  world: World,
  ask: (projectId: ProjectId) => Promise<T>,
): Promise<{ readonly answer: T } | { readonly reopened: MissedChanges }> {
  const { open: asked } = world.story.getState()
  if (asked === null) throw new UserFacingError('project-not-open')
  const { project, session } = asked
  try {
    return { answer: await ask(project.projectId) }
  } catch (error) {
    if (!(error instanceof UserFacingError) || error.code !== 'project-not-open') throw error
    if (session.signal.aborted) throw error
    const view = await world.bridge.call('project:openRecent', { recentId: project.recentId })
    const { projectId, revision, records } = view
    const { open } = world.story.getState()
    if (open?.session !== session) throw error
    world.story.setState({ open: { ...open, project: { ...open.project, projectId } } })
    world.audio.setState((state) => withAudio(state, view))
    hearJobs(world, { jobs: view.jobs, gone: [] })
    return { reopened: { kind: 'story', revision, records } }
  }
}
