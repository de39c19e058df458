import i18next from 'i18next'
import { Columns3, Download, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Output } from '../../../shared/ipc/contract.ts'
import { JOB_GROUPS, type JobFilter, type JobGroup } from '../../../shared/ipc/jobsContract.ts'
import { endpointSchema } from '../../../shared/jobs/job.ts'
import type { JobPlace, JobView } from '../../../shared/jobs/jobView.ts'
import { BYTE_ORDER_MARK, formatCsv } from '../../../shared/lib/csv.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { choosePlace } from '../../actions/exporting.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useLedger } from '../../hooks/useLedger.ts'
import { dayOf, formatCount, formatDay, localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { App } from '../../stores/app.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import { useSettled } from '../../ui/useSettled.ts'
import { ConversionDetails } from './ConversionDetails.tsx'
import { COLUMN_IDS, type ColumnId, ConversionTable, stateOf, textOf } from './ConversionTable.tsx'
import styles from './Conversions.module.css'
import { useConversions, useStoredAudio } from './useConversions.ts'

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

  // The focused element disappears when its conversion is removed from the list.
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

/** Whether the details cover the table; see ConversionDetails.module.css. */
function isDrawer(): boolean {
  return window.matchMedia('(max-width: 999px)').matches
}

/** Delay before changed conversions are counted again. */
const REST_MS = 200

/** The number of conversions in each group that match the filter, kept up to date; null until the host has answered. */
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

// Export of the table of conversions as a CSV file.

/** Asks for a place, and writes all conversions that match the filter, with these columns. */
async function exportTable(app: App, filter: JobFilter, columns: readonly ColumnId[]): Promise<void> {
  const { t } = i18next
  await choosePlace(app, 'export-csv', t('conversions.exportName'), async (ref) => {
    const conversions = await listAll(app, filter)
    const { voices } = app.state.getState()
    const rows = conversions.map((conversion) =>
      columns.map((column) => {
        if (column === 'state') return stateOf(conversion, t)
        const text = textOf(column, conversion, voices, t)
        return column === 'sent' ? `${dayOf(conversion.createdAtMs)} ${text}` : text
      }),
    )
    const head = columns.map((column) => t(`conversions.columns.${column}`))
    // If numbers have a decimal comma, spreadsheets expect semicolons between cells.
    const separator = localeFormats().decimalMark === ',' ? ';' : ','
    const csv = `${BYTE_ORDER_MARK}${formatCsv([head, ...rows], { separator })}`
    const { fileName } = await app.bridge.call('jobs:writeTable', { ref, csv })
    const { length: count } = conversions
    app.note('conversions.exportedTable', { count, formatted: formatCount(count), name: fileName })
  })
}

/** All conversions that match the filter, newest first. */
async function listAll(app: App, filter: JobFilter): Promise<JobView[]> {
  const found: JobView[] = []
  let after: JobPlace | null = null
  for (;;) {
    const page: Output<'jobs:list'> = await app.bridge.call('jobs:list', { after, filter })
    found.push(...page.jobs)
    const last = page.jobs.at(-1)
    if (!page.hasMore || last === undefined) return found
    after = { createdAtMs: last.createdAtMs, id: last.id }
  }
}

const ALL = 'all'
/** Too narrow for all groups side by side. */
const NARROW = '(max-width: 1023px)'

interface FilterBarProps {
  readonly filter: JobFilter
  /** The number of conversions in each group; null while they are counted. */
  readonly counts: Readonly<Record<JobGroup, number>> | null
  readonly onChange: (filter: JobFilter) => void
  readonly onExport: () => void
}

/** Narrows the list by words, by state, by kind, and by connection if there are several. */
function FilterBar({ filter, counts, onChange, onExport }: FilterBarProps) {
  const { t } = useTranslation()
  const connections = useAppState((state) => state.servers.connection)
  const isNarrow = useMedia(NARROW)
  const set = <K extends keyof JobFilter>(key: K, value: JobFilter[K] | undefined) => {
    const { [key]: _before, ...rest } = filter
    onChange(value === undefined ? rest : { ...rest, [key]: value })
  }
  const groups = ([ALL, ...JOB_GROUPS] as const).map((id) => ({
    id,
    name: t(`conversions.filter.groups.${id}`),
    count: counts === null ? undefined : formatCount(id === ALL ? sumOf(counts) : counts[id]),
  }))
  const chooseGroup = (chosen: string) => {
    set(
      'group',
      JOB_GROUPS.find((candidate) => candidate === chosen),
    )
  }
  return (
    <div className={styles.filter}>
      <TextField
        label={t('conversions.filter.text')}
        placeholder={t('conversions.filter.placeholder')}
        value={filter.text ?? ''}
        maxLength={200}
        onChange={(text) => {
          set('text', text)
        }}
      />
      {isNarrow ? (
        <ComboField
          label={t('conversions.filter.group')}
          value={filter.group ?? ALL}
          options={groups.map(({ id, name, count }) => ({
            id,
            name: count === undefined ? name : `${name} ${count}`,
          }))}
          emptyText={t('conversions.filter.noKind')}
          onChange={chooseGroup}
        />
      ) : (
        <SegmentField
          label={t('conversions.filter.group')}
          value={filter.group ?? ALL}
          options={groups}
          onChange={chooseGroup}
        />
      )}
      <ComboField
        label={t('conversions.filter.kind')}
        value={filter.endpoint ?? ALL}
        options={[
          { id: ALL, name: t('conversions.filter.everyKind') },
          ...endpointSchema.options.map((id) => ({ id, name: t(`conversions.kinds.${id}`) })),
        ]}
        emptyText={t('conversions.filter.noKind')}
        onChange={(chosen) => {
          set(
            'endpoint',
            endpointSchema.options.find((id) => id === chosen),
          )
        }}
      />
      {connections.length === 0 ? null : (
        <ComboField
          label={t('conversions.filter.connection')}
          value={filter.connectionId ?? ALL}
          options={[
            { id: ALL, name: t('conversions.filter.everyConnection') },
            { id: BUILT_IN_CONNECTION, name: t('conversions.builtIn') },
            ...connections,
          ]}
          emptyText={t('conversions.filter.noConnection')}
          onChange={(chosen) => {
            set('connectionId', chosen === ALL ? undefined : chosen)
          }}
        />
      )}
      {filter.day === undefined ? null : (
        <Button
          icon={<X size={14} aria-hidden="true" />}
          aria-label={t('conversions.filter.everyDay', { day: formatDay(filter.day) })}
          onPress={() => {
            set('day', undefined)
          }}
        >
          {formatDay(filter.day)}
        </Button>
      )}
      <IconButton label={t('conversions.exportTable')} onPress={onExport}>
        <Download size={16} />
      </IconButton>
      <ColumnsMenu />
    </div>
  )
}

function sumOf(counts: Readonly<Record<JobGroup, number>>): number {
  return JOB_GROUPS.reduce((sum, group) => sum + counts[group], 0)
}

/** Shows and hides columns; the text column always stays. */
function ColumnsMenu() {
  const { t } = useTranslation()
  const app = useApp()
  const hidden = useAppState((state) => state.settings.hiddenColumns)
  return (
    <MenuButton
      label={t('conversions.chooseColumns')}
      choose="several"
      entries={COLUMN_IDS.filter((id) => id !== 'words').map((id) => ({
        id,
        label: t(`conversions.columns.${id}`),
        isChosen: !hidden.includes(id),
        onAction: () => {
          changeSettings(app, {
            hiddenColumns: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id],
          })
        },
      }))}
    >
      <Columns3 size={16} />
    </MenuButton>
  )
}
