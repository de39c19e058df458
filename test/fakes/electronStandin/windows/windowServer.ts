// The windows of an app under the stand-in: one page of the test's browser each.
import type { BrowserContext, Frame, Page, Request } from 'playwright-core'
import type { Peer } from '../peer.ts'

export interface WindowServer {
  /** The calls of the host's process */
  readonly handlers: Readonly<Record<string, (...args: never[]) => unknown>>
  /** The page of the first window that is still open and has loaded; waits for it. */
  readonly firstPage: () => Promise<Page>
  /** The page of a window by its number, 1 for the first that was opened; waits until it has loaded. */
  readonly page: (windowId: number) => Promise<Page>
}

/** Where a request came from; nothing for the first one of a page that is just opening. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}

/** Whether an address is one of the app's schemes, as ../host/protocol.ts serves them. */
const isOfTheApp = (url: URL) => url.hostname.endsWith('.localhost')

/** Opens pages in the given context for the host behind `host`, and reports to it what happens in them. */
export function createWindowServer(context: BrowserContext, host: () => Peer): WindowServer {
  const pages = new Map<number, Page>()
  const loaded = Promise.withResolvers<Page>()
  const loads = new Map<number, PromiseWithResolvers<Page>>()
  const loadOf = (windowId: number) => {
    const load = loads.get(windowId) ?? Promise.withResolvers<Page>()
    loads.set(windowId, load)
    return load
  }

  const pageOf = (windowId: number) => {
    const page = pages.get(windowId)
    if (!page) throw new Error(`window ${windowId} is not open`)
    return page
  }
  // The host may be quitting when a page reports; then nobody receives the report.
  const report = (windowId: number, event: string, detail?: string) =>
    void host()
      .call('pageEvent', windowId, event, detail)
      .catch(() => undefined)

  /** Reports a popup and closes it. */
  const closePopup = async (windowId: number, popup: Page) => {
    try {
      await popup.waitForLoadState('domcontentloaded')
      report(windowId, 'popup', popup.url())
    } finally {
      await popup.close()
    }
  }

  const watch = (windowId: number, page: Page) => {
    page.on('request', (request) => {
      // Navigation is decided below, before anything starts to load.
      const isOwn = request.isNavigationRequest() && isOfTheApp(new URL(request.url()))
      if (isOwn && frameOf(request) === page.mainFrame()) report(windowId, 'did-start-loading')
    })
    page.on('domcontentloaded', () => {
      report(windowId, 'dom-ready', page.url())
    })
    page.on('load', () => {
      report(windowId, 'did-finish-load', page.url())
      loaded.resolve(page)
      loadOf(windowId).resolve(page)
    })
    page.on('crash', () => report(windowId, 'crashed'))
    page.on('console', (message) =>
      report(windowId, 'console-message', `${message.type()}: ${message.text()}`),
    )
    page.on('pageerror', (error) =>
      report(windowId, 'console-message', `uncaught: ${error.stack ?? error.message}`),
    )
    page.on('close', () => {
      pages.delete(windowId)
      report(windowId, 'closed')
    })
    page.on('popup', (popup) => void closePopup(windowId, popup))
  }

  /** Navigation out of the app. A window asks first, as Electron does with will-navigate; a popup gets an empty page, closed at once. */
  const guarded = context.route(
    (url) => !isOfTheApp(url),
    async (route) => {
      const request = route.request()
      if (!request.isNavigationRequest())
        return (await host().call('mayRequest', request.url())) ? route.continue() : route.abort()
      const frame = frameOf(request)
      const windowId = [...pages].find(([, page]) => page === frame?.page())?.[0]
      if (!frame || windowId === undefined) return route.fulfill({ contentType: 'text/html', body: '' })
      if (frame.parentFrame()) return route.continue()
      const isAllowed = await host().call('mayNavigate', windowId, request.url())
      // "No content" leaves the page where it is, as a prevented navigation does.
      return isAllowed ? route.continue() : route.fulfill({ status: 204 })
    },
  )

  const openWindow = async (windowId: number, initScript: string | null) => {
    const page = await context.newPage()
    pages.set(windowId, page)
    watch(windowId, page)
    await guarded
    await page.exposeBinding('__standinCall', ({ frame }, kind: string, channel: string, args: string) =>
      host().call('fromPage', windowId, frame.url(), frame === page.mainFrame(), kind, channel, args),
    )
    if (initScript !== null) await page.addInitScript({ content: initScript })
  }

  return {
    handlers: {
      openWindow,
      load: async (windowId: number, url: string) => {
        await pageOf(windowId).goto(url)
      },
      reload: async (windowId: number) => {
        await pageOf(windowId).reload()
      },
      push: (windowId: number, channel: string, args: string) =>
        pageOf(windowId).evaluate(
          ([name, values]) => {
            const push: unknown = Reflect.get(globalThis, '__standinPush')
            if (typeof push === 'function') Reflect.apply(push, undefined, [name, values])
          },
          [channel, args] as const,
        ),
      insertText: (windowId: number, text: string) => pageOf(windowId).keyboard.insertText(text),
      evaluate: (windowId: number, code: string) => pageOf(windowId).evaluate(code),
      colorScheme: (windowId: number, scheme: 'light' | 'dark' | null) =>
        pageOf(windowId).emulateMedia({ colorScheme: scheme }),
      focus: (windowId: number) => pageOf(windowId).bringToFront(),
      closeWindow: (windowId: number) => pageOf(windowId).close(),
    },
    firstPage: () => loaded.promise,
    page: (windowId) => loadOf(windowId).promise,
  }
}
