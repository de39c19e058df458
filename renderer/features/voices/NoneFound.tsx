import { changeSettings } from '../../actions/settings.ts'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { NO_FILTERS } from './findVoices.ts'
import { GetNaturalVoices } from './GetNaturalVoices.tsx'
import styles from './VoicePicker.module.css'

/** Says that no voice matches, and clears the filters, and by `onClear` the search. */
export function NoneFound({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <div className={styles.empty}>
      <p>{t('voices.none')}</p>
      <Button
        onPress={() => {
          changeSettings(app, { voiceFilters: NO_FILTERS })
          onClear()
        }}
      >
        {t('voices.clearFilters')}
      </Button>
      <GetNaturalVoices />
    </div>
  )
}
