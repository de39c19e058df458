/** The items of Electron's security guide that can be tested without Electron: the options and handlers that it is given. */
import { EventEmitter } from 'node:events'
import type { IpcMainInvokeEvent, Session } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import {
  externalAddress,
  isPageUrl,
  limitPermissions,
  lockAllContents,
  lockNavigation,
  PAGE_SCHEME_OPTIONS,
  PAGE_URL,
  refuseNetwork,
} from '../../../../electron/hosts/desktop/pageOrigin.ts'
import { isOwnFrame, registerDroppedFiles, registerIpc } from '../../../../electron/hosts/desktop/ipc.ts'
import {
  CALL_CHANNEL,
  REF_OF_PATH_CHANNEL,
  SPELLING_CHANNEL,
} from '../../../../electron/hosts/desktop/privateChannels.ts'
import {
  createSpelling,
  isCheckedBySystem,
  registerSpelling,
} from '../../../../electron/hosts/desktop/spelling.ts'
import { windowOptions } from '../../../../electron/hosts/desktop/windows.ts'

type RequestListener = (details: object, answer: (response: object) => void) => void

describe('the window', () => {
  const { webPreferences } = windowOptions({
    preloadPath: '/app/preload.cjs',
    isDark: false,
    name: 'window-1',
  })

  test('gives its page no Node, no Electron, and no way around the sandbox', () => {
    expect(webPreferences).toMatchObject({
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
    })
    expect(webPreferences).not.toHaveProperty('enableBlinkFeatures')
    expect(webPreferences).not.toHaveProperty('additionalArguments')
  })

  test('has the color of the page before the page is loaded', () => {
    expect(windowOptions({ preloadPath: 'p', isDark: true, name: 'n' }).backgroundColor).toBe('#15161a')
    expect(windowOptions({ preloadPath: 'p', isDark: false, name: 'n' })).toMatchObject({
      backgroundColor: '#faf7f2',
      show: false,
    })
  })
})

test.each([
  ['linux', false],
  ['win32', false],
  ['darwin', true],
] as const)('downloads no spelling dictionary from the internet on %s', (platform, bySystem) => {
  const session = {
    setSpellCheckerEnabled: vi.fn(),
    addWordToSpellCheckerDictionary: vi.fn(() => true),
    removeWordFromSpellCheckerDictionary: vi.fn(() => true),
  }
  const speller = { check: vi.fn(), suggest: vi.fn(), close: vi.fn() }
  const spelling = createSpelling({ speller, session, systemLanguages: [], platform })
  for (const checksSpelling of [true, false]) spelling.follow({ checksSpelling, ownWords: [] })
  expect(session.setSpellCheckerEnabled.mock.calls).toEqual([[bySystem], [false]])
  expect(isCheckedBySystem(platform)).toBe(bySystem)
  const { webPreferences } = windowOptions({ preloadPath: 'p', isDark: false, name: 'n' })
  expect(webPreferences?.spellcheck).toBe(isCheckedBySystem())
})

test('the page has its own origin, which is treated like https, not like file:', () => {
  expect(PAGE_URL).toBe('app://fabula/index.html')
  expect(PAGE_SCHEME_OPTIONS).toMatchObject({
    scheme: 'app',
    privileges: { standard: true, secure: true, stream: true },
  })
  expect(PAGE_SCHEME_OPTIONS.privileges).not.toHaveProperty('bypassCSP')
  expect(PAGE_SCHEME_OPTIONS.privileges).not.toHaveProperty('corsEnabled')
})

describe('permissions', () => {
  type Handlers = {
    request: Parameters<Session['setPermissionRequestHandler']>[0]
    check: Parameters<Session['setPermissionCheckHandler']>[0]
    device: Parameters<Session['setDevicePermissionHandler']>[0]
    display: Parameters<Session['setDisplayMediaRequestHandler']>[0]
  }
  const set: Partial<Handlers> = {}
  limitPermissions({
    setPermissionRequestHandler: (handler) => void (set.request = handler),
    setPermissionCheckHandler: (handler) => void (set.check = handler),
    setDevicePermissionHandler: (handler) => void (set.device = handler),
    setDisplayMediaRequestHandler: (handler) => void (set.display = handler),
  })

  test.each([
    'media',
    'geolocation',
    'notifications',
    'midi',
    'midiSysex',
    'pointerLock',
    'fullscreen',
    'openExternal',
    'deprecated-sync-clipboard-read',
    'display-capture',
    'fileSystem',
    'hid',
    'serial',
    'usb',
    'idle-detection',
    'local-fonts',
    'unknown',
  ] as const)('%s is denied', (permission) => {
    const answer = vi.fn()
    set.request?.(undefined as never, permission, answer, {
      requestingUrl: PAGE_URL,
      isMainFrame: true,
    })
    expect(answer).toHaveBeenCalledExactlyOnceWith(false)
    expect(set.check?.(null, permission, 'app://fabula', { isMainFrame: true })).toBe(false)
  })

  test.each([
    ['has it', async () => true, true],
    ['refuses it', async () => false, false],
    ['cannot be asked', () => Promise.reject(new Error('gone')), false],
  ])(
    'on a Mac that %s, the microphone follows the system’s permission',
    async (_case, askForMediaAccess, isGiven) => {
      let request: Handlers['request'] = null
      const asked = vi.fn(askForMediaAccess)
      limitPermissions(
        {
          setPermissionRequestHandler: (handler) => void (request = handler),
          setPermissionCheckHandler: () => undefined,
          setDevicePermissionHandler: () => undefined,
          setDisplayMediaRequestHandler: () => undefined,
        },
        { askForMediaAccess: asked },
      )
      const decide = (requestingUrl: string, permission: string, mediaTypes?: string[]) =>
        new Promise<boolean>((resolve) => {
          request?.(undefined as never, permission as never, resolve, {
            requestingUrl,
            mediaTypes,
            isMainFrame: true,
          } as never)
        })
      expect(await decide(PAGE_URL, 'media', ['audio'])).toBe(isGiven)
      expect(asked).toHaveBeenCalledExactlyOnceWith('microphone')
      expect(await decide(PAGE_URL, 'clipboard-read')).toBe(true)
      expect(await decide(PAGE_URL, 'media', ['audio', 'video'])).toBe(false)
      expect(await decide('https://fabula.example/', 'media', ['audio'])).toBe(false)
      expect(asked).toHaveBeenCalledOnce()
    },
  )

  test('the microphone is available only to our page, and without a camera', () => {
    const ask = (requestingUrl: string, mediaTypes: string[]) => {
      const answer = vi.fn()
      set.request?.(undefined as never, 'media', answer, {
        requestingUrl,
        mediaTypes,
        isMainFrame: true,
      } as never)
      return answer.mock.calls.flat() as unknown[]
    }
    expect(ask(PAGE_URL, ['audio'])).toEqual([true])
    expect(ask(PAGE_URL, ['audio', 'video'])).toEqual([false])
    expect(ask(PAGE_URL, ['video'])).toEqual([false])
    expect(ask('https://example.com', ['audio'])).toEqual([false])
    const check = (origin: string, mediaType: string) =>
      set.check?.(null, 'media', origin, { mediaType, isMainFrame: true } as never)
    expect(check('app://fabula', 'audio')).toBe(true)
    expect(check('app://fabula', 'video')).toBe(false)
    expect(check('https://example.com', 'audio')).toBe(false)
  })

  test.each(['clipboard-read', 'clipboard-sanitized-write'] as const)(
    '%s is available only to our page',
    (permission) => {
      const ask = (requestingUrl: string, isMainFrame = true) => {
        const answer = vi.fn()
        set.request?.(undefined as never, permission, answer, { requestingUrl, isMainFrame })
        return answer.mock.calls.flat() as unknown[]
      }
      expect(ask(PAGE_URL)).toEqual([true])
      expect(ask(`${PAGE_URL}#recent-1`)).toEqual([true])
      for (const url of ['https://fabula.example/', 'app://other/index.html', 'app://fabula/other.html', ''])
        expect(ask(url)).toEqual([false])
      expect(ask(PAGE_URL, false)).toEqual([false])
      const check = (origin: string, isMainFrame = true) =>
        set.check?.(null, permission, origin, { isMainFrame })
      expect(check('app://fabula')).toBe(true)
      expect(check('app://fabula/')).toBe(true)
      expect(check('app://fabula', false)).toBe(false)
      for (const origin of ['https://fabula.example', 'app://fabula.example', 'null', ''])
        expect(check(origin)).toBe(false)
    },
  )

  test('devices and screens are denied', () => {
    expect(set.device?.(undefined as never)).toBe(false)
    const answer = vi.fn()
    set.display?.(undefined as never, answer)
    expect(answer).toHaveBeenCalledExactlyOnceWith({})
  })
})

test('the session refuses all network requests of the page', () => {
  const onBeforeRequest = vi.fn()
  refuseNetwork({ webRequest: { onBeforeRequest } })
  const [{ urls }, listener] = onBeforeRequest.mock.calls[0] as [{ urls: string[] }, RequestListener] // its two arguments
  expect(urls).toEqual(['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*'])
  const answer = vi.fn()
  listener({ url: 'https://speech.example/' }, answer)
  expect(answer).toHaveBeenCalledExactlyOnceWith({ cancel: true })
})

const foreignAddresses = [
  'https://fabula.example/',
  'http://127.0.0.1:4600/',
  'file:///etc/passwd',
  'file://server/share',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:app://fabula/1234',
  'about:blank',
  'app://fabula/',
  'app://fabula/other.html',
  'app://fabula/index.html/../other.html',
  'app://fabula/index.html?x=1',
  'app://fabula.example/index.html',
  'app://other/index.html',
  'APP://fabula/index.html',
  'devtools://devtools/bundled/inspector.html',
  'chrome://settings',
  'view-source:app://fabula/index.html',
  ' app://fabula/index.html',
  '',
]

describe('navigation', () => {
  function lockedContents() {
    const contents = new EventEmitter()
    const opened: string[] = []
    const windows: string[] = []
    let onOpen: ((details: { url: string }) => { action: string }) | undefined
    lockNavigation(
      Object.assign(contents, {
        setWindowOpenHandler: (handler: never) => void (onOpen = handler),
      }) as unknown as Parameters<typeof lockNavigation>[0], // an emitter with the used parts of the contents
      (address) => opened.push(address),
      (address) => windows.push(address),
    )
    const prevents = (event: string, details: object) => {
      const preventDefault = vi.fn()
      contents.emit(event, { ...details, preventDefault })
      return preventDefault.mock.calls.length > 0
    }
    return { prevents, opened, windows, open: (url: string) => onOpen?.({ url }).action }
  }

  test('is locked in every web contents that Electron creates', () => {
    const app = new EventEmitter()
    lockAllContents(app as unknown as Parameters<typeof lockAllContents>[0]) // an emitter with the used parts of the app
    let onOpen: ((details: { url: string }) => { action: string }) | undefined
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (handler: typeof onOpen) => void (onOpen = handler),
    })
    app.emit('web-contents-created', {}, contents)
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-attach-webview']) {
      const preventDefault = vi.fn()
      contents.emit(event, { url: 'https://fabula.example/', isMainFrame: true, preventDefault })
      expect(preventDefault, event).toHaveBeenCalledOnce()
    }
    for (const url of ['https://github.com/', PAGE_URL]) expect(onOpen?.({ url })).toEqual({ action: 'deny' })
  })

  test.each(foreignAddresses)('to %j is refused', (url) => {
    const { prevents } = lockedContents()
    expect(isPageUrl(url)).toBe(false)
    expect(prevents('will-navigate', { url })).toBe(true)
    expect(prevents('will-frame-navigate', { url, isMainFrame: true })).toBe(true)
    expect(prevents('will-redirect', { url })).toBe(true)
  })

  test('to the page itself is allowed, only in its own frame', () => {
    const { prevents } = lockedContents()
    for (const url of [PAGE_URL, `${PAGE_URL}#recent-1`]) {
      expect(prevents('will-navigate', { url })).toBe(false)
      expect(prevents('will-frame-navigate', { url, isMainFrame: true })).toBe(false)
      expect(prevents('will-frame-navigate', { url, isMainFrame: false })).toBe(true)
    }
    expect(prevents('will-attach-webview', {})).toBe(true)
  })

  test.each([
    'http://www.gnu.org/',
    'https://www.gnu.org.example/',
    'https://example@www.gnu.org/',
    'https://www.gnu.org:password@evil.example/',
    'https://www.gnu.org:444/',
    'https://www.gnu.org\\@evil.example/',
    'https://evil.example/https://www.gnu.org/',
    'https://www.gnu.org\u3002evil.example/',
    'https://www.gnụ.org/',
    'https://www.gnu.org/a b',
    'https://www.gnu.org/\u0000',
    'https://www.gnu.org/\n',
    '//www.gnu.org/',
    '\\\\host\\share',
    'mailto:someone@example.org',
    'ms-msdt:/id',
    'smb://host/share',
    ...foreignAddresses,
  ])('in a new window to %j is refused', (url) => {
    const { open, opened, windows } = lockedContents()
    expect(open(url)).toBe('deny')
    expect([...opened, ...windows]).toEqual([])
    expect(externalAddress(url)).toBeUndefined()
  })

  test('in a new window to an address of the app opens another window of the app', () => {
    const { open, opened, windows } = lockedContents()
    for (const url of [PAGE_URL, `${PAGE_URL}#recent-1`]) expect(open(url)).toBe('deny')
    expect([windows, opened]).toEqual([[PAGE_URL, `${PAGE_URL}#recent-1`], []])
  })

  test('in a new window to a listed site opens it in the user’s browser', () => {
    const { open, opened } = lockedContents()
    expect(open('https://www.gnu.org/licenses/gpl-3.0.html')).toBe('deny')
    expect(opened).toEqual(['https://www.gnu.org/licenses/gpl-3.0.html'])
  })
})

describe('a call over IPC', () => {
  type Handle = (event: IpcMainInvokeEvent, ...input: unknown[]) => unknown
  /** An event from a frame at the address; of a window whose page is that frame by default. */
  function eventFrom(url: string | null, isMain = true): IpcMainInvokeEvent {
    const senderFrame = url === null ? null : { url }
    const sender = { mainFrame: isMain ? senderFrame : { url: PAGE_URL } }
    return { sender, senderFrame } as unknown as IpcMainInvokeEvent // the part that is read
  }

  test.each(foreignAddresses)('from a page at %j is refused', (url) => {
    expect(isOwnFrame(eventFrom(url))).toBe(false)
  })

  test('from a frame inside the page, or from one that is gone, is refused', () => {
    expect(isOwnFrame(eventFrom(PAGE_URL, false))).toBe(false)
    expect(isOwnFrame(eventFrom(null))).toBe(false)
    expect(isOwnFrame(eventFrom(`${PAGE_URL}#recent-1`))).toBe(true)
  })

  test('reaches the dispatcher of its own window only from our page', async () => {
    const handles = new Map<string, Handle>()
    const dispatch = vi.fn(async () => ({ ok: true as const, value: {} }))
    const setListening = vi.fn()
    const page = eventFrom(PAGE_URL)
    const other = eventFrom(PAGE_URL)
    const foreign = [eventFrom('https://fabula.example/'), eventFrom(PAGE_URL, false)]
    const ours = new Set([page, ...foreign].map(({ sender }) => sender))
    registerIpc({ handle: (channel, handle) => void handles.set(channel, handle) }, (sender) =>
      ours.has(sender) ? { dispatch, setListening } : undefined,
    )
    expect([...handles.keys()]).toEqual([CALL_CHANNEL])
    const call = handles.get(CALL_CHANNEL)
    for (const event of [...foreign, other])
      expect(await call?.(event, 'app:info', {})).toEqual({
        ok: false,
        error: { code: 'untrusted-sender', params: {} },
      })
    expect(dispatch).not.toHaveBeenCalled()
    expect(setListening).not.toHaveBeenCalled()
    await call?.(page, 'app:info', {})
    expect(dispatch).toHaveBeenLastCalledWith('app:info', {})
    expect(setListening).toHaveBeenCalledOnce()
    await call?.(page, { toString: 'app:info' }, {})
    expect(dispatch).toHaveBeenLastCalledWith('', {})
  })

  test('about spelling is answered only to our page, and only for words', async () => {
    const handles = new Map<string, Handle>()
    const check = vi.fn(async (_page: unknown, words: readonly string[]) => words)
    registerSpelling({ handle: (channel, handle) => void handles.set(channel, handle) }, { check })
    expect([...handles.keys()]).toEqual([SPELLING_CHANNEL])
    const ask = handles.get(SPELLING_CHANNEL)
    expect(await ask?.(eventFrom(PAGE_URL), ['teh'])).toEqual(['teh'])
    for (const words of ['teh', [7], null, new Array<string>(30_000).fill('a'), ['a'.repeat(20_000)]])
      expect(await ask?.(eventFrom(PAGE_URL), words)).toEqual([])
    expect(await ask?.(eventFrom('https://fabula.example/'), ['teh'])).toEqual([])
    expect(await ask?.(eventFrom(PAGE_URL, false), ['teh'])).toEqual([])
    expect(check).toHaveBeenCalledOnce()
  })

  test('returns a reference for a dropped file only to our page, and only for a path', () => {
    let handle: Handle | undefined
    registerDroppedFiles(
      {
        handle(channel, listener) {
          expect(channel).toBe(REF_OF_PATH_CHANNEL)
          handle = listener
        },
      },
      (path, purpose) => `ref of ${path} to ${purpose}`,
    )
    const page = eventFrom(PAGE_URL)
    expect(handle?.(page, '/home/mira/fox.txt', 'open')).toBe('ref of /home/mira/fox.txt to open')
    expect(handle?.(page, '/home/mira/fox.txt', 'document')).toBe('ref of /home/mira/fox.txt to document')
    expect(() => handle?.(eventFrom('https://fabula.example/'), '/etc/passwd', 'open')).toThrow()
    expect(() => handle?.(eventFrom(PAGE_URL, false), '/etc/passwd', 'open')).toThrow()
    expect(() => handle?.(page, '', 'open')).toThrow()
    expect(() => handle?.(page, '/etc/passwd', 'save-as')).toThrow()
    expect(() => handle?.(page, { toString: () => '/etc/passwd' }, 'open')).toThrow()
  })
})
