import { useEffect, useMemo, useReducer, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Layout } from '../../../shared/story/layout.ts'
import { useAudioState, useStoryState, useWorld } from '../../hooks/world.ts'
import { Waveform } from '../../ui/Waveform.tsx'
import { useSettled } from '../../ui/useSettled.ts'
import { barsIn } from '../../ui/waveformBars.ts'
import styles from './Overview.module.css'
import { toMs, toPx } from './scale.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'

/** Peaks come audio by audio: a story of more separate audios than this shows the waveforms it has when rendered. */
const MOST_AUDIOS = 400

/** A press that moves less is a click. */
const LEAST_DRAG_PX = 3

/** Every keystroke moves everything a little: the waveform follows when the writer pauses. */
const REDRAW_AFTER_MS = 250

interface OverviewProps {
  readonly layout: Layout
  readonly pxPerSecond: number
  readonly widthPx: number
  readonly scroller: RefObject<HTMLElement | null>
}

/** The whole story as one thin waveform: a press moves the playhead, and dragging the frame of what is in view scrolls. */
export function Overview({ layout, pxPerSecond, widthPx, scroller }: OverviewProps) {
  const { t } = useTranslation()
  const { player } = useWorld()
  const frame = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly x: number; readonly scrollLeft: number; hasMoved: boolean } | null>(null)
  const { totalMs } = layout
  const heights = useStoryHeights(useSettled(layout, REDRAW_AFTER_MS), barsIn(widthPx))

  useEffect(() => {
    const element = scroller.current
    if (element === null || totalMs === 0) return undefined
    const place = () => {
      const [from, to] = [element.scrollLeft, element.scrollLeft + element.clientWidth].map((px) => {
        return Math.max(0, Math.min(1, toMs(px, pxPerSecond) / totalMs))
      })
      if (frame.current === null || from === undefined || to === undefined) return
      frame.current.style.left = `${from * 100}%`
      frame.current.style.width = `${(to - from) * 100}%`
    }
    place()
    element.addEventListener('scroll', place, { passive: true })
    return () => element.removeEventListener('scroll', place)
  }, [scroller, totalMs, pxPerSecond, widthPx])

  useEffect(() => {
    const show = (positionMs: number) => {
      if (mark.current !== null)
        mark.current.style.left = `${totalMs === 0 ? 0 : (positionMs / totalMs) * 100}%`
    }
    show(player.positionMs())
    return player.onPosition(show)
  }, [player, totalMs])

  return (
    <div className={styles.overview}>
      <Waveform
        heights={heights}
        durationMs={Math.max(1, totalMs)}
        color="var(--ink-3)"
        label={t('timeline.overview')}
        heightPx={20}
        onSeek={player.seek}
      />
      <div
        ref={frame}
        className={styles.frame}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { x: event.clientX, scrollLeft: scroller.current?.scrollLeft ?? 0, hasMoved: false }
        }}
        onPointerMove={(event) => {
          const movedPx = event.clientX - (drag.current?.x ?? event.clientX)
          if (drag.current === null || (!drag.current.hasMoved && Math.abs(movedPx) < LEAST_DRAG_PX)) return
          drag.current.hasMoved = true
          const movedMs = (movedPx / Math.max(1, widthPx)) * totalMs
          scroller.current?.scrollTo({ left: drag.current.scrollLeft + toPx(movedMs, pxPerSecond) })
        }}
        onPointerUp={(event) => {
          const isClick = drag.current?.hasMoved === false
          drag.current = null
          const { left = 0 } = event.currentTarget.parentElement?.getBoundingClientRect() ?? {}
          if (isClick) player.seek(((event.clientX - left) / Math.max(1, widthPx)) * totalMs)
        }}
        onPointerCancel={() => {
          drag.current = null
        }}
      />
      <div ref={mark} className={styles.mark} />
    </div>
  )
}

/** The story's waveform as far as peaks are here, drawn anew as they come. */
function useStoryHeights(layout: Layout, bars: number): readonly number[] {
  const { peaks } = useWorld()
  const projectId = useStoryState((state) => state.open?.project.projectId)
  const takeCount = useAudioState((state) => state.allTakes.length)
  const [arrived, arrive] = useReducer((count: number) => count + 1, 0)
  useEffect(() => peaks.onChange(arrive), [peaks])
  return useMemo(() => {
    const audioIds = new Set(layout.spans.flatMap(({ take }) => (take === null ? [] : [take.audioId])))
    const isAsked = projectId !== undefined && audioIds.size <= MOST_AUDIOS
    return storyHeights(layout, (audioId) => (isAsked ? peaks.get(projectId, audioId) : undefined), bars)
    // Peaks are kept outside React; their arrival is counted.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [layout, bars, peaks, projectId, takeCount, arrived])
}

/** What a block without a waveform is drawn as: a low line that says "words here". */
const UNKNOWN_HEIGHT = 0.06

/**
 * The waveform of the whole story as bar heights 0 to 1, from the takes whose peaks are here; silences are 0, words
 * without peaks a low line.
 */
export function storyHeights(
  layout: Layout,
  peaksOf: (audioId: string) => Int8Array | undefined,
  bars: number,
): readonly number[] {
  const heights = new Array<number>(bars).fill(0)
  const perBarMs = layout.totalMs / Math.max(1, bars)
  if (perBarMs === 0) return heights
  for (const { startMs, endMs, take } of layout.spans) {
    if (endMs <= startMs) continue
    const first = Math.floor(startMs / perBarMs)
    const count = Math.max(1, Math.min(bars, Math.ceil(endMs / perBarMs)) - first)
    const peaks = take === null ? undefined : peaksOf(take.audioId)
    const slice =
      take === null || peaks === undefined ? null : slicePeaks(peaks, take.startMs, take.endMs, count)
    for (let bar = 0; bar < count; bar += 1) {
      heights[first + bar] = Math.max(heights[first + bar] ?? 0, slice?.[bar] ?? UNKNOWN_HEIGHT)
    }
  }
  return heights
}
