import { createStore } from 'zustand/vanilla'
import type { DocumentView } from '../../shared/ipc/documentsContract.ts'

export interface DocumentsState {
  /** Newest first; null before the host was asked. */
  readonly documents: readonly DocumentView[] | null
}

export type DocumentsStore = ReturnType<typeof createDocumentsStore>

/** Documents that were turned into speech, whichever story is open. */
export function createDocumentsStore() {
  return createStore<DocumentsState>(() => ({ documents: null }))
}

/** The list with a document as it is now: in its place, in front where it is new, gone where it was put aside. */
export function withDocument(
  documents: readonly DocumentView[],
  document: DocumentView,
): readonly DocumentView[] {
  if (document.state.phase === 'dismissed') return documents.filter(({ id }) => id !== document.id)
  const isKnown = documents.some(({ id }) => id === document.id)
  return isKnown
    ? documents.map((known) => (known.id === document.id ? document : known))
    : [document, ...documents]
}
