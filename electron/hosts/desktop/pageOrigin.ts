/** The page's origin, `app://fabula/`: serves the page, its files and stored audio, and keeps windows on it, whatever is dropped or linked. */
import { Readable } from 'node:stream'
import type { App, CustomScheme, Session, SystemPreferences, WebContents, WebRequest } from 'electron'
import {
  createPageFiles,
  type PageAnswer,
  SAFETY_HEADERS,
  textAnswer,
  withoutBody,
} from '../page/pageFiles.ts'
import type { MediaRequest } from '../page/media.ts'

/** The origin of the desktop's page: a scheme of our own, because `file:` would let a page read its neighbours. */
export const PAGE_SCHEME = 'app'
const PAGE_ORIGIN = `${PAGE_SCHEME}://fabula`
export const PAGE_URL = `${PAGE_ORIGIN}/index.html`

/** Whether an address is the page itself; what follows `#` names the open story. */
export function isPageUrl(address: string): boolean {
  const [page] = address.split('#')
  return page === PAGE_URL
}

/** The scheme's privileges in Chromium: an origin of its own, secure like https, with streams. */
export const PAGE_SCHEME_OPTIONS: CustomScheme = {
  scheme: PAGE_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

interface AppProtocolOptions {
  readonly pageFolder: string
  readonly media: (request: MediaRequest) => Promise<PageAnswer>
}

/** The handler for Electron's `protocol.handle`. */
export function createAppProtocol({
  pageFolder,
  media,
}: AppProtocolOptions): (request: Request) => Promise<Response> {
  const page = createPageFiles(pageFolder)

  function answerFor(request: Request): PageAnswer | Promise<PageAnswer> {
    const { method, url } = request
    if (method !== 'GET' && method !== 'HEAD') return textAnswer(405, 'Pages are only read.', SAFETY_HEADERS)
    if (!url.startsWith(`${PAGE_ORIGIN}/`)) return textAnswer(404, 'There is no such page.', SAFETY_HEADERS)
    const { pathname, searchParams } = new URL(url)
    if (!pathname.startsWith('/media/')) return page(pathname)
    const header = (name: string) => request.headers.get(name) ?? undefined
    return media({ method, path: pathname, query: searchParams, header })
  }

  return async (request) => {
    const answer = await answerFor(request)
    const { status, headers, body } = request.method === 'HEAD' ? withoutBody(answer) : answer
    if (body === null) return new Response(null, { status, headers })
    const stream = body instanceof Uint8Array ? [body] : body
    return new Response(Readable.toWeb(Readable.from(stream, { objectMode: false })), { status, headers })
  }
}

/** Sites that a link may open in the writer's browser. */
const EXTERNAL_HOSTS: ReadonlySet<string> = new Set(['www.gnu.org', 'github.com'])

/** The normalised address if it may be opened in the writer's browser; undefined otherwise. */
export function externalAddress(address: string): string | undefined {
  // A URL parser accepts blanks, controls and backslashes, which other programs read differently.
  if (/[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const isPlain = url.username === '' && url.password === '' && url.port === ''
  return url.protocol === 'https:' && isPlain && EXTERNAL_HOSTS.has(url.hostname) ? url.href : undefined
}

type Lockable = Pick<WebContents, 'on' | 'setWindowOpenHandler'>

/**
 * Allows the contents to show our page only, and to embed no other page. A link to a new window is opened in the writer's browser or, if it
 * is our page, by `openPage`, in a window that is locked too.
 */
export function lockNavigation(
  contents: Lockable,
  openExternal: (address: string) => void,
  openPage: (address: string) => void,
): void {
  contents.on('will-navigate', (event) => {
    if (!isPageUrl(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isPageUrl(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
  })
  contents.setWindowOpenHandler(({ url }) => {
    const address = externalAddress(url)
    if (address !== undefined) openExternal(address)
    else if (isPageUrl(url)) openPage(url)
    return { action: 'deny' }
  })
}

/** Also locks other contents that show pages, such as the developer tools. The app's windows get their own lock after this one. */
export function lockAllContents(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, contents) => {
    const openNothing = () => {}
    lockNavigation(contents, openNothing, openNothing)
  })
}

/**
 * Refuses every network request of a page: Fabula's main process makes all requests. The page's policy refuses them too; this also covers
 * requests that no policy covers.
 */
export function refuseNetwork(session: { readonly webRequest: Pick<WebRequest, 'onBeforeRequest'> }): void {
  const urls = ['http', 'https', 'ws', 'wss', 'ftp'].map((scheme) => `${scheme}://*/*`)
  session.webRequest.onBeforeRequest({ urls }, (_details, answer) => answer({ cancel: true }))
}

type Permitting = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
>

/** Copying and pasting by a command, for the page's own frame. */
const CLIPBOARD: ReadonlySet<string> = new Set(['clipboard-read', 'clipboard-sanitized-write'])

/**
 * Allows our page the microphone, for recordings of the writer's own, and the clipboard, and denies every other permission: Electron would
 * grant all by itself. On a Mac the system is asked too (`system`): without its permission, a recording would be silence.
 * https://www.electronjs.org/docs/latest/api/system-preferences
 */
export function limitPermissions(
  session: Permitting,
  system?: Pick<SystemPreferences, 'askForMediaAccess'>,
): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const kinds = 'mediaTypes' in details ? details.mediaTypes : undefined
    const isOurs = isPageUrl(details.requestingUrl) && details.isMainFrame
    const isMicrophone = permission === 'media' && kinds?.join() === 'audio'
    if (isOurs && isMicrophone && system !== undefined)
      system.askForMediaAccess('microphone').then(answer, () => answer(false))
    else answer(isOurs && (CLIPBOARD.has(permission) || isMicrophone))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, { mediaType, isMainFrame }) => {
    const isOurs = origin.replace(/\/$/, '') === PAGE_ORIGIN && isMainFrame
    return isOurs && (CLIPBOARD.has(permission) || (permission === 'media' && mediaType === 'audio'))
  })
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => {
    answer({})
  })
}
