import { useState, type PointerEvent, type RefObject } from 'react'
import { trackDrag } from './trackDrag.ts'

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
