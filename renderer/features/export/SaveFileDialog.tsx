import { useState } from 'react'
import { extensionsFor, isFolderUse } from '../../../shared/files/fileTypes.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { SavePlace } from '../../stores/viewStore.ts'
import { ActionDialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** A name for a new file, or a folder of files, in Fabula's folder, for hosts without a system dialog. */
export function SaveFileDialog({ purpose, suggestedName, write }: SavePlace) {
  const { t } = useTranslation()
  const app = useApp()
  const folder = useAppState((state) => state.info?.folder)
  const [name, setName] = useState(suggestedName)
  const [isTaken, setIsTaken] = useState(false)
  const close = () => app.view.setState({ savePlace: null })
  const isFolder = isFolderUse(purpose)
  const save = async () => {
    const place = await app.bridge.call('files:place', { purpose, name })
    if (place.exists && !isTaken) {
      setIsTaken(true)
      return
    }
    close()
    await write(place.ref)
  }
  return (
    <ActionDialog
      title={t(`app.saveTitle.${purpose}`)}
      closeLabel={t('app.close')}
      onClose={close}
      cancelLabel={t('app.cancel')}
      action={{
        label: t(!isTaken ? 'app.save' : isFolder ? 'app.exportInto' : 'app.replace'),
        isDisabled: name.trim() === '',
        onPress: () => {
          save().catch(app.report)
        },
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') save().catch(app.report)
        }}
      >
        <TextField
          label={t(isFolder ? 'app.folderName' : 'app.fileName')}
          value={name}
          maxLength={150}
          autoFocus
          onChange={(next) => {
            setName(next)
            setIsTaken(false)
          }}
        />
      </form>
      <p>
        {t(isFolder ? 'app.inFolder.folder' : 'app.inFolder.file', {
          folder: folder ?? '',
          extension: extensionsFor(purpose)[0] ?? '',
        })}
      </p>
      {isTaken ? <p role="alert">{t(isFolder ? 'app.folderTaken' : 'app.nameTaken')}</p> : null}
    </ActionDialog>
  )
}
