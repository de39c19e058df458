import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { changeChapter, mergeWithNext, splitAtHeadings } from '../../../shared/import/chapterChoices.ts'
import type { ChapterChoice } from '../../../shared/import/options.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { ImportReview } from './useImport.ts'
import styles from './Import.module.css'

interface ChapterToolsProps {
  readonly review: ImportReview
  readonly isNaming: boolean
  readonly onName: () => void
  /** Nothing is typed any more; `isByKey` where the focus is to go back to the chapter. */
  readonly onNamed: (isByKey: boolean) => void
  /** Moves the chapter at a place to before another, counted while it is still there. */
  readonly onPlace: (index: number, before: number) => void
}

/** What is done to the chapter that the preview shows: merging, splitting, moving, and its title. */
export function ChapterTools({ review, isNaming, onName, onNamed, onPlace }: ChapterToolsProps) {
  const { t } = useTranslation()
  const { source, options, decide, current } = review
  const { chapters } = options
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

/** The title of a chapter in a field: Enter and leaving the field keep it, Escape brings back the one before. */
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
        event.stopPropagation() // it would close the review
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
