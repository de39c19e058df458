import { useEffect, useRef } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { focusPanel, hidePanel, resizePanel } from '../actions/panels.ts'
import { usePanel } from '../hooks/panels.ts'
import { useApp, useAppState, useViewState } from '../hooks/app.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { limitsOf, panelSize } from '../stores/panels.ts'
import type { PanelName } from '../stores/panels.ts'
import { Splitter } from '../ui/Splitter.tsx'
import { useWindowPx } from '../ui/useWindowPx.ts'
import styles from './Panel.module.css'

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
    // A list of React Aria is in the page after it was drawn twice. A field of the drawer that took the focus keeps it.
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
      style={{ '--size': `${sizePx}px` } as CSSProperties} // a custom property is no key of CSSProperties
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
