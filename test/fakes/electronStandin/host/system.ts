// The parts of Electron that stand for the operating system. They note what they were asked and touch nothing.
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

/** Seals with a key that dies with the process: good enough to see that sealed text is not plain, no protection whatever. */
export function createSafeStorage(isAvailable: boolean) {
  const key = randomBytes(32)
  const whenAvailable = () => {
    if (!isAvailable)
      throw new Error('Error while encrypting the text provided to safeStorage. Encryption is not available.')
  }
  return loud('safeStorage', {
    isEncryptionAvailable: () => isAvailable,
    getSelectedStorageBackend: () => (isAvailable ? 'gnome_libsecret' : 'basic_text'),
    encryptString(text: string) {
      whenAvailable()
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    decryptString(sealed: Buffer) {
      whenAvailable()
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(-16))
      return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  })
}

/** Light and dark; what the app chooses is what its pages then prefer. */
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

/** Notifications: each that is shown is noted, and can be pressed. */
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

export function createScreen() {
  const area = { x: 0, y: 0, width: 1920, height: 1080 }
  const display = { id: 1, bounds: area, workArea: area, workAreaSize: area, size: area, scaleFactor: 1 }
  return loud(
    'screen',
    Object.assign(new EventEmitter(), {
      getPrimaryDisplay: () => display,
      getAllDisplays: () => [display],
      getDisplayMatching: () => display,
    }),
  )
}

type RequestHandler = (
  contents: unknown,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: object,
) => void
type CheckHandler = (contents: unknown, permission: string, origin: string, details: object) => boolean

/** The session: it keeps what the app decides about permissions, for the test to ask. */
export function createSession(protocol: object) {
  let onRequest: RequestHandler | null = null
  let onCheck: CheckHandler | null = null
  const defaultSession = loud(
    'session.defaultSession',
    Object.assign(new EventEmitter(), {
      protocol,
      setPermissionRequestHandler: (handler: RequestHandler | null) => void (onRequest = handler),
      setPermissionCheckHandler: (handler: CheckHandler | null) => void (onCheck = handler),
      setDevicePermissionHandler() {},
      setDisplayMediaRequestHandler() {},
      setSpellCheckerLanguages() {},
      setSpellCheckerEnabled() {},
    }),
  )
  return {
    session: loud('session', { defaultSession }),
    defaultSession,
    /** Whether a page gets a permission, by request and by check. Without handlers Electron grants everything. */
    async permission(
      contents: unknown,
      name: string,
      origin: string,
    ): Promise<{ request: boolean; check: boolean }> {
      const details = { requestingUrl: `${origin}/`, isMainFrame: true }
      const handler = onRequest
      const request = handler
        ? new Promise<boolean>((resolve) => handler(contents, name, resolve, details))
        : true
      return { request: await request, check: onCheck?.(contents, name, origin, details) ?? true }
    },
  }
}
