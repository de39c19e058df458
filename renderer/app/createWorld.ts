/** The composition root of the renderer: stores, player and bridge, and the wires between them. */
import type { Change } from '../../shared/story/changes.ts'
import { execute } from '../../shared/story/history.ts'
import { blockIdSchema, chapterIdSchema, characterIdSchema } from '../../shared/story/records.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { reportConditions } from '../actions/commands.ts'
import { followDocuments } from '../actions/documents.ts'
import { createPlayer } from '../audio/createPlayer.ts'
import type { Bridge } from '../bridge/bridge.ts'
import { createAppStore } from '../stores/appStore.ts'
import { createAudioStore } from '../stores/audioStore.ts'
import { createDocumentsStore } from '../stores/documentsStore.ts'
import { createPeaksCache } from '../stores/peaksCache.ts'
import { createPlaybackStore } from '../stores/playbackStore.ts'
import { createSaver } from '../stores/saver.ts'
import { createStoryStore, steppedStory } from '../stores/storyStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { createVibesStore } from '../stores/vibesStore.ts'
import { createViewStore } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'
import { followHost } from './followHost.ts'
import { createMessages } from './messages.ts'

/** Builds a world over a bridge. Ids are random; time is the clock's. */
export function createWorld(bridge: Bridge): World {
  const story = createStoryStore()
  const audio = createAudioStore()
  const view = createViewStore()
  const app = createAppStore()
  const playback = createPlaybackStore()
  const { report, note, announce } = createMessages(view)
  const saver = createSaver({
    send: (change) => sendChange(bridge, story, change),
    onState: (saving) => {
      story.setState({ saving })
    },
    onError: report,
  })

  const world: World = {
    bridge,
    story,
    audio,
    view,
    vibes: createVibesStore(),
    documents: createDocumentsStore(),
    app,
    playback,
    saver,
    peaks: createPeaksCache(bridge),
    player: createPlayer({ bridge, story, audio, playback, saver, report }),
    newBlockId: () => blockIdSchema.parse(crypto.randomUUID()),
    newChapterId: () => chapterIdSchema.parse(crypto.randomUUID()),
    newCharacterId: () => characterIdSchema.parse(crypto.randomUUID()),
    now: () => Date.now(),
    edit(label, change, coalesceKey) {
      const open = story.getState().open
      if (open === null) return
      const edit = { label, change, coalesceKey: coalesceKey ?? null, atMs: Date.now() }
      const step = execute(open.story, open.history, edit)
      if (step === null) return
      story.setState(steppedStory(open, step))
      saver.push(step.change)
    },
    report,
    note,
    announce,
  }
  followHost(world)
  followDocuments(world)
  reportConditions(world)
  return world
}

/** Sends a change to the host. Opens the project again where another page has closed it. */
async function sendChange(bridge: Bridge, story: StoryStore, change: Change): Promise<void> {
  const project = story.getState().open?.project
  if (project === undefined) return
  const { projectId, recentId } = project
  try {
    await bridge.call('project:change', { projectId, change })
  } catch (error) {
    if (!(error instanceof UserFacingError) || error.code !== 'project-not-open') throw error
    const reopened = await bridge.call('project:openRecent', { recentId })
    story.setState(({ open }) => ({
      open: open === null ? null : { ...open, project: { ...open.project, projectId: reopened.projectId } },
    }))
    await bridge.call('project:change', { projectId: reopened.projectId, change })
  }
}
