/** The composition root of the renderer: stores, player and bridge, and the wires between them. */
import i18next from 'i18next'
import type { Change } from '../../shared/story/changes.ts'
import { execute } from '../../shared/story/history.ts'
import { blockIdSchema, chapterIdSchema, characterIdSchema } from '../../shared/story/records.ts'
import { takesByKey } from '../../shared/story/takes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { MessageParams } from '../../shared/lib/userFacingError.ts'
import { isOverCap } from '../actions/conversions.ts'
import { reportConditions, runCommand } from '../actions/commands.ts'
import { refreshVoices } from '../actions/engines.ts'
import { openFile } from '../actions/projects.ts'
import { followDocuments } from '../actions/documents.ts'
import { flushDocumentRemovals } from '../actions/documentRemoval.ts'
import { flushRemovals } from '../actions/vibes.ts'
import { createPeaksCache } from '../stores/peaksCache.ts'
import { createPlayer } from '../audio/createPlayer.ts'
import type { Bridge } from '../bridge/bridge.ts'
import { createAppStore } from '../stores/appStore.ts'
import { createAudioStore } from '../stores/audioStore.ts'
import { createPlaybackStore } from '../stores/playbackStore.ts'
import { createSaver } from '../stores/saver.ts'
import { createStoryStore, steppedStory } from '../stores/storyStore.ts'
import type { StoryStore } from '../stores/storyStore.ts'
import { createDocumentsStore } from '../stores/documentsStore.ts'
import { createVibesStore } from '../stores/vibesStore.ts'
import { countsOf } from '../stores/timing.ts'
import { createViewStore } from '../stores/viewStore.ts'
import type { Notice } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'
import { announceToScreenReader } from '../ui/announce.ts'

/** Builds a world over a bridge. Ids are random; time is the clock's. */
export function createWorld(bridge: Bridge): World {
  const story = createStoryStore()
  const audio = createAudioStore()
  const view = createViewStore()
  const app = createAppStore()
  const playback = createPlaybackStore()
  let noticeCount = 0

  const announce = (message: string, params: MessageParams = {}) => {
    announceToScreenReader(i18next.t(message, translateParams(params)))
  }
  const show = (tone: Notice['tone'], message: string, params: MessageParams) => {
    noticeCount += 1
    const notice: Notice = { id: noticeCount, tone, message, params }
    const isSame = (other: Notice) => other.message === message && other.tone === tone
    view.setState((state) => ({
      notices: [...state.notices.filter((other) => !isSame(other)), notice].slice(-4),
    }))
  }
  const report = (error: unknown) => {
    if (isOverCap(error)) {
      view.setState({ overCap: { error, again: null } })
      return
    }
    if (error instanceof UserFacingError) {
      const isKnown = i18next.exists(`errors.${error.code}`)
      show('error', isKnown ? `errors.${error.code}` : 'errors.unexpected', error.params)
      return
    }
    show('error', 'errors.unexpected', {})
    reportError(error)
  }
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
    note: (message, params = {}) => {
      show('note', message, params)
    },
    announce,
  }
  listenToHost(world)
  followDocuments(world)
  reportConditions(world)
  return world
}

function listenToHost(world: World): void {
  const { bridge, audio, app, report } = world
  const isOpen = (projectId: string) => world.story.getState().open?.project.projectId === projectId
  bridge.on('takes:added', ({ projectId, takes }) => {
    if (!isOpen(projectId)) return
    audio.setState((state) => {
      const known = new Set(state.allTakes.map((take) => take.id))
      const allTakes = [...state.allTakes, ...takes.filter((take) => !known.has(take.id))]
      return { allTakes, takes: takesByKey(allTakes) }
    })
  })
  bridge.on('render:changed', ({ projectId, state, render }) => {
    if (!isOpen(projectId)) return
    const before = audio.getState()
    audio.setState({ renderState: state, render })
    const { renderState } = before
    const open = world.story.getState().open
    if (renderState.phase === 'running' && state.phase === 'idle' && open !== null) {
      // Stopped on the way, some blocks are still to be made.
      const isWhole = !renderState.blocks || countsOf(open.story, audio.getState()).changed === 0
      if (isWhole && render !== null) world.note('app.rendered')
    }
    if (state.phase === 'failed' && before.renderState.phase !== 'failed') {
      world.report(new UserFacingError(state.error.code, state.error.params))
    }
  })
  bridge.on('export:progress', ({ exportId, fraction, remainingMs, outcome }) => {
    const current = app.getState().exporting
    if (current === null || (current.exportId ?? exportId) !== exportId) return
    app.setState({ exporting: { exportId, fraction, remainingMs, outcome } })
    if (outcome.kind === 'failed') world.report(new UserFacingError(outcome.error.code, outcome.error.params))
    if (outcome.kind === 'done') world.announce('app.exported', { name: outcome.fileName })
  })
  bridge.on('project:trouble', ({ projectId, error }) => {
    if (isOpen(projectId)) world.report(new UserFacingError(error.code, error.params))
  })
  bridge.on('speech:state', ({ state }) => {
    app.setState({ speech: state })
    if (state === 'ready') refreshVoices(world).catch(report)
  })
  bridge.on('app:closing', () => {
    const leave = () => bridge.call('app:readyToClose', {})
    // What could not be saved has been reported; the window closes when the host has waited long enough.
    Promise.all([
      world.saver.flush(),
      flushRemovals(world).catch(world.report),
      flushDocumentRemovals(world).catch(world.report),
    ])
      .then(leave)
      .catch(world.report)
  })
  bridge.on('app:openFile', ({ ref }) => {
    openFile(world, ref).catch(world.report)
  })
  bridge.on('menu:command', ({ command }) => {
    runCommand(world, command)
  })
}

/** Brings a change to the host. A project that was closed under us, from another page, is opened once more. */
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

/** Params that are i18n keys themselves (the name of an edit) are translated too. */
function translateParams(params: MessageParams): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('edits.') ? i18next.t(value) : value,
    ]),
  )
}
