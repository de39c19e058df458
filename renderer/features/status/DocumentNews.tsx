import { reasonOf } from '../../../shared/jobs/renderState.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { askingOverCap } from '../../actions/conversions.ts'
import { sendDocumentAgain, showDocuments } from '../../actions/documents.ts'
import { useApp, useViewState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { DocumentJob } from '../../stores/jobsStore.ts'
import { NewsLine } from './NewsLine.tsx'

/** Whether a document is being spoken and Fabula waits for it, or could not be spoken. */
export function isSpoken({ state, activity }: DocumentJob): boolean {
  return state === 'failed' || activity?.isFollowed === true
}

/** How a document is that is being spoken, or why it could not be. The dialog of the documents shows the same in full. */
export function DocumentNews({ job }: { readonly job: DocumentJob }) {
  const { t } = useTranslation()
  const app = useApp()
  const isInDialog = useViewState((view) => view.dialog?.kind === 'documents')
  const { id, state, activity, percentage, document } = job
  const { name, sizeBytes } = document
  const tell = (channel: 'jobs:stop' | 'jobs:cancel' | 'jobs:dismiss') => () => {
    app.bridge.call(channel, { id }).catch(app.report)
  }
  const show = {
    label: t('documents.show'),
    run() {
      showDocuments(app).catch(app.report)
    },
  }
  if (isInDialog) return null
  if (state === 'failed') {
    const { code, params } = reasonOf(job)
    const again = {
      label: t('documents.retry'),
      run() {
        askingOverCap(app, null, () => sendDocumentAgain(app, job)).catch(app.report)
      },
    }
    return (
      <NewsLine tone="error" actions={[again, show]} onDismiss={tell('jobs:dismiss')}>
        <b>{t('documents.failed', { name })}</b> {t(`errors.${code}`, params)}
      </NewsLine>
    )
  }
  const isSending = state === 'sending'
  const sentBytes = activity?.sentBytes ?? 0
  const fraction = isSending ? sentBytes / sizeBytes : (activity?.percentage ?? percentage) / 100
  const canCancel = job.connectionId === BUILT_IN_CONNECTION && !isSending
  return (
    <NewsLine
      tone="progress"
      progress={{
        label: t('documents.progressOf', { name }),
        fraction,
        remainingMs: activity?.remainingMs ?? null,
      }}
      actions={[canCancel ? { label: t('documents.cancel'), run: tell('jobs:cancel') } : show]}
    >
      <bdi>{name}</bdi>
    </NewsLine>
  )
}
