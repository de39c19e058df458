/** Where a mouse or finger is released, in px of the window. */
export interface DropPoint {
  readonly x: number
  readonly y: number
}

/**
 * Calls back with the place where the pressed pointer is released, before any other listener. dnd-kit reports
 * moves after they were drawn, so it misses the last ones before a quick drop.
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
