import { changeSettings } from '../actions/settings.ts'
import { useAppState, useWorld } from '../hooks/world.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { NumberField } from './NumberField.tsx'

/** The most credits that a story, and a day, may cost before the writer is asked. */
export function CapFields() {
  const { t } = useTranslation()
  const world = useWorld()
  const { creditsPerStory, creditsPerDay } = useAppState((state) => state.settings)
  return (
    <>
      <NumberField
        label={t('conversions.ledger.perStory')}
        placeholder={t('conversions.ledger.noCap')}
        value={creditsPerStory}
        onChange={(creditsPerStory) => {
          changeSettings(world, { creditsPerStory })
        }}
      />
      <NumberField
        label={t('conversions.ledger.perDay')}
        placeholder={t('conversions.ledger.noCap')}
        value={creditsPerDay}
        onChange={(creditsPerDay) => {
          changeSettings(world, { creditsPerDay })
        }}
      />
    </>
  )
}
