import { useMemo, useState } from 'react'
import {
  Cell,
  Column,
  type ColumnProps,
  ResizableTableContainer,
  Row,
  Table,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
} from 'react-aria-components'
import type { TFunction } from 'i18next'
import { Archive, CircleHelp, CircleX } from 'lucide-react'
import { derive } from '../../../shared/lib/derive.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { showInStory } from '../../actions/conversions.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import {
  dayOf,
  formatClockTenths,
  formatCount,
  formatDay,
  formatNearDay,
  formatStatus,
  formatTimeOfDay,
} from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useWindowPx } from '../../ui/useMedia.ts'
import styles from './ConversionTable.module.css'
import type { VoiceView } from '../../../shared/ipc/views.ts'
import { isForgotten } from '../../../shared/jobs/job.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { StateMark } from '../../ui/StateMark.tsx'

const ROW_PX = 39
/** The next page is fetched when this much of the list remains. */
const AHEAD_PX = 15 * ROW_PX

/** The width of the details; only wider windows have room for them beside the table. */
const DETAILS_PX = 340
const DETAILS_FROM_PX = 1000
/** The columns that are left out first if there is not enough room: the details of a conversion show them as well. */
const LEFT_OUT: readonly ColumnId[] = ['kind', 'service', 'story', 'voice']

/** The columns that fit in a width, in px. */
export function fittingColumns(columns: readonly ColumnId[], widthPx: number): readonly ColumnId[] {
  const needsPx = columns.reduce((sum, id) => sum + COLUMN_WIDTHS[id].minWidth, 0)
  const first = LEFT_OUT.find((id) => columns.includes(id))
  return needsPx <= widthPx || first === undefined
    ? columns
    : fittingColumns(
        columns.filter((id) => id !== first),
        widthPx,
      )
}

interface ConversionTableProps {
  readonly conversions: readonly JobView[]
  readonly columns: readonly ColumnId[]
  readonly currentId: string | null
  /** The credits of each day, by its name YYYY-MM-DD. */
  readonly credits: ReadonlyMap<string, number>
  readonly onCurrent: (id: string | null) => void
  /** Called near the end of the list. */
  readonly onEnd: () => void
}

/** The conversions as a table, newest first; only the visible rows are in the page. Arrows select, Enter opens the block. */
export function ConversionTable(props: ConversionTableProps) {
  const { conversions, currentId, credits, onCurrent, onEnd } = props
  const [windowPx] = useWindowPx()
  const hasDetails = currentId !== null && windowPx >= DETAILS_FROM_PX
  const columns = useMemo(
    () => fittingColumns(props.columns, windowPx - (hasDetails ? DETAILS_PX : 0)),
    [props.columns, windowPx, hasDetails],
  )
  const { t } = useTranslation()
  const app = useApp()
  const rows = useMemo(() => withDays(conversions), [conversions])
  const [topIndex, setTopIndex] = useState(0)
  const topDay = rows[topIndex]?.day
  const dayText = (day: string) => {
    const sum = credits.get(day) ?? 0
    return (
      <>
        <b title={formatDay(day)}>{formatNearDay(day)}</b>
        {sum === 0 ? null : <span>{t('units.credits', { count: sum, formatted: formatCount(sum) })}</span>}
      </>
    )
  }
  const onScroll = (scroller: HTMLElement) => {
    setTopIndex(Math.floor(scroller.scrollTop / ROW_PX))
    if (scroller.scrollTop + scroller.clientHeight > scroller.scrollHeight - AHEAD_PX) onEnd()
  }
  return (
    <div
      className={styles.box}
      onScrollCapture={(event) => {
        if (event.target instanceof HTMLElement) onScroll(event.target)
      }}
    >
      {topDay === undefined ? null : (
        <div className={styles.sticky} aria-hidden="true">
          {dayText(topDay)}
        </div>
      )}
      <ResizableTableContainer className={styles.container ?? ''}>
        <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight: ROW_PX, headingHeight: 32 }}>
          <Table
            className={styles.table ?? ''}
            aria-label={t('conversions.list')}
            selectionMode="single"
            selectionBehavior="replace"
            disallowEmptySelection
            escapeKeyBehavior="none"
            selectedKeys={currentId === null ? [] : [currentId]}
            disabledKeys={rows.flatMap((row) => (row.conversion === null ? [row.id] : []))}
            onSelectionChange={(keys) => {
              const [key] = keys === 'all' ? [] : keys
              onCurrent(key === undefined ? null : String(key))
            }}
            onRowAction={(key) => {
              const conversion = conversions.find(({ id }) => id === key)
              if (conversion?.isStoryThere === true) showInStory(app, conversion).catch(app.report)
            }}
          >
            <TableHeader columns={columns.map((id) => ({ id }))}>
              {({ id }) => (
                <Column
                  id={id}
                  data-column={id}
                  isRowHeader={id === 'words'}
                  className={`${styles.head} ${id === 'length' || id === 'credits' ? styles.ofNumbers : ''}`}
                  {...COLUMN_WIDTHS[id]}
                >
                  {t(`conversions.columns.${id}`)}
                </Column>
              )}
            </TableHeader>
            <TableBody items={rows} dependencies={[columns, credits]}>
              {(row: TableRow) =>
                row.conversion === null ? (
                  <Row id={row.id} className={styles.day ?? ''}>
                    <Cell colSpan={columns.length} className={styles.dayCell ?? ''}>
                      {dayText(row.day)}
                    </Cell>
                  </Row>
                ) : (
                  <ConversionRow conversion={row.conversion} columns={columns} />
                )
              }
            </TableBody>
          </Table>
        </Virtualizer>
      </ResizableTableContainer>
    </div>
  )
}

function ConversionRow({
  conversion,
  columns,
}: {
  readonly conversion: JobView
  readonly columns: readonly ColumnId[]
}) {
  return (
    <Row id={conversion.id} className={styles.row ?? ''} textValue={conversion.input}>
      {columns.map((id) => (
        <Cell key={id} className={styles.cell ?? ''} data-column={id}>
          <ConversionCell column={id} conversion={conversion} />
        </Cell>
      ))}
    </Row>
  )
}

// The rows of the table: conversions, with a header above each day.

interface TableRow {
  readonly id: string
  /** As YYYY-MM-DD, in the writer's time zone. */
  readonly day: string
  /** Null for the header of a day. */
  readonly conversion: JobView | null
}

interface Rows {
  readonly own: TableRow
  /** The header of the day, if the conversion is the first of its day. */
  readonly head: TableRow
}

/** A row that stays the same object is not drawn again when others are added. */
const rowsOf = derive((conversion: JobView): Rows => {
  const day = dayOf(conversion.createdAtMs)
  return {
    own: { id: conversion.id, day, conversion },
    head: { id: `day ${day}`, day, conversion: null },
  }
})

/** Puts a header above the conversions of each day. They are newest first. */
export function withDays(conversions: readonly JobView[]): readonly TableRow[] {
  let last = ''
  return conversions.flatMap((conversion) => {
    const { own, head } = rowsOf(conversion)
    if (own.day === last) return [own]
    last = own.day
    return [head, own]
  })
}

/** The cell of a column for a conversion. */
export function ConversionCell({
  column,
  conversion,
}: {
  readonly column: ColumnId
  readonly conversion: JobView
}) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.voices)
  if (column === 'state') return <JobMark conversion={conversion} />
  const text = textOf(column, conversion, voices, t)
  return (
    <span className={styles.text} dir="auto" title={text}>
      {text}
    </span>
  )
}

/** The mark of a conversion's state, with the state in words as its name. */
export function JobMark({ conversion }: { readonly conversion: JobView }) {
  const { t } = useTranslation()
  const word = stateOf(conversion, t)
  const { state, percentage } = conversion
  if (state === 'completed') return <StateMark state="ready" word={word} />
  if (state === 'sending' || (state === 'accepted' && !isForgotten(conversion)))
    return <StateMark state="making" word={word} percentage={state === 'sending' ? null : percentage} />
  const Icon = state === 'unknown' ? CircleHelp : state === 'dismissed' ? Archive : CircleX
  return (
    <span
      role="img"
      aria-label={word}
      title={word}
      className={styles[state === 'accepted' ? 'failed' : state]}
    >
      <Icon size={15} aria-hidden="true" />
    </span>
  )
}

// The texts of the columns in the table of conversions.

/** The text of a column for a conversion. */
export function textOf(
  column: Exclude<ColumnId, 'state'>,
  conversion: JobView,
  voices: readonly VoiceView[],
  t: TFunction,
): string {
  const { createdAtMs, durationMs, storyTitle, endpoint } = conversion
  switch (column) {
    case 'sent':
      return formatTimeOfDay(createdAtMs)
    case 'words':
      return wordsOf(conversion)
    case 'story':
      return endpoint === 'document' ? t('conversions.documents') : storyTitle
    case 'voice':
      return voiceOf(conversion, voices)
    case 'kind':
      return t(`conversions.kinds.${endpoint}`)
    case 'service':
      return serviceOf(conversion, t)
    case 'length':
      return durationMs === null ? '' : formatClockTenths(durationMs)
    case 'credits':
      return creditsOf(conversion)
  }
}

/** The words that were sent; the story's title if they are not known. */
export function wordsOf({ input, storyTitle }: JobView): string {
  return input === '' ? storyTitle : input
}

/** The name of the voice that speaks a conversion, or its id if no service lists it now; empty if it is not known. */
export function voiceOf({ voiceId }: JobView, voices: readonly VoiceView[]): string {
  return voices.find(({ id }) => id === voiceId)?.name ?? voiceId ?? ''
}

export function serviceOf({ connectionId, connectionName }: JobView, t: TFunction): string {
  if (connectionId === BUILT_IN_CONNECTION) return t('conversions.builtIn')
  return connectionName ?? t('conversions.removedConnection')
}

function creditsOf({ connectionId, usedCredits, estimatedCredits }: JobView): string {
  if (connectionId === BUILT_IN_CONNECTION) return ''
  return usedCredits === null ? `~${formatCount(estimatedCredits)}` : formatCount(usedCredits)
}

/** The state of a conversion, in words. */
export function stateOf(conversion: JobView, t: TFunction): string {
  const { state, status, percentage } = conversion
  if (isForgotten(conversion)) return t('conversions.states.forgotten')
  if (state === 'preparing') return ''
  if (state !== 'accepted') return t(`conversions.states.${state}`)
  return `${formatStatus(t, status)} ${t('app.percent', { percent: Math.round(percentage) })}`
}

// The columns of the table of conversions, in order.

/** A column of a fixed width, in px: without its own minimum width, a column is at least 75 px wide. */
const fixed = (width: number) => ({ width, minWidth: width })

/** The columns fit in a window of 1024 px. */
export const COLUMN_WIDTHS = {
  state: fixed(64),
  sent: fixed(84),
  words: { width: '1fr', minWidth: 160 },
  story: fixed(160),
  voice: fixed(104),
  kind: fixed(140),
  service: fixed(124),
  length: fixed(72),
  credits: fixed(84),
} as const satisfies Readonly<Record<string, Pick<ColumnProps, 'width' | 'minWidth'>>>

export type ColumnId = keyof typeof COLUMN_WIDTHS
export const COLUMN_IDS = Object.keys(COLUMN_WIDTHS) as readonly ColumnId[] // an object literal has exactly these keys
