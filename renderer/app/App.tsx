import { I18nProvider } from 'react-aria-components'
import { useEffect, useState } from 'react'
import { useStoryIfOpen } from '../hooks/session.ts'
import { localeFormats } from '../i18n/format.ts'
import { Welcome } from '../features/welcome/Welcome.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Dialogs } from './Dialogs.tsx'
import { Editor } from './Editor.tsx'
import { ErrorBoundary } from './PlainPages.tsx'
import { OpenStory } from './OpenStory.tsx'
import { News } from '../features/status/News.tsx'
import styles from './App.module.css'
import { takeDropped } from '../actions/dropped.ts'
import { expectFile } from '../actions/imports.ts'
import { useApp, useViewState } from '../hooks/app.ts'

/** The whole window: the welcome screen, or the editor with an open story. */
export function App() {
  useTranslation() // redraws when the language changes
  return (
    <ErrorBoundary>
      <I18nProvider locale={localeFormats().locale}>
        <OpenStory>
          <Contents />
          <Dialogs />
        </OpenStory>
        <FileDrop />
        <div id="announcements" aria-live="polite" className="visually-hidden" data-live-announcer />
      </I18nProvider>
    </ErrorBoundary>
  )
}

function Contents() {
  useWindowTitle()
  const storyId = useStoryIfOpen(({ story }) => story.info.id)
  // The key gives each story its own scroll positions.
  if (storyId !== undefined) return <Editor key={storyId} />
  return (
    <div className={styles.start}>
      <Welcome />
      <News />
    </div>
  )
}

const APP = 'Fabula'

/** Names the open story in the title of the tab or window, to distinguish several, also for screen readers. */
export function useWindowTitle(): void {
  const { t } = useTranslation()
  const title = useStoryIfOpen(({ story }) => story.info.title)
  useEffect(() => {
    document.title = title === undefined ? APP : `${title.trim() || t('app.untitled')} – ${APP}`
  }, [title, t])
}

/**
 * Accepts a file dropped anywhere on the window. Elements that accept files themselves, such as a conversion waiting for its audio, prevent
 * the default.
 */
export function FileDrop() {
  const { t } = useTranslation()
  const app = useApp()
  const [isOver, setIsOver] = useState(false)
  const isInDocuments = useViewState((state) => state.dialog?.kind === 'documents')
  useEffect(() => {
    const isFile = (event: DragEvent) =>
      !event.defaultPrevented && event.dataTransfer?.types.includes('Files') === true
    const onDragOver = (event: DragEvent) => {
      setIsOver(isFile(event))
      if (isFile(event)) event.preventDefault()
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setIsOver(false)
      if (!isFile(event)) return
      event.preventDefault()
      const [file, ...others] = event.dataTransfer?.files ?? []
      if (file === undefined) return
      if (others.length > 0) app.note('app.oneFile', { name: file.name })
      takeDropped(app, file).catch(app.report)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [app])
  useEffect(() => {
    if (isOver) expectFile(app)
  }, [app, isOver])
  if (!isOver) return null
  return <div className={styles.drop}>{t(isInDocuments ? 'app.dropDocument' : 'app.dropHere')}</div>
}
