/** Starts the app: `prepareApp` loads what is needed before anything is shown, and `startApp` the rest. */
import i18next from 'i18next'
import { recentIdSchema } from '../../shared/ipc/views.ts'
import { chooseLanguage } from '../../shared/messages/languages.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { joinedWords, languageWordsOf, otherLanguage } from '../../shared/voices/textLanguage.ts'
import { handleKey, isHeldPress } from '../actions/shortcuts.ts'
import { fitWindow } from '../actions/panels.ts'
import { followServers } from '../actions/servers.ts'
import { offerUpdate } from '../actions/updates.ts'
import { keepUnsaved } from '../actions/session.ts'
import { openRecent, refreshWelcome } from '../actions/projects.ts'
import { showVoices } from '../stores/appStore.ts'
import { windowSizeOf } from '../stores/panels.ts'
import { type App, currentSession, followSessions, type Session, storyOf } from '../stores/app.ts'
import { showLanguage } from '../i18n/i18n.ts'
import { followMediaKeys, holdMediaKeys } from './followMediaKeys.ts'

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

/** Loads the host's facts and the settings, and follows the chosen theme and language. Errors are shown in the page. */
export async function prepareApp(app: App): Promise<void> {
  try {
    const [info, settings, commonLexicon] = await Promise.all([
      app.bridge.call('app:info', {}),
      app.bridge.call('settings:get', {}),
      app.bridge.call('lexicon:list', {}),
    ])
    app.state.setState({ info, settings, commonLexicon })
  } catch (error) {
    app.report(error)
  }
  followTheme(app)
  followScriptLook(app)
  await followLanguage(app)
}

/** Shows the language that the browser prefers, if there are no settings. */
export async function showSystemLanguage(): Promise<void> {
  await showLanguage(chooseLanguage('system', navigator.languages))
}

/** Follows the chosen language, or the system's. */
async function followLanguage(app: App): Promise<void> {
  const show = async () => {
    const { info, settings } = app.state.getState()
    await showLanguage(chooseLanguage(settings.language, info?.systemLanguages ?? navigator.languages))
    showVoices(app.state, app.state.getState().hostVoices) // the built-in ones are named after their languages
  }
  app.state.subscribe(({ settings }, before) => {
    if (settings.language !== before.settings.language) show().catch(app.report)
  })
  await show().catch(app.report)
}

/** Follows the font size of the story and the spacing of its rows; `tokens.css` derives the rest. */
function followScriptLook(app: App): void {
  const { dataset, style } = document.documentElement
  const show = () => {
    const { storyTextPx, rows } = app.state.getState().settings
    style.setProperty('--story-size', `${storyTextPx}px`)
    dataset.rows = rows
  }
  app.state.subscribe(show)
  show()
}

/** Follows the chosen theme, light or dark, or the system's. */
function followTheme(app: App): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    const { theme } = app.state.getState().settings
    document.documentElement.dataset.theme = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme
  }
  system.addEventListener('change', show)
  app.state.subscribe(show)
  show()
}

/** The number of blocks, from throughout a story, by which its language is determined. */
const MOST_BLOCKS = 60
/** How long after a change the language is determined again: it rarely changes. */
const PAUSE_MS = 3_000

/** Reports to the host from now on. */
export function followSpelling(app: App): void {
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    clearTimeout(timer)
    timer = undefined
    if (app.state.getState().info?.host !== 'desktop') return
    const session = currentSession(app)
    const language = i18next.language
    const other = session === null ? null : otherLanguageOf(storyOf(session), language)
    const languages = other === null ? [language] : [language, other]
    if (languages.join() === told) return
    told = languages.join()
    app.bridge.call('spelling:setLanguages', { languages }).catch(app.report)
  }

  followSessions(app, ({ story }) => {
    tell()
    const stop = story.subscribe((now, before) => {
      if (now.story !== before.story) timer ??= setTimeout(tell, PAUSE_MS)
    })
    return () => {
      stop()
      tell()
    }
  })
  i18next.on('languageChanged', tell)
  tell()
}

/** The language of a story as set, or determined from its words if it is certainly not the app's. */
function otherLanguageOf(story: Story, language: string): string | null {
  if (story.info.language !== null) return story.info.language === language ? null : story.info.language
  const blocks = blocksOf(story)
  const step = Math.max(1, Math.ceil(blocks.length / MOST_BLOCKS))
  const words = blocks.filter((_, at) => at % step === 0).map(({ text }) => languageWordsOf(text))
  return otherLanguage(joinedWords(words), language)
}
