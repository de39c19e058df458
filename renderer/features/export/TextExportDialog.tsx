import { useState } from 'react'
import type { TextFormat } from '../../../shared/export/textFormats.ts'
import { spokenBlocksOf } from '../../../shared/story/storyRequest.ts'
import { exportText } from '../../actions/projects.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useAudioState, useDeferredStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import { TextExport } from './TextExport.tsx'

interface TextExportDialogProps {
  readonly first: TextFormat
  readonly onCancel: () => void
}

/** Which kind of text the story becomes. */
export function TextExportDialog({ first, onCancel }: TextExportDialogProps) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const hasAudio = useAudioState((state) => state.allTakes.length > 0)
  const [format, setFormat] = useState<TextFormat>(first)
  const close = useCloseDialog()
  return (
    <ActionDialog
      title={t('exports.textTitle')}
      closeLabel={t('app.close')}
      onClose={onCancel}
      cancelLabel={t('app.cancel')}
      action={{
        label: t('exports.next'),
        isDisabled: format !== 'json' && spokenBlocksOf(story).length === 0,
        onPress: () => {
          exportText(session, format, close).catch(session.report)
        },
      }}
    >
      <TextExport story={story} format={format} hasAudio={hasAudio} onChange={setFormat} />
    </ActionDialog>
  )
}
