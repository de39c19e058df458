import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronLeft, ChevronRight, EyeOff, Undo2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { changeChapter } from '../../../shared/import/chapterChoices.ts'
import type { PlaceKey } from '../../../shared/import/options.ts'
import { speakersOf } from '../../../shared/import/speakers/speakers.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { PreviewBlock, shorten } from './PreviewBlock.tsx'
import { filteredRows, rowsOf } from './previewRows.ts'
import type { PreviewFilter } from './previewRows.ts'
import type { ImportReview } from './useImport.ts'
import type { LabelReview } from './useLabels.ts'
import styles from './Import.module.css'

const ROW_PX = 56

interface ImportPreviewProps {
  readonly review: ImportReview
  readonly labels: LabelReview
  readonly current: number
  /** Null for the whole chapter. */
  readonly filter: PreviewFilter | null
  readonly onCurrent: (index: number) => void
}

/** A chapter as it will be in the script, or places of all chapters. Only the rows in view are in the page. */
export function ImportPreview({ review, labels, current, filter, onCurrent }: ImportPreviewProps) {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In a narrow window the preview stands below what was pressed.
    if (filter !== null) section.current?.scrollIntoView({ block: 'nearest' })
  }, [filter])
  const { planned } = review
  const chapter = planned.chapters[current]
  const { suggestions, options } = planned
  const speakers = useMemo(() => speakersOf(suggestions, options), [suggestions, options])
  const rows = useMemo(() => {
    if (filter === null) return chapter === undefined ? [] : rowsOf(chapter, current)
    return filteredRows(planned, filter)
  }, [planned, chapter, current, filter])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  })
  const blocks = rows.filter(({ entry }) => entry.kind === 'block').length
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
              onCurrent(current - 1)
            }}
          >
            <ChevronLeft size={16} />
          </IconButton>
          {t('imports.chapterOf', { number: current + 1, total: planned.chapters.length })}
          <IconButton
            label={t('imports.next')}
            isDisabled={current >= planned.chapters.length - 1}
            onPress={() => {
              onCurrent(current + 1)
            }}
          >
            <ChevronRight size={16} />
          </IconButton>
        </span>
      </header>
      <div
        ref={scroller}
        key={filter === null ? current : filter.kind === 'leftOut' ? filter.reason : filter.kind}
        className={styles.pages}
        tabIndex={0}
        role="group"
        aria-label={t('imports.preview')}
      >
        <div className={styles.page}>
          <h2 className={styles.pageTitle} dir="auto">
            {filter === null ? (
              <>
                {chapter?.title ?? t('imports.noTitle')}{' '}
                <small>
                  {t('imports.blocks', { count: blocks, formatted: formatCount(blocks) })}
                  {chapter === undefined ? null : ` · ${formatClock(chapter.lengthMs)}`}
                </small>
              </>
            ) : filter.kind === 'leftOut' ? (
              t('imports.leftOutTitle', { reason: t(`imports.reasons.${filter.reason}`) })
            ) : (
              t(`imports.filterTitles.${filter.kind}`)
            )}
          </h2>
          {filter !== null || chapter === undefined || chapter.isIncluded ? null : (
            <ChapterLeftOut
              title={null}
              onInclude={() => {
                include(current)
              }}
            />
          )}
          <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index]
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
}

/** Says of a chapter that it is left out, and puts it back. */
function ChapterLeftOut({
  title,
  onInclude,
}: {
  /** Null if it stands above already. */
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
