/** Dragging as mice and fingers do it: in steps, with the real input events of the browser. */
import type { Locator, Page } from 'playwright-core'

interface Point {
  readonly x: number
  readonly y: number
}

/** A point in an element, by shares of its width and height. */
export async function pointIn(element: Locator, xShare = 0.5, yShare = 0.5): Promise<Point> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not drawn')
  return { x: box.x + box.width * xShare, y: box.y + box.height * yShare }
}

/** Picks up at one point and moves to another; the button stays down until `drop`. */
export async function dragTo(page: Page, from: Point, to: Point): Promise<{ drop(): Promise<void> }> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  return { drop: () => page.mouse.up() }
}

/** Drags with the mouse and lets go. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await (await dragTo(page, from, to)).drop()
}

/** Drags with a finger: touches, waits until `hasPickedUp`, and moves to the other point. The page needs a touch screen. */
export async function dragByTouch(
  page: Page,
  from: Point,
  to: Point,
  hasPickedUp: () => Promise<unknown>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] })
  await touch('touchStart', [from])
  await hasPickedUp()
  for (let step = 1; step <= 8; step += 1) {
    const share = step / 8
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }])
  }
  await touch('touchEnd', [])
  await session.detach()
}
