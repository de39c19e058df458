import i18next from 'i18next'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from './PlainPage.module.css'

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
