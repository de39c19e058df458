import type { TFunction } from 'i18next'
import { CircleCheck, MessageSquareText, RotateCcw } from 'lucide-react'
import { MAX_NOTES } from '../../shared/story/limits.ts'
import { BLOCK_MARKS, type Block, type BlockMark } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { commandTip } from '../actions/commands.ts'
import { setMark, setNotes } from '../actions/notes.ts'
import { useEditor, useStory, useSession } from '../hooks/session.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { IconToggle } from '../ui/Button.tsx'
import { TextAreaField } from '../ui/TextField.tsx'
import styles from './NoteFields.module.css'

const COMMANDS = { retake: 'markRetake', done: 'markDone' } as const

/** The note and the mark of the chosen blocks. Setting one here replaces differing values. */
export function NoteFields() {
  const { t } = useTranslation()
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const { notes, mark, isMixed } = useStory((story) => {
    const [first, ...others] = selection.flatMap((id) => findBlock(story, id) ?? [])
    const hasSame = others.every((block) => block.notes === first?.notes)
    return {
      notes: hasSame ? (first?.notes ?? '') : '',
      isMixed: !hasSame,
      mark: others.every((block) => block.mark === first?.mark) ? (first?.mark ?? null) : null,
    }
  })
  const { length } = selection
  return (
    <div className={styles.fields} data-note>
      <TextAreaField
        label={length > 1 ? t('notes.noteOfSeveral', { count: length }) : t('notes.note')}
        value={notes}
        rows={2}
        maxLength={MAX_NOTES}
        placeholder={isMixed ? t('inspector.mixed') : t('notes.notePlaceholder')}
        onChange={(text) => setNotes(session, selection, text)}
      />
      <div className={styles.marks} role="group" aria-label={t('notes.mark')}>
        {BLOCK_MARKS.map((each) => {
          const Icon = MARK_ICONS[each]
          return (
            <IconToggle
              key={each}
              label={t(`notes.marks.${each}`)}
              tip={commandTip(session, COMMANDS[each], t(`notes.marks.${each}`))}
              isOn={mark === each}
              onChange={(isOn) => setMark(session, selection, isOn ? each : null)}
            >
              <Icon size={14} />
            </IconToggle>
          )
        })}
      </div>
    </div>
  )
}

/** The icon of each mark. */
const MARK_ICONS = { retake: RotateCcw, done: CircleCheck } as const satisfies Record<BlockMark, unknown>

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
    <span className={styles.noted}>
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
