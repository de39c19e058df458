import { useCallback, useEffect, useState } from 'react'
import type { ConversionView } from '../../../shared/ipc/conversionsContract.ts'
import { useWorld } from '../../stores/world.ts'

export interface ConversionList {
  /** Newest first; null until the host has answered. */
  readonly conversions: readonly ConversionView[] | null
  readonly hasMore: boolean
  readonly showMore: () => void
  /** Takes one off the list here; the host is told by whoever calls. */
  readonly drop: (id: string) => void
}

/** The conversions of all stories, kept up to date while they are shown. */
export function useConversions(): ConversionList {
  const world = useWorld()
  const [conversions, setConversions] = useState<readonly ConversionView[] | null>(null)
  const [hasMore, setHasMore] = useState(false)

  const load = useCallback(
    (beforeMs: number | null) => {
      world.bridge.call('conversions:list', { beforeMs }).then((page) => {
        setHasMore(page.hasMore)
        setConversions((known) => merge(known ?? [], page.conversions))
      }, world.report)
    },
    [world],
  )
  useEffect(() => {
    const stop = world.bridge.on('conversions:changed', ({ conversion }) => {
      // Before the first answer there is nothing to keep up to date.
      setConversions((known) => (known === null ? null : merge(known, [conversion])))
    })
    load(null)
    return stop
  }, [world, load])

  return {
    conversions,
    hasMore,
    showMore: () => {
      load(conversions?.at(-1)?.createdAtMs ?? null)
    },
    drop: (id) => {
      setConversions((known) => known?.filter((conversion) => conversion.id !== id) ?? null)
    },
  }
}

function merge(known: readonly ConversionView[], news: readonly ConversionView[]): readonly ConversionView[] {
  const byId = new Map([...known, ...news].map((conversion) => [conversion.id, conversion]))
  return [...byId.values()].toSorted((a, b) => b.createdAtMs - a.createdAtMs)
}
