import type { FileRef, TakenPurpose } from '../../shared/ipc/views.ts'

/** How calls and events travel; what travels is checked by the bridge. */
export interface Transport {
  call(channel: string, input: unknown): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): () => void
  takeFile(file: File, purpose: TakenPurpose): Promise<FileRef>
}
