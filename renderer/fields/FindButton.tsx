import { Search } from 'lucide-react'
import { Button } from 'react-aria-components'
import { runCommand, shownKeys } from '../actions/commands.ts'
import { useApp } from '../hooks/app.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Kbd } from '../ui/Kbd.tsx'
import styles from './FindButton.module.css'

/** Opens the command palette, and shows its keys. */
export function FindButton() {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <Button
      className={styles.find ?? ''}
      onPress={() => {
        runCommand(app, 'palette')
      }}
    >
      <Search size={15} aria-hidden="true" />
      <span className={styles.words}>{t('commands.palette')}</span>
      <span className={styles.keys} aria-hidden="true">
        <Kbd>{shownKeys(app, 'palette')}</Kbd>
      </span>
    </Button>
  )
}
