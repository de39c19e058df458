import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DeletedDraft } from '../../../shared/ipc/views.ts'
import { deleteForGood, restoreDraft } from '../../actions/recents.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { formatTime } from '../../i18n/format.ts'
import { DeleteQuestion } from '../../fields/DeleteQuestion.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import styles from './Welcome.module.css'

/** Drafts that were deleted lately, each with a way back. */
export function DeletedDrafts() {
  const { t } = useTranslation()
  const drafts = useAppState((state) => state.deletedDrafts)
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="deleted-heading">
      <h2 id="deleted-heading">{t('app.deletedHeading')}</h2>
      <ul>
        {drafts.map((draft) => (
          <DeletedRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </section>
  )
}

function DeletedRow({ draft }: { readonly draft: DeletedDraft }) {
  const { t } = useTranslation()
  const app = useApp()
  const [isAsking, setIsAsking] = useState(false)
  const title = draft.title === '' ? t('app.untitled') : draft.title
  return (
    <li className={styles.deleted}>
      <div className={styles.what}>
        <b dir="auto" title={title}>
          {title}
        </b>
        <small>{t('app.deletedOn', { time: formatTime(draft.deletedAtMs) })}</small>
      </div>
      <Button
        aria-label={t('app.restoreDraft', { title })}
        onPress={() => {
          restoreDraft(app, draft.id).catch(app.report)
        }}
      >
        {t('app.restore')}
      </Button>
      <IconButton
        label={t('app.deleteForGood', { title })}
        onPress={() => {
          setIsAsking(true)
        }}
      >
        <Trash2 size={15} />
      </IconButton>
      {isAsking ? (
        <DeleteQuestion
          question={t('app.deleteForGoodSure', { title })}
          go={t('app.deleteForGoodGo')}
          onDelete={() => deleteForGood(app, draft.id)}
          onClose={() => {
            setIsAsking(false)
          }}
        />
      ) : null}
    </li>
  )
}
