import { Checkbox, CheckboxGroup, Label } from 'react-aria-components'
import { CAPTION_FORMAT_NAMES } from '../../../shared/captions/captionFormats.ts'
import type { CaptionFormatName } from '../../../shared/captions/captionFormats.ts'
import { exportFormat } from '../../../shared/export/exportFormats.ts'
import { useOfStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Export.module.css'
import { FieldSection } from './FieldRow.tsx'
import { SampleFields } from './SampleFields.tsx'
import type { SettingsProps } from './SoundFields.tsx'
import { CheckMark } from '../../ui/CheckMark.tsx'

/** Lists of chapters, which are no captions. */
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
