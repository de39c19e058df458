/** The menu bar as it is now: with the keys and in the language of the settings, and the commands enabled that the page says can run. */
import type { Menu } from 'electron'
import type { Condition } from '../../../shared/commands/commands.ts'
import type { KeySettings } from '../../../shared/commands/keyBindings.ts'
import { enableCommands, menuTemplate, type MenuOptions } from './menu.ts'
import type { Labels } from './labels.ts'
import type { RecentDocument } from './recentDocuments.ts'

export interface AppMenu {
  /** Shows the menu bar with these keys and words. Does nothing if it has them already. */
  show(keys: KeySettings, texts: Labels): void
  /** Shows these as recent stories, the newest first. Does nothing if it has them already. */
  showRecents(recents: readonly RecentDocument[]): void
  /** Enables the commands whose condition holds. */
  enable(holding: readonly Condition[]): void
}

/** The menu bar of the app, which is empty until it is shown. */
export function createAppMenu(
  menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu' | 'getApplicationMenu'>,
  options: Omit<MenuOptions, 'keys' | 'texts' | 'recents'>,
): AppMenu {
  let holding: readonly Condition[] = ['always']
  let recents: readonly RecentDocument[] = []
  let shown = ''
  let now: Pick<MenuOptions, 'keys' | 'texts'> | undefined

  function build(): void {
    const next = JSON.stringify([now?.keys, recents, now?.texts.menu])
    if (now === undefined || next === shown) return
    shown = next
    menu.setApplicationMenu(menu.buildFromTemplate(menuTemplate({ ...options, ...now, recents })))
    enableCommands(menu.getApplicationMenu(), holding)
  }

  return {
    show({ ownKeys, areLetterKeysOn }, texts) {
      now = { keys: { ownKeys, areLetterKeysOn }, texts }
      build()
    },
    showRecents(next) {
      recents = next
      build()
    },
    enable(conditions) {
      holding = conditions
      enableCommands(menu.getApplicationMenu(), holding)
    },
  }
}
