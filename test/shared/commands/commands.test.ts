import { describe, expect, test } from 'vitest'
import {
  barGroups,
  COMMAND_IDS,
  COMMANDS,
  PLACE_KEYS,
  PLACE_KEYS_IDS,
  pageGroups,
  type CommandId,
} from '../../../shared/commands/commands.ts'
import { keysOf } from '../../../shared/commands/keyBindings.ts'
import { commands as names } from '../../../shared/messages/names.ts'

const KEY =
  /^(?:Mod\+)?(?:Alt\+)?(?:Shift\+)?(?:[A-Z\d,?=]|Plus|Minus|F6|F8|F10|Enter|Escape|Space|Delete|Backspace|Arrow(?:Up|Down|Left|Right))$/

describe.each(['desktop', 'browser'] as const)('the keys of commands in the %s host', (host) => {
  const allKeys = COMMAND_IDS.flatMap((id) => keysOf(id, host))

  test('belong to one command each', () => {
    expect(allKeys.length).toBeGreaterThan(20)
    expect(new Set(allKeys).size).toBe(allKeys.length)
  })

  test('list their modifiers in a fixed order', () => {
    for (const keys of [...allKeys, ...Object.values(PLACE_KEYS)]) expect(keys).toMatch(KEY)
  })

  test('do not include the key for a new block if they work in a text', () => {
    const inText = COMMAND_IDS.filter((id) => COMMANDS[id].worksInText === true)
    expect(inText.flatMap((id) => keysOf(id, host))).not.toContain(PLACE_KEYS.newBlock)
  })

  test('do not work in a text field if they type or delete text', () => {
    for (const id of COMMAND_IDS) {
      const keys = keysOf(id, host)
      if (keys.some((each) => /^(?:[A-Z?]|Space|Delete|Backspace)$/.test(each)))
        expect(COMMANDS[id].worksInText, id).toBeUndefined()
    }
  })
})

test('New story has the platform’s usual keys, except in a browser, which reserves them', () => {
  expect(keysOf('newStory', 'desktop')).toEqual(['Mod+N'])
  expect(keysOf('newStory', 'browser')).toEqual(['Mod+Alt+N'])
  // Browsers open and close windows and tabs with these, whatever a page says.
  for (const id of COMMAND_IDS)
    for (const taken of ['Mod+N', 'Mod+Shift+N', 'Mod+T', 'Mod+Shift+T', 'Mod+W', 'Mod+Shift+W'])
      expect(keysOf(id, 'browser'), id).not.toContain(taken)
})

test('every command and every place with keys has a distinct name', () => {
  const shown = [...COMMAND_IDS, ...PLACE_KEYS_IDS].map((id) => names[id])
  for (const name of shown) expect(name.trim()).not.toBe('')
  expect(new Set(shown).size).toBe(shown.length)
})

test('the menu bar contains every command of the page’s own menu, each once', () => {
  const inBar = (['file', 'edit', 'story', 'speech', 'help'] as const).flatMap((menu) =>
    barGroups(menu).flat(),
  )
  const inPage = pageGroups().flat()
  expect(new Set(inBar).size).toBe(inBar.length)
  expect(new Set(inPage).size).toBe(inPage.length)
  expect(inPage.filter((id) => !inBar.includes(id))).toEqual([])
  expect(inPage).toEqual(
    expect.arrayContaining(['newStory', 'addChapter', 'settings', 'shortcuts', 'closeStory']),
  )
})

test('the groups of a menu are sorted by their numbers, and the commands by the order of the table', () => {
  const inOrder = (ids: readonly CommandId[], groupOf: (id: CommandId) => number) =>
    [...ids].sort((a, b) => groupOf(a) - groupOf(b) || COMMAND_IDS.indexOf(a) - COMMAND_IDS.indexOf(b))
  for (const menu of ['file', 'edit', 'story', 'speech', 'help'] as const) {
    const ids = barGroups(menu).flat()
    expect(ids).toEqual(inOrder(ids, (id) => COMMANDS[id].bar?.[1] ?? 0))
    for (const group of barGroups(menu))
      expect(new Set(group.map((id) => COMMANDS[id].bar?.[1])).size).toBe(1)
  }
  const ids = pageGroups().flat()
  expect(ids).toEqual(inOrder(ids, (id) => COMMANDS[id].page ?? 0))
  expect(barGroups('edit')[0]).toEqual(['undo', 'redo', 'history'])
})
