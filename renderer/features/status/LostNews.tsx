import { useEffect, useState } from 'react'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { speakBy } from '../../actions/servers.ts'
import { useApp, useJobsState } from '../../hooks/app.ts'
import { useOpenSession, useStoryIfOpen } from '../../hooks/session.ts'
import { formatClock, formatSeconds } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { lostServices } from '../../stores/lostServices.ts'
import type { LostService } from '../../stores/lostServices.ts'
import { NewsLine } from './NewsLine.tsx'
import styles from './News.module.css'

/** The services that do not answer, each with what waits for it and when it is asked again. */
export function LostNews() {
  const jobs = useJobsState((state) => state.jobs)
  return lostServices({ jobs }).map((service) => <Lost key={service.connectionId} service={service} />)
}

function Lost({ service: { connectionId, name, jobs, nextTryMs } }: { readonly service: LostService }) {
  const { t } = useTranslation()
  const app = useApp()
  const session = useOpenSession()
  const isOfStory = useStoryIfOpen(({ story }) => story.info.connectionId) === connectionId
  const [dismissedMs, setDismissedMs] = useState<number | null>(null)
  const isAsking = jobs.some(({ activity }) => activity !== null)
  const tryNow = {
    label: t('app.lost.tryNow'),
    run() {
      for (const { id } of jobs) app.bridge.call('jobs:resume', { id }).catch(app.report)
    },
  }
  const useBuiltIn = {
    label: t('app.lost.useBuiltIn'),
    run() {
      if (session !== null) speakBy(session, BUILT_IN_CONNECTION)
    },
  }
  if (dismissedMs === nextTryMs) return null
  return (
    <NewsLine
      tone="error"
      actions={isOfStory ? [tryNow, useBuiltIn] : [tryNow]}
      onDismiss={
        isAsking
          ? undefined
          : () => {
              setDismissedMs(nextTryMs)
            }
      }
    >
      {t('app.lost.text', { name: name ?? t('servers.unknown'), count: jobs.length })}{' '}
      <Countdown atMs={nextTryMs} />
    </NewsLine>
  )
}

/** How long it is until the next try. A screen reader finds it, and does not say each second. */
function Countdown({ atMs }: { readonly atMs: number }) {
  const { t } = useTranslation()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => {
      setNowMs(Date.now())
    }, 1000)
    return () => {
      clearInterval(timer)
    }
  }, [])
  const leftMs = Math.ceil((atMs - nowMs) / 1000) * 1000
  const time = leftMs < 60_000 ? t('units.seconds', { value: formatSeconds(leftMs) }) : formatClock(leftMs)
  return (
    <span role="timer" className={styles.number}>
      {leftMs > 0 ? t('app.lost.nextTry', { time }) : t('app.lost.trying')}
    </span>
  )
}
