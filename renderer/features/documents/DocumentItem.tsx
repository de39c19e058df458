import { reasonOf } from '../../../shared/jobs/renderState.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { runCommand } from '../../actions/commands.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { formatRemaining, formatSpeed, formatStatus } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { DocumentJob } from '../../stores/jobsStore.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Documents.module.css'
import { ErrorText } from './ErrorText.tsx'
import { FinishedDocument } from './FinishedDocument.tsx'
import { formatSize } from '../../i18n/formatSize.ts'

interface DocumentProps {
  readonly job: DocumentJob
}

/** One document: what it is, what goes on with it, and what can be done with it. */
export function DocumentItem({ job }: DocumentProps) {
  const { t } = useTranslation()
  const { connectionId, state, durationMs } = job
  const { voiceId, model, speed, sizeBytes, name } = job.document
  const voice = useAppState((state) => state.voices.find(({ id }) => id === voiceId)?.name)
  const connections = useAppState((state) => state.servers.connection)
  const service =
    connectionId === BUILT_IN_CONNECTION
      ? t('servers.builtIn')
      : (connections.find(({ id }) => id === connectionId)?.name ?? t('servers.unknown'))
  const facts = t('documents.facts', {
    voice: voice ?? voiceId,
    model: t(`inspector.models.${model}`),
    speed: t('units.speed', { value: formatSpeed(speed) }),
    size: formatSize(t, sizeBytes),
    service,
  })
  return (
    <li className={styles.item}>
      <h4 className={styles.name}>
        <bdi>{name}</bdi>
      </h4>
      <p className={styles.facts}>{facts}</p>
      <DocumentProgress job={job} />
      <DocumentError job={job} />
      {state === 'completed' && durationMs !== null ? (
        <FinishedDocument job={job} durationMs={durationMs} />
      ) : (
        <Pending job={job} />
      )}
    </li>
  )
}

/** Why there is no audio. */
function DocumentError({ job }: DocumentProps) {
  const { state, error, activity, durationMs } = job
  if (state === 'failed' || state === 'unknown') return <ErrorText error={reasonOf(job)} />
  if (state === 'accepted' && activity === null && error !== null) return <ErrorText error={error} />
  const isAudioGone = state === 'completed' && durationMs === null
  return isAudioGone ? <ErrorText error={{ code: 'audio-not-in-project', params: {} }} /> : null
}

function Pending({ job }: DocumentProps) {
  const { t } = useTranslation()
  const app = useApp()
  const { id, state, activity } = job
  const tell = (channel: 'jobs:stop' | 'jobs:cancel' | 'jobs:resume' | 'jobs:dismiss') => () => {
    app.bridge.call(channel, { id }).catch(app.report)
  }
  if (state === 'sending') {
    const isSent = sentBytes(job) >= job.document.sizeBytes
    return (
      <>
        <div className={styles.buttons}>
          <Button onPress={tell('jobs:stop')}>
            {t(isSent ? 'documents.stopWaiting' : 'documents.cancelUpload')}
          </Button>
        </div>
        {isSent ? <p className={styles.facts}>{t('documents.stopWaitingNote')}</p> : null}
      </>
    )
  }
  const isWaiting = state === 'accepted'
  if (isWaiting && activity?.isFollowed === true) {
    return (
      <div className={styles.buttons}>
        {job.connectionId === BUILT_IN_CONNECTION ? (
          <Button onPress={tell('jobs:cancel')}>{t('documents.cancel')}</Button>
        ) : (
          <Button onPress={tell('jobs:stop')}>{t('documents.stopFollowing')}</Button>
        )}
      </div>
    )
  }
  return (
    <div className={styles.buttons}>
      {isWaiting ? <Button onPress={tell('jobs:resume')}>{t('documents.follow')}</Button> : null}
      {state === 'unknown' || isWaiting ? (
        <Button
          onPress={() => {
            runCommand(app, 'conversions')
          }}
        >
          {t('documents.settle')}
        </Button>
      ) : null}
      <Button onPress={tell('jobs:dismiss')}>{t('documents.dismiss')}</Button>
    </div>
  )
}

/** How far the upload or the conversion is, in words and as a bar. */
function DocumentProgress({ job }: DocumentProps) {
  const { t } = useTranslation()
  const { state, activity } = job
  if (state !== 'sending' && state !== 'accepted') return null
  const { name, sizeBytes } = job.document
  const percent = Math.round(
    state === 'sending' ? (100 * sentBytes(job)) / sizeBytes : (activity?.percentage ?? job.percentage),
  )
  return (
    <div className={styles.state}>
      <div
        data-track
        className={styles.bar}
        role="progressbar"
        aria-label={t('documents.progressOf', { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={styles.fill} style={{ width: `${percent}%` }} />
      </div>
      <span>{words()}</span>
    </div>
  )

  function words(): string {
    if (state === 'sending')
      return percent < 100 ? t('documents.uploading', { percent }) : t('documents.waiting')
    const status = formatStatus(t, activity?.status ?? job.status)
    if (activity?.isFollowed !== true) return t('documents.unfollowed', { status })
    const { remainingMs } = activity
    const left = remainingMs === null ? '' : ` · ${formatRemaining(t, remainingMs)}`
    return t('documents.converting', { status, percent }) + left
  }
}

function sentBytes({ activity }: DocumentJob): number {
  return activity?.sentBytes ?? 0
}
