/** Sizes for the elements of a test file: happy-dom has no layout, and a virtual list draws only the rows that fit its box. */
import { afterEach, beforeEach, vi, type MockInstance } from 'vitest'

interface Boxes {
  /** Width and height of the inside of every element, px. */
  readonly width?: number
  readonly height: number
  /** Height of a row, px: the outer height of an element. */
  readonly rowHeight?: number
}

/** Sets these sizes for every element in the tests of the calling file. */
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
