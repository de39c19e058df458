import { ChevronDown, ChevronUp, PanelLeftClose } from 'lucide-react'
import { type ComponentType, type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import type { DockId } from '../../shared/commands/commands.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { runCommand, shownKeys } from '../actions/commands.ts'
import { focusPanel, hidePanel, resizePanel } from '../actions/panels.ts'
import { Cast } from '../features/cast/Cast.tsx'
import { Header } from '../features/header/Header.tsx'
import { Inspector } from '../features/inspector/Inspector.tsx'
import { Lexicon, LexiconSection } from '../features/lexicon/Lexicon.tsx'
import { MusicSection } from '../features/music/MusicSection.tsx'
import { Notes } from '../features/notes/Notes.tsx'
import { Outline } from '../features/outline/Outline.tsx'
import { Script } from '../features/script/Script.tsx'
import { ProgressNews } from '../features/status/News.tsx'
import { StatusBar } from '../features/status/StatusBar.tsx'
import { Timeline } from '../features/timeline/Timeline.tsx'
import { Vibes, VibesSection } from '../features/vibes/Vibes.tsx'
import { useApp, useAppState, usePanel, useViewState } from '../hooks/app.ts'
import { useEditor, useStory } from '../hooks/session.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { Inspected } from '../stores/editorStore.ts'
import { limitsOf, type PanelName, panelSize } from '../stores/panels.ts'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { useSteps } from '../ui/Later.tsx'
import { Splitter } from '../ui/Splitter.tsx'
import { useWindowPx } from '../ui/useMedia.ts'
import styles from './Editor.module.css'

/** The end of the transport: a constant element, so that the timeline is not redrawn with the editor. */
const FOLD = <FoldTimeline />
const PROGRESS_AND_FOLD = (
  <>
    <ProgressNews />
    <FoldTimeline />
  </>
)

/** The most blocks of a story whose words and timeline are drawn one after the other. */
const DRAWN_IN_STEPS = 20_000

/** The header and the status bar, the script, the timeline, the left panel, the inspector. */
const STEPS = 5

/** The editor of the open story: top bar, panels around the script, and status bar. */
export function Editor() {
  // Tooltips and menus of the whole frame show keys.
  useAppState((state) => state.settings.ownKeys)
  const windowSize = useViewState((state) => state.windowSize)
  // The header comes first, then the words, the timeline and the panels, so that none of them blocks the page for long; a panel that a command
  // needs, or that is shown again, has its content and the focus at once. A very long story is on screen sooner if the first are drawn at once:
  // each step would look through its blocks again.
  const isVeryLong = useStory((story) => blocksOf(story).length > DRAWN_IN_STEPS)
  const drawn = useSteps(STEPS, isVeryLong ? 3 : 0)
  const step = useViewState((state) => state.needsPanels) ? STEPS : drawn
  const inspected = useEditor((state) => state.inspected.kind)
  return (
    <div className={styles.frame} data-window={windowSize}>
      <div className={styles.header}>{step > 0 && <Header />}</div>
      <main className={styles.main}>
        <Panel name="left">{step > 3 && <SidePanel />}</Panel>
        <div className={styles.script}>{step > 1 && <Script />}</div>
        <Panel name="inspector">{step > 4 && <InInspector kind={inspected} />}</Panel>
        <Panel name="timeline">
          {step > 2 && <Timeline end={windowSize === 'small' ? PROGRESS_AND_FOLD : FOLD} />}
        </Panel>
      </main>
      <div className={styles.status}>{step > 0 && <StatusBar />}</div>
    </div>
  )
}

/** The content in the inspector's place. */
function InInspector({ kind }: { readonly kind: Inspected['kind'] }) {
  if (kind === 'lexicon') return <Lexicon />
  if (kind === 'vibes') return <Vibes />
  if (kind === 'blocks' || kind === 'music') return <Inspector />
  const Content = DOCKS[kind]
  return <Content />
}

/** The content of the panels that commands open in the inspector's place. */
const DOCKS: Readonly<Record<DockId, ComponentType>> = { notes: Notes }

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

/** Chapters, cast, vibes, the lexicon and music, at the left, in sections that fold. */
function SidePanel() {
  const { t } = useTranslation()
  const app = useApp()
  const keys = shownKeys(app, 'toggleOutline')
  return (
    <aside
      className={styles.side}
      data-region="outline"
      tabIndex={-1}
      aria-label={t('app.outline')}
      role="region"
    >
      <div className={styles.sections}>
        <Outline />
        <Cast />
        <VibesSection />
        <LexiconSection />
        <MusicSection />
      </div>
      <button
        type="button"
        className={styles.fold}
        onClick={() => {
          runCommand(app, 'toggleOutline')
        }}
      >
        <PanelLeftClose size={16} aria-hidden="true" />
        <span className={styles.word}>{t('app.foldPanel')}</span>
        {keys === undefined ? null : <Kbd>{keys}</Kbd>}
      </button>
    </aside>
  )
}

const EDGES = { left: 'end', inspector: 'start', timeline: 'top' } as const

/** A panel of the editor: beside the script with an edge to drag, or a drawer over the script, or folded away. */
export function Panel({ name, children }: { readonly name: PanelName; readonly children: ReactNode }) {
  const { t } = useTranslation()
  const app = useApp()
  const { isDrawer, isOpen } = usePanel(name)
  const kept = useAppState((state) => state.settings.panels[name].sizePx)
  const windowSize = useViewState((state) => state.windowSize)
  const [widthPx, heightPx] = useWindowPx()
  const panel = useRef<HTMLDivElement>(null)
  const isOverScript = isDrawer && name !== 'timeline'
  useEffect(() => {
    if (!isOverScript || !isOpen) return undefined
    // A React Aria list is in the page only after two renders. A field of the drawer that took the focus keeps it.
    const frame = requestAnimationFrame(() => {
      if (panel.current?.contains(document.activeElement) !== true) focusPanel(name)
    })
    return () => cancelAnimationFrame(frame)
  }, [name, isOverScript, isOpen])

  if (!isOpen && name !== 'timeline') return null
  const limits = limitsOf(name, windowSize, heightPx, widthPx)
  const sizePx = panelSize(kept, limits)
  return (
    <div
      ref={panel}
      className={`${styles.panel} ${styles[name]}`}
      data-drawer={isOverScript || undefined}
      data-folded={!isOpen || undefined}
      style={{ '--size': `${sizePx}px` } as CSSProperties} // CSSProperties does not include custom properties
      onKeyDown={(event) => {
        if (!isOverScript || event.key !== 'Escape' || event.isDefaultPrevented()) return
        event.preventDefault()
        hidePanel(app, name)
      }}
    >
      {children}
      {isOpen && !isDrawer && (
        <Splitter
          label={t(`app.panelEdge.${name}`)}
          edge={EDGES[name]}
          sizePx={sizePx}
          leastPx={limits.leastPx}
          mostPx={limits.mostPx}
          onPreview={(px) => panel.current?.style.setProperty('--size', `${px}px`)}
          onChange={(px) => resizePanel(app, name, px)}
        />
      )}
    </div>
  )
}
