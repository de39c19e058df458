import { useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isDocumentName } from '../../shared/speech-api/documentFormats.ts'
import { openFile } from '../actions/projects.ts'
import { chooseDocument } from '../actions/documents.ts'
import { useWorld } from '../stores/world.ts'
import type { World } from '../stores/world.ts'
import styles from './FileDrop.module.css'

/** Takes a file that is dropped anywhere: a story is opened, a text becomes one, another document can be spoken. */
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
        takeDropped(world, file).catch(world.report)
      }}
    >
      {children}
      {isOver ? <div className={styles.hint}>{t('app.dropHere')}</div> : null}
    </div>
  )
}

/** What opens as a story when it is dropped; a plain text among them can be spoken from the dialog. */
const STORY_ENDINGS = /\.(?:fabula|txt|md|markdown|json)$/i

async function takeDropped(world: World, file: File): Promise<void> {
  if (!STORY_ENDINGS.test(file.name) && isDocumentName(file.name)) {
    await chooseDocument(world, file)
    return
  }
  await openFile(world, await world.bridge.takeFile(file))
}
