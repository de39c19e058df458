import { useCallback } from 'react'
import { Painted } from '../../ui/Painted.tsx'
import type { Paint } from '../../ui/Painted.tsx'
import { spanIndexAt } from '../../../shared/story/layout.ts'
import styles from './Timeline.module.css'
import { toMs, toPx } from './scale.ts'
import { isMade } from '../../stores/blockState.ts'
import type { View } from './view.ts'

const MARK_PX = 4
const MARK_HEIGHT_PX = 7
/** Marks that would touch are painted as one. */
const PITCH_PX = 6

/** What is still to be made, along time: filled where a block has changed, hollow where it was never made. Needed where clips are too narrow to say it. */
export function ToMake({ view }: { readonly view: View }) {
  const { layout, states, pxPerSecond, fromPx, toPx: untilPx } = view
  const paint: Paint = useCallback(
    (context, { heightPx }, color) => {
      context.fillStyle = color('--warn')
      context.strokeStyle = color('--ink-3')
      const top = Math.round((heightPx - MARK_HEIGHT_PX) / 2)
      const until = toMs(untilPx, pxPerSecond)
      let freeFrom = -Infinity
      for (
        let at = Math.max(0, spanIndexAt(layout.spans, toMs(fromPx, pxPerSecond)));
        at < layout.spans.length;
        at += 1
      ) {
        const span = layout.spans[at]
        if (span === undefined || span.startMs > until) break
        const kind = states.get(span.id)?.kind ?? 'ready'
        const x = Math.round(toPx(span.startMs, pxPerSecond) - fromPx)
        if (isMade(kind) || kind === 'empty' || x < freeFrom) continue
        freeFrom = x + PITCH_PX
        if (kind === 'changed') context.fillRect(x, top, MARK_PX, MARK_HEIGHT_PX)
        else context.strokeRect(x + 0.5, top + 0.5, MARK_PX - 1, MARK_HEIGHT_PX - 1)
      }
    },
    [layout, states, pxPerSecond, fromPx, untilPx],
  )
  return (
    <Painted paint={paint} className={styles.painted} style={{ left: fromPx, width: untilPx - fromPx }} />
  )
}
