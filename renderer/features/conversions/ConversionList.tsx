import { useEffect, useMemo, useRef, useState } from 'react'
import type { JobFilter, JobGroup } from '../../../shared/ipc/jobsContract.ts'
import { useLedger } from '../../hooks/useLedger.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSettled } from '../../ui/useSettled.ts'
import { ConversionDetails } from './ConversionDetails.tsx'
import { ConversionTable } from './ConversionTable.tsx'
import styles from './Conversions.module.css'
import { FilterBar } from './FilterBar.tsx'
import { COLUMN_IDS } from './columns.ts'
import { exportTable } from './exportTable.ts'
import { useConversions } from './useConversions.ts'
import { useStoredAudio } from './useStoredAudio.ts'

const TYPING_REST_MS = 200

interface ConversionListProps {
  readonly filter: JobFilter
  readonly onFilter: (filter: JobFilter) => void
}

/** All conversions, newest first, and the chosen one in full. */
export function ConversionList({ filter, onFilter }: ConversionListProps) {
  const { t } = useTranslation()
  const app = useApp()
  const text = useSettled(filter.text ?? '', TYPING_REST_MS).trim()
  const { group, connectionId, endpoint, day } = filter
  const settled = useMemo<JobFilter>(
    () => ({
      ...(text !== '' && { text }),
      ...(group !== undefined && { group }),
      ...(connectionId !== undefined && { connectionId }),
      ...(endpoint !== undefined && { endpoint }),
      ...(day !== undefined && { day }),
    }),
    [text, group, connectionId, endpoint, day],
  )
  const counts = useGroupCounts(settled)
  const { conversions, showMore } = useConversions(settled)
  const ledger = useLedger()
  const audio = useStoredAudio()
  const hidden = useAppState((state) => state.settings.hiddenColumns)
  const columns = useMemo(() => COLUMN_IDS.filter((id) => !hidden.includes(id)), [hidden])
  const [currentId, setCurrentId] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const credits = useMemo(() => new Map(ledger?.days.map(({ key, charged }) => [key, charged])), [ledger])
  const current = conversions?.find(({ id }) => id === currentId)

  // What had the focus goes away with the conversion that is removed from the list.
  const wasShown = useRef(false)
  useEffect(() => {
    if (wasShown.current && current === undefined && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('[role=grid], input')?.focus()
    wasShown.current = current !== undefined
  }, [current])

  if (conversions === null) return null
  const isNarrowed = Object.keys(settled).length > 0
  if (conversions.length === 0 && !isNarrowed && filter.text === undefined)
    return <p className={styles.none}>{t('conversions.empty')}</p>
  return (
    <div
      ref={box}
      className={styles.all}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || current === undefined || !isDrawer()) return
        event.stopPropagation()
        setCurrentId(null)
      }}
    >
      <FilterBar
        filter={filter}
        counts={counts}
        onChange={onFilter}
        onExport={() => {
          exportTable(app, settled, columns).catch(app.report)
        }}
      />
      <div className={styles.listed}>
        <div className={styles.main}>
          {conversions.length === 0 ? (
            <p role="status" className={styles.none}>
              {t('conversions.filter.none')}
            </p>
          ) : (
            <ConversionTable
              conversions={conversions}
              columns={columns}
              currentId={currentId}
              credits={credits}
              onCurrent={setCurrentId}
              onEnd={showMore}
            />
          )}
        </div>
        {current === undefined ? null : (
          <ConversionDetails
            key={current.id}
            conversion={current}
            audio={audio}
            onClose={() => {
              setCurrentId(null)
            }}
          />
        )}
      </div>
    </div>
  )
}

/** Whether the details stand over the table; see ConversionDetails.module.css. */
function isDrawer(): boolean {
  return window.matchMedia('(max-width: 999px)').matches
}

/** News of conversions are counted when they have come to rest. */
const REST_MS = 200

/** How many conversions the filter lets through in each group, kept up to date; null until the host has answered. */
function useGroupCounts(filter: JobFilter): Readonly<Record<JobGroup, number>> | null {
  const app = useApp()
  const [counts, setCounts] = useState<Readonly<Record<JobGroup, number>> | null>(null)
  useEffect(() => {
    let isWanted = true
    const count = () => {
      app.bridge
        .call('jobs:count', { filter })
        .then((found) => {
          if (isWanted) setCounts(found)
        })
        .catch(app.report)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = app.bridge.on('jobs:changed', () => {
      clearTimeout(timer)
      timer = setTimeout(count, REST_MS)
    })
    count()
    return () => {
      isWanted = false
      clearTimeout(timer)
      stop()
    }
  }, [app, filter])
  return counts
}
