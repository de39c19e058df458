import { useState, useMemo } from 'react'
import { lostParts } from '../../../shared/export/storyParts.ts'
import { TEXT_FORMATS, type TextFormat } from '../../../shared/export/exportFormats.ts'
import { spokenBlocksOf } from '../../../shared/story/storyRequest.ts'
import { exportText } from '../../actions/projects.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useAudioState, useDeferredStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ActionDialog } from '../../ui/Dialog.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import styles from './TextExport.module.css'

interface TextExportDialogProps {
  readonly first: TextFormat
  readonly onCancel: () => void
}

/** Chooses the text format of a story, and says what it leaves out. */
export function TextExportDialog({ first, onCancel }: TextExportDialogProps) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const hasAudio = useAudioState((state) => state.allTakes.length > 0)
  const [format, setFormat] = useState<TextFormat>(first)
  const lost = useMemo(() => lostParts(story, format, hasAudio), [story, format, hasAudio])
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
      <ComboField
        label={t('exports.textFormat')}
        value={format}
        options={TEXT_FORMATS.map((id) => ({ id, name: t(`exports.textFormats.${id}`) }))}
        emptyText={t('inspector.noMatch')}
        onChange={(id) => {
          const chosen = TEXT_FORMATS.find((each) => each === id)
          if (chosen !== undefined) setFormat(chosen)
        }}
      />
      <p>{t(`exports.formatNote.${format}`)}</p>
      {lost.length === 0 ? (
        <p>{t('exports.lostNothing')}</p>
      ) : (
        <section aria-label={t('exports.lostParts')}>
          <p>{t('exports.lostParts')}</p>
          <ul className={styles.lost}>
            {lost.map((part) => (
              <li key={part}>{t(`storyParts.${part}`)}</li>
            ))}
          </ul>
        </section>
      )}
    </ActionDialog>
  )
}
