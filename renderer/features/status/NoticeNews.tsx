import { useEffect, useRef } from 'react'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Notice } from '../../stores/viewStore.ts'
import { NewsLine } from './NewsLine.tsx'
import styles from './News.module.css'

const SEEN_MS = 5000
/** A note with something to do stays long enough to be read and done. */
const SEEN_WITH_ACTION_MS = 12_000

/** A message. A note stays until it is seen: until the writer presses a key or a button elsewhere, some seconds after it came. */
export function NoticeNews({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation()
  const app = useApp()
  const line = useRef<HTMLDivElement>(null)
  const { id, tone, message, params, action } = notice
  const goesWhenSeen = tone === 'note' && notice.stays !== true
  const seenMs = action === undefined ? SEEN_MS : SEEN_WITH_ACTION_MS
  const dismiss = () => {
    app.view.setState((state) => ({ notices: state.notices.filter((other) => other.id !== id) }))
  }
  useEffect(() => {
    if (!goesWhenSeen) return undefined
    const goOn = (event: Event) => {
      if (event.target instanceof Node && line.current?.contains(event.target) === true) return
      app.view.setState((state) => ({ notices: state.notices.filter((other) => other.id !== id) }))
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
