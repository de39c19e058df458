import { Header } from '../features/header/Header.tsx'
import { Inspector } from '../features/inspector/Inspector.tsx'
import { SidePanel } from './SidePanel.tsx'
import { Script } from '../features/script/Script.tsx'
import { StatusBar } from '../features/status/StatusBar.tsx'
import { Timeline } from '../features/timeline/Timeline.tsx'
import styles from './Editor.module.css'

/** The editor's frame, as the mock-ups lay it out. */
export function Editor() {
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
