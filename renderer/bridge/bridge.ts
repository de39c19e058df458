/** The renderer's only way to the world: calls, events, and where stored audio is. */
import type { Channel, EventName, EventPayload, Input, Output } from '../../shared/ipc/contract.ts'
import type { FileRef, ProjectId, TakenPurpose } from '../../shared/ipc/views.ts'
import type { MediaPlaying, MediaStream } from './mediaStream.ts'

export interface Bridge {
  /** Asks the host. Rejects with UserFacingError for what a person can act on. */
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>
  /** Listens to the host; returns a function that stops listening. */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void
  /** Calls `listener` when the host has started again and does not know this page: each call then fails with `session-over`. */
  onSessionOver(listener: () => void): void
  /** Where an audio of the project plays from. */
  mediaUrl(projectId: ProjectId, audioId: string): string
  /**
   * An audio of the project, or the first two minutes of it, as a WAV file of this sample rate. The host decodes it: a story from
   * elsewhere may hold audio that would take all memory of the page. Rejects if the host does not give it.
   */
  readMedia(projectId: ProjectId, audioId: string, sampleRate: number): Promise<ArrayBuffer>
  /** An audio of the project, decoded by the host as it is played. Rejects where the host does not give it. */
  openMedia(projectId: ProjectId, audioId: string, playing: MediaPlaying): Promise<MediaStream>
  /** Where a file downloads from, whose link the host gave. */
  downloadUrl(link: string): string
  /** Makes a file that was dropped or chosen in the page known to the host. */
  takeFile(file: File, purpose?: TakenPurpose): Promise<FileRef>
}

/** Waits until the page has done what waits already. A timer would be put off by milliseconds. */
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
