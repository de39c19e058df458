/** The table of conversions as a CSV file. */
import i18next from 'i18next'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { JobFilter } from '../../../shared/ipc/jobsContract.ts'
import type { JobPlace, JobView } from '../../../shared/jobs/jobView.ts'
import { BYTE_ORDER_MARK, formatCsv } from '../../../shared/lib/csv.ts'
import { choosePlace } from '../../actions/places.ts'
import { formatCount } from '../../i18n/format.ts'
import { localeFormats } from '../../i18n/locale.ts'
import type { App } from '../../stores/app.ts'
import { stateOf, textOf } from './columnText.ts'
import type { ColumnId } from './columns.ts'
import { dayOf } from '../../i18n/format.ts'

/** Asks where to write the conversions that pass the filter, all of them, with these columns, and writes them there. */
export async function exportTable(app: App, filter: JobFilter, columns: readonly ColumnId[]): Promise<void> {
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
    // Where numbers have a decimal comma, spreadsheets expect semicolons between cells.
    const separator = localeFormats().decimalMark === ',' ? ';' : ','
    const csv = `${BYTE_ORDER_MARK}${formatCsv([head, ...rows], { separator })}`
    const { fileName } = await app.bridge.call('jobs:writeTable', { ref, csv })
    const { length: count } = conversions
    app.note('conversions.exportedTable', { count, formatted: formatCount(count), name: fileName })
  })
}

/** All conversions that pass the filter, newest first. */
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
