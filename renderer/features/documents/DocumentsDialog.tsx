import { useState } from 'react'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseDocument } from '../../actions/documents.ts'
import type { ChosenDocument } from '../../stores/viewStore.ts'
import { useDocumentsState, useWorld } from '../../stores/world.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DocumentExport } from './DocumentExport.tsx'
import { DocumentForm } from './DocumentForm.tsx'
import { DocumentItem } from './DocumentItem.tsx'
import styles from './Documents.module.css'

/** Documents to speech: a form to send one, and those that were sent, with their audio. */
export function DocumentsDialog({ chosen }: { readonly chosen: ChosenDocument | null }) {
  const { t } = useTranslation()
  const world = useWorld()
  const documents = useDocumentsState((state) => state.documents)
  const [isOver, setIsOver] = useState(false)
  const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    <Dialog
      title={t('documents.title')}
      closeLabel={t('app.close')}
      onClose={() => {
        world.view.setState({ dialog: null })
      }}
    >
      <div
        className={`${styles.form} ${isOver ? styles.over : ''}`}
        onDragOver={(event) => {
          if (!hasFile(event)) return
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => {
          setIsOver(false)
        }}
        onDrop={(event) => {
          if (!hasFile(event)) return
          event.preventDefault()
          setIsOver(false)
          const file = event.dataTransfer.files[0]
          if (file !== undefined) chooseDocument(world, file).catch(world.report)
        }}
      >
        <DocumentForm chosen={chosen} />
        <h3 className={styles.heading}>{t('documents.list')}</h3>
        <DocumentExport />
        {documents?.length === 0 ? <p className={styles.note}>{t('documents.empty')}</p> : null}
        <ul className={styles.list} aria-label={t('documents.list')}>
          {(documents ?? []).map((document) => (
            <DocumentItem key={document.id} document={document} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
