/** The menu bar, drawn from the table of commands: the page runs them, and reports which of them are enabled. */
import type { Menu, MenuItemConstructorOptions } from 'electron'
import {
  barGroups,
  COMMAND_IDS,
  COMMANDS,
  type BarMenu,
  type CommandId,
  type Condition,
} from '../../../shared/commands/commands.ts'
import { keysOf, type KeySettings } from '../../../shared/commands/keyBindings.ts'
import type { Labels } from './labels.ts'
import type { RecentDocument } from './recentDocuments.ts'

export interface MenuOptions {
  readonly isMac: boolean
  readonly keys: KeySettings
  readonly texts: Labels
  /** Runs a command in the page. */
  readonly runCommand: (id: CommandId) => void
  readonly openLicence: () => void
  readonly openNotices: () => void
  readonly openAbout: () => void
  readonly checkForUpdates: () => void
  /** The stories of *Open recent*, the newest first. */
  readonly recents: readonly RecentDocument[]
  readonly openFile: (path: string) => void
  /** Removes the files of *Open recent* from every list. */
  readonly clearRecents: () => void
}

/** The menu's template for Electron's `Menu.buildFromTemplate`. Until the page reports, only commands that always work are enabled. */
export function menuTemplate({
  isMac,
  keys,
  texts,
  runCommand,
  openLicence,
  openNotices,
  openAbout,
  checkForUpdates,
  recents,
  openFile,
  clearRecents,
}: MenuOptions): MenuItemConstructorOptions[] {
  const { commands, menu: names, roles } = texts
  const item = (id: CommandId): MenuItemConstructorOptions => ({
    id,
    label: commands[id],
    enabled: COMMANDS[id].enabledWhen === 'always',
    click: () => runCommand(id),
    ...shownAccelerator(id, isMac, keys),
  })
  /** An item of the system, which Electron would name in English. */
  const role = (id: keyof Labels['roles']): MenuItemConstructorOptions => ({ role: id, label: roles[id] })
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const about: MenuItemConstructorOptions = { label: roles.about, click: openAbout }
  const updates: MenuItemConstructorOptions = { label: names.updates, click: checkForUpdates }
  /** The groups of a menu, and those of the system's items, with a line between two groups. */
  const menu = (
    name: BarMenu,
    arrange: (groups: MenuItemConstructorOptions[][]) => MenuItemConstructorOptions[][] = (groups) => groups,
  ): MenuItemConstructorOptions => ({
    label: names[name],
    submenu: arrange(barGroups(name).map((ids) => ids.map(item))).flatMap((group, index) =>
      index === 0 ? group : [line, ...group],
    ),
  })

  const openRecent: MenuItemConstructorOptions = {
    label: names.openRecent,
    submenu: [
      // One ampersand would mark a key: https://www.electronjs.org/docs/latest/api/menu
      ...recents.map(({ title, path }) => ({
        label: (title.trim() || texts.untitled).replaceAll('&', '&&'),
        click: () => openFile(path),
      })),
      ...(recents.length > 0 ? [line] : []),
      { label: names.clearRecent, enabled: recents.length > 0, click: clearRecents },
    ],
  }

  return [
    ...(isMac
      ? [
          {
            role: 'appMenu',
            submenu: [
              about,
              updates,
              line,
              item('settings'),
              line,
              role('services'),
              line,
              ...(['hide', 'hideOthers', 'unhide'] as const).map(role),
              line,
              role('quit'),
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    menu('file', ([stories = [], ...others]) => [
      stories.flatMap((each) =>
        each.id === ('openStory' satisfies CommandId) ? [each, openRecent] : [each],
      ),
      // A Mac has the settings in the app's own menu.
      ...others
        .map((group) => group.filter(({ id }) => !isMac || id !== ('settings' satisfies CommandId)))
        .filter((group) => group.length > 0),
      [role(isMac ? 'close' : 'quit')],
    ]),
    menu('edit', ([steps = [], ...others]) => [
      steps,
      (['cut', 'copy', 'paste', 'selectAll'] as const).map(role),
      ...others,
      ...(isMac
        ? [[{ label: names.speech, submenu: (['startSpeaking', 'stopSpeaking'] as const).map(role) }]]
        : []),
    ]),
    menu('story'),
    menu('speech'),
    menu('view', (groups) => [
      ...groups,
      (['resetZoom', 'zoomIn', 'zoomOut'] as const).map(role),
      (['togglefullscreen', 'toggleDevTools'] as const).map(role),
    ]),
    {
      label: names.window,
      role: 'windowMenu',
      submenu: [role('minimize'), role('zoom'), line, role(isMac ? 'front' : 'close')],
    },
    menu('help', (groups) => [
      ...groups,
      [
        { label: names.licence, click: openLicence },
        { label: names.notices, click: openNotices },
      ],
      // A Mac has them in the app's own menu.
      ...(isMac ? [] : [[updates, about]]),
    ]),
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
