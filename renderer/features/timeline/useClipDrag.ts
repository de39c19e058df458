import {
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DndContextProps,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { MessageParams } from '../../../shared/lib/userFacingError.ts'
import { duplicateBlocks, moveEntries } from '../../../shared/story/blockCommands.ts'
import { spanIndexAt, type Layout } from '../../../shared/story/layout.ts'
import type { BlockId, SequenceId } from '../../../shared/story/records.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { draggedWith } from '../../actions/choosing.ts'
import { useSession } from '../../hooks/session.ts'
import type { TextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { layoutOf } from '../../stores/timing.ts'
import { onNextDrop, holdKeysUntilHeard } from '../../ui/trackDrag.ts'
import { select } from '../../stores/editorStore.ts'
import { toMs } from './scale.ts'

/** The state of a drag: what moves or is copied, where it would be dropped, and whether a pointer leads it. */
export interface ClipDrag {
  readonly ids: readonly BlockId[]
  readonly place: DropPlace
  readonly isByPointer: boolean
  /** Whether Alt is held: then copies are dropped. */
  readonly isCopy: boolean
}

/** Internal state of the gesture. */
interface Gesture {
  readonly places: readonly DropPlace[]
  /** Where the pointer went down, in px of the timeline's content; null for the keyboard. */
  readonly startPx: number | null
  /** Stops listening for Alt. */
  readonly stops: AbortController
}

/** The key presses that pick up a clip, with any key binding. */
export const pickUpPresses = new WeakSet<Event>()

/** Handles keys like dnd-kit's own sensor, except those that pick up. */
class PickUpSensor extends KeyboardSensor {
  static override activators = [
    {
      eventName: 'onKeyDown' as const,
      handler: (event: KeyboardEvent) => {
        if (!pickUpPresses.has(event.nativeEvent)) return false
        event.preventDefault()
        return true
      },
    },
  ]
}

/**
 * Moving clips by mouse, touch (after a long press) and keyboard. The drop place is computed from the
 * layout; the story is changed once, at the end.
 */
export function useClipDrag(options: {
  story: Story
  layout: Layout
  pxPerSecond: number
  content: RefObject<HTMLElement | null>
  onPlace: (place: DropPlace) => void
}): { readonly drag: ClipDrag | null; readonly context: DndContextProps } {
  const { story, layout, pxPerSecond, content, onPlace } = options
  const session = useSession()
  const { t } = useTranslation()
  const [drag, setDrag] = useState<ClipDrag | null>(null)
  const latest = useRef<ClipDrag | null>(null)
  const gesture = useRef<Gesture | null>(null)

  const show = useCallback((next: ClipDrag | null) => {
    latest.current = next
    setDrag(next)
  }, [])
  const moveTo = useCallback(
    (place: DropPlace | undefined) => {
      if (latest.current === null || place === undefined || place === latest.current.place) return false
      show({ ...latest.current, place })
      return true
    },
    [show],
  )

  /** Follows whether Alt is held, until the gesture ends. */
  const watchAlt = useCallback(
    (stops: AbortController) => {
      const follow = ({ altKey }: { readonly altKey: boolean }) => {
        const { current } = latest
        if (current !== null && current.isCopy !== altKey) show({ ...current, isCopy: altKey })
      }
      const options = { capture: true, signal: stops.signal }
      window.addEventListener('keydown', follow, options)
      window.addEventListener('keyup', follow, options)
      window.addEventListener('mousemove', follow, options)
      window.addEventListener('mouseup', follow, options)
    },
    [show],
  )

  const stepByKey: KeyboardCoordinateGetter = useCallback(
    (event) => {
      const direction = { ArrowLeft: -1 as const, ArrowRight: 1 as const }[event.code]
      if (direction === undefined || latest.current === null || gesture.current === null) return undefined
      event.preventDefault()
      const place = stepPlace(gesture.current.places, latest.current.place, direction)
      if (moveTo(place)) {
        session.announce(...placeMessage(place, place === gesture.current.places.at(-1)))
        onPlace(place)
      }
      return undefined // the place changes, without moving anything on screen
    },
    [moveTo, onPlace, session],
  )
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(PickUpSensor, {
      coordinateGetter: stepByKey,
      keyboardCodes: { start: [], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  )

  const context = useMemo((): DndContextProps => {
    const onDragStart = ({ active, activatorEvent }: DragStartEvent) => {
      const id = layout.spans.find((span) => span.id === active.id)?.id
      if (id === undefined) return
      const clientX = clientXOf(activatorEvent)
      const ids = draggedWith(story, session.editor.getState().selection, id)
      // A pointer refers to what is displayed, which may lag behind keys.
      const now = (clientX === null ? storyOf(session) : null) ?? story
      const places = dropPlaces(now, layoutOf(now, session.audio.getState().takes), new Set(ids))
      const place = places.find(({ beforeId }) => beforeId === id)
      if (place === undefined) return
      const contentLeft = content.current?.getBoundingClientRect().left ?? 0
      const stops = new AbortController()
      gesture.current = { places, startPx: clientX === null ? null : clientX - contentLeft, stops }
      show({ ids, place, isByPointer: clientX !== null, isCopy: false })
      watchAlt(stops)
      if (clientX !== null) {
        onNextDrop(({ x }) => {
          const left = content.current?.getBoundingClientRect().left ?? 0
          moveTo(placeAt(places, layout, toMs(x - left, pxPerSecond)))
        })
      } else holdKeysUntilHeard()
    }
    const finish = () => {
      gesture.current?.stops.abort()
      gesture.current = null
      show(null)
    }
    const picked = () => {
      const ids = latest.current?.ids ?? []
      const [first] = ids
      return first === undefined
        ? ''
        : t('timeline.picked', { count: ids.length, number: blockNumber(story, first) })
    }
    return {
      sensors,
      collisionDetection: () => [], // no droppables: places are computed
      onDragStart,
      onDragMove({ delta }) {
        const startPx = gesture.current?.startPx ?? null
        if (gesture.current === null || startPx === null) return
        moveTo(placeAt(gesture.current.places, layout, toMs(startPx + delta.x, pxPerSecond)))
      },
      onDragEnd() {
        const { current } = latest
        finish()
        if (current === null || (current.place.isInPlace && !current.isCopy)) return
        const now = storyOf(session) // the display may lag behind typing
        if (current.isCopy) {
          const copies = current.ids.map(() => session.newBlockId())
          const { beforeId } = current.place
          const change = duplicateBlocks(now, current.ids, copies, session.newMusicId, beforeId)
          session.edit('edits.duplicate', change)
          select(session.editor, copies)
          session.announce('script.duplicated', { count: copies.length })
          return
        }
        session.edit('edits.move', moveEntries(now, current.ids, current.place.beforeId))
        const after = storyOf(session)
        const numbers = current.ids.map((id) => blockNumber(after, id))
        const range = { number: Math.min(...numbers), last: Math.max(...numbers) }
        session.announce('timeline.dropped', { count: numbers.length, ...range })
      },
      onDragCancel: finish,
      accessibility: {
        announcements: {
          onDragStart: picked,
          onDragOver: () => undefined,
          onDragEnd: () => undefined,
          onDragCancel: () => t('timeline.cancelled'),
        },
        screenReaderInstructions: { draggable: '' },
      },
    }
  }, [story, layout, pxPerSecond, content, sensors, moveTo, show, watchAlt, t, session])

  return { drag, context }
}

/** The announcement of a place: its chapter if a heading is near, otherwise its neighbour. */
function placeMessage(place: DropPlace, isLast: boolean): [TextKey, MessageParams] {
  const number = place.blocksBefore
  if (place.headingAfter !== null && number > 0)
    return ['timeline.placeChapterEnd', { number, title: place.headingAfter }]
  if (place.headingBefore !== null) return ['timeline.placeChapterStart', { title: place.headingBefore }]
  if (number === 0) return ['timeline.placeStart', {}]
  return isLast ? ['timeline.placeEnd', {}] : ['timeline.placeAfter', { number }]
}

/** Where a drag began; null for one by keys. */
function clientXOf(event: Event): number | null {
  if (event instanceof MouseEvent) return event.clientX
  return 'touches' in event ? ((event as TouchEvent).touches[0]?.clientX ?? null) : null // some browsers have no TouchEvent
}

// The places where dragged blocks can be dropped: before every entry of the story, and at its end. They are computed.

interface DropPlace {
  /** The entry that will follow, or null at the end. */
  readonly beforeId: SequenceId | null
  readonly blocksBefore: number
  /** Story time of the place, in ms. */
  readonly atMs: number
  /** The heading right before or right after the place, which distinguishes the end of one chapter from the start of the next. */
  readonly headingBefore: string | null
  readonly headingAfter: string | null
  /** Whether dropping the blocks here changes nothing. */
  readonly isInPlace: boolean
}

/** Every place of a story for the moving blocks, in story order. */
export function dropPlaces(story: Story, layout: Layout, moving: ReadonlySet<BlockId>): readonly DropPlace[] {
  const isMoving = (index: number) => {
    const entry = story.sequence[index]
    return entry?.type === 'block' && moving.has(entry.id)
  }
  let blocksBefore = 0
  return Array.from({ length: story.sequence.length + 1 }, (_, index) => {
    const [before, after] = [story.sequence[index - 1], story.sequence[index]]
    if (before?.type === 'block') blocksBefore += 1
    return {
      beforeId: after?.id ?? null,
      blocksBefore,
      atMs: layout.spans[blocksBefore - 1]?.endMs ?? 0,
      headingBefore: before?.type === 'chapter' ? before.title : null,
      headingAfter: after?.type === 'chapter' ? after.title : null,
      isInPlace: moving.size === 1 && (isMoving(index) || isMoving(index - 1)),
    }
  })
}

/**
 * The place nearest to a time: before the block there in its first half, after it in its second. If a heading
 * is between two blocks, the hovered side decides the chapter.
 */
export function placeAt(places: readonly DropPlace[], layout: Layout, timeMs: number): DropPlace | undefined {
  const index = Math.max(0, spanIndexAt(layout.spans, timeMs))
  const span = layout.spans[index]
  const isBehind = span !== undefined && timeMs > (span.startMs + span.endMs) / 2
  const blocksBefore = index + (isBehind ? 1 : 0)
  return isBehind ? places[firstWith(places, blocksBefore)] : places[firstWith(places, blocksBefore + 1) - 1]
}

/** The next place, to the right (1) or left (−1), that would change something; the same if there is none. */
export function stepPlace(places: readonly DropPlace[], from: DropPlace, direction: -1 | 1): DropPlace {
  let index = places.indexOf(from) + direction
  while (places[index]?.isInPlace === true) index += direction
  return places[index] ?? from
}

/** Index of the first place with at least `blocksBefore` blocks before it: binary search. */
function firstWith(places: readonly DropPlace[], blocksBefore: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.blocksBefore ?? Infinity) < blocksBefore) low = middle + 1
    else high = middle
  }
  return low
}
