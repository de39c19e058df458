import {
  BookAudio,
  Bookmark,
  Gamepad2,
  Mic,
  Plus,
  Podcast,
  RadioTower,
  SlidersHorizontal,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import {
  EXPORT_PRESET_NAMES,
  EXPORT_PRESETS,
  type ExportSettings,
  presetOf,
  storyExportOf,
  withoutSamplePlace,
} from '../../../shared/export/exportSettings.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useStoryState } from '../../hooks/session.ts'
import { formatTime, formatWhen } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Export.module.css'

const ICONS = {
  audiobook: BookAudio,
  podcast: Podcast,
  broadcast: RadioTower,
  game: Gamepad2,
  none: Mic,
} as const
const CUSTOM = 'custom'
const own = (name: string) => `own:${name}`

interface ExportPresetsProps {
  readonly settings: ExportSettings
  /** Whether the audio cannot be divided. */
  readonly isUntimed: boolean
  readonly onChange: (settings: ExportSettings) => void
  /** Opens the export as text. */
  readonly onText: () => void
}

/** The purpose of the audio: Fabula's presets and the writer's own. A preset sets everything except tags and captions. */
export function ExportPresets({ settings, isUntimed, onChange, onText }: ExportPresetsProps) {
  const { t } = useTranslation()
  const app = useApp()
  const kept = useAppState((state) => state.settings.exportPresets)
  const last = useAppState((state) => state.settings.lastExport)
  const [name, setName] = useState<string | null>(null)
  const [pressed, setPressed] = useState(CUSTOM)
  const { tags, captions, credits } = settings
  const mine = kept.filter(
    (each) => JSON.stringify(each.settings) === JSON.stringify({ ...settings, tags: each.settings.tags }),
  )
  const fitting: readonly string[] = [presetOf(settings) ?? [], mine.map((each) => own(each.name))].flat()
  const current = fitting.includes(pressed) ? pressed : (fitting[0] ?? CUSTOM)
  const choose = (chosen: ExportSettings) => {
    onChange(isUntimed ? { ...chosen, split: 'story', stems: false, manifest: false, credits: null } : chosen)
  }
  const keep = () => {
    const kind = name?.trim() ?? ''
    if (kind === '') return
    const others = kept.filter((each) => each.name !== kind)
    const preset = { name: kind, settings: { ...withoutSamplePlace(settings), tags: { ...tags, title: '' } } }
    changeSettings(app, { exportPresets: [...others, preset] })
    setName(null)
  }
  return (
    <aside className={styles.side} data-part="presets">
      <RadioGroup
        className={styles.presets ?? ''}
        value={current}
        onChange={(id) => {
          setPressed(id)
          const chosen = EXPORT_PRESET_NAMES.find((each) => each === id)
          if (chosen !== undefined) {
            const preset: ExportSettings = EXPORT_PRESETS[chosen]
            choose({ ...preset, tags, captions, credits: preset.credits && (credits ?? preset.credits) })
          }
          if (id === CUSTOM && last !== null) choose({ ...last, tags: { ...last.tags, title: tags.title } })
          const kind = kept.find((each) => own(each.name) === id)
          if (kind !== undefined) choose({ ...kind.settings, tags })
        }}
      >
        <Label className={styles.heading ?? ''}>{t('exports.presetList')}</Label>
        {EXPORT_PRESET_NAMES.map((id) => {
          const Icon = ICONS[id]
          return (
            <Radio key={id} value={id} className={styles.preset ?? ''}>
              <Icon size={15} aria-hidden="true" />
              <span>
                {t(`exports.presets.${id}`)} <small>{t(`exports.presetHints.${id}`)}</small>
              </span>
            </Radio>
          )
        })}
        <Radio
          value={CUSTOM}
          className={styles.preset ?? ''}
          isDisabled={current !== CUSTOM && last === null}
        >
          <SlidersHorizontal size={15} aria-hidden="true" />
          <span>
            {t('exports.presets.custom')} <small>{t('exports.presetHints.custom')}</small>
          </span>
        </Radio>
        <div className={styles.yours}>
          <b className={styles.heading}>{t('exports.yours')}</b>
          <IconButton
            label={t('exports.keep')}
            onPress={() => {
              setName('')
            }}
          >
            <Plus size={15} />
          </IconButton>
        </div>
        {kept.map((each) => (
          <div key={each.name} className={styles.kept}>
            <Radio value={own(each.name)} className={styles.preset ?? ''}>
              <Bookmark size={15} aria-hidden="true" />
              <span dir="auto">{each.name}</span>
            </Radio>
            <IconButton
              label={t('exports.removePreset', { name: each.name })}
              onPress={() => {
                changeSettings(app, { exportPresets: kept.filter((other) => other !== each) })
              }}
            >
              <X size={14} />
            </IconButton>
          </div>
        ))}
      </RadioGroup>
      {name === null ? null : (
        <form
          className={styles.keep}
          onSubmit={(event) => {
            event.preventDefault()
            keep()
          }}
        >
          <TextField
            label={t('exports.keepName')}
            value={name}
            maxLength={100}
            autoFocus
            onChange={setName}
          />
          <Button isDisabled={name.trim() === ''} onPress={keep}>
            {t('exports.keep')}
          </Button>
        </form>
      )}
      <div className={styles.sideFoot}>
        <LastExport />
        <Button tone="quiet" onPress={onText}>
          {t('exports.textInstead')}
        </Button>
      </div>
    </aside>
  )
}

/** When the open story was exported last, and where its files are; they can be shown if the app wrote them in this run. */
function LastExport() {
  const { t } = useTranslation()
  const app = useApp()
  const project = useStoryState((state) => state.project)
  const kept = useAppState((state) => state.settings.storyExports)
  const written = useAppState((state) => state.writtenExport)
  const hasFileManager = useAppState((state) => state.info?.filePicker === 'system')
  const last = storyExportOf(kept, project.recentId)?.last
  if (!last) return null
  const canShow = hasFileManager && written?.projectId === project.projectId
  return (
    <div className={styles.last}>
      <span title={formatTime(last.atMs)}>
        {t('exports.last', {
          when: formatWhen(last.atMs),
          files: t('exports.fileCount', { count: last.fileCount }),
        })}
      </span>
      <small className={styles.note} dir="auto">
        {last.location}
      </small>
      {canShow ? (
        <Button
          tone="quiet"
          onPress={() => {
            app.bridge.call('export:show', { exportId: written.exportId }).catch(app.report)
          }}
        >
          {t('exports.showFiles')}
        </Button>
      ) : null}
    </div>
  )
}
