// The parts of Electron that represent the operating system. They record calls and change nothing.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { loud } from './loud.ts'

type Note = (method: string, detail: unknown) => void

export function createShell(note: Note) {
  return loud('shell', {
    openExternal: async (url: string) => note('openExternal', url),
    showItemInFolder: (path: string) => note('showItemInFolder', path),
    openPath: async (path: string) => {
      note('openPath', path)
      return ''
    },
    trashItem: async (path: string) => note('trashItem', path),
    beep: () => note('beep', null),
  })
}

/** Seals with a key that is lost with the process: enough to test that sealed text is not plain, but no protection. */
export function createSafeStorage(isAvailable: boolean) {
  const key = randomBytes(32)
  const whenAvailable = () => {
    if (!isAvailable)
      throw new Error('Error while encrypting the text provided to safeStorage. Encryption is not available.')
  }
  return loud('safeStorage', {
    // The synchronous calls are deprecated in Electron 45: https://www.electronjs.org/docs/latest/api/safe-storage
    isAsyncEncryptionAvailable: async () => isAvailable,
    getSelectedStorageBackend: () => (isAvailable ? 'gnome_libsecret' : 'basic_text'),
    async encryptStringAsync(text: string) {
      whenAvailable()
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    async decryptStringAsync(sealed: Buffer) {
      whenAvailable()
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const result = decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
      return { shouldReEncrypt: false, result }
    },
  })
}

/** The clipboard of the main process; what is written to it is recorded. */
export function createClipboard(note: Note) {
  return loud('clipboard', { writeText: async (text: string) => note('clipboard', text) })
}

/** It must be started before the app is ready, so that all processes have it. */
export function createCrashReporter(isReady: () => boolean) {
  return loud('crashReporter', {
    start({ uploadToServer = true }: { uploadToServer?: boolean }) {
      if (isReady()) throw new Error('electron stand-in: crashReporter.start belongs before the app is ready')
      if (uploadToServer) throw new Error('electron stand-in: crash dumps would be sent away')
    },
  })
}

/** Blocks the system's sleep; starts and stops are recorded. */
export function createPowerSaveBlocker(note: Note) {
  let count = 0
  const started = new Set<number>()
  return loud('powerSaveBlocker', {
    start(type: string) {
      count += 1
      started.add(count)
      note('powerSaveBlocker', type)
      return count
    },
    stop(id: number) {
      note('powerSaveBlocker', null)
      return started.delete(id)
    },
    isStarted: (id: number) => started.has(id),
  })
}

/** Light and dark; the app's choice becomes the preference of its pages. */
export function createNativeTheme(onChoice: (scheme: 'light' | 'dark' | null) => void) {
  let source = 'system'
  const theme = Object.assign(new EventEmitter(), {
    shouldUseHighContrastColors: false,
    prefersReducedTransparency: false,
  })
  Object.defineProperties(theme, {
    shouldUseDarkColors: { get: () => source === 'dark' },
    themeSource: {
      get: () => source,
      set(to: string) {
        source = to
        onChoice(to === 'light' || to === 'dark' ? to : null)
        theme.emit('updated')
      },
    },
  })
  return loud('nativeTheme', theme)
}

/** Notifications: each that is shown is recorded, and can be clicked. */
export function createNotifications(note: Note) {
  let pressLast = () => {}
  class Notification {
    readonly options: object
    readonly events = new EventEmitter()
    static isSupported(): boolean {
      return true
    }
    constructor(options: object) {
      this.options = options
    }
    on(event: string, listener: () => void): void {
      this.events.on(event, listener)
    }
    show(): void {
      pressLast = () => void this.events.emit('click')
      note('notification', this.options)
    }
  }
  return { Notification, press: () => pressLast() }
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The screens of the computer, the first of which is the primary one. */
export function createScreen(areas: readonly Area[]) {
  const displays = areas.map((area, at) => ({
    ...{ id: at + 1, bounds: area, workArea: area, scaleFactor: 1 },
    ...{ workAreaSize: { width: area.width, height: area.height }, size: area },
  }))
  const [primary] = displays
  const isOn = ({ x, y }: Area, { bounds }: { bounds: Area }) =>
    x >= bounds.x && y >= bounds.y && x < bounds.x + bounds.width && y < bounds.y + bounds.height
  const matching = (place: Area) => displays.find((display) => isOn(place, display)) ?? primary
  return {
    screen: loud(
      'screen',
      Object.assign(new EventEmitter(), {
        getPrimaryDisplay: () => primary,
        getAllDisplays: () => displays,
        getDisplayMatching: matching,
      }),
    ),
    /** Bounds on one of the screens, as Electron moves back a window whose screen is gone. */
    fit(place: Area): Area {
      const area = matching(place)?.workArea ?? place
      const [width, height] = [Math.min(place.width, area.width), Math.min(place.height, area.height)]
      const within = (at: number, from: number, room: number) => Math.max(from, Math.min(at, from + room))
      return {
        ...{ width, height },
        x: within(place.x, area.x, area.width - width),
        y: within(place.y, area.y, area.height - height),
      }
    },
  }
}

/** Pictures, of which only the size is known. */
export function createNativeImage() {
  const imageOf = (width: number, height: number) =>
    loud('NativeImage', { isEmpty: () => width === 0, getSize: () => ({ width, height }) })
  return loud('nativeImage', {
    createEmpty: () => imageOf(0, 0),
    createFromBitmap: (_pixels: Uint8Array, { width, height }: { width: number; height: number }) =>
      imageOf(width, height),
  })
}

type RequestHandler = (
  contents: unknown,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: object,
) => void
type RequestListener = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void
type CheckHandler = (contents: unknown, permission: string, origin: string, details: object) => boolean

/** The session: it stores what the app decides about permissions, so that the test can query it. */
export function createSession(protocol: object) {
  let onRequest: RequestHandler | null = null
  let onCheck: CheckHandler | null = null
  let refused: { readonly urls: readonly string[]; readonly listener: RequestListener } | undefined
  const defaultSession = loud(
    'session.defaultSession',
    Object.assign(new EventEmitter(), {
      protocol,
      webRequest: loud('session.webRequest', {
        onBeforeRequest: ({ urls }: { urls: readonly string[] }, listener: RequestListener) =>
          void (refused = { urls, listener }),
      }),
      resolveProxy: async () => 'DIRECT',
      setPermissionRequestHandler: (handler: RequestHandler | null) => void (onRequest = handler),
      setPermissionCheckHandler: (handler: CheckHandler | null) => void (onCheck = handler),
      setDevicePermissionHandler() {},
      setDisplayMediaRequestHandler() {},
      setSpellCheckerLanguages() {},
      setSpellCheckerEnabled() {},
      addWordToSpellCheckerDictionary: () => true,
      removeWordFromSpellCheckerDictionary: () => true,
    }),
  )
  return {
    session: loud('session', { defaultSession }),
    defaultSession,
    /** Whether a request of the page may go out, by the app's own listener; without one, every request may. */
    mayRequest(url: string): boolean {
      let isAllowed = true
      const scheme = new URL(url).protocol
      if (refused?.urls.some((pattern) => pattern === `${scheme}//*/*`) === true)
        refused.listener({ url }, ({ cancel = false }) => (isAllowed = !cancel))
      return isAllowed
    },
    /** Whether a page gets a permission, by request and by check. Without handlers Electron grants everything. */
    async permission(
      contents: unknown,
      name: string,
      { url, origin }: { url: string; origin: string },
    ): Promise<{ request: boolean; check: boolean }> {
      const details = { requestingUrl: url, isMainFrame: true }
      const handler = onRequest
      const request = handler
        ? new Promise<boolean>((resolve) => handler(contents, name, resolve, details))
        : true
      return { request: await request, check: onCheck?.(contents, name, origin, details) ?? true }
    },
  }
}
