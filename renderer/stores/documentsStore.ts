import { createStore } from 'zustand/vanilla'
import type { DocumentView } from '../../shared/ipc/documentsContract.ts'
import type { WireError } from '../../shared/ipc/result.ts'
import type { PendingDeletes } from './pendingDeletes.ts'

export interface DocumentsState {
  /** Newest first; null before the host was asked. */
  readonly documents: readonly DocumentView[] | null
  /** Whether there are others, in a file that another program has open. */
  readonly isHeldElsewhere: boolean
  /** Why they cannot be listed, where that is so. */
  readonly trouble: WireError | null
  /** Where a library that could not be read was put, once the writer chose to begin a new one. */
  readonly setAsideAt: string | null
  /** Documents that are about to be deleted. */
  readonly removing: PendingDeletes<string>
}

export type DocumentsStore = ReturnType<typeof createDocumentsStore>

/** Documents that were turned into speech, whichever story is open. */
export function createDocumentsStore() {
  return createStore<DocumentsState>(() => ({
    documents: null,
    isHeldElsewhere: false,
    trouble: null,
    setAsideAt: null,
    removing: new Map(),
  }))
}

/** The list with the newer state of a document: in its place, first where it is new, removed where it was dismissed. */
export function withDocument(
  documents: readonly DocumentView[],
  document: DocumentView,
): readonly DocumentView[] {
  const known = documents.find(({ id }) => id === document.id)
  if (known !== undefined && known.revision >= document.revision) return documents
  if (document.state.phase === 'dismissed') return documents.filter(({ id }) => id !== document.id)
  return known !== undefined
    ? documents.map((each) => (each === known ? document : each))
    : [document, ...documents]
}

/** The host's list, with the newer states that events brought before the list arrived. */
export function withTold(
  listed: readonly DocumentView[],
  told: readonly DocumentView[],
): readonly DocumentView[] {
  const byId = new Map(told.map((document) => [document.id, document]))
  return listed.map((document) => {
    const other = byId.get(document.id)
    return other !== undefined && other.revision > document.revision ? other : document
  })
}
