import { type CSSProperties, useState } from 'react'
import { Button as AriaButton, Meter } from 'react-aria-components'
import {
  DAYS_WITH_STORIES,
  type Ledger,
  type LedgerLine,
  type LedgerSums,
  MAX_LEDGER_LINES,
} from '../../../shared/ipc/jobsContract.ts'
import { CapFields } from '../../fields/NumberField.tsx'
import { useApp, useAppState, useJobsState } from '../../hooks/app.ts'
import { useStoryIfOpen } from '../../hooks/session.ts'
import { useLedger, useSpending } from '../../hooks/useLedger.ts'
import { dayOf, formatCount, formatDay, formatShort } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, Tip } from '../../ui/Button.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import styles from './Conversions.module.css'
import { parseJobIds } from '../../../shared/jobs/job.ts'
import { buyPaidWords, fetchPaidWords, sendOverCap } from '../../actions/conversions.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { closeQuestion, type OverCap, type PaidWords } from '../../stores/viewStore.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { openDialog } from '../../actions/dialogs.ts'

const GROUPS = ['stories', 'connections', 'days'] as const
type Group = (typeof GROUPS)[number]

/** The costs of speech, and its limits. */
export function LedgerTab({ onDay }: { readonly onDay: (day: string) => void }) {
  const { t } = useTranslation()
  const connections = useAppState((state) => state.servers.connection)
  const ledger = useLedger()
  const [group, setGroup] = useState<Group>('stories')
  const nameOf = ({ key, name }: LedgerLine) => {
    if (group === 'days') return formatDay(key)
    if (group === 'stories') return name ?? key
    return connections.find(({ id }) => id === key)?.name ?? t('conversions.removedConnection')
  }
  const lines = ledger?.[group] ?? []
  return (
    <>
      <div className={styles.pair}>
        <CapFields />
      </div>
      {ledger === null ? null : <CapMeters ledger={ledger} />}
      <p>{t('conversions.ledger.capsNote')}</p>
      {ledger === null ? null : ledger.days.length === 0 ? (
        <p>{t('conversions.ledger.empty')}</p>
      ) : (
        <>
          <CreditsChart ledger={ledger} onDay={onDay} />
          <div>
            <SegmentField
              label={t('conversions.ledger.group')}
              value={group}
              options={GROUPS.map((id) => ({ id, name: t(`conversions.ledger.groups.${id}`) }))}
              onChange={setGroup}
            />
          </div>
          <table className={styles.table} aria-label={t(`conversions.ledger.${group}`)}>
            <thead>
              <tr>
                <th scope="col">{t(`conversions.ledger.name.${group}`)}</th>
                <th scope="col">{t('conversions.ledger.conversions')}</th>
                <th scope="col">{t('conversions.ledger.estimated')}</th>
                <th scope="col">{t('conversions.ledger.charged')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.key}>
                  <th scope="row" dir="auto">
                    {nameOf(line)}
                  </th>
                  <Sums of={line} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('conversions.ledger.total')}</th>
                <Sums of={ledger.total} />
              </tr>
            </tfoot>
          </table>
          {lines.length < MAX_LEDGER_LINES ? null : (
            <p>{t('conversions.ledger.older', { count: lines.length })}</p>
          )}
        </>
      )}
      <p>{t('conversions.ledger.note')}</p>
    </>
  )
}

function Sums({ of }: { of: LedgerSums }) {
  return (
    <>
      <td>{formatCount(of.conversions)}</td>
      <td>{formatCount(of.estimated)}</td>
      <td>{formatCount(of.charged)}</td>
    </>
  )
}

/** The share of a cap from which its bar shows a warning. */
const WARNS_FROM = 0.9

/** How much of the daily cap and of the open story's cap is used. */
function CapMeters({ ledger }: { readonly ledger: Ledger }) {
  const { t } = useTranslation()
  const title = useStoryIfOpen(({ story }) => story.info.title) ?? ''
  const names = { today: t('conversions.ledger.today'), story: title === '' ? t('app.untitled') : title }
  const meters = useSpending(ledger).toReversed()
  return meters.map(({ on, cap, spent }) =>
    cap === null ? null : (
      <Meter
        key={on}
        className={styles.meter ?? ''}
        aria-label={names[on]}
        value={Math.min(spent, cap)}
        maxValue={Math.max(1, cap)}
        valueLabel={t('conversions.ledger.usedOf', { used: formatCount(spent), cap: formatCount(cap) })}
        data-warns={spent >= cap * WARNS_FROM || undefined}
      >
        {({ valueText, percentage }) => (
          <>
            <span className={styles.words}>
              <b dir="auto">{names[on]}</b>
              <span>{valueText}</span>
            </span>
            <span data-track className={styles.track}>
              <i style={{ width: `${percentage}%` }} />
            </span>
          </>
        )}
      </Meter>
    ),
  )
}

interface CreditsChartProps {
  readonly ledger: Ledger
  readonly onDay: (day: string) => void
}

/** The credits of the last days as bars. On hover or focus a bar lists its stories, and a press shows its day in the table. */
function CreditsChart({ ledger, onDay }: CreditsChartProps) {
  const { t } = useTranslation()
  const cap = useAppState((state) => state.settings.creditsPerDay)
  const app = useApp()
  const days = lastDays(app.now(), DAYS_WITH_STORIES).map((day) => ({
    day,
    charged: ledger.days.find(({ key }) => key === day)?.charged ?? 0,
    stories: ledger.storiesByDay.filter((story) => story.day === day),
  }))
  if (days.every(({ charged }) => charged === 0))
    return <p>{t('conversions.ledger.noneLately', { count: DAYS_WITH_STORIES })}</p>
  const most = Math.max(1, ...days.map(({ charged }) => charged), cap ?? 0)
  return (
    <section aria-label={t('conversions.ledger.days')} className={styles.box}>
      {[most, most / 2].map((credits) => (
        <div key={credits} className={styles.scale} style={shareOf(credits, most)} aria-hidden="true">
          <span>{formatCount(Math.round(credits))}</span>
        </div>
      ))}
      {cap === null ? null : (
        <div className={styles.cap} style={shareOf(cap, most)} aria-hidden="true">
          <span>{t('conversions.ledger.capOfDay', { credits: formatCount(cap) })}</span>
        </div>
      )}
      <ol className={styles.chart}>
        {days.map(({ day, charged, stories }) => {
          const credits = t('units.credits', { count: charged, formatted: formatCount(charged) })
          const name = t('conversions.ledger.ofDay', { day: formatDay(day), credits })
          const parts = stories.map((story) => `${story.title}: ${formatCount(story.charged)}`)
          return (
            <li key={day}>
              <Tip text={[name, ...parts].join('\n')}>
                <AriaButton
                  className={styles.day ?? ''}
                  aria-label={name}
                  onPress={() => {
                    onDay(day)
                  }}
                >
                  <i className={styles.bar} style={shareOf(charged, most)}>
                    {charged === 0 ? null : <b aria-hidden="true">{formatShort(charged)}</b>}
                  </i>
                  <span>{Number(day.slice(-2))}</span>
                </AriaButton>
              </Tip>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function shareOf(credits: number, most: number): CSSProperties {
  return { '--share': `${(100 * credits) / most}%` } as CSSProperties // CSSProperties does not include custom properties
}

/** The names of the last days, as YYYY-MM-DD, today last. */
function lastDays(nowMs: number, count: number): readonly string[] {
  const today = new Date(nowMs)
  return Array.from({ length: count }, (_, index) =>
    dayOf(
      new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - index), 12).getTime(),
    ),
  )
}

/** Says that words were not bought because other jobs have already requested them, and asks whether to wait, fetch them, or buy them again. */
export function PaidWordsDialog({ question }: { readonly question: PaidWords }) {
  const { t } = useTranslation()
  const app = useApp()
  const { error } = question
  const [jobId = ''] = parseJobIds(error.params)
  const reason = useJobsState(({ jobs }) => jobs.get(jobId)?.error ?? null)
  const isAccepted = error.code === 'words-paid'
  const wait = () => {
    closeQuestion(app.view, 'paidWords')
    app.announce('conversions.paidWords.waits')
  }
  return (
    <Dialog
      title={t(isAccepted ? 'conversions.paidWords.title' : 'conversions.paidWords.titleUnknown')}
      closeLabel={t('app.close')}
      onClose={wait}
      actions={
        <>
          <Button
            tone="danger"
            onPress={() => {
              buyPaidWords(app, question).catch(app.report)
            }}
          >
            {t('conversions.paidWords.buy', {
              credits: t('units.estimate', { count: Number(error.params['credits']) }),
            })}
          </Button>
          {isAccepted ? (
            <Button
              onPress={() => {
                fetchPaidWords(app, question).catch(app.report)
              }}
            >
              {t('conversions.paidWords.fetch')}
            </Button>
          ) : (
            <Button
              onPress={() => {
                closeQuestion(app.view, 'paidWords')
                openDialog(app, { kind: 'conversions' })
              }}
            >
              {t('conversions.paidWords.show')}
            </Button>
          )}
          <Button tone="primary" autoFocus onPress={wait}>
            {t('conversions.paidWords.wait')}
          </Button>
        </>
      }
    >
      <p>{errorText(t, error)}</p>
      {isAccepted && reason !== null ? (
        <p>{t('conversions.paidWords.reason', { reason: errorText(t, reason) })}</p>
      ) : null}
    </Dialog>
  )
}

/** Asks for confirmation of a submission over a cap. */
export function OverCapDialog({ overCap }: { overCap: OverCap }) {
  const { t } = useTranslation()
  const app = useApp()
  const close = () => {
    closeQuestion(app.view, 'overCap')
  }
  return (
    <Dialog
      title={t('conversions.overCap.title')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button
            tone="danger"
            onPress={() => {
              sendOverCap(app, overCap).catch(app.report)
            }}
          >
            {t('conversions.overCap.send')}
          </Button>
          <Button tone="primary" autoFocus onPress={close}>
            {t('conversions.overCap.keep')}
          </Button>
        </>
      }
    >
      <p>{errorText(t, overCap.error)}</p>
    </Dialog>
  )
}
