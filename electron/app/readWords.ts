/** The words of a document as they are spoken, read as the embedded service reads them, in a separate thread. */
import type { DocumentReader } from '../lib/documents/documentReader.ts'
import type { DocumentFile } from '../lib/documents/documentWorker.ts'

/** Returns the words of an untrusted document; it is read in a separate thread. */
export type ReadWords = (document: DocumentFile) => Promise<string>

/** Only the reader's own time limit ends the reading of a document. */
const unlimited = new AbortController().signal

/** Rejects with the reader's `document-…` errors: a wrong password, a damaged or an empty document. */
export function createReadWords(reader: DocumentReader): ReadWords {
  return async (document) => {
    const sections = await reader.readSections(document, unlimited)
    return sections.map(({ text }) => text).join('')
  }
}
