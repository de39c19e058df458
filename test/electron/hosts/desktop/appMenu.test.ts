import type { Menu, MenuItemConstructorOptions } from 'electron'
import { expect, test, vi } from 'vitest'
import { createAppMenu } from '../../../../electron/hosts/desktop/appMenu.ts'
import { TABLE_KEYS } from '../../../../shared/commands/keyBindings.ts'

test('new keys are shown at once, and what was enabled stays enabled', () => {
  let shown: Menu | null = null
  const build = (template: MenuItemConstructorOptions[]) => {
    const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    return {
      getMenuItemById: (id: string) => items.find((item) => item.id === id) ?? null,
    } as unknown as Menu // all that is asked of it
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
    { isMac: false, runCommand: vi.fn(), openLicence: vi.fn() },
  )
  const item = () => shown?.getMenuItemById('export')
  menu.showKeys(TABLE_KEYS)
  expect([item()?.accelerator, item()?.enabled]).toEqual(['CmdOrCtrl+E', false])
  menu.enable(['always', 'story'])
  menu.showKeys({ ...TABLE_KEYS, ownKeys: { export: 'Mod+J' } })
  expect([item()?.accelerator, item()?.enabled]).toEqual(['CmdOrCtrl+J', true])
  menu.showKeys({ ...TABLE_KEYS, ownKeys: { export: 'Mod+J' } })
  expect(buildFromTemplate).toHaveBeenCalledTimes(2)
})
