import { useState } from 'react'
import { saveVersion, versionLabel } from '../../actions/versions.ts'
import { useCloseDialog, useWorld } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** Every edit is on disk already; Save keeps a version with a name that can be gone back to. */
export function SaveVersionDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const [name, setName] = useState('')
  const close = useCloseDialog()
  const save = async () => {
    const version = await saveVersion(world, name.trim())
    if (version === null) return
    close()
    world.note('app.versionSaved', { name: versionLabel(version) })
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
          save().catch(world.report)
        },
      }}
    >
      <p>{t('app.saveVersionText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save().catch(world.report)
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
