import { useEffect, useState } from 'react'
import type { Claimable } from '../../../shared/ipc/jobsContract.ts'
import { useApp } from '../../hooks/app.ts'
import { formatStatus, formatTime } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Conversions.module.css'

/** What the service has of an unknown outcome, to be claimed instead of paid again. */
export function ClaimPanel({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation()
  const app = useApp()
  const [found, setFound] = useState<readonly Claimable[] | 'no-list' | null>(null)
  const [uuid, setUuid] = useState('')
  useEffect(() => {
    app.bridge.call('jobs:claimable', { id }).then(
      (listed) => {
        setFound(listed ?? 'no-list')
      },
      (error: unknown) => {
        setFound('no-list')
        app.report(error)
      },
    )
  }, [app, id])
  const claim = (chosen: string) => {
    app.bridge.call('jobs:claim', { id, uuid: chosen }).then(() => {
      app.note('conversions.claimed')
      onDone()
    }, app.report)
  }
  return (
    <section className={styles.subPanel} aria-label={t('conversions.claimTitle')}>
      {found === null ? <p role="status">{t('conversions.claimLooking')}</p> : null}
      {found === 'no-list' ? <p>{t('conversions.claimNoList')}</p> : null}
      {found?.length === 0 ? <p>{t('conversions.claimNone')}</p> : null}
      {found === null || found === 'no-list' ? null : (
        <ul className={styles.list}>
          {found.map((each) => (
            <li key={each.uuid} className={styles.line}>
              <span className={styles.input}>
                {each.input}
                <small>
                  {[
                    formatStatus(t, each.status),
                    each.voiceId,
                    each.createdAtMs === null ? '' : formatTime(each.createdAtMs),
                  ]
                    .filter((fact) => fact !== '')
                    .join(' · ')}
                </small>
              </span>
              <Button
                aria-label={t('conversions.claimOne', { uuid: each.uuid })}
                onPress={() => {
                  claim(each.uuid)
                }}
              >
                {t('conversions.claim')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          claim(uuid)
        }}
      >
        <TextField label={t('conversions.claimId')} value={uuid} maxLength={200} onChange={setUuid} />
        <Button type="submit" isDisabled={uuid.trim() === ''}>
          {t('conversions.claim')}
        </Button>
      </form>
    </section>
  )
}
