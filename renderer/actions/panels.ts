/** The panels and regions of the editor: showing, hiding and sizing panels, and moving the focus between regions. */
import { flushSync } from 'react-dom'
import {
  chosenMusic,
  type EditorStore,
  inspectBlocks,
  inspectMusic,
  type ShownTakes,
} from '../stores/editorStore.ts'
import { type PanelName, panelState, type SectionName, type WindowSize } from '../stores/panels.ts'
import type { App, Session } from '../stores/app.ts'
import { changeSettings } from './settings.ts'

/** The regions, in the order of the keys. A region is marked in the page by `data-region`. */
const REGIONS = ['script', 'timeline', 'inspector', 'outline', 'header', 'status'] as const
export type RegionName = (typeof REGIONS)[number]

/** The elements that take the focus in a region if none had it before, best first. A region marks its best control by `data-entry`. */
const ENTRIES = [
  '[data-chosen] textarea',
  '[data-clip][tabindex="0"]',
  '[role="row"]:has([data-entry])',
  '[data-entry]',
  '[tabindex="0"]',
  'textarea, input, button:not(:disabled)',
]

const lastFocus = new WeakMap<Element, Element>()

/** Moves the focus to the next or previous region: to its last place there, otherwise to the best control. */
export function goToRegion(direction: 1 | -1): void {
  const regions = REGIONS.flatMap((name) => regionOf(name) ?? [])
  const active = document.activeElement
  const from = regions.findIndex((region) => region.contains(active))
  const current = regions[from]
  if (current !== undefined && active !== null) lastFocus.set(current, active)
  const next = regions.at(from < 0 ? (direction > 0 ? 0 : -1) : (from + direction) % regions.length)
  if (next !== undefined) enter(next)
}

/** Moves the focus into a region, as `goToRegion` does. */
export function focusRegion(name: RegionName): void {
  const region = regionOf(name)
  if (region !== null) enter(region)
}

/** Which part of a block has the focus in the script: its text, or its row or another control of the row; null if none. */
export function focusedInScript(): 'text' | 'row' | null {
  const { activeElement } = document
  if (activeElement === null || activeElement.closest('[data-row]') === null) return null
  return activeElement.matches('textarea') ? 'text' : 'row'
}

/** Whether a control of a region has the focus. */
export function hasFocus(name: RegionName): boolean {
  return regionOf(name)?.contains(document.activeElement) ?? false
}

function regionOf(name: RegionName): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-region=${name}]`)
}

/** Tries control after control: hidden ones do not take or keep the focus. */
function enter(region: HTMLElement): void {
  const last = lastFocus.get(region)
  const controls = ENTRIES.flatMap((entry) => [...region.querySelectorAll<HTMLElement>(entry)].slice(0, 1))
  const tried = last instanceof HTMLElement && region.contains(last) ? [last, ...controls] : controls
  for (const control of [...tried, region]) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue
    control.focus()
    if (document.activeElement === control) return
  }
}

/** The region of each panel. */
const PANEL_REGIONS = { left: 'outline', inspector: 'inspector', timeline: 'timeline' } as const

/** The element that had the focus when the drawer was opened, and gets it back. */
let opener: Element | null = null

/** Shows a panel, or hides it. A hidden panel returns the focus. */
export function togglePanel(app: App, name: PanelName): void {
  if (stateOf(app, name).isOpen) hidePanel(app, name)
  else showPanel(app, name)
}

/** Shows a panel. A drawer over the script takes the focus once drawn. */
export function showPanel(app: App, name: PanelName): void {
  app.view.setState({ needsPanels: true })
  const { isDrawer, isOpen } = stateOf(app, name)
  if (isOpen) return
  if (!isDrawer) {
    fold(app, name, false)
    return
  }
  if (app.view.getState().drawer === null) opener = document.activeElement
  app.view.setState({ drawer: name })
}

/** Shows the inspector of the selected blocks instead of libraries and music. */
export function showBlockInspector(session: Session, takes: Partial<ShownTakes> = {}): void {
  inspectBlocks(session.editor, takes)
  showPanel(session, 'inspector')
}

/** Shows a library or a list in the inspector's place: `inspect` opens it there. It gets the focus, unless one of its fields takes that itself. */
export function showDock(session: Session, inspect: (editor: EditorStore) => void, takesFocus = true): void {
  flushSync(() => {
    inspect(session.editor)
    showPanel(session, 'inspector')
  })
  if (takesFocus) focusRegion('inspector')
}

/** Closes the library or list in the inspector's place; the inspector is shown again, or in a narrow window the drawer is closed. */
export function closeDock(session: Session): void {
  const { drawer } = session.view.getState()
  const music = chosenMusic(session.editor.getState())
  if (music === null) inspectBlocks(session.editor)
  else inspectMusic(session.editor, music)
  if (drawer === 'inspector') hidePanel(session, 'inspector')
  else focusRegion('script')
}

/** Hides a panel, and returns the focus if the panel had it. */
export function hidePanel(app: App, name: PanelName): void {
  const { isDrawer, isOpen } = stateOf(app, name)
  if (!isOpen) return
  // The folded timeline keeps its buttons.
  const losesFocus = name !== 'timeline' && hasFocus(PANEL_REGIONS[name])
  const active = document.activeElement
  const isInTimeline = hasFocus('timeline')
  if (isDrawer) app.view.setState({ drawer: null })
  else fold(app, name, true)
  if (name === 'timeline' && isInTimeline)
    requestAnimationFrame(() => {
      if (active?.checkVisibility({ visibilityProperty: true }) === false) focusPanel('timeline')
    })
  if (!losesFocus) return
  if (isDrawer && opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
    opener.focus()
  else focusRegion('script')
}

/**
 * Lays the editor out for a window of another size. A focused panel without room beside the script stays open over the script;
 * another panel over the script closes.
 */
export function fitWindow(app: App, windowSize: WindowSize): void {
  if (windowSize === app.view.getState().windowSize) return
  const used = (['left', 'inspector'] as const).find((name) => hasFocus(PANEL_REGIONS[name])) ?? null
  const { panels } = app.state.getState().settings
  const isDrawer = used !== null && panelState(used, { windowSize, drawer: used }, panels).isDrawer
  opener = null
  app.view.setState({ windowSize, drawer: isDrawer ? used : null })
  if (used !== null && !stateOf(app, used).isOpen) focusRegion('script')
}

/** Puts the focus into a panel. */
export function focusPanel(name: PanelName): void {
  focusRegion(PANEL_REGIONS[name])
}

/** Saves the size of a panel in px; null for the default size. */
export function resizePanel(app: App, name: PanelName, sizePx: number | null): void {
  changePanel(app, name, { sizePx })
}

/** Opens a section of the left panel, or folds it. */
export function toggleSection(app: App, name: SectionName): void {
  const { openSections } = app.state.getState().settings
  const others = openSections.filter((open) => open !== name)
  changeSettings(app, { openSections: openSections.includes(name) ? others : [...others, name] })
}

/** Shows and opens a section of the left panel. */
export function showSection(app: App, name: SectionName): void {
  if (!app.state.getState().settings.openSections.includes(name)) toggleSection(app, name)
  showPanel(app, 'left')
}

/** Shows, opens and focuses a section of the left panel. */
export function goToSection(app: App, name: SectionName): void {
  flushSync(() => showSection(app, name))
  document.querySelector<HTMLElement>(`[data-section=${name}] button`)?.focus()
}

function fold(app: App, name: PanelName, isFolded: boolean): void {
  changePanel(app, name, { isFolded })
}

function changePanel(
  app: App,
  name: PanelName,
  change: { readonly sizePx: number | null } | { readonly isFolded: boolean },
): void {
  const { panels } = app.state.getState().settings
  changeSettings(app, { panels: { ...panels, [name]: { ...panels[name], ...change } } })
}

function stateOf(app: App, name: PanelName) {
  return panelState(name, app.view.getState(), app.state.getState().settings.panels)
}
