/**
 * Dragging in the script. dnd-kit provides the sensors (mouse, touch, keyboard) and announcements; there is one droppable for the
 * whole list, and the drop place is computed from the virtualiser's offsets. The story is changed once, on drop.
 */
import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragMoveEvent,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import type { VirtualItem } from '@tanstack/react-virtual'
import {
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { moveEntries } from '../../../shared/story/blockCommands.ts'
import type { BlockId, SequenceId } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { draggedWith } from '../../actions/choosing.ts'
import { revealBlock } from '../../actions/editing.ts'
import { useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { onNextDrop, holdKeysUntilHeard } from '../../ui/trackDrag.ts'
import { headingsPx, type ScriptRow, type ScriptScroll } from './rows.ts'
import styles from './Script.module.css'

/** The drop place of the dragged blocks: before a row's block, before its first heading, or at the end. */
interface DropPlace {
  /** Index of the row; the number of rows at the end. */
  readonly row: number
  readonly beforeId: SequenceId | null
  /** Where the line is drawn, in list coordinates. */
  readonly lineY: number
}

interface ScriptDragProps {
  readonly rows: readonly ScriptRow[]
  readonly scroll: ScriptScroll
  /** Index of the dragged row, which the list keeps in the page. */
  readonly dragged: RefObject<number | null>
  readonly children: ReactNode
}

const MOUSE = { activationConstraint: { distance: 4 } }
const TOUCH = { activationConstraint: { delay: 180, tolerance: 8 } }

const DropLineY = createContext<number | null>(null)

export function ScriptDrag({ rows, scroll, dragged, children }: ScriptDragProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [active, setActive] = useState<{ row: ScriptRow; count: number } | null>(null)
  const [place, setPlace] = useState<DropPlace | null>(null)
  /** The current value: the drop may come before the place has been drawn. */
  const latestPlace = useRef<DropPlace | null>(null)
  /** The block by which blocks are dragged; null after the drop. */
  const held = useRef<BlockId | null>(null)
  const startY = useRef(0)
  /** The stop that the keyboard has moved to; null while a pointer drags. */
  const keyboardStop = useRef<number | null>(null)
  const latestStep = useRef<KeyboardCoordinateGetter>(() => undefined)
  useLayoutEffect(() => {
    latestStep.current = stepByKey
  })
  // Sensors with new options would make dnd-kit redraw every row, with each keystroke.
  const [keyboard] = useState(() => ({
    coordinateGetter: ((...step) => latestStep.current(...step)) satisfies KeyboardCoordinateGetter,
    scrollBehavior: 'auto' as const,
  }))
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, keyboard),
  )
  const numbersOf = (at: DropPlace) => ({ number: placeNumber(at), count: countBlocks() })
  const announcements: Announcements = {
    onDragStart: () => undefined,
    onDragMove: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => t('script.moveCancelled'),
  }

  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('script.moveHelp') } }}
      onDragStart={onStart}
      onDragMove={onMove}
      onDragEnd={drop}
      onDragCancel={reset}
    >
      <DropLineY value={place?.lineY ?? null}>{children}</DropLineY>
      <DragOverlay dropAnimation={null}>
        {active === null ? null : <DragPreview row={active.row} count={active.count} />}
      </DragOverlay>
    </DndContext>
  )

  function onStart({ active: { id }, activatorEvent }: DragStartEvent): void {
    const index = rows.findIndex((row) => row.block.id === id)
    const row = rows[index]
    if (row === undefined) return
    dragged.current = index
    const { selection } = session.editor.getState()
    if (!selection.includes(row.block.id)) session.editor.setState({ selection: [row.block.id] })
    setActive({ row, count: selection.includes(row.block.id) ? selection.length : 1 })
    keyboardStop.current =
      activatorEvent instanceof KeyboardEvent
        ? dropStops(rows).findIndex((stop) => stop.row === index && !stop.isAboveHeadings)
        : null
    startY.current = clientYOf(activatorEvent) - (listTop() ?? 0)
    held.current = row.block.id
    if (keyboardStop.current === null) {
      onNextDrop(({ y }) => {
        latestPlace.current = placeAt(y - (listTop() ?? 0))
        // dnd-kit does not report the end if the drop comes before the start was drawn.
        setTimeout(() => (held.current === row.block.id ? drop() : undefined))
      })
    } else holdKeysUntilHeard()
    session.announce('script.pickedUp', { number: row.number, count: countBlocks() })
  }

  function onMove({ delta }: DragMoveEvent): void {
    if (held.current === null) return // dnd-kit may report the last move after the drop
    const next =
      keyboardStop.current === null ? placeAt(startY.current + delta.y) : placeAtKey(keyboardStop.current)
    latestPlace.current = next
    if (next.row === place?.row && next.beforeId === place.beforeId) return
    setPlace(next)
    session.announce('script.wouldMoveTo', numbersOf(next))
  }

  /** Moves the dragged blocks to the latest place. */
  function drop(): void {
    const story = storyOf(session)
    const place = latestPlace.current
    const { selection } = session.editor.getState()
    const blockId = held.current
    if (blockId !== null && place !== null) {
      const moving = draggedWith(story, selection, blockId)
      session.edit('edits.move', moveEntries(story, moving, place.beforeId))
      revealBlock(session, blockId)
      session.editor.setState({ selection: moving })
      session.announce('script.movedTo', numbersOf(place))
    }
    reset()
  }

  function reset(): void {
    held.current = null
    dragged.current = null
    keyboardStop.current = null
    latestPlace.current = null
    setActive(null)
    setPlace(null)
  }

  /** Each arrow key moves by one place; the list scrolls along. dnd-kit is given a small move, so that it reports one. */
  function stepByKey(...[event, { currentCoordinates }]: Parameters<KeyboardCoordinateGetter>) {
    const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0
    const from = dragged.current
    if (step === 0 || from === null || keyboardStop.current === null) return undefined
    event.preventDefault()
    const stops = dropStops(rows)
    // The stops right before and right after the block itself are the same place: its current one.
    const own = stops.findIndex((stop) => stop.row === from && !stop.isAboveHeadings)
    let next = keyboardStop.current + step
    if (next === own + 1) next += step
    keyboardStop.current = Math.max(0, Math.min(stops.length - 1, next))
    latestPlace.current = placeAtKey(keyboardStop.current) // at once: the drop may come before the move is reported
    const row = stops[keyboardStop.current]?.row ?? 0
    scroll.virtualizer.current?.scrollToIndex(Math.min(row, rows.length - 1), { align: 'auto' })
    return { ...currentCoordinates, y: currentCoordinates.y + step }
  }

  function placeAtKey(stop: number): DropPlace {
    const { row, isAboveHeadings } = dropStops(rows)[stop] ?? { row: rows.length, isAboveHeadings: true }
    return placeBefore(row, isAboveHeadings)
  }

  function placeAt(y: number): DropPlace {
    const index = scroll.virtualizer.current?.getVirtualItemForOffset(y)?.index ?? 0
    const item = itemAt(index)
    if (item === undefined) return placeBefore(rows.length, true)
    const cardStart = item.start + headingsPx(rows[index])
    if (y < cardStart) return placeBefore(index, true)
    return y > (cardStart + item.end) / 2 ? placeBefore(index + 1, true) : placeBefore(index, false)
  }

  /** Right before a row's block, or above the headings before it: at the end of the chapter above. */
  function placeBefore(row: number, isAboveHeadings: boolean): DropPlace {
    const target = rows[row]
    const item = itemAt(Math.min(row, rows.length - 1))
    if (target === undefined) return { row, beforeId: null, lineY: item?.end ?? 0 }
    const heading = isAboveHeadings ? target.headings[0] : undefined
    const lineY = (item?.start ?? 0) + (heading === undefined ? headingsPx(target) : 0)
    return { row, beforeId: heading?.chapter.id ?? target.block.id, lineY }
  }

  /** The number that the dragged block would have. */
  function placeNumber(at: DropPlace): number {
    const from = dragged.current === null ? undefined : rows[dragged.current]?.number
    const to = rows[at.row]?.number ?? countBlocks() + 1
    return from !== undefined && to > from ? to - 1 : to
  }

  /** The blocks of the story: a filter may hide some of them. */
  function countBlocks(): number {
    return blocksOf(storyOf(session)).length
  }

  function itemAt(index: number): VirtualItem | undefined {
    return scroll.virtualizer.current?.measurementsCache[index]
  }

  function listTop(): number | undefined {
    return scroll.scroller.current?.querySelector('[role=list]')?.getBoundingClientRect().top
  }
}

/** The line that shows where the dragged blocks will go. */
export function DropLine() {
  const y = useContext(DropLineY)
  return y === null ? null : <div className={styles.dropLine} style={{ transform: `translateY(${y}px)` }} />
}

/** Every place between rows, in order: above a row's headings, and right before its block; finally the end. */
function dropStops(rows: readonly ScriptRow[]): { row: number; isAboveHeadings: boolean }[] {
  const stops = rows.flatMap(({ headings }, row) =>
    headings.length > 0
      ? [
          { row, isAboveHeadings: true },
          { row, isAboveHeadings: false },
        ]
      : [{ row, isAboveHeadings: false }],
  )
  return [...stops, { row: rows.length, isAboveHeadings: true }]
}

function clientYOf(event: Event): number {
  if (event instanceof MouseEvent) return event.clientY
  if (typeof TouchEvent !== 'undefined' && event instanceof TouchEvent) return event.touches[0]?.clientY ?? 0
  return 0
}

/** The preview at the pointer while blocks are dragged. */
function DragPreview({ row, count }: { row: ScriptRow; count: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.preview}>
      <b>#{row.number}</b>
      <span>{row.block.text}</span>
      {count > 1 ? <em>{t('units.blocks', { count })}</em> : null}
    </div>
  )
}
