/** The page's only connection to the host: calls, events, and URLs of stored audio. */
import type { TakenPurpose } from '../../shared/files/fileTypes.ts'
import type { Channel, EventName, EventPayload, Input, Output } from '../../shared/ipc/contract.ts'
import type { FileRef, ProjectId } from '../../shared/ipc/views.ts'

export interface Bridge {
  /**
   * Calls the host. Rejects with a UserFacingError for errors that the user can act on. `onArrival` is called once the host has answered
   * without an error, before the answer is checked: checking a long one takes time, in which the host can do something else.
   */
  call<C extends Channel>(channel: C, input: Input<C>, onArrival?: () => void): Promise<Output<C>>
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

/** Stored audio that the host decodes during playback: 16-bit samples at the requested sample rate and speed. */
export interface MediaStream {
  readonly channels: number
  /** The next interleaved samples, `frames` of each channel; fewer at the end, then null. Rejects if the host fails. */
  read(frames: number): Promise<Int16Array | null>
  /** Closes the stream: the host stops decoding. */
  close(): void
}

/** How audio is played: from a place in its file on, `rate` times as fast, at a sample rate. */
export interface MediaPlaying {
  readonly fromMs: number
  readonly rate: number
  readonly sampleRate: number
  /** If set, the audio repeats endlessly in passes of this length. */
  readonly passMs?: number
}

/** The most audio that is read at once: two minutes of decoded stereo take 46 MB. */
export const LONGEST_READ_MS = 120_000

/** The header that the host sends before the samples: a WAV file's, with the number of channels at byte 22. */
const HEADER_BYTES = 44
const CHANNELS_AT = 22

/** Opens a stream from an address of stored audio. Rejects if the host does not provide it. */
export async function openMediaStream(
  mediaUrl: string,
  { fromMs, rate, sampleRate, passMs }: MediaPlaying,
): Promise<MediaStream> {
  const passes = passMs === undefined ? {} : { repeat: passMs }
  const aborter = new AbortController()
  const asked = { from: fromMs, rate, sampleRate, ...passes }
  const response = await fetch(withQuery(mediaUrl, asked), { signal: aborter.signal })
  if (!response.ok || response.body === null) throw new Error(`The host answers ${response.status} for audio`)
  const reader = response.body.getReader()
  let held = new Uint8Array()

  async function take(wantedBytes: number): Promise<Uint8Array> {
    const pieces = [held]
    let bytes = held.length
    while (bytes < wantedBytes) {
      const { value, done } = await reader.read()
      if (done) break
      pieces.push(value)
      bytes += value.length
    }
    const all = new Uint8Array(bytes)
    let at = 0
    for (const piece of pieces) {
      all.set(piece, at)
      at += piece.length
    }
    held = all.slice(wantedBytes)
    return all.slice(0, wantedBytes)
  }

  const head = await take(HEADER_BYTES)
  const channels = head[CHANNELS_AT] ?? 1
  const frameBytes = 2 * channels
  return {
    channels,
    async read(frames) {
      const bytes = await take(frames * frameBytes)
      // Every platform that browsers run on is little-endian, as WAV is.
      const samples = new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / frameBytes) * channels)
      return samples.length === 0 ? null : samples
    },
    close: () => aborter.abort(),
  }
}

/** Reads an audio, or the beginning of a longer one, as a WAV file made by the host. Rejects if the host does not provide it. */
export async function readMediaStart(mediaUrl: string, sampleRate: number): Promise<ArrayBuffer> {
  const response = await fetch(withQuery(mediaUrl, { from: 0, rate: 1, sampleRate, most: LONGEST_READ_MS }))
  if (!response.ok) throw new Error(`The host answers ${response.status} for audio`)
  return response.arrayBuffer()
}

function withQuery(mediaUrl: string, asked: Readonly<Record<string, number>>): URL {
  const url = new URL(mediaUrl, document.baseURI)
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, String(value))
  return url
}
