import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AUDIO_FORMATS, type AudioFormat } from '../../../shared/files/fileTypes.ts'
import { exportStory } from '../../actions/projects.ts'
import { formatClock } from '../../i18n/format.ts'
import { useCounts, useLayout, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'

const FORMATS = AUDIO_FORMATS.map((format) => ({ id: format, name: format.toUpperCase() }))

/** Which kind of file the story becomes. */
export function ExportDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const counts = useCounts()
  const { totalMs } = useLayout()
  const [format, setFormat] = useState<AudioFormat>('mp3')
  const close = () => {
    world.view.setState({ dialog: null })
  }
  return (
    <Dialog
      title={t('app.exportTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <Button
            tone="primary"
            isDisabled={counts.changed > 0 || counts.rendered === 0}
            onPress={() => {
              close()
              exportStory(world, format).catch(world.report)
            }}
          >
            {t('app.exportNext')}
          </Button>
        </>
      }
    >
      <SegmentField label={t('app.format')} value={format} options={FORMATS} onChange={setFormat} />
      <p>{t(`app.formatNote.${format}`)}</p>
      <p>
        {counts.changed > 0 || counts.rendered === 0
          ? t('app.exportNeedsRender', { count: counts.changed })
          : t('app.exportLength', { length: formatClock(totalMs) })}
      </p>
    </Dialog>
  )
}
