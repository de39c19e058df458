import { useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openFile } from '../actions/projects.ts'
import { useWorld } from '../stores/world.ts'
import styles from './FileDrop.module.css'

/** Takes a file that is dropped anywhere: a story is opened, a text becomes one. */
export function FileDrop({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const world = useWorld()
  const [isOver, setIsOver] = useState(false)
  const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    <div
      className={styles.area}
      onDragOver={(event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (event.relatedTarget === null) setIsOver(false)
      }}
      onDrop={(event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setIsOver(false)
        const file = event.dataTransfer.files[0]
        if (file === undefined) return
        world.bridge
          .takeFile(file)
          .then((ref) => openFile(world, ref))
          .catch(world.report)
      }}
    >
      {children}
      {isOver ? <div className={styles.hint}>{t('app.dropHere')}</div> : null}
    </div>
  )
}
