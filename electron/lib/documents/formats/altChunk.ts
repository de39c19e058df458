/**
 * Documents in another format embedded in a Word document, which Word converts when it opens the file. They are written by programs that
 * create Word documents from web pages or merge several documents.
 * https://learn.microsoft.com/en-us/dotnet/api/documentformat.openxml.wordprocessing.altchunk
 */
import { decodeText } from '../textEncoding.ts'
import type { DocumentPart } from './documentText.ts'
import { readHtml } from './html.ts'

const MIME = /^\s*(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:MIME-Version|Content-Type):/i
/** Longer than the headers of any part. */
const MOST_HEADERS = 4096

/** Returns the parts of a web page, a web archive, an RTF document or plain text. Throws the errors of its reader. */
export async function readAltChunk(bytes: Uint8Array): Promise<readonly DocumentPart[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = file.toString('latin1', 0, MOST_HEADERS)
  if (head.startsWith('{\\rtf')) return (await import('./rtf.ts')).readRtf(bytes).parts
  if (MIME.test(head)) return readHtml(pageOfArchive(file.toString('latin1'))).parts
  if (/^[^\w<]*</.test(head)) return readHtml(bytes).parts
  const paragraphs = decodeText(bytes, '').text.split(/\n+/)
  return paragraphs.flatMap((text) => (text.trim() === '' ? [] : [{ kind: 'paragraph', text: text.trim() }]))
}

/** Returns the first page of a web archive (RFC 2557), in UTF-8. Its other parts are pictures and style sheets. */
function pageOfArchive(archive: string): Uint8Array {
  const boundary = /boundary="?([^"\r\n;]+)/i.exec(archive.slice(0, MOST_HEADERS))?.[1]
  const parts = boundary === undefined ? [archive] : archive.split(`--${boundary}`).slice(1)
  for (const part of parts) {
    const [, headers = '', body = ''] = /^\s*((?:[^\r\n]+\r?\n)+)\r?\n([^]*)$/.exec(part) ?? []
    const type = /^Content-Type:\s*(?:text\/html|application\/xhtml)/im.test(headers)
    if (!type) continue
    const charset = /charset="?([\w.:-]+)/i.exec(headers)?.[1]
    const bytes = decodeTransfer(body, /^Content-Transfer-Encoding:\s*([\w-]+)/im.exec(headers)?.[1] ?? '')
    if (charset === undefined) return bytes
    // The byte order mark makes the page be read as UTF-8, even if it declares another encoding.
    return Buffer.from(`\uFEFF${new TextDecoder(charset).decode(bytes)}`)
  }
  return Buffer.from(archive, 'latin1')
}

function decodeTransfer(body: string, encoding: string): Uint8Array {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64')
  if (!/^quoted-printable$/i.test(encoding)) return Buffer.from(body, 'latin1')
  const letters = body
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(letters, 'latin1')
}
