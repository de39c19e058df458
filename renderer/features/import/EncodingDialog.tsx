import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTextEncoding, TEXT_ENCODINGS } from '../../../shared/files/textEncodings.ts'
import type { FileRef } from '../../../shared/ipc/views.ts'
import { openText } from '../../actions/projects.ts'
import { useWorld } from '../../hooks/world.ts'
import type { EncodingSample } from '../../stores/viewStore.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import styles from './EncodingDialog.module.css'

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
      <p>{t('app.encodingNote')}</p>
      <ComboField
        label={t('app.encodingField')}
        value={encoding}
        options={samples.map((each) => ({ id: each.encoding, name: TEXT_ENCODINGS[each.encoding] }))}
        emptyText={t('app.encodingUnknown')}
        onChange={(chosen) => {
          if (isTextEncoding(chosen)) setEncoding(chosen)
        }}
      />
      <blockquote className={styles.sample} dir="auto" aria-label={t('app.encodingSample')}>
        {samples.find((each) => each.encoding === encoding)?.sample}
      </blockquote>
    </ActionDialog>
  )
}
