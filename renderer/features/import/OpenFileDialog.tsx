import { useId } from 'react'
import { Download, FileText, Upload } from 'lucide-react'
import { extensionsFor, fileTypeOf } from '../../../shared/files/fileTypes.ts'
import type { FileEntry, FileRef } from '../../../shared/ipc/views.ts'
import { reviewFile } from '../../actions/imports.ts'
import { useApp, useAppState, useCloseDialog } from '../../hooks/app.ts'
import { formatTime } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import styles from './OpenFileDialog.module.css'

interface OpenFileDialogProps {
  readonly entries: readonly FileEntry[]
  /** Whether to add the file to the open story. */
  readonly isAdded: boolean
  /** Whether to update the open story from it. */
  readonly updates?: boolean
}

/** The stories and texts in Fabula's folder, and a button for choosing other files. */
export function OpenFileDialog({ entries, isAdded, updates = false }: OpenFileDialogProps) {
  const { t } = useTranslation()
  const app = useApp()
  const folder = useAppState((state) => state.info?.folder)
  const close = useCloseDialog()
  const open = (ref: FileRef, name: string) => {
    close()
    reviewFile(app, ref, { name, isAdded, updates }).catch(app.report)
  }
  const othersId = useId()
  // The folder also has files exported from stories, such as captions, and their sources.
  const isStory = ({ name }: FileEntry) => fileTypeOf(name)?.story === 'project'
  const stories = entries.filter(isStory)
  const others = entries.filter((entry) => !isStory(entry))
  return (
    <Dialog
      title={t(updates ? 'updates.title' : isAdded ? 'imports.addTitle' : 'app.openTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <FileButton
            icon={<Upload size={15} />}
            label={t('app.upload')}
            extensions={extensionsFor('open')}
            onChoose={(file) => {
              app.bridge
                .takeFile(file)
                .then((ref) => {
                  open(ref, file.name)
                })
                .catch(app.report)
            }}
          />
        </>
      }
    >
      <p className={styles.folder}>{folder}</p>
      {entries.length === 0 ? <p>{t('app.folderEmpty')}</p> : null}
      {stories.length === 0 ? null : <Files entries={stories} onOpen={open} />}
      {others.length === 0 ? null : (
        <section aria-labelledby={othersId}>
          <h3 id={othersId} className={styles.others}>
            {t('app.otherFiles')}
          </h3>
          <Files entries={others} onOpen={open} />
        </section>
      )}
    </Dialog>
  )
}

interface FilesProps {
  readonly entries: readonly FileEntry[]
  readonly onOpen: (ref: FileRef, name: string) => void
}

function Files({ entries, onOpen }: FilesProps) {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.ref} className={styles.entry}>
          <button
            type="button"
            className={styles.file}
            onClick={() => {
              onOpen(entry.ref, entry.name)
            }}
          >
            <FileText size={16} aria-hidden="true" />
            <span dir="auto" title={entry.name}>
              {entry.name}
            </span>
            <time dateTime={new Date(entry.modifiedAtMs).toISOString()}>
              {formatTime(entry.modifiedAtMs)}
            </time>
          </button>
          <a
            className={styles.download}
            href={app.bridge.downloadUrl(`./download/${encodeURIComponent(entry.ref)}`)}
            download={entry.name}
            aria-label={t('app.downloadFile', { name: entry.name })}
          >
            <Download size={15} />
          </a>
        </li>
      ))}
    </ul>
  )
}
