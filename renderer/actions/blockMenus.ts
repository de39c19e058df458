/** Opening the menus of the chosen blocks. */
import type { Anchor, BlockMenu } from '../stores/editorStore.ts'
import type { Session } from '../stores/app.ts'
import { chosenBlock, revealBlock } from './editing.ts'

/**
 * Opens a menu for the chosen blocks: beside an element, which may disappear while the menu is open, at a point of the window, or
 * beside the name in the row of the chosen block.
 */
export function openMenu(
  session: Session,
  kind: BlockMenu['kind'],
  beside: Element | Pick<Anchor, 'x' | 'y'> | null = null,
): void {
  const { selection } = session.editor.getState()
  const shown = chosenBlock(session)
  if (shown === null) return
  if (beside === null) {
    revealBlock(session, shown)
    session.editor.setState({ selection }) // the others stay selected
  }
  session.editor.setState({ blockMenu: { kind, anchor: beside === null ? null : anchorOf(beside) } })
}

function anchorOf(beside: Element | Pick<Anchor, 'x' | 'y'>): Anchor {
  if (!(beside instanceof Element)) return { ...beside, width: 0, height: 0 }
  const { x, y, width, height } = beside.getBoundingClientRect()
  return { x, y, width, height }
}

/** Closes the menu of the chosen blocks. */
export function closeMenu(session: Session): void {
  session.editor.setState({ blockMenu: null })
}
