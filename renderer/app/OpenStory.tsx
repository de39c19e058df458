import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { HistoryEntry } from '../../shared/story/history.ts'
import type { Story } from '../../shared/story/story.ts'
import { useApp } from '../hooks/app.ts'
import { DeferredStoryContext, SessionContext, useStoryIfOpen } from '../hooks/session.ts'

/**
 * Provides the session of the open story, and its story with lower priority: a keystroke redraws its own row
 * first, and the other views after it.
 */
export function OpenStory({ children }: { readonly children: ReactNode }) {
  const session = useStore(useApp().open, (state) => state.session)
  return (
    <SessionContext value={session}>
      <DeferredStory>{children}</DeferredStory>
    </SessionContext>
  )
}

/** The views follow as soon as the writer pauses for this long, in ms … */
const PAUSE_MS = 100
/** … and this often, in ms, if the writer does not pause. */
const LONGEST_MS = 1000

function DeferredStory({ children }: { readonly children: ReactNode }) {
  const story = useStoryIfOpen((state) => state.story) ?? null
  const lastEdit = useStoryIfOpen(({ history }) => history.past.at(-1)) ?? null
  const deferred = useDeferredValue(useBetweenWords({ story, lastEdit }))
  // A different story is shown at once.
  const isSame = deferred?.info.id === story?.info.id
  return <DeferredStoryContext value={isSame ? deferred : story}>{children}</DeferredStoryContext>
}

interface StoryAfterEdit {
  readonly story: Story | null
  readonly lastEdit: HistoryEntry | null
}

/** The story, or while one text is being typed, as it was a moment ago: the views of a long story take longer than a letter. */
function useBetweenWords(now: StoryAfterEdit): Story | null {
  const [shown, setShown] = useState(now)
  const { story, lastEdit } = now
  const waits =
    story !== shown.story && lastEdit?.label === 'edits.typing' && lastEdit.id === shown.lastEdit?.id
  if (!waits && story !== shown.story) setShown(now)
  const waitMs = waits ? Math.min(PAUSE_MS, shown.lastEdit.atMs + LONGEST_MS - lastEdit.atMs) : null
  useEffect(() => {
    if (waitMs === null) return
    const timer = setTimeout(() => setShown({ story, lastEdit }), waitMs)
    return () => clearTimeout(timer)
  }, [waitMs, story, lastEdit])
  return waits ? shown.story : story
}
