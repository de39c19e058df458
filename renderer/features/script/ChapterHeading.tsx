import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { renameChapter } from '../../../shared/story/castCommands.ts'
import { moveChapter, remove } from '../../actions/editing.ts'
import { formatClock } from '../../i18n/format.ts'
import { useNewName } from '../../hooks/newName.ts'
import { useLayout, useStory, useWorld } from '../../hooks/world.ts'
import { IconButton } from '../../ui/Button.tsx'
import { KeptCursor } from '../../ui/KeptCursor.ts'
import type { Heading } from './rows.ts'
import styles from './Script.module.css'

/** A chapter's title, written in place, with how long the chapter is. */
export function ChapterHeading({ heading }: { heading: Heading }) {
  const { t } = useTranslation()
  const world = useWorld()
  const story = useStory()
  const name = useNewName(heading.chapter.id)
  const span = useLayout().chapters.find((candidate) => candidate.id === heading.chapter.id)
  const { chapter, number, blocks } = heading
  return (
    <div className={styles.chapter}>
      <h2>
        <input
          ref={name}
          className={styles.chapterTitle}
          dir="auto"
          value={chapter.title}
          maxLength={MAX_LABEL}
          aria-label={t('script.chapterTitle', { number })}
          placeholder={t('script.newChapter')}
          onChange={(event) => {
            const change = renameChapter(story, chapter.id, event.target.value)
            world.edit('edits.rename', change, `chapter:${chapter.id}`)
          }}
        />
        <KeptCursor field={name} value={chapter.title} />
      </h2>
      <span className={styles.chapterFacts}>
        {t('script.chapterFacts', {
          number,
          blocks: t('units.blocks', { count: blocks }),
          length: formatClock((span?.endMs ?? 0) - (span?.startMs ?? 0)),
        })}
      </span>
      <span className={styles.chapterTools}>
        <IconButton
          label={t('script.moveChapterUp', { number })}
          isDisabled={number === 1}
          onPress={() => {
            moveChapter(world, chapter.id, -1)
          }}
        >
          <ArrowUp size={14} />
        </IconButton>
        <IconButton
          label={t('script.moveChapterDown', { number })}
          isDisabled={number === sectionsOf(story).at(-1)?.number}
          onPress={() => {
            moveChapter(world, chapter.id, 1)
          }}
        >
          <ArrowDown size={14} />
        </IconButton>
        <IconButton
          label={t('script.removeChapter', { number })}
          onPress={() => {
            remove(world, [chapter.id])
          }}
        >
          <Trash2 size={14} />
        </IconButton>
      </span>
    </div>
  )
}
