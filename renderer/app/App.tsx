import { useStoryState } from '../hooks/world.ts'
import { Welcome } from '../features/welcome/Welcome.tsx'
import { Dialogs } from './Dialogs.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FileDrop } from './FileDrop.tsx'
import { Notices } from './Notices.tsx'
import { Header } from '../features/header/Header.tsx'
import { Inspector } from '../features/inspector/Inspector.tsx'
import { SidePanel } from './SidePanel.tsx'
import { Script } from '../features/script/Script.tsx'
import { StatusBar } from '../features/status/StatusBar.tsx'
import { Timeline } from '../features/timeline/Timeline.tsx'
import styles from './Editor.module.css'

/** The whole window: the welcome screen, or the editor with an open story. */
export function App() {
  const storyId = useStoryState((state) => state.open?.story.info.id)
  return (
    <ErrorBoundary>
      {/* The key has each story begin with its own scroll positions. */}
      {storyId === undefined ? <Welcome /> : <Editor key={storyId} />}
      <Dialogs />
      <FileDrop />
      <Notices />
      <div id="announcements" aria-live="polite" className="visually-hidden" data-live-announcer />
    </ErrorBoundary>
  )
}

/** The editor's frame, as the mock-ups lay it out. */
function Editor() {
  return (
    <div className={styles.frame}>
      <Header />
      <SidePanel />
      <main className={styles.main}>
        <Script />
      </main>
      <Inspector />
      <Timeline />
      <StatusBar />
    </div>
  )
}
