/** What the system shows and does while Fabula works: progress on the taskbar and the dock, and no sleep. */
import type { BrowserWindow, PowerSaveBlocker } from 'electron'
import type { Work } from '../../app/workUnderWay.ts'

/** What `setProgressBar` takes for no bar, and for one without an end. https://www.electronjs.org/docs/latest/api/browser-window */
const NO_BAR = -1
const UNKNOWN_END = 2

export interface WorkSignsOptions {
  readonly windows: () => readonly Pick<BrowserWindow, 'setProgressBar' | 'isDestroyed'>[]
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
}

/** Returns a function that shows how the work is now. */
export function createWorkSigns({ windows, powerSaveBlocker }: WorkSignsOptions): (work: Work) => void {
  let blockerId: number | undefined
  return ({ isUnderWay, fraction }) => {
    // The screen may go dark: only the app goes on.
    if (isUnderWay) blockerId ??= powerSaveBlocker.start('prevent-app-suspension')
    else if (blockerId !== undefined) {
      powerSaveBlocker.stop(blockerId)
      blockerId = undefined
    }
    for (const window of windows()) {
      if (window.isDestroyed()) continue
      window.setProgressBar(isUnderWay ? (fraction ?? UNKNOWN_END) : NO_BAR)
    }
  }
}
