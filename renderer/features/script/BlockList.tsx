/**
 * The blocks of the script: a list with one item per block, of which only what is in view is in the page. Dragging is carried by
 * dnd-kit with no droppable per block; the place to drop is worked out from the virtualiser's offsets.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { BlockId } from '../../../shared/story/records.ts'
import { textField } from '../../actions/writing.ts'
import { useAppState } from '../../hooks/app.ts'
import { useEditor } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { BlockRow } from './BlockRow.tsx'
import { ChapterHeading } from './ChapterHeading.tsx'
import { PauseLine } from './PauseLine.tsx'
import { estimatedRowPx, hasPauseLine } from './rows.ts'
import type { ScriptRow, ScriptRows } from './rows.ts'
import styles from './Script.module.css'
import type { ScriptScroll } from './scriptScroll.ts'
import { useCharacterDrop } from './useCharacterDrop.ts'
import { useFollowHeard } from './useFollowHeard.ts'
import { useRowKeys } from './useRowKeys.ts'

const OVERSCAN = 5

interface BlockListProps extends Pick<ScriptRows, 'rows' | 'order'> {
  /** Set by the list. */
  readonly scroll: ScriptScroll
  /** Index of the row that is dragged. */
  readonly dragged: RefObject<number | null>
  /** The block whose row has the focus. */
  readonly focusedId: BlockId | null
  readonly onFocusedId: (id: BlockId | null) => void
  /** What stands below the list, in the part that scrolls. */
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
    estimateSize: (index) => estimatedRowPx(rows[index], { storyTextPx, rows: roomOfRows }),
    // A new function has all rows measured again: the order alone asks for that.
    // oxlint-disable-next-line react/exhaustive-deps
    getItemKey: useCallback((index: number) => rows[index]?.block.id ?? index, [order]),
    overscan: OVERSCAN,
    // What has the focus or is dragged stays in the page, however far it is scrolled away.
    rangeExtractor: (range) => withKept(range, [focused, dragged.current ?? -1]),
  })
  useLayoutEffect(() => {
    scroll.virtualizer.current = virtualizer
  }, [scroll, virtualizer])
  // Rows out of view were measured with the look before.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, storyTextPx, roomOfRows])
  const onKeyDown = useRowKeys(rows)
  const characterDrop = useCharacterDrop()

  /** What is to get the focus once its row is in the page. */
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

/** A block with what stands above it: chapter headings, and its silence. */
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
        // A silence that is taken away while it is edited stays until the field is left.
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
