import { GripVertical, Plus } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, useRef } from 'react'
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components'
import { derive } from '../../../shared/lib/derive.ts'
import { type ChapterSection, sectionsOf, titleBesideNumber } from '../../../shared/story/selectors.ts'
import type { BlockId, Chapter, ChapterId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { addChapter, moveChapter, placeChapter, revealBlock } from '../../actions/editing.ts'
import { hidePanel } from '../../actions/panels.ts'
import { usePanel, useSection } from '../../hooks/app.ts'
import {
  useBlockStates,
  useDeferredStory,
  useEditor,
  useLayout,
  useSession,
  useStory,
} from '../../hooks/session.ts'
import { formatClock } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { type BlockState, isMade } from '../../stores/blockState.ts'
import { layoutOf } from '../../stores/timing.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useRowsInSteps } from '../../ui/Later.tsx'
import { Section } from '../../ui/Section.tsx'
import { useRowDrag } from '../../ui/trackDrag.ts'
import styles from './Outline.module.css'

/** The chapters of the story, as a section of the left panel. */
export function Outline() {
  const { t } = useTranslation()
  const session = useSession()
  const count = useStory((story) => sectionsOf(story).at(-1)?.number ?? 0)
  return (
    <Section
      title={t('app.outline')}
      count={count}
      {...useSection('outline')}
      action={
        <IconButton
          label={t('app.addChapterLast')}
          size="small"
          onPress={() => {
            addChapter(session, t('script.newChapter'), 'end')
          }}
        >
          <Plus size={16} />
        </IconButton>
      }
    >
      {count === 0 ? <p className={styles.empty}>{t('app.outlineEmpty')}</p> : <Chapters />}
    </Section>
  )
}

/** The height of a row, in px. */
const ROW_PX = 30
/** The key of the blocks before the first chapter, which stay there. */
const OPENING = 'opening'

/** The chapters with their lengths: selecting one goes there, and dragging or Alt with an arrow key moves it with its blocks. */
const Chapters = memo(function Chapters() {
  const { t } = useTranslation()
  const session = useSession()
  const rows = useStory(rowsOf)
  const drawnRows = useRowsInSteps(rows)
  const { isDrawer } = usePanel('left')
  const list = useRef<HTMLDivElement>(null)
  const { drag, start } = useRowDrag<ChapterId, ChapterId | null>(list, {
    rowPx: ROW_PX,
    placeAt(wanted) {
      const story = storyOf(session)
      const sections = sectionsOf(story)
      const first = sections[0]?.chapter === null ? 1 : 0 // the opening stays first
      const row = Math.max(first, Math.min(sections.length, wanted))
      return { row, place: sections[row]?.chapter?.id ?? null }
    },
    onDrop(id, before) {
      placeChapter(session, id, before)
    },
  })
  const rowAt = (key: unknown) => rows.find(({ id }) => id === key)
  const chapterAt = (key: unknown): ChapterId | undefined => rowAt(key)?.chapter?.id

  const goTo = (key: unknown) => {
    const { audio, player } = session
    const story = storyOf(session)
    const index = rowAt(key)?.index
    if (index === undefined) return
    const [first] = sectionsOf(story)[index]?.blocks ?? []
    if (first !== undefined) revealBlock(session, first.id, false, true)
    player.seek(layoutOf(story, audio.getState().takes).chapters[index]?.startMs ?? 0)
    if (isDrawer) hidePanel(session, 'left')
  }
  const moveByKey = (event: KeyboardEvent) => {
    const direction = event.altKey ? MOVES[event.key] : undefined
    const row = event.target instanceof Element ? event.target.closest('[data-key]') : null
    const id = chapterAt(row?.getAttribute('data-key'))
    if (direction === undefined || id === undefined) return
    event.preventDefault()
    event.stopPropagation()
    moveChapter(session, id, direction)
  }

  return (
    <div className={styles.box} onKeyDownCapture={moveByKey}>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: ROW_PX }}>
        <GridList
          aria-label={t('app.chapters')}
          className={styles.list ?? ''}
          ref={list}
          items={drawnRows}
          dependencies={[t, drag?.id]}
          onAction={goTo}
        >
          {(row) => (
            <GridListItem
              textValue={
                row.chapter === null
                  ? t('app.opening')
                  : // As the row shows the number. All rows have their text at once, and a story can have thousands.
                    t('app.chapterN', { number: String(row.number), title: row.chapter.title })
              }
              className={styles.chapter ?? ''}
              data-dragging={row.id === drag?.id || undefined}
            >
              <ChapterRow row={row} onDrag={start} />
            </GridListItem>
          )}
        </GridList>
      </Virtualizer>
      {drag === null ? null : <div className={styles.line} style={{ top: drag.lineY }} />}
    </div>
  )
})

const MOVES: Readonly<Record<string, -1 | 1 | undefined>> = { ArrowUp: -1, ArrowDown: 1 }

/** A chapter, or the blocks before the first chapter, in its place in the list. */
interface Row extends Pick<ChapterSection, 'chapter' | 'number'> {
  readonly id: ChapterId | typeof OPENING
  /** Its place among the sections of the story. */
  readonly index: number
}

const OPENING_ROW: Row = { id: OPENING, chapter: null, number: 0, index: 0 }
/** The row of a chapter; the same value as before if nothing about it changed, so that it is not drawn again. */
const rowOf = derive((chapter: Chapter, number: number, index: number): Row => ({
  ...{ id: chapter.id, chapter, number, index },
}))

const newRows = (story: Story): readonly Row[] =>
  sectionsOf(story).map(({ chapter, number }, index) =>
    chapter === null ? OPENING_ROW : rowOf(chapter, number, index),
  )

/** The rows of a story's sections; the same list as before if nothing about it changed, because it is requested with each letter. */
const rowsOf = derive(newRows, ({ value }, story) => {
  const sections = sectionsOf(story)
  const isSame = sections.every(({ chapter }, index) => chapter === value[index]?.chapter)
  return isSame && sections.length === value.length ? value : undefined
})

interface ChapterRowProps {
  readonly row: Row
  /** The handle of a chapter was pressed. */
  readonly onDrag: (event: PointerEvent, id: ChapterId) => void
}

/** The content of a chapter's row. */
function ChapterRow({ row: { chapter, number, index }, onDrag }: ChapterRowProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.row}>
      <span className={styles.place}>
        {chapter === null ? null : (
          <>
            <span className={styles.number}>{number}</span>
            {/* For the pointer only: with the keyboard, Alt with an arrow key moves a chapter. */}
            <span
              className={styles.grip}
              aria-hidden="true"
              onPointerDown={(event) => {
                onDrag(event, chapter.id)
              }}
              onClick={(event) => {
                event.stopPropagation()
              }}
            >
              <GripVertical size={14} />
            </span>
          </>
        )}
      </span>
      <span className={styles.title} title={chapter?.title} dir="auto">
        {chapter === null ? t('app.opening') : titleBesideNumber(chapter.title, number)}
      </span>
      <Facts index={index} />
    </div>
  )
}

/** Whether a section contains the chosen block, how much of it is rendered, and its length. */
function Facts({ index }: Pick<Row, 'index'>) {
  const section = sectionsOf(useDeferredStory())[index]
  const { startMs = 0, endMs = 0 } = useLayout().chapters[index] ?? {}
  const states = useBlockStates()
  const isCurrent = useEditor(({ selection }) => {
    const chosen = selection.at(-1)
    return section?.blocks.some(({ id }) => id === chosen) === true
  })
  const percent = section === undefined ? null : madePercent(section, states)
  return <FactsOf isCurrent={isCurrent} percent={percent} length={formatClock(endMs - startMs)} />
}

interface FactsOfProps {
  readonly isCurrent: boolean
  readonly percent: number | null
  readonly length: string
}

const FactsOf = memo(function FactsOf({ isCurrent, percent, length }: FactsOfProps) {
  const { t } = useTranslation()
  return (
    <>
      {isCurrent && (
        <span className="visually-hidden" data-current data-entry>
          {t('app.currentChapter')}
        </span>
      )}
      {percent !== null && percent < 100 ? <Ring percent={percent} /> : null}
      <span className={styles.length}>{length}</span>
    </>
  )
})

/** How much of a chapter is rendered. */
function Ring({ percent }: { readonly percent: number }) {
  const { t } = useTranslation()
  const label = t('units.made', { percent })
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={styles.ring}
      style={{ '--part': `${percent}%` } as CSSProperties} // CSSProperties does not include custom properties
    />
  )
}

/** How many of a chapter's blocks with words are rendered, in whole percent; null if none has words. Less than all is never 100. */
function madePercent({ blocks }: ChapterSection, states: ReadonlyMap<BlockId, BlockState>): number | null {
  const kinds = blocks.flatMap(({ id }) => states.get(id)?.kind ?? []).filter((kind) => kind !== 'empty')
  if (kinds.length === 0) return null
  return Math.floor((100 * kinds.filter(isMade).length) / kinds.length)
}
