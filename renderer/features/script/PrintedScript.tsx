import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { SCENE_BREAK, scriptOf } from '../../../shared/export/scriptLines.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import styles from './PrintedScript.module.css'

/** A page or a dialog in front of the script, which is printed itself. A panel beside which the page goes on working is none. */
const IN_FRONT = '[role=dialog]:not([data-beside]), [role=alertdialog]'

/** The whole script for paper, while the window is printed: the list on the screen holds the rows in view alone. */
export function PrintedScript() {
  const session = useSession()
  const [story, setStory] = useState<Story | null>(null)
  useEffect(() => {
    // The browser takes the page as it is when this event has been handled.
    const begin = () => {
      if (document.querySelector(IN_FRONT) === null) flushSync(() => setStory(storyOf(session)))
    }
    const end = () => setStory(null)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [session])
  return story === null ? null : createPortal(<Pages story={story} />, document.body)
}

function Pages({ story }: { readonly story: Story }) {
  const { t } = useTranslation()
  const { title, language, book } = story.info
  const chapters = scriptOf(story, { narrator: t('inspector.narrator') })
  return (
    <article className={styles.printed} data-script-print lang={language ?? undefined}>
      <h1 dir="auto">{title}</h1>
      {book.author === '' ? null : (
        <p className={styles.line} dir="auto">
          {book.author}
        </p>
      )}
      {chapters.map(({ title: heading, lines }, chapter) => (
        // Nothing is added or moved while it is printed.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={chapter}>
          {heading === null ? null : <h2 dir="auto">{heading}</h2>}
          {lines.map(({ speaker, manner, text, notes, isAfterScene }, line) => (
            // oxlint-disable-next-line react/no-array-index-key
            <div key={line}>
              {isAfterScene ? <p className={styles.scene}>{SCENE_BREAK}</p> : null}
              <p className={styles.line} dir="auto">
                {speaker === null ? null : <b>{speaker}: </b>}
                {manner === '' ? null : <i>({manner}) </i>}
                {text}
              </p>
              {notes === '' ? null : (
                <p className={styles.note} dir="auto">
                  {notes}
                </p>
              )}
            </div>
          ))}
        </section>
      ))}
    </article>
  )
}
