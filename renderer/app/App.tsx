import { useStoryState } from '../hooks/world.ts'
import { Welcome } from '../features/welcome/Welcome.tsx'
import { Dialogs } from './Dialogs.tsx'
import { Editor } from './Editor.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FileDrop } from './FileDrop.tsx'
import { Notices } from './Notices.tsx'

/** The whole window: the welcome screen, or the editor with an open story. */
export function App() {
  const isOpen = useStoryState((state) => state.open !== null)
  return (
    <ErrorBoundary>
      {isOpen ? <Editor /> : <Welcome />}
      <Dialogs />
      <FileDrop />
      <Notices />
      <div id="announcements" aria-live="polite" className="visually-hidden" data-live-announcer />
    </ErrorBoundary>
  )
}
