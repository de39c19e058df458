import { useEffect, useState } from 'react'
import type { JobFilter, JobGroup } from '../../../shared/ipc/jobsContract.ts'
import { useWorld } from '../../hooks/world.ts'

/** News of conversions are counted when they have come to rest. */
const REST_MS = 200

/** How many conversions the filter lets through in each group, kept up to date; null until the host has answered. */
export function useGroupCounts(filter: JobFilter): Readonly<Record<JobGroup, number>> | null {
  const world = useWorld()
  const [counts, setCounts] = useState<Readonly<Record<JobGroup, number>> | null>(null)
  useEffect(() => {
    let isWanted = true
    const count = () => {
      world.bridge
        .call('jobs:count', { filter })
        .then((found) => {
          if (isWanted) setCounts(found)
        })
        .catch(world.report)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = world.bridge.on('jobs:changed', () => {
      clearTimeout(timer)
      timer = setTimeout(count, REST_MS)
    })
    count()
    return () => {
      isWanted = false
      clearTimeout(timer)
      stop()
    }
  }, [world, filter])
  return counts
}
