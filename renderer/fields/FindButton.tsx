import { Search } from 'lucide-react'
import { Button } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { runCommand, shownKeys } from '../actions/commands.ts'
import { useWorld } from '../hooks/world.ts'
import styles from './FindButton.module.css'

/** Opens the command palette, and shows its keys. */
export function FindButton() {
  const { t } = useTranslation()
  const world = useWorld()
  return (
    <Button
      className={styles.find ?? ''}
      onPress={() => {
        runCommand(world, 'palette')
      }}
    >
      <Search size={15} aria-hidden="true" />
      <span className={styles.words}>{t('commands.palette')}</span>
      <kbd className={styles.keys} aria-hidden="true">
        {shownKeys(world, 'palette')}
      </kbd>
    </Button>
  )
}
