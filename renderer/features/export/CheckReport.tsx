/** The check of what an export would write: what ACX asks for, file by file, and the places that are worth a listen. */
import { ArrowLeft, CircleCheck, CircleX, Copy } from 'lucide-react'
import { findingsOf } from '../../../shared/export/findings.ts'
import type { CheckedFile } from '../../../shared/export/findings.ts'
import { CHECKED_PRESET, acxVerdicts, passesAcx } from '../../../shared/export/soundChecks.ts'
import type { SoundCheck } from '../../../shared/export/soundChecks.ts'
import type { ExportPart } from '../../../shared/export/exportPart.ts'
import { EXPORT_PRESETS, presetOf } from '../../../shared/export/exportSettings.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { cancelCheck } from '../../actions/exporting.ts'
import { useAppState, useDeferredStory, useWorld } from '../../hooks/world.ts'
import { formatClock } from '../../i18n/format.ts'
import { localeFormats } from '../../i18n/locale.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { isCheckOf } from './checkOf.ts'
import styles from './Export.module.css'
import { Findings } from './Findings.tsx'

/** More files than that are lines of a game, which no shop looks at. */
const MOST_ROWS = 500
const COLUMNS = ['file', 'length', 'rms', 'peak', 'noise', 'silence', 'rate', 'verdict'] as const

interface CheckReportProps {
  readonly settings: ExportSettings
  readonly part: ExportPart
  readonly missing: readonly BlockId[]
  readonly onCheck: (settings?: ExportSettings) => void
  readonly onBack: () => void
}

/** The report, or how far the check is. */
export function CheckReport({ settings, part, missing, onCheck, onBack }: CheckReportProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const story = useDeferredStory()
  const checking = useAppState((state) => state.checking)
  const outcome = checking?.outcome ?? { kind: 'cancelled' }
  if (checking === null || outcome.kind !== 'checked')
    return (
      <section className={styles.report} aria-label={t('exports.report')}>
        {outcome.kind === 'running' ? (
          <>
            <p>{t('exports.checking')}</p>
            <progress max={1} value={checking?.fraction ?? 0} aria-label={t('exports.checking')} />
            <div className={styles.row}>
              <Button
                onPress={() => {
                  cancelCheck(world).catch(world.report)
                }}
              >
                {t('exports.stopCheck')}
              </Button>
            </div>
          </>
        ) : (
          <>
            {outcome.kind === 'failed' ? (
              <p role="alert">{t(`errors.${outcome.error.code}`, outcome.error.params)}</p>
            ) : null}
            <div className={styles.row}>
              <Button onPress={onBack}>{t('exports.backToSettings')}</Button>
              <Button
                onPress={() => {
                  onCheck()
                }}
              >
                {t('exports.checkAgain')}
              </Button>
            </div>
          </>
        )}
      </section>
    )
  const own = outcome.files.filter(({ isStem }) => !isStem)
  const failing = own.filter(({ sound }) => sound !== null && !passesAcx(sound)).length
  const isForShops = presetOf(settings) === CHECKED_PRESET
  const rows = own.slice(0, MOST_ROWS).map((file) => ({ file, cells: cellsOf(file) }))
  const copy = () => {
    const lines = [
      COLUMNS.map((id) => t(`exports.columns.${id}`)),
      ...rows.map(({ file, cells }) => [
        file.name,
        formatClock(Math.round(file.durationMs)),
        ...cells.map(({ text }) => text),
        file.sound === null ? '' : t(passesAcx(file.sound) ? 'exports.pass' : 'exports.fail'),
      ]),
    ]
    navigator.clipboard
      .writeText(lines.map((line) => line.join('\t')).join('\n'))
      .then(() => {
        world.note('exports.copied')
      })
      .catch(world.report)
  }
  return (
    <section className={styles.report} aria-label={t('exports.report')}>
      <div className={styles.reportHead}>
        <IconButton label={t('exports.backToSettings')} onPress={onBack}>
          <ArrowLeft size={16} />
        </IconButton>
        <h2>{t('exports.report')}</h2>
        {failing === 0 ? null : (
          <span className={styles.failing}>{t('exports.failing', { count: failing })}</span>
        )}
        {failing === own.length ? null : (
          <span className={styles.passing}>{t('exports.passing', { count: own.length - failing })}</span>
        )}
        <span className={styles.space} />
        {failing === 0 || isForShops ? null : (
          <Button
            onPress={() => {
              onCheck({ ...EXPORT_PRESETS[CHECKED_PRESET], tags: settings.tags, captions: settings.captions })
            }}
          >
            {t('exports.useAudiobook')}
          </Button>
        )}
        <Button
          onPress={() => {
            onCheck()
          }}
        >
          {t('exports.checkAgain')}
        </Button>
        <Button icon={<Copy size={14} aria-hidden="true" />} onPress={copy}>
          {t('exports.copyReport')}
        </Button>
      </div>
      {isCheckOf(checking, settings, part) ? null : <p role="note">{t('exports.outdated')}</p>}
      <div className={styles.tableBox} tabIndex={0} role="region" aria-label={t('exports.reportPlain')}>
        <table className={styles.table}>
          <thead>
            <tr>
              {COLUMNS.map((id) => (
                <th key={id} scope="col">
                  {t(`exports.columns.${id}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ file, cells }) => (
              <tr key={file.name}>
                <th scope="row" dir="auto">
                  {file.name}
                </th>
                <td>{formatClock(Math.round(file.durationMs))}</td>
                {cells.map(({ id, text, isPassed }) => (
                  <td key={id} data-fails={!isPassed || undefined}>
                    {text}
                    {isPassed ? null : <span className="visually-hidden"> {t('exports.fail')}</span>}
                  </td>
                ))}
                <td>
                  {file.sound === null ? null : passesAcx(file.sound) ? (
                    <span className={styles.passes}>
                      <CircleCheck size={15} aria-hidden="true" /> {t('exports.pass')}
                    </span>
                  ) : (
                    <span className={styles.fails}>
                      <CircleX size={15} aria-hidden="true" /> {t('exports.fail')}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Findings
        story={story}
        files={outcome.files}
        findings={findingsOf(story, outcome.files, missing, true)}
      />
    </section>
  )
}

interface ReportCell {
  readonly id: string
  readonly text: string
  readonly isPassed: boolean
}

/** What ACX asks for, as the columns show it; nothing was measured of audio that is copied as it is. */
function cellsOf({ sound }: CheckedFile): readonly ReportCell[] {
  if (sound === null) return []
  const passed = new Map(acxVerdicts(sound).map(({ check, isPassed }) => [check, isPassed]))
  const { decimal } = localeFormats()
  const level = (db: number | null) => (db === null ? '−∞' : decimal(db, 1, 1))
  const seconds = (ms: number) => decimal(ms / 1000, 1, 1)
  const isPassed = (...checks: readonly SoundCheck[]) => checks.every((check) => passed.get(check) === true)
  return [
    { id: 'rms', text: level(sound.rmsDb), isPassed: isPassed('rms') },
    { id: 'peak', text: level(sound.peakDb), isPassed: isPassed('peak') },
    { id: 'noise', text: level(sound.noiseDb), isPassed: isPassed('noise') },
    {
      id: 'silence',
      text: `${seconds(sound.headMs)} / ${seconds(sound.tailMs)}`,
      isPassed: isPassed('head', 'tail'),
    },
    {
      id: 'rate',
      text: `${decimal(sound.sampleRate / 1000, 0, 2)} kHz`,
      isPassed: isPassed('rate', 'length'),
    },
  ]
}
