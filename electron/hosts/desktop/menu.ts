/** The menu bar, built from the table of commands: the page runs them, and reports which of them are enabled. */
import type { Menu, MenuItemConstructorOptions, App } from 'electron'
import {
  barGroups,
  COMMAND_IDS,
  COMMANDS,
  type BarMenu,
  type CommandId,
  type Condition,
} from '../../../shared/commands/commands.ts'
import { keysOf, type KeySettings } from '../../../shared/commands/keyBindings.ts'
import type { Projects } from '../../project/projects.ts'
import type { Labels } from './labels.ts'

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
  /** An item of the system with our label, because Electron's are in English. */
  const role = (id: keyof Labels['roles']): MenuItemConstructorOptions => ({ role: id, label: roles[id] })
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const about: MenuItemConstructorOptions = { label: roles.about, click: openAbout }
  const updates: MenuItemConstructorOptions = { label: names.updates, click: checkForUpdates }
  /** The groups of a menu, and those of the system's items, separated by lines. */
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
      // A single ampersand would mark an access key: https://www.electronjs.org/docs/latest/api/menu
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
 * has the focus: the menu only shows them. A Mac's menu takes all the keys that it shows, so there the keys that also write or
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

/**
 * The menu bar of the app, empty until it is shown, with the keys and language of the settings. Commands are enabled if the page
 * reports that they can run.
 */
export function createAppMenu(
  menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu' | 'getApplicationMenu'>,
  options: Omit<MenuOptions, 'keys' | 'texts' | 'recents'>,
) {
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
    /** Shows the menu bar with these keys and texts. Does nothing if it has them already. */
    show({ ownKeys, areLetterKeysOn }: KeySettings, texts: Labels): void {
      now = { keys: { ownKeys, areLetterKeysOn }, texts }
      build()
    },
    /** Shows these as recent stories, the newest first. Does nothing if it has them already. */
    showRecents(next: readonly RecentDocument[]): void {
      recents = next
      build()
    },
    /** Enables the commands whose condition holds. */
    enable(conditions: readonly Condition[]): void {
      holding = conditions
      enableCommands(menu.getApplicationMenu(), holding)
    },
  }
}

// The recent stories outside the page: *Open recent* in the menu bar, and the system's own list, as in the dock and the jump list.

/** The most that fit into a menu. */
const MOST = 10

export interface RecentDocument {
  readonly path: string
  /** '' for a story without a title. */
  readonly title: string
}

interface RecentDocumentsOptions {
  readonly app: Pick<App, 'addRecentDocument' | 'clearRecentDocuments'>
  readonly stories: Pick<Projects, 'recents' | 'pathOf' | 'removeFromList'>
  /** Shows these stories in the menu bar, the newest first. */
  readonly show: (documents: readonly RecentDocument[]) => void
}

export function createRecentDocuments({ app, stories, show }: RecentDocumentsOptions) {
  let told = ''

  /** Updates both lists, without files that no longer exist. */
  function tell(): void {
    const there = stories.recents().filter(({ exists }) => exists)
    const documents = there
      .slice(0, MOST)
      .map(({ id, title, isDraft }) => ({ path: stories.pathOf(id), title, isDraft }))
    show(documents)
    // A draft is in Fabula's own folder; only the writer's own files are reported to the system.
    const paths = documents.filter(({ isDraft }) => !isDraft).map(({ path }) => path)
    if (JSON.stringify(paths) === told) return
    told = JSON.stringify(paths)
    app.clearRecentDocuments()
    for (const path of paths.toReversed()) app.addRecentDocument(path)
  }

  return {
    tell,
    /** Removes every story with a file of its own from all lists; the files stay. */
    clear(): void {
      for (const { id, isDraft } of stories.recents()) if (!isDraft) stories.removeFromList(id)
      tell()
    },
  }
}
