/** Ogg Opus (https://www.rfc-editor.org/rfc/rfc7845): packets of 20 ms, in pages of a stream with a fixed number. */
import { createRequire } from 'node:module'
import type OpusScriptClass from 'opusscript'
import { concatBytes, putAscii, viewOf } from '../../lib/audio/bytes.ts'
import { createOutputFile } from '../../lib/audio/outputFile.ts'
import type { AudioSink, FileTags, SinkFormat } from './audioSink.ts'
import { vorbisComments } from './tags.ts'

/** Opus always counts at this rate. */
export const OPUS_RATE = 48_000
const FRAME = 960
/** Samples that the encoder adds at the start, at its rate and in “audio” mode: 6.5 ms. */
const PRE_SKIP = 312
/** Pages hold up to 255 pieces of 255 bytes; a second of audio is well below that. */
const PACKETS_PER_PAGE = 50
const SET_VBR = 4006

/** Loaded with `require`, because the package expects its WebAssembly file in its own folder, even if this code is bundled. */
const require = createRequire(import.meta.url)

/** Starts a file at 48 kHz at `kbps` kbit/s. */
export async function createOpusFile(
  path: string,
  { channels }: Pick<SinkFormat, 'channels'>,
  kbps: number,
  tags: FileTags,
): Promise<AudioSink> {
  // `require` returns no types; these are the package's own.
  const OpusScript = require('opusscript') as typeof OpusScriptClass
  const encoder = new OpusScript(OPUS_RATE, channels, OpusScript.Application.AUDIO)
  encoder.setBitrate(kbps * 1000)
  encoder.encoderCTL(SET_VBR, 1)
  const file = await createOutputFile(path)
  const pages = createPages()
  let packets: Uint8Array[] = []
  /** Interleaved samples that do not fill a packet yet. */
  const frame = new Int16Array(FRAME * channels)
  let filled = 0
  let [sampleCount, encodedCount] = [0, 0]
  await file.append(pages.page([opusHead(channels)], 0, 'first'))
  for (const page of pages.packetPages(opusTags(tags))) await file.append(page)

  async function encodeFrame(): Promise<void> {
    if (packets.length === PACKETS_PER_PAGE) await writePage(encodedCount, false)
    packets.push(new Uint8Array(encoder.encode(Buffer.from(frame.buffer, 0, frame.byteLength), FRAME)))
    encodedCount += FRAME
    filled = 0
  }

  async function writePage(granule: number, isLast: boolean): Promise<void> {
    await file.append(pages.page(packets, granule, isLast ? 'last' : 'middle'))
    packets = []
  }

  return {
    async write(planes) {
      for (let i = 0; i < planes[0].length; i++) {
        for (const plane of planes) {
          const value = Math.round((plane[i] as number) * 32768)
          frame[filled++] = value > 32767 ? 32767 : value < -32768 ? -32768 : value
        }
        if (filled === frame.length) await encodeFrame()
      }
      sampleCount += planes[0].length
    },
    async finish() {
      const end = sampleCount + PRE_SKIP
      // The encoder has a delay: silence flushes the rest. The last page states where the audio ends.
      while (encodedCount < end) {
        frame.fill(0, filled)
        await encodeFrame()
      }
      encoder.delete()
      await writePage(end, true)
      await file.finish()
    },
    async abort() {
      await file.abort()
    },
  }
}

function opusHead(channels: number): Uint8Array {
  const head = new Uint8Array(19)
  const view = viewOf(head)
  putAscii(head, 0, 'OpusHead')
  head[8] = 1 // version
  head[9] = channels
  view.setUint16(10, PRE_SKIP, true)
  view.setUint32(12, OPUS_RATE, true)
  return head
}

function opusTags(tags: FileTags): Uint8Array {
  const magic = new Uint8Array(8)
  putAscii(magic, 0, 'OpusTags')
  return concatBytes([magic, vorbisComments(tags)])
}

type PageKind = 'first' | 'middle' | 'last'

/** Pages of one stream, numbered consecutively (https://www.rfc-editor.org/rfc/rfc3533 §6). */
function createPages() {
  let number = 0

  function pageOf(segments: readonly number[], body: Uint8Array, granule: bigint, flags: number): Uint8Array {
    const page = new Uint8Array(27 + segments.length + body.length)
    const view = viewOf(page)
    putAscii(page, 0, 'OggS')
    page[5] = flags
    view.setBigInt64(6, granule, true)
    view.setUint32(14, 1, true) // the stream's number
    view.setUint32(18, number++, true)
    page[26] = segments.length
    page.set(segments, 27)
    page.set(body, 27 + segments.length)
    view.setUint32(22, oggCrc(page), true)
    return page
  }

  return {
    /** A page of complete packets. */
    page(packets: readonly Uint8Array[], granule: number, kind: PageKind): Uint8Array {
      const flags = kind === 'first' ? 2 : kind === 'last' ? 4 : 0
      return pageOf(packets.flatMap(segmentsOf), concatBytes(packets), BigInt(granule), flags)
    },
    /** The pages of one long packet, such as tags with a picture. */
    packetPages(packet: Uint8Array): Uint8Array[] {
      const segments = segmentsOf(packet)
      const pages: Uint8Array[] = []
      for (let at = 0; at < segments.length; at += 255) {
        const own = segments.slice(at, at + 255)
        const isLast = at + 255 >= segments.length
        const body = packet.subarray(at * 255, isLast ? packet.length : (at + 255) * 255)
        pages.push(pageOf(own, body, isLast ? 0n : -1n, at === 0 ? 0 : 1))
      }
      return pages
    },
  }
}

function segmentsOf({ length }: Uint8Array): number[] {
  return [...Array.from({ length: Math.floor(length / 255) }, () => 255), length % 255]
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc
})

function oggCrc(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = (crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 255] ?? 0)
  return crc >>> 0
}
