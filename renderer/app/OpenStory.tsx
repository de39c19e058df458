import { useDeferredValue, type ReactNode } from 'react'
import { useStore } from 'zustand'
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

function DeferredStory({ children }: { readonly children: ReactNode }) {
  const story = useStoryIfOpen((state) => state.story) ?? null
  const deferred = useDeferredValue(story)
  // A different story is shown at once.
  const isSame = deferred?.info.id === story?.info.id
  return <DeferredStoryContext value={isSame ? deferred : story}>{children}</DeferredStoryContext>
}
