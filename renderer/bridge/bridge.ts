/** The page's only connection to the host: calls, events, and URLs of stored audio. */
import type { TakenPurpose } from '../../shared/files/fileTypes.ts'
import type { Channel, EventName, EventPayload, Input, Output } from '../../shared/ipc/contract.ts'
import type { FileRef, ProjectId } from '../../shared/ipc/views.ts'
import type { MediaPlaying, MediaStream } from './mediaStream.ts'

export interface Bridge {
  /** Calls the host. Rejects with a UserFacingError for errors that the user can act on. */
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>
  /** Listens to the host; returns a function that stops listening. */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void
  /** Calls `listener` when the host has started again and no longer knows this page: each call then fails with `session-over`. */
  onSessionOver(listener: () => void): void
  /** The URL of an audio of the project. */
  mediaUrl(projectId: ProjectId, audioId: string): string
  /**
   * An audio of the project, or the first two minutes of it, as a WAV file of this sample rate. The host decodes it: a story from
   * elsewhere may hold audio that would exhaust the memory of the page. Rejects if the host does not provide it.
   */
  readMedia(projectId: ProjectId, audioId: string, sampleRate: number): Promise<ArrayBuffer>
  /** An audio of the project, decoded by the host during playback. Rejects if the host does not provide it. */
  openMedia(projectId: ProjectId, audioId: string, playing: MediaPlaying): Promise<MediaStream>
  /** The download URL for a link from the host. */
  downloadUrl(link: string): string
  /** Registers a file that was dropped or chosen in the page with the host. */
  takeFile(file: File, purpose?: TakenPurpose): Promise<FileRef>
}

/** Waits until pending tasks of the page have run. A timer would be delayed by milliseconds. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
