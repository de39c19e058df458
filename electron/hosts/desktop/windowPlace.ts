/** Where a window is when it is first opened. From then on Electron keeps its place, and brings it back from a screen that is gone. */
import type { BrowserWindowConstructorOptions, Rectangle, Screen } from 'electron'

const USUAL = { width: 1440, height: 900 }
const LEAST = { width: 900, height: 600 }
/** So far a window is from the one that it was opened beside: the title of both can be seen. */
const STEP_PX = 28

/** The place of a window as its constructor takes it, within the screen of `beside`, or else in the middle of the first screen. */
export function windowPlace(
  screen: Pick<Screen, 'getPrimaryDisplay' | 'getDisplayMatching'>,
  beside?: Rectangle,
): Pick<BrowserWindowConstructorOptions, 'width' | 'height' | 'minWidth' | 'minHeight' | 'x' | 'y'> {
  const { workArea } = beside === undefined ? screen.getPrimaryDisplay() : screen.getDisplayMatching(beside)
  const width = Math.min(USUAL.width, workArea.width)
  const height = Math.min(USUAL.height, workArea.height)
  const size = {
    width,
    height,
    minWidth: Math.min(LEAST.width, workArea.width),
    minHeight: Math.min(LEAST.height, workArea.height),
  }
  if (beside === undefined) return size
  const [x, y] = [beside.x + STEP_PX, beside.y + STEP_PX]
  const fits = x + width <= workArea.x + workArea.width && y + height <= workArea.y + workArea.height
  return { ...size, x: fits ? x : workArea.x, y: fits ? y : workArea.y }
}
