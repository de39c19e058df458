import { Download, FileText, Upload } from 'lucide-react'
import { useId, useEffect, useState } from 'react'
import { extensionsFor, fileTypeOf } from '../../../shared/files/fileTypes.ts'
import type { ReadingProgress } from '../../../shared/ipc/importContract.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import type { FileEntry, FileRef } from '../../../shared/ipc/views.ts'
import { MAX_PASSWORD_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { reviewFile, stopReading } from '../../actions/imports.ts'
import { When } from '../../fields/When.tsx'
import { useApp, useAppState, useCloseDialog } from '../../hooks/app.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, ActionDialog } from '../../ui/Dialog.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { TextField } from '../../ui/TextField.tsx'
import importStyles from './Import.module.css'
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
            <When atMs={entry.modifiedAtMs} />
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

interface ImportReadingProps {
  readonly opened: FileRef
  /** Null if it is not known. */
  readonly name: string | null
  /** Whether to add it to the open story. */
  readonly isAdded: boolean
  /** Whether to update the open story from it. */
  readonly updates?: boolean
}

/** The review of a file that is still being read: the chapters found so far, the progress, and Cancel. The review's button is disabled. */
export function ImportReading({ opened, name, isAdded, updates = false }: ImportReadingProps) {
  const { t } = useTranslation()
  const app = useApp()
  const [progress, setProgress] = useState<ReadingProgress | null>(null)
  useEffect(
    () =>
      app.bridge.on('import:progress', ({ ref, ...told }) => {
        if (ref === opened) setProgress(told)
      }),
    [app, opened],
  )
  const stop = () => {
    stopReading(app, opened).catch(app.report)
  }
  return (
    <Page
      title={t(updates ? 'updates.title' : 'imports.title')}
      backLabel={t('imports.back')}
      onClose={stop}
      tools={
        <>
          <span className={importStyles.file} dir="auto" title={name ?? undefined}>
            {name}
          </span>
          <Button autoFocus onPress={stop}>
            {t('app.cancel')}
          </Button>
          <Button tone="primary" isDisabled>
            {t(updates ? 'updates.update' : isAdded ? 'imports.addToStory' : 'imports.makeStory')}
          </Button>
        </>
      }
    >
      <div className={importStyles.panels}>
        <section className={importStyles.left} aria-label={t('imports.chapters')}>
          <header className={importStyles.head}>
            <b>{t('imports.chapters')}</b>
          </header>
          <ol className={importStyles.found}>
            {progress?.titles.map((title, index) => (
              <li key={index} className={importStyles.chapter}>
                <span className={importStyles.chapterNumber}>{index + 1}</span>
                <span className={importStyles.chapterTitle} dir="auto" title={title}>
                  {title}
                </span>
              </li>
            ))}
            <li className={importStyles.chapter} aria-hidden="true">
              <span className={importStyles.skeleton} />
            </li>
          </ol>
        </section>
        <div className={importStyles.reading}>
          <p role="status">{t('imports.reading')}</p>
          <progress
            aria-label={t('imports.reading')}
            {...(progress !== null && { value: progress.done, max: progress.total })}
          />
          <p className={importStyles.number}>
            {progress === null ? null : t('imports.portion', { done: progress.done, total: progress.total })}
          </p>
        </div>
      </div>
    </Page>
  )
}

interface ImportPasswordProps {
  readonly opened: FileRef
  /** The error of the last password. */
  readonly error: WireError | null
  /** Whether to add it to the open story. */
  readonly isAdded: boolean
  /** Whether to update the open story from it. */
  readonly updates?: boolean
}

/** Asks for the password of a document to be imported as a story. */
export function ImportPassword({ opened, error, isAdded, updates = false }: ImportPasswordProps) {
  const { t } = useTranslation()
  const app = useApp()
  const close = useCloseDialog()
  const [password, setPassword] = useState('')
  const read = () => {
    reviewFile(app, opened, { password, isAdded, updates }).catch(app.report)
  }
  return (
    <ActionDialog
      title={t('imports.passwordTitle')}
      closeLabel={t('app.close')}
      cancelLabel={t('app.cancel')}
      onClose={close}
      action={{ label: t('imports.read'), isDisabled: password === '', onPress: read }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (password !== '') read()
        }}
      >
        <TextField
          label={t('imports.password')}
          value={password}
          type="password"
          maxLength={MAX_PASSWORD_CHARACTERS}
          autoFocus
          onChange={setPassword}
        />
      </form>
      <p role={error === null ? undefined : 'alert'}>
        {error === null ? t('imports.passwordHint') : errorText(t, error)}
      </p>
    </ActionDialog>
  )
}

interface DroppedStoryDialogProps {
  readonly opened: FileRef
  /** The name of the file. */
  readonly name: string
}

/** Asks whether to open a story dropped on an open story, or to add it. */
export function DroppedStoryDialog({ opened, name }: DroppedStoryDialogProps) {
  const { t } = useTranslation()
  const app = useApp()
  const close = useCloseDialog()
  const read =
    (isAdded: boolean, updates = false) =>
    () => {
      close()
      reviewFile(app, opened, { name, isAdded, updates }).catch(app.report)
    }
  return (
    <Dialog
      title={t('imports.droppedTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <Button onPress={read(true, true)}>{t('updates.useFile')}</Button>
          <Button onPress={read(true)}>{t('commands.addFile')}</Button>
          <Button tone="primary" autoFocus onPress={read(false)}>
            {t('imports.openDropped')}
          </Button>
        </>
      }
    >
      <p dir="auto">{t('imports.droppedText', { name })}</p>
    </Dialog>
  )
}
