import type { MenuItemConstructorOptions } from 'electron'
import { expect, test, vi } from 'vitest'
import { menuTemplate } from '../../../../electron/hosts/desktop/menu.ts'
import { MENU_GROUPS } from '../../../../shared/commands/menuGroups.ts'
import { ALL_ACTIONS } from '../../../../renderer/actions/allActions.ts'

function itemsOf(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])])
}

test.each([true, false])('every command of the menu is an action that the page knows (Mac: %s)', (isMac) => {
  const runAction = vi.fn()
  const commands = itemsOf(menuTemplate({ isMac, runAction, openLicence: vi.fn() })).filter(
    ({ id }) => id !== undefined,
  )
  const known = ALL_ACTIONS.map(({ id }) => id)
  expect(commands.length).toBeGreaterThan(15)
  for (const command of commands) {
    expect(known).toContain(command.id)
    command.click?.(undefined as never, undefined, undefined as never) // looked at by nobody
    expect(runAction).toHaveBeenLastCalledWith(command.id)
  }
})

test('what the page’s own menu offers is in the menu bar too', () => {
  const ids = itemsOf(menuTemplate({ isMac: false, runAction: vi.fn(), openLicence: vi.fn() })).map(
    ({ id }) => id,
  )
  for (const id of Object.values(MENU_GROUPS).flat()) expect(ids).toContain(id)
  for (const id of ['addChapter', 'settings', 'shortcuts', 'closeStory']) expect(ids).toContain(id)
})

test('no two commands share their keys', () => {
  for (const isMac of [true, false]) {
    const keys = itemsOf(menuTemplate({ isMac, runAction: vi.fn(), openLicence: vi.fn() }))
      .map(({ accelerator }) => accelerator)
      .filter((accelerator) => accelerator !== undefined)
    expect(new Set(keys).size).toBe(keys.length)
  }
})
