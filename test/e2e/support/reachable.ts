/** Finds controls of a page that no pointer can reach: cut off, or under something else. */
import type { Page } from 'playwright-core'

/**
 * The controls in a part of the page that are cut off or covered where they stand, with what is wrong. A control that is outside
 * of a container's view, and is reached by scrolling it, is not a problem; the page itself scrolls up and down only.
 */
export function hiddenControls(page: Page, part = 'body'): Promise<string[]> {
  return page.evaluate((selector) => {
    const CONTROLS = 'button, a[href], input, textarea, select, [role=slider], [role=tab], [role=radio]'
    const scrolls = (element: Element, axis: 'overflowX' | 'overflowY') =>
      ['auto', 'scroll'].includes(getComputedStyle(element)[axis])
    const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
    /** A control in a box of one pixel is drawn by another element in its place. */
    const isForReadersOnly = (control: Element) => {
      for (
        let each: Element | null = control;
        each !== null && each !== document.body;
        each = each.parentElement
      )
        if (getComputedStyle(each).display !== 'contents' && each.getBoundingClientRect().width <= 1)
          return true
      return false
    }
    const problems: string[] = []
    for (const control of document.querySelectorAll(`${selector} :is(${CONTROLS})`)) {
      const box = control.getBoundingClientRect()
      const isDrawn = control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (!isDrawn || isForReadersOnly(control)) continue
      const name =
        control.getAttribute('aria-label') || control.textContent.trim() || control.outerHTML.slice(0, 160)
      let isScrolledAway = box.bottom > innerHeight && document.documentElement.scrollHeight > innerHeight
      let [isCut, canScrollAcross] = [false, false]
      for (let parent = control.parentElement; parent !== null; parent = parent.parentElement) {
        if (!clips(parent) || parent === document.body) continue
        const view = parent.getBoundingClientRect()
        const isOutX = box.left < view.left - 1 || box.right > view.right + 1
        const isOutY = box.top < view.top - 1 || box.bottom > view.bottom + 1
        if (isOutX && scrolls(parent, 'overflowX') && parent.matches('[data-region=timeline] *'))
          canScrollAcross = true
        else if (isOutX) isCut = true
        if (isOutY && scrolls(parent, 'overflowY')) isScrolledAway = true
        else if (isOutY && !isScrolledAway) isCut = true
      }
      if (canScrollAcross || (isScrolledAway && !isCut)) continue
      if (isCut || box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
        problems.push(`${name}: cut off`)
        continue
      }
      const onTop = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      if (onTop !== null && !control.contains(onTop) && !onTop.contains(control))
        problems.push(`${name}: covered by ${onTop.outerHTML.slice(0, 120)}`)
    }
    return problems
  }, part)
}
