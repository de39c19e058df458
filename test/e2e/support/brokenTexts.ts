/** The texts of a page that cannot be read completely, and those that are not from a catalog. */
import type { Page } from 'playwright-core'

/**
 * The visible texts in a part of the page that are cut off without an ellipsis and a way to the whole text, or at all where they name a
 * control, stick out of their control, lie on another text, or are not between the marks of the pseudo language, with what is wrong. What a person has written is
 * in elements of `dir="auto"`, and may have any words; `names` are words that are the same in every language.
 * `findsBrokenLines` also finds choices that do not stand in one line.
 */
export function brokenTexts(
  page: Page,
  part: string,
  names: readonly string[],
  findsBrokenLines = false,
): Promise<string[]> {
  return page.evaluate(
    ([selector, names, findsBrokenLines]) => {
      const CONTROLS = 'button, a[href], label, [role=tab], [role=radio], [role=menuitem], [role=option], kbd'
      interface Text {
        readonly node: Text_
        readonly box: DOMRect
        readonly words: string
      }
      type Text_ = globalThis.Text
      const problems = new Set<string>()
      const texts: Text[] = []
      const root = document.querySelector(selector)
      if (root === null) return [`There is no ${selector}`]

      const isForReadersOnly = (element: Element) =>
        element.closest('.visually-hidden') !== null || styleOf(element).clipPath.startsWith('inset')
      /** Whether words are outside of all marks, which are nested if a text is part of another. */
      const hasOtherWords = (words: string) => {
        let rest = words
        for (let before = ''; before !== rest;) {
          before = rest
          rest = rest.replace(/\[[^[\]]*\]/gu, ' ')
        }
        if (!/\p{L}{2}/u.test(rest)) return false // like most texts, which are completely between marks
        for (const name of names) rest = rest.replaceAll(name, ' ')
        return /\p{L}{2}/u.test(rest)
      }
      const styleOf = (element: Element) => getComputedStyle(element)
      const hasWholeText = (element: Element) => {
        const titled = element.closest('[title], button[aria-label], [aria-hidden=true]')
        return titled !== null && titled !== document.body
      }
      const isEllipsed = (element: Element) =>
        styleOf(element).textOverflow === 'ellipsis' || styleOf(element).webkitLineClamp !== 'none'

      /** Whether a text from a catalog names a button, a tab or a choice. Texts of the writer may have any length. */
      const namesControl = (node: Text_) => {
        const isIn = (selector: string) => (node.parentElement?.closest(selector) ?? null) !== null
        if (isIn('[dir=auto], bdi, small, [title] > [title]')) return false
        return isIn('button:not([aria-label]), [role=tab], label:has([type=radio])')
      }

      /** The part of a text that is not cut off by its containers; notes if it is cut off without an ellipsis. */
      const visibleBox = (node: Text_, whole: DOMRect, words: string): DOMRect | null => {
        let { left, top, right, bottom } = whole
        for (
          let each = node.parentElement;
          each !== null && each !== document.body;
          each = each.parentElement
        ) {
          const { overflowX, overflowY, position } = styleOf(each)
          if (position === 'fixed') break
          if (overflowX === 'visible' && overflowY === 'visible') continue
          const view = each.getBoundingClientRect()
          const isCutX = right > view.right + 1 || left < view.left - 1
          const isCutY = bottom > view.bottom + 1 || top < view.top - 1
          const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
          if (
            isCutX &&
            !scrolls(overflowX) &&
            !(isEllipsed(each) && hasWholeText(node.parentElement ?? each))
          )
            problems.add(`cut off: ${words}`)
          // A tooltip is not enough for a text that tells what a control does.
          if (isCutX && isEllipsed(each) && namesControl(node))
            problems.add(`cut off in its control: ${words}`)
          if (isCutX && scrolls(overflowX) && !each.matches('[data-region=timeline] *'))
            problems.add(`to be scrolled sideways: ${words}`)
          const isPartly = Math.max(top, view.top) < Math.min(bottom, view.bottom)
          if (isCutY && isPartly && !scrolls(overflowY) && !isEllipsed(each))
            problems.add(`cut off below: ${words}`)
          left = Math.max(left, view.left)
          top = Math.max(top, view.top)
          right = Math.min(right, view.right)
          bottom = Math.min(bottom, view.bottom)
          if (right - left < 1 || bottom - top < 1) return null
        }
        return new DOMRect(left, top, right - left, bottom - top)
      }

      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const node = walker.currentNode as Text_
        const element = node.parentElement
        const words = node.data.trim()
        if (words === '' || element === null || isForReadersOnly(element)) continue
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const whole = range.getBoundingClientRect()
        if (whole.width === 0 || whole.height === 0) continue
        const box = visibleBox(node, whole, words)
        if (box === null) continue
        texts.push({ node, box, words })
        const isWritten = element.closest('[dir=auto], bdi, kbd, svg') !== null
        if (!isWritten && hasOtherWords(words)) problems.add(`from no catalog: ${words}`)
        const control = element.closest(CONTROLS)?.getBoundingClientRect()
        if (
          control &&
          (box.right > control.right + 1 || box.left < control.left - 1 || box.bottom > control.bottom + 1)
        )
          problems.add(`sticks out of its control: ${words}`)
        if (box.right > innerWidth + 1 || box.left < -1) problems.add(`outside of the page: ${words}`)
      }
      for (const [index, one] of texts.entries())
        for (const other of texts.slice(index + 1)) {
          const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
          const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
          if (across <= 2 || down <= 4) continue
          // Texts under a layer above are not visible.
          const [x, y] = [
            Math.max(one.box.left, other.box.left) + across / 2,
            Math.max(one.box.top, other.box.top) + down / 2,
          ]
          const onTop = document.elementFromPoint(x, y)
          const isSeen = ({ node }: Text) =>
            onTop !== null && (onTop.contains(node) || node.parentElement?.contains(onTop))
          if (isSeen(one) && isSeen(other)) problems.add(`on each other: ${one.words} / ${other.words}`)
        }
      if (findsBrokenLines)
        for (const group of root.querySelectorAll('[role=radiogroup]')) {
          const choices = [...group.querySelectorAll('label')].filter((label) => label.textContent !== '')
          const tops = new Set(choices.map((label) => Math.round(label.getBoundingClientRect().top)))
          // All side by side, or all one below the other.
          if (tops.size > 1 && tops.size < choices.length) problems.add(`in two lines: ${group.textContent}`)
        }
      if (document.documentElement.scrollWidth > innerWidth + 1) problems.add('The page scrolls sideways')
      return [...problems]
    },
    [part, names, findsBrokenLines] as const,
  )
}
