import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilePurpose } from '../../../shared/ipc/views.ts'
import type { VibeWords } from '../../../shared/story/vibeFile.ts'
import { writeDocument } from '../../actions/documents.ts'
import { writeTo } from '../../actions/projects.ts'
import { writeVibes } from '../../actions/vibeFiles.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

const ENDINGS: Record<FilePurpose, string> = {
  open: '.fabula',
  document: '.docx',
  audio: '.mp3',
  'save-as': '.fabula',
  'export-mp3': '.mp3',
  'export-wav': '.wav',
  'export-vibes': '.vibes',
}

interface SaveFileDialogProps {
  readonly purpose: FilePurpose
  readonly suggestedName: string
  /** The document whose audio is written; the story's where there is none. */
  readonly documentId?: string | undefined
  readonly vibes?: readonly VibeWords[] | undefined
}

/** A name for a new file in Fabula's folder, where the host has no dialog of its own. */
export function SaveFileDialog({ purpose, suggestedName, documentId, vibes }: SaveFileDialogProps) {
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
    const isAudio = purpose === 'export-mp3' || purpose === 'export-wav'
    if (documentId !== undefined && isAudio) await writeDocument(world, documentId, purpose, place.ref)
    else if (vibes !== undefined) await writeVibes(world, place.ref, vibes)
    else await writeTo(world, purpose, place.ref)
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
      <p>{t('app.inFolder', { folder: folder ?? '', ending: ENDINGS[purpose] })}</p>
      {isTaken ? <p role="alert">{t('app.nameTaken')}</p> : null}
    </Dialog>
  )
}
