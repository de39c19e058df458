import type { TFunction } from 'i18next'
import { Check } from 'lucide-react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import type { HistoryEntry } from '../../../shared/story/history.ts'
import { jumpInHistory } from '../../actions/history.ts'
import { When } from '../../fields/When.tsx'
import { useCloseDialog } from '../../hooks/app.ts'
import { useSession, useStoryState } from '../../hooks/session.ts'
import { isTextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './HistoryDialog.module.css'

/**
 * The edits that can be undone and redone, including those of earlier sessions, the newest first, with the current one marked. A press goes
 * there; later edits remain until the next edit.
 */
export function HistoryDialog() {
  const { t } = useTranslation()
  const session = useSession()
  const close = useCloseDialog()
  const { past, future } = useStoryState((state) => state.history)
  // Each state of the story is named by the edit that led to it; state 0 is the story before the first of them.
  const states = [
    { number: 0, label: t('app.history.opened'), place: '', atMs: null },
    ...[...past, ...future.toReversed()].map((entry, index) => ({
      number: index + 1,
      label: deedOf(t, entry),
      place: placeOf(t, entry),
      atMs: entry.atMs,
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
        {states.map(({ number, label, place, atMs }) => (
          <ListBoxItem
            key={number}
            id={String(number)}
            className={styles.step ?? ''}
            textValue={[label, place].filter((part) => part !== '').join(', ')}
            data-later={number > present || undefined}
          >
            <span className={styles.mark}>
              {number === present ? <Check size={14} aria-label={t('app.history.present')} /> : null}
            </span>
            <span className={styles.label} dir="auto">
              {label}
            </span>
            <small>{atMs === null ? null : <When atMs={atMs} />}</small>
            {place === '' ? null : (
              <small className={styles.place} dir="auto">
                {place}
              </small>
            )}
          </ListBoxItem>
        ))}
      </ListBox>
    </Dialog>
  )
}

/** The description of an edit: "Replaced “harbour”". */
function deedOf(t: TFunction, { label, subject }: HistoryEntry): string {
  const name = label.replace('edits.', '')
  const named = `done.with.${name}`
  if (subject !== '' && isTextKey(named)) return t(named, { subject })
  const deed = `done.${name}`
  if (isTextKey(deed)) return t(deed)
  return isTextKey(label) ? t(label) : label
}

/** The place of an edit: "12 blocks from block 3 · The Frozen Harbour". */
function placeOf(t: TFunction, { place: { blocks, first, name } }: HistoryEntry): string {
  const where =
    blocks === 0
      ? ''
      : blocks === 1
        ? t('exports.blockN', { number: first })
        : t('app.history.blocks', { count: blocks, first })
  return [where, name].filter((part) => part !== '').join(' · ')
}
