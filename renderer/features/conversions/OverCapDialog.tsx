import { useApp } from '../../hooks/app.ts'
import { errorText } from '../../i18n/errorText.ts'
import { sendOverCap } from '../../actions/conversions.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { closeQuestion, type OverCap } from '../../stores/viewStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** Asks for the deliberate yes that a submission over a cap needs. */
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
