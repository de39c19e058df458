/** Stored audio that the host decodes while it is played: samples of 16 bits at the sample rate and speed that were asked for. */
export interface MediaStream {
  readonly channels: number
  /** The next samples of all channels in turn, `frames` of each; fewer at the end, and then null. Rejects where the host fails. */
  read(frames: number): Promise<Int16Array | null>
  /** Ends it: the host stops decoding. */
  close(): void
}

/** How audio is played: from a place in its file on, `rate` times as fast, at a sample rate. */
export interface MediaPlaying {
  readonly fromMs: number
  readonly rate: number
  readonly sampleRate: number
  /** The audio begins again after each pass of this length, without an end. */
  readonly passMs?: number
}

/** So much of an audio is read at once: two minutes in stereo take 46 MB when they are decoded. */
export const LONGEST_READ_MS = 120_000

/** The header that the host sends before the samples: a WAV file's, whose number of channels stands at this byte. */
const HEADER_BYTES = 44
const CHANNELS_AT = 22

/** Starts to read from an address of stored audio. Rejects where the host does not give it. */
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

/** Reads an audio, or the beginning of a longer one, as a WAV file that the host makes. Rejects if the host does not give it. */
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
