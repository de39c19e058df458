import { useTranslation } from 'react-i18next'
import type { WireError } from '../../../shared/ipc/result.ts'
import styles from './Documents.module.css'

/** What went wrong, what is safe, and what to do. */
export function ErrorText({ error: { code, params } }: { readonly error: WireError }) {
  const { t, i18n } = useTranslation()
  const key = i18n.exists(`errors.${code}`) ? `errors.${code}` : 'errors.unexpected'
  return <p className={styles.error}>{t(key, params)}</p>
}
