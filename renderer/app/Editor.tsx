import { useDeferredValue } from 'react'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { runCommand } from '../actions/commands.ts'
import { Header } from '../features/header/Header.tsx'
import { Inspector } from '../features/inspector/Inspector.tsx'
import { Lexicon } from '../features/lexicon/Lexicon.tsx'
import { Notes } from '../features/notes/Notes.tsx'
import { Script } from '../features/script/Script.tsx'
import { ProgressNews } from '../features/status/News.tsx'
import { StatusBar } from '../features/status/StatusBar.tsx'
import { Timeline } from '../features/timeline/Timeline.tsx'
import { usePanel } from '../hooks/panels.ts'
import { useApp, useAppState, useViewState } from '../hooks/app.ts'
import { useEditor } from '../hooks/session.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { Inspected } from '../stores/editorStore.ts'
import { IconButton } from '../ui/Button.tsx'
import styles from './Editor.module.css'
import { Panel } from './Panel.tsx'
import { SidePanel } from './SidePanel.tsx'

/** The end of the transport: one element each, so that the timeline is not drawn again with the editor. */
const FOLD = <FoldTimeline />
const PROGRESS_AND_FOLD = (
  <>
    <ProgressNews />
    <FoldTimeline />
  </>
)

/** The editor of the open story: top bar, panels around the script, and status bar. */
export function Editor() {
  // The keys stand in tooltips and menus of the whole frame.
  useAppState((state) => state.settings.ownKeys)
  const windowSize = useViewState((state) => state.windowSize)
  // A story that opens shows its words first, as `Later` does; a panel that is shown again has its content at once, and the focus.
  const showsPanels = useDeferredValue(true, false)
  const inspected = useEditor((state) => state.inspected.kind)
  return (
    <div className={styles.frame} data-window={windowSize}>
      <div className={styles.header}>
        <Header />
      </div>
      <main className={styles.main}>
        <Panel name="left">{showsPanels && <SidePanel />}</Panel>
        <div className={styles.script}>
          <Script />
        </div>
        <Panel name="inspector">{showsPanels && <InInspector kind={inspected} />}</Panel>
        <Panel name="timeline">
          <Timeline end={windowSize === 'small' ? PROGRESS_AND_FOLD : FOLD} />
        </Panel>
      </main>
      <div className={styles.status}>
        <StatusBar />
      </div>
    </div>
  )
}

/** What stands in the inspector's place. */
function InInspector({ kind }: { readonly kind: Inspected['kind'] }) {
  if (kind === 'lexicon') return <Lexicon />
  return kind === 'notes' ? <Notes /> : <Inspector />
}

/** Folds the timeline to its buttons and the overview, and unfolds it. */
function FoldTimeline() {
  const { t } = useTranslation()
  const app = useApp()
  const { isOpen } = usePanel('timeline')
  const Chevron = isOpen ? ChevronDown : ChevronUp
  return (
    <IconButton
      label={t('commands.toggleTimeline')}
      aria-expanded={isOpen}
      onPress={() => {
        runCommand(app, 'toggleTimeline')
      }}
    >
      <Chevron size={16} />
    </IconButton>
  )
}
