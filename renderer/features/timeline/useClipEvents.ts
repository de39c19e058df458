import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { keysOf } from '../../../shared/commands/keyBindings.ts'
import { MAX_SILENCE_MS, MAX_SPAN_MS } from '../../../shared/story/limits.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import { choiceOf, chooseBlock } from '../../actions/choosing.ts'
import { moveBy, PICK_UP_CODE, remove, revealBlock } from '../../actions/editing.ts'
import { hostOf, runCommand } from '../../actions/commands.ts'
import { useSession } from '../../hooks/session.ts'
import { storyOf } from '../../stores/app.ts'
import { pressedKeys } from '../../ui/Kbd.tsx'
import { trackDrag } from '../../ui/trackDrag.ts'
import { select } from '../../stores/editorStore.ts'
import type { ClipEvents } from './Clip.tsx'
import { edgeChange, type EdgeValue, mostValue } from './edges.ts'
import { LEAST_WAVE_PX, neighbourLaneBlock, rangeBetween, type View } from './lanes.ts'
import { toMs } from './scale.ts'
import { pickUpPresses } from './useClipDrag.ts'

interface ClipEventOptions {
  readonly view: View
  readonly scroller: RefObject<HTMLElement | null>
  readonly isSnapOn: boolean
  readonly isRippleOn: boolean
  readonly isDragging: boolean
  readonly onFocus: (id: BlockId, moves: boolean) => void
  readonly onPreview: (value: EdgeValue | null) => void
  /** Scrolls a range of the story into view. */
  readonly onShow: (startMs: number, endMs: number) => void
  /** Zooms in to a range of the story. */
  readonly onZoomTo: (startMs: number, endMs: number) => void
}

/** The handlers of presses and keys on clips. The functions stay the same, so that clips are not redrawn for them. */
export function useClipEvents(options: ClipEventOptions): {
  readonly events: ClipEvents
  /** Whether the focused clip was focused by a press: Space then plays from the playhead rather than from the clip. */
  readonly isFocusByPointer: RefObject<boolean>
} {
  const { onPreview } = options
  const session = useSession()
  const isFocusByPointer = useRef(false)
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const events = useMemo((): ClipEvents => {
    const indexOf = (id: BlockId) => blockNumber(latest.current.view.story, id) - 1
    const isPickUp = (event: KeyboardEvent) =>
      event.code === PICK_UP_CODE ||
      keysOf('pickUpClip', hostOf(session), session.state.getState().settings).includes(pressedKeys(event))
    const focusClip = (index: number) => {
      const { view, onFocus, onShow } = latest.current
      const { layout } = view
      const span = layout.spans[Math.max(0, Math.min(layout.spans.length - 1, index))]
      if (span === undefined) return
      isFocusByPointer.current = false
      onFocus(span.id, true)
      onShow(span.silenceStartMs, span.endMs)
    }
    const targetOf = (key: string, index: number) => {
      const { layout, lanes } = latest.current.view
      const last = layout.spans.length - 1
      const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[key]
      if (target !== undefined || lanes.length < 2) return target
      const direction = { ArrowUp: -1 as const, ArrowDown: 1 as const }[key]
      return direction && neighbourLaneBlock(lanes, layout, index, direction)
    }
    /** Pauses playback; or plays from the playhead if that is in the clip, otherwise from the clip's start. */
    const playFrom = (index: number) => {
      const span = latest.current.view.layout.spans[index]
      const positionMs = session.player.positionMs()
      const isStopped = session.playback.getState().status === 'stopped'
      if (span !== undefined && isStopped && (positionMs < span.startMs || positionMs >= span.endMs))
        session.player.seek(span.startMs)
      runCommand(session, 'playStory')
    }
    /** Handles a key on a clip; returns false to pass the key on. */
    const handleKey = (
      id: BlockId,
      { key, altKey }: { readonly key: string; readonly altKey: boolean },
    ): boolean => {
      const { selection } = session.editor.getState()
      if (altKey) {
        const direction = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined
        if (direction === undefined) return false
        moveBy(session, selection.includes(id) ? selection : [id], direction)
        latest.current.onFocus(id, true)
        return true
      }
      const target = targetOf(key, indexOf(id))
      if (target !== undefined) focusClip(target)
      else if (key === ' ') {
        if (isFocusByPointer.current) runCommand(session, 'playStory')
        else playFrom(indexOf(id))
      } else if (key === 'Delete' || key === 'Backspace') {
        remove(session, selection.includes(id) ? selection : [id])
        const next = session.editor.getState().selection.at(-1)
        if (next !== undefined) latest.current.onFocus(next, true)
      } else return false
      return true
    }
    return {
      onFocusClip: (id) => latest.current.onFocus(id, false),
      onChoose: (id, event) => chooseBlock(session, id, choiceOf(event), { reveals: true }),
      onOpen(id) {
        const { view, onZoomTo } = latest.current
        const { layout, pxPerSecond } = view
        const span = layout.spans[indexOf(id)]
        const isTiny =
          span !== undefined && ((span.endMs - span.startMs) / 1000) * pxPerSecond < LEAST_WAVE_PX
        if (isTiny) onZoomTo(span.silenceStartMs, span.endMs)
        else revealBlock(session, id, true)
      },
      onClipKey(id, event) {
        if (latest.current.isDragging) return
        if (isPickUp(event)) {
          pickUpPresses.add(event.nativeEvent)
          // Picking up a clip also selects it; several selected clips move together.
          if (!session.editor.getState().selection.includes(id))
            chooseBlock(session, id, 'alone', { reveals: true })
          return
        }
        if (event.ctrlKey || event.metaKey || !handleKey(id, event)) return
        event.preventDefault()
        event.stopPropagation()
      },
      limitsOf(id, edge) {
        const { view, scroller, isSnapOn, isRippleOn } = latest.current
        const { layout, pxPerSecond } = view
        const index = indexOf(id)
        const span = layout.spans[index]
        const fromMs = (edge === 'silence' ? span?.silenceStartMs : span?.startMs) ?? 0
        const limitMs = edge === 'silence' ? MAX_SILENCE_MS : MAX_SPAN_MS
        const mostMs = isRippleOn ? limitMs : Math.min(limitMs, mostValue(layout, index, edge))
        const playheadMs = session.player.positionMs() - fromMs
        const snapsMs = [...(edge === 'silence' ? [0] : []), ...(isRippleOn ? [] : [mostMs])]
        if (playheadMs > 0) snapsMs.push(playheadMs)
        return { scroller: scroller.current, pxPerSecond, isSnapOn, snapsMs, mostMs }
      },
      onPreview,
      onCommit(value, isByKey) {
        const label = value.edge === 'silence' ? 'edits.silence' : 'edits.duration'
        const { isRippleOn } = latest.current
        const story = storyOf(session) // the display may lag behind typing
        const change = edgeChange(story, session.audio.getState().takes, value, isRippleOn)
        session.edit(label, change, isByKey ? `${value.edge}:${value.blockId}` : undefined)
      },
    }
  }, [session, onPreview])
  return { events, isFocusByPointer }
}

/** A box in px of the lanes' content. */
interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The blocks whose clips overlap a box over lanes of one height, in story order. */
export function blocksIn(
  { lanes, layout, pxPerSecond }: Pick<View, 'lanes' | 'layout' | 'pxPerSecond'>,
  box: Box,
  laneHeightPx: number,
): readonly BlockId[] {
  const [fromMs, untilMs] = [toMs(box.left, pxPerSecond), toMs(box.right, pxPerSecond)]
  return lanes
    .flatMap((lane, index) => {
      if ((index + 1) * laneHeightPx < box.top || index * laneHeightPx > box.bottom) return []
      const { first, end } = rangeBetween(lane, layout.spans, fromMs, untilMs)
      return lane.indices.slice(first, end)
    })
    .sort((a, b) => a - b)
    .flatMap((index) => layout.spans[index]?.id ?? [])
}

/**
 * Selects clips with a box dragged over the empty lanes: replacing the selection, or with Shift, Ctrl or Command adding to it.
 * A press without a drag calls `onClick`. The box itself is an element that moves without redrawing anything.
 */
export function useRubberBand(options: {
  readonly view: View
  readonly scroller: RefObject<HTMLElement | null>
  readonly band: RefObject<HTMLElement | null>
  /** Called with the px of the lanes' content that was pressed. */
  readonly onClick: (px: number) => void
}): (event: PointerEvent<HTMLElement>) => void {
  const { view, scroller, band, onClick } = options
  const session = useSession()
  return useCallback(
    (event) => {
      const area = event.currentTarget
      if (event.button !== 0) return
      const before = session.editor.getState().selection
      const kept = event.shiftKey || event.ctrlKey || event.metaKey ? before : []
      const laneHeightPx = area.clientHeight / Math.max(1, view.lanes.length)
      const placeOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
        const { left, top } = area.getBoundingClientRect()
        return { x: clientX - left, y: clientY - top }
      }
      const start = placeOf(event)
      let shown = ''
      const hide = () => {
        if (band.current !== null) band.current.hidden = true
      }
      trackDrag(event, scroller.current, {
        onMove(point) {
          if (event.pointerType === 'touch') return // a touch scrolls
          const { x, y } = placeOf(point)
          const box = {
            left: Math.min(start.x, x),
            right: Math.max(start.x, x),
            top: Math.max(0, Math.min(start.y, y)),
            bottom: Math.min(area.clientHeight, Math.max(start.y, y)),
          }
          if (band.current !== null) {
            band.current.hidden = false
            Object.assign(band.current.style, {
              transform: `translate(${box.left}px, ${box.top}px)`,
              width: `${box.right - box.left}px`,
              height: `${box.bottom - box.top}px`,
            })
          }
          const inBox = blocksIn(view, box, laneHeightPx)
          const isSame = shown === inBox.join()
          shown = inBox.join()
          if (!isSame) select(session.editor, [...kept.filter((id) => !inBox.includes(id)), ...inBox])
        },
        onDrop(hasMoved) {
          hide()
          if (!hasMoved) onClick(start.x)
          else session.announce('timeline.selected', { count: session.editor.getState().selection.length })
        },
        onCancel() {
          hide()
          select(session.editor, before)
        },
      })
    },
    [session, view, scroller, band, onClick],
  )
}
