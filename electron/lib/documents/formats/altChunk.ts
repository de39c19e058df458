/**
 * Documents in another format embedded in a Word document, which Word converts when it opens the file. They are written by programs that
 * create Word documents from web pages or merge several documents.
 * https://learn.microsoft.com/en-us/dotnet/api/documentformat.openxml.wordprocessing.altchunk
 */
import { decodeText } from '../textEncoding.ts'
import type { DocumentPart } from './documentText.ts'
import { readHtml } from './html.ts'
import { isWebArchive } from './htmlEncoding.ts'

/** Returns the parts of a web page, a web archive, an RTF document or plain text. Throws the errors of its reader. */
export async function readAltChunk(bytes: Uint8Array): Promise<readonly DocumentPart[]> {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (start.startsWith('{\\rtf')) return (await import('./rtf.ts')).readRtf(bytes).parts
  if (isWebArchive(bytes) || /^[^\w<]*</.test(start)) return readHtml(bytes).parts
  const paragraphs = decodeText(bytes, '').text.split(/\n+/)
  return paragraphs.flatMap((text) => (text.trim() === '' ? [] : [{ kind: 'paragraph', text: text.trim() }]))
}
