import { useCallback } from 'react'
import type { BlockId } from '../../../shared/story/records.ts'
import { Painted } from '../../ui/Painted.tsx'
import type { Paint } from '../../ui/Painted.tsx'
import styles from './Lanes.module.css'
import { barsOf } from './lanes.ts'
import type { ClipBox } from './lanes.ts'
import { isMadeIn, lookOf, tokenOf } from './looks.ts'
import type { View } from './view.ts'

/** Room above and below the bars of a lane. */
const PAD_PX = 5
/** A bar is painted at least this wide, so that it can be seen. */
const LEAST_PX = 0.6
/** A chosen clip has a frame of at least this width. */
const LEAST_FRAME_PX = 5

interface BarsProps {
  readonly view: View
  /** The clips of each lane. */
  readonly boxes: readonly (readonly ClipBox[])[]
  readonly chosen: ReadonlySet<BlockId>
}

/** More clips than a page can hold as elements, painted as flat bars; the list of clips has the one that is pointed at, and the one with the focus. */
export function Bars({ view, boxes, chosen }: BarsProps) {
  const paint: Paint = useCallback(
    (context, { heightPx }, color) => {
      const laneHeight = heightPx / boxes.length
      boxes.forEach((ofLane, lane) => {
        const [top, height] = [lane * laneHeight + PAD_PX, laneHeight - 2 * PAD_PX]
        for (const { leftPx, widthPx, index } of barsOf(ofLane, (each) => lookOf(view, each))) {
          const [look, x] = [lookOf(view, index), leftPx - view.fromPx]
          context.fillStyle = color(tokenOf(look))
          context.globalAlpha = isMadeIn(look) ? 0.82 : 0.4
          context.fillRect(x, top, Math.max(LEAST_PX, widthPx), height)
        }
        context.globalAlpha = 1
        context.strokeStyle = color('--pick')
        context.lineWidth = 2
        for (const { index, leftPx, widthPx } of ofLane) {
          const id = view.layout.spans[index]?.id
          if (id === undefined || !chosen.has(id)) continue
          const width = Math.max(LEAST_FRAME_PX, widthPx)
          context.strokeRect(leftPx - view.fromPx + (widthPx - width) / 2, top, width, height)
        }
      })
    },
    [view, boxes, chosen],
  )
  const { fromPx, toPx } = view
  return <Painted paint={paint} className={styles.bars} style={{ left: fromPx, width: toPx - fromPx }} />
}
