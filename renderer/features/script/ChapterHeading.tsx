import { Ellipsis, Pause, Volume2 } from 'lucide-react'
import { memo } from 'react'
import { findChapter, sectionsOf, titleBesideNumber } from '../../../shared/story/selectors.ts'
import { renameChapter, speakTitle } from '../../../shared/story/castCommands.ts'
import { speaksTitle, titleBlockOf, titleId } from '../../../shared/story/heardBlocks.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { chooseChapter } from '../../actions/choosing.ts'
import { leaveForRow, moveChapter, remove } from '../../actions/editing.ts'
import { playBlock } from '../../actions/playing.ts'
import { useLayout, useNewName, usePlayback, useSession, useStory } from '../../hooks/session.ts'
import { formatClock } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { IconButton } from '../../ui/Button.tsx'
import { KeptCursor } from '../../ui/TextField.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import styles from './ChapterHeading.module.css'
import type { Heading } from './rows.ts'

/** A chapter's title, edited in place, with the length of the chapter and its actions. */
export const ChapterHeading = memo(function ChapterHeading({ heading }: { readonly heading: Heading }) {
  const { t } = useTranslation()
  const session = useSession()
  const { chapter, number } = heading
  const isLast = useStory((story) => sectionsOf(story).at(-1)?.number === number)
  // The heading may be drawn from a deferred story; the typed text is not.
  const title = useStory((story) => findChapter(story, chapter.id)?.title ?? chapter.title)
  const isSpoken = useStory((story) => speaksTitle(story, findChapter(story, chapter.id) ?? chapter))
  const name = useNewName(chapter.id)
  return (
    <div className={styles.chapter}>
      <h2>
        <input
          ref={name}
          className={styles.title}
          dir="auto"
          value={title}
          maxLength={MAX_LABEL}
          aria-label={t('script.chapterTitle', { number })}
          placeholder={t('script.newChapter')}
          onChange={(event) => {
            const story = storyOf(session)
            const change = renameChapter(story, chapter.id, event.target.value)
            session.edit('edits.rename', change, `chapter:${chapter.id}`)
          }}
          onKeyDown={({ key, nativeEvent, currentTarget }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) leaveForRow(session, currentTarget, chapter.id)
          }}
        />
        <KeptCursor field={name} value={title} />
      </h2>
      <TitleSound heading={heading} />
      <ChapterFacts heading={heading} saysNumber={titleBesideNumber(title, number) === title} />
      <MenuButton
        label={t('script.chapterMenu', { number })}
        entries={[
          {
            id: 'up',
            label: t('script.moveChapterUp', { number }),
            isDisabled: number === 1,
            onAction: () => moveChapter(session, chapter.id, -1),
          },
          {
            id: 'down',
            label: t('script.moveChapterDown', { number }),
            isDisabled: isLast,
            onAction: () => moveChapter(session, chapter.id, 1),
          },
          {
            id: 'select',
            label: t('script.selectChapter', { number }),
            onAction: () => chooseChapter(session, chapter.id),
          },
          {
            id: 'speak',
            label: t(isSpoken ? 'script.leaveTitle' : 'script.speakTitle', { number }),
            onAction: () => {
              const story = storyOf(session)
              session.edit('edits.speakTitles', speakTitle(story, chapter.id, !isSpoken))
            },
          },
          {
            id: 'remove',
            label: t('script.removeChapter', { number }),
            startsGroup: true,
            onAction: () => remove(session, [chapter.id]),
          },
        ]}
      >
        <Ellipsis size={15} />
      </MenuButton>
    </div>
  )
})

/** Plays a spoken title; other titles have no button. */
function TitleSound({ heading: { chapter, number } }: { readonly heading: Heading }) {
  const { t } = useTranslation()
  const session = useSession()
  const id = titleId(chapter.id)
  const isHeard = useStory((story) => titleBlockOf(story, findChapter(story, chapter.id) ?? chapter) !== null)
  const isPlaying = usePlayback(({ status, blockId }) => status === 'playing' && blockId === id)
  if (!isHeard) return null
  return (
    <IconButton
      size="small"
      label={t(isPlaying ? 'script.pauseTitle' : 'script.playTitle', { number })}
      onPress={() => {
        playBlock(session, id).catch(session.report)
      }}
    >
      {isPlaying ? <Pause size={14} /> : <Volume2 size={14} />}
    </IconButton>
  )
}

interface ChapterFactsProps {
  readonly heading: Heading
  /** Whether to show the number, which the title may already contain; true by default. */
  readonly saysNumber?: boolean
}

/** A chapter's number, its blocks and its length. */
export function ChapterFacts({ heading, saysNumber = true }: ChapterFactsProps) {
  const { chapter, number, blocks } = heading
  const { t } = useTranslation()
  const span = useLayout().chapters.find(({ id }) => id === chapter.id)
  return (
    <span className={styles.facts}>
      {t(saysNumber ? 'script.chapterFacts' : 'script.storyFacts', {
        number,
        blocks: t('units.blocks', { count: blocks }),
        length: formatClock((span?.endMs ?? 0) - (span?.startMs ?? 0)),
      })}
    </span>
  )
}
