/** Sizes for the elements of a test file: happy-dom lays nothing out, and a virtual list draws the rows that its box has room for. */
import { afterEach, beforeEach, vi, type MockInstance } from 'vitest'

interface Boxes {
  /** Width and height of the inside of every element, px. */
  readonly width?: number
  readonly height: number
  /** Height of a row, px: what an element takes itself. */
  readonly rowHeight?: number
}

/** Gives every element these sizes in the tests of the file that calls it. */
export function giveBoxes({ width, height, rowHeight }: Boxes): void {
  const spies: MockInstance[] = []
  const give = (name: 'clientWidth' | 'clientHeight' | 'offsetHeight', px: number | undefined) => {
    if (px !== undefined) spies.push(vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(px))
  }
  beforeEach(() => {
    give('clientWidth', width)
    give('clientHeight', height)
    give('offsetHeight', rowHeight)
  })
  afterEach(() => {
    for (const spy of spies.splice(0)) spy.mockRestore()
  })
}
