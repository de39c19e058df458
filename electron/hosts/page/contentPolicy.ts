/** What a page of ours may do, as headers: the same in the desktop window and in a browser. */
import { randomBytes } from 'node:crypto'

/** A nonce that no page before had. */
export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * Code, sound and pictures come from the app alone, and nothing is sent elsewhere. Styles made at run time carry the
 * nonce; `blob:` is audio and pictures that the page made itself.
 */
export function contentPolicy(nonce: string): string {
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

/** Headers of every answer, whatever it is. */
export const SAFETY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(self), usb=(), serial=(), hid=()',
}

/** The page with its nonce if React Aria and Vite look for it. */
export function withNonce(html: string, nonce: string): string {
  const meta = `<meta property="csp-nonce" nonce="${nonce}" />`
  return html.replace(/<head(?:\s[^>]*)?>/i, (head) => `${head}\n    ${meta}`)
}
