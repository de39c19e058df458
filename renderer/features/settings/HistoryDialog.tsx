import { Check } from 'lucide-react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { jumpInHistory } from '../../actions/history.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useSession, useStoryState } from '../../hooks/session.ts'
import { formatTime } from '../../i18n/format.ts'
import { isTextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './HistoryDialog.module.css'

/** The edits since the story was opened, the newest first, with the present one marked. A press goes there; later edits stay until something is edited. */
export function HistoryDialog() {
  const { t } = useTranslation()
  const session = useSession()
  const close = useCloseDialog()
  const { past, future } = useStoryState((state) => state.history)
  const name = (label: string) => (isTextKey(label) ? t(label) : label)
  // Each state of the story is named by the edit that led to it; state 0 is the story as it was opened.
  const states = [
    { number: 0, label: t('app.history.opened'), time: '' },
    ...[...past, ...future.toReversed()].map(({ label, atMs }, index) => ({
      number: index + 1,
      label: name(label),
      time: formatTime(atMs),
    })),
  ].toReversed()
  const present = past.length
  return (
    <Dialog title={t('app.history.title')} closeLabel={t('app.close')} onClose={close}>
      <ListBox
        className={styles.list ?? ''}
        aria-label={t('app.history.title')}
        autoFocus
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[String(present)]}
        onSelectionChange={(keys) => {
          const [chosen] = keys === 'all' ? [] : keys
          if (chosen !== undefined) jumpInHistory(session, Number(chosen) - present)
        }}
      >
        {states.map(({ number, label, time }) => (
          <ListBoxItem
            key={number}
            id={String(number)}
            className={styles.step ?? ''}
            textValue={label}
            data-later={number > present || undefined}
          >
            <span className={styles.mark}>
              {number === present ? <Check size={14} aria-label={t('app.history.present')} /> : null}
            </span>
            <span className={styles.label}>{label}</span>
            <small>{time}</small>
          </ListBoxItem>
        ))}
      </ListBox>
    </Dialog>
  )
}
