import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { useSession } from '../../hooks/session.ts'
import { formatClock, formatClockTenths } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { nearestMs, SNAP_PX } from './edges.ts'
import { tickStepMs, ticksBetween, toMs, toPx } from './scale.ts'
import styles from './Ruler.module.css'
import { spansAround } from './lanes.ts'
import { trackDrag } from '../../ui/trackDrag.ts'
import type { View } from './view.ts'

interface RulerProps {
  readonly view: View
  readonly isSnapOn: boolean
  readonly scroller: RefObject<HTMLElement | null>
}

/** Parts that a step between two labels is divided into. */
const SMALL_TICKS = 5

/** Time along the timeline; a press on it or the arrow keys move the playhead, and a drag plays the story at the playhead. */
export function Ruler({ view, isSnapOn, scroller }: RulerProps) {
  const { t } = useTranslation()
  const { player } = useSession()
  const { layout, pxPerSecond, fromPx, toPx: untilPx } = view
  const ruler = useRef<HTMLDivElement>(null)
  const stepMs = tickStepMs(pxPerSecond)
  const ticks = ticksBetween(toMs(fromPx, pxPerSecond), toMs(untilPx, pxPerSecond), pxPerSecond)

  useEffect(() => {
    const show = (positionMs: number) => {
      const seconds = String(Math.round(positionMs / 1000))
      if (ruler.current === null || ruler.current.getAttribute('aria-valuenow') === seconds) return
      ruler.current.setAttribute('aria-valuenow', seconds)
      ruler.current.setAttribute('aria-valuetext', formatClock(positionMs))
    }
    show(player.positionMs())
    return player.onPosition(show)
  }, [player])

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const area = event.currentTarget
    const timeAt = (clientX: number) => toMs(clientX - area.getBoundingClientRect().left, pxPerSecond)
    const beforeMs = player.positionMs()
    player.seek(timeAt(event.clientX))
    trackDrag(event, scroller.current, {
      onMove({ clientX, altKey }) {
        const timeMs = timeAt(clientX)
        const edges = spansAround(layout, timeMs).flatMap(({ startMs, endMs }) => [startMs, endMs])
        const snapped = isSnapOn === altKey ? null : nearestMs(timeMs, edges, (SNAP_PX / pxPerSecond) * 1000)
        player.scrub(snapped ?? timeMs)
      },
      onDrop: () => undefined,
      onCancel: () => player.seek(beforeMs),
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 5000 : 500
    const now = player.positionMs()
    const target = { ArrowLeft: now - step, ArrowRight: now + step, Home: 0, End: layout.totalMs }[event.key]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    player.seek(target)
  }

  return (
    <div
      ref={ruler}
      role="slider"
      tabIndex={0}
      aria-label={t('timeline.position')}
      aria-valuemin={0}
      aria-valuemax={Math.ceil(layout.totalMs / 1000)}
      aria-valuenow={0}
      className={styles.ruler}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <div
        className={styles.small}
        style={{
          left: toPx(ticks[0] ?? 0, pxPerSecond),
          width: untilPx - fromPx + (stepMs / 1000) * pxPerSecond,
          backgroundSize: `${((stepMs / 1000) * pxPerSecond) / SMALL_TICKS}px 100%`,
        }}
      />
      {ticks.map((timeMs) => (
        <span key={timeMs} className={styles.tick} style={{ left: toPx(timeMs, pxPerSecond) }}>
          {stepMs < 1000 ? formatClockTenths(timeMs) : formatClock(timeMs)}
        </span>
      ))}
    </div>
  )
}
