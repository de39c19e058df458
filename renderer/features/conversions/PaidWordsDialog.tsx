import { buyPaidWords, fetchPaidWords } from '../../actions/conversions.ts'
import { parseJobIds } from '../../../shared/jobs/job.ts'
import { useApp, useJobsState } from '../../hooks/app.ts'
import { errorText } from '../../i18n/errorText.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { closeQuestion, type PaidWords } from '../../stores/viewStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { openDialog } from '../../actions/dialogs.ts'

/** Says that words are not bought because other jobs have asked for them, and asks whether to wait, to fetch them or to buy them. */
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
