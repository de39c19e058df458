import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewState, useWorld } from '../hooks/world.ts'
import type { Notice } from '../stores/viewStore.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import styles from './Notices.module.css'

const NOTE_MS = 5000
/** A note with something to do stays long enough to be read and done. */
const NOTE_WITH_ACTION_MS = 12_000

/** Messages at the lower edge: notes disappear after some seconds, errors stay until they are dismissed. */
export function Notices() {
  const { t } = useTranslation()
  const notices = useViewState((state) => state.notices)
  return (
    // A top layer: it can be read and dismissed while a dialog hides the rest of the page.
    <section className={styles.stack} aria-label={t('app.messages')} data-react-aria-top-layer>
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function NoticeCard({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  const world = useWorld()
  const dismiss = () => {
    world.view.setState((state) => ({ notices: state.notices.filter((other) => other.id !== notice.id) }))
  }
  useEffect(() => {
    if (notice.tone !== 'note' || notice.stays) return undefined
    const timer = setTimeout(dismiss, notice.action === undefined ? NOTE_MS : NOTE_WITH_ACTION_MS)
    return () => {
      clearTimeout(timer)
    }
  })
  return (
    <div
      className={`${styles.notice} ${styles[notice.tone]}`}
      role={notice.tone === 'error' ? 'alert' : 'status'}
    >
      <p>{t(notice.message, notice.params)}</p>
      {notice.action === undefined ? null : (
        <Button
          onPress={() => {
            dismiss()
            notice.action?.run().catch(world.report)
          }}
        >
          {t(notice.action.label)}
        </Button>
      )}
      <IconButton label={t('app.dismiss')} onPress={dismiss}>
        <X size={15} />
      </IconButton>
    </div>
  )
}
