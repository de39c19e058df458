import { AudioLines, X } from 'lucide-react'
import { runCommand } from '../../actions/commands.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import styles from './Welcome.module.css'

/** Offers natural voices until one is there, or until it is dismissed. */
export function NaturalVoicesHint() {
  const { t } = useTranslation()
  const app = useApp()
  const isOffered = useAppState(
    ({ settings, hostVoices }) =>
      settings.offersNaturalVoices && hostVoices.length > 0 && hostVoices.every(({ pack }) => pack === null),
  )
  if (!isOffered) return null
  return (
    <p className={styles.example}>
      <AudioLines size={16} aria-hidden="true" />
      <span>{t('packs.hint')}</span>
      <Button
        tone="quiet"
        size="small"
        onPress={() => {
          runCommand(app, 'naturalVoices')
        }}
      >
        {t('commands.naturalVoices')}
      </Button>
      <IconButton
        label={t('packs.dismiss')}
        size="small"
        onPress={() => {
          changeSettings(app, { offersNaturalVoices: false })
        }}
      >
        <X size={14} />
      </IconButton>
    </p>
  )
}
