/** What commands do with a clip of the timeline. */
import type { BlockId } from '../../shared/story/records.ts'
import type { Session } from '../stores/app.ts'
import { revealBlock } from './editing.ts'
import { showPanel } from './panels.ts'

/** The code of a key press that is made by the command to pick a clip up, and by no key. */
export const PICK_UP_CODE = 'PickUpClip'

/** Picks up the clip of a block, which arrow keys then move. A clip that is drawn together with its neighbours is only shown. */
export function pickUpClip(session: Session, id: BlockId): void {
  showPanel(session, 'timeline')
  revealBlock(session, id)
  // The timeline draws the clips in view after it was scrolled.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const clip = document.querySelector<HTMLElement>(`[data-clip="${id}"]`)
      clip?.focus()
      clip?.dispatchEvent(
        new KeyboardEvent('keydown', { code: PICK_UP_CODE, bubbles: true, cancelable: true }),
      )
    }),
  )
}
