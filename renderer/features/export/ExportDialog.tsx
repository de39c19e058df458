import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AUDIO_FORMATS, type AudioFormat } from '../../../shared/files/fileTypes.ts'
import { exportStory, renderAndExport } from '../../actions/projects.ts'
import { formatClock } from '../../i18n/format.ts'
import { useCounts, useLayout, useRenderState, useWorld } from '../../hooks/world.ts'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'

const FORMATS = AUDIO_FORMATS.map((format) => ({ id: format, name: format.toUpperCase() }))

/** Which kind of file the story becomes. */
export function ExportDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const counts = useCounts()
  const { notMade } = counts
  const toRender = counts.changed + notMade
  const isRendering = useRenderState().phase === 'running'
  const { totalMs } = useLayout()
  const [format, setFormat] = useState<AudioFormat>('mp3')
  const close = () => {
    world.view.setState({ dialog: null })
  }
  const closing = (act: typeof exportStory) => () => {
    close()
    act(world, format).catch(world.report)
  }
  return (
    <ActionDialog
      title={t('app.exportTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      cancelLabel={t('app.cancel')}
      action={
        toRender === 0
          ? { label: t('app.exportNext'), isDisabled: counts.rendered === 0, onPress: closing(exportStory) }
          : { label: t('app.renderAndExport'), isDisabled: isRendering, onPress: closing(renderAndExport) }
      }
    >
      <SegmentField label={t('app.format')} value={format} options={FORMATS} onChange={setFormat} />
      <p>{t(`app.formatNote.${format}`)}</p>
      <p>
        {toRender > 0
          ? t(notMade === 0 ? 'app.exportChanged' : 'app.exportNotMade', { count: toRender })
          : counts.rendered === 0
            ? t('app.exportEmpty')
            : t('app.exportLength', { length: formatClock(totalMs) })}
      </p>
    </ActionDialog>
  )
}
