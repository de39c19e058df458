/** The menu bar as it is now: with the keys of the settings, and the commands enabled that the page says can run. */
import type { Menu } from 'electron'
import type { Condition } from '../../../shared/commands/commands.ts'
import type { KeySettings } from '../../../shared/commands/keyBindings.ts'
import { enableCommands, menuTemplate } from './menu.ts'
import type { MenuOptions } from './menu.ts'

export interface AppMenu {
  /** Shows the menu bar with these keys. Does nothing where it has them already. */
  showKeys(keys: KeySettings): void
  /** Enables the commands whose condition holds. */
  enable(holding: readonly Condition[]): void
}

/** The menu bar of the app, which is empty until keys are shown. */
export function createAppMenu(
  menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu' | 'getApplicationMenu'>,
  options: Omit<MenuOptions, 'keys'>,
): AppMenu {
  let holding: readonly Condition[] = ['always']
  let shown = ''
  return {
    showKeys({ ownKeys, areLetterKeysOn }) {
      const keys = { ownKeys, areLetterKeysOn }
      if (JSON.stringify(keys) === shown) return
      shown = JSON.stringify(keys)
      menu.setApplicationMenu(menu.buildFromTemplate(menuTemplate({ ...options, keys })))
      enableCommands(menu.getApplicationMenu(), holding)
    },
    enable(conditions) {
      holding = conditions
      enableCommands(menu.getApplicationMenu(), holding)
    },
  }
}
