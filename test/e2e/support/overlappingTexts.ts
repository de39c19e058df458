/** Which texts of a page lie over each other. */
import type { Page } from 'playwright-core'

/**
 * The pairs of texts that cover each other, or stand beside each other without a gap, as `text / text`. Only what can be seen counts: of a text
 * that a container cuts off the part that is left, and nothing under a dialog or a menu.
 */
export function overlappingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Piece {
      readonly owner: Element
      readonly text: string
      readonly left: number
      readonly top: number
      readonly right: number
      readonly bottom: number
    }
    const pieces: Piece[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()

    function add(owner: Element, text: string, rect: DOMRect): void {
      let { left, top, right, bottom } = rect
      for (let parent: Element | null = owner; parent !== null; parent = parent.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(parent)
        if (overflowX !== 'visible' || overflowY !== 'visible') {
          const view = parent.getBoundingClientRect()
          ;[left, right] = [Math.max(left, view.left), Math.min(right, view.right)]
          ;[top, bottom] = [Math.max(top, view.top), Math.min(bottom, view.bottom)]
        }
        if (position === 'fixed') break
      }
      ;[left, right] = [Math.max(left, 0), Math.min(right, innerWidth)]
      ;[top, bottom] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
      if (right - left > 2 && bottom - top > 2) pieces.push({ owner, text, left, top, right, bottom })
    }

    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const owner = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (
        owner === null ||
        text === '' ||
        owner.closest('[inert], [aria-hidden=true], script, style') !== null
      )
        continue
      if (!owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) add(owner, text.slice(0, 40), rect)
    }
    for (const field of document.querySelectorAll(
      'textarea, input:not([type=range], [type=checkbox], [type=radio], [type=hidden])',
    )) {
      if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) continue
      if (
        field.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        field.value.trim() !== ''
      )
        add(field, field.value.slice(0, 40), field.getBoundingClientRect())
    }

    /** Texts that follow one another in a line of the same paragraph need no gap. */
    const blockOf = (element: Element): Element => {
      const isInline = getComputedStyle(element).display.startsWith('inline')
      return isInline && element.parentElement !== null ? blockOf(element.parentElement) : element
    }
    const LEAST_GAP_PX = 3
    const isSeenAt = (piece: Piece, x: number, y: number) =>
      document
        .elementsFromPoint(x, y)
        .slice(0, 3)
        .some((element) => element === piece.owner)
    const isSeen = (piece: Piece) =>
      isSeenAt(piece, (piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2)
    const found = new Set<string>()
    pieces.sort((a, b) => a.top - b.top)
    for (const [index, a] of pieces.entries()) {
      for (const b of pieces.slice(index + 1)) {
        if (b.top > a.bottom - 2) break
        if (a.owner === b.owner) continue
        const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)]
        const [top, bottom] = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)]
        if (bottom - top <= 2 || right - left <= -LEAST_GAP_PX) continue
        const areApart = right <= left
        if (areApart && blockOf(a.owner) === blockOf(b.owner)) continue
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        const areSeen = areApart ? isSeen(a) && isSeen(b) : isSeenAt(a, x, y) && isSeenAt(b, x, y)
        if (areSeen) found.add(`${a.text} / ${b.text}`)
      }
    }
    return [...found]
  })
}
