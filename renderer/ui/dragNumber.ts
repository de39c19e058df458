import type { PointerEvent } from 'react'

/** A press that moves less is a click. */
const LEAST_DRAG_PX = 3
/** So far the pointer goes for a step. */
const STEP_PX = 4

/**
 * Follows a press on a number: dragged sideways, `onSteps` is told the steps from where it began; a press that is let go where
 * it was puts the cursor into the field. A field with the focus keeps the press, to select in its text.
 */
export function dragNumber(event: PointerEvent<HTMLInputElement>, onSteps: (steps: number) => void): void {
  const input = event.currentTarget
  if (event.button !== 0 || document.activeElement === input) return
  event.preventDefault()
  const startX = event.clientX
  let isDragged = false
  const stops = new AbortController()
  const { signal } = stops
  window.addEventListener(
    'pointermove',
    ({ clientX, pointerId }) => {
      if (pointerId !== event.pointerId) return
      isDragged ||= Math.abs(clientX - startX) >= LEAST_DRAG_PX
      if (isDragged) onSteps(Math.round((clientX - startX) / STEP_PX))
    },
    { signal },
  )
  const end = ({ type, pointerId }: globalThis.PointerEvent) => {
    if (pointerId !== event.pointerId) return
    stops.abort()
    if (type === 'pointercancel' || isDragged) return
    input.focus()
    input.select()
  }
  window.addEventListener('pointerup', end, { signal })
  window.addEventListener('pointercancel', end, { signal })
}
