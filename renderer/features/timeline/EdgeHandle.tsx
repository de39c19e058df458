import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useSession } from '../../hooks/session.ts'
import { formatSeconds } from '../../i18n/format.ts'
import { MAX_SILENCE_MS, MAX_SPAN_MS } from '../../../shared/story/limits.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { silenceBeforeOf } from '../../../shared/story/silences.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { dragValue, edgeValue, SNAP_MS, type Edge, type EdgeLimits, type EdgeValue } from './edges.ts'
import styles from './EdgeHandle.module.css'
import { trackDrag } from '../../ui/trackDrag.ts'

export interface EdgeEvents {
  /** How far an edge can be dragged, and where it snaps. */
  readonly limitsOf: (blockId: BlockId, edge: Edge) => EdgeLimits
  /** Shows a value while it is dragged; null ends the preview. */
  readonly onPreview: (value: EdgeValue | null) => void
  /** Sets a value; key presses in quick succession are one edit. */
  readonly onCommit: (value: EdgeValue, isByKey: boolean) => void
}

interface EdgeHandleProps extends EdgeEvents {
  readonly blockId: BlockId
  readonly number: number
  readonly edge: Edge
  readonly valueMs: number
  /** Whether the length is the speech's own and not a target. */
  readonly isAuto: boolean
  readonly isTabStop: boolean
  /** Whether the clip is too narrow to contain its handles. */
  readonly isNarrow: boolean
}

/** A clip's edge, dragged or moved by keys. A drag previews and commits once; Escape cancels. */
export function EdgeHandle(props: EdgeHandleProps) {
  const { blockId, number, edge, valueMs, isAuto, isTabStop, isNarrow, limitsOf, onPreview, onCommit } = props
  const { t } = useTranslation()
  const session = useSession()
  const [isDragging, setIsDragging] = useState(false)

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.stopPropagation()
    session.editor.setState({ selection: [blockId] }) // the playhead stays: the edge may snap to it
    const { scroller, pxPerSecond, isSnapOn, ...limits } = limitsOf(blockId, edge)
    const placeOf = (clientX: number) => clientX + (scroller?.scrollLeft ?? 0)
    const start = { px: placeOf(event.clientX), valueMs }
    let draggedMs: number | null = null
    const end = () => {
      setIsDragging(false)
      onPreview(null)
    }
    trackDrag(event, scroller, {
      onMove({ clientX, altKey }) {
        const nextMs = dragValue({
          edge,
          startMs: start.valueMs,
          movedPx: placeOf(clientX) - start.px,
          pxPerSecond,
          isSnapped: isSnapOn !== altKey,
          ...limits,
        })
        setIsDragging(true)
        if (nextMs === draggedMs) return
        draggedMs = nextMs
        onPreview({ blockId, edge, valueMs: nextMs })
      },
      onDrop() {
        end()
        if (draggedMs !== null) onCommit({ blockId, edge, valueMs: draggedMs }, false)
      },
      onCancel: end,
    })
  }
  const toAuto = () => {
    if (edge === 'duration') onCommit({ blockId, edge, valueMs: null }, false)
  }
  /** The current value in the story: the display may lag behind fast keys. */
  const latestMs = () => {
    const story = storyOf(session)
    if (edge === 'silence') return silenceBeforeOf(story, { id: blockId })
    return findBlock(story, blockId)?.durationMs ?? valueMs
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const stepMs = event.shiftKey ? 1000 : SNAP_MS
    const nowMs = latestMs()
    const target = { ArrowLeft: nowMs - stepMs, ArrowRight: nowMs + stepMs }[event.key]
    const isReset = edge === 'duration' && (event.key === 'Delete' || event.key === 'Backspace')
    if ((target === undefined && !isReset) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (isReset) toAuto()
    else if (target !== undefined) {
      const { mostMs } = limitsOf(blockId, edge)
      onCommit({ blockId, edge, valueMs: edgeValue(edge, target, undefined, mostMs) }, true)
    }
  }

  const seconds = formatSeconds(valueMs, 2)
  return (
    <div
      role="slider"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t(edge === 'silence' ? 'timeline.silenceHandle' : 'timeline.durationHandle', { number })}
      aria-valuemin={0}
      aria-valuemax={(edge === 'silence' ? MAX_SILENCE_MS : MAX_SPAN_MS) / 1000}
      aria-valuenow={Number(seconds)}
      aria-valuetext={t(isAuto ? 'timeline.secondsAuto' : 'timeline.seconds', { value: seconds })}
      aria-orientation="horizontal"
      className={`${styles.handle} ${styles[edge]} ${isNarrow ? styles.narrow : ''}`}
      onPointerDown={onPointerDown}
      onDoubleClick={toAuto}
      onKeyDown={onKeyDown}
    >
      {isDragging ? (
        <span aria-hidden="true" className={styles.readout}>
          {t('timeline.seconds', { value: seconds })}
        </span>
      ) : null}
    </div>
  )
}
