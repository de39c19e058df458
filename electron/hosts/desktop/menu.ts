/** The menu bar, drawn from the table of commands: the page runs them, and reports which of them are enabled. */
import type { Menu, MenuItemConstructorOptions } from 'electron'
import { barGroups, COMMAND_IDS, COMMANDS } from '../../../shared/commands/commands.ts'
import type { BarMenu, CommandId, Condition } from '../../../shared/commands/commands.ts'
import { keysOf } from '../../../shared/commands/keyBindings.ts'
import type { KeySettings } from '../../../shared/commands/keyBindings.ts'
import { commands } from '../../../shared/messages/commands.ts'
import { labels } from './labels.ts'

export interface MenuOptions {
  readonly isMac: boolean
  readonly keys: KeySettings
  /** Runs a command in the page. */
  readonly runCommand: (id: CommandId) => void
  readonly openLicence: () => void
}

/** The menu's template for Electron's `Menu.buildFromTemplate`. Until the page reports, only commands that always work are enabled. */
export function menuTemplate({
  isMac,
  keys,
  runCommand,
  openLicence,
}: MenuOptions): MenuItemConstructorOptions[] {
  const item = (id: CommandId): MenuItemConstructorOptions => ({
    id,
    label: commands[id],
    enabled: COMMANDS[id].enabledWhen === 'always',
    click: () => runCommand(id),
    ...shownAccelerator(id, isMac, keys),
  })
  const line: MenuItemConstructorOptions = { type: 'separator' }
  /** The groups of a menu, and those of the system's items, with a line between two groups. */
  const menu = (
    name: BarMenu,
    arrange: (groups: MenuItemConstructorOptions[][]) => MenuItemConstructorOptions[][] = (groups) => groups,
  ): MenuItemConstructorOptions => ({
    label: labels.menu[name],
    submenu: arrange(barGroups(name).map((ids) => ids.map(item))).flatMap((group, index) =>
      index === 0 ? group : [line, ...group],
    ),
  })

  return [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    menu('file', (groups) => [...groups, [{ role: isMac ? 'close' : 'quit' }]]),
    menu('edit', ([steps = [], ...others]) => [
      steps,
      [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'selectAll' }],
      ...others,
    ]),
    menu('story'),
    menu('speech'),
    menu('view', (groups) => [
      ...groups,
      [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }],
      [{ role: 'togglefullscreen' }, { role: 'toggleDevTools' }],
    ]),
    { label: labels.menu.window, role: 'windowMenu' },
    menu('help', (groups) => [...groups, [{ label: labels.menu.licence, click: openLicence }]]),
  ]
}

/** Enables the commands of the menu bar whose condition holds, and disables the others. */
export function enableCommands(menu: Menu | null, holding: readonly Condition[]): void {
  for (const id of COMMAND_IDS) {
    const item = menu?.getMenuItemById(id)
    if (item) item.enabled = holding.includes(COMMANDS[id].enabledWhen)
  }
}

/**
 * The keys beside a menu item. The page handles all keys itself, since only the page knows whether a text field or a dialog
 * has the focus: they are shown only. A Mac's menu takes all the keys that it shows, so there the keys that also write or
 * move the cursor in a text are left out.
 */
function shownAccelerator(
  id: CommandId,
  isMac: boolean,
  settings: KeySettings,
): Partial<MenuItemConstructorOptions> {
  const [keys] = keysOf(id, 'desktop', settings)
  // Electron knows no other letters.
  if (keys === undefined || !/^[\x21-\x7e]+$/.test(keys)) return {}
  const isFreeInText = COMMANDS[id].worksInText === true && keys.startsWith('Mod')
  if (isMac && !isFreeInText) return {}
  const accelerator = keys.replace('Mod', 'CmdOrCtrl').replace('Arrow', '')
  return { accelerator, registerAccelerator: false }
}
