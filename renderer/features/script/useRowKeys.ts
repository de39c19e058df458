import type { KeyboardEvent } from 'react'
import { openMenu } from '../../actions/blockMenus.ts'
import { chooseBlock } from '../../actions/choosing.ts'
import { writeIn } from '../../actions/editing.ts'
import { useSession } from '../../hooks/session.ts'
import type { ScriptRow } from './rows.ts'

/**
 * The keys of the rows: while a row has the focus, and not its text or a control in it, arrows go to other rows, with Shift they
 * choose as far as there, and Enter goes into the text. The keys that open a menu work in a row's text and controls, too; the menu key in a text
 * opens that of its words, as a right click does.
 */
export function useRowKeys(rows: readonly ScriptRow[]): (event: KeyboardEvent) => void {
  const session = useSession()
  return (event) => {
    const { target, key, shiftKey, ctrlKey, metaKey, altKey } = event
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null
    if (row === null || ctrlKey || metaKey || altKey) return
    const index = rows.findIndex(({ block }) => block.id === row.dataset.row)
    const current = rows[index]
    if (current === undefined) return
    const isMenuKey = key === 'ContextMenu' && !(target instanceof HTMLTextAreaElement)
    if (isMenuKey || (key === 'F10' && shiftKey)) {
      event.preventDefault()
      if (!session.editor.getState().selection.includes(current.block.id))
        chooseBlock(session, current.block.id, 'alone', { reveals: false })
      openMenu(session, 'actions', row.querySelector('[data-name]'))
      return
    }
    if (target !== row) return
    if (key === 'Enter' && !shiftKey) {
      event.preventDefault()
      writeIn(session, current.block.id)
      return
    }
    const wanted = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: rows.length - 1 }[key]
    const other = wanted === undefined ? undefined : rows[wanted]
    if (wanted === undefined) return
    event.preventDefault() // the list scrolls along with the focus only
    if (other === undefined) return
    const { id } = other.block
    chooseBlock(session, id, shiftKey ? 'range' : 'alone', { reveals: true, focusesRow: true })
  }
}
