import { AudioLines } from 'lucide-react'
import { runCommand } from '../../actions/commands.ts'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'

/** Leads from the voices that are here to those that can be got. */
export function GetNaturalVoices() {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <Button
      tone="quiet"
      icon={<AudioLines size={14} aria-hidden="true" />}
      onPress={() => {
        runCommand(app, 'naturalVoices')
      }}
    >
      {t('commands.naturalVoices')}
    </Button>
  )
}
