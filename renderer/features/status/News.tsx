import { failureOf } from '../../actions/jobs.ts'
import { useJobsState, useViewState } from '../../hooks/app.ts'
import { useOpenSession, useRenderState } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { documentsOf } from '../../stores/jobsStore.ts'
import { DocumentNews, isSpoken } from './DocumentNews.tsx'
import { ExportNews } from './ExportNews.tsx'
import { LostNews } from './LostNews.tsx'
import { ShownNews } from './NewsLine.tsx'
import { NoticeNews } from './NoticeNews.tsx'
import { RenderNews } from './RenderNews.tsx'
import styles from './News.module.css'

/** The one place for what is under way and for messages. It has one line; a longer text is unfolded above it by its button. */
export function News({ part = 'all' }: { readonly part?: 'all' | 'messages' }) {
  const { t } = useTranslation()
  const notices = useViewState((state) => state.notices)
  const render = useRenderState()
  // Whether the answer to a play or the news of its job comes first: the failure is told once, with what can be done about it.
  const told = failureOf(render)
  return (
    // A top layer: it can be read and dismissed while a dialog hides the rest of the page.
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

/** What is under way alone, for a window that has no room for it below the timeline. */
export function ProgressNews() {
  return (
    <div className={styles.progressAlone}>
      <ShownNews value="progress">
        <JobNews />
      </ShownNews>
    </div>
  )
}

/** What is under way, and how it ended. */
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
