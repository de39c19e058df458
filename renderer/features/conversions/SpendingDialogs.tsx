import { parseJobIds } from '../../../shared/jobs/job.ts'
import { buyPaidWords, fetchPaidWords, sendOverCap } from '../../actions/conversions.ts'
import { useApp, useJobsState } from '../../hooks/app.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { closeQuestion, type OverCap, type PaidWords } from '../../stores/viewStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { openDialog } from '../../actions/dialogs.ts'

/** Says that words were not bought because other jobs have already requested them, and asks whether to wait, fetch them, or buy them again. */
export function PaidWordsDialog({ question }: { readonly question: PaidWords }) {
  const { t } = useTranslation()
  const app = useApp()
  const { error } = question
  const [jobId = ''] = parseJobIds(error.params)
  const reason = useJobsState(({ jobs }) => jobs.get(jobId)?.error ?? null)
  const isAccepted = error.code === 'words-paid'
  const wait = () => {
    closeQuestion(app.view, 'paidWords')
    app.announce('conversions.paidWords.waits')
  }
  return (
    <Dialog
      title={t(isAccepted ? 'conversions.paidWords.title' : 'conversions.paidWords.titleUnknown')}
      closeLabel={t('app.close')}
      onClose={wait}
      actions={
        <>
          <Button
            tone="danger"
            onPress={() => {
              buyPaidWords(app, question).catch(app.report)
            }}
          >
            {t('conversions.paidWords.buy', {
              credits: t('units.estimate', { count: Number(error.params['credits']) }),
            })}
          </Button>
          {isAccepted ? (
            <Button
              onPress={() => {
                fetchPaidWords(app, question).catch(app.report)
              }}
            >
              {t('conversions.paidWords.fetch')}
            </Button>
          ) : (
            <Button
              onPress={() => {
                closeQuestion(app.view, 'paidWords')
                openDialog(app, { kind: 'conversions' })
              }}
            >
              {t('conversions.paidWords.show')}
            </Button>
          )}
          <Button tone="primary" autoFocus onPress={wait}>
            {t('conversions.paidWords.wait')}
          </Button>
        </>
      }
    >
      <p>{errorText(t, error)}</p>
      {isAccepted && reason !== null ? (
        <p>{t('conversions.paidWords.reason', { reason: errorText(t, reason) })}</p>
      ) : null}
    </Dialog>
  )
}

/** Asks for confirmation of a submission over a cap. */
export function OverCapDialog({ overCap }: { overCap: OverCap }) {
  const { t } = useTranslation()
  const app = useApp()
  const close = () => {
    closeQuestion(app.view, 'overCap')
  }
  return (
    <Dialog
      title={t('conversions.overCap.title')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button
            tone="danger"
            onPress={() => {
              sendOverCap(app, overCap).catch(app.report)
            }}
          >
            {t('conversions.overCap.send')}
          </Button>
          <Button tone="primary" autoFocus onPress={close}>
            {t('conversions.overCap.keep')}
          </Button>
        </>
      }
    >
      <p>{errorText(t, overCap.error)}</p>
    </Dialog>
  )
}
