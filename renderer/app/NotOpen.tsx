import { useTranslation } from '../i18n/useTranslation.ts'
import styles from './PlainPage.module.css'

/** What a browser shows that the browser host does not know: after a restart of the host, or opened by somebody else. */
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
