import { useTranslation } from '../i18n/useTranslation.ts'
import styles from './PlainPage.module.css'

/** Shown in a browser without a valid session: the host was restarted, or somebody else opened the address. */
export function NotOpen() {
  const { t } = useTranslation()
  return (
    <main className={styles.page}>
      <h1>{t('app.notOpen.title')}</h1>
      <p>{t('app.notOpen.safe')}</p>
      <p>{t('app.notOpen.again')}</p>
    </main>
  )
}
