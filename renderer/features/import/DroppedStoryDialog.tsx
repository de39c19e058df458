import type { FileRef } from '../../../shared/ipc/views.ts'
import { reviewFile } from '../../actions/imports.ts'
import { useApp, useCloseDialog } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface DroppedStoryDialogProps {
  readonly opened: FileRef
  /** The name of the file. */
  readonly name: string
}

/** Asks whether to open a story dropped on an open story, or to add it. */
export function DroppedStoryDialog({ opened, name }: DroppedStoryDialogProps) {
  const { t } = useTranslation()
  const app = useApp()
  const close = useCloseDialog()
  const read =
    (isAdded: boolean, updates = false) =>
    () => {
      close()
      reviewFile(app, opened, { name, isAdded, updates }).catch(app.report)
    }
  return (
    <Dialog
      title={t('imports.droppedTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <Button onPress={read(true, true)}>{t('updates.useFile')}</Button>
          <Button onPress={read(true)}>{t('commands.addFile')}</Button>
          <Button tone="primary" autoFocus onPress={read(false)}>
            {t('imports.openDropped')}
          </Button>
        </>
      }
    >
      <p dir="auto">{t('imports.droppedText', { name })}</p>
    </Dialog>
  )
}
