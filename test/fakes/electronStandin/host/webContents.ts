import { EventEmitter } from 'node:events'
import type { Peer } from '../peer.ts'
import { createWire } from '../windows/wire.ts'
import { loud } from './loud.ts'
import { preventable } from './preventable.ts'
import type { ProtocolHost } from './protocol.ts'

/** A frame as in `event.senderFrame`. */
export interface Frame {
  readonly url: string
  readonly origin: string
  readonly parent: Frame | null
}

interface ContentsHost {
  readonly id: number
  readonly tests: Peer
  readonly schemes: ProtocolHost
  readonly session: object
  readonly isDestroyed: () => boolean
  readonly note: (method: string, detail: unknown) => void
}

type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' }

export type WebContents = ReturnType<typeof createWebContents>

const wire = createWire()

/** The origin as Chromium reports it; URL has none for custom schemes. */
function originOf(url: string): string {
  if (!URL.canParse(url)) return 'null'
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** The page of a window, as the main process sees it. */
export function createWebContents({ id, tests, schemes, session, isDestroyed, note }: ContentsHost) {
  let address = 'about:blank'
  let openHandler: OpenHandler | undefined
  const mainFrame: Frame = loud('WebFrameMain', {
    get url() {
      return address
    },
    get origin() {
      return originOf(address)
    },
    parent: null,
  })
  const events = new EventEmitter()

  const known = Object.assign(events, {
    id,
    session,
    mainFrame,
    getURL: () => address,
    isDestroyed,
    isCrashed: () => false,
    send(channel: string, ...args: unknown[]) {
      if (isDestroyed()) throw new TypeError('Object has been destroyed')
      // A page that is closing no longer needs the message.
      void tests.call('push', id, channel, wire.encode(args)).catch(() => undefined)
    },
    reload: () => void tests.call('reload', id).catch(() => undefined),
    setWindowOpenHandler: (handler: OpenHandler) => void (openHandler = handler),
    startDrag: (item: object) => note('startDrag', item),
    showDefinitionForSelection: () => note('showDefinitionForSelection', null),
    // Chromium replaces the word under its mark; the stand-in's page has selected it.
    replaceMisspelling: (word: string) => void tests.call('insertText', id, word).catch(() => undefined),
    executeJavaScript: (code: string) => tests.call('evaluate', id, code),
    /** What the page did, as the test's browser reports it. */
    hasHappened(event: string, detail = '') {
      if (event === 'dom-ready' || event === 'did-finish-load') address = schemes.fromBrowser(detail)
      if (event === 'popup') {
        const url = schemes.fromBrowser(detail)
        const { action } = openHandler?.({ url }) ?? { action: 'allow' }
        note('window-open', { url, action })
        if (action === 'allow') console.error(`[stand-in] the app lets the page open ${url}: not provided`)
      } else if (event === 'console-message') {
        console.error(`[stand-in] page: ${detail}`)
        events.emit('console-message', { message: detail })
      } else if (event === 'crashed')
        events.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 1 })
      else events.emit(event)
    },
    /** A right click, or the menu key, that the page has left to the app. */
    wasClicked: (params: object) =>
      void events.emit('context-menu', preventable(), { ...params, frame: mainFrame }),
    /** Whether the app lets the page go to an address outside. */
    mayNavigate(url: string): boolean {
      const event = Object.assign(preventable(), {
        url,
        isMainFrame: true,
        isSameDocument: false,
        frame: mainFrame,
      })
      events.emit('will-navigate', event, url)
      events.emit('will-frame-navigate', event)
      note('will-navigate', { url, isAllowed: !event.defaultPrevented })
      return !event.defaultPrevented
    },
    /** The event that goes with a message from one of the page's frames. */
    messageEvent(frameUrl: string, isMain: boolean) {
      const url = schemes.fromBrowser(frameUrl)
      if (isMain) address = url
      const senderFrame: Frame = isMain ? mainFrame : { url, origin: originOf(url), parent: mainFrame }
      return Object.assign(preventable(), {
        sender: facade,
        senderFrame,
        type: 'frame',
        processId: id,
        frameId: isMain ? 1 : 2,
        reply: (channel: string, ...args: unknown[]) => {
          facade.send(channel, ...args)
        },
      })
    },
  })
  const facade = loud('WebContents', known)
  return facade
}
