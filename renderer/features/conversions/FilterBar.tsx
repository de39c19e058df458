import { Columns3, Download, X } from 'lucide-react'
import { JOB_GROUPS } from '../../../shared/ipc/jobsContract.ts'
import type { JobFilter, JobGroup } from '../../../shared/ipc/jobsContract.ts'
import { endpointSchema } from '../../../shared/jobs/job.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { formatCount, formatDay } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import { COLUMN_IDS } from './columns.ts'
import styles from './Conversions.module.css'

const ALL = 'all'
/** Without room for all groups beside each other. */
const NARROW = '(max-width: 1023px)'

interface FilterBarProps {
  readonly filter: JobFilter
  /** How many conversions each group has; null while they are counted. */
  readonly counts: Readonly<Record<JobGroup, number>> | null
  readonly onChange: (filter: JobFilter) => void
  readonly onExport: () => void
}

/** Narrows the list by words, by how a conversion stands, by kind, and by connection where there are several. */
export function FilterBar({ filter, counts, onChange, onExport }: FilterBarProps) {
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

/** Shows and hides columns; the words always stay. */
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
