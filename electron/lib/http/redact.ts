/** Removes a key from a service's responses: a service that echoes the request's headers must not put the key into a message, a file or a window. */

/** Returns a text with the secret masked. */
export type Redact = (text: string) => string

const MASK = '•••'
/** Shorter texts are not secrets, and masking them would damage ordinary words. */
const SHORTEST_SECRET = 6

/** Masks a secret as it is and in the encodings that servers and proxies use, in any case. */
export function createRedact(secret: string): Redact {
  if (secret.length < SHORTEST_SECRET) return (text) => text
  const bytes = Buffer.from(secret)
  const forms = new Set([
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    // As it is, and as part of a longer text, such as “name:key” in a Basic header.
    ...[0, 1, 2].flatMap((before) => base64Within(bytes, before)),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ])
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  // A server may change its case.
  const anyForm = new RegExp(longestFirst.map((form) => RegExp.escape(form)).join('|'), 'gi')
  return (text) => text.replace(anyForm, MASK)
}

/** Masks the whole text: it may contain a secret that is no longer known. */
export const withhold: Redact = () => MASK

/** Masks a document's password. Short passwords are common, and are masked only as separate words. */
export function createRedactPassword(password: string | null): Redact {
  if (password === null || password === '') return (text) => text
  if (password.length >= SHORTEST_SECRET) return createRedact(password)
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}])${password.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'gu',
  )
  return (text) => text.replace(word, MASK)
}

/** The common part of all base64 texts that contain these bytes after `before` others (modulo 3). */
function base64Within(bytes: Buffer, before: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(before), bytes])
  // Six bits per character: characters that share bits with a neighbour of the secret are unknown.
  const start = Math.ceil((before * 8) / 6)
  const end = Math.floor((padded.length * 8) / 6)
  return (['base64', 'base64url'] as const).map((encoding) => padded.toString(encoding).slice(start, end))
}

/** Parses JSON with the secret masked in every string and key. Returns undefined if the text is not JSON. */
export function parseJsonRedacted(text: string, redact: Redact): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return redactValue(value, redact)
  } catch {
    return undefined
  }
}

function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redact(name), redactValue(item, redact)]),
  )
}
