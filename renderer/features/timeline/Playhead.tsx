import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useSession } from '../../hooks/session.ts'
import { toPx } from './scale.ts'
import styles from './Playhead.module.css'

interface PlayheadProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly pxPerSecond: number
}

/** The line at the time that is heard. It is moved without drawing anything anew, and kept in view while it runs. */
export function Playhead({ scroller, pxPerSecond }: PlayheadProps) {
  const { player, playback } = useSession()
  const line = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    let lastX = toPx(player.positionMs(), pxPerSecond)
    const place = (x: number) => {
      if (line.current !== null) line.current.style.transform = `translateX(${x}px)`
    }
    place(lastX)
    return player.onPosition((positionMs) => {
      const x = toPx(positionMs, pxPerSecond)
      place(x)
      const element = scroller.current
      if (element !== null && x !== lastX) {
        const isRunning = playback.getState().status !== 'stopped'
        // The playhead turns the page when it runs out of it, and is shown where it was put; a writer who has scrolled
        // elsewhere while it runs is left alone.
        if (!isSeen(element, x) && (!isRunning || isSeen(element, lastX))) show(element, x)
      }
      lastX = x
    })
  }, [player, playback, scroller, pxPerSecond])

  // Play scrolls to the playhead, wherever the writer had scrolled to.
  useEffect(
    () =>
      playback.subscribe((now, before) => {
        const element = scroller.current
        if (now.status === 'stopped' || before.status !== 'stopped' || element === null) return
        const x = toPx(player.positionMs(), pxPerSecond)
        if (!isSeen(element, x)) show(element, x)
      }),
    [player, playback, scroller, pxPerSecond],
  )
  return <div ref={line} className={styles.playhead} aria-hidden />
}

function show(element: HTMLElement, x: number): void {
  element.scrollTo({ left: x - element.clientWidth * 0.1 })
}

function isSeen(element: HTMLElement, x: number): boolean {
  return x >= element.scrollLeft && x <= element.scrollLeft + element.clientWidth
}
