/** The check of an export: ACX's requirements, file by file, and the places worth a listen. */
import type { TFunction } from 'i18next'
import { ArrowLeft, CircleCheck, CircleX, Copy, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { creditsOfPart, type ExportPart } from '../../../shared/export/exportPart.ts'
import { blockAt, type CheckedFile, findingsOf } from '../../../shared/export/findings.ts'
import { mendsOf, setMendsOf } from '../../../shared/export/mends.ts'
import {
  type AcxCheck,
  acxResultOf,
  acxSetProblems,
  type AcxVerdict,
  acxVerdicts,
  CHECKED_PRESET,
} from '../../../shared/export/soundChecks.ts'
import { EXPORT_PRESETS, type ExportSettings, presetOf } from '../../../shared/export/exportSettings.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { cancelCheck } from '../../actions/exporting.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useDeferredStory, useSession } from '../../hooks/session.ts'
import { formatClock, formatDb, localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import styles from './Export.module.css'
import { withCredits } from '../../../shared/story/story.ts'
import { Findings, mend, MendButtons } from './Findings.tsx'
import { useIsChecked } from './usePlan.ts'

/** More files than this are lines of a game, which no shop checks. */
const MOST_ROWS = 500
const COLUMNS = ['file', 'length', 'rms', 'peak', 'noise', 'silence', 'rate', 'verdict'] as const

interface CheckReportProps {
  readonly settings: ExportSettings
  readonly part: ExportPart
  readonly missing: readonly BlockId[]
  readonly onCheck: (settings?: ExportSettings) => void
  readonly onBack: () => void
}

/** The report, or the progress of the check. */
export function CheckReport({ settings, part, missing, onCheck, onBack }: CheckReportProps) {
  const { t } = useTranslation()
  const app = useApp()
  const session = useSession()
  const deferred = useDeferredStory()
  const story = withCredits(deferred, creditsOfPart(deferred, part, settings))
  const checking = useAppState((state) => state.checking)
  const isChecked = useIsChecked(settings, part)
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
                  cancelCheck(app).catch(app.report)
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
  const { files } = outcome
  const results = files.map(acxResultOf)
  const failing = results.filter((result) => result === 'fail').length
  const passing = results.filter((result) => result === 'pass').length
  const isForShops = presetOf(settings) === CHECKED_PRESET
  const rows = files.slice(0, MOST_ROWS).map((file) => ({
    file,
    result: acxResultOf(file),
    cells: cellsOf(file),
    reasons: acxVerdicts(file).flatMap((verdict) => {
      const text = reasonOf(t, file, verdict)
      // Titles and credits have no gain of their own.
      const block = verdict.atMs === null ? undefined : findBlock(story, blockAt(file, verdict.atMs))
      if (text === null) return []
      const mends = mendsOf(verdict, file, block?.id ?? null, settings)
      const isAdvised = verdict.check === 'noise' && mends.length === 0
      return [{ text: isAdvised ? `${text}. ${t('exports.noiseAdvice')}` : text, mends }]
    }),
  }))
  const problems = acxSetProblems(files).map((problem) => ({
    text: t(`exports.set.${problem}`),
    mends: setMendsOf(problem),
  }))
  const best = [...rows.flatMap(({ reasons }) => reasons), ...problems].flatMap(({ mends }) =>
    mends.slice(0, 1),
  )
  const mendAll = () => onCheck(mend(session, settings, best))
  const copy = () => {
    const lines = [
      COLUMNS.map((id) => t(`exports.columns.${id}`)),
      ...rows.map(({ file, result, cells, reasons }) => [
        file.name,
        ...cells.map(({ text }) => text),
        [result === 'unknown' ? '' : t(`exports.${result}`), ...reasons.map(({ text }) => text)].join(' '),
      ]),
      ...problems.map(({ text }) => [text]),
    ]
    navigator.clipboard
      .writeText(lines.map((line) => line.join('\t')).join('\n'))
      .then(() => {
        app.note('exports.copied')
      })
      .catch(app.report)
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
        {passing === 0 ? null : (
          <span className={styles.passing}>{t('exports.passing', { count: passing })}</span>
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
        {best.length === 0 || !isChecked ? null : (
          <Button icon={<Wrench size={14} aria-hidden="true" />} onPress={mendAll}>
            {t('exports.mendAll', { count: best.length })}
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
      {isChecked ? null : <p role="note">{t('exports.outdated')}</p>}
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
          {rows.map(({ file, result, cells, reasons }) => (
            <tbody key={file.name}>
              <tr>
                <th scope="rowgroup" rowSpan={reasons.length === 0 ? 1 : 2} dir="auto">
                  {file.name}
                </th>
                {cells.map(({ id, text, isPassed }) => (
                  <td key={id} data-fails={!isPassed || undefined}>
                    {text}
                    {isPassed ? null : <span className="visually-hidden"> {t('exports.fail')}</span>}
                  </td>
                ))}
                <td>
                  {result === 'unknown' ? null : result === 'pass' ? (
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
              {reasons.length === 0 ? null : (
                <tr>
                  <td colSpan={COLUMNS.length - 1} className={styles.reasons}>
                    {reasons.map(({ text, mends }) => (
                      <Problem key={text} text={text}>
                        <MendButtons settings={settings} mends={mends} onCheck={onCheck} />
                      </Problem>
                    ))}
                  </td>
                </tr>
              )}
            </tbody>
          ))}
        </table>
      </div>
      {problems.map(({ text, mends }) => (
        <Problem key={text} text={text}>
          <MendButtons settings={settings} mends={mends} onCheck={onCheck} />
        </Problem>
      ))}
      <Findings
        story={story}
        files={files}
        findings={findingsOf(story, files, missing, true)}
        settings={settings}
        onCheck={onCheck}
      />
    </section>
  )
}

/** A problem and its fixes. */
function Problem({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className={styles.problem}>
      <span>{text}</span>
      {children}
    </div>
  )
}

interface ReportCell {
  readonly id: string
  readonly text: string
  readonly isPassed: boolean
}

/** ACX's requirements, one per column; levels of audio that is copied unchanged were not measured. */
function cellsOf(file: CheckedFile): readonly ReportCell[] {
  const { sound, encoding } = file
  const failed = new Set(acxVerdicts(file).flatMap(({ check, isPassed }) => (isPassed ? [] : [check])))
  const { decimal } = localeFormats()
  const level = (db: number | null) => (db === null ? '−∞' : formatDb(db, 1, 1))
  const seconds = (ms: number) => decimal(ms / 1000, 1, 1)
  const isPassed = (...checks: readonly AcxCheck[]) => !checks.some((check) => failed.has(check))
  const format = [
    encoding.format.toUpperCase(),
    encoding.kbps === null ? null : `${encoding.kbps} kbit/s`,
    sound === null ? null : `${decimal(sound.sampleRate / 1000, 0, 2)} kHz`,
  ]
  return [
    { id: 'length', text: formatClock(Math.round(file.durationMs)), isPassed: isPassed('length', 'sample') },
    { id: 'rms', text: sound === null ? '' : level(sound.rmsDb), isPassed: isPassed('rms') },
    { id: 'peak', text: sound === null ? '' : level(sound.peakDb), isPassed: isPassed('peak') },
    { id: 'noise', text: sound === null ? '' : level(sound.noiseDb), isPassed: isPassed('noise') },
    {
      id: 'silence',
      text: sound === null ? '' : `${seconds(sound.headMs)} / ${seconds(sound.tailMs)}`,
      isPassed: isPassed('head', 'tail'),
    },
    {
      id: 'rate',
      text: format.filter((part) => part !== null).join(' · '),
      isPassed: isPassed('format', 'bitRate', 'rate'),
    },
  ]
}

/** Why a file fails, and what to choose instead; null for a check that passed. */
function reasonOf(t: TFunction, file: CheckedFile, { check, value, isPassed }: AcxVerdict): string | null {
  if (isPassed) return null
  const { decimal } = localeFormats()
  switch (check) {
    case 'section':
      if (file.isStem) return t('exports.acx.stem')
      return file.sections === 0
        ? t('exports.acx.part')
        : t('exports.acx.chapters', { number: file.sections })
    case 'format':
      return t('exports.acx.format')
    case 'bitRate':
      return value === null ? t('exports.acx.variableRate') : t('exports.acx.bitRate', { kbps: value })
    case 'rate':
      return t('exports.acx.rate', { rate: decimal((value ?? 0) / 1000, 0, 2) })
    default: {
      const ms = value ?? 0
      return t(`exports.finding.${check}`, {
        value: value === null ? '−∞' : formatDb(value, 1, 2),
        seconds: decimal(ms / 1000, 1, 1),
        minutes: String(Math.round(ms / 60_000)),
      })
    }
  }
}
