import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { JobFilter } from '../../../shared/ipc/jobsContract.ts'
import { compareNewestFirst, type JobPlace, type JobView } from '../../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { hearJobs } from '../../actions/jobs.ts'
import { useApp, useJobsState } from '../../hooks/app.ts'
import { currentSession } from '../../stores/app.ts'

interface ConversionList {
  /** Newest first; null until the host has answered. */
  readonly conversions: readonly JobView[] | null
  readonly hasMore: boolean
  /** Fetches the next page; does nothing while one is on its way. */
  readonly showMore: () => void
}

/** The pages loaded so far. */
interface Known {
  readonly filter: JobFilter
  readonly ids: ReadonlySet<string>
  /** Where the pages end; null if they are all there. */
  readonly end: JobPlace | null
}

/** Delay before changed conversions that may match the filter are requested. */
const REST_MS = 200

/** The conversions of all stories that match a filter, kept up to date while shown. */
export function useConversions(filter: JobFilter): ConversionList {
  const app = useApp()
  const jobs = useJobsState((state) => state.jobs)
  const [known, setKnown] = useState<Known | null>(null)
  const isLoading = useRef(false)
  const wanted = useRef(filter)

  const load = useCallback(
    async (after: JobPlace | null) => {
      isLoading.current = true
      try {
        const page = await app.bridge.call('jobs:list', { after, filter })
        hearJobs(app, { jobs: page.jobs, gone: [] })
        if (wanted.current !== filter) return
        const ids = page.jobs.map(({ id }) => id)
        const last = page.jobs.at(-1)
        const end = page.hasMore && last !== undefined ? { createdAtMs: last.createdAtMs, id: last.id } : null
        setKnown((before) =>
          before?.filter !== filter
            ? { filter, ids: new Set(ids), end }
            : // A first page that is asked for again says nothing of where the last one ended.
              { filter, ids: new Set([...before.ids, ...ids]), end: after === null ? before.end : end },
        )
      } catch (error) {
        app.report(error)
      } finally {
        isLoading.current = false
      }
    },
    [app, filter],
  )

  useEffect(() => {
    wanted.current = filter
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = app.bridge.on('jobs:changed', () => {
      if (!isNarrowed(filter)) return
      clearTimeout(timer)
      timer = setTimeout(() => void load(null), REST_MS)
    })
    void load(null)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [app, filter, load])

  const conversions = useMemo(() => {
    if (known === null) return null
    const { ids, end } = known
    // Older jobs arrive with their page, and only the host knows which new jobs match a filter.
    const isNew = (job: JobView) =>
      !isNarrowed(known.filter) && (end === null || compareNewestFirst(job, end) < 0)
    return [...jobs.values()]
      .filter((job) => job.isListed && (ids.has(job.id) || isNew(job)))
      .toSorted(compareNewestFirst)
  }, [jobs, known])

  const shown = known?.filter === filter ? known : null
  return {
    // While a new filter is loading, the previous list stays.
    conversions,
    hasMore: (shown?.end ?? null) !== null,
    showMore: () => {
      if (!isLoading.current && shown !== null && shown.end !== null) void load(shown.end)
    },
  }
}

function isNarrowed(filter: JobFilter): boolean {
  return Object.keys(filter).length > 0
}

export interface StoredAudioPlayer {
  /** The conversion that is playing. */
  readonly playing: string | null
  /** Plays a conversion's audio from its start, or stops it. */
  toggle(conversion: JobView): void
}

/** Plays stored audio of any story, open or not, separately from the open story's player, which pauses. */
export function useStoredAudio(): StoredAudioPlayer {
  const app = useApp()
  const element = useRef<HTMLAudioElement | null>(null)
  const [playing, setPlaying] = useState<string | null>(null)
  /** The conversion whose story the host keeps open. */
  const heard = useRef<string | null>(null)

  const silence = useCallback(() => {
    element.current?.pause()
    element.current = null
    if (heard.current !== null) app.bridge.call('jobs:stopListening', { id: heard.current }).catch(app.report)
    heard.current = null
  }, [app])
  useEffect(() => silence, [silence])

  const stop = () => {
    silence()
    setPlaying(null)
  }

  async function play({ id, audioId }: JobView): Promise<void> {
    if (audioId === null) return
    currentSession(app)?.player.pause()
    heard.current = id
    setPlaying(id)
    const isWanted = () => heard.current === id
    try {
      const { projectId } = await app.bridge.call('jobs:listen', { id })
      if (!isWanted()) return
      const audio = new Audio(app.bridge.mediaUrl(projectId, audioId))
      element.current = audio
      audio.addEventListener('ended', stop)
      await audio.play()
    } catch (error) {
      if (!isWanted()) return // playback was stopped before it began
      stop()
      app.report(error instanceof UserFacingError ? error : new UserFacingError('audio-unplayable'))
    }
  }

  return {
    playing,
    toggle(conversion) {
      const isThis = playing === conversion.id
      stop()
      if (!isThis) void play(conversion)
    },
  }
}
