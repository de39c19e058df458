import { useCallback } from 'react'
import { Painted, type Paint } from '../../ui/Painted.tsx'
import { spanIndexAt } from '../../../shared/story/layout.ts'
import styles from './Timeline.module.css'
import { toMs, toPx } from './scale.ts'
import { isMade } from '../../stores/blockState.ts'
import type { View } from './view.ts'

const LEAST_MARK_PX = 4
const MARK_HEIGHT_PX = 7
/** Marks of the same look that are closer than this are painted as one. */
const LEAST_APART_PX = 12

/** The blocks to render, along time: filled if a block has changed, hollow if it was never rendered. Needed if clips are too narrow to show it. */
export function ToMake({ view }: { readonly view: View }) {
  const { layout, states, pxPerSecond, fromPx, toPx: untilPx } = view
  const paint: Paint = useCallback(
    (context, { heightPx }, color) => {
      context.fillStyle = color('--warn')
      context.strokeStyle = color('--ink-3')
      const top = Math.round((heightPx - MARK_HEIGHT_PX) / 2)
      const until = toMs(untilPx, pxPerSecond)
      let mark: { fromPx: number; toPx: number; isChanged: boolean } | null = null
      const draw = () => {
        if (mark === null) return
        const width = Math.max(LEAST_MARK_PX, mark.toPx - mark.fromPx)
        if (mark.isChanged) context.fillRect(mark.fromPx, top, width, MARK_HEIGHT_PX)
        else context.strokeRect(mark.fromPx + 0.5, top + 0.5, width - 1, MARK_HEIGHT_PX - 1)
      }
      for (
        let at = Math.max(0, spanIndexAt(layout.spans, toMs(fromPx, pxPerSecond)));
        at < layout.spans.length;
        at += 1
      ) {
        const span = layout.spans[at]
        if (span === undefined || span.startMs > until) break
        const kind = states.get(span.id)?.kind ?? 'ready'
        if (kind === 'empty') continue
        const isWanted = !isMade(kind)
        const x = Math.round(toPx(span.startMs, pxPerSecond) - fromPx)
        const end = Math.round(toPx(span.endMs, pxPerSecond) - fromPx)
        const isChanged = kind === 'changed'
        if (isWanted && mark !== null && mark.isChanged === isChanged && x - mark.toPx < LEAST_APART_PX) {
          mark.toPx = end
          continue
        }
        draw()
        mark = isWanted ? { fromPx: x, toPx: end, isChanged } : null
      }
      draw()
    },
    [layout, states, pxPerSecond, fromPx, untilPx],
  )
  return (
    <Painted paint={paint} className={styles.painted} style={{ left: fromPx, width: untilPx - fromPx }} />
  )
}
