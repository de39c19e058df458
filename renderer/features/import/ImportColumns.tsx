import { COLUMNS } from '../../../shared/import/table.ts'
import type { Columns, ImportTable } from '../../../shared/import/table.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import styles from './Import.module.css'

interface ImportColumnsProps {
  readonly table: ImportTable
  readonly columns: Columns
  readonly onChange: (columns: Columns) => void
}

const NONE = 'none'

/** Which column of a table says what. */
export function ImportColumns({ table, columns, onChange }: ImportColumnsProps) {
  const { t } = useTranslation()
  const width = Math.max(
    0,
    ...[table.header ?? [], ...table.rows.slice(0, 100).map(({ cells }) => cells)].map(
      ({ length }) => length,
    ),
  )
  const options = Array.from({ length: width }, (_, index) => ({
    id: String(index),
    name: table.header?.[index] ?? t('imports.columnNumber', { number: index + 1 }),
  }))
  return (
    <div className={styles.group}>
      <h2>{t('imports.columns')}</h2>
      {columns.line === null ? <Warning text={t('imports.noWords')} /> : null}
      {COLUMNS.map((column) => (
        <ComboField
          key={column}
          label={t(`imports.column.${column}`)}
          value={columns[column] === null ? NONE : String(columns[column])}
          options={[{ id: NONE, name: t('imports.noColumn') }, ...options]}
          emptyText={t('imports.noColumn')}
          onChange={(chosen) => {
            onChange({ ...columns, [column]: chosen === NONE ? null : Number(chosen) })
          }}
        />
      ))}
    </div>
  )
}
