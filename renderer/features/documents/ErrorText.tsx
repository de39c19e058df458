import type { WireError } from '../../../shared/ipc/result.ts'
import { errorText } from '../../i18n/errorText.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Documents.module.css'

/** What went wrong, what is safe, and what to do. */
export function ErrorText({ error }: { readonly error: WireError }) {
  const { t } = useTranslation()
  return <p className={styles.error}>{errorText(t, error)}</p>
}
