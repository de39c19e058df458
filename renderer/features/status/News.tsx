import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../../shared/jobs/renderState.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { runCommand } from '../../actions/commands.ts'
import { askingOverCap } from '../../actions/conversions.ts'
import { sendDocumentAgain, showDocuments } from '../../actions/documents.ts'
import { failureOf } from '../../actions/jobs.ts'
import {
  cancelRender,
  dismissRender,
  renderAgain,
  resumeRender,
  stopRender,
} from '../../actions/rendering.ts'
import { speakBy } from '../../actions/servers.ts'
import { useApp, useJobsState, useViewState } from '../../hooks/app.ts'
import {
  useOpenSession,
  useProjectId,
  useRenderState,
  useSession,
  useStoryIfOpen,
} from '../../hooks/session.ts'
import { formatClock, formatSeconds, formatStatus } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import {
  type DocumentJob,
  documentsOf,
  isOfLostService,
  type LostService,
  lostServices,
} from '../../stores/jobsStore.ts'
import { type Notice, withdrawNotices } from '../../stores/viewStore.ts'
import { ExportNews, NewsLine, ShownNews } from './NewsLine.tsx'
import styles from './News.module.css'

/** The single place for progress and messages. It has one line; a button unfolds a longer text above it. */
export function News({ part = 'all' }: { readonly part?: 'all' | 'messages' }) {
  const { t } = useTranslation()
  const notices = useViewState((state) => state.notices)
  const render = useRenderState()
  // Whether the answer to a play request or the event of its job arrives first, the failure is shown once, with its actions.
  const told = failureOf(render)
  return (
    // In the top layer: it can be read and dismissed while a dialog hides the rest of the page.
    <section className={styles.news} aria-label={t('app.messages')} data-react-aria-top-layer>
      <ShownNews value={part}>
        {notices
          .filter(({ message }) => message !== told)
          .map((notice) => (
            <NoticeNews key={notice.id} notice={notice} />
          ))}
        <JobNews />
      </ShownNews>
    </section>
  )
}

/** Only the progress, for a window without room for it below the timeline. */
export function ProgressNews() {
  return (
    <div className={styles.progressAlone}>
      <ShownNews value="progress">
        <JobNews />
      </ShownNews>
    </div>
  )
}

/** The progress and outcome of jobs. */
function JobNews() {
  const jobs = useJobsState((state) => state.jobs)
  const hasStory = useOpenSession() !== null
  return (
    <>
      <ExportNews />
      <LostNews />
      {hasStory && <RenderNews />}
      {documentsOf({ jobs })
        .filter(isSpoken)
        .map((job) => (
          <DocumentNews key={job.id} job={job} />
        ))}
    </>
  )
}

const SEEN_MS = 5000
/** A note with an action stays long enough to read and use it. */
const SEEN_WITH_ACTION_MS = 12_000

/** A message. A note stays until it has been seen: until the writer presses a key or a button elsewhere, some seconds after it appeared. */
function NoticeNews({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation()
  const app = useApp()
  const line = useRef<HTMLDivElement>(null)
  const { id, tone, message, params, action } = notice
  const goesWhenSeen = tone === 'note' && notice.stays !== true
  const seenMs = action === undefined ? SEEN_MS : SEEN_WITH_ACTION_MS
  const dismiss = () => {
    withdrawNotices(app.view, (other) => other.id === id)
  }
  useEffect(() => {
    if (!goesWhenSeen) return undefined
    const goOn = (event: Event) => {
      if (event.target instanceof Node && line.current?.contains(event.target) === true) return
      withdrawNotices(app.view, (other) => other.id === id)
    }
    const timer = setTimeout(() => {
      for (const type of SIGNS_OF_LIFE) window.addEventListener(type, goOn, true)
    }, seenMs)
    return () => {
      clearTimeout(timer)
      for (const type of SIGNS_OF_LIFE) window.removeEventListener(type, goOn, true)
    }
  }, [app, id, goesWhenSeen, seenMs])
  return (
    <div ref={line} className={styles.notice}>
      <NewsLine
        tone={tone}
        actions={
          action === undefined
            ? []
            : [
                {
                  label: t(action.label),
                  run() {
                    dismiss()
                    action.run().catch(app.report)
                  },
                },
              ]
        }
        onDismiss={dismiss}
      >
        {t(message, params)}
      </NewsLine>
    </div>
  )
}

const SIGNS_OF_LIFE = ['keydown', 'pointerdown'] as const

/** Whether a document is being spoken and followed, or has failed. */
function isSpoken({ state, activity }: DocumentJob): boolean {
  return state === 'failed' || activity?.isFollowed === true
}

/** The progress of a spoken document, or why it failed. The documents dialog shows the details. */
function DocumentNews({ job }: { readonly job: DocumentJob }) {
  const { t } = useTranslation()
  const app = useApp()
  const isInDialog = useViewState((view) => view.dialog?.kind === 'documents')
  const { id, state, activity, percentage, document } = job
  const { name, sizeBytes } = document
  const tell = (channel: 'jobs:stop' | 'jobs:cancel' | 'jobs:dismiss') => () => {
    app.bridge.call(channel, { id }).catch(app.report)
  }
  const show = {
    label: t('documents.show'),
    run() {
      showDocuments(app).catch(app.report)
    },
  }
  if (isInDialog) return null
  if (state === 'failed') {
    const { code, params } = reasonOf(job)
    const again = {
      label: t('documents.retry'),
      run() {
        askingOverCap(app, null, () => sendDocumentAgain(app, job)).catch(app.report)
      },
    }
    return (
      <NewsLine tone="error" actions={[again, show]} onDismiss={tell('jobs:dismiss')}>
        <b>{t('documents.failed', { name })}</b> {t(`errors.${code}`, params)}
      </NewsLine>
    )
  }
  const isSending = state === 'sending'
  const sentBytes = activity?.sentBytes ?? 0
  const fraction = isSending ? sentBytes / sizeBytes : (activity?.percentage ?? percentage) / 100
  const canCancel = job.connectionId === BUILT_IN_CONNECTION && !isSending
  return (
    <NewsLine
      tone="progress"
      progress={{
        label: t('documents.progressOf', { name }),
        fraction,
        remainingMs: activity?.remainingMs ?? null,
      }}
      actions={[canCancel ? { label: t('documents.cancel'), run: tell('jobs:cancel') } : show]}
    >
      <bdi>{name}</bdi>
    </NewsLine>
  )
}

/** The services that do not respond, each with the work that waits for it and the time of the next attempt. */
function LostNews() {
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

/** The time until the next attempt. Screen readers can find it, but do not announce each second. */
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

/** The state of the open story's render. */
function RenderNews() {
  const { t } = useTranslation()
  const session = useSession()
  const state = useRenderState()
  const run = (act: typeof stopRender) => () => {
    act(session).catch(session.report)
  }
  const jobs = useJobsState(({ jobs: all }) => all)
  const projectId = useProjectId()
  if (state.phase === 'idle') return null
  // Its service does not answer, which has its own line.
  if (isOfLostService(state, lostServices({ jobs }), projectId)) return null
  if (state.phase !== 'running') {
    const again = { label: t('app.render.again'), run: run(renderAgain) }
    const settle = { label: t('documents.settle'), run: () => runCommand(session, 'conversions') }
    return (
      <NewsLine
        tone="error"
        actions={[state.phase === 'failed' ? again : settle]}
        onDismiss={run(dismissRender)}
      >
        <b>{t(`app.render.${state.phase}`)}</b> {t(`errors.${state.error.code}`, state.error.params)}
      </NewsLine>
    )
  }
  const { status, isFollowed, blocks, canCancel, percentage, remainingMs } = state
  const doing = !blocks
    ? formatStatus(t, status)
    : blocks.isPaused
      ? t('render.queue.paused')
      : t('app.render.blocks', { number: Math.min(blocks.made + 1, blocks.of), of: blocks.of })
  const queue =
    blocks && isFollowed
      ? [
          {
            label: t(blocks.isPaused ? 'render.queue.resume' : 'render.queue.pause'),
            run: () => runCommand(session, blocks.isPaused ? 'resumeRender' : 'pauseRender'),
          },
          { label: t('render.queue.show'), run: () => runCommand(session, 'renderQueue') },
        ]
      : []
  const stop =
    canCancel && isFollowed && !blocks
      ? { label: t('app.render.cancel'), run: run(cancelRender) }
      : {
          label: t(
            blocks ? 'app.render.stop' : isFollowed ? 'app.render.stopFollowing' : 'app.render.follow',
          ),
          run: run(isFollowed ? stopRender : resumeRender),
        }
  return (
    <NewsLine
      tone="progress"
      progress={{ label: t('app.render.label'), fraction: percentage / 100, remainingMs }}
      actions={[...queue, stop]}
    >
      {isFollowed ? doing : t('app.render.unfollowed')}
    </NewsLine>
  )
}
