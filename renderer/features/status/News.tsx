import { useTranslation } from 'react-i18next'
import { useViewState } from '../../hooks/world.ts'
import { useJobsState } from '../../hooks/world.ts'
import { documentsOf } from '../../stores/jobsStore.ts'
import { DocumentNews, isSpoken } from './DocumentNews.tsx'
import { ExportNews } from './ExportNews.tsx'
import { NoticeNews } from './NoticeNews.tsx'
import { RenderNews } from './RenderNews.tsx'
import styles from './News.module.css'

/** The one place for what is under way and for messages. It makes room for itself, and covers nothing. */
export function News() {
  const { t } = useTranslation()
  const notices = useViewState((state) => state.notices)
  const jobs = useJobsState((state) => state.jobs)
  return (
    // A top layer: it can be read and dismissed while a dialog hides the rest of the page.
    <section className={styles.news} aria-label={t('app.messages')} data-react-aria-top-layer>
      {notices.map((notice) => (
        <NoticeNews key={notice.id} notice={notice} />
      ))}
      <ExportNews />
      <RenderNews />
      {documentsOf({ jobs })
        .filter(isSpoken)
        .map((job) => (
          <DocumentNews key={job.id} job={job} />
        ))}
    </section>
  )
}
