/** Loads what is needed before anything is shown: the host's facts, the settings, the theme and the language. */
import { chooseLanguage } from '../../shared/messages/languages.ts'
import { showLanguage } from '../i18n/i18n.ts'
import type { App } from '../stores/app.ts'

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
