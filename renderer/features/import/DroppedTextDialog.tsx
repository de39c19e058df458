import { BookOpen, FileAudio } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseDocument } from '../../actions/documents.ts'
import { openDropped } from '../../actions/dropped.ts'
import { useWorld } from '../../hooks/world.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './DroppedTextDialog.module.css'

/** Asks what a plain text is to become, since it can be both. */
export function DroppedTextDialog({ file }: { readonly file: File }) {
  const { t } = useTranslation()
  const world = useWorld()
  const close = () => {
    world.view.setState({ dialog: null })
  }
  return (
    <Dialog title={t('app.droppedTitle', { name: file.name })} closeLabel={t('app.close')} onClose={close}>
      <button
        type="button"
        autoFocus
        className={styles.choice}
        onClick={() => {
          close()
          openDropped(world, file).catch(world.report)
        }}
      >
        <BookOpen size={20} aria-hidden="true" />
        <span>
          <b>{t('app.droppedStory')}</b>
          <small>{t('app.droppedStoryNote')}</small>
        </span>
      </button>
      <button
        type="button"
        className={styles.choice}
        onClick={() => {
          chooseDocument(world, file).catch(world.report)
        }}
      >
        <FileAudio size={20} aria-hidden="true" />
        <span>
          <b>{t('app.droppedDocument')}</b>
          <small>{t('app.droppedDocumentNote')}</small>
        </span>
      </button>
    </Dialog>
  )
}
