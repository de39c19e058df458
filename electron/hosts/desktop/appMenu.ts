/** The menu bar as it is now: with the keys and in the language of the settings, and the commands enabled that the page says can run. */
import type { Menu } from 'electron'
import type { Condition } from '../../../shared/commands/commands.ts'
import type { KeySettings } from '../../../shared/commands/keyBindings.ts'
import { enableCommands, menuTemplate } from './menu.ts'
import type { Labels } from './labels.ts'
import type { MenuOptions } from './menu.ts'

export interface AppMenu {
  /** Shows the menu bar with these keys and words. Does nothing where it has them already. */
  show(keys: KeySettings, texts: Labels): void
  /** Enables the commands whose condition holds. */
  enable(holding: readonly Condition[]): void
}

/** The menu bar of the app, which is empty until it is shown. */
export function createAppMenu(
  menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu' | 'getApplicationMenu'>,
  options: Omit<MenuOptions, 'keys' | 'texts'>,
): AppMenu {
  let holding: readonly Condition[] = ['always']
  let shown = ''
  let shownTexts: Labels | undefined
  return {
    show({ ownKeys, areLetterKeysOn }, texts) {
      const keys = { ownKeys, areLetterKeysOn }
      if (JSON.stringify(keys) === shown && texts === shownTexts) return
      shown = JSON.stringify(keys)
      shownTexts = texts
      menu.setApplicationMenu(menu.buildFromTemplate(menuTemplate({ ...options, keys, texts })))
      enableCommands(menu.getApplicationMenu(), holding)
    },
    enable(conditions) {
      holding = conditions
      enableCommands(menu.getApplicationMenu(), holding)
    },
  }
}
