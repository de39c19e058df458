import { useCallback, type PointerEvent, type RefObject } from 'react'
import type { BlockId } from '../../../shared/story/records.ts'
import { useSession } from '../../hooks/session.ts'
import { rangeBetween } from './lanes.ts'
import { toMs } from './scale.ts'
import { trackDrag } from '../../ui/trackDrag.ts'
import { select } from '../../stores/editorStore.ts'
import type { View } from './view.ts'

/** A box in px of the lanes' content. */
interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The blocks whose clips lie at least partly in a box over lanes of one height, in story order. */
export function blocksIn(
  { lanes, layout, pxPerSecond }: Pick<View, 'lanes' | 'layout' | 'pxPerSecond'>,
  box: Box,
  laneHeightPx: number,
): readonly BlockId[] {
  const [fromMs, untilMs] = [toMs(box.left, pxPerSecond), toMs(box.right, pxPerSecond)]
  return lanes
    .flatMap((lane, index) => {
      if ((index + 1) * laneHeightPx < box.top || index * laneHeightPx > box.bottom) return []
      const { first, end } = rangeBetween(lane, layout.spans, fromMs, untilMs)
      return lane.indices.slice(first, end)
    })
    .sort((a, b) => a - b)
    .flatMap((index) => layout.spans[index]?.id ?? [])
}

/**
 * Selecting clips by a box that is dragged over the empty lanes: alone, or with Shift, Ctrl or Command beside what is selected.
 * A press without a drag calls `onClick`. The box itself is an element that is moved without drawing anything anew.
 */
export function useRubberBand(options: {
  readonly view: View
  readonly scroller: RefObject<HTMLElement | null>
  readonly band: RefObject<HTMLElement | null>
  /** Takes the px of the lanes' content that was pressed. */
  readonly onClick: (px: number) => void
}): (event: PointerEvent<HTMLElement>) => void {
  const { view, scroller, band, onClick } = options
  const session = useSession()
  return useCallback(
    (event) => {
      const area = event.currentTarget
      if (event.button !== 0) return
      const before = session.editor.getState().selection
      const kept = event.shiftKey || event.ctrlKey || event.metaKey ? before : []
      const laneHeightPx = area.clientHeight / Math.max(1, view.lanes.length)
      const placeOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
        const { left, top } = area.getBoundingClientRect()
        return { x: clientX - left, y: clientY - top }
      }
      const start = placeOf(event)
      let shown = ''
      const hide = () => {
        if (band.current !== null) band.current.hidden = true
      }
      trackDrag(event, scroller.current, {
        onMove(point) {
          if (event.pointerType === 'touch') return // a finger scrolls
          const { x, y } = placeOf(point)
          const box = {
            left: Math.min(start.x, x),
            right: Math.max(start.x, x),
            top: Math.max(0, Math.min(start.y, y)),
            bottom: Math.min(area.clientHeight, Math.max(start.y, y)),
          }
          if (band.current !== null) {
            band.current.hidden = false
            Object.assign(band.current.style, {
              transform: `translate(${box.left}px, ${box.top}px)`,
              width: `${box.right - box.left}px`,
              height: `${box.bottom - box.top}px`,
            })
          }
          const inBox = blocksIn(view, box, laneHeightPx)
          const isSame = shown === inBox.join()
          shown = inBox.join()
          if (!isSame) select(session.editor, [...kept.filter((id) => !inBox.includes(id)), ...inBox])
        },
        onDrop(hasMoved) {
          hide()
          if (!hasMoved) onClick(start.x)
          else session.announce('timeline.selected', { count: session.editor.getState().selection.length })
        },
        onCancel() {
          hide()
          select(session.editor, before)
        },
      })
    },
    [session, view, scroller, band, onClick],
  )
}
