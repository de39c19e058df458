/** Commands on clips of the timeline. */
import type { BlockId } from '../../shared/story/records.ts'
import type { Session } from '../stores/app.ts'
import { revealBlock } from './editing.ts'
import { showPanel } from './panels.ts'

/** The code of the synthetic key press with which the command picks up a clip. */
export const PICK_UP_CODE = 'PickUpClip'

/** Picks up the clip of a block, which the arrow keys then move. A clip that is drawn joined with its neighbours is only revealed. */
export function pickUpClip(session: Session, id: BlockId): void {
  showPanel(session, 'timeline')
  revealBlock(session, id)
  // The timeline draws the visible clips after scrolling.
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
