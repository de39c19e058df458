import { GripVertical, ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Checkbox, GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components'
import {
  placeChapter,
  changeChapter,
  mergeWithNext,
  splitAtHeadings,
} from '../../../shared/import/chapterChoices.ts'
import type { ChapterChoice } from '../../../shared/import/options.ts'
import type { PlanView } from '../../../shared/import/reviewView.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CheckMark } from '../../ui/CheckMark.tsx'
import { useRowsInSteps } from '../../ui/Later.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useRowDrag } from '../../ui/trackDrag.ts'
import styles from './Import.module.css'
import type { ImportReview } from './useImport.ts'

/** The height of a row, in px. */
const ROW_PX = 36

interface ImportChaptersProps extends Pick<
  ImportReview,
  'source' | 'plan' | 'current' | 'decide' | 'showChapter'
> {
  readonly chapters: readonly ChapterChoice[]
}

/** A chapter's key, which stays the same if it is moved or renamed: no two chapters share a section. */
const keyOf = ({ sections }: ChapterChoice): number => sections[0] ?? -1

/** Moves a chapter to before another, counted while it is still there. It stays the one in the preview. */
function moveChapter(
  { chapters, decide, showChapter }: Pick<ChapterListProps, 'chapters' | 'decide' | 'showChapter'>,
  index: number,
  before: number,
): void {
  const placed = placeChapter(chapters, index, before)
  if (placed === chapters) return
  decide({ chapters: placed })
  showChapter(before > index ? before - 1 : before)
}

/** The chapters to import. Space ticks, Enter or a click previews, F2 renames, dragging or Alt with an arrow key moves. */
export const ImportChapters = memo(function ImportChapters(props: ImportChaptersProps) {
  const { t } = useTranslation()
  const { source, chapters, plan, current, decide, showChapter } = props
  const [isNaming, setIsNaming] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const included = chapters.filter(({ isIncluded }) => isIncluded).length
  return (
    <section className={styles.left} aria-label={t('imports.chapters')}>
      <header className={styles.head}>
        <Checkbox
          className={styles.check ?? ''}
          aria-label={t('imports.allChapters')}
          isSelected={included === chapters.length}
          isIndeterminate={included > 0 && included < chapters.length}
          onChange={(isIncluded) => {
            decide({ chapters: chapters.map((chapter) => ({ ...chapter, isIncluded })) })
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
      <ChapterList
        list={list}
        chapters={chapters}
        planned={plan.chapters}
        current={current}
        decide={decide}
        showChapter={showChapter}
        onNaming={setIsNaming}
      />
      <ChapterTools
        source={source}
        chapters={chapters}
        current={current}
        decide={decide}
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
        onPlace={(index, before) => {
          moveChapter({ chapters, decide, showChapter }, index, before)
        }}
      />
    </section>
  )
})

interface ChapterListProps extends Pick<ImportReview, 'current' | 'decide' | 'showChapter'> {
  readonly list: RefObject<HTMLDivElement | null>
  readonly chapters: readonly ChapterChoice[]
  readonly planned: PlanView['chapters']
  readonly onNaming: (isNaming: boolean) => void
}

/** The list is drawn again only for what it shows: most decisions are about something else. */
const ChapterList = memo(function ChapterList(props: ChapterListProps) {
  const { t } = useTranslation()
  const { list, chapters, planned, current, decide, showChapter, onNaming } = props
  const place = (index: number, before: number) => {
    moveChapter(props, index, before)
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
    // Otherwise the list would move its focus.
    event.preventDefault()
    event.stopPropagation()
    if (moves) place(index, event.key === 'ArrowUp' ? index - 1 : index + 2)
    else {
      showChapter(index)
      onNaming(true)
    }
  }
  // The list draws again only rows that are other objects than before.
  const all = useMemo(() => {
    const plans = new Map(planned.map((chapter) => [chapter.first, chapter]))
    return chapters.map((chapter, index) => ({
      ...chapter,
      id: keyOf(chapter),
      index,
      plan: plans.get(keyOf(chapter)),
    }))
  }, [chapters, planned])
  const rows = useRowsInSteps(all)
  return (
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
            decide({
              chapters: chapters.map((chapter) => ({
                ...chapter,
                isIncluded: keys === 'all' || keys.has(keyOf(chapter)),
              })),
            })
          }}
          onAction={(key) => {
            showChapter(indexOf(key))
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
                {/* For the pointer only: with the keyboard, Alt with an arrow key moves a chapter. */}
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
  )
})

interface ChapterToolsProps extends Pick<ImportChaptersProps, 'source' | 'chapters' | 'current' | 'decide'> {
  readonly isNaming: boolean
  readonly onName: () => void
  /** Renaming has ended; `isByKey` if the focus must return to the chapter. */
  readonly onNamed: (isByKey: boolean) => void
  /** Moves the chapter at a place to before another, counted while it is still there. */
  readonly onPlace: (index: number, before: number) => void
}

/** Tools for the chapter in the preview: merging, splitting, moving, and its title. */
function ChapterTools(props: ChapterToolsProps) {
  const { t } = useTranslation()
  const { source, chapters, current, decide, isNaming, onName, onNamed, onPlace } = props
  const choice = chapters[current]
  const change = (next: readonly ChapterChoice[]) => {
    decide({ chapters: next })
  }
  if (isNaming && choice !== undefined)
    return (
      <footer className={styles.foot}>
        <Naming
          title={choice.title}
          onChange={(title) => {
            change(changeChapter(chapters, current, { title }))
          }}
          onEnd={onNamed}
        />
      </footer>
    )
  return (
    <footer className={styles.foot}>
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
        aria-label={t('imports.split')}
        isDisabled={(choice?.sections.length ?? 0) < 2}
        onPress={() => {
          change(splitAtHeadings(chapters, current, source))
        }}
      >
        {t('imports.splitShort')}
      </Button>
      <Button onPress={onName}>{t('imports.rename')}</Button>
      <span className={styles.steps}>
        <IconButton
          label={t('commands.moveUp')}
          isDisabled={current <= 0}
          onPress={() => {
            onPlace(current, current - 1)
          }}
        >
          <ArrowUp size={16} />
        </IconButton>
        <IconButton
          label={t('commands.moveDown')}
          isDisabled={current >= chapters.length - 1}
          onPress={() => {
            onPlace(current, current + 2)
          }}
        >
          <ArrowDown size={16} />
        </IconButton>
      </span>
    </footer>
  )
}

interface NamingProps {
  readonly title: string | null
  readonly onChange: (title: string | null) => void
  readonly onEnd: (isByKey: boolean) => void
}

/** The title of a chapter in a field: Enter and leaving the field keep it, Escape restores the previous one. */
function Naming({ title, onChange, onEnd }: NamingProps) {
  const { t } = useTranslation()
  const [before] = useState(title)
  return (
    <form
      className={styles.naming}
      onSubmit={(event) => {
        event.preventDefault()
        onEnd(true)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation() // otherwise it would close the review
        onChange(before)
        onEnd(true)
      }}
      onBlur={() => {
        onEnd(false)
      }}
    >
      <TextField
        label={t('imports.chapterTitle')}
        value={title ?? ''}
        autoFocus
        onChange={(typed) => {
          onChange(typed === '' ? null : typed)
        }}
      />
    </form>
  )
}
