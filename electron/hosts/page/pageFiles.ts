/** Serves the built page and its files from one folder only. */
import { randomBytes } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { extname, isAbsolute, join, relative, sep } from 'node:path'

/** An answer to a page's request, in a form that both HTTP and Electron's protocol can send. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | null
}

/** A plain-text answer. */
export function textAnswer(status: number, text: string, headers: PageAnswer['headers'] = {}): PageAnswer {
  const body = Buffer.from(`${text}\n`)
  return {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'no-store',
      ...headers,
    },
    body,
  }
}

/** The same answer without its body, for HEAD. */
export function withoutBody(answer: PageAnswer): PageAnswer {
  return { ...answer, body: null }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** The names of files in this folder contain a hash of their content. */
const HASHED = /^assets\//

/** Returns a function that answers requests for the files of a built page. `path` is a URL's path, still encoded; `/` is the page itself. */
export function createPageFiles(folder: string): (path: string) => Promise<PageAnswer> {
  return async (path) => {
    const name = toRelativePath(path)
    const type = name === undefined ? undefined : types[extname(name).toLowerCase()]
    const content = name === undefined || !type ? undefined : await readInside(folder, name)
    if (name === undefined || !type || !content)
      return textAnswer(404, 'There is no such page.', SAFETY_HEADERS)
    const nonce = createNonce()
    const body = type.startsWith('text/html') ? Buffer.from(withNonce(content.toString(), nonce)) : content
    return {
      status: 200,
      headers: {
        ...SAFETY_HEADERS,
        'content-security-policy': contentPolicy(nonce),
        'content-type': type,
        'content-length': String(body.length),
        'cache-control': HASHED.test(name) ? 'private, max-age=31536000, immutable' : 'no-store',
      },
      body,
    }
  }
}

/** A URL's path as a relative path in the folder; undefined if it is not a plain path. */
function toRelativePath(path: string): string | undefined {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return undefined
  }
  if (!decoded.startsWith('/') || /[\\:\0]/.test(decoded)) return undefined
  const parts = decoded.slice(1).split('/')
  if (parts.length === 1 && parts[0] === '') return 'index.html'
  return parts.some((part) => part === '' || part.startsWith('.')) ? undefined : parts.join('/')
}

async function readInside(folder: string, name: string): Promise<Buffer | undefined> {
  try {
    const root = await realpath(folder)
    const path = await realpath(join(root, name))
    return isInside(root, path) ? await readFile(path) : undefined
  } catch {
    return undefined // it does not exist, or it is a folder
  }
}

/** Whether a real path is inside a real folder. A comparison of prefixes would also accept sibling folders. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

// What our page may do, as headers: the same in the desktop window and in a browser.

/** A nonce for one page load. */
function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * Allows code, sound and pictures from the app only, and no requests elsewhere. Styles made at run time carry the nonce; `blob:` is for
 * audio and pictures that the page made itself.
 */
function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every answer. */
export const SAFETY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(self), usb=(), serial=(), hid=()',
}

/** The page with its nonce in the places where React Aria and Vite look for it. */
function withNonce(html: string, nonce: string): string {
  const meta = `<meta property="csp-nonce" nonce="${nonce}" />`
  return html.replace(/<head(?:\s[^>]*)?>/i, (head) => `${head}\n    ${meta}`)
}
