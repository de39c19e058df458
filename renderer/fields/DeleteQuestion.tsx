import { useApp } from '../hooks/app.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface DeleteQuestionProps {
  readonly question: string
  /** The label of the delete button. */
  readonly go: string
  readonly onDelete: () => Promise<void>
  readonly onClose: () => void
}

/** The question before something is deleted; the focus starts on the button that keeps it. */
export function DeleteQuestion({ question, go, onDelete, onClose }: DeleteQuestionProps) {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <Dialog
      title={go}
      closeLabel={t('app.close')}
      onClose={onClose}
      actions={
        <>
          <Button
            tone="danger"
            onPress={() => {
              onClose()
              onDelete().catch(app.report)
            }}
          >
            {go}
          </Button>
          <Button tone="primary" autoFocus onPress={onClose}>
            {t('app.keepIt')}
          </Button>
        </>
      }
    >
      <p>{question}</p>
    </Dialog>
  )
}
