import i18next from 'i18next'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './PlainPages.module.css'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Catches errors of views: says that the story is safe, and offers to reload the page. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className={styles.page} role="alert">
        <h1>{i18next.t('app.crashTitle')}</h1>
        <p>{i18next.t('app.crashText')}</p>
        <Button
          tone="primary"
          onPress={() => {
            window.location.reload()
          }}
        >
          {i18next.t('app.reload')}
        </Button>
      </main>
    )
  }
}

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
