import { changeSettings } from '../actions/settings.ts'
import { useApp, useAppState } from '../hooks/app.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { NumberField } from './NumberField.tsx'

/** The most credits that a story, and a day, may cost before the writer is asked. */
export function CapFields() {
  const { t } = useTranslation()
  const app = useApp()
  const { creditsPerStory, creditsPerDay } = useAppState((state) => state.settings)
  return (
    <>
      <NumberField
        label={t('conversions.ledger.perStory')}
        placeholder={t('conversions.ledger.noCap')}
        value={creditsPerStory}
        onChange={(creditsPerStory) => {
          changeSettings(app, { creditsPerStory })
        }}
      />
      <NumberField
        label={t('conversions.ledger.perDay')}
        placeholder={t('conversions.ledger.noCap')}
        value={creditsPerDay}
        onChange={(creditsPerDay) => {
          changeSettings(app, { creditsPerDay })
        }}
      />
    </>
  )
}
