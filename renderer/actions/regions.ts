/** Moving between the regions of the editor with keys. */

/** In the order of the keys. A region is marked in the page by `data-region`. */
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
