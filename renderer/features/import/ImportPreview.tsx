import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronLeft, ChevronRight, EyeOff, Undo2 } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { changeChapter } from '../../../shared/import/chapterChoices.ts'
import type { PlaceKey } from '../../../shared/import/options.ts'
import { speakersOf } from '../../../shared/import/speakers/speakers.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { PreviewBlock, shorten } from './PreviewBlock.tsx'
import type { ImportReview } from './useImport.ts'
import type { LabelReview } from './AskModel.tsx'
import styles from './Import.module.css'

const ROW_PX = 56
const OVERSCAN = 6

interface ImportPreviewProps {
  readonly review: ImportReview
  readonly labels: LabelReview
}

/** A chapter as it will be in the script, or selected places from all chapters. Only the visible rows and some around them are in the page. */
export const ImportPreview = memo(function ImportPreview({ review, labels }: ImportPreviewProps) {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { tally, options, rows, shown, current, filter: wanted, needRows, showChapter } = review
  const { filter } = shown
  useEffect(() => {
    // In a narrow window the preview is below the pressed control.
    if (wanted !== null) section.current?.scrollIntoView({ block: 'nearest' })
  }, [wanted])
  const speakers = useMemo(() => speakersOf(tally, options), [tally, options])
  const virtualizer = useVirtualizer({
    count: rows.total,
    getScrollElement: () => scroller.current,
    initialRect: { width: 0, height: window.innerHeight / 2 }, // as in the script
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows.at(index)?.key ?? index,
    overscan: useDeferredValue(OVERSCAN, 0), // as in the script
  })
  const items = virtualizer.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
  useEffect(() => {
    needRows(from, to)
  })
  const putBack = (...keys: readonly PlaceKey[]) => {
    review.decide({ putBack: new Set([...review.options.putBack, ...keys]) })
  }
  const include = (index: number) => {
    review.decide({ chapters: changeChapter(review.options.chapters, index, { isIncluded: true }) })
  }
  return (
    <section ref={section} className={styles.right} aria-label={t('imports.preview')}>
      <header className={styles.head}>
        <b>{t('imports.preview')}</b>
        <span className={styles.note}>{t('imports.previewHint')}</span>
        <span className={styles.steps}>
          <IconButton
            label={t('imports.previous')}
            isDisabled={current <= 0}
            onPress={() => {
              showChapter(current - 1)
            }}
          >
            <ChevronLeft size={16} />
          </IconButton>
          {t('imports.chapterOf', { number: current + 1, total: options.chapters.length })}
          <IconButton
            label={t('imports.next')}
            isDisabled={current >= options.chapters.length - 1}
            onPress={() => {
              showChapter(current + 1)
            }}
          >
            <ChevronRight size={16} />
          </IconButton>
        </span>
      </header>
      <div
        ref={scroller}
        key={filter === null ? shown.chapter : filter.kind === 'leftOut' ? filter.reason : filter.kind}
        className={styles.pages}
        tabIndex={0}
        role="group"
        aria-label={t('imports.preview')}
      >
        <div className={styles.page}>
          <h2 className={styles.pageTitle} dir="auto">
            {filter === null ? (
              <>
                {shown.title ?? t('imports.noTitle')}{' '}
                <small>
                  {t('imports.blocks', { count: rows.blocks, formatted: formatCount(rows.blocks) })} ·{' '}
                  {formatClock(shown.lengthMs)}
                </small>
              </>
            ) : filter.kind === 'leftOut' ? (
              t('imports.leftOutTitle', { reason: t(`imports.reasons.${filter.reason}`) })
            ) : (
              t(`imports.filterTitles.${filter.kind}`)
            )}
          </h2>
          {filter !== null || shown.isIncluded ? null : (
            <ChapterLeftOut
              title={null}
              onInclude={() => {
                include(shown.chapter)
              }}
            />
          )}
          <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
            {items.map((item) => {
              const row = rows.at(item.index)
              if (row === undefined) return null
              const { entry } = row
              return (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className={styles.rowBox}
                  data-around={row.isAround || undefined}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {entry.kind === 'block' ? (
                    <PreviewBlock
                      block={entry}
                      number={row.number}
                      review={review}
                      labels={labels}
                      speakers={speakers}
                      onPutBack={putBack}
                    />
                  ) : entry.kind === 'chapter' ? (
                    <ChapterLeftOut
                      title={entry.title}
                      onInclude={() => {
                        include(entry.index)
                      }}
                    />
                  ) : (
                    <p className={styles.leftOut} data-whole={filter !== null || undefined}>
                      <EyeOff size={13} aria-hidden="true" />
                      <span className="visually-hidden">{t('imports.leftOut')}</span>
                      <span dir="auto" title={filter === null ? entry.text : undefined}>
                        {t(`imports.reasons.${entry.piece}`)}: {entry.text}
                      </span>
                      <IconButton
                        label={t('imports.putBack', { text: shorten(entry.text) })}
                        size="small"
                        onPress={() => {
                          putBack(entry.key)
                        }}
                      >
                        <Undo2 size={14} />
                      </IconButton>
                    </p>
                  )}
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </section>
  )
})

/** Says that a chapter is left out, with a button to include it. */
function ChapterLeftOut({
  title,
  onInclude,
}: {
  /** Null if it is already shown above. */
  readonly title: string | null
  readonly onInclude: () => void
}) {
  const { t } = useTranslation()
  return (
    <p className={styles.leftOut}>
      <EyeOff size={13} aria-hidden="true" />
      <span dir="auto">
        {title === null ? t('imports.chapterLeftOut') : t('imports.leftOutChapter', { title })}
      </span>
      <Button tone="quiet" size="small" onPress={onInclude}>
        {t('imports.putChapterBack')}
      </Button>
    </p>
  )
}
