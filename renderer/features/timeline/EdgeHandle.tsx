import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSeconds } from '../../i18n/format.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { chooseBlock } from '../../actions/choosing.ts'
import { openStory } from '../../actions/editing.ts'
import { useWorld } from '../../hooks/world.ts'
import { dragValue, edgeValue, SNAP_MS } from './edges.ts'
import type { Edge, EdgeValue } from './edges.ts'
import styles from './EdgeHandle.module.css'

interface EdgeHandleProps {
  readonly blockId: BlockId
  readonly number: number
  readonly edge: Edge
  readonly valueMs: number
  /** Whether the length is the speech's own and not a target. */
  readonly isAuto: boolean
  readonly isTabStop: boolean
  /** Whether the clip is too narrow for its handles to lie within it. */
  readonly isNarrow: boolean
  readonly pxPerSecond: number
  readonly isSnapOn: boolean
  /** Shows a value while it is dragged; null shows the story as it is. */
  readonly onPreview: (value: EdgeValue | null) => void
  /** Sets a value; key presses in quick succession are one edit. */
  readonly onCommit: (value: EdgeValue, isByKey: boolean) => void
}

/** A clip's edge, dragged or moved by keys. A drag previews and commits once; Escape leaves everything as it was. */
export function EdgeHandle(props: EdgeHandleProps) {
  const {
    blockId,
    number,
    edge,
    valueMs,
    isAuto,
    isTabStop,
    isNarrow,
    pxPerSecond,
    isSnapOn,
    onPreview,
    onCommit,
  } = props
  const { t } = useTranslation()
  const world = useWorld()
  const [isDragging, setIsDragging] = useState(false)
  const drag = useRef<{ x: number; valueMs: number; draggedMs: number | null } | null>(null)

  const cancel = () => {
    if (drag.current === null) return
    drag.current = null
    setIsDragging(false)
    onPreview(null)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, valueMs, draggedMs: null }
    chooseBlock(world, blockId, 'alone', { reveals: false })
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { current } = drag
    if (current === null) return
    const movedPx = event.clientX - current.x
    if (current.draggedMs === null && Math.abs(movedPx) < 2) return // a click is no drag
    current.draggedMs = dragValue(edge, current.valueMs, movedPx, pxPerSecond, isSnapOn && !event.altKey)
    setIsDragging(true)
    onPreview({ blockId, edge, valueMs: current.draggedMs })
  }
  const onPointerUp = () => {
    const draggedMs = drag.current?.draggedMs ?? null
    cancel()
    if (draggedMs !== null) onCommit({ blockId, edge, valueMs: draggedMs }, false)
  }
  const toAuto = () => {
    if (edge === 'duration') onCommit({ blockId, edge, valueMs: null }, false)
  }
  /** As the story has it by now: what is shown may lag behind fast keys. */
  const latestMs = () => {
    const story = openStory(world)
    const block = story === null ? undefined : findBlock(story, blockId)
    return (edge === 'silence' ? block?.silenceBeforeMs : block?.durationMs) ?? valueMs
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
    else if (target !== undefined) onCommit({ blockId, edge, valueMs: edgeValue(edge, target) }, true)
  }

  useEffect(() => {
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || drag.current === null) return
      event.preventDefault()
      drag.current = null
      setIsDragging(false)
      onPreview(null)
    }
    window.addEventListener('keydown', onEscape, { capture: true })
    return () => window.removeEventListener('keydown', onEscape, { capture: true })
  }, [onPreview])

  const seconds = formatSeconds(valueMs, 2)
  return (
    <div
      role="slider"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={t(edge === 'silence' ? 'timeline.silenceHandle' : 'timeline.durationHandle', { number })}
      aria-valuemin={0}
      aria-valuemax={3600}
      aria-valuenow={Number(seconds)}
      aria-valuetext={t(isAuto ? 'timeline.secondsAuto' : 'timeline.seconds', { value: seconds })}
      aria-orientation="horizontal"
      className={`${styles.handle} ${styles[edge]} ${isNarrow ? styles.narrow : ''}`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={cancel}
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
