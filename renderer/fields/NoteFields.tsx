import { MAX_NOTES } from '../../shared/story/limits.ts'
import { BLOCK_MARKS } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { commandTip } from '../actions/commands.ts'
import { setMark, setNotes } from '../actions/notes.ts'
import { useEditor, useOfStory, useSession } from '../hooks/session.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { IconToggle } from '../ui/IconToggle.tsx'
import { TextAreaField } from '../ui/TextAreaField.tsx'
import styles from './NoteFields.module.css'
import { MARK_ICONS } from './NoteMarks.tsx'

const COMMANDS = { retake: 'markRetake', done: 'markDone' } as const

/** The note and the mark of the chosen blocks. Setting one here replaces differing values. */
export function NoteFields() {
  const { t } = useTranslation()
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const { notes, mark, isMixed } = useOfStory((story) => {
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
