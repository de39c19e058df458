import { decodeText, isUtf8 } from '../textEncoding.ts'

/** A share of zeros among the first bytes that means UTF-16; fewer are damage. */
const WIDE = 0.2
const SNIFFED = 2048
/** A UTF-8 page whose share of invalid bytes among its non-ASCII letters is below this contains some pasted text in another encoding. */
const FEW = 0.2
/** Encodings that a page whose declaration can be read in ASCII cannot have, or that its bytes show. */
const WIDE_OR_UTF8 = /^(?:utf-?(?:8|16|32)|unicode|ucs-?[24]|iso-10646|csunicode)/i
/** Single-byte encodings: text in them does not look like UTF-8 by chance. */
const SINGLE_BYTE =
  /^(?:windows-125\d|cp125\d|iso-?8859-?\d+|latin-?\d|l\d|us-ascii|ascii|macintosh|x-mac.*|koi8.*)$/i
// oxlint-disable-next-line no-control-regex -- controls are what this looks for
const CONTROLS = /[\0\x01-\x08\x0b\x0e-\x1f]/g

/** The headers of a web archive (RFC 2557), as browsers and programs for mail save pages with their pictures. */
const MIME = /^\s*(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:MIME-Version|Content-Type):/i
/** Longer than the headers of any part, which may contain a long address. */
const MOST_HEADERS = 1 << 14

/** Whether a file is a web archive. */
export function isWebArchive(bytes: Uint8Array): boolean {
  return MIME.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 0, MOST_HEADERS),
  )
}

/**
 * Decodes an HTML file, or the first page of a web archive. Its first bytes declare the encoding in ASCII; the other bytes show whether the
 * declaration is true. Control characters that do not occur in text are removed.
 */
export function decodeHtml(bytes: Uint8Array): string {
  if (!isWebArchive(bytes)) return decodePage(bytes)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const page: ArchivedPage = pageOfArchive(file) ?? { bytes: Buffer.from(file, 'latin1') }
  return decodePage(page.bytes, page.charset)
}

/** Decodes a page. `stated` is the encoding that is stated outside of it. */
function decodePage(bytes: Uint8Array, stated?: string): string {
  const start = bytes.subarray(0, SNIFFED)
  const head = new TextDecoder('latin1').decode(start)
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)|^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(
    head.replace(/^\xef\xbb\xbf/, ''),
  )
  const hasMark = /^(?:\xff\xfe|\xfe\xff|\xef\xbb\xbf)/.test(head)
  const isWide = start.filter((byte) => byte === 0).length > start.length * WIDE
  if (hasMark || isWide) return decodeText(bytes, '').text
  const letters = bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes
  for (const named of [stated, label?.[1] ?? label?.[2]]) {
    if (named === undefined || WIDE_OR_UTF8.test(named)) continue
    if (SINGLE_BYTE.test(named) && isUtf8(letters)) return withoutControls(new TextDecoder().decode(letters))
    try {
      return withoutControls(new TextDecoder(named).decode(letters))
    } catch {
      // An unknown encoding is ignored.
    }
  }
  return mostlyUtf8(letters) ?? decodeText(letters, '').text
}

function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, '').replaceAll(/\r\n?/g, '\n')
}

/** Decodes UTF-8 with a few bytes of windows-1252, such as those of pasted text; null if the bytes are anything else. */
function mostlyUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes)
  const wrong = text.split('\ufffd').length - 1
  const letters = (text.match(/[^\0-\x7f]/g)?.length ?? 0) - wrong
  const isText = (text.match(CONTROLS)?.length ?? 0) <= text.length / 100
  return wrong > letters * FEW || !isText ? null : withoutControls(wrong === 0 ? text : mixed(bytes))
}

/** Decodes UTF-8, and bytes that are not UTF-8 as windows-1252. */
function mixed(bytes: Uint8Array): string {
  const western = new TextDecoder('windows-1252')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const pieces: string[] = []
  let start = 0
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    if (length > 0) at += length
    else {
      pieces.push(utf8.decode(bytes.subarray(start, at)), western.decode(bytes.subarray(at, at + 1)))
      at += 1
      start = at
    }
  }
  pieces.push(utf8.decode(bytes.subarray(start)))
  return pieces.join('')
}

/** The length in bytes of the UTF-8 character at an index; 0 if there is none. (RFC 3629, section 4) */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4) return 0
  for (let index = 1; index < length; index++) {
    const next = bytes[at + index] ?? 0
    const least = index > 1 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
    const most = index > 1 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
    if (next < least || next > most) return 0
  }
  return length
}

interface ArchivedPage {
  readonly bytes: Uint8Array
  readonly charset?: string | undefined
}

/** Parts within parts, at most. */
const DEEPEST = 4

/**
 * The first page of a web archive, and the encoding that its headers state; null if it contains no page. The other parts are pictures, style
 * sheets and the pages of frames.
 */
function pageOfArchive(archive: string, depth = 0): ArchivedPage | null {
  const [, head = '', content = ''] = /^\s*((?:[^\r\n]+\r?\n)+)\r?\n([^]*)$/.exec(archive) ?? []
  if (/^Content-Type:\s*(?:text\/html|application\/xhtml)/im.test(head)) {
    const charset = /charset="?([\w.:-]+)/i.exec(head)?.[1]
    const bytes = decodeTransfer(content, /^Content-Transfer-Encoding:\s*([\w-]+)/im.exec(head)?.[1] ?? '')
    return { bytes, charset }
  }
  const boundary = /boundary="?([^"\r\n;]+)/i.exec(head)?.[1]
  if (boundary === undefined || depth === DEEPEST) return null
  for (const part of content.split(`--${boundary}`).slice(1)) {
    const page = pageOfArchive(part, depth + 1)
    if (page !== null) return page
  }
  return null
}

function decodeTransfer(body: string, encoding: string): Uint8Array {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64')
  if (!/^quoted-printable$/i.test(encoding)) return Buffer.from(body, 'latin1')
  const letters = body
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(letters, 'latin1')
}
