import { useVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobFilter } from '../../../shared/ipc/jobsContract.ts'
import { useSettled } from '../../ui/useSettled.ts'
import { ConversionRow } from './ConversionRow.tsx'
import { FilterBar } from './FilterBar.tsx'
import styles from './Conversions.module.css'
import { useConversions } from './useConversions.ts'
import { useStoredAudio } from './useStoredAudio.ts'

const ESTIMATED_ROW_PX = 110
const OVERSCAN = 4
/** The next page is fetched when so many rows are left. */
const ROWS_AHEAD = 15
const TYPING_REST_MS = 200

/** All conversions, newest first; only those in view are in the page. */
export function ConversionList() {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<JobFilter>({})
  const text = useSettled(filter.text ?? '', TYPING_REST_MS).trim()
  const { group, connectionId } = filter
  const settled = useMemo<JobFilter>(
    () => ({
      ...(text !== '' && { text }),
      ...(group !== undefined && { group }),
      ...(connectionId !== undefined && { connectionId }),
    }),
    [text, group, connectionId],
  )
  const { conversions, hasMore, showMore } = useConversions(settled)
  const audio = useStoredAudio()
  const [openPanel, setOpenPanel] = useState<{ id: string; kind: 'attach' | 'claim' } | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const rows = conversions ?? []

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    rangeExtractor: (range) =>
      withKept(range, [
        rows.findIndex(({ id }) => id === openPanel?.id),
        // The row that has the focus: without it the keyboard would be nowhere.
        Number(document.activeElement?.closest<HTMLElement>('li[data-index]')?.dataset['index'] ?? -1),
      ]),
  })
  const items = virtualizer.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (hasMore && lastShown >= rows.length - ROWS_AHEAD) showMore()
  })

  if (conversions === null) return null
  const isNarrowed = Object.keys(settled).length > 0
  if (rows.length === 0 && !isNarrowed && filter.text === undefined) return <p>{t('conversions.empty')}</p>
  return (
    <>
      <FilterBar filter={filter} onChange={setFilter} />
      {rows.length === 0 ? <p role="status">{t('conversions.filter.none')}</p> : null}
      <div ref={scroller} className={styles.scroller}>
        <ul
          ref={list}
          tabIndex={-1}
          className={styles.rows}
          aria-label={t('conversions.list')}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map(({ key, index, start }) => {
            const conversion = rows[index]
            if (conversion === undefined) return null
            const { id } = conversion
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={hasMore ? -1 : rows.length}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ConversionRow
                  conversion={conversion}
                  audio={audio}
                  panel={openPanel?.id === id ? openPanel.kind : null}
                  onPanel={(kind) => {
                    setOpenPanel(kind === null ? null : { id, kind })
                  }}
                  onRemoved={() => {
                    list.current?.focus() // the button that had it is gone
                  }}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}

/** The rows in view, and those that stay in the page although they are not. */
function withKept(range: Range, kept: readonly number[]): number[] {
  const start = Math.max(0, range.startIndex - range.overscan)
  const end = Math.min(range.count - 1, range.endIndex + range.overscan)
  const indexes = new Set(Array.from({ length: Math.max(0, end - start + 1) }, (_, offset) => start + offset))
  for (const index of kept) if (index >= 0 && index < range.count) indexes.add(index)
  return [...indexes].sort((a, b) => a - b)
}
