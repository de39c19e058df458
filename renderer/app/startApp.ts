import { recentIdSchema } from '../../shared/ipc/views.ts'
import { handleKey, isHeldPress } from '../actions/shortcuts.ts'
import { fitWindow } from '../actions/panels.ts'
import { followServers } from '../actions/servers.ts'
import { keepUnsaved } from '../actions/unsaved.ts'
import { openRecent, refreshWelcome } from '../actions/projects.ts'
import { mergeVoices } from '../stores/ownVoices.ts'
import { windowSizeOf } from '../stores/panels.ts'
import type { World } from '../stores/world.ts'
import { followMediaKeys } from './followMediaKeys.ts'
import { followSpelling } from './followSpelling.ts'
import { holdMediaKeys } from './holdMediaKeys.ts'

/** Asks the host for what the app shows beside its settings, opens the story that the page's address names, and listens for keys. */
export async function startApp(world: World): Promise<void> {
  followWindow(world)
  window.addEventListener('keydown', (event) => {
    handleKey(world, event)
  })
  window.addEventListener(
    'keydown',
    (event) => {
      if (isHeldPress(event)) handleKey(world, event)
    },
    { capture: true },
  )
  followLeaving(world)
  followSpelling(world)
  if ('mediaSession' in navigator) {
    followMediaKeys(world, navigator.mediaSession)
    holdMediaKeys(world.playback)
  }
  try {
    const known = await world.bridge.call('voices:known', {})
    world.app.setState((state) => {
      // The service may have told of more by now.
      const hostVoices = state.hostVoices.length === 0 ? known.voices : state.hostVoices
      return { hostVoices, voices: mergeVoices(hostVoices, state.settings.voices) }
    })
    const { setAside = [] } = world.app.getState().info ?? {}
    if (setAside.length > 0) world.note('app.setAside', { names: setAside.join(', ') })
    await followServers(world)
    await refreshWelcome(world)
    // A writer who was quicker has a story open, and may be writing in it.
    if (world.story.getState().open !== null) return
    const named = recentIdSchema.safeParse(window.location.hash.slice(1))
    if (named.success && world.app.getState().recents.some((recent) => recent.id === named.data)) {
      await openRecent(world, named.data)
    }
  } catch (error) {
    world.report(error)
  }
}

/** Asks before the page closes while edits are not on disk, and keeps these. */
function followLeaving(world: World): void {
  window.addEventListener('beforeunload', (event) => {
    // The desktop app's window asks by itself, and Electron would only stay open without a word.
    if (world.app.getState().info?.host !== 'desktop' && world.saver.unsaved().length > 0)
      event.preventDefault()
  })
  window.addEventListener('pagehide', () => {
    keepUnsaved(world)
    world.saver.flush().catch(() => undefined) // reported by the saver
  })
}

/** How much room the window has for panels. */
function followWindow(world: World): void {
  const measure = () => fitWindow(world, windowSizeOf(window.innerWidth, window.innerHeight))
  window.addEventListener('resize', measure)
  measure()
}
