import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './Splitter.module.css'

/** The step of an arrow key, in px. */
const STEP_PX = 8

/** The keys that make the panel larger and smaller, by the edge that the splitter moves, and the sign of a drag to the right or down. */
const EDGES = {
  end: { larger: 'ArrowRight', smaller: 'ArrowLeft', sign: 1 },
  start: { larger: 'ArrowLeft', smaller: 'ArrowRight', sign: -1 },
  top: { larger: 'ArrowUp', smaller: 'ArrowDown', sign: -1 },
} as const

interface SplitterProps {
  readonly label: string
  /** The edge of the panel that it moves. The panel is its parent element. */
  readonly edge: keyof typeof EDGES
  readonly sizePx: number
  readonly leastPx: number
  readonly mostPx: number
  /** Called with each size of a drag, before it is final. */
  readonly onPreview: (sizePx: number) => void
  /** Called with the chosen size; null for the default size. */
  readonly onChange: (sizePx: number | null) => void
}

/** The edge of a panel: dragged, moved by arrow keys, Home and End, and reset by a double click. */
export function Splitter({ label, edge, sizePx, leastPx, mostPx, onPreview, onChange }: SplitterProps) {
  const drag = useRef<{ readonly from: number; sizePx: number } | null>(null)
  const { larger, smaller, sign } = EDGES[edge]
  const isOnTop = edge === 'top'
  const clamp = (px: number) => Math.round(Math.min(mostPx, Math.max(leastPx, px)))
  const at = (event: PointerEvent) => (isOnTop ? event.clientY : event.clientX)

  const pressKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const size = {
      [larger]: sizePx + STEP_PX,
      [smaller]: sizePx - STEP_PX,
      Home: leastPx,
      End: mostPx,
    }[event.key]
    if (size === undefined) return
    event.preventDefault()
    onChange(clamp(size))
  }

  return (
    <div
      role="separator"
      // Chromium would drag the element under the edge, such as a row of the cast.
      onMouseDown={(event) => event.preventDefault()}
      tabIndex={0}
      aria-label={label}
      aria-orientation={isOnTop ? 'horizontal' : 'vertical'}
      aria-valuenow={sizePx}
      aria-valuemin={leastPx}
      aria-valuemax={mostPx}
      className={`${styles.splitter} ${styles[edge]}`}
      onKeyDown={pressKey}
      onDoubleClick={() => onChange(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { from: at(event), sizePx }
      }}
      onPointerMove={(event) => {
        if (drag.current === null) return
        drag.current.sizePx = clamp(sizePx + sign * (at(event) - drag.current.from))
        onPreview(drag.current.sizePx)
      }}
      onPointerUp={() => {
        const dragged = drag.current
        drag.current = null
        if (dragged !== null && dragged.sizePx !== sizePx) onChange(dragged.sizePx)
      }}
      onPointerCancel={() => {
        if (drag.current !== null) onPreview(sizePx)
        drag.current = null
      }}
    />
  )
}
