import { GripVertical } from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { Button, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { ChapterId } from '../../../shared/story/records.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import type { ChapterSection } from '../../../shared/story/selectors.ts'
import { moveChapter, placeChapter, revealBlock } from '../../actions/editing.ts'
import { hidePanel } from '../../actions/panels.ts'
import { formatClock } from '../../i18n/format.ts'
import { usePanel } from '../../hooks/panels.ts'
import { useBlockStates, useDeferredStory, useLayout, useViewState, useWorld } from '../../hooks/world.ts'
import { madePercent } from './madePercent.ts'
import styles from './Outline.module.css'

/** The key of the blocks before the first chapter, which stay there. */
const OPENING = 'opening'

const keyOf = ({ chapter }: ChapterSection): string => chapter?.id ?? OPENING

/** The chapters with their lengths: choosing one goes there, and dragging or Alt with an arrow key moves it with its blocks. */
export function Chapters() {
  const { t } = useTranslation()
  const world = useWorld()
  const sections = sectionsOf(useDeferredStory())
  const { chapters: spans } = useLayout()
  const states = useBlockStates()
  const chosen = useViewState((state) => state.selection.at(-1))
  const { isDrawer } = usePanel('left')
  const idOf = (key: unknown): ChapterId | undefined =>
    sections.find((section) => keyOf(section) === key)?.chapter?.id
  const titleOf = ({ chapter, number }: ChapterSection) =>
    chapter === null ? t('app.opening') : t('app.chapterN', { number, title: chapter.title })

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder({ keys, target }) {
      const [id] = [...keys].flatMap((key) => idOf(key) ?? [])
      const at = sections.findIndex((section) => keyOf(section) === target.key)
      const before = sections.slice(target.dropPosition === 'before' ? at : at + 1)
      if (id !== undefined)
        placeChapter(world, id, before.find(({ chapter }) => chapter !== null)?.chapter?.id ?? null)
    },
  })

  const goTo = (key: unknown) => {
    const index = sections.findIndex((section) => keyOf(section) === key)
    const [first] = sections[index]?.blocks ?? []
    if (first !== undefined) revealBlock(world, first.id, false, true)
    world.player.seek(spans[index]?.startMs ?? 0)
    if (isDrawer) hidePanel(world, 'left')
  }
  const moveByKey = (event: KeyboardEvent) => {
    const direction = event.altKey ? MOVES[event.key] : undefined
    const row = event.target instanceof Element ? event.target.closest('[data-key]') : null
    const id = idOf(row?.getAttribute('data-key'))
    if (direction === undefined || id === undefined) return
    event.preventDefault()
    event.stopPropagation()
    moveChapter(world, id, direction)
  }

  const current = sections.findIndex(({ blocks }) => blocks.some(({ id }) => id === chosen))
  return (
    <div onKeyDownCapture={moveByKey}>
      <GridList
        aria-label={t('app.chapters')}
        className={styles.list ?? ''}
        dragAndDropHooks={dragAndDropHooks}
        onAction={goTo}
      >
        {sections.map((section, index) => {
          const span = spans[index]
          const percent = madePercent(section, states)
          const { chapter } = section
          return (
            <GridListItem
              key={keyOf(section)}
              id={keyOf(section)}
              textValue={titleOf(section)}
              className={styles.chapter ?? ''}
              data-current={index === current || undefined}
              data-entry={index === Math.max(0, current) || undefined}
            >
              <span className={styles.place}>
                {chapter === null ? null : (
                  <>
                    <span className={styles.number}>{section.number}</span>
                    <Button slot="drag" className={styles.grip ?? ''}>
                      <GripVertical size={14} />
                    </Button>
                  </>
                )}
              </span>
              <span className={styles.title} title={chapter?.title} dir="auto">
                {chapter?.title ?? t('app.opening')}
              </span>
              {index === current && <span className="visually-hidden">{t('app.currentChapter')}</span>}
              {percent !== null && percent < 100 ? <Ring percent={percent} /> : null}
              <span className={styles.length}>{formatClock((span?.endMs ?? 0) - (span?.startMs ?? 0))}</span>
            </GridListItem>
          )
        })}
      </GridList>
    </div>
  )
}

const MOVES: Readonly<Record<string, -1 | 1 | undefined>> = { ArrowUp: -1, ArrowDown: 1 }

/** How much of a chapter is made. */
function Ring({ percent }: { readonly percent: number }) {
  const { t } = useTranslation()
  const label = t('units.made', { percent })
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={styles.ring}
      style={{ '--part': `${percent}%` } as CSSProperties} // a custom property is no key of CSSProperties
    />
  )
}
