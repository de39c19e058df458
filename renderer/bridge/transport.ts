import type { FileRef, TakenPurpose } from '../../shared/ipc/views.ts'

/** How calls and events travel; what travels is checked by the bridge. */
export interface Transport {
  call(channel: string, input: unknown): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): () => void
  /** Calls `listener` when the host has started again and does not know this page. */
  onSessionOver(listener: () => void): void
  /** The address from which the browser itself loads what the host serves at `path`, relative to the page. */
  linkTo(kind: 'media' | 'download', path: string): string
  takeFile(file: File, purpose: TakenPurpose): Promise<FileRef>
}
