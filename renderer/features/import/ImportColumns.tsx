import { useState } from 'react'
import { COLUMNS } from '../../../shared/import/columnNames.ts'
import type { TableMapping, TableView } from '../../../shared/import/reviewView.ts'
import type { Columns } from '../../../shared/import/table.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import styles from './Import.module.css'

interface ImportColumnsProps {
  readonly table: TableView
  readonly mapping: TableMapping
  readonly onChange: (mapping: TableMapping) => void
}

type ColumnName = (typeof COLUMNS)[number]
/** Asked for in every table. */
const USUAL: readonly ColumnName[] = ['speaker', 'line']
const NONE = 'none'
const ALL = 'all'

/** Which sheet of a table is read, in which row its columns are named, and which column says what. */
export function ImportColumns({ table, mapping, onChange }: ImportColumnsProps) {
  const { t } = useTranslation()
  const { sheets, sheet, header, headerLine, headers, width, columns } = table
  const options = Array.from({ length: width }, (_, index) => ({
    id: String(index),
    name: header?.[index]?.trim() || t('imports.columnNumber', { number: index + 1 }),
  }))
  const readColumns = (changed: Columns) => {
    onChange({ ...mapping, columns: changed })
  }
  // What the table has at first, and what every table has, stands open: a field does not move while it is used.
  const [first] = useState(columns)
  const rest = COLUMNS.filter((column) => first[column] === null && !USUAL.includes(column))
  const field = (column: ColumnName) => (
    <ComboField
      key={column}
      label={t(`imports.column.${column}`)}
      value={columns[column] === null ? NONE : String(columns[column])}
      options={[{ id: NONE, name: t('imports.noColumn') }, ...options]}
      emptyText={t('imports.noColumn')}
      onChange={(chosen) => {
        readColumns({ ...columns, [column]: chosen === NONE ? null : Number(chosen) })
      }}
    />
  )
  return (
    <div className={styles.group}>
      <h2>{t('imports.columns')}</h2>
      {columns.line === null ? <Warning text={t('imports.noWords')} /> : null}
      {sheets.length === 0 ? null : (
        <ComboField
          label={t('imports.sheet')}
          value={sheet === null ? ALL : String(sheet)}
          options={[
            { id: ALL, name: t('imports.allSheets') },
            ...sheets.map((name, index) => ({ id: String(index), name })),
          ]}
          emptyText={t('imports.noColumn')}
          onChange={(chosen) => {
            onChange({ sheet: chosen === ALL ? null : Number(chosen) })
          }}
        />
      )}
      {headers.length === 0 ? null : (
        <ComboField
          // The table of another sheet has other rows.
          key={`header ${sheet}`}
          label={t('imports.headerRow')}
          value={headerLine === null ? NONE : String(headerLine)}
          options={[
            { id: NONE, name: t('imports.noHeader') },
            ...headers.map(({ line, names }) => ({
              id: String(line),
              name: t('imports.headerIn', { number: line, names }),
            })),
          ]}
          emptyText={t('imports.noColumn')}
          onChange={(chosen) => {
            onChange({ sheet, headerLine: chosen === NONE ? null : Number(chosen) })
          }}
        />
      )}
      <div className={styles.columnFields}>
        {COLUMNS.filter((column) => !rest.includes(column)).map(field)}
      </div>
      {rest.length === 0 ? null : (
        <details>
          <summary>{t('imports.moreColumns', { count: rest.length })}</summary>
          <div className={styles.columnFields}>{rest.map(field)}</div>
        </details>
      )}
      {table.hasBlankSpeakers ? (
        <SwitchField
          label={t('imports.repeatsSpeaker')}
          hint={t('imports.repeatsSpeakerHint')}
          isOn={columns.repeatsSpeaker === true}
          onChange={(repeatsSpeaker) => {
            readColumns({ ...columns, repeatsSpeaker })
          }}
        />
      ) : null}
    </div>
  )
}
