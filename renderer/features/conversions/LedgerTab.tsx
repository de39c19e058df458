import { useState } from 'react'
import { MAX_LEDGER_LINES } from '../../../shared/ipc/ledgerContract.ts'
import type { LedgerLine, LedgerSums } from '../../../shared/ipc/ledgerContract.ts'
import { useAppState } from '../../hooks/app.ts'
import { formatCount, formatDay } from '../../i18n/format.ts'
import { CapFields } from '../../fields/CapFields.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { SegmentField } from '../../ui/SegmentField.tsx'
import styles from './Conversions.module.css'
import { CapMeters } from './CapMeters.tsx'
import { CreditsChart } from './CreditsChart.tsx'
import { useLedger } from '../../hooks/useLedger.ts'

const GROUPS = ['stories', 'connections', 'days'] as const
type Group = (typeof GROUPS)[number]

/** What speech has cost, and how much it may. */
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
