import { Checkbox, CheckboxGroup, Label } from 'react-aria-components'
import { CAPTION_FORMAT_NAMES, type CaptionFormatName } from '../../../shared/captions/captionFormats.ts'
import { exportFormat } from '../../../shared/export/exportFormats.ts'
import {
  LEAST_SAMPLE_MINUTES,
  MOST_SAMPLE_MINUTES,
  RETAIL_SAMPLE,
} from '../../../shared/export/exportSettings.ts'
import { blockNumber, blocksOf, findBlock } from '../../../shared/story/selectors.ts'
import { useOfStory, useDeferredStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { CheckMark } from '../../ui/CheckMark.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import styles from './Export.module.css'
import { FieldSection } from './FieldRow.tsx'
import { LevelField, type SettingsProps } from './SoundFields.tsx'

/** Lists of chapters, which are not captions. */
const CHAPTER_LISTS = ['youtube', 'podcast'] as const
const CAPTIONS = CAPTION_FORMAT_NAMES.filter((id) => !CHAPTER_LISTS.some((list) => list === id))

const ALSO = ['music', 'chapters', 'stems', 'manifest'] as const
const ALSO_NAMES = {
  music: 'music',
  chapters: 'chapterMarks',
  stems: 'stems',
  manifest: 'manifest',
} as const

interface ExtraFieldsProps extends SettingsProps {
  /** Whether the times of the blocks in the audio are unknown. */
  readonly isUntimed: boolean
}

/** Files written beside the audio: captions, lists of chapters, stems. */
export function ExtraFields({ settings, isUntimed, onChange }: ExtraFieldsProps) {
  const { t } = useTranslation()
  const hasMusic = useOfStory(({ music }) => music.length > 0)
  if (isUntimed) return null
  const canHave = {
    // A file per block contains only that block.
    music: hasMusic && settings.split !== 'block',
    chapters: exportFormat(settings.format).hasChapters,
    stems: true,
    manifest: true,
  }
  const also = ALSO.filter((id) => canHave[id])
  return (
    <FieldSection part="extras" title={t('exports.extras')}>
      {(
        [
          ['captions', CAPTIONS],
          ['chapterLists', CHAPTER_LISTS],
        ] as const
      ).map(([group, formats]) => (
        <CheckboxGroup
          key={group}
          className={styles.checks ?? ''}
          value={formats.filter((id) => settings.captions.includes(id))}
          onChange={(chosen) => {
            const isOf = (id: CaptionFormatName) => formats.some((each) => each === id)
            const captions = CAPTION_FORMAT_NAMES.filter((id) =>
              isOf(id) ? chosen.includes(id) : settings.captions.includes(id),
            )
            onChange({ ...settings, captions })
          }}
        >
          <Label className={styles.checksLabel ?? ''}>{t(`exports.${group}`)}</Label>
          {formats.map((id) => (
            <TickBox key={id} id={id} name={t(`exports.captionFormats.${id}`)} />
          ))}
        </CheckboxGroup>
      ))}
      <CheckboxGroup
        className={styles.checks ?? ''}
        value={also.filter((id) => settings[id])}
        onChange={(chosen) => {
          onChange({ ...settings, ...Object.fromEntries(also.map((id) => [id, chosen.includes(id)])) })
        }}
      >
        <Label className={styles.checksLabel ?? ''}>{t('exports.also')}</Label>
        {also.map((id) => (
          <TickBox key={id} id={id} name={t(`exports.${ALSO_NAMES[id]}`)} />
        ))}
      </CheckboxGroup>
      {settings.split === 'chapter' ? <SampleFields settings={settings} onChange={onChange} /> : null}
    </FieldSection>
  )
}

function TickBox({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Checkbox value={id} className={styles.check ?? ''}>
      <CheckMark />
      {name}
    </Checkbox>
  )
}

/** The sample for shops: whether there is one, its first block, and its length. */
function SampleFields({ settings, onChange }: SettingsProps) {
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
