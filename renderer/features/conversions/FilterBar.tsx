import { useTranslation } from 'react-i18next'
import { JOB_GROUPS } from '../../../shared/ipc/jobsContract.ts'
import type { JobFilter } from '../../../shared/ipc/jobsContract.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { useAppState } from '../../hooks/world.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Conversions.module.css'

const ALL = 'all'

interface FilterBarProps {
  readonly filter: JobFilter
  readonly onChange: (filter: JobFilter) => void
}

/** Narrows the list by words, by how a conversion stands, and by connection where there are several. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const { t } = useTranslation()
  const connections = useAppState((state) => state.servers.connection)
  const { group, connectionId, ...rest } = filter
  return (
    <div className={styles.filter}>
      <TextField
        label={t('conversions.filter.text')}
        placeholder={t('conversions.filter.placeholder')}
        value={filter.text ?? ''}
        maxLength={200}
        onChange={(text) => {
          onChange({ ...filter, text })
        }}
      />
      {connections.length === 0 ? null : (
        <ComboField
          label={t('conversions.filter.connection')}
          value={connectionId ?? ALL}
          options={[
            { id: ALL, name: t('conversions.filter.everyConnection') },
            { id: BUILT_IN_CONNECTION, name: t('conversions.builtIn') },
            ...connections,
          ]}
          emptyText={t('conversions.filter.noConnection')}
          onChange={(chosen) => {
            onChange({
              ...rest,
              ...(group !== undefined && { group }),
              ...(chosen !== ALL && { connectionId: chosen }),
            })
          }}
        />
      )}
      <SegmentField
        label={t('conversions.filter.group')}
        value={group ?? ALL}
        options={([ALL, ...JOB_GROUPS] as const).map((id) => ({
          id,
          name: t(`conversions.filter.groups.${id}`),
        }))}
        onChange={(chosen) => {
          const known = JOB_GROUPS.find((candidate) => candidate === chosen)
          onChange({
            ...rest,
            ...(connectionId !== undefined && { connectionId }),
            ...(known !== undefined && { group: known }),
          })
        }}
      />
    </div>
  )
}
