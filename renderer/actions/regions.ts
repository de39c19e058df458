/** Going from region to region of the editor by keys. */

/** In the order in which the keys go round. A region is marked in the page by `data-region`. */
const REGIONS = ['script', 'timeline', 'inspector', 'outline'] as const

/** What takes the focus in a region where nothing had it before, best first. */
const ENTRIES = [
  '[data-chosen] textarea',
  '[data-clip][tabindex="0"]',
  '[tabindex="0"]',
  'textarea, input, button:not(:disabled)',
]

const lastFocus = new WeakMap<Element, Element>()

/** Moves the focus to the next or previous region: to where it was there last, else to its first control. */
export function goToRegion(direction: 1 | -1): void {
  const regions = REGIONS.flatMap((name) => [
    ...document.querySelectorAll<HTMLElement>(`[data-region=${name}]`),
  ])
  const active = document.activeElement
  const from = regions.findIndex((region) => region.contains(active))
  const current = regions[from]
  if (current !== undefined && active !== null) lastFocus.set(current, active)
  const next = regions.at(from < 0 ? (direction > 0 ? 0 : -1) : (from + direction) % regions.length)
  if (next !== undefined) entryOf(next).focus()
}

function entryOf(region: HTMLElement): HTMLElement {
  const last = lastFocus.get(region)
  if (last instanceof HTMLElement && region.contains(last)) return last
  for (const entry of ENTRIES) {
    const control = region.querySelector<HTMLElement>(entry)
    if (control !== null) return control
  }
  return region
}
