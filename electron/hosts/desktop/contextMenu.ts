/** The context menu of text, by right click or menu key: Electron shows none by itself. Where the page has a menu of its own, Chromium does not ask for this one. */
import type {
  ContextMenuParams,
  Menu,
  MenuItemConstructorOptions,
  WebContents,
  BrowserWindow,
} from 'electron'
import type { CommandId } from '../../../shared/commands/commands.ts'
import type { Labels } from './labels.ts'

/** The properties of a click on which the menu depends. */
export type ClickedText = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'misspelledWord' | 'formControlType'
> & {
  readonly editFlags: Pick<
    ContextMenuParams['editFlags'],
    'canUndo' | 'canRedo' | 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'
  >
}

export interface ContextMenuOptions {
  readonly isMac: boolean
  readonly texts: Labels
  /** Suggestions for the misspelt word. */
  readonly suggestions: readonly string[]
  /** Whether the story has an edit to undo, or to redo. */
  readonly storyCan: Readonly<Record<'undo' | 'redo', boolean>>
  /** Undoes or redoes in the page, which knows whether that is an edit of the story or of a field. */
  readonly step: (direction: 'undo' | 'redo') => void
  readonly contents: Pick<WebContents, 'replaceMisspelling' | 'showDefinitionForSelection'>
  readonly addWord: (word: string) => void
  /** The actions for the clicked block; none outside a block. */
  readonly blockGroups: readonly (readonly CommandId[])[]
  readonly runCommand: (id: CommandId) => void
}

/** The most letters of a selection that are shown: more would make the menu as wide as the screen. */
const MOST_SHOWN = 25

/** The menu's template for Electron's `Menu.buildFromTemplate`; empty if there is nothing to do. */
export function contextMenuTemplate(
  clicked: ClickedText,
  options: ContextMenuOptions,
): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, misspelledWord, editFlags, formControlType } = clicked
  const { isMac, texts, suggestions, storyCan, step, contents, addWord, blockGroups, runCommand } = options
  const { roles, text, commands } = texts
  const selected = selectionText.trim()
  const role = (id: 'cut' | 'copy' | 'paste' | 'pasteAndMatchStyle' | 'selectAll', enabled: boolean) => ({
    role: id,
    label: roles[id],
    enabled,
  })

  const spelling: MenuItemConstructorOptions[] = [
    ...(suggestions.length === 0
      ? [{ label: text.noSuggestions, enabled: false }]
      : suggestions.map((label) => ({ label, click: () => contents.replaceMisspelling(label) }))),
    { label: text.addToDictionary, click: () => addWord(misspelledWord) },
  ]
  const lookUp: MenuItemConstructorOptions[] = [
    {
      label: text.lookUp.replace('{{words}}', () => shorten(selected)),
      click: () => contents.showDefinitionForSelection(),
    },
  ]
  const steps = (['undo', 'redo'] as const).map((id) => ({
    label: commands[id],
    enabled: storyCan[id] || (id === 'undo' ? editFlags.canUndo : editFlags.canRedo),
    click: () => step(id),
  }))
  const blockItem = (id: CommandId) => ({ label: commands[id], click: () => runCommand(id) })
  const groups: MenuItemConstructorOptions[][] = [
    ...(isEditable && misspelledWord !== '' ? [spelling] : []),
    ...(isMac && selected !== '' ? [lookUp] : []),
    ...(isEditable
      ? [
          steps,
          [
            role('cut', editFlags.canCut),
            role('copy', editFlags.canCopy),
            role('paste', editFlags.canPaste),
            // A field of a form holds plain text, whatever is pasted.
            ...(formControlType === 'none' ? [role('pasteAndMatchStyle', editFlags.canPaste)] : []),
          ],
          [role('selectAll', editFlags.canSelectAll)],
          ...(formControlType === 'text-area' && blockGroups.length > 0
            ? [[{ label: text.block, submenu: parted(blockGroups.map((ids) => ids.map(blockItem))) }]]
            : []),
        ]
      : selected === ''
        ? []
        : [[role('copy', editFlags.canCopy)]]),
  ]
  return parted(groups)
}

/** Groups of items, separated by lines. */
function parted(groups: readonly MenuItemConstructorOptions[][]): MenuItemConstructorOptions[] {
  return groups.flatMap((group, at) => (at === 0 ? group : [{ type: 'separator' }, ...group]))
}

function shorten(words: string): string {
  const letters = [...words.replaceAll(/\s+/g, ' ')]
  return letters.length > MOST_SHOWN ? `${letters.slice(0, MOST_SHOWN).join('')}…` : letters.join('')
}

export interface ShownMenuOptions extends Omit<
  ContextMenuOptions,
  'suggestions' | 'contents' | 'texts' | 'storyCan' | 'blockGroups'
> {
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>
  readonly texts: () => Labels
  readonly storyCan: () => ContextMenuOptions['storyCan']
  readonly blockGroups: () => ContextMenuOptions['blockGroups']
  /** Returns suggestions for a word. */
  readonly suggest: (word: string) => Promise<readonly string[]>
}

/** Shows the menu at every right click on text of the window's page. */
export function showContextMenus(window: BrowserWindow, options: ShownMenuOptions): void {
  const { Menu, texts, storyCan, blockGroups, suggest, ...others } = options
  const contents = window.webContents
  contents.on('context-menu', (_event, params) => {
    const { misspelledWord, dictionarySuggestions, frame, x, y, menuSourceType } = params
    const suggested =
      misspelledWord === '' || dictionarySuggestions.length > 0
        ? Promise.resolve(dictionarySuggestions)
        : suggest(misspelledWord).catch(() => [])
    void suggested.then((suggestions) => {
      if (window.isDestroyed()) return
      const template = contextMenuTemplate(params, {
        ...others,
        ...{ texts: texts(), storyCan: storyCan(), blockGroups: blockGroups(), suggestions, contents },
      })
      if (template.length === 0) return
      Menu.buildFromTemplate(template).popup({
        window,
        x,
        y,
        sourceType: menuSourceType,
        ...(frame && { frame }),
      })
    })
  })
}
