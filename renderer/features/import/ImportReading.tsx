import { useEffect, useState } from 'react'
import type { ReadingProgress } from '../../../shared/ipc/importContract.ts'
import type { FileRef } from '../../../shared/ipc/views.ts'
import { stopReading } from '../../actions/imports.ts'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './Import.module.css'

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
          <span className={styles.file} dir="auto" title={name ?? undefined}>
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
      <div className={styles.panels}>
        <section className={styles.left} aria-label={t('imports.chapters')}>
          <header className={styles.head}>
            <b>{t('imports.chapters')}</b>
          </header>
          <ol className={styles.found}>
            {progress?.titles.map((title, index) => (
              <li key={index} className={styles.chapter}>
                <span className={styles.chapterNumber}>{index + 1}</span>
                <span className={styles.chapterTitle} dir="auto" title={title}>
                  {title}
                </span>
              </li>
            ))}
            <li className={styles.chapter} aria-hidden="true">
              <span className={styles.skeleton} />
            </li>
          </ol>
        </section>
        <div className={styles.reading}>
          <p role="status">{t('imports.reading')}</p>
          <progress
            aria-label={t('imports.reading')}
            {...(progress !== null && { value: progress.done, max: progress.total })}
          />
          <p className={styles.number}>
            {progress === null ? null : t('imports.portion', { done: progress.done, total: progress.total })}
          </p>
        </div>
      </div>
    </Page>
  )
}
