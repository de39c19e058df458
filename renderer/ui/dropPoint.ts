/** Where a mouse or a finger lets go, in px of the window. */
export interface DropPoint {
  readonly x: number
  readonly y: number
}

/**
 * Calls back with the place where the pointer that is down now is let go, before anything else hears of it. dnd-kit tells
 * of moves once they have been drawn, so the last ones before a quick drop are missing in what it says.
 */
export function onNextDrop(note: (point: DropPoint) => void): void {
  const stops = new AbortController()
  const options = { capture: true, signal: stops.signal }
  const onMouseUp = ({ clientX, clientY }: MouseEvent) => {
    stops.abort()
    note({ x: clientX, y: clientY })
  }
  const onTouchEnd = ({ changedTouches: [touch] }: TouchEvent) => {
    stops.abort()
    if (touch !== undefined) note({ x: touch.clientX, y: touch.clientY })
  }
  window.addEventListener('mouseup', onMouseUp, options)
  window.addEventListener('touchend', onTouchEnd, options)
}
