import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Output } from '../../../shared/ipc/contract.ts'
import { MUSIC_NEEDS } from '../../../shared/ipc/musicContract.ts'
import { useProjectId, useSession } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { formatSize } from '../../i18n/formatSize.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Lists.module.css'

type Held = Output<'music:held'>

/** The audio of music in the story's file, and the deleting of what nothing needs: by choice, and after a second press. */
export function HeldMusic() {
  const { t } = useTranslation()
  const session = useSession()
  const projectId = useProjectId()
  const [held, setHeld] = useState<Held>([])
  const [isSure, setSure] = useState(false)
  useEffect(() => {
    session.saver
      .flush() // the host looks at the story on the disk
      .then(() => session.bridge.call('music:held', { projectId }))
      .then(setHeld, session.report)
  }, [session, projectId])
  const sizeOf = (files: Held) =>
    formatSize(
      t,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  const clean = async () => {
    setSure(false)
    const { count, freedBytes } = await session.bridge.call('music:clean', { projectId })
    session.note('music.held.cleaned', { count, size: formatSize(t, freedBytes) })
    setHeld(await session.bridge.call('music:held', { projectId }))
  }
  if (held.length === 0) return null
  const spare = held.filter(({ need }) => need === 'spare')
  return (
    <section className={styles.held} aria-label={t('music.held.title')}>
      <div className={styles.head}>
        <h3>{t('music.held.title')}</h3>
        <span>{sizeOf(held)}</span>
      </div>
      {MUSIC_NEEDS.map((need) => {
        const files = held.filter((file) => file.need === need)
        return files.length === 0 ? null : (
          <details key={need}>
            <summary>
              <ChevronRight size={14} aria-hidden="true" />
              <b>{t(`music.held.${need}`)}</b>
              <span>
                {formatCount(files.length)} · {sizeOf(files)}
              </span>
            </summary>
            <ul className={styles.list}>
              {files.map(({ audioId, name, bytes }) => (
                <li key={audioId} className={styles.row}>
                  <span className={styles.what}>
                    <span dir="auto">{name === '' ? t('music.held.unnamed') : name}</span>
                  </span>
                  <span className={styles.size}>{formatSize(t, bytes)}</span>
                </li>
              ))}
            </ul>
          </details>
        )
      })}
      {spare.length === 0 ? null : (
        <>
          <p className={styles.hint}>{t('music.held.hint')}</p>
          <Button
            tone="danger"
            size="small"
            onPress={() => {
              if (isSure) clean().catch(session.report)
              else setSure(true)
            }}
          >
            {isSure
              ? t('music.held.sure')
              : t('music.held.clean', { count: spare.length, size: sizeOf(spare) })}
          </Button>
        </>
      )}
    </section>
  )
}
