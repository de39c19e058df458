import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileRef, SavedPurpose } from '../../../shared/ipc/views.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface SaveFileDialogProps {
  readonly purpose: SavedPurpose
  readonly suggestedName: string
  /** Writes the file to the place. */
  readonly write: (ref: FileRef) => Promise<void>
}

/** A name for a new file in Fabula's folder, where the host has no dialog of its own. */
export function SaveFileDialog({ purpose, suggestedName, write }: SaveFileDialogProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const folder = useAppState((state) => state.info?.folder)
  const [name, setName] = useState(suggestedName)
  const [isTaken, setIsTaken] = useState(false)
  const close = () => {
    world.view.setState({ dialog: null })
  }
  const save = async () => {
    const place = await world.bridge.call('files:place', { purpose, name })
    if (place.exists && !isTaken) {
      setIsTaken(true)
      return
    }
    close()
    await write(place.ref)
  }
  return (
    <Dialog
      title={t(`app.saveTitle.${purpose}`)}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <Button
            tone="primary"
            isDisabled={name.trim() === ''}
            onPress={() => {
              save().catch(world.report)
            }}
          >
            {t(isTaken ? 'app.replace' : 'app.save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') save().catch(world.report)
        }}
      >
        <TextField
          label={t('app.fileName')}
          value={name}
          maxLength={150}
          autoFocus
          onChange={(next) => {
            setName(next)
            setIsTaken(false)
          }}
        />
      </form>
      <p>{t(`app.inFolder.${purpose}`, { folder: folder ?? '' })}</p>
      {isTaken ? <p role="alert">{t('app.nameTaken')}</p> : null}
    </Dialog>
  )
}
