import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConversionFilter, ConversionView, PageStart } from '../../../shared/ipc/conversionsContract.ts'
import { useWorld } from '../../hooks/world.ts'

export interface ConversionList {
  /** Newest first; null until the host has answered. */
  readonly conversions: readonly ConversionView[] | null
  readonly hasMore: boolean
  /** Fetches the next page; does nothing while one is on its way. */
  readonly showMore: () => void
  /** Takes one off the list here; the host is told by whoever calls. */
  readonly drop: (id: string) => void
}

interface Known {
  readonly filter: ConversionFilter
  readonly conversions: readonly ConversionView[]
  /** Where the pages that came so far end; null where they are all there. */
  readonly end: PageStart | null
}

/** News of conversions that the filter may let through are asked for when they have come to rest. */
const REST_MS = 200

/** The conversions of all stories that pass a filter, kept up to date while they are shown. */
export function useConversions(filter: ConversionFilter): ConversionList {
  const world = useWorld()
  const [known, setKnown] = useState<Known | null>(null)
  const isLoading = useRef(false)
  const wanted = useRef(filter)
  /** What events have told since the filter was chosen: an answer that was made before an event may come after it. */
  const told = useRef(new Map<string, ConversionView>())
  const isNarrowed = Object.keys(filter).length > 0

  const load = useCallback(
    async (after: PageStart | null) => {
      isLoading.current = true
      try {
        const page = await world.bridge.call('conversions:list', { after, filter })
        if (wanted.current !== filter) return
        const last = page.conversions.at(-1)
        const end = page.hasMore && last !== undefined ? { createdAtMs: last.createdAtMs, id: last.id } : null
        setKnown((before) => {
          if (before?.filter !== filter) {
            const isListed = ({ id }: ConversionView) => page.conversions.some((listed) => listed.id === id)
            const isNew = (conversion: ConversionView) =>
              !isNarrowed && (end === null || compare(conversion, end) < 0)
            const since = [...told.current.values()].filter((each) => isListed(each) || isNew(each))
            return { filter, conversions: merge(page.conversions, since), end }
          }
          const conversions = merge(before.conversions, page.conversions)
          // A first page that is asked for again says nothing of where the last one ended.
          return { filter, conversions, end: after === null ? before.end : end }
        })
      } catch (error) {
        world.report(error)
      } finally {
        isLoading.current = false
      }
    },
    [world, filter, isNarrowed],
  )

  useEffect(() => {
    wanted.current = filter
    told.current = new Map()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = world.bridge.on('conversions:changed', ({ conversion }) => {
      told.current.set(conversion.id, conversion)
      setKnown((before) => {
        if (before === null) return null // the first page is on its way
        const isShown = before.conversions.some(({ id }) => id === conversion.id)
        // Older ones come with their page, and which new ones pass the filter the host knows.
        const isNew = !isNarrowed && (before.end === null || compare(conversion, before.end) < 0)
        if (!isShown && !isNew) return before
        return { ...before, conversions: merge(before.conversions, [conversion]) }
      })
      if (!isNarrowed) return
      clearTimeout(timer)
      timer = setTimeout(() => void load(null), REST_MS)
    })
    void load(null)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [world, filter, isNarrowed, load])

  const shown = known?.filter === filter ? known : null
  return {
    // While another filter is asked for, what is there stays.
    conversions: known?.conversions ?? null,
    hasMore: (shown?.end ?? null) !== null,
    showMore: () => {
      if (!isLoading.current && shown !== null && shown.end !== null) void load(shown.end)
    },
    drop: (id) => {
      setKnown((before) =>
        before === null
          ? null
          : { ...before, conversions: before.conversions.filter((conversion) => conversion.id !== id) },
      )
    },
  }
}

/** Both lists as one, newest first. Of two views of a conversion the later one counts; of equally late ones, that of `news`. */
function merge(known: readonly ConversionView[], news: readonly ConversionView[]): readonly ConversionView[] {
  const byId = new Map(known.map((conversion) => [conversion.id, conversion]))
  for (const conversion of news) {
    const other = byId.get(conversion.id)
    if (other === undefined || other.updatedAtMs <= conversion.updatedAtMs)
      byId.set(conversion.id, conversion)
  }
  return [...byId.values()].toSorted(compare)
}

/** Newest first; those of one millisecond in the host's order. */
function compare(a: PageStart, b: PageStart): number {
  return b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}
