import { useId, type ReactNode } from 'react'
import { EXPORT_FORMAT_NAMES, exportFormat } from '../../../shared/export/exportFormats.ts'
import {
  LEAST_EXPORT_SPEED,
  MOST_EXPORT_SPEED,
  withFormat,
  type ExportSettings,
} from '../../../shared/export/exportSettings.ts'
import { localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { ExportPartId } from '../../stores/viewStore.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import fieldStyles from '../../ui/Field.module.css'
import { NumberBox } from '../../ui/NumberBox.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import styles from './Export.module.css'

const AS_TAKES = 'takes'
const KINDS = ['none', 'lufs', 'rms'] as const
/** Defaults for each kind of loudness. */
const TARGETS = { lufs: -16, rms: -20 } as const
const ROOM_TONE = { headMs: 700, tailMs: 2000 } as const

export interface SettingsProps {
  readonly settings: ExportSettings
  readonly onChange: (settings: ExportSettings) => void
}

/** The format of the files and their loudness. */
export function SoundFields({ settings, onChange }: SettingsProps) {
  const { t } = useTranslation()
  const { format, quality, sampleRate, channels, loudness, peakDb, roomTone } = settings
  const { qualities, rates } = exportFormat(format)
  const hasBits = format === 'wav' || format === 'flac'
  const qualityName = (id: string) =>
    hasBits
      ? t('exports.bits', { bits: id })
      : id.startsWith('v')
        ? t('exports.variable', { name: id.toUpperCase() })
        : t('exports.constant', { kbps: id })
  const emptyText = t('inspector.noMatch')
  return (
    <FieldSection part="sound" title={t('exports.sound')}>
      <SegmentField
        label={t('app.format')}
        value={format}
        options={EXPORT_FORMAT_NAMES.map((id) => ({ id, name: id.toUpperCase() }))}
        onChange={(chosen) => {
          onChange(withFormat(settings, chosen))
        }}
      />
      <p className={styles.note}>{t(`exports.formatNote.${format}`)}</p>
      <div className={styles.three}>
        <ComboField
          label={t('exports.quality')}
          value={quality}
          options={qualities.map((id) => ({ id, name: qualityName(id) }))}
          emptyText={emptyText}
          onChange={(chosen) => {
            onChange({ ...settings, quality: chosen })
          }}
        />
        <ComboField
          label={t('exports.rate')}
          value={sampleRate === null ? AS_TAKES : String(sampleRate)}
          options={[
            { id: AS_TAKES, name: t('exports.ofTakes') },
            ...rates.map((rate) => ({
              id: String(rate),
              name: t('exports.kilohertz', { rate: localeFormats().decimal(rate / 1000, 0, 2) }),
            })),
          ]}
          emptyText={emptyText}
          onChange={(chosen) => {
            onChange({ ...settings, sampleRate: chosen === AS_TAKES ? null : Number(chosen) })
          }}
        />
        <ComboField
          label={t('exports.channels')}
          value={channels === null ? AS_TAKES : String(channels)}
          options={[
            { id: AS_TAKES, name: t('exports.ofTakes') },
            { id: '1', name: t('exports.mono') },
            { id: '2', name: t('exports.stereo') },
          ]}
          emptyText={emptyText}
          onChange={(chosen) => {
            onChange({ ...settings, channels: chosen === '1' ? 1 : chosen === '2' ? 2 : null })
          }}
        />
      </div>
      <SegmentField
        label={t('exports.loudness')}
        value={loudness.kind}
        options={KINDS.map((id) => ({ id, name: t(`exports.loudnessKinds.${id}`) }))}
        onChange={(kind) => {
          onChange({ ...settings, loudness: kind === 'none' ? { kind } : { kind, target: TARGETS[kind] } })
        }}
      />
      <div className={styles.four}>
        {loudness.kind === 'none' ? null : (
          <LevelField
            label={t('exports.target')}
            unit={loudness.kind === 'lufs' ? 'LUFS' : 'dB'}
            value={loudness.target}
            least={-40}
            most={-8}
            step={0.5}
            onChange={(target) => {
              if (target !== null) onChange({ ...settings, loudness: { ...loudness, target } })
            }}
          />
        )}
        <LevelField
          label={t('exports.peak')}
          unit="dB"
          value={peakDb}
          least={-20}
          most={0}
          step={0.5}
          placeholder={t('exports.noLimit')}
          onChange={(value) => {
            onChange({ ...settings, peakDb: value })
          }}
        />
        {(['headMs', 'tailMs'] as const).map((edge) => (
          <LevelField
            key={edge}
            label={t(edge === 'headMs' ? 'exports.head' : 'exports.tail')}
            unit="s"
            value={roomTone === null ? null : roomTone[edge] / 1000}
            least={0}
            most={10}
            step={0.1}
            placeholder={t('exports.asTimeline')}
            onChange={(seconds) => {
              onChange({
                ...settings,
                roomTone:
                  seconds === null
                    ? null
                    : { ...(roomTone ?? ROOM_TONE), [edge]: Math.round(seconds * 1000) },
              })
            }}
          />
        ))}
        <LevelField
          label={t('exports.speed')}
          unit="×"
          value={settings.speed}
          least={LEAST_EXPORT_SPEED}
          most={MOST_EXPORT_SPEED}
          step={0.05}
          onChange={(speed) => {
            if (speed !== null) onChange({ ...settings, speed })
          }}
        />
      </div>
      {settings.speed === 1 ? null : <p className={styles.note}>{t('exports.speedNote')}</p>}
    </FieldSection>
  )
}

interface LevelFieldProps {
  readonly label: string
  readonly unit: string
  readonly value: number | null
  readonly least: number
  readonly most: number
  readonly step: number
  readonly placeholder?: string
  readonly onChange: (value: number | null) => void
}

/** A number with its unit under a label. */
export function LevelField({ label, ...box }: LevelFieldProps) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <NumberBox id={id} {...box} />
    </div>
  )
}

interface FieldSectionProps {
  readonly part: ExportPartId
  readonly title: string
  readonly children: ReactNode
}

/** A part of the page's form, under its heading. */
export function FieldSection({ part, title, children }: FieldSectionProps) {
  return (
    <section className={styles.section} aria-label={title} data-part={part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
