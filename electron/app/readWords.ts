/** The words of a document, as they are spoken: read as the embedded service reads them, in a thread of their own. */
import type { DocumentReader } from '../lib/documents/documentReader.ts'
import type { DocumentFile } from '../lib/documents/documentWorker.ts'

/** Gives the words of a document, which may come from anywhere: in a thread of its own. */
export type ReadWords = (document: DocumentFile) => Promise<string>

/** A document may take as long as the reader allows; nothing else ends it. */
const unlimited = new AbortController().signal

/** Rejects with the reader's `document-…` errors: a wrong password, a damaged or an empty document. */
export function createReadWords(reader: DocumentReader): ReadWords {
  return async (document) => {
    const sections = await reader.readSections(document, unlimited)
    return sections.map(({ text }) => text).join('')
  }
}
