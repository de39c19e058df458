/** Gives every element a size: happy-dom lays nothing out, and a virtual list draws the rows that its box has room for. */
import { vi } from 'vitest'

vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(2000)
