/**
 * The blocks of the script: a list with one item per block, of which only the visible ones are in the page. Dragging uses
 * dnd-kit without a droppable per block; the drop place is computed from the virtualiser's offsets.
 */
import { type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { Pin, Timer } from 'lucide-react'
import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { MAX_SILENCE_MS } from '../../../shared/story/limits.ts'
import { type Block, type BlockId, blockIdSchema, characterIdSchema } from '../../../shared/story/records.ts'
import { isPinned, silenceBeforeOf } from '../../../shared/story/silences.ts'
import { CHARACTER_DRAG, giveTo, openMenu } from '../../actions/speaking.ts'
import { chooseBlock } from '../../actions/choosing.ts'
import { textField, writeIn } from '../../actions/editing.ts'
import { useAppState } from '../../hooks/app.ts'
import { useEditor, usePlayback, useSession, useStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { SecondsField } from '../../ui/NumberBox.tsx'
import { BlockRow } from './BlockRow.tsx'
import { ChapterHeading } from './ChapterHeading.tsx'
import styles from './Script.module.css'
import { estimatedRowPx, hasPauseLine, type ScriptRow, type ScriptRows, type ScriptScroll } from './rows.ts'

const OVERSCAN = 5

interface BlockListProps extends Pick<ScriptRows, 'rows' | 'order'> {
  /** Filled in by the list. */
  readonly scroll: ScriptScroll
  /** Index of the row that is dragged. */
  readonly dragged: RefObject<number | null>
  /** The block whose row has the focus. */
  readonly focusedId: BlockId | null
  readonly onFocusedId: (id: BlockId | null) => void
  /** Content below the list, in the scrolling part. */
  readonly children: ReactNode
}

/** The part of the script that scrolls. */
export function BlockList(props: BlockListProps) {
  const { rows, order, scroll, dragged, focusedId, onFocusedId, children } = props
  const { t } = useTranslation()
  const reveal = useEditor((state) => state.reveal)
  const shownChoice = useEditor(({ selection }) => selection.at(-1) ?? null)
  const storyTextPx = useAppState(({ settings }) => settings.storyTextPx)
  const roomOfRows = useAppState(({ settings }) => settings.rows)
  const indexOf = (id: BlockId | null) => (id === null ? -1 : rows.findIndex(({ block }) => block.id === id))
  const focused = indexOf(focusedId)

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.scroller.current,
    // About what the script gets of the window: its first rows are drawn with the list, not in a second step after it is measured.
    initialRect: { width: 0, height: window.innerHeight / 2 },
    estimateSize: (index) => estimatedRowPx(rows[index], { storyTextPx, rows: roomOfRows }),
    // A new function makes all rows be measured again, which only a new order requires.
    // oxlint-disable-next-line react/exhaustive-deps
    getItemKey: useCallback((index: number) => rows[index]?.block.id ?? index, [order]),
    // Those out of view are drawn a moment after those in view.
    overscan: useDeferredValue(OVERSCAN, 0),
    // A focused or dragged row stays in the page, however far it is scrolled away.
    rangeExtractor: (range) => withKept(range, [focused, dragged.current ?? -1]),
  })
  useLayoutEffect(() => {
    scroll.virtualizer.current = virtualizer
  }, [scroll, virtualizer])
  const look = `${storyTextPx} ${roomOfRows}`
  const measuredLook = useRef(look)
  useLayoutEffect(() => {
    if (measuredLook.current === look) return
    measuredLook.current = look
    virtualizer.measure() // rows out of view were measured with the previous look
  }, [virtualizer, look])
  const onKeyDown = useRowKeys(rows)
  const characterDrop = useCharacterDrop()

  /** What gets the focus once its row is in the page. */
  const awaited = useRef<typeof reveal>(null)
  useEffect(() => {
    const index = reveal === null ? -1 : rows.findIndex((row) => row.block.id === reveal.blockId)
    if (reveal === null || index < 0) return
    virtualizer.scrollToIndex(index, { align: reveal.isAtTop === true ? 'start' : 'auto' })
    awaited.current = reveal
    giveAwaitedFocus()
    // Only a new request reveals; the rows change with every keystroke.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [reveal])
  useLayoutEffect(giveAwaitedFocus)

  useFollowHeard(rows, virtualizer)

  const tabStop = [focused, indexOf(shownChoice), 0].find((index) => index >= 0)
  return (
    <div className={styles.scroller} ref={scroll.scroller}>
      <div className={styles.sheet}>
        <div
          className={styles.list}
          role="list"
          aria-label={t('script.blocks')}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
          {...characterDrop}
          onFocus={({ target }) => {
            const row = target.closest('[data-index]')
            onFocusedId(rows[Number(row?.getAttribute('data-index'))]?.block.id ?? null)
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) onFocusedId(null)
          }}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return row === undefined ? null : (
              <div
                key={item.key}
                role="listitem"
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                data-index={item.index}
                ref={virtualizer.measureElement}
                className={styles.item}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <ScriptItem row={row} isTabStop={item.index === tabStop} />
              </div>
            )
          })}
        </div>
        {children}
      </div>
    </div>
  )

  function giveAwaitedFocus(): void {
    const wanted = awaited.current
    if (wanted === null) return
    const field = textField(wanted.blockId)
    if (field === null) return
    awaited.current = null
    if (wanted.focusRow === true) field.closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
    if (!wanted.focusText) return
    const caret = wanted.caret ?? field.value.length
    field.focus({ preventScroll: true })
    field.setSelectionRange(caret, caret)
  }
}

function withKept(range: Range, kept: readonly number[]): number[] {
  const start = Math.max(0, range.startIndex - range.overscan)
  const end = Math.min(range.count - 1, range.endIndex + range.overscan)
  const indexes = new Set(Array.from({ length: Math.max(0, end - start + 1) }, (_, offset) => start + offset))
  for (const index of kept) if (index >= 0 && index < range.count) indexes.add(index)
  return [...indexes].sort((a, b) => a - b)
}

interface ScriptItemProps {
  readonly row: ScriptRow
  readonly isTabStop: boolean
}

/** A block with the chapter headings and the silence above it. */
const ScriptItem = memo(function ScriptItem({ row, isTabStop }: ScriptItemProps) {
  const { block, number, headings } = row
  const [isPauseEdited, setPauseEdited] = useState(false)
  const hasLine = hasPauseLine(block) || isPauseEdited
  const silence = useRef<HTMLDivElement>(null)
  const setSilence = () => {
    flushSync(() => setPauseEdited(true))
    const field = silence.current?.querySelector('input')
    field?.focus()
    field?.select()
  }
  return (
    <>
      {headings.map((heading) => (
        <div key={heading.chapter.id} className={styles.heading}>
          <ChapterHeading heading={heading} />
        </div>
      ))}
      {hasLine ? (
        // A silence that is removed while it is edited stays until the field loses the focus.
        <div ref={silence} onFocus={() => setPauseEdited(true)} onBlur={() => setPauseEdited(false)}>
          <PauseLine block={block} number={number} isTabStop={isTabStop} />
        </div>
      ) : null}
      <BlockRow
        block={block}
        number={number}
        isTabStop={isTabStop}
        onSetSilence={hasLine || number === 1 ? null : setSilence}
      />
    </>
  )
})

/** Handles a cast member dragged over the rows: dropped on a row, it is assigned to the block, or to all selected blocks if that is one of them. */
function useCharacterDrop() {
  const session = useSession()
  const marked = useRef<Element | null>(null)
  const mark = (row: Element | null) => {
    if (row === marked.current) return
    marked.current?.removeAttribute('data-drop')
    row?.setAttribute('data-drop', '')
    marked.current = row
  }
  const rowUnder = ({ target, dataTransfer }: DragEvent) =>
    target instanceof Element && dataTransfer.types.includes(CHARACTER_DRAG)
      ? target.closest<HTMLElement>('[data-row]')
      : null
  return {
    onDragOver(event: DragEvent) {
      const row = rowUnder(event)
      mark(row)
      if (row === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) mark(null)
    },
    onDrop(event: DragEvent) {
      mark(null)
      const id = blockIdSchema.safeParse(rowUnder(event)?.dataset.row).data
      const characterId = characterIdSchema.safeParse(event.dataTransfer.getData(CHARACTER_DRAG)).data
      if (id === undefined || characterId === undefined) return
      event.preventDefault()
      const { selection } = session.editor.getState()
      giveTo(session, selection.includes(id) ? selection : [id], characterId)
    },
  }
}

/**
 * While the story plays, the script scrolls along with it, except if the writer has scrolled elsewhere or is typing,
 * until the playing block is in view again.
 */
function useFollowHeard(rows: readonly ScriptRow[], virtualizer: Virtualizer<HTMLDivElement, Element>): void {
  const isStopped = usePlayback((state) => state.status === 'stopped')
  const heard = usePlayback((state) =>
    state.status === 'playing' && state.scope === 'story' ? state.blockId : null,
  )
  /** The block that played before; null if playback has just begun. */
  const before = useRef<BlockId | null>(null)
  useEffect(() => {
    if (isStopped) before.current = null
  }, [isStopped])
  useEffect(() => {
    const indexOf = (id: BlockId | null) => rows.findIndex(({ block }) => block.id === id)
    const index = indexOf(heard)
    if (index < 0) return
    const last = indexOf(before.current)
    before.current = heard
    const isWriting = virtualizer.scrollElement?.contains(textFieldWithFocus()) === true
    if (!isWriting && (last < 0 || isInView(virtualizer, last)))
      virtualizer.scrollToIndex(index, { align: 'auto' })
    // Only another block scrolls; the rows change with every keystroke.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [heard])
}

function textFieldWithFocus(): Element | null {
  return document.activeElement instanceof HTMLTextAreaElement ? document.activeElement : null
}

function isInView({ range }: Virtualizer<HTMLDivElement, Element>, index: number): boolean {
  return range === null || (index >= range.startIndex && index <= range.endIndex)
}

/**
 * The keys of the rows: while a row itself has the focus, rather than its text or a control in it, arrows go to other rows, with Shift they
 * extend the selection, and Enter goes into the text. The keys that open a menu also work in a row's text and controls; the menu key in a text
 * opens the menu of its words, like a right click.
 */
function useRowKeys(rows: readonly ScriptRow[]): (event: KeyboardEvent) => void {
  const session = useSession()
  return (event) => {
    const { target, key, shiftKey, ctrlKey, metaKey, altKey } = event
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null
    if (row === null || ctrlKey || metaKey || altKey) return
    const index = rows.findIndex(({ block }) => block.id === row.dataset.row)
    const current = rows[index]
    if (current === undefined) return
    const isMenuKey = key === 'ContextMenu' && !(target instanceof HTMLTextAreaElement)
    if (isMenuKey || (key === 'F10' && shiftKey)) {
      event.preventDefault()
      if (!session.editor.getState().selection.includes(current.block.id))
        chooseBlock(session, current.block.id, 'alone', { reveals: false })
      openMenu(session, 'actions', row.querySelector('[data-name]'))
      return
    }
    if (target !== row) return
    if (key === 'Enter' && !shiftKey) {
      event.preventDefault()
      writeIn(session, current.block.id)
      return
    }
    const wanted = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: rows.length - 1 }[key]
    const other = wanted === undefined ? undefined : rows[wanted]
    if (wanted === undefined) return
    event.preventDefault() // the list scrolls along with the focus only
    if (other === undefined) return
    const { id } = other.block
    chooseBlock(session, id, shiftKey ? 'range' : 'alone', { reveals: true, focusesRow: true })
  }
}

interface PauseLineProps {
  readonly block: Block
  readonly number: number
  readonly isTabStop: boolean
}

/** The silence before a block, changed in place. An empty field follows the story's rules. */
function PauseLine({ block, number, isTabStop }: PauseLineProps) {
  const { t } = useTranslation()
  const session = useSession()
  const silenceMs = useStory((story) => silenceBeforeOf(story, block))
  const Mark = isPinned(block) ? Pin : Timer
  return (
    <div className={styles.line}>
      <div className={styles.pause}>
        <Mark size={12} aria-hidden="true" />
        <SecondsField
          isInline
          tabIndex={isTabStop ? 0 : -1}
          label={t('script.silenceOf', { number })}
          unit={t('inspector.secondsUnit')}
          valueMs={silenceMs}
          maxMs={MAX_SILENCE_MS}
          onChange={(value) => {
            const story = storyOf(session)
            const change = patchBlocks(story, [block.id], { silenceBeforeMs: value })
            session.edit('edits.silence', change, `silence:${block.id}`)
          }}
        />
        {isPinned(block) ? <span>{t('script.pinned')}</span> : null}
      </div>
      {block.breakBefore === 'scene' ? (
        <span className={styles.scene} title={t('script.newScene')}>
          <span aria-hidden="true">* * *</span>
          <span className="visually-hidden">{t('script.newScene')}</span>
        </span>
      ) : null}
    </div>
  )
}
