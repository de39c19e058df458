import { useEffect, useState } from 'react'
import { takeDropped } from '../actions/dropped.ts'
import { expectFile } from '../actions/imports.ts'
import { useApp, useViewState } from '../hooks/app.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import styles from './FileDrop.module.css'

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
  return <div className={styles.hint}>{t(isInDocuments ? 'app.dropDocument' : 'app.dropHere')}</div>
}
