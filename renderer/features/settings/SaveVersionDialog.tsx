import { useState } from 'react'
import { saveVersion, versionLabel } from '../../actions/versions.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** Every edit is already on disk; Save keeps a named version that can be restored. */
export function SaveVersionDialog() {
  const { t } = useTranslation()
  const session = useSession()
  const [name, setName] = useState('')
  const close = useCloseDialog()
  const save = async () => {
    const version = await saveVersion(session, name.trim())
    close()
    session.note('app.versionSaved', { name: versionLabel(version) })
  }
  return (
    <ActionDialog
      title={t('app.saveVersionTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      cancelLabel={t('app.cancel')}
      action={{
        label: t('app.saveVersion'),
        onPress: () => {
          save().catch(session.report)
        },
      }}
    >
      <p>{t('app.saveVersionText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save().catch(session.report)
        }}
      >
        <TextField
          label={t('app.versionName')}
          value={name}
          placeholder={t('app.versionPlaceholder')}
          autoFocus
          onChange={setName}
        />
      </form>
    </ActionDialog>
  )
}
