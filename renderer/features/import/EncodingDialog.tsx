import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileRef } from '../../../shared/ipc/views.ts'
import { openText } from '../../actions/projects.ts'
import { EncodingField } from '../../fields/EncodingField.tsx'
import { useWorld } from '../../hooks/world.ts'
import type { EncodingSample } from '../../stores/viewStore.ts'
import { ActionDialog } from '../../ui/ActionDialog.tsx'

interface EncodingDialogProps {
  readonly opened: FileRef
  /** What each encoding makes of the text, the most likely one first. */
  readonly samples: readonly EncodingSample[]
}

/** Asks in which encoding a text was written, by showing what each makes of it. */
export function EncodingDialog({ opened, samples }: EncodingDialogProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const [encoding, setEncoding] = useState(samples[0]?.encoding ?? 'utf-8')
  const close = () => {
    world.view.setState({ dialog: null })
  }
  return (
    <ActionDialog
      title={t('app.encodingTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      cancelLabel={t('app.cancel')}
      action={{
        label: t('app.encodingOpen'),
        onPress: () => {
          close()
          openText(world, opened, encoding).catch(world.report)
        },
      }}
    >
      <EncodingField value={encoding} samples={samples} onChange={setEncoding} />
    </ActionDialog>
  )
}
