import {
  LEAST_SAMPLE_MINUTES,
  MOST_SAMPLE_MINUTES,
  RETAIL_SAMPLE,
} from '../../../shared/export/exportSettings.ts'
import { blockNumber, blocksOf, findBlock } from '../../../shared/story/selectors.ts'
import { useDeferredStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { SwitchField } from '../../ui/SwitchField.tsx'
import styles from './Export.module.css'
import { LevelField } from './SoundFields.tsx'
import type { SettingsProps } from './SoundFields.tsx'

/** The sample for shops: whether there is one, with which block it begins, and how long it is. */
export function SampleFields({ settings, onChange }: SettingsProps) {
  const { t } = useTranslation()
  const story = useDeferredStory()
  const { sample } = settings
  const first = findBlock(story, sample?.blockId ?? null)
  return (
    <>
      <SwitchField
        label={t('exports.sample')}
        hint={t('exports.sampleHint')}
        isOn={sample !== null}
        onChange={(isOn) => {
          onChange({ ...settings, sample: isOn ? RETAIL_SAMPLE : null })
        }}
      />
      {sample === null ? null : (
        <div className={styles.three}>
          <LevelField
            label={t('exports.sampleFrom')}
            unit=""
            value={first === undefined ? null : blockNumber(story, first.id)}
            least={1}
            most={blocksOf(story).length}
            step={1}
            placeholder={t('exports.sampleFirst')}
            onChange={(number) => {
              const blockId = number === null ? null : (blocksOf(story)[Math.round(number) - 1]?.id ?? null)
              onChange({ ...settings, sample: { ...sample, blockId } })
            }}
          />
          <LevelField
            label={t('exports.sampleLength')}
            unit="min"
            value={sample.minutes}
            least={LEAST_SAMPLE_MINUTES}
            most={MOST_SAMPLE_MINUTES}
            step={0.5}
            onChange={(minutes) => {
              if (minutes !== null) onChange({ ...settings, sample: { ...sample, minutes } })
            }}
          />
        </div>
      )}
      {first === undefined ? null : (
        <small className={styles.note} dir="auto">
          {first.text.slice(0, 120)}
        </small>
      )}
    </>
  )
}
