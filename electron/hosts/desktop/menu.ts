/** The menu bar. Its commands are the page's actions: the page runs them, and knows when they make sense. */
import type { MenuItemConstructorOptions } from 'electron'
import { MENU_GROUPS } from '../../../shared/commands/menuGroups.ts'
import { labels } from './labels.ts'

export interface MenuOptions {
  readonly isMac: boolean
  /** Runs the page's action of that id. */
  readonly runAction: (action: string) => void
  readonly openLicence: () => void
}

type ActionId = Exclude<
  keyof typeof labels.menu,
  'file' | 'edit' | 'story' | 'speech' | 'view' | 'window' | 'help' | 'licence'
>

/** The keys of commands that stand in groups. */
const KEYS: Partial<Record<ActionId, string>> = {
  newStory: 'CmdOrCtrl+N',
  openStory: 'CmdOrCtrl+O',
  saveVersion: 'CmdOrCtrl+S',
  saveAs: 'CmdOrCtrl+Shift+S',
  conversions: 'CmdOrCtrl+Shift+L',
}

/** The menu's template for Electron's `Menu.buildFromTemplate`. */
export function menuTemplate({ isMac, runAction, openLicence }: MenuOptions): MenuItemConstructorOptions[] {
  const item = (id: ActionId, accelerator?: string): MenuItemConstructorOptions => ({
    id,
    label: labels.menu[id],
    click: () => runAction(id),
    ...(accelerator && { accelerator }),
  })
  /**
   * Keys that the page handles itself, since it knows whether a text is being written: they are shown only. A Mac's menu
   * takes all the keys that it shows, so there those that also write or move in a text are left out.
   */
  const itemOfPage = (id: ActionId, accelerator: string): MenuItemConstructorOptions =>
    isMac && !accelerator.startsWith('CmdOrCtrl')
      ? item(id)
      : { ...item(id, accelerator), registerAccelerator: false }
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const group = (ids: readonly ActionId[]) => ids.map((id) => item(id, KEYS[id]))

  return [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: labels.menu.file,
      submenu: [
        ...group(MENU_GROUPS.stories),
        line,
        ...group(MENU_GROUPS.keeping),
        line,
        item('export', 'CmdOrCtrl+E'),
        line,
        item('settings', 'CmdOrCtrl+,'),
        item('closeStory'),
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    {
      label: labels.menu.edit,
      submenu: [
        itemOfPage('undo', 'CmdOrCtrl+Z'),
        itemOfPage('redo', isMac ? 'CmdOrCtrl+Shift+Z' : 'CmdOrCtrl+Y'),
        line,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        line,
        itemOfPage('duplicateBlocks', 'CmdOrCtrl+D'),
        itemOfPage('deleteBlocks', 'Delete'),
      ],
    },
    {
      label: labels.menu.story,
      submenu: [
        itemOfPage('addBlock', 'CmdOrCtrl+Shift+Enter'),
        itemOfPage('addChapter', 'CmdOrCtrl+Shift+H'),
        line,
        itemOfPage('moveUp', 'Alt+Up'),
        itemOfPage('moveDown', 'Alt+Down'),
        line,
        itemOfPage('playStory', 'Space'),
        itemOfPage('playBlock', 'Shift+Space'),
        line,
        itemOfPage('renderStory', 'CmdOrCtrl+Enter'),
      ],
    },
    { label: labels.menu.speech, submenu: group(MENU_GROUPS.speech) },
    {
      label: labels.menu.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { label: labels.menu.window, role: 'windowMenu' },
    {
      label: labels.menu.help,
      submenu: [item('shortcuts'), { label: labels.menu.licence, click: openLicence }],
    },
  ]
}
