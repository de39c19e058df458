/**
 * The story as text: a list with one item per block, of which only what is in view is in the page. Dragging is carried by
 * dnd-kit with no droppable per block; the place to drop is worked out from the virtualiser's offsets.
 */
import { Plus } from 'lucide-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { addBlockAfter, addChapter } from '../../actions/editing.ts'
import { usePlayback, useStory, useViewState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { ChapterHeading } from './ChapterHeading.tsx'
import { DropLine, ScriptDrag } from './ScriptDrag.tsx'
import { rowsOf } from './rows.ts'
import type { ScriptRow } from './rows.ts'
import styles from './Script.module.css'
import { formatSeconds } from '../../i18n/format.ts'
import { BlockCard } from './BlockCard.tsx'

const ESTIMATED_ROW_PX = 132
const OVERSCAN = 5

export function Script() {
  const { t } = useTranslation()
  const world = useWorld()
  const story = useStory()
  const reveal = useViewState((state) => state.reveal)
  const scroller = useRef<HTMLDivElement>(null)
  const dragged = useRef<number | null>(null)
  const { rows, trailing } = useMemo(() => rowsOf(story), [story])

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: (index) => rows[index]?.block.id ?? index,
    overscan: OVERSCAN,
    paddingStart: 18,
    rangeExtractor: (range) => withDragged(range, dragged.current),
  })

  useEffect(() => {
    if (reveal === null) return
    const index = rows.findIndex((row) => row.block.id === reveal.blockId)
    if (index < 0) return
    virtualizer.scrollToIndex(index, { align: reveal.isAtTop === true ? 'start' : 'auto' })
    if (reveal.focusText) focusText(reveal.blockId)
    // Only a new request reveals; the rows change with every keystroke.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [reveal])

  // While the story plays, the script goes along with it.
  const heard = usePlayback((state) =>
    state.status === 'playing' && state.scope === 'story' ? state.blockId : null,
  )
  useEffect(() => {
    const index = heard === null ? -1 : rows.findIndex((row) => row.block.id === heard)
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
    // Only another block scrolls; the rows change with every keystroke.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [heard])

  const last = rows.at(-1)?.block.id ?? trailing.at(-1)?.chapter.id ?? null
  return (
    <section
      className={styles.script}
      ref={scroller}
      data-region="script"
      tabIndex={-1}
      aria-label={t('script.region')}
    >
      <ScriptDrag rows={rows} virtualizer={virtualizer} scroller={scroller} dragged={dragged}>
        <div
          className={styles.list}
          role="list"
          aria-label={t('script.blocks')}
          style={{ height: virtualizer.getTotalSize() }}
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
                className={styles.row}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <BlockRow row={row} />
              </div>
            )
          })}
        </div>
        <DropLine />
      </ScriptDrag>
      <div className={styles.foot}>
        {trailing.map((heading) => (
          <ChapterHeading key={heading.chapter.id} heading={heading} />
        ))}
        {rows.length === 0 ? <p className={styles.empty}>{t('script.empty')}</p> : null}
        <div className={styles.adders}>
          <Button
            icon={<Plus size={15} />}
            onPress={() => {
              addBlockAfter(world, trailing.at(-1)?.chapter.id ?? last)
            }}
          >
            {t('commands.addBlock')}
          </Button>
          <Button
            tone="quiet"
            icon={<Plus size={15} />}
            onPress={() => {
              addChapter(world, t('script.newChapter'), 'end')
            }}
          >
            {t('commands.addChapter')}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** The dragged row stays in the page while the list scrolls away under it. */
function withDragged(range: Range, dragged: number | null): number[] {
  const start = Math.max(0, range.startIndex - range.overscan)
  const end = Math.min(range.count - 1, range.endIndex + range.overscan)
  const indexes = Array.from({ length: Math.max(0, end - start + 1) }, (_, offset) => start + offset)
  if (dragged !== null && dragged < range.count && (dragged < start || dragged > end)) indexes.push(dragged)
  return indexes.sort((a, b) => a - b)
}

/** Puts the cursor into a block's text, once the virtualiser has brought it into the page. */
function focusText(blockId: string): void {
  let triesLeft = 20
  const attempt = () => {
    const text = document.querySelector<HTMLTextAreaElement>(`textarea[data-block="${CSS.escape(blockId)}"]`)
    if (text !== null) {
      text.focus()
      text.setSelectionRange(text.value.length, text.value.length)
    } else if ((triesLeft -= 1) > 0) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}

/** A block with what stands above it: chapter headings, and its silence. */
const BlockRow = memo(function BlockRow({ row }: { row: ScriptRow }) {
  const { t } = useTranslation()
  const { silenceBeforeMs } = row.block
  return (
    <>
      {row.headings.map((heading) => (
        <ChapterHeading key={heading.chapter.id} heading={heading} />
      ))}
      {silenceBeforeMs > 0 ? (
        <div className={styles.silence}>
          {t('script.silence', { seconds: formatSeconds(silenceBeforeMs, 2) })}
        </div>
      ) : null}
      <BlockCard block={row.block} number={row.number} />
    </>
  )
})
