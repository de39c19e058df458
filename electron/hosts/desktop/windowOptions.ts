import type { BrowserWindowConstructorOptions } from 'electron'
import { isCheckedBySystem } from './spelling.ts'

export interface WindowLook {
  /** Absolute path of the bundled preload. */
  readonly preloadPath: string
  readonly isDark: boolean
  /** By which Electron remembers the window's place, size and state. */
  readonly name: string
}

/** The colour behind the page until it is drawn: the design's paper. */
export function backgroundColor(isDark: boolean): string {
  return isDark ? '#15161a' : '#faf7f2'
}

/**
 * The one way to make a window. The page gets no Node, runs in the sandbox, and shares no objects with the preload; the
 * security switches are spelled out although they are Electron's defaults, so that no default can change them unseen.
 */
export function windowOptions({ preloadPath, isDark, name }: WindowLook): BrowserWindowConstructorOptions {
  return {
    title: 'Fabula',
    name,
    windowStatePersistence: true,
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
      // Elsewhere the preload asks main about the words.
      spellcheck: isCheckedBySystem(),
    },
  }
}
