import { ArrowDown, ArrowUp, Check, Minus } from 'lucide-react'
import { useState } from 'react'
import { Checkbox, GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components'
import {
  changeChapter,
  mergeWithNext,
  moveChapter,
  splitAtHeadings,
} from '../../../shared/import/chapterChoices.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { lengthOf } from './lengthOf.ts'
import type { ImportReview } from './useImport.ts'
import styles from './Import.module.css'

const ROW_PX = 36

interface ImportChaptersProps {
  readonly review: ImportReview
  readonly current: number
  readonly onCurrent: (index: number) => void
}

/** The chapters to be. Space ticks, Enter or a click previews, F2 renames, Alt with an arrow key moves. */
export function ImportChapters({ review, current, onCurrent }: ImportChaptersProps) {
  const { t } = useTranslation()
  const { planned, options, decide } = review
  const [isNaming, setIsNaming] = useState(false)
  const chapters = options.chapters
  const choice = chapters[current]
  const included = chapters.filter(({ isIncluded }) => isIncluded).length
  const change = (next: typeof chapters) => {
    decide({ chapters: next })
  }
  const move = (by: -1 | 1) => {
    const moved = moveChapter(chapters, current, by)
    if (moved === chapters) return
    change(moved)
    onCurrent(current + by)
  }
  const rows = chapters.map((chapter, index) => ({ ...chapter, index, plan: planned.chapters[index] }))
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
          <Box />
        </Checkbox>
        <b>{t('imports.chapters')}</b>
        <span className={styles.note}>
          {t('imports.chaptersOf', { count: included, total: chapters.length })}
        </span>
        <span className={styles.number}>{t('imports.wordsColumn')}</span>
        <span className={styles.number}>{t('imports.lengthColumn')}</span>
      </header>
      <div
        className={styles.list}
        onKeyDown={(event) => {
          if (event.key === 'F2') setIsNaming(true)
        }}
        onKeyDownCapture={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
          // The list would move its focus.
          event.preventDefault()
          event.stopPropagation()
          move(event.key === 'ArrowUp' ? -1 : 1)
        }}
      >
        <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: ROW_PX }}>
          <GridList
            aria-label={t('imports.chapters')}
            items={rows}
            dependencies={[current, planned]}
            selectionMode="multiple"
            escapeKeyBehavior="none"
            selectedKeys={rows.flatMap(({ index, isIncluded }) => (isIncluded ? [index] : []))}
            onSelectionChange={(keys) => {
              change(
                chapters.map((chapter, index) => ({
                  ...chapter,
                  isIncluded: keys === 'all' || keys.has(index),
                })),
              )
            }}
            onAction={(key) => {
              onCurrent(Number(key))
            }}
          >
            {({ index, title, isIncluded, plan }) => (
              <GridListItem
                id={index}
                textValue={title ?? t('imports.noTitle')}
                className={styles.chapter ?? ''}
                data-current={index === current || undefined}
              >
                <Checkbox slot="selection" className={styles.check ?? ''}>
                  <Box />
                </Checkbox>
                <span className={styles.chapterNumber}>{index + 1}</span>
                <span className={styles.chapterTitle} dir="auto" title={title ?? undefined}>
                  {title ?? t('imports.noTitle')}
                </span>
                <span className={styles.number}>{plan === undefined ? '' : formatCount(plan.words)}</span>
                <span className={styles.number}>
                  {plan === undefined || !isIncluded ? '' : formatClock(lengthOf(plan))}
                </span>
              </GridListItem>
            )}
          </GridList>
        </Virtualizer>
      </div>
      <footer className={styles.foot}>
        {isNaming && choice !== undefined ? (
          <form
            className={styles.naming}
            onSubmit={(event) => {
              event.preventDefault()
              setIsNaming(false)
            }}
          >
            <TextField
              label={t('imports.chapterTitle')}
              value={choice.title ?? ''}
              autoFocus
              onChange={(title) => {
                change(changeChapter(chapters, current, { title }))
              }}
            />
          </form>
        ) : (
          <>
            <Button
              aria-label={t('imports.merge')}
              isDisabled={current >= chapters.length - 1}
              onPress={() => {
                change(mergeWithNext(chapters, current))
              }}
            >
              {t('imports.mergeShort')}
            </Button>
            <Button
              isDisabled={(choice?.sections.length ?? 0) < 2}
              onPress={() => {
                change(splitAtHeadings(chapters, current, planned.source))
              }}
            >
              {t('imports.split')}
            </Button>
            <Button
              onPress={() => {
                setIsNaming(true)
              }}
            >
              {t('imports.rename')}
            </Button>
            <IconButton
              label={t('commands.moveUp')}
              isDisabled={current <= 0}
              onPress={() => {
                move(-1)
              }}
            >
              <ArrowUp size={16} />
            </IconButton>
            <IconButton
              label={t('commands.moveDown')}
              isDisabled={current >= chapters.length - 1}
              onPress={() => {
                move(1)
              }}
            >
              <ArrowDown size={16} />
            </IconButton>
          </>
        )}
      </footer>
    </section>
  )
}

function Box() {
  return (
    <span className={styles.box} aria-hidden="true">
      <Check size={12} />
      <Minus size={12} />
    </span>
  )
}
