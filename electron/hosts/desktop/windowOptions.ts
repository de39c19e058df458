import type { BrowserWindowConstructorOptions } from 'electron'
import { checksSpelling } from './spelling.ts'

export interface WindowLook {
  /** Absolute path of the bundled preload. */
  readonly preloadPath: string
  readonly isDark: boolean
}

/** The colour behind the page until it is drawn: the design's paper. */
export function backgroundColor(isDark: boolean): string {
  return isDark ? '#15161a' : '#faf7f2'
}

/**
 * The one way to make a window. The page gets no Node, runs in the sandbox, and shares no objects with the preload; the
 * security switches are spelled out although they are Electron's defaults, so that no default can change them unseen.
 */
export function windowOptions({ preloadPath, isDark }: WindowLook): BrowserWindowConstructorOptions {
  return {
    title: 'Fabula',
    width: 1440,
    height: 900,
    minWidth: 900,
    minHeight: 600,
    show: false,
    backgroundColor: backgroundColor(isDark),
    webPreferences: {
      preload: preloadPath,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // A story keeps playing while the writer looks elsewhere.
      backgroundThrottling: false,
      spellcheck: checksSpelling(),
    },
  }
}
