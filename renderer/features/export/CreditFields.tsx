import { MAX_WORDING } from '../../../shared/export/exportSettings.ts'
import { creditsOf } from '../../../shared/export/exportCredits.ts'
import { creditWordings } from '../../../shared/story/credits.ts'
import { useOfStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Export.module.css'
import { FieldSection } from './FieldRow.tsx'
import type { SettingsProps } from './SoundFields.tsx'

const USUAL = { opening: null, closing: null } as const

/** Whether credits are spoken before and after the story, and their wording. */
export function CreditFields({ settings, onChange }: SettingsProps) {
  const { t } = useTranslation()
  const info = useOfStory((story) => story.info)
  const { credits } = settings
  const usual = creditWordings(info.language)
  const said = creditsOf({ info }, settings)
  const words = [said?.opening, said?.closing].filter((each) => each).join(' … ')
  return (
    <FieldSection part="credits" title={t('exports.creditsHeading')}>
      <SwitchField
        label={t('exports.speakCredits')}
        isOn={credits !== null}
        onChange={(isOn) => {
          onChange({ ...settings, credits: isOn ? USUAL : null })
        }}
      />
      {credits === null ? null : (
        <>
          {(['opening', 'closing'] as const).map((place) => (
            <TextField
              key={place}
              label={t(`exports.${place}Credits`)}
              value={credits[place] ?? usual[place]}
              maxLength={MAX_WORDING}
              onChange={(typed) => {
                const wording = typed === usual[place] ? null : typed
                onChange({ ...settings, credits: { ...credits, [place]: wording } })
              }}
            />
          ))}
          <p className={styles.note}>{t('exports.creditsHint')}</p>
          <p className={styles.note} dir="auto" role="status">
            {words}
          </p>
        </>
      )}
    </FieldSection>
  )
}
