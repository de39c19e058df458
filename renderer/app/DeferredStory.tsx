import { useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { DeferredStoryContext, useStoryState } from '../hooks/world.ts'

/** Gives the components in it the open story with lower priority: a keystroke draws its own row only, and the other views after it. */
export function DeferredStory({ children }: { readonly children: ReactNode }) {
  const story = useStoryState((state) => state.open?.story ?? null)
  const deferred = useDeferredValue(story)
  // Another story is shown at once.
  const isSame = deferred?.info.id === story?.info.id
  return <DeferredStoryContext value={isSame ? deferred : story}>{children}</DeferredStoryContext>
}
