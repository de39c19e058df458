/** axe-core on the current page: light in a large window, and dark in a small one. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Colours depend on the theme and layout on the size: two runs cover all of them, and four would take twice as long. */
const LOOKS = [
  { colorScheme: 'light', size: { width: 1440, height: 900 } },
  { colorScheme: 'dark', size: { width: 1100, height: 700 } }, // the least width with all panels beside the script
] as const

/** A busy machine needs a while to draw the page for a new size. */
const MOST_LOOKS = 6

/** Expects that axe finds no violation in the page, or in a part of it, in both themes and sizes; `what` names it in a failure. */
export async function expectAccessible(page: Page, what: string, part = 'html'): Promise<void> {
  const found: string[] = []
  for (const { colorScheme, size } of LOOKS) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A colour in transition from one theme to the other is not a colour of the page.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter((animation) => animation instanceof CSSTransition)
          .map(({ finished }) => finished),
      ),
    )
    const shown = `${what}, ${colorScheme}, ${size.width} × ${size.height}`
    // A momentary violation while the page is drawn for the new size does not count, only a lasting one.
    let violations = await violationsIn(page, part)
    for (let look = 1; violations.length > 0 && look < MOST_LOOKS; look++) {
      await page.waitForTimeout(500)
      violations = await violationsIn(page, part)
    }
    for (const violation of violations) found.push(`${shown}: ${violation}`)
  }
  expect(found, found.join(' ').replaceAll(/\s+/g, ' ')).toEqual([])
}

async function violationsIn(page: Page, part: string): Promise<string[]> {
  // Evaluated by the browser's debugger, which the page's own policy does not concern.
  const hasAxe = await page.evaluate(() => 'axe' in globalThis)
  if (!hasAxe) await page.evaluate(source)
  const { violations } = await page.evaluate(async (selector): Promise<Pick<AxeResults, 'violations'>> => {
    // A colour in transition would be measured with its current value.
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
    const axe = Reflect.get(globalThis, 'axe') as {
      run(context: ElementContext, options: RunOptions): Promise<AxeResults>
    } // the object that the script defines
    // A tip is outside of the landmarks for as long as the pointer rests on what it describes.
    const exclude = ['[data-overlay-container]:has([role=tooltip])']
    // All rules run; elements without a fault are not described.
    const { violations } = await axe.run({ include: [selector], exclude }, { resultTypes: ['violations'] })
    // The background according to the browser, next to the one that axe assumes.
    for (const { id, nodes } of violations)
      if (id === 'color-contrast')
        for (const node of nodes) {
          const [place] = node.target
          let element = typeof place === 'string' ? document.querySelector(place) : null
          const backgrounds: string[] = []
          for (; element !== null; element = element.parentElement)
            backgrounds.push(getComputedStyle(element).backgroundColor)
          node.html = `backgrounds ${[...new Set(backgrounds)].join(' on ')}: ${node.html}`
        }
    return { violations }
  }, part)
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.map(
      ({ html, any }) => `${html.slice(0, 200)} (${any.map(({ message }) => message).join('; ')})`,
    )
    return `${id}: ${help}\n  ${where.join('\n  ')}`
  })
}
