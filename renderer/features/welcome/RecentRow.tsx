import { Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DELETED_DRAFT_DAYS } from '../../../shared/ipc/views.ts'
import type { Recent } from '../../../shared/ipc/views.ts'
import { openRecent } from '../../actions/projects.ts'
import { deleteDraft, removeFromList } from '../../actions/recents.ts'
import { formatTime } from '../../i18n/format.ts'
import { useWorld } from '../../hooks/world.ts'
import { IconButton } from '../../ui/Button.tsx'
import { DeleteQuestion } from './DeleteQuestion.tsx'
import styles from './Welcome.module.css'

/** A story that was open lately. A draft can be deleted; a story with a file of its own is only removed from the list. */
export function RecentRow({ recent }: { readonly recent: Recent }) {
  const { t } = useTranslation()
  const world = useWorld()
  const [isAsking, setIsAsking] = useState(false)
  const title = recent.title === '' ? t('app.untitled') : recent.title
  const where = recent.exists ? (recent.location ?? t('app.draft')) : t('app.fileGone')
  if (isAsking) {
    return (
      <DeleteQuestion
        question={t('app.deleteDraftSure', { title, days: DELETED_DRAFT_DAYS })}
        go={t('app.deleteDraftGo')}
        onDelete={() => deleteDraft(world, recent, title)}
        onKeep={() => {
          setIsAsking(false)
        }}
      />
    )
  }
  return (
    <li className={styles.recent}>
      <button
        type="button"
        className={styles.row}
        disabled={!recent.exists}
        onClick={() => {
          openRecent(world, recent.id).catch(world.report)
        }}
      >
        <b dir="auto" title={title}>
          {title}
        </b>
        <small>{where}</small>
        <time dateTime={new Date(recent.openedAtMs).toISOString()}>{formatTime(recent.openedAtMs)}</time>
      </button>
      {recent.isDraft ? (
        <IconButton
          label={t('app.deleteDraft', { title })}
          onPress={() => {
            setIsAsking(true)
          }}
        >
          <Trash2 size={15} />
        </IconButton>
      ) : (
        <IconButton
          label={t('app.removeFromList', { title })}
          onPress={() => {
            removeFromList(world, recent, title).catch(world.report)
          }}
        >
          <X size={15} />
        </IconButton>
      )}
    </li>
  )
}
