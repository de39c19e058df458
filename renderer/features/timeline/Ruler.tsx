import { useEffect, useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatClockTenths } from '../../i18n/format.ts'
import { useWorld } from '../../hooks/world.ts'
import { tickStepMs, ticksBetween, toMs, toPx } from './scale.ts'
import styles from './Ruler.module.css'

interface RulerProps {
  readonly totalMs: number
  readonly pxPerSecond: number
  readonly fromPx: number
  readonly toPx: number
}

/** Time along the timeline; a press or a drag on it, or the arrow keys, move the playhead. */
export function Ruler({ totalMs, pxPerSecond, fromPx, toPx: untilPx }: RulerProps) {
  const { t } = useTranslation()
  const { player } = useWorld()
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

  const scrub = (event: PointerEvent<HTMLDivElement>) => {
    player.seek(toMs(event.clientX - event.currentTarget.getBoundingClientRect().left, pxPerSecond))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 5000 : 500
    const now = player.positionMs()
    const target = { ArrowLeft: now - step, ArrowRight: now + step, Home: 0, End: totalMs }[event.key]
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
      aria-valuemax={Math.ceil(totalMs / 1000)}
      aria-valuenow={0}
      className={styles.ruler}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        scrub(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event)
      }}
    >
      {ticks.map((timeMs) => (
        <span key={timeMs} className={styles.tick} style={{ left: toPx(timeMs, pxPerSecond) }}>
          {stepMs < 1000 ? formatClockTenths(timeMs) : formatClock(timeMs)}
        </span>
      ))}
    </div>
  )
}
