import { useState } from 'react'
import type { Recent } from '../../../shared/ipc/views.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { renameRecent } from '../../actions/recents.ts'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** Asks for another title of a story that is not open. */
export function RenameDialog({ recent, onClose }: { readonly recent: Recent; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const app = useApp()
  const [title, setTitle] = useState(recent.title)
  const isEmpty = title.trim() === ''
  const rename = () => {
    if (isEmpty) return
    onClose()
    renameRecent(app, recent, title.trim()).catch(app.report)
  }
  return (
    <ActionDialog
      title={t('app.renameTitle')}
      closeLabel={t('app.close')}
      cancelLabel={t('app.cancel')}
      onClose={onClose}
      action={{ label: t('app.renameGo'), isDisabled: isEmpty, onPress: rename }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rename()
        }}
      >
        <TextField
          label={t('app.storyTitle')}
          value={title}
          maxLength={MAX_LABEL}
          autoFocus
          onChange={setTitle}
        />
      </form>
    </ActionDialog>
  )
}
