import { Search } from 'lucide-react'
import { Button } from 'react-aria-components'
import { runCommand, shownKeys } from '../actions/commands.ts'
import { useWorld } from '../hooks/world.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Kbd } from '../ui/Kbd.tsx'
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
      <span className={styles.keys} aria-hidden="true">
        <Kbd>{shownKeys(world, 'palette')}</Kbd>
      </span>
    </Button>
  )
}
