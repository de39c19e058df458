/** Showing, hiding and sizing the panels of the editor. */
import { flushSync } from 'react-dom'
import { panelState } from '../stores/panels.ts'
import type { PanelName, SectionName, WindowSize } from '../stores/panels.ts'
import type { World } from '../stores/world.ts'
import { focusRegion, hasFocus } from './regions.ts'
import { changeSettings } from './settings.ts'

/** The region of each panel. */
const REGIONS = { left: 'outline', inspector: 'inspector', timeline: 'timeline' } as const

/** Had the focus when the drawer was opened, and gets it back. */
let opener: Element | null = null

/** Shows a panel, or hides it. A panel that is hidden gives the focus back. */
export function togglePanel(world: World, name: PanelName): void {
  if (stateOf(world, name).isOpen) hidePanel(world, name)
  else showPanel(world, name)
}

/** Shows a panel. A drawer over the script takes the focus when it is drawn. */
export function showPanel(world: World, name: PanelName): void {
  const { isDrawer, isOpen } = stateOf(world, name)
  if (isOpen) return
  if (!isDrawer) {
    fold(world, name, false)
    return
  }
  if (world.view.getState().drawer === null) opener = document.activeElement
  world.view.setState({ drawer: name })
}

/** Shows the inspector of the chosen blocks: the lexicon and music, which stand in its place, give way. */
export function showBlockInspector(world: World): void {
  world.view.setState({ lexicon: null, chosenMusic: null })
  showPanel(world, 'inspector')
}

/** Hides a panel, and gives the focus back where the panel had it. */
export function hidePanel(world: World, name: PanelName): void {
  const { isDrawer, isOpen } = stateOf(world, name)
  if (!isOpen) return
  // The folded timeline keeps its buttons.
  const losesFocus = name !== 'timeline' && hasFocus(REGIONS[name])
  const active = document.activeElement
  const isInTimeline = hasFocus('timeline')
  if (isDrawer) world.view.setState({ drawer: null })
  else fold(world, name, true)
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
 * Lays the editor out for a window of another size. A panel that has the focus and no room beside the script stays, over the script;
 * another panel over the script closes.
 */
export function fitWindow(world: World, windowSize: WindowSize): void {
  if (windowSize === world.view.getState().windowSize) return
  const used = (['left', 'inspector'] as const).find((name) => hasFocus(REGIONS[name])) ?? null
  const { panels } = world.app.getState().settings
  const isDrawer = used !== null && panelState(used, { windowSize, drawer: used }, panels).isDrawer
  opener = null
  world.view.setState({ windowSize, drawer: isDrawer ? used : null })
  if (used !== null && !stateOf(world, used).isOpen) focusRegion('script')
}

/** Puts the focus into a panel. */
export function focusPanel(name: PanelName): void {
  focusRegion(REGIONS[name])
}

/** Keeps the size of a panel in px; null for the usual size. */
export function resizePanel(world: World, name: PanelName, sizePx: number | null): void {
  changePanel(world, name, { sizePx })
}

/** Opens a section of the left panel, or folds it. */
export function toggleSection(world: World, name: SectionName): void {
  const { openSections } = world.app.getState().settings
  const others = openSections.filter((open) => open !== name)
  changeSettings(world, { openSections: openSections.includes(name) ? others : [...others, name] })
}

/** Shows a section of the left panel, opened. */
export function showSection(world: World, name: SectionName): void {
  if (!world.app.getState().settings.openSections.includes(name)) toggleSection(world, name)
  showPanel(world, 'left')
}

/** Shows a section of the left panel, opened, and gives it the focus. */
export function goToSection(world: World, name: SectionName): void {
  flushSync(() => showSection(world, name))
  document.querySelector<HTMLElement>(`[data-section=${name}] button`)?.focus()
}

function fold(world: World, name: PanelName, isFolded: boolean): void {
  changePanel(world, name, { isFolded })
}

function changePanel(
  world: World,
  name: PanelName,
  change: { readonly sizePx: number | null } | { readonly isFolded: boolean },
): void {
  const { panels } = world.app.getState().settings
  changeSettings(world, { panels: { ...panels, [name]: { ...panels[name], ...change } } })
}

function stateOf(world: World, name: PanelName) {
  return panelState(name, world.view.getState(), world.app.getState().settings.panels)
}
