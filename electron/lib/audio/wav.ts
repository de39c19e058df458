import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { putAscii, viewOf } from './bytes.ts'
import { createOutputFile } from './outputFile.ts'
import type { Pcm } from './pcm.ts'
import { readWavLayout, WAV_HEAD_BYTES, wavDataToMono } from './wavFormat.ts'

const HEADER_BYTES = 44
/** RIFF sizes are 32 bits and count everything after the first 8 bytes. */
const MAX_DATA_BYTES = 0xffffffff - (HEADER_BYTES - 8) - 1

/** A whole WAV file, mono, 16 bit. */
export function encodeWav(pcm: Pcm): Uint8Array {
  const dataBytes = pcm.samples.length * 2
  assertWavFits(pcm.samples.length)
  const file = new Uint8Array(HEADER_BYTES + dataBytes)
  file.set(wavHeader(pcm.sampleRate, dataBytes))
  file.set(toLittleEndian(pcm.samples), HEADER_BYTES)
  return file
}

/** Throws `wav-too-long` when a WAV file cannot hold that many samples (4 GiB: 27 hours at 22,050 Hz). */
export function assertWavFits(sampleCount: number): void {
  if (sampleCount * 2 > MAX_DATA_BYTES) throw new UserFacingError('wav-too-long')
}

/** A WAV file that is written as its audio is made. */
export interface WavFile {
  /** Throws `wav-too-long` rather than write a file whose sizes would be wrong. */
  write(samples: Int16Array): Promise<void>
  finish(): Promise<void>
  abort(): Promise<void>
}

/** Starts a mono 16-bit WAV file, seen at `path` only once it is finished; `abort` leaves no trace. */
export async function createWavFile(path: string, sampleRate: number): Promise<WavFile> {
  const file = await createOutputFile(path)
  let sampleCount = 0
  await file.append(wavHeader(sampleRate, 0))
  return {
    async write(samples) {
      assertWavFits(sampleCount + samples.length)
      sampleCount += samples.length
      await file.append(toLittleEndian(samples))
    },
    async finish() {
      await file.patch(0, wavHeader(sampleRate, sampleCount * 2))
      await file.finish()
    },
    abort: () => file.abort(),
  }
}

/** Reads a WAV file as mono. Throws `audio-not-known`, `audio-cut-short` (no audio in it) or `audio-encoding-unknown`. */
export function parseWav(bytes: Uint8Array): Pcm {
  const layout = readWavLayout(bytes.subarray(0, WAV_HEAD_BYTES), bytes.length)
  if (layout === 'not-wav') throw new UserFacingError('audio-not-known')
  if (layout === 'cut') throw new UserFacingError('audio-cut-short')
  if (layout === 'unsupported') throw new UserFacingError('audio-encoding-unknown')
  const data = bytes.subarray(layout.dataOffset, layout.dataOffset + layout.dataBytes)
  return { sampleRate: layout.sampleRate, samples: wavDataToMono(data, layout) }
}

function wavHeader(sampleRate: number, dataBytes: number): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES)
  const view = viewOf(header)
  putAscii(header, 0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true)
  putAscii(header, 8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, 1, true) // channels
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true) // bytes of a sample frame
  view.setUint16(34, 16, true) // bits
  putAscii(header, 36, 'data')
  view.setUint32(40, dataBytes, true)
  return header
}

/** The samples as bytes. Every platform that Node and Electron run on is little-endian, as WAV is. */
function toLittleEndian(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
}
