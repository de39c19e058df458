import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import { contextMenuTemplate, type ClickedText } from '../../../../electron/hosts/desktop/contextMenu.ts'
import { labels } from '../../../../electron/hosts/desktop/labels.ts'

const none = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: false,
  canSelectAll: false,
}
const all = { canUndo: true, canRedo: true, canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
const inText: ClickedText = {
  isEditable: true,
  selectionText: '',
  misspelledWord: '',
  formControlType: 'text-area',
  editFlags: all,
}

function menuOf(
  clicked: Partial<ClickedText>,
  given: {
    isMac?: boolean
    suggestions?: string[]
    storyCan?: boolean
    isInBlock?: boolean
    texts?: (typeof labels)['en']
  } = {},
) {
  const { isMac = false, suggestions = [], storyCan = false, isInBlock = false, texts = labels.en } = given
  const called = {
    step: vi.fn(),
    runCommand: vi.fn(),
    addWord: vi.fn(),
    replaceMisspelling: vi.fn(),
    showDefinitionForSelection: vi.fn(),
  }
  const template = contextMenuTemplate(
    { ...inText, ...clicked },
    {
      ...{ isMac, texts, suggestions, storyCan: { undo: storyCan, redo: storyCan } },
      ...{ blockGroups: isInBlock ? [['splitBlock', 'duplicateBlocks'], ['readAgain']] : [] },
      ...{ contents: called, ...called },
    },
  )
  const labelled = template.map(({ label, type, enabled }) =>
    type === 'separator' ? '—' : enabled === false ? `(${label})` : label,
  )
  const press = (label: string) =>
    template.find((item) => item.label === label)?.click?.(undefined as never, undefined, undefined as never)
  return { labelled, press, template, ...called }
}

describe('the context menu', () => {
  test('offers editing in a text field', () => {
    const { labelled, template, press, step } = menuOf({})
    expect(labelled).toEqual(['Undo', 'Redo', '—', 'Cut', 'Copy', 'Paste', '—', 'Select all'])
    expect(template.flatMap(({ role }) => role ?? [])).toEqual(['cut', 'copy', 'paste', 'selectAll'])
    press('Undo')
    press('Redo')
    expect(step.mock.calls).toEqual([['undo'], ['redo']])
  })

  test('enables only what is possible: in a password field, for example, copying is disabled', () => {
    expect(menuOf({ editFlags: { ...none, canPaste: true } }).labelled).toEqual([
      ...['(Undo)', '(Redo)', '—', '(Cut)', '(Copy)', 'Paste', '—', '(Select all)'],
    ])
  })

  test('undoes an edit of the story, which the field itself cannot undo', () => {
    expect(menuOf({ editFlags: none }, { storyCan: true }).labelled.slice(0, 2)).toEqual(['Undo', 'Redo'])
  })

  test('offers pasting as plain text if that makes a difference', () => {
    expect(menuOf({ formControlType: 'none' }).labelled).toContain('Paste as plain text')
    expect(menuOf({ formControlType: 'input-text' }).labelled).not.toContain('Paste as plain text')
  })

  test('suggests corrections for a misspelled word, and can add it to the writer’s dictionary', () => {
    const menu = menuOf({ misspelledWord: 'lantren' }, { suggestions: ['lantern', 'lanterns'] })
    expect(menu.labelled.slice(0, 4)).toEqual(['lantern', 'lanterns', 'Add to dictionary', '—'])
    menu.press('lanterns')
    menu.press('Add to dictionary')
    expect(menu.replaceMisspelling.mock.calls).toEqual([['lanterns']])
    expect(menu.addWord.mock.calls).toEqual([['lantren']])
    expect(menuOf({ misspelledWord: 'xqzt' }).labelled.slice(0, 2)).toEqual([
      '(No suggestions)',
      'Add to dictionary',
    ])
  })

  test('on a Mac looks up the selected words', () => {
    const menu = menuOf({ selectionText: ' a $& lantern\nand an owl in the wood ' }, { isMac: true })
    expect(menu.labelled[0]).toBe('Look up “a $& lantern and an owl i…”')
    menu.press(menu.labelled[0] ?? '')
    expect(menu.showDefinitionForSelection).toHaveBeenCalledOnce()
    expect(menuOf({ selectionText: 'lantern' }).labelled).not.toContain('Look up “lantern”')
  })

  test('in the text of a block also offers the commands for the block', () => {
    const { labelled, template, runCommand } = menuOf({}, { isInBlock: true })
    expect(labelled.slice(-3)).toEqual(['Select all', '—', 'Block'])
    const { submenu } = template.at(-1) ?? {}
    if (!Array.isArray(submenu)) throw new Error('The block has no menu')
    expect(submenu.map(({ type, label }) => (type === 'separator' ? '—' : label))).toEqual([
      ...['Split at the cursor', 'Duplicate', '—', 'Read again'],
    ])
    submenu[0]?.click?.(undefined as never, undefined, undefined as never)
    expect(runCommand.mock.calls).toEqual([['splitBlock']])
    expect(menuOf({ formControlType: 'input-text' }, { isInBlock: true }).labelled).not.toContain('Block')
  })

  test('outside a text offers copying the selection, and is not shown without one', () => {
    expect(menuOf({ isEditable: false, selectionText: 'fox' }).labelled).toEqual(['Copy'])
    expect(menuOf({ isEditable: false, selectionText: ' ' }).template).toEqual([])
  })

  test.each(Object.entries(labels))('is in the given language: %s', (_language, texts) => {
    const labelled = (items: readonly MenuItemConstructorOptions[]) =>
      items.flatMap(({ label }) => label ?? [])
    const asked = { misspelledWord: 'x', selectionText: 'x', formControlType: 'none' } as const
    const shown = labelled(menuOf(asked, { isMac: true, texts }).template)
    const words = new Set(
      [...Object.values(texts.text), ...Object.values(texts.roles), ...Object.values(texts.commands)].map(
        (word) => word.replace('{{words}}', 'x'),
      ),
    )
    expect(shown).toHaveLength(10)
    expect(shown.filter((label) => !words.has(label))).toEqual([])
  })
})
