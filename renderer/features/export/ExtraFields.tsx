import { Checkbox, CheckboxGroup, Label } from 'react-aria-components'
import { CAPTION_FORMAT_NAMES } from '../../../shared/captions/captionFormats.ts'
import { exportFormat } from '../../../shared/export/exportFormats.ts'
import { useOfStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Export.module.css'
import { FieldSection } from './FieldRow.tsx'
import type { SettingsProps } from './SoundFields.tsx'
import { CheckMark } from '../../ui/CheckMark.tsx'

const ALSO = ['music', 'chapters', 'stems', 'manifest'] as const
const ALSO_NAMES = {
  music: 'music',
  chapters: 'chapterMarks',
  stems: 'stems',
  manifest: 'manifest',
} as const

interface ExtraFieldsProps extends SettingsProps {
  /** Whether nobody knows where the blocks are in the audio. */
  readonly isUntimed: boolean
}

/** What is written beside the audio: captions, lists of chapters, stems. */
export function ExtraFields({ settings, isUntimed, onChange }: ExtraFieldsProps) {
  const { t } = useTranslation()
  const hasMusic = useOfStory(({ music }) => music.length > 0)
  if (isUntimed) return null
  const canHave = {
    // A file of one block is that block alone.
    music: hasMusic && settings.split !== 'block',
    chapters: exportFormat(settings.format).hasChapters,
    stems: true,
    manifest: true,
  }
  const also = ALSO.filter((id) => canHave[id])
  return (
    <FieldSection part="extras" title={t('exports.extras')}>
      <CheckboxGroup
        className={styles.checks ?? ''}
        value={[...settings.captions]}
        onChange={(chosen) => {
          onChange({ ...settings, captions: CAPTION_FORMAT_NAMES.filter((id) => chosen.includes(id)) })
        }}
      >
        <Label className={styles.checksLabel ?? ''}>{t('exports.captions')}</Label>
        {CAPTION_FORMAT_NAMES.map((id) => (
          <TickBox key={id} id={id} name={t(`exports.captionFormats.${id}`)} />
        ))}
      </CheckboxGroup>
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
