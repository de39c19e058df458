/** What the page knows before there is anything to see: the host, the settings, and so the theme and the language. */
import { chooseLanguage } from '../../shared/messages/languages.ts'
import { showLanguage } from '../i18n/i18n.ts'
import type { App } from '../stores/app.ts'

/** Asks the host for its facts and the settings, and follows the chosen theme and language from now on. Errors are shown in the page. */
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

/** Shows the language that the browser prefers, where no settings can be asked for. */
export async function showSystemLanguage(): Promise<void> {
  await showLanguage(chooseLanguage('system', navigator.languages))
}

/** The language as chosen, or as the system has it. */
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

/** The size of the story's words and the room of its rows: `tokens.css` has what follows from them. */
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

/** Light or dark, as chosen or as the system has it. */
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
