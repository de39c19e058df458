import type { TFunction } from 'i18next'
import { CircleCheck, MessageSquareText, RotateCcw } from 'lucide-react'
import type { Block, BlockMark } from '../../shared/story/records.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import styles from './NoteMarks.module.css'

/** The icon of each mark. */
export const MARK_ICONS = { retake: RotateCcw, done: CircleCheck } as const satisfies Record<
  BlockMark,
  unknown
>

type Noted = Pick<Block, 'notes' | 'mark'>

/** The mark and the note of a block in words, for the accessible name of the block's element; empty if it has neither. */
export function noteTexts(t: TFunction, { notes, mark }: Noted): readonly string[] {
  return [
    ...(mark === null ? [] : [t(`notes.marks.${mark}`)]),
    ...(notes === '' ? [] : [t('notes.hasNote', { text: notes })]),
  ]
}

/** The mark of a block and the icon of its note, each with its words; nothing if it has neither. */
export function NoteMarks({ block: { notes, mark } }: { readonly block: Noted }) {
  const { t } = useTranslation()
  if (mark === null && notes === '') return null
  const Mark = mark === null ? null : MARK_ICONS[mark]
  const text = t('notes.hasNote', { text: notes })
  return (
    <span className={styles.marks}>
      {mark === null || Mark === null ? null : (
        <span role="img" aria-label={t(`notes.marks.${mark}`)} title={t(`notes.marks.${mark}`)}>
          <Mark size={13} className={styles[mark]} />
        </span>
      )}
      {notes === '' ? null : (
        <span role="img" aria-label={text} title={text}>
          <MessageSquareText size={13} />
        </span>
      )}
    </span>
  )
}
