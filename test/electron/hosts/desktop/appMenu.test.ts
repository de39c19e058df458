import type { Menu, MenuItemConstructorOptions } from 'electron'
import { expect, test, vi } from 'vitest'
import { createAppMenu } from '../../../../electron/hosts/desktop/menu.ts'
import { labels } from '../../../../electron/hosts/desktop/labels.ts'
import { TABLE_KEYS } from '../../../../shared/commands/keyBindings.ts'

const opening = {
  openLicence: vi.fn(),
  openNotices: vi.fn(),
  openAbout: vi.fn(),
  checkForUpdates: vi.fn(),
}

test('new keys and another language are shown at once, and enabled commands stay enabled', () => {
  let shown: Menu | null = null
  const build = (template: MenuItemConstructorOptions[]) => {
    const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    return {
      getMenuItemById: (id: string) => items.find((item) => item.id === id) ?? null,
    } as unknown as Menu // the only part that is used
  }
  const buildFromTemplate = vi.fn(build)
  const menu = createAppMenu(
    {
      buildFromTemplate,
      setApplicationMenu: (next) => {
        shown = next
      },
      getApplicationMenu: () => shown,
    },
    { isMac: false, runCommand: vi.fn(), openFile: vi.fn(), clearRecents: vi.fn(), ...opening },
  )
  const item = () => shown?.getMenuItemById('export')
  menu.show(TABLE_KEYS, labels.en)
  expect([item()?.accelerator, item()?.enabled]).toEqual(['CmdOrCtrl+E', false])
  menu.enable(['always', 'story'])
  menu.show({ ...TABLE_KEYS, ownKeys: { export: ['Mod+J'] } }, labels.en)
  expect([item()?.accelerator, item()?.enabled]).toEqual(['CmdOrCtrl+J', true])
  menu.show({ ...TABLE_KEYS, ownKeys: { export: ['Mod+J'] } }, labels.en)
  expect(buildFromTemplate).toHaveBeenCalledTimes(2)
  menu.show({ ...TABLE_KEYS, ownKeys: { export: ['Mod+J'] } }, labels.de)
  expect([item()?.label, item()?.enabled]).toEqual(['Exportieren', true])
  menu.showRecents([{ path: '/fox.fabula', title: 'Fox' }])
  menu.showRecents([{ path: '/fox.fabula', title: 'Fox' }])
  expect(buildFromTemplate).toHaveBeenCalledTimes(4)
  expect([item()?.label, item()?.enabled]).toEqual(['Exportieren', true])
})
