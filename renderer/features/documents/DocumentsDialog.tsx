import { useCloseDialog } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { ChosenDocument } from '../../stores/openDialog.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DocumentForm } from './DocumentForm.tsx'
import { DocumentList } from './DocumentList.tsx'
import styles from './Documents.module.css'

/** Documents to speech: a form to send one, and those that were sent, with their audio. */
export function DocumentsDialog({ chosen }: { readonly chosen: ChosenDocument | null }) {
  const { t } = useTranslation()
  const close = useCloseDialog()
  return (
    <Dialog title={t('documents.title')} closeLabel={t('app.close')} size="wide" onClose={close}>
      <p className={styles.note}>{t('documents.intro')}</p>
      <div className={styles.columns}>
        <div className={styles.form}>
          <DocumentForm chosen={chosen} />
        </div>
        <DocumentList />
      </div>
    </Dialog>
  )
}
