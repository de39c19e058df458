import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'
import type { Layout } from '../../../shared/story/layout.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import { usePeaksOf } from '../../hooks/peaks.ts'
import { useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Later } from '../../ui/Later.tsx'
import { Painted } from '../../ui/Painted.tsx'
import type { Paint } from '../../ui/Painted.tsx'
import { useSettled } from '../../ui/useSettled.ts'
import { barPath, barsIn } from '../../ui/waveformBars.ts'
import { lookOf, tokenOf } from './looks.ts'
import styles from './Overview.module.css'
import { OverviewFrame } from './OverviewFrame.tsx'
import type { Zoom } from './useZoom.ts'
import type { View } from './view.ts'

/** Peaks come audio by audio: a story of more separate audios than this shows the waveforms it has when rendered. */
const MOST_AUDIOS = 400

/** Every keystroke moves everything a little: the minimap follows when the writer pauses. */
const REDRAW_AFTER_MS = 250

interface OverviewProps {
  readonly view: View
  readonly widthPx: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly zoom: Zoom
}

/** The whole story in one line: a press moves the playhead, dragging the frame of what is in view scrolls, and its edges zoom. */
export function Overview({ view, widthPx, scroller, zoom }: OverviewProps) {
  const { t } = useTranslation()
  const { player } = useSession()
  const map = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const { totalMs } = view.layout
  const paint = usePaint(view)

  useEffect(() => {
    const show = (positionMs: number) => {
      if (mark.current !== null)
        mark.current.style.left = `${totalMs === 0 ? 0 : (positionMs / totalMs) * 100}%`
    }
    show(player.positionMs())
    return player.onPosition(show)
  }, [player, totalMs])

  const seekTo = (clientX: number) => {
    const { left = 0, width = 1 } = map.current?.getBoundingClientRect() ?? {}
    player.seek(((clientX - left) / Math.max(1, width)) * totalMs)
  }
  return (
    <div
      ref={map}
      className={styles.overview}
      onPointerDown={(event) => {
        if (event.button === 0) seekTo(event.clientX)
      }}
    >
      <div role="img" aria-label={t('timeline.overview')} className={styles.picture}>
        <Later>
          <Painted paint={paint} className={styles.canvas} />
        </Later>
      </div>
      <OverviewFrame
        totalMs={totalMs}
        pxPerSecond={view.pxPerSecond}
        widthPx={widthPx}
        map={map}
        scroller={scroller}
        zoom={zoom}
        onClick={seekTo}
      />
      <div ref={mark} className={styles.mark} />
    </div>
  )
}

/** Paints the story: its waveform, or a strip of colour for each lane, with a line where chapters begin. */
function usePaint(view: View): Paint {
  const settled = useSettled(view.layout, REDRAW_AFTER_MS)
  const { story, lanes, states, isByCharacter } = view
  const heightsOf = useStoryHeights(settled)
  return useCallback(
    (context, { widthPx, heightPx }, color) => {
      const { spans, chapters, totalMs } = settled
      const perMs = widthPx / Math.max(1, totalMs)
      if (isByCharacter) {
        const stripPx = (heightPx - 4) / Math.max(1, lanes.length)
        lanes.forEach(({ indices }, lane) => {
          for (const index of indices) {
            const span = spans[index]
            if (span === undefined) continue
            context.fillStyle = color(tokenOf(lookOf({ story, states }, index)))
            const width = Math.max(0.5, (span.endMs - span.startMs) * perMs)
            context.fillRect(span.startMs * perMs, 2 + lane * stripPx, width, Math.max(1, stripPx - 1))
          }
        })
      } else {
        context.strokeStyle = color('--ink-3')
        context.lineWidth = 1.6
        context.lineCap = 'round'
        context.stroke(new Path2D(barPath(heightsOf(barsIn(widthPx)), widthPx, heightPx)))
      }
      context.fillStyle = color('--line-3')
      for (const { startMs } of chapters.slice(1))
        context.fillRect(Math.round(startMs * perMs), 0, 1, heightPx)
    },
    [settled, story, lanes, states, isByCharacter, heightsOf],
  )
}

/** Gives the story's waveform as far as peaks are here; another function as they come. */
function useStoryHeights(layout: Layout): (bars: number) => readonly number[] {
  const peaksOf = usePeaksOf()
  return useMemo(() => {
    const audioIds = new Set(layout.heard.flatMap(({ take }) => (take === null ? [] : [take.audioId])))
    const isAsked = audioIds.size <= MOST_AUDIOS
    return (bars: number) => storyHeights(layout, isAsked ? peaksOf : () => undefined, bars)
  }, [layout, peaksOf])
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
  for (const { startMs, endMs, take } of layout.heard) {
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
