import { useMemo } from 'react'
import { COLUMNS, guessColumns } from '../../../shared/import/table.ts'
import type { ImportTable } from '../../../shared/import/table.ts'
import { hasBlankSpeakers, withHeader } from '../../../shared/import/tableLayout.ts'
import type { ImportReading } from '../../../shared/ipc/importContract.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import type { TableMapping } from './useImport.ts'
import styles from './Import.module.css'

interface ImportColumnsProps {
  readonly reading: ImportReading
  readonly mapping: TableMapping
  readonly onChange: (mapping: TableMapping) => void
}

const NONE = 'none'
const ALL = 'all'
/** The names of columns stand above the lines: they are looked for in so many rows. */
const FIRST_ROWS = 50

/** Which sheet of a table is read, in which row its columns are named, and which column says what. */
export function ImportColumns({ reading, mapping, onChange }: ImportColumnsProps) {
  const { t } = useTranslation()
  const { table, columns } = mapping
  const { sheets = [] } = reading
  const width = Math.max(
    0,
    ...[table.header ?? [], ...table.rows.slice(0, 100).map(({ cells }) => cells)].map(
      ({ length }) => length,
    ),
  )
  const options = Array.from({ length: width }, (_, index) => ({
    id: String(index),
    name: table.header?.[index]?.trim() || t('imports.columnNumber', { number: index + 1 }),
  }))
  const headers = useMemo(() => headersOf(table), [table])
  const hasBlank = useMemo(() => hasBlankSpeakers(table, columns), [table, columns])
  const readTable = (chosen: ImportTable) => {
    onChange({ table: chosen, columns: guessColumns(chosen) })
  }
  const sheet = sheets.indexOf(sheets.find(({ sheet: name }) => name === table.sheet) ?? table)
  return (
    <div className={styles.group}>
      <h2>{t('imports.columns')}</h2>
      {columns.line === null ? <Warning text={t('imports.noWords')} /> : null}
      {sheets.length === 0 ? null : (
        <ComboField
          label={t('imports.sheet')}
          value={sheet < 0 ? ALL : String(sheet)}
          options={[
            { id: ALL, name: t('imports.allSheets') },
            ...sheets.map(({ sheet: name = '' }, index) => ({ id: String(index), name })),
          ]}
          emptyText={t('imports.noColumn')}
          onChange={(chosen) => {
            const one = sheets[Number(chosen)] ?? reading.table
            if (one !== null) readTable(one)
          }}
        />
      )}
      {headers.length === 0 ? null : (
        <ComboField
          // The table of another sheet has other rows.
          key={`header ${sheet}`}
          label={t('imports.headerRow')}
          value={table.header === null ? NONE : String(table.headerLine ?? 1)}
          options={[
            { id: NONE, name: t('imports.noHeader') },
            ...headers.map(({ line, names }) => ({
              id: String(line),
              name: t('imports.headerIn', { number: line, names }),
            })),
          ]}
          emptyText={t('imports.noColumn')}
          onChange={(chosen) => {
            readTable(withHeader(table, chosen === NONE ? null : Number(chosen)))
          }}
        />
      )}
      {COLUMNS.map((column) => (
        <ComboField
          key={column}
          label={t(`imports.column.${column}`)}
          value={columns[column] === null ? NONE : String(columns[column])}
          options={[{ id: NONE, name: t('imports.noColumn') }, ...options]}
          emptyText={t('imports.noColumn')}
          onChange={(chosen) => {
            const index = chosen === NONE ? null : Number(chosen)
            onChange({ table, columns: { ...columns, [column]: index } })
          }}
        />
      ))}
      {hasBlank ? (
        <SwitchField
          label={t('imports.repeatsSpeaker')}
          hint={t('imports.repeatsSpeakerHint')}
          isOn={columns.repeatsSpeaker === true}
          onChange={(repeatsSpeaker) => {
            onChange({ table, columns: { ...columns, repeatsSpeaker } })
          }}
        />
      ) : null}
    </div>
  )
}

/** The rows that can name the columns, each with its line; none for a table whose sheets have rows of their own. */
function headersOf(table: ImportTable): readonly { readonly line: number; readonly names: string }[] {
  if (table.header !== null && table.headerLine === undefined) return []
  const { rows } = withHeader(table, null)
  return rows.slice(0, FIRST_ROWS).map(({ line, cells }) => ({
    line,
    names: cells
      .filter((cell) => cell.trim() !== '')
      .join(', ')
      .slice(0, 60),
  }))
}
