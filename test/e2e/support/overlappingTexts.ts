/** Finds texts of a page that cover each other. */
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

    type Edges = readonly [left: number, top: number, right: number, bottom: number]
    const within = (a: Edges, b: Edges): Edges => [
      Math.max(a[0], b[0]),
      Math.max(a[1], b[1]),
      Math.min(a[2], b[2]),
      Math.min(a[3], b[3]),
    ]
    /** The visible area for an element's texts within its own box and its containers: computed once for each, because styles are slow to read. */
    const views = new Map<Element, Edges>()
    function viewOf(element: Element | null): Edges {
      if (element === null) return [0, 0, innerWidth, innerHeight]
      const known = views.get(element)
      if (known !== undefined) return known
      const { overflowX, overflowY, position } = getComputedStyle(element)
      const around = viewOf(position === 'fixed' ? null : element.parentElement)
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const cuts = overflowX !== 'visible' || overflowY !== 'visible'
      const view = cuts ? within([left, top, right, bottom], around) : around
      views.set(element, view)
      return view
    }

    function add(owner: Element, text: string, rect: DOMRect): void {
      const edges: Edges = [rect.left, rect.top, rect.right, rect.bottom]
      const [left, top, right, bottom] = within(edges, viewOf(owner))
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
