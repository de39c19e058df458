import { recentIdSchema } from '../../shared/ipc/views.ts'
import { handleKey, isHeldPress } from '../actions/shortcuts.ts'
import { fitWindow } from '../actions/panels.ts'
import { followServers } from '../actions/servers.ts'
import { offerUpdate } from '../actions/updates.ts'
import { keepUnsaved } from '../actions/session.ts'
import { openRecent, refreshWelcome } from '../actions/projects.ts'
import { showVoices } from '../stores/appStore.ts'
import { windowSizeOf } from '../stores/panels.ts'
import { type App, currentSession, followSessions, type Session } from '../stores/app.ts'
import { followMediaKeys, holdMediaKeys } from './followMediaKeys.ts'
import { followSpelling } from './followSpelling.ts'

/** Loads everything else that the app shows, opens the story named in the page's address, and listens for keys. */
export async function startApp(app: App): Promise<void> {
  followWindow(app)
  window.addEventListener('keydown', (event) => {
    handleKey(app, event)
  })
  window.addEventListener(
    'keydown',
    (event) => {
      if (isHeldPress(event)) handleKey(app, event)
    },
    { capture: true },
  )
  followLeaving(app)
  followSpelling(app)
  followFiles(app)
  if ('mediaSession' in navigator) {
    followMediaKeys(app, navigator.mediaSession)
    followSessions(app, ({ playback }) => holdMediaKeys(playback))
  }
  try {
    const known = await app.bridge.call('voices:known', {})
    // The service may have reported more by now.
    if (app.state.getState().hostVoices.length === 0) showVoices(app.state, known.voices)
    const { setAside = [] } = app.state.getState().info ?? {}
    if (app.state.getState().info?.isSafe === true) app.note('app.safeMode')
    if (setAside.length > 0) app.note('app.setAside', { names: setAside.join(', ') })
    await followServers(app)
    await refreshWelcome(app)
    // The writer may already have opened a story and be typing in it.
    if (currentSession(app) !== null) return
    const named = recentIdSchema.safeParse(window.location.hash.slice(1))
    if (named.success && app.state.getState().recents.some((recent) => recent.id === named.data)) {
      await openRecent(app, named.data)
    }
  } catch (error) {
    app.report(error)
  }
}

/** Asks before the page closes while edits are not on disk, and keeps those edits. */
function followLeaving(app: App): void {
  window.addEventListener('beforeunload', (event) => {
    // The desktop app's window asks by itself, and Electron would just stay open without a message.
    if (
      app.state.getState().info?.host !== 'desktop' &&
      (currentSession(app)?.saver.unsaved() ?? []).length > 0
    )
      event.preventDefault()
  })
  window.addEventListener('pagehide', () => {
    const session = currentSession(app)
    if (session === null) return
    keepUnsaved(session)
    session.saver.flush().catch(() => undefined) // reported by the saver
  })
}

/** Checks for changes in the story's source files when the story opens and when the writer returns to the window. */
function followFiles(app: App): void {
  const look = (session: Session) => {
    offerUpdate(session).catch(app.report)
  }
  followSessions(app, (session) => {
    look(session)
    return () => undefined
  })
  window.addEventListener('focus', () => {
    const session = currentSession(app)
    if (session !== null) look(session)
  })
}

/** Follows the size of the window, which decides on the panels. */
function followWindow(app: App): void {
  const measure = () => fitWindow(app, windowSizeOf(window.innerWidth, window.innerHeight))
  window.addEventListener('resize', measure)
  measure()
}
