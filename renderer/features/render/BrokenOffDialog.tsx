import type { BrokenOff } from '../../../shared/jobs/jobView.ts'
import { answerBrokenOff } from '../../actions/rendering.ts'
import { useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { closeBrokenOff } from '../../stores/editorStore.ts'

/** Asks whether a render that broke off goes on in this file, which lacks what was bought meanwhile. Closed, it asks again next time. */
export function BrokenOffDialog({ brokenOff: { blocks, credits } }: { readonly brokenOff: BrokenOff }) {
  const { t } = useTranslation()
  const session = useSession()
  const answer = (isWanted: boolean) => () => {
    answerBrokenOff(session, isWanted).catch(session.report)
  }
  return (
    <Dialog
      title={t('render.brokenOff.title')}
      closeLabel={t('app.close')}
      onClose={() => {
        closeBrokenOff(session.editor)
      }}
      actions={
        <>
          <Button tone="danger" onPress={answer(true)}>
            {t('render.brokenOff.goOn', { credits: t('units.estimate', { count: credits }) })}
          </Button>
          <Button tone="primary" autoFocus onPress={answer(false)}>
            {t('render.brokenOff.forget')}
          </Button>
        </>
      }
    >
      <p>{t('render.brokenOff.text', { count: blocks })}</p>
    </Dialog>
  )
}
