/** What the page knows before there is anything to see: the host, the settings, and so the theme and the language. */
import { chooseLanguage } from '../../shared/messages/languages.ts'
import { showLanguage } from '../i18n/i18n.ts'
import type { World } from '../stores/world.ts'

/** Asks the host for its facts and the settings, and follows the chosen theme and language from now on. Errors are shown in the page. */
export async function prepareApp(world: World): Promise<void> {
  try {
    const [info, settings, commonLexicon] = await Promise.all([
      world.bridge.call('app:info', {}),
      world.bridge.call('settings:get', {}),
      world.bridge.call('lexicon:list', {}),
    ])
    world.app.setState({ info, settings, commonLexicon })
  } catch (error) {
    world.report(error)
  }
  followTheme(world)
  followScriptLook(world)
  await followLanguage(world)
}

/** Shows the language that the browser prefers, where no settings can be asked for. */
export async function showSystemLanguage(): Promise<void> {
  await showLanguage(chooseLanguage('system', navigator.languages))
}

/** The language as chosen, or as the system has it. */
async function followLanguage(world: World): Promise<void> {
  const show = async () => {
    const { info, settings } = world.app.getState()
    await showLanguage(chooseLanguage(settings.language, info?.systemLanguages ?? navigator.languages))
  }
  world.app.subscribe(({ settings }, before) => {
    if (settings.language !== before.settings.language) show().catch(world.report)
  })
  await show().catch(world.report)
}

/** The size of the story's words and the room of its rows: `tokens.css` has what follows from them. */
function followScriptLook(world: World): void {
  const { dataset, style } = document.documentElement
  const show = () => {
    const { storyTextPx, rows } = world.app.getState().settings
    style.setProperty('--story-size', `${storyTextPx}px`)
    dataset.rows = rows
  }
  world.app.subscribe(show)
  show()
}

/** Light or dark, as chosen or as the system has it. */
function followTheme(world: World): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    const { theme } = world.app.getState().settings
    document.documentElement.dataset.theme = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme
  }
  system.addEventListener('change', show)
  world.app.subscribe(show)
  show()
}
