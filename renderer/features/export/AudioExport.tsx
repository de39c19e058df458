import { useShallow } from 'zustand/react/shallow'
import {
  EXPORT_PRESETS,
  EXPORT_PRESET_NAMES,
  presetOf,
  SPLITS,
} from '../../../shared/export/exportSettings.ts'
import type { ExportSettings, Split } from '../../../shared/export/exportSettings.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useAudioState } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isHeardWhole } from '../../stores/timing.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'

const CUSTOM = 'custom' as const

/** How files are named where a preset does not say. */
const NAMES: Readonly<Record<Split, string>> = {
  story: EXPORT_PRESETS.none.names,
  chapter: EXPORT_PRESETS.audiobook.names,
  block: EXPORT_PRESETS.game.names,
}

interface AudioExportProps {
  readonly story: Story
  readonly settings: ExportSettings
  readonly onChange: (settings: ExportSettings) => void
}

/** What the audio is for, how it is divided into files, and who wrote it. */
export function AudioExport({ story, settings, onChange }: AudioExportProps) {
  const { t } = useTranslation()
  // Audio without times cannot be divided.
  const isUntimed = useAudioState(
    useShallow(({ takes, allTakes, render }) => isHeardWhole(story, { takes, allTakes, render })),
  )
  const preset = presetOf(settings)
  return (
    <>
      <ComboField
        label={t('exports.preset')}
        value={preset ?? CUSTOM}
        options={[...EXPORT_PRESET_NAMES, CUSTOM].map((id) => ({ id, name: t(`exports.presets.${id}`) }))}
        emptyText={t('inspector.noMatch')}
        onChange={(id) => {
          const chosen = EXPORT_PRESET_NAMES.find((name) => name === id)
          if (chosen === undefined) return
          const { tags, captions } = settings
          const filled = { ...EXPORT_PRESETS[chosen], tags, captions }
          onChange(isUntimed ? { ...filled, split: 'story', manifest: false } : filled)
        }}
      />
      {isUntimed ? null : (
        <>
          <SegmentField
            label={t('exports.split')}
            value={settings.split}
            options={SPLITS.map((id) => ({ id, name: t(`exports.splits.${id}`) }))}
            onChange={(split) => {
              onChange({ ...settings, split, names: NAMES[split], manifest: split === 'block' })
            }}
          />
          <SwitchField
            label={t('exports.stems')}
            hint={t('exports.stemsNote')}
            isOn={settings.stems}
            onChange={(stems) => {
              onChange({ ...settings, stems })
            }}
          />
        </>
      )}
      <TextField
        label={t('exports.author')}
        value={settings.tags.author}
        onChange={(author) => {
          onChange({ ...settings, tags: { ...settings.tags, author } })
        }}
      />
    </>
  )
}
