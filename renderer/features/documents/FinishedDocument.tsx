import { Trash2 } from 'lucide-react'
import { AUDIO_FORMATS } from '../../../shared/files/fileTypes.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { exportDocument, removeDocument } from '../../actions/documents.ts'
import { useApp } from '../../hooks/app.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { DocumentJob } from '../../stores/jobsStore.ts'
import { currentSession } from '../../stores/app.ts'
import { AudioBar } from '../../ui/AudioBar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { DocumentPassword } from './DocumentPassword.tsx'
import styles from './Documents.module.css'
import { useStoryOfDocument } from './useStoryOfDocument.ts'

interface FinishedDocumentProps {
  readonly job: DocumentJob
  readonly durationMs: number
}

/** The audio of a document, and what can be made of it. */
export function FinishedDocument({ job, durationMs }: FinishedDocumentProps) {
  const { t } = useTranslation()
  const app = useApp()
  const story = useStoryOfDocument(job)
  const { projectId, audioId, usedCredits, estimatedCredits } = job
  const { name } = job.document
  // A document's own text is not known here, so that its estimate is the service's, or 0.
  const known = usedCredits ?? (estimatedCredits === 0 ? null : estimatedCredits)
  const credits = job.connectionId === BUILT_IN_CONNECTION ? null : known
  const length = formatClock(durationMs)
  return (
    <>
      <p className={styles.facts}>
        {credits === null
          ? t('documents.completed', { length })
          : t('documents.completedCost', {
              length,
              credits: t('units.credits', { count: credits, formatted: formatCount(credits) }),
            })}
      </p>
      <AudioBar
        src={projectId === null || audioId === null ? undefined : app.bridge.mediaUrl(projectId, audioId)}
        durationMs={durationMs}
        label={t('documents.audioOf', { name })}
        playLabel={t('documents.play', { name })}
        pauseLabel={t('documents.pause', { name })}
        onPlay={() => {
          currentSession(app)?.player.pause()
        }}
      />
      <div className={styles.buttons}>
        {AUDIO_FORMATS.map((format) => (
          <Button
            key={format}
            onPress={() => {
              exportDocument(app, job, format).catch(app.report)
            }}
          >
            {t(format === 'mp3' ? 'documents.exportMp3' : 'documents.exportWav')}
          </Button>
        ))}
        <Button isDisabled={story.isReading || story.asked !== null} onPress={story.begin}>
          {t(story.isReading ? 'documents.reading' : 'documents.toStory')}
        </Button>
        <IconButton
          label={t('documents.delete', { name })}
          onPress={() => {
            removeDocument(app, job)
          }}
        >
          <Trash2 size={15} />
        </IconButton>
      </div>
      {story.asked === null ? null : <DocumentPassword name={name} story={story} />}
    </>
  )
}
