import { useEffect, useState } from 'react'
import { useStoryState, useWorld } from '../../hooks/world.ts'
import { formatSize } from '../../i18n/formatSize.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Export.module.css'

/** How much room the disk has on which the story lies. Another disk can be chosen: the export checks that one before it begins. */
export function FreeRoom() {
  const { t } = useTranslation()
  const world = useWorld()
  const projectId = useStoryState((state) => state.open?.project.projectId)
  const [freeBytes, setFreeBytes] = useState<number | null>(null)
  useEffect(() => {
    if (projectId === undefined) return
    world.bridge
      .call('export:room', { projectId })
      .then((room) => {
        setFreeBytes(room.freeBytes)
      })
      .catch(world.report)
  }, [world, projectId])
  if (freeBytes === null) return null
  return <small className={styles.note}>{t('exports.free', { size: formatSize(t, freeBytes) })}</small>
}
