import type { Menu, MenuItemConstructorOptions } from 'electron'
import { expect, test, vi } from 'vitest'
import { labels } from '../../../../electron/hosts/desktop/labels.ts'
import { enableCommands, menuTemplate, type MenuOptions } from '../../../../electron/hosts/desktop/menu.ts'
import {
  barGroups,
  COMMAND_IDS,
  COMMANDS,
  type BarMenu,
  type CommandId,
} from '../../../../shared/commands/commands.ts'
import { keysOf, TABLE_KEYS } from '../../../../shared/commands/keyBindings.ts'
import { commands as names } from '../../../../shared/messages/names.ts'

const opening = {
  openLicence: vi.fn(),
  openNotices: vi.fn(),
  openAbout: vi.fn(),
  checkForUpdates: vi.fn(),
}
const isCommand = ({ id }: MenuItemConstructorOptions) => id !== undefined

function itemsOf(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])])
}

const rest = (recents: MenuOptions['recents'] = []) => ({
  ...{ recents, openFile: vi.fn(), clearRecents: vi.fn() },
  ...opening,
})

const template = (isMac: boolean, runCommand: (id: CommandId) => void = vi.fn()) =>
  menuTemplate({ isMac, keys: TABLE_KEYS, texts: labels.en, runCommand, ...rest() })

test.each([true, false])(
  'the menu bar contains the commands of the table under their names (Mac: %s)',
  (isMac) => {
    const runCommand = vi.fn()
    const items = itemsOf(template(isMac, runCommand)).filter(isCommand)
    expect(items.map(({ id }) => id).sort()).toEqual(COMMAND_IDS.filter((id) => COMMANDS[id].bar).sort())
    for (const item of items) {
      expect(item.label).toBe(names[item.id as CommandId]) // checked above
      item.click?.(undefined as never, undefined, undefined as never) // not read
      expect(runCommand).toHaveBeenLastCalledWith(item.id)
    }
  },
)

test('each menu shows the groups of the table in order, divided by separators', () => {
  const menus: [string, BarMenu][] = [
    ['File', 'file'],
    ['Story', 'story'],
    ['Speech', 'speech'],
    ['Help', 'help'],
  ]
  for (const [label, menu] of menus) {
    const submenu = template(false).find((item) => item.label === label)?.submenu
    const shown = Array.isArray(submenu) ? submenu : []
    const lines = barGroups(menu).flatMap((ids, index): string[] =>
      index === 0 ? [...ids] : ['line', ...ids],
    )
    const commands = shown.filter((item) => isCommand(item) || item.type === 'separator')
    expect(
      commands.map(({ id, type }) => (type === 'separator' ? 'line' : id)).slice(0, lines.length),
    ).toEqual(lines)
  }
})

test('a Mac has the settings in the app menu, and speech commands in Edit', () => {
  const [app, file, edit] = template(true)
  const within = (item: MenuItemConstructorOptions | undefined) =>
    Array.isArray(item?.submenu) ? item.submenu : []
  expect(within(app).some(({ id }) => id === 'settings')).toBe(true)
  expect(within(file).some(({ id }) => id === 'settings')).toBe(false)
  expect(itemsOf(within(edit)).map(({ role }) => role)).toEqual(
    expect.arrayContaining(['startSpeaking', 'stopSpeaking']),
  )
  const others = template(false)
  expect(itemsOf(others).some(({ role }) => role === 'startSpeaking')).toBe(false)
  expect(within(others[0]).some(({ id }) => id === 'settings')).toBe(true)
})

test('keys are shown in desktop form, and handled by the page', () => {
  for (const item of itemsOf(template(false)).filter(isCommand)) {
    const [keys] = keysOf(item.id as CommandId, 'desktop')
    expect(item.accelerator).toBe(keys?.replace('Mod', 'CmdOrCtrl').replace('Arrow', ''))
    if (keys !== undefined) expect(item.registerAccelerator).toBe(false)
  }
  const [newStory] = itemsOf(template(false)).filter(({ id }) => id === 'newStory')
  expect(newStory?.accelerator).toBe('CmdOrCtrl+N')
})

test('the writer’s own keys are shown instead of the defaults, if Electron supports them', () => {
  const own = { ownKeys: { export: ['Mod+J'], undo: ['Mod+Ü'], redo: [] }, areLetterKeysOn: true }
  const build = menuTemplate({
    ...{ isMac: false, keys: own, texts: labels.en },
    ...{ runCommand: vi.fn(), ...rest() },
  })
  const shown = (name: string) => itemsOf(build).find(({ id }) => id === name)?.accelerator
  expect(['export', 'undo', 'redo', 'saveVersion'].map(shown)).toEqual([
    'CmdOrCtrl+J',
    undefined,
    undefined,
    'CmdOrCtrl+S',
  ])
})

test('on a Mac, whose menu captures all keys that it shows, no keys are shown that a text field needs', () => {
  const shown = itemsOf(template(true)).filter((item) => isCommand(item) && item.accelerator !== undefined)
  expect(shown.length).toBeGreaterThan(8)
  for (const { id, accelerator } of shown) {
    expect(accelerator).toMatch(/^CmdOrCtrl/)
    expect(COMMANDS[id as CommandId].worksInText).toBe(true)
  }
})

test.each(Object.values(labels))('every item of the menu bar is in the menu’s language', (texts) => {
  for (const isMac of [true, false]) {
    const named = menuTemplate({
      ...{ isMac, keys: TABLE_KEYS, texts },
      runCommand: vi.fn(),
      ...rest(),
    })
    const known = new Set([texts.commands, texts.menu, texts.roles].flatMap((words) => Object.values(words)))
    const items = itemsOf(named).filter(({ type, role }) => type !== 'separator' && role !== 'appMenu')
    expect(items.filter(({ label = '' }) => !known.has(label))).toEqual([])
  }
})

test('a command is enabled while its condition holds; before the page reports, only unconditional commands are', () => {
  const items = new Map(itemsOf(template(false)).map((item) => [item.id, { ...item }]))
  const enabled = () => COMMAND_IDS.filter((id) => items.get(id)?.enabled === true)
  expect(enabled()).toEqual(COMMAND_IDS.filter((id) => COMMANDS[id].enabledWhen === 'always'))
  const menu = { getMenuItemById: (id: string) => items.get(id) ?? null } as unknown as Menu // the only part that is used
  enableCommands(menu, ['always', 'story', 'canUndo'])
  expect(enabled()).toEqual(
    COMMAND_IDS.filter(
      (id) =>
        COMMANDS[id].bar !== undefined && ['always', 'story', 'canUndo'].includes(COMMANDS[id].enabledWhen),
    ),
  )
})

test('Open recent reopens a story, and can be cleared', () => {
  const options = rest([
    { path: '/tales/fox.fabula', title: 'Fox & owl' },
    { path: '/drafts/1.fabula', title: ' ' },
  ])
  const texts = labels.en
  const items = itemsOf(
    menuTemplate({ isMac: false, keys: TABLE_KEYS, texts, runCommand: vi.fn(), ...options }),
  )
  const recent = items.find(({ label }) => label === 'Open recent')
  const shown = Array.isArray(recent?.submenu) ? recent.submenu : []
  expect(shown.map(({ label, type }) => label ?? type)).toEqual([
    'Fox && owl',
    'Untitled story',
    'separator',
    'Clear list',
  ])
  for (const item of shown) item.click?.(undefined as never, undefined, undefined as never)
  expect(options.openFile.mock.calls).toEqual([['/tales/fox.fabula'], ['/drafts/1.fabula']])
  expect(options.clearRecents).toHaveBeenCalledOnce()
})

test('without recent stories there is nothing to clear', () => {
  expect(itemsOf(template(false)).find(({ label }) => label === 'Clear list')?.enabled).toBe(false)
})
