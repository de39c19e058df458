import { useAppState, useViewState } from '../hooks/world.ts'
import { Header } from '../features/header/Header.tsx'
import { Inspector } from '../features/inspector/Inspector.tsx'
import { Script } from '../features/script/Script.tsx'
import { StatusBar } from '../features/status/StatusBar.tsx'
import { Timeline } from '../features/timeline/Timeline.tsx'
import { FoldTimeline } from './FoldTimeline.tsx'
import { Panel } from './Panel.tsx'
import { SidePanel } from './SidePanel.tsx'
import styles from './Editor.module.css'

/** One element, so that the timeline is not drawn again with the editor. */
const FOLD = <FoldTimeline />

/** The editor of the open story: top bar, panels around the script, and status bar. */
export function Editor() {
  // The keys stand in tooltips and menus of the whole frame.
  useAppState((state) => state.settings.ownKeys)
  const windowSize = useViewState((state) => state.windowSize)
  return (
    <div className={styles.frame} data-window={windowSize}>
      <div className={styles.header}>
        <Header />
      </div>
      <main className={styles.main}>
        <Panel name="left">
          <SidePanel />
        </Panel>
        <div className={styles.script}>
          <Script />
        </div>
        <Panel name="inspector">
          <Inspector />
        </Panel>
        <Panel name="timeline">
          <Timeline end={FOLD} />
        </Panel>
      </main>
      <div className={styles.status}>
        <StatusBar />
      </div>
    </div>
  )
}
