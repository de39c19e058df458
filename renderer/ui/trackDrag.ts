/** Follows a pointer from its press on: scrolls at the ends of a scroller, and cancels on Escape. */
import { useState, type PointerEvent as ReactPointerEvent, type PointerEvent, type RefObject } from 'react'

/** The place of a dragged pointer, in px of the window, and whether Alt is held. */
interface DragPoint {
  readonly clientX: number
  readonly clientY: number
  readonly altKey: boolean
}

interface DragSteps {
  /** The axis of automatic scrolling; horizontal by default. */
  readonly axis?: 'x' | 'y'
  /** The pointer, the state of Alt, or the content under the pointer changed. Not called before the pointer has moved by a few px. */
  readonly onMove: (point: DragPoint) => void
  /** The pointer was released; `hasMoved` is false for a click. */
  readonly onDrop: (hasMoved: boolean) => void
  /** Escape was pressed, or the system took the pointer away. */
  readonly onCancel: () => void
}

/** A press that moves less than this is a click. */
const LEAST_DRAG_PX = 3
/** The distance from the ends of the scroller at which it scrolls automatically. */
const EDGE_PX = 28
/** The fastest it scrolls, in px per frame. */
const MOST_SCROLL_PX = 24

/** Follows the pressed pointer until it is released. `scroller` is scrolled while the pointer is at one of its ends. */
export function trackDrag(event: ReactPointerEvent, scroller: HTMLElement | null, steps: DragSteps): void {
  const { pointerId, clientX: startX, clientY: startY } = event
  const ends = scroller?.getBoundingClientRect()
  const stops = new AbortController()
  const options = { capture: true, signal: stops.signal }
  let point: DragPoint = event.nativeEvent
  let hasMoved = false
  const isAcross = steps.axis !== 'y'
  const scrolledPx = () => (isAcross ? scroller?.scrollLeft : scroller?.scrollTop)
  let frame: number | null = null

  const stop = () => {
    stops.abort()
    if (frame !== null) cancelAnimationFrame(frame)
  }
  const scrollOn = () => {
    frame = null
    if (scroller === null || ends === undefined) return
    const [at, start, end] = isAcross
      ? [point.clientX, ends.left, ends.right]
      : [point.clientY, ends.top, ends.bottom]
    if (end - start < EDGE_PX * 3) return
    const beyondPx = Math.min(0, at - start - EDGE_PX) || Math.max(0, at - end + EDGE_PX)
    const byPx = Math.max(-1, Math.min(1, beyondPx / EDGE_PX)) * MOST_SCROLL_PX
    const before = scrolledPx()
    if (byPx === 0) return
    scroller.scrollBy({ [isAcross ? 'left' : 'top']: byPx, behavior: 'instant' })
    if (scrolledPx() === before) return // it is at its end: the next move of the pointer tries again
    steps.onMove(point)
    frame = requestAnimationFrame(scrollOn)
  }
  const move = () => {
    hasMoved ||= Math.hypot(point.clientX - startX, point.clientY - startY) >= LEAST_DRAG_PX
    if (!hasMoved) return
    steps.onMove(point)
    frame ??= requestAnimationFrame(scrollOn)
  }
  const onKey = (key: KeyboardEvent) => {
    if (key.key === 'Escape' && key.type === 'keydown') {
      key.preventDefault()
      key.stopPropagation()
      stop()
      steps.onCancel()
    } else if (key.key === 'Alt') {
      key.preventDefault() // some systems open a menu
      const { clientX, clientY } = point
      point = { clientX, clientY, altKey: key.type === 'keydown' }
      move()
    }
  }
  window.addEventListener('keydown', onKey, options)
  window.addEventListener('keyup', onKey, options)
  window.addEventListener(
    'pointermove',
    (moved) => {
      if (moved.pointerId !== pointerId) return
      point = moved
      move()
    },
    options,
  )
  window.addEventListener(
    'pointerup',
    (up) => {
      if (up.pointerId !== pointerId) return
      stop()
      steps.onDrop(hasMoved)
    },
    options,
  )
  window.addEventListener(
    'pointercancel',
    (cancelled) => {
      if (cancelled.pointerId !== pointerId) return
      stop()
      steps.onCancel()
    },
    options,
  )
}

/** Where a mouse or finger is released, in px of the window. */
interface DropPoint {
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

/**
 * Holds keys back until dnd-kit listens: a keyboard drag starts listening in a separate task, and keys pressed before would be
 * lost. They are sent again, in order, right after. Must be called when such a drag begins.
 */
export function holdKeysUntilHeard(): void {
  const held: KeyboardEvent[] = []
  const hold = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  window.addEventListener('keydown', hold, { capture: true })
  const release = () => {
    window.removeEventListener('keydown', hold, { capture: true })
    for (const event of held) event.target?.dispatchEvent(new KeyboardEvent(event.type, event))
  }
  // dnd-kit sets its timer right after it reports the start, so the second of ours fires later.
  setTimeout(() => setTimeout(release))
}

interface RowDragOptions<Id, Place> {
  /** The height of each row, in px. */
  readonly rowPx: number
  /** The drop place for a pointer between two rows: `row` is the number of rows above the drop line; null if there is none. */
  readonly placeAt: (row: number) => { readonly row: number; readonly place: Place } | null
  readonly onDrop: (id: Id, place: Place) => void
}

/** A row that is being dragged, and the place of the drop line, in px below the top of the list. */
interface RowDrag<Id> {
  readonly id: Id
  readonly lineY: number
}

/**
 * Dragging a row of a list by its handle; `onDrop` is called once, where the pointer is released. The drag and drop of React Aria is
 * not used here: each of its rows queues a state update with every key and move of the pointer, which React keeps until the row is
 * drawn again (1.22).
 */
export function useRowDrag<Id, Place>(
  list: RefObject<HTMLElement | null>,
  { rowPx, placeAt, onDrop }: RowDragOptions<Id, Place>,
) {
  const [drag, setDrag] = useState<RowDrag<Id> | null>(null)
  const start = (event: PointerEvent, id: Id) => {
    const element = list.current
    if (element === null || event.button !== 0) return
    event.stopPropagation() // pressing the row does something else
    /** Null until the pointer has moved. */
    let found: ReturnType<typeof placeAt> = null
    trackDrag(event, element, {
      axis: 'y',
      onMove({ clientY }) {
        const y = clientY - element.getBoundingClientRect().top + element.scrollTop
        found = placeAt(Math.round(y / rowPx))
        if (found !== null) setDrag({ id, lineY: found.row * rowPx - element.scrollTop })
      },
      onDrop() {
        setDrag(null)
        if (found !== null) onDrop(id, found.place)
      },
      onCancel() {
        setDrag(null)
      },
    })
  }
  return { drag, start }
}
