import { GripVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Checkbox, GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components'
import { placeChapter } from '../../../shared/import/chapterChoices.ts'
import type { ChapterChoice } from '../../../shared/import/options.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { CheckMark } from '../../ui/CheckMark.tsx'
import { useRowDrag } from '../../ui/useRowDrag.ts'
import { ChapterTools } from './ChapterTools.tsx'
import type { ImportReview } from './useImport.ts'
import styles from './Import.module.css'

/** The height of a row, in px. */
const ROW_PX = 36

interface ImportChaptersProps {
  readonly review: ImportReview
}

/** A chapter's key, which stays where it is moved or named: no two chapters have a section in common. */
const keyOf = ({ sections }: ChapterChoice): number => sections[0] ?? -1

/** The chapters to be. Space ticks, Enter or a click previews, F2 renames, dragging or Alt with an arrow key moves. */
export function ImportChapters({ review }: ImportChaptersProps) {
  const { t } = useTranslation()
  const { plan: planned, options, decide, current, showChapter: onCurrent } = review
  const [isNaming, setIsNaming] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const chapters = options.chapters
  const included = chapters.filter(({ isIncluded }) => isIncluded).length
  const change = (next: readonly ChapterChoice[]) => {
    decide({ chapters: next })
  }
  const place = (index: number, before: number) => {
    const placed = placeChapter(chapters, index, before)
    if (placed === chapters) return
    change(placed)
    onCurrent(before > index ? before - 1 : before)
  }
  const { drag, start } = useRowDrag<number, number>(list, {
    rowPx: ROW_PX,
    placeAt(wanted) {
      const row = Math.max(0, Math.min(chapters.length, wanted))
      return { row, place: row }
    },
    onDrop: place,
  })
  const indexOf = (key: unknown) => chapters.findIndex((chapter) => String(keyOf(chapter)) === String(key))
  const onKey = (event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-key]') : null
    const index = indexOf(row?.getAttribute('data-key'))
    const moves = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    if (index < 0 || (!moves && event.key !== 'F2')) return
    // The list would move its focus.
    event.preventDefault()
    event.stopPropagation()
    if (moves) place(index, event.key === 'ArrowUp' ? index - 1 : index + 2)
    else {
      onCurrent(index)
      setIsNaming(true)
    }
  }
  const plans = new Map(planned.chapters.map((chapter) => [chapter.first, chapter]))
  const rows = chapters.map((chapter, index) => ({
    ...chapter,
    id: keyOf(chapter),
    index,
    plan: plans.get(keyOf(chapter)),
  }))
  return (
    <section className={styles.left} aria-label={t('imports.chapters')}>
      <header className={styles.head}>
        <Checkbox
          className={styles.check ?? ''}
          aria-label={t('imports.allChapters')}
          isSelected={included === chapters.length}
          isIndeterminate={included > 0 && included < chapters.length}
          onChange={(isIncluded) => {
            change(chapters.map((chapter) => ({ ...chapter, isIncluded })))
          }}
        >
          <CheckMark />
        </Checkbox>
        <b>{t('imports.chapters')}</b>
        <span className={styles.note}>
          {t('imports.chaptersOf', { count: included, total: chapters.length })}
        </span>
        <span className={styles.number}>{t('imports.wordsColumn')}</span>
        <span className={styles.number}>{t('imports.lengthColumn')}</span>
      </header>
      <div className={styles.list} onKeyDownCapture={onKey}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: ROW_PX }}>
          <GridList
            ref={list}
            aria-label={t('imports.chapters')}
            items={rows}
            dependencies={[current, planned, drag?.id]}
            selectionMode="multiple"
            escapeKeyBehavior="none"
            selectedKeys={rows.flatMap(({ id, isIncluded }) => (isIncluded ? [id] : []))}
            onSelectionChange={(keys) => {
              change(
                chapters.map((chapter) => ({
                  ...chapter,
                  isIncluded: keys === 'all' || keys.has(keyOf(chapter)),
                })),
              )
            }}
            onAction={(key) => {
              onCurrent(indexOf(key))
            }}
          >
            {({ index, title, isIncluded, plan }) => (
              <GridListItem
                textValue={title ?? t('imports.noTitle')}
                className={styles.chapter ?? ''}
                data-current={index === current || undefined}
                data-dragging={index === drag?.id || undefined}
              >
                <Checkbox slot="selection" className={styles.check ?? ''}>
                  <CheckMark />
                </Checkbox>
                <span className={styles.place}>
                  <span className={styles.chapterNumber}>{index + 1}</span>
                  {/* For the pointer only: Alt with an arrow key moves a chapter as well. */}
                  <span
                    className={styles.grip}
                    aria-hidden="true"
                    onPointerDown={(event) => {
                      start(event, index)
                    }}
                    onClick={(event) => {
                      event.stopPropagation()
                    }}
                  >
                    <GripVertical size={14} />
                  </span>
                </span>
                <span className={styles.chapterTitle} dir="auto" title={title ?? undefined}>
                  {title ?? t('imports.noTitle')}
                </span>
                <span className={styles.number}>{plan === undefined ? '' : formatCount(plan.words)}</span>
                <span className={styles.number}>
                  {plan === undefined || !isIncluded ? '' : formatClock(plan.lengthMs)}
                </span>
              </GridListItem>
            )}
          </GridList>
        </Virtualizer>
        {drag === null ? null : <div className={styles.line} style={{ top: drag.lineY }} />}
      </div>
      <ChapterTools
        review={review}
        isNaming={isNaming}
        onName={() => {
          setIsNaming(true)
        }}
        onNamed={(isByKey) => {
          setIsNaming(false)
          const chapter = chapters[current]
          if (isByKey && chapter !== undefined)
            list.current?.querySelector<HTMLElement>(`[data-key="${keyOf(chapter)}"]`)?.focus()
        }}
        onPlace={place}
      />
    </section>
  )
}
