import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import { sectionsOf, titleBesideNumber } from '../../../shared/story/selectors.ts'
import { type Layout, spanIndexAt } from '../../../shared/story/layout.ts'
import type { Chapter } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useSession } from '../../hooks/session.ts'
import { formatClock, formatClockTenths } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isMade } from '../../stores/blockState.ts'
import { type Paint, Painted } from '../../ui/Painted.tsx'
import { trackDrag } from '../../ui/trackDrag.ts'
import styles from './Ruler.module.css'
import timelineStyles from './Timeline.module.css'
import { nearestMs, SNAP_PX } from './edges.ts'
import { spansAround, type View } from './lanes.ts'
import { ticksBetween, tickStepMs, toMs, toPx } from './scale.ts'

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
    <Painted
      paint={paint}
      className={timelineStyles.painted}
      style={{ left: fromPx, width: untilPx - fromPx }}
    />
  )
}

// The row of chapters: which of them are in view, and how much of their names fits.

interface ChapterFlag {
  readonly chapter: Chapter
  readonly number: number
  readonly lengthMs: number
  readonly leftPx: number
  readonly widthPx: number
  /** What fits: name and length, the name, the number alone, or only the line at the start. */
  readonly shows: 'length' | 'name' | 'number' | 'line'
}

/** Space around a label, with the line at its start. */
const PAD_PX = 16
const LENGTH_PX = 64

/** The chapters between two px. Their flags never overlap: each ends where the next chapter begins. */
export function chaptersBetween(
  story: Story,
  layout: Layout,
  pxPerSecond: number,
  fromPx: number,
  untilPx: number,
): readonly ChapterFlag[] {
  return sectionsOf(story).flatMap(({ chapter, number }, index): ChapterFlag[] => {
    const span = layout.chapters[index]
    if (chapter === null || span === undefined) return []
    const left = toPx(span.startMs, pxPerSecond)
    const widthPx = toPx(span.endMs, pxPerSecond) - left
    if (left + widthPx < fromPx || left > untilPx) return []
    const nameEnd = PAD_PX + roughWidth(`${number} ${titleBesideNumber(chapter.title, number)}`)
    const shows =
      widthPx >= nameEnd + LENGTH_PX
        ? 'length'
        : widthPx >= nameEnd
          ? 'name'
          : widthPx >= PAD_PX + roughWidth(String(number))
            ? 'number'
            : 'line'
    return [{ chapter, number, lengthMs: span.endMs - span.startMs, leftPx: left, widthPx, shows }]
  })
}

/** The estimated maximum width of a text at 12 px, in px, without measuring. */
function roughWidth(text: string): number {
  let width = 0
  for (const character of text) width += character > '\u2e7f' ? 12.5 : /[A-ZMWmw]/.test(character) ? 9 : 6.8
  return width
}
